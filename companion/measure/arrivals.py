"""Drawn arrivals: a table before and after something came to lie on it, under one named disturbance, with the truth.

Law: an arrival is its seed and its number, nothing else, so that any failure can be drawn again; how often one is
looked at changes no other. Even seeds are for tuning, odd ones for judging.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

import cv2
import numpy as np
import numpy.typing as npt

from companion.measure.disturbances import DISTURBANCES, Comer, Disturbance
from companion.measure.layout import Layout, a_hand, comes_to, with_comer
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import TABLES, Conditions, decode
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import Hand, LyingCard, Pile, Scene, Thing

Image = npt.NDArray[np.uint8]
Corners = npt.NDArray[np.float32]
Later = Callable[[int], Image]

NOTHING = ""
"""What may be named where no card of the deck came."""
_KNOWN_PX = 0.6
_SWAY_PX = 3.0
_BESIDE_MM = ((610.0, 300.0), (40.0, 470.0), (80.0, 478.0), (600.0, 408.0))


@dataclass(frozen=True, slots=True)
class Known:
    """A card that lay there before, as the eyes know it: its corners to about half a pixel, (4, 2)."""

    code: str
    corners: Corners


@dataclass(frozen=True, slots=True)
class Arrival:
    """`before` and `after`: camera frames; `card`: the code of what came, NOTHING where no card of the deck did.

    `corners`: its true corners in `after`, pixels, (4, 2); `lying`: the cards there before, the lowest first, in pixels
    of `before`; `later`: the same table a moment later, `later(1)`, `later(2)` ..., to be drawn before the next
    arrival is.
    """

    name: str
    disturbance: str
    before: Image
    after: Image
    card: str
    corners: Corners
    lying: tuple[Known, ...] = ()
    later: Later | None = field(default=None, compare=False)


A_TABLE = 4
"""Cards laid one after another on each drawn table: drawing the table costs more than laying a card."""


def arrivals(
    seed: int,
    count: int,
    faces: Mapping[str, Image],
    card_mm: tuple[float, float],
    strangers: Mapping[str, Image] | None = None,
    start: int = 0,
) -> Iterator[Arrival]:
    """Draws `count` arrivals of this seed from number `start` (the first of a table) on, the disturbances in turn.

    `strangers`: cards of other decks, by names of their own; without them none comes.
    """
    for table in range(start // A_TABLE, start // A_TABLE + -(-count // A_TABLE)):
        done = table * A_TABLE - start
        yield from islice(_Table(seed, table, faces, card_mm, strangers or {}).arrivals(), count - done)


class _Table:
    """One table with its lens and light, and what comes to lie on it."""

    def __init__(
        self,
        seed: int,
        number: int,
        faces: Mapping[str, Image],
        card_mm: tuple[float, float],
        strangers: Mapping[str, Image],
    ) -> None:
        self._rng = rng = np.random.default_rng((seed, number))
        self._name, self._seed = f"{seed}-{number}", (seed, number)
        names = [name for name, d in DISTURBANCES.items() if strangers or d.comes is not Comer.STRANGER]
        self._disturbance = names[number % len(names)]
        self._d = DISTURBANCES[self._disturbance]
        self._codes = [code for code in faces if code != "back"]
        self._strangers = list(strangers)
        self._layout = Layout(rng, self._codes, self._d.laying)
        self._known = list(self._layout.lying)
        self._coming = [self._layout.next() for _ in range(A_TABLE)] if self._d.comes is Comer.CARD else []
        spots = [(c.x_mm, c.y_mm) for c in self._coming] or [self._comes_to(n) for n in range(A_TABLE)]
        conditions = _conditions(rng, self._d, spots, faces)
        lens, look = _lens(rng, self._d), int(rng.integers(1 << 30))
        self._painter = Painter({**faces, **strangers}, card_mm, lens, conditions, look)
        self._pile = Pile(int(rng.integers(1, 40)))
        hides = (Thing("mug", *((0.0, 0.0), (800.0, 0.0), (800.0, 500.0), (0.0, 500.0))[int(rng.integers(4))]),)
        beside = tuple(Thing(k, x, y, 20.0) for k, (x, y) in zip(self._d.beside, _BESIDE_MM, strict=False))
        self._things = beside + (hides if self._d.marker_hidden else ())

    def arrivals(self) -> Iterator[Arrival]:
        """What comes, in order."""
        if self._d.comes is not Comer.CARD:
            yield from self._no_cards()
            return
        lying = list(self._known)
        before = self._seen(self._scene(lying), 0)
        for number, card in enumerate(self._coming):
            known = tuple(Known(one.code, self._corners(one, number, roughly=True)) for one in lying)
            lying.append(card)
            scene = self._scene(lying, self._hand_beside(card))
            after = self._seen(scene, number + 1)
            corners = self._corners(card, number + 1)
            yield self._arrival(number, before, after, card.code, corners, known, scene)
            before = self._seen(self._scene(lying), number + 1) if scene.hands else after

    def _no_cards(self) -> Iterator[Arrival]:
        scene = self._scene(self._known)
        before = self._seen(scene, 0)
        known = tuple(Known(one.code, self._corners(one, 0, roughly=True)) for one in self._known)
        for number in range(A_TABLE):
            with_it = with_comer(
                scene, self._d.comes, self._chance(number), self._codes, self._strangers, self._d.laying
            )
            after = self._seen(with_it, number + 1)
            yield self._arrival(number, before, after, NOTHING, np.zeros((4, 2), np.float32), known, with_it)

    def _chance(self, number: int) -> np.random.Generator:
        return np.random.default_rng((*self._seed, 50 + number))

    def _comes_to(self, number: int) -> tuple[float, float]:
        return comes_to(self._chance(number), self._d.laying)[:2]

    def _arrival(
        self,
        number: int,
        before: Image,
        after: Image,
        card: str,
        corners: Corners,
        known: tuple[Known, ...],
        scene: Scene,
    ) -> Arrival:
        def later(step: int) -> Image:
            return self._seen(scene, number + 1, step)

        return Arrival(f"{self._name}-{number}", self._disturbance, before, after, card, corners, known, later)

    # ---- the camera

    def _scene(self, lying: list[LyingCard], hands: tuple[Hand, ...] = ()) -> Scene:
        return Scene(tuple(lying), hands, self._pile, self._things)

    def _hand_beside(self, card: LyingCard) -> tuple[Hand, ...]:
        """A hand at rest next to the card that came, so that its shadow falls near."""
        if not self._d.hand_beside:
            return ()
        side = 1 if card.x_mm < 400 else -1
        return (a_hand(self._rng, card.x_mm + side * float(self._rng.uniform(85, 120)), card.y_mm + 40),)

    def _seen(self, scene: Scene, number: int, step: int = 0) -> Image:
        """The camera's frame `step` looks after arrival `number` came to lie; the first, 0, is that before any."""
        chance = np.random.default_rng((*self._seed, number, step))
        c = self._painter.conditions
        if c.glare:
            swing = _SWAY_PX * np.sin(0.5 * step + np.array([0.0, 0.3]) * number) - _SWAY_PX * np.sin(
                [0.0, 0.3 * number]
            )
            self._painter.sway(float(swing[0]), float(swing[1]))
        frame = self._painter.frame(scene, 2.0 * number + 0.2 * step, chance)
        if number % 2 == 0:
            return frame
        if self._d.drift != (1.0, 1.0, 1.0):
            gain = np.sqrt(np.asarray(self._d.drift, np.float32))
            frame = np.clip(frame * gain + np.float32(0.5), 0, 255).astype(np.uint8)
        if self._d.nudge_px:
            frame = np.asarray(
                cv2.warpAffine(frame, self._nudge(number), self._painter.lens.size, borderMode=cv2.BORDER_REPLICATE),
                np.uint8,
            )
        return frame

    def _nudge(self, number: int) -> npt.NDArray[np.float64]:
        """How the camera has moved: it stands askew at every other arrival, and right again at the next."""
        chance = np.random.default_rng((*self._seed, 90 + number))
        size = self._painter.lens.size
        turn = cv2.getRotationMatrix2D(
            (size[0] / 2, size[1] / 2), float(chance.uniform(-1, 1)) * self._d.nudge_deg, 1.0
        )
        way, far = float(chance.uniform(0, 2 * np.pi)), float(chance.uniform(1.0, self._d.nudge_px))
        turn[:, 2] += (far * np.cos(way), far * np.sin(way))
        return np.asarray(turn, np.float64)

    def _corners(self, card: LyingCard, number: int, *, roughly: bool = False) -> Corners:
        """A card's corners in the frame of this number."""
        corners = self._painter.corners(card)
        if self._d.nudge_px and number % 2:
            move = self._nudge(number)
            corners = corners @ move[:, :2].T + move[:, 2]
        doubt = np.random.default_rng((*self._seed, 70 + number)).normal(0, _KNOWN_PX, (4, 2)) if roughly else 0.0
        return np.asarray(corners + doubt, np.float32)


