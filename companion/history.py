"""Past games as they are told: a line a game, the best and the mean of each group of players, a game's course, and the
table as it lay after each of its lines.

Law: JSON-ready values only, read off the game itself. What clues said is told of a game that is over, and of one that
is on at a reminder table alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.groups import groups_of
from companion.journal.past import PastGame
from companion.page import final_seats
from companion.rules.commands import GiveClue
from companion.rules.game import Game, Step
from companion.rules.options import Talk
from companion.rules.position import Position, starting
from companion.rules.score import perfect, points, rating, score
from companion.saying import say_event
from companion.sentences import joined, say
from companion.snapshot import history_line, state


def game_line(past: PastGame) -> dict[str, object]:
    """One game for the list. `begun`: wall seconds or null; `seconds`: how long it went; `actions`: turns taken;
    `brought`: it came from a file.
    """
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
        "brought": past.saved.is_brought,
        "score": score(position),
        "points": points(position),
        "perfect": perfect(setup),
        "rating": rating(position),
        "actions": position.turn - 1,
    }


def record_lines(games: Iterable[PastGame]) -> list[dict[str, object]]:
    """`best`, `mean` and `perfect` games of each group of players (in whatever order they sat) and its variants.

    Only games that are over count. `counted`: those with a score, from which best and mean are taken; a game that
    completed everything is perfect, with or without a score. Players without names are a group by their number.
    """
    return [group.line() for group in groups_of(games)]


def timeline(game: Game) -> list[dict[str, object]]:
    """The game's course: the deal, then every line that stands, each with what it led to.

    Keys: `n` (0 for the deal), `say`, `points`, `clues`, `fuses`, `deck`, `status`, `final_turns`; from 1 on those of
    the history too (`player`, `do`, `card`, ...).
    """
    before = starting(game.setup)
    deal = {"n": 0, "say": say("The cards are dealt."), **_counts(before)}
    return [deal, *(_told(game, step) for step in game.history)]


def tells_clues(game: Game) -> bool:
    """Whether what the clues said may be told: a reminder table's own wish, or the game is over."""
    return game.position.is_over or game.setup.options.talk is Talk.REMINDER


def _told(game: Game, step: Step) -> dict[str, object]:
    line = history_line(step)
    if isinstance(step.command, GiveClue) and not tells_clues(game):
        line = {key: line[key] for key in ("n", "player", "do")}
        told = say("{who} gives a clue.", who=game.setup.name(step.player))
    else:
        told = joined(say_event(game.setup, event) for event in step.events)
    return line | {"say": told, **_counts(step.position)}


def _counts(position: Position) -> dict[str, object]:
    return {
        "points": points(position),
        "clues": position.clues,
        "fuses": position.fuses,
        "deck": position.deck,
        "final_turns": position.turns_left,
        "status": position.status.value,
    }


def as_it_lay(past: PastGame, n: int) -> dict[str, object]:
    """The table after the `n`-th line that stands (0: after the deal), with the keys that a page's state has.

    Nothing is told that only counting tells: `best` is null.
    """
    setup, history = past.game.setup, past.game.history
    return {
        **state(history[n - 1].position if n else starting(setup)),
        "best": None,
        "game": past.number,
        "names": [setup.name(seat) for seat in range(setup.players)],
        "edition": setup.edition,
        "variants": list(setup.variants),
        "words": {"clue": setup.box.clue_token, "fuse": setup.box.fuse_token},
        "final_names": [setup.name(seat) for seat in final_seats(history[n - 1].position)] if n else [],
    }
