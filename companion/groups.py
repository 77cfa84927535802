"""Groups of players who play again and again: what they reached, and where one game stands among their games.

Law: a group are the same players, in whatever order they sat, with the same variants; players without names are a group
by their number. Only games that are over count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.journal.past import PastGame
from companion.rules.game import Game
from companion.rules.position import Position, Status
from companion.rules.score import score

Key = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(slots=True)
class Group:
    """Games of the same players with the same variants. `scores`: of those that were counted, in order; `won`: games
    in which everything was completed, with or without a score.
    """

    players: tuple[str, ...]
    variants: tuple[str, ...]
    games: int = 0
    scores: list[int] = field(default_factory=list)
    won: int = 0

    def add(self, position: Position) -> None:
        """One more game that is over."""
        scored = score(position)
        self.games += 1
        self.won += position.status is Status.WON
        if scored is not None:
            self.scores.append(scored)

    @property
    def best(self) -> int | None:
        """The best score, None where none was counted."""
        return max(self.scores, default=None)

    @property
    def mean(self) -> float | None:
        """The mean score, None where none was counted."""
        return round(sum(self.scores) / len(self.scores), 2) if self.scores else None

    def line(self) -> dict[str, object]:
        """JSON-ready."""
        return {
            "players": list(self.players),
            "variants": list(self.variants),
            "games": self.games,
            "counted": len(self.scores),
            "best": self.best,
            "mean": self.mean,
            "perfect": self.won,
        }


@dataclass(frozen=True, slots=True)
class Compared:
    """One game among its group's, up to itself.

    `games`: of the group that are over, this one too; `counted`: those with a score; `place`: this one's among them,
    from 1, None where it has no score; `is_shared`: another game has the same score; `best`, `mean`: of the games
    before it, None where none was counted; `won`: how many of all were won, this one too.
    """

    games: int
    counted: int
    place: int | None
    is_shared: bool
    best: int | None
    mean: float | None
    won: int


def players_of(game: Game) -> tuple[str, ...]:
    """Who played, in the order of their names."""
    setup = game.setup
    return tuple(sorted(setup.names, key=str.casefold)) or tuple(setup.name(seat) for seat in range(setup.players))


def key_of(game: Game) -> Key:
    """Which group's game this is."""
    return players_of(game), game.setup.variants


def groups_of(games: Iterable[PastGame]) -> list[Group]:
    """The groups of these games, in the order of their first ones."""
    found: dict[Key, Group] = {}
    for past in games:
        if past.game.position.is_over:
            key = key_of(past.game)
            found.setdefault(key, Group(*key)).add(past.game.position)
    return list(found.values())


def compared(games: Sequence[PastGame], one: PastGame) -> Compared:
    """Where this game stands among those of its group that were over before it. `one` itself is over."""
    key, position = key_of(one.game), one.game.position
    before = Group(*key)
    for past in games:
        if past.number < one.number and past.game.position.is_over and key_of(past.game) == key:
            before.add(past.game.position)
    scored = score(position)
    return Compared(
        games=before.games + 1,
        counted=len(before.scores) + (scored is not None),
        place=None if scored is None else 1 + sum(other > scored for other in before.scores),
        is_shared=scored in before.scores,
        best=before.best,
        mean=before.mean,
        won=before.won + (position.status is Status.WON),
    )