def _conditions(
    rng: np.random.Generator, d: Disturbance, coming_to: list[tuple[float, float]], faces: Mapping[str, Image]
) -> Conditions:
    base = Conditions.random(rng, 0.3).but(table=str(rng.choice(TABLES)), glare=0.0, sleeved=False, motion_px=0.0)
    if d.is_any:
        return Conditions.random(rng, 1.0)
    if d.own_cloth:
        base = base.but(cloth=_border_colour(faces))
    if d.lamps_mm:
        spots = tuple((x + float(rng.normal(0, 16)), y + float(rng.normal(0, 22))) for x, y in coming_to)
        wide = d.lamps_mm * float(rng.uniform(0.5, 1.5))
        base = base.but(glare_at_mm=spots, glare_spots=len(spots), glare_mm=wide)
    return base.but(**d.light)


def _border_colour(faces: Mapping[str, Image]) -> tuple[float, float, float]:
    """What most cards show along their edges, linear, as ink is drawn: a cloth of that colour gives no contrast."""
    rims = [np.concatenate([face[2:5].reshape(-1, 3), face[:, 2:5].reshape(-1, 3)]) for face in faces.values()]
    blue, green, red = (0.012 + 0.86 * float(v) for v in np.median(decode(np.concatenate(rims)), axis=0))
    return blue, green, red


def _lens(rng: np.random.Generator, d: Disturbance) -> Lens:
    tilt = float(rng.uniform(0, 14)) if d.tilt_deg is None else d.tilt_deg
    bend = float(rng.uniform(-0.03, 0.02)) if d.k1 is None else d.k1
    return Lens.over(
        tilt_deg=tilt, tilt_towards_deg=float(rng.uniform(0, 360)), roll_deg=float(rng.normal(0, 2)), k1=bend
    )
