"""Which past games are asked for: by group, by variant, by month; and what there is to choose from.

Law: the address alone says it, so that a filtered list can be kept and sent on. What nobody knows finds nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from companion.groups import players_of
from companion.journal.past import PastGame
from companion.sentences import Sentence
from web.records import VARIANTS_SHORT, players_words, when

NONE = "none"
"""No variant at all; no date at all."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for; "" asks for any."""

    group: str = ""
    variant: str = ""
    month: str = ""

    @property
    def is_any(self) -> bool:
        """Whether all games are asked for."""
        return not (self.group or self.variant or self.month)

    @property
    def query(self) -> dict[str, str]:
        """As the address has it."""
        named = {"group": self.group, "variant": self.variant, "month": self.month}
        return {key: value for key, value in named.items() if value}

    def keeps(self, past: PastGame) -> bool:
        """Whether this game is asked for."""
        return (
            self.group in ("", _group(past))
            and (not self.variant or self.variant in (past.game.setup.variants or (NONE,)))
            and self.month in ("", _month(past))
        )


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is among the games. `groups`: as the address has them, each with its words, who played most first;
    `months`: newest first, each with its first day, None for games without a date.
    """

    groups: tuple[tuple[str, Sentence], ...]
    variants: tuple[str, ...]
    months: tuple[tuple[str, date | None], ...]

    @property
    def are_any(self) -> bool:
        """Whether there is anything to choose."""
        return max(len(self.groups), len(self.variants), len(self.months)) > 1


def wanted(query: Mapping[str, str]) -> Wanted:
    """What an address asks for."""
    return Wanted(query.get("group", ""), query.get("variant", ""), query.get("month", ""))


def choices(games: Sequence[PastGame]) -> Choices:
    """What there is to choose from among these games."""
    played = {name for past in games for name in past.game.setup.variants or (NONE,)}
    months = {_month(past) for past in games}
    dated = sorted(months - {NONE}, reverse=True)
    return Choices(
        groups=tuple(_often(games)),
        variants=tuple(name for name in (NONE, *VARIANTS_SHORT) if name in played),
        months=(*((month, _first_of(month)) for month in dated), *([(NONE, None)] if NONE in months else [])),
    )


def _often(games: Sequence[PastGame]) -> list[tuple[str, Sentence]]:
    """Each group once, who played most first."""
    counts = Counter(map(_group, games))
    words = {_group(past): players_words(players_of(past.game)) for past in games}
    return sorted(words.items(), key=lambda group: (-counts[group[0]], group[0].casefold()))


def _group(past: PastGame) -> str:
    return ", ".join(players_of(past.game))


def _month(past: PastGame) -> str:
    begun = when(past.begun)
    return NONE if begun is None else f"{begun.year:04}-{begun.month:02}"


def _first_of(month: str) -> date:
    year, number = month.split("-")
    return date(int(year), int(number), 1)
