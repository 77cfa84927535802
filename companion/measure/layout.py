"""Where cards lie on a drawn table, and where the next one goes: on a pile, to a free place, or among the discards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.measure.disturbances import Comer, Laying
from hardware.rehearsal.scene import Hand, LyingCard, Scene, Thing

_THINGS = {Comer.PHONE: "phone", Comer.PAPER: "paper", Comer.CUP: "mug"}
_POSES = ("flat", "pinch", "point")


class Layout:
    """Some piles and discards. `lying`: the cards there are, in the order in which they were laid."""

    def __init__(self, rng: np.random.Generator, codes: Sequence[str], laying: Laying) -> None:
        self._rng, self._codes, self._laying = rng, codes, laying
        self._is_square = laying is Laying.SQUARELY
        self._piles: dict[float, list[LyingCard]] = {float(x): [] for x in np.linspace(85, 715, 5)}
        self._discards = 0
        self.lying: list[LyingCard] = []
        for x in self._piles:
            for _ in range(int(rng.integers(0, 3))):
                self._on_pile(x, float(rng.uniform(14, 24)))
        for _ in range(int(rng.integers(0, 6))):
            self._to_discards()

    def next(self) -> LyingCard:
        """Lays one more card."""
        if self._laying is Laying.ZONE_EDGE:
            return self._over_an_edge()
        x = float(self._rng.choice(list(self._piles)))
        if self._is_square:
            return self._on_pile(x, float(self._rng.normal(0, 1.5)))
        if self._laying is Laying.HEAP or self._rng.random() < 0.4:
            return self._to_discards()
        return self._on_pile(x, float(self._rng.uniform(12, 24)))

    def _on_pile(self, x: float, step_mm: float) -> LyingCard:
        pile = self._piles[x]
        y = min(pile[-1].y_mm + step_mm, 150.0) if pile else 70.0
        aside = self._rng.normal(0, 1.5 if self._is_square else 4)
        place = pile[-1].x_mm if pile and self._is_square else x
        turn = float(self._rng.normal(0, 1.5 if self._is_square else 6))
        pile.append(self._card(place + aside, y, turn, [card.code for card in pile]))
        return pile[-1]

    def _to_discards(self) -> LyingCard:
        x, y, turn = _discard(self._rng, self._discards, heap=self._laying is Laying.HEAP)
        self._discards += 1
        return self._card(x, y, turn)

    def _over_an_edge(self) -> LyingCard:
        """Between fireworks and discards, or over the left or lower edge of the discards."""
        rng = self._rng
        x, y = (
            (float(rng.uniform(90, 560)), float(rng.uniform(205, 225))),
            (float(rng.uniform(34, 46)), float(rng.uniform(290, 420))),
            (float(rng.uniform(90, 560)), float(rng.uniform(446, 454))),
        )[int(rng.integers(3))]
        return self._card(x, y, float(rng.normal(0, 6)))

    def _card(self, x: float, y: float, turn: float, but: Sequence[str] = ()) -> LyingCard:
        """Any card but these: no pile holds a face twice, and nobody could tell one on its twin from one taken away."""
        code = str(self._rng.choice(self._codes))
        while code in but and len(but) < len(self._codes):
            code = str(self._rng.choice(self._codes))
        card = LyingCard(code, x, y, turn)
        self.lying.append(card)
        return card


def _discard(rng: np.random.Generator, index: int, *, heap: bool) -> tuple[float, float, float]:
    if heap:
        return float(rng.uniform(120, 460)), float(rng.uniform(290, 430)), float(rng.uniform(0, 360))
    turn = float(rng.normal(0, 8)) + (180.0 if rng.random() < 0.3 else 0.0)
    return 80 + 48 * (index % 9) + float(rng.normal(0, 4)), 290 + 95 * (index // 9) + float(rng.normal(0, 5)), turn


def comes_to(rng: np.random.Generator, laying: Laying) -> tuple[float, float, float]:
    """Where what is no card of the deck comes to lie: millimetres and degrees."""
    x, y, turn = float(rng.uniform(110, 520)), float(rng.uniform(395, 430)), float(rng.uniform(0, 360))
    return (x, y + 65, 0.1 * (turn - 180)) if laying is Laying.MAT_EDGE else (x, y, turn)


def with_comer(
    scene: Scene,
    comes: Comer,
    rng: np.random.Generator,
    codes: Sequence[str],
    strangers: Sequence[str],
    laying: Laying = Laying.ABOUT,
) -> Scene:
    """The scene with something in a free part of it, or over the mat's edge, that is no card of the deck, or that is
    held in a hand."""
    x, y, turn = comes_to(rng, laying)
    match comes:
        case Comer.BACK:
            return _and(scene, cards=(LyingCard(codes[0], x, y, turn, face_down=True),))
        case Comer.STRANGER:
            return _and(scene, cards=(LyingCard(str(rng.choice(strangers)), x, y, turn),))
        case Comer.TOKENS:
            kinds = [str(kind) for kind in rng.choice(("token", "coin"), int(rng.integers(1, 5)))]
            return _and(
                scene, things=tuple(Thing(k, x + 30 * n, y + float(rng.normal(0, 8))) for n, k in enumerate(kinds))
            )
        case Comer.HAND | Comer.FAN:
            return _and(scene, hands=(a_hand(rng, x, y, codes if comes is Comer.FAN else ()),))
        case _:
            return _and(scene, things=(Thing(_THINGS[comes], x, y, turn),))


def a_hand(rng: np.random.Generator, x_mm: float, y_mm: float, codes: Sequence[str] = ()) -> Hand:
    """A hand at rest that came in over the near edge; with `codes`, a fan of these cards in it."""
    way, person = float(rng.uniform(-40, 40)), int(rng.integers(5))
    if not codes:
        return Hand(x_mm, y_mm, way, float(rng.uniform(3, 12)), str(rng.choice(_POSES)), person)
    held = tuple(str(code) for code in rng.choice(codes, int(rng.integers(3, 6)), replace=False))
    return Hand(x_mm, y_mm, way, float(rng.uniform(30, 80)), "fan", person, held)


def _and(
    scene: Scene, cards: tuple[LyingCard, ...] = (), hands: tuple[Hand, ...] = (), things: tuple[Thing, ...] = ()
) -> Scene:
    return Scene((*scene.cards, *cards), (*scene.hands, *hands), scene.pile, (*scene.things, *things))
