"""Where the cards of a grid lie in one photo of them all, each to a hundredth of its side; or which can't be found.

Law: a card is where its four sides are seen and its face resembles the others. What is known of the others says where
to look and how large a card is, never that one is there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import cv2
import numpy as np
import numpy.typing as npt

from companion.sight import fellows
from companion.sight.common import layout_of, likeness
from companion.sight.correlation import relief
from companion.sight.fellows import Faced
from companion.sight.lattice import Cell, lattice_through
from companion.sight.lining import Lined, lined
from companion.sight.outlines import sharpened
from companion.sight.pixels import Floats, Matrix, Picture, Quad
from companion.sight.plane import Plane, fitted
from companion.sight.posing import posed
from companion.sight.rectify import rectified, through
from companion.sight.rims import ROOM, margin, outline, outlined, steepness
from companion.sight.seeding import LEAST_SEEDS, Found, guesses, misfits
from companion.sight.siding import Sided, by_itself, sided

Doubles = npt.NDArray[np.float64]

_GUESSES = 6
_SEARCH_PX, _FINE_PX, _RIM_PX = 96, 320, 200
_NEAR, _FAR = 0.12, 0.3
_TURNS = np.arange(-9, 9.1, 1.5, dtype=np.float32)
_CLEARLY, _WELL = 0.55, 0.8
_FINE_ROOM = 0.12
_REACHES, _FEWEST = (0.025, 0.02, 0.012, 0.008, 0.008, 0.008), 4
_FAR_REACH, _EARLY = 0.09, 2
_OFF, _OFF_BY_FACE, _OFF_BY_TWO, _OFF_BACK, _SETTLED = 0.015, 0.012, 0.009, 0.0075, 0.009
_ALIKE = 0.45
_OUTLINED = 3.0
_FACED, _SIDES, _AS_STEEP = 0.5, 2, 0.35
_OVERLAP = 0.02


@dataclass(frozen=True, slots=True)
class Grid:
    """What was found. `quads`: the corners of each card that convinces, in the photo's pixels, from its top left as the
    grid lies; `extra`: cells outside the wanted ones with a card in them; `overlapping`: pairs of cards; `aspect`: a
    card's width over its height; `height_px`: how high the smallest card is in the photo."""

    quads: Mapping[Cell, Quad]
    extra: tuple[Cell, ...] = ()
    overlapping: tuple[tuple[Cell, Cell], ...] = ()
    aspect: float = 0.0
    height_px: float = 0.0


def located_grid(photo: Picture, wanted: Sequence[Cell], backs: Collection[Cell] = ()) -> Grid:
    """The cards in these cells (column, row), both counted from 0 at the grid's top left as the photo is held; where
    cards lie on their side in it, from the corner that a quarter turn to the left would bring there. `backs`: cells of
    cards that lie face down, and so resemble no other."""
    best: Found | None = None
    for guess in islice(guesses(photo, wanted), _GUESSES):
        found = _settled(photo, guess, wanted)
        if best is None or sum(found.seen.values()) > sum(best.seen.values()):
            best = found
        if min(best.seen[cell] for cell in wanted) > _WELL:
            break
    if best is None or len(best.poses) < LEAST_SEEDS:
        return Grid({})
    done = _finished(photo, best, wanted, backs)
    return _judged(photo, done, wanted, backs) if done.found.poses else Grid({})


def _settled(photo: Picture, found: Found, wanted: Sequence[Cell]) -> Found:
    """Every cell that is wanted or known looked at, and the plane fitted anew to what is clearly there."""
    known = list(found.poses)
    middles = np.array([found.poses[cell][:2] for cell in known])
    lattice = lattice_through(middles, dict(enumerate(known)), found.plane.aspect)
    poses, seen = {}, {}
    for cell in dict.fromkeys([*wanted, *known]):
        start, room = found.poses.get(cell), _NEAR
        if start is None:
            start, room = np.array([*(np.array([*cell, 1.0]) @ lattice), 0.0]), _FAR
        poses[cell], seen[cell] = _searched(photo, found.plane, start, room)
    clear = [cell for cell in poses if seen[cell] > _CLEARLY]
    if len(clear) < LEAST_SEEDS:
        return Found(found.plane, {}, seen)
    quads = {cell: found.plane.to_pixels(found.plane.card(poses[cell])) for cell in clear}
    return _refitted(photo, quads, seen)


