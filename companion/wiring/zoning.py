"""The mat's zones, moved on a page: checked, kept, and told to the table, which looks at itself afresh.

Law: moving a zone is never an event. What lies there is taken as lying there, and differences are told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

from companion.errors import Refused, Unreadable
from companion.messages import Rezone
from companion.sentences import joined, say
from companion.settings import Settings
from companion.showing import ZONE_WORDS, ZONES, Rectangle
from companion.table.layout import LINE_ZONES, Area
from companion.table.placements import Zone
from companion.wiring.settings_file import SettingsFile

LEAST_MM = 60.0
"""A zone must hold a card."""

_NAMES = {"fireworks": Zone.FIREWORKS, "discards": Zone.DISCARDS, "deck": Zone.DECK}


class MatZones:
    """The zones as they are now. `ask`: has a wish granted by the table, or raises Refused; `renew`: makes the eyes
    anew."""

    def __init__(
        self, settings: Settings, file: SettingsFile, ask: Callable[[Rezone], object], renew: Callable[[], None]
    ) -> None:
        zones = settings.zones
        self._size_mm = zones.mat
        self._zones: Mapping[str, Rectangle] = {name: getattr(zones, name) for name in ZONES}
        self._has_mat = settings.view.line is None
        self._file = file
        self._ask = ask
        self._renew = renew

    @property
    def size_mm(self) -> tuple[float, float]:
        """The mat's width and height."""
        return self._size_mm

    @property
    def zones(self) -> Mapping[str, Rectangle]:
        """Where the zones lie."""
        return self._zones

    @property
    def areas(self) -> Mapping[Zone, Area]:
        """The same, as the table's rules have them; without a mat, what lies on either side of the line."""
        return areas_of(self._zones) if self._has_mat else LINE_ZONES

    def move(self, zones: Mapping[str, Rectangle], *, even_with_cards: bool) -> str:
        """Moves them and keeps that. Raises Unreadable for zones that can't be, Refused while cards lie there."""
        if not self._has_mat:
            raise Refused(say("This table has no mat: a line splits it, and [view] in the settings says where."))
        refuse_impossible(zones, self._size_mm)
        self._ask(Rezone(areas_of(zones), even_with_cards=even_with_cards))
        self._zones = dict(zones)
        self._renew()
        done, unkept = say("The zones lie so from now on."), self._file.keep_zones(zones)
        return joined([done, unkept]) if unkept else done


def areas_of(zones: Mapping[str, Rectangle]) -> Mapping[Zone, Area]:
    """Rectangles by their names in the settings as areas of the mat."""
    return {_NAMES[name]: Area(*zone) for name, zone in zones.items()}


def refuse_impossible(zones: Mapping[str, Rectangle], size_mm: tuple[float, float]) -> None:
    """Raises Unreadable, in one sentence, for zones that don't lie on the mat, hold no card or overlap."""
    if set(zones) != set(ZONES):
        raise Unreadable(say("The mat has three zones: fireworks, discards and deck."))
    for name, (left, top, right, bottom) in zones.items():
        if right - left < LEAST_MM or bottom - top < LEAST_MM:
            raise Unreadable(
                say(
                    "The {zone} must be at least {least} mm wide and high: make that zone larger.",
                    zone=ZONE_WORDS[name],
                    least=format(LEAST_MM, ".0f"),
                )
            )
        if left < 0 or top < 0 or right > size_mm[0] or bottom > size_mm[1]:
            raise Unreadable(
                say(
                    "The {zone} must lie on the mat, which is {width} x {height} mm.",
                    zone=ZONE_WORDS[name],
                    width=format(size_mm[0], "g"),
                    height=format(size_mm[1], "g"),
                )
            )
    for one, other in combinations(zones, 2):
        a, b = zones[one], zones[other]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
            raise Unreadable(
                say("The {one} and the {other} overlap: move them apart.", one=ZONE_WORDS[one], other=ZONE_WORDS[other])
            )
