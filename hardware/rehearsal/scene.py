"""What is on and over the table at one moment, in millimetres from the centre of marker 0: x right, y down, height up.

Law: values only. Who moves them is the script's, how they look is the painter's.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card on the table; (x_mm, y_mm) is its centre, `turn_deg` clockwise as seen by the camera, 0 upright."""

    code: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Pile:
    """The face-down draw pile; a card is 0.3 mm thick."""

    count: int
    x_mm: float = 700.0
    y_mm: float = 355.0
    turn_deg: float = 0.0

    @property
    def height_mm(self) -> float:
        return 0.3 * self.count


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is no card of the game: `kind` is phone, paper, mug, token or coin."""

    kind: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the table; its fingertips are at (x_mm, y_mm), `height_mm` above it.

    The forearm leaves it towards `from_deg`, clockwise, 0 being the table's near (lower) side, 90 its left.
    `velocity_mm_s` smears it. `held` are the codes of the cards in it: one, turned by `held_turn_deg` on the table and
    held by its near half, or several, as a fan.
    """

    x_mm: float
    y_mm: float
    from_deg: float = 0.0
    height_mm: float = 30.0
    pose: str = "pinch"
    person: int = 0
    held: tuple[str, ...] = ()
    held_turn_deg: float = 0.0
    held_face_down: bool = False
    velocity_mm_s: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything at one moment; `cards` in the order in which they were laid, the last on top."""

    cards: tuple[LyingCard, ...] = ()
    hands: tuple[Hand, ...] = ()
    pile: Pile | None = None
    things: tuple[Thing, ...] = ()