def _searched(photo: Picture, plane: Plane, start: Doubles, room: float) -> tuple[Doubles, float]:
    patch, to_table = plane.cut(photo, start, room, _SEARCH_PX)
    turns = _TURNS if room > _NEAR else _TURNS * np.float32(0.4)
    found = posed(patch, plane.aspect * _SEARCH_PX, _SEARCH_PX, turns)
    x, y = through(to_table, np.array([[found.x, found.y]], np.float32))[0]
    return np.array([x, y, start[2] + np.deg2rad(found.turn_deg)]), found.score


def _refitted(photo: Picture, quads: Mapping[Cell, Quad], seen: Mapping[Cell, float]) -> Found:
    plane, poses = fitted(list(quads.values()), (photo.shape[1], photo.shape[0]))
    return Found(plane, dict(zip(quads, poses, strict=True)), seen)


@dataclass(frozen=True, slots=True)
class _Finished:
    """`found`: the cards as one rectangle; `quads`: each one's own sides; `faces`: those whose face says where they
    lie; `own`: of these, which sides are seen there; `is_outlined`: whether most cards show the outline found;"""

    found: Found
    quads: Mapping[Cell, Quad]
    faces: Mapping[Cell, Faced]
    own: Mapping[Cell, tuple[bool, ...]]
    is_outlined: bool


def _printed(photo: Picture, found: Found, faces: Mapping[Cell, Faced]) -> list[Picture]:
    """The cards from above, all the way up in which they are printed."""
    cuts = {cell: patch for cell, (patch, _) in _patches(photo, found, ROOM, _RIM_PX).items()}
    turned = {cell for cell, face in faces.items() if face.is_turned}
    return [patch[::-1, ::-1] if cell in turned else patch for cell, patch in cuts.items()]


def _finished(photo: Picture, found: Found, wanted: Sequence[Cell], backs: Collection[Cell]) -> _Finished:
    """The same cards to a fraction of a pixel: by their faces, the outline that they share, and their own sides."""
    found = _refitted(photo, _sharp(photo, found, _REACHES[0]), found.seen)
    found = _settled(photo, found, wanted)
    done = _Finished(found, {}, {}, {}, is_outlined=False)
    for number, reach in enumerate(_REACHES if found.poses else ()):
        if number >= _FEWEST and done.is_outlined:
            break
        found, faces = _by_faces(photo, done.found, backs)
        turned = {cell: face.is_turned for cell, face in faces.items()}
        found, is_outlined = _outlined(photo, found, faces)
        told = _by_sides(photo, found, reach, turned)
        quads = {**told.quads, **_far_off(photo, found, told)} if number < _EARLY else told.quads
        done = _Finished(_refitted(photo, quads, found.seen), told.quads, faces, told.own, is_outlined)
    return done


def _by_sides(photo: Picture, found: Found, reach: float, turned: Mapping[Cell, bool]) -> Sided:
    """The cards by their own sides, each beginning where its face says that it lies; or, where more of its sides are
    seen so, where its outline alone does: what else is printed can pull a face aside."""
    lines = _lines(photo, found, reach)
    told = sided(found.plane, found.poses, lines, _RIM_PX, turned)
    weak = [cell for cell, own in told.own.items() if not all(own)]
    others = {cell: _searched(photo, found.plane, found.poses[cell], _NEAR)[0] for cell in weak}
    other_lines = _lines(photo, Found(found.plane, others, found.seen), reach)
    again = sided(found.plane, {**found.poses, **others}, {**lines, **other_lines}, _RIM_PX, turned)
    better = {cell for cell in weak if sum(again.own[cell]) > sum(told.own[cell])}
    return Sided(
        {cell: (again if cell in better else told).quads[cell] for cell in told.quads},
        {cell: (again if cell in better else told).own[cell] for cell in told.own},
    )


