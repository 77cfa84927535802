"""Which cards lie where in a still picture: candidates, sharpened, read, and the best kept where they overlap.

Law: a card is named only where the reader is clear, or likely: there is no second look at a still picture. What merely
looks like one is told as unsure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.sight.candidates import candidates, proportion
from companion.sight.junctions import junctions
from companion.sight.marks import Marks
from companion.sight.mat import DEFAULT_MM, Mat, markers, mat_from_markers
from companion.sight.outlines import Size, sharpened
from companion.sight.pixels import Matrix, Picture, Quad
from companion.sight.place import PX_PER_MM
from companion.sight.reader import BACK, Match, Reader
from companion.sight.rectify import through

_WORKING_PX = 1280
_LEAST_SHARE = 0.004
_MOST_SHARE = 0.75
_SETTLED = 12
_WORTH_SETTLING = 0.25


@dataclass(frozen=True, slots=True)
class StillLook:
    """`clear` and `unsure`: matches with corners in the picture's pixels; `mat`: None where no mat is in the
    picture."""

    clear: tuple[Match, ...]
    unsure: tuple[Match, ...]
    mat: Mat | None


def look(reader: Reader, picture: Picture, card_mm: tuple[float, float], faces: Sequence[Picture] = ()) -> StillLook:
    """The cards that lie whole in a picture, with a mat or without. `faces`: the taught ones, to look for what is
    printed on them; without them the look is quick, and less thorough where there is no mat."""
    mat = mat_from_markers(markers(picture))
    if mat is not None:
        table = mat.table(picture, PX_PER_MM, (0.0, 0.0, *DEFAULT_MM))
        clear, unsure = look_at_table(reader, table, card_mm, faces)
        to_picture = mat.to_pixels @ np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1])
        return StillLook(_mapped(clear, to_picture), _mapped(unsure, to_picture), mat)
    shrink = min(1.0, _WORKING_PX / max(picture.shape[:2]))
    size = (round(picture.shape[1] * shrink), round(picture.shape[0] * shrink))
    small = picture if shrink == 1 else np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    clear, unsure = _look_at_picture(reader, small, card_mm[0] / card_mm[1], faces)
    to_picture = np.diag([1 / shrink, 1 / shrink, 1])
    return StillLook(_mapped(clear, to_picture), _mapped(unsure, to_picture), None)


def _mapped(matches: Sequence[Match], to_picture: Matrix) -> tuple[Match, ...]:
    return tuple(replace(match, quad=through(to_picture, match.quad)) for match in matches)


def look_at_table(
    reader: Reader, table: Picture, card_mm: tuple[float, float], faces: Sequence[Picture] = ()
) -> tuple[list[Match], list[Match]]:
    """The cards in a flattened table picture, in its pixels: clear ones and unsure ones.

    Edges show a card that lies apart; `faces` find those on top of others, whose edges run into theirs.
    """
    size = Size(card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM)
    quads = candidates(table, size.fits)
    quads += [quad for quad in Marks(faces, in_tiles=True).outlines(table) if size.fits(quad)] if faces else []
    return _read(reader, table, quads, 4 * PX_PER_MM)


def _look_at_picture(
    reader: Reader, picture: Picture, aspect: float, faces: Sequence[Picture]
) -> tuple[list[Match], list[Match]]:
    whole = float(picture.shape[0] * picture.shape[1])

    def is_plausible(quad: Quad) -> bool:
        share = float(cv2.contourArea(quad)) / whole
        return _LEAST_SHARE < share < _MOST_SHARE and 0.62 * aspect < proportion(quad) < 1.6 * aspect

    doubtful: list[Match] = []
    for quads, reach in _offered(picture, faces, is_plausible):
        clear, unsure = _read(reader, picture, quads, reach)
        doubtful += unsure
        if clear:
            return clear, _apart(doubtful, clear)
    return [], _apart(doubtful)


def _offered(
    picture: Picture, faces: Sequence[Picture], is_plausible: Callable[[Quad], bool]
) -> Iterator[tuple[list[Quad], float]]:
    """Outlines, and by how much their sides may be off in pixels: those that are cheap to find first."""
    yield candidates(picture, is_plausible), 5.0
    if faces:
        yield [quad for quad in Marks(faces).outlines(picture) if is_plausible(quad)], 3.0
        yield junctions(picture, is_plausible), 14.0


def _read(reader: Reader, picture: Picture, quads: Sequence[Quad], reach: float) -> tuple[list[Match], list[Match]]:
    found = [m for quad in quads if (m := reader.match(picture, [sharpened(picture, quad, reach), quad])) is not None]
    doubtful = [m for m in found if not m.is_clear and m.alike > _WORTH_SETTLING]
    found += [reader.settle(picture, m) for m in sorted(doubtful, key=lambda m: -m.score)[:_SETTLED]]
    found = [replace(m, is_clear=m.is_likely) for m in found]
    kept = _apart(found)
    clear = [m for m in kept if m.is_clear and m.code != BACK]
    unsure = [m for m in kept if not m.is_clear and m.code != BACK and m.alike > 0.3]
    return clear, unsure


def _apart(matches: Sequence[Match], known: Sequence[Match] = ()) -> list[Match]:
    """The matches that lie on no better one, and on none that is known; the best first."""
    kept: list[Match] = []
    for match in sorted(matches, key=lambda m: (m.is_clear, m.score), reverse=True):
        if not any(_overlap(match.quad, other.quad) for other in (*known, *kept)):
            kept.append(match)
    return kept


def _overlap(one: Quad, other: Quad) -> bool:
    """Whether two cards share more than a third of the smaller one."""
    shared, _ = cv2.intersectConvexConvex(one, other)
    return shared > 0.33 * min(cv2.contourArea(one), cv2.contourArea(other))
