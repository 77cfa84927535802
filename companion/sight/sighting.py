"""What the eyes tell: small, immutable, past pixels. Places that settled, and what came to lie or went there.

Law: no pictures in here. All lengths in millimetres on the mat, all times in monotonic seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.sight.reading import Reading

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four corners on the mat in millimetres, clockwise from the card's own top left."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card lying still. `id` stays the same while sight holds it for the same card in the same spot."""

    id: int
    reading: Reading
    corners_mm: Corners


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """One place that has gone still and looks different. `left_at`: the last movement in it. `vanished`: ids of cards
    no longer there; `moved`: known cards lying a little differently; `named`: unread ones now read; `odd`: something
    unknown. `arm`: from where the arm came that was over it, in degrees clockwise round the mat's middle, 0 the near
    side; None where that can't be told."""

    left_at: float
    appeared: tuple[Sighting, ...] = ()
    vanished: tuple[int, ...] = ()
    moved: tuple[Sighting, ...] = ()
    named: tuple[Sighting, ...] = ()
    odd: Corners | None = None
    arm: float | None = None


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A part of the table that is changing, or hasn't been understood yet. `area_mm`: left, top, right, bottom."""

    since: float
    area_mm: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Seen:
    """What one frame told. `unsettled`: the places that are changing, none where all lies still. `alarms`: the
    contract's names, some with what exactly after a colon (`glare:at the right`).

    `first`: the table has just been seen for the first time, and `lying` are the cards that lay on it already.
    """

    at: float
    index: int
    places: tuple[PlaceSeen, ...] = ()
    unsettled: tuple[Unsettled, ...] = ()
    alarms: tuple[str, ...] = ()
    first: bool = False
    lying: tuple[Sighting, ...] = ()

    @property
    def unsettled_since(self) -> float | None:
        """Since when some place has been changing, None where all lies still."""
        return min((place.since for place in self.unsettled), default=None)