def _far_off(photo: Picture, found: Found, told: Sided) -> dict[Cell, Quad]:
    """The corners of cards of which few sides are seen where they must be and all four farther off: where some rows
    were found by their outlines and others by the frames within them, perspective explains that, and is wrong. Of most
    cards that isn't so: then their border isn't seen."""
    weak = {cell: found.poses[cell] for cell, own in told.own.items() if sum(own) <= _SIDES}
    if len(weak) > len(told.own) / 2:
        return {}
    far = _lines(photo, Found(found.plane, weak, found.seen), _FAR_REACH)
    return {cell: by_itself(found.plane, weak[cell], lines, _RIM_PX) for cell, lines in far.items() if all(lines.seen)}


def _lines(photo: Picture, found: Found, reach: float) -> dict[Cell, Lined]:
    """Each card's own sides, within `reach` card heights of where it was thought to lie."""
    cuts = {cell: patch for cell, (patch, _) in _patches(photo, found, ROOM, _RIM_PX).items()}
    return {cell: lined(patch, _RIM_PX, ROOM, reach) for cell, patch in cuts.items()}


def _by_faces(photo: Picture, found: Found, backs: Collection[Cell]) -> tuple[Found, dict[Cell, Faced]]:
    """The cards where their faces say that they are, those of which a face says it clearly."""
    order = sorted((cell for cell in found.poses if cell not in backs), key=lambda cell: -found.seen[cell])
    fronts = Found(found.plane, {cell: found.poses[cell] for cell in order}, found.seen)
    patches = _patches(photo, fronts, fellows.ROOM, fellows.HEIGHT_PX)
    clear = {
        cell: face
        for cell, face in fellows.faced({cell: patch for cell, (patch, _) in patches.items()}).items()
        if face.score > _FACED
    }
    moved = {cell: _moved(found.poses[cell], face) for cell, face in clear.items()}
    return Found(found.plane, {**found.poses, **moved}, found.seen), clear


def _moved(pose: Doubles, face: Faced) -> Doubles:
    c, s = np.cos(pose[2]), np.sin(pose[2])
    return np.array([pose[0] + c * face.x - s * face.y, pose[1] + s * face.x + c * face.y, pose[2] + face.turn])


def _sharp(photo: Picture, found: Found, reach: float) -> dict[Cell, Quad]:
    """Each card's corners in the photo, its sides moved onto their edges within `reach` card heights."""
    quads: dict[Cell, Quad] = {}
    for cell, (patch, to_table) in _patches(photo, found, _FINE_ROOM).items():
        px = patch.shape[0] / (1 + 2 * _FINE_ROOM)
        quad = through(np.asarray(np.linalg.inv(to_table)), found.plane.card(found.poses[cell]).astype(np.float32))
        better = sharpened(patch, quad, max(2.0, reach * px))
        quads[cell] = found.plane.to_pixels(through(to_table, better))
    return quads


def _patches(photo: Picture, found: Found, room: float, px: int = 0) -> dict[Cell, tuple[Picture, Matrix]]:
    """Each card from above with `room` card heights of table around it, `px` pixels high or as large as it is."""
    made: dict[Cell, tuple[Picture, Matrix]] = {}
    shrunk: dict[float, Picture] = {1.0: photo}
    for cell, pose in found.poses.items():
        height = found.plane.height_px(pose)
        want = px or max(16, round(min(height, _FINE_PX)))
        step = min(1.0, float(np.ceil(10 * want / max(height, 1.0))) / 10)
        if step not in shrunk:
            size = round(photo.shape[1] * step), round(photo.shape[0] * step)
            shrunk[step] = np.asarray(cv2.resize(photo, size, interpolation=cv2.INTER_AREA), np.uint8)
        plane = found.plane.shrunk(shrunk[step].shape[1] / photo.shape[1])
        made[cell] = plane.cut(shrunk[step], pose, room, want)
    return made


def _outlined(photo: Picture, found: Found, faces: Mapping[Cell, Faced]) -> tuple[Found, bool]:
    """The same cards with the outline that most of them show; and whether that was where it was thought to be."""
    further = outline(_printed(photo, found, faces), _RIM_PX)
    if further is None:
        return found, False
    return _reaching(found, faces, further), float(np.abs(further).max()) < _SETTLED


