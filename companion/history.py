"""Past games as they are told: a line a game, the best and the mean of each group of players, a game's course.

Law: JSON-ready values only, read off the game itself. What clues said is told of a game that is over, and of one that
is on at a reminder table alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.journal.past import PastGame
from companion.rules.commands import GiveClue
from companion.rules.game import Game, Step
from companion.rules.options import Talk
from companion.rules.position import Position, Status, starting
from companion.rules.score import perfect, points, rating, score
from companion.saying import say_event
from companion.snapshot import history_line


def game_line(past: PastGame) -> dict[str, object]:
    """One game for the list. `begun`: wall seconds or null; `seconds`: how long it went; `actions`: turns taken."""
    setup, position = past.game.setup, past.game.position
    return {
        "game": past.number,
        "begun": past.begun,
        "seconds": None if past.seconds is None else round(past.seconds),
        "players": [setup.name(seat) for seat in range(setup.players)],
        "edition": setup.edition,
        "variants": list(setup.variants),
        "status": position.status.value,
        "on": past.is_on,
        "score": score(position),
        "points": points(position),
        "perfect": perfect(setup),
        "rating": rating(position),
        "actions": position.turn - 1,
    }


@dataclass(slots=True)
class _Group:
    """Games of the same players with the same variants."""

    players: tuple[str, ...]
    variants: tuple[str, ...]
    games: int = 0
    scores: list[int] = field(default_factory=list)
    won: int = 0

    def add(self, position: Position) -> None:
        scored = score(position)
        self.games += 1
        self.won += position.status is Status.WON
        if scored is not None:
            self.scores.append(scored)

    def line(self) -> dict[str, object]:
        return {
            "players": list(self.players),
            "variants": list(self.variants),
            "games": self.games,
            "counted": len(self.scores),
            "best": max(self.scores, default=None),
            "mean": round(sum(self.scores) / len(self.scores), 2) if self.scores else None,
            "perfect": self.won,
        }


def record_lines(games: Iterable[PastGame]) -> list[dict[str, object]]:
    """`best`, `mean` and `perfect` games of each group of players (in whatever order they sat) and its variants.

    Only games that are over count. `counted`: those with a score, from which best and mean are taken; a game that
    completed everything is perfect, with or without a score. Players without names are a group by their number.
    """
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], _Group] = {}
    for past in games:
        position = past.game.position
        if position.is_over:
            key = (_group_of(past.game), past.game.setup.variants)
            groups.setdefault(key, _Group(*key)).add(position)
    return [group.line() for group in groups.values()]


def _group_of(game: Game) -> tuple[str, ...]:
    setup = game.setup
    return tuple(sorted(setup.names, key=str.casefold)) or tuple(setup.name(seat) for seat in range(setup.players))


def timeline(game: Game) -> list[dict[str, object]]:
    """The game's course: the deal, then every line that stands, each with what it led to.

    Keys: `n` (0 for the deal), `say`, `points`, `clues`, `fuses`, `deck`, `status`, `final_turns`; from 1 on those of
    the history too (`player`, `do`, `card`, ...).
    """
    before = starting(game.setup)
    deal = {"n": 0, "say": "The cards are dealt.", **_counts(before)}
    return [deal, *(_told(game, step) for step in game.history)]


def tells_clues(game: Game) -> bool:
    """Whether what the clues said may be told: a reminder table's own wish, or the game is over."""
    return game.position.is_over or game.setup.options.talk is Talk.REMINDER


def _told(game: Game, step: Step) -> dict[str, object]:
    line = history_line(step)
    if isinstance(step.command, GiveClue) and not tells_clues(game):
        line = {key: line[key] for key in ("n", "player", "do")}
        say = f"{game.setup.name(step.player)} gives a clue."
    else:
        say = " ".join(say_event(game.setup, event) for event in step.events)
    return line | {"say": say, **_counts(step.position)}


def _counts(position: Position) -> dict[str, object]:
    return {
        "points": points(position),
        "clues": position.clues,
        "fuses": position.fuses,
        "deck": position.deck,
        "final_turns": position.turns_left,
        "status": position.status.value,
    }