def _reaching(found: Found, faces: Mapping[Cell, Faced], further: Floats) -> Found:
    """The same cards, so many card heights larger above, to the right, below and to the left of what is printed."""
    top, right, bottom, left = (float(v) for v in further)
    aside = np.array([right - left, bottom - top]) / 2
    plane = found.plane.grown((left + right) / 2, (top + bottom) / 2)
    poses = {}
    for cell, pose in found.poses.items():
        way = -1 if cell in faces and faces[cell].is_turned else 1
        c, s = way * np.cos(pose[2]), way * np.sin(pose[2])
        middle = pose[:2] + np.array([c * aside[0] - s * aside[1], s * aside[0] + c * aside[1]])
        poses[cell] = np.array([*(middle / (1 + top + bottom)), pose[2]])
    return Found(plane, poses, found.seen)


def _judged(photo: Picture, done: _Finished, wanted: Sequence[Cell], backs: Collection[Cell]) -> Grid:
    """The cards that convince: their sides seen where the plane has them, and of a face like the others'."""
    found = done.found
    quads = {cell: found.plane.to_pixels(found.plane.card(pose)) for cell, pose in found.poses.items()}
    whole = _reaching(found, done.faces, margin(_printed(photo, found, done.faces), _RIM_PX))
    wholes = {cell: whole.plane.to_pixels(whole.plane.card(pose)) for cell, pose in whole.poses.items()}
    own = [done.quads[cell] for cell in quads]
    off = dict(zip(quads, misfits(found.plane, np.array(list(found.poses.values())), own), strict=True))
    seen = _seen(photo, done, off)
    reliefs = {cell: relief(rectified(photo, quads[cell])) for cell in seen}
    layout = layout_of([one for cell, one in reliefs.items() if cell not in backs])
    alike = {cell for cell in seen if cell in backs or likeness(reliefs[cell], layout, is_part=True) > _ALIKE}
    sure = {cell: wholes[cell] for cell in seen if cell in alike}
    here = set(wanted)
    return Grid(
        {cell: quad for cell, quad in sure.items() if cell in here},
        tuple(sorted(cell for cell in sure if cell not in here)),
        tuple((a, b) for a, b in combinations(sorted(here & set(quads)), 2) if _overlap(quads[a], quads[b])),
        whole.plane.aspect,
        min((found.plane.height_px(found.poses[cell]) for cell in sure), default=0.0),
    )


def _seen(photo: Picture, done: _Finished, off: Mapping[Cell, float]) -> list[Cell]:
    """The cards whose sides are seen: all four clearly, or three of one whose face lies where the others' do, as steep
    as theirs. `off`: how far each one's own corners are from where the plane has them."""
    patches = {cell: patch for cell, (patch, _) in _patches(photo, done.found, ROOM, _RIM_PX).items()}
    steep = {cell: steepness(patches[cell], _RIM_PX) * done.own[cell] for cell in done.own}
    printed = {cell: np.roll(one, 2) if done.faces[cell].is_turned else one for cell, one in steep.items()}
    usual = np.median(list(printed.values()), axis=0) if printed else np.zeros(4)
    own = {cell: one > _AS_STEEP * usual for cell, one in printed.items()}
    has_faces = len(done.faces) > len(patches) / 2
    if has_faces and not done.is_outlined:
        return []
    least = _OFF_BACK if has_faces else _OFF
    return [
        cell
        for cell, patch in patches.items()
        if (cell in own and off[cell] < _OFF_BY_FACE and _is_shown(own[cell], off[cell]))
        or (cell not in own and off[cell] < least and outlined(patch, _RIM_PX) > _OUTLINED)
    ]


def _is_shown(sides: npt.NDArray[np.bool_], off: float) -> bool:
    """Whether these sides of a card tell where it lies: three, or two beside each other that agree with the plane."""
    return bool(sides.sum() > _SIDES) or (bool(sides[::2].any() and sides[1::2].any()) and off < _OFF_BY_TWO)


def _overlap(one: Quad, other: Quad) -> bool:
    if float(np.abs(one.mean(axis=0) - other.mean(axis=0)).max()) > float(np.ptp(one, axis=0).max()):
        return False
    shared, _ = cv2.intersectConvexConvex(one, other)
    return bool(shared > _OVERLAP * cv2.contourArea(one))
