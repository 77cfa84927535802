"""What the phones and lamps are shown: the game, and what stands around it (questions, alarms, devices), as JSON-ready
values.

Law: at a strict table nothing is told that follows from counting hidden cards, and nothing of what the clues said; an
open table is told what follows from what lies there; only a reminder table is told the clues again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.changes import outlook, say_changes
from companion.ports import Lamps
from companion.rules.commands import GiveClue
from companion.rules.events import ClueGiven, Corrected, DeckCounted, TakenBack, TurnPassed
from companion.rules.game import Game, Step
from companion.rules.options import Talk
from companion.rules.position import Position
from companion.rules.score import best, points, unreachable
from companion.saying import say_event
from companion.sentences import joined, say
from companion.snapshot import history_line, left_counts, state_line

_SAID = ("to", "colour", "rank", "touched")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is put on the page; `guesses` best first, `as_` the meanings that an answer may give;
    `picture`: the name of the card's picture, if there is one.
    """

    id: int
    say: str
    guesses: tuple[tuple[str, float], ...] = ()
    as_: tuple[str, ...] = ()
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that is wrong and lasts. `what`: its word; `since`: seconds of the wall clock."""

    what: str
    say: str
    since: float


@dataclass(frozen=True, slots=True)
class Device:
    """How a device is: up, down, pretend, ended, none; and a sentence with the mend where there is one."""

    state: str = "none"
    say: str = ""


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the game. `notice`: why the last press was refused, for some seconds; `pictures`: numbers in
    the history and the names of their cards' pictures; `locked`: phones may only look.
    """

    questions: tuple[Asked, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    camera: Device = field(default_factory=Device)
    panel: Device = field(default_factory=Device)
    notice: str | None = None
    pictures: tuple[tuple[int, str], ...] = ()
    locked: bool = False


def page(version: int, number: int | None, game: Game | None, around: Around) -> dict[str, object]:
    """What `GET /api/state` answers. `number`: the game's, None without one."""
    shown: dict[str, object] = {
        "version": version,
        "game": number,
        "names": [],
        "history": [],
        "talk": None,
        "events": [],
    }
    if game is not None:
        shown |= _game(game)
    return shown | _around(around)


def lamps(game: Game | None, around: Around) -> Lamps:
    """What the twelve lamps show. A camera that is down asks for somebody to look at the page, as a question does."""
    asks = bool(around.questions) or around.camera.state == "down"
    if game is None:
        return Lamps(asks=asks)
    position = game.position
    left = None if position.is_over else position.turns_left
    return Lamps(position.clues, position.fuses, "off" if left is None else "blink" if left == 1 else "on", asks)


def pace(position: Position) -> int | None:
    """How many more discards the best score allows; None in the final round, after the end, and where play goes on.

    As players count it: points + cards to draw + players - best still reachable.
    """
    if position.turns_left is not None or position.is_over or position.setup.plays_on:
        return None
    return points(position) + position.deck + position.setup.players - best(position)


def final_seats(position: Position) -> list[int]:
    """Who still has a turn in the final round, in order."""
    if position.is_over or position.turns_left is None:
        return []
    return [(position.player + n) % position.setup.players for n in range(position.turns_left)]


def _game(game: Game) -> dict[str, object]:
    setup, talk = game.setup, game.setup.options.talk
    state = state_line(game)
    return {
        **state,
        **_conflicts(state, talk),
        "names": [setup.name(seat) for seat in range(setup.players)],
        "history": [_line(step, talk) for step in game.history],
        "talk": talk.value,
        "edition": setup.edition,
        "variants": list(setup.variants),
        "words": {"clue": setup.box.clue_token, "fuse": setup.box.fuse_token},
        "last": _last(game),
        "changed": _changed(game),
        "final_names": [setup.name(seat) for seat in final_seats(game.position)],
        "tiles_owed": game.position.tiles_owed,
        **_counted(game),
    }


def _conflicts(shown: Mapping[str, object], talk: Talk) -> dict[str, object]:
    """What a correction made impossible, without what clues said."""
    conflicts = shown.get("conflicts")
    if talk is Talk.REMINDER or not isinstance(conflicts, list):
        return {}
    return {"conflicts": [{key: line[key] for key in line if key not in _SAID} for line in conflicts]}


def _counted(game: Game) -> dict[str, object]:
    """What more is told at this table than what lies there."""
    talk, position = game.setup.options.talk, game.position
    if talk is Talk.STRICT:
        return {"best": None}
    told: dict[str, object] = {
        "left": left_counts(position),
        "unreachable": [str(card) for card in unreachable(position)],
        "pace": pace(position),
        "outlook": outlook(position),
    }
    if talk is Talk.REMINDER:
        told["told"] = [history_line(step) for step in game.history if isinstance(step.command, GiveClue)]
    return told


def _line(step: Step, talk: Talk) -> dict[str, object]:
    line = history_line(step)
    if talk is not Talk.REMINDER and isinstance(step.command, GiveClue):
        line = {key: line[key] for key in ("n", "player", "do")}
    return line


def _last(game: Game) -> str:
    """The last event in a sentence."""
    if not game.events:
        return say("A game for {players} players.", players=game.setup.players)
    is_told = game.setup.options.talk is Talk.REMINDER
    events = [ClueGiven(e.player) if isinstance(e, ClueGiven) and not is_told else e for e in game.events]
    return joined(say_event(game.setup, event) for event in events)


def _changed(game: Game) -> str | None:
    """What the last mend changed; None where the last thing was no mend."""
    is_mend = any(isinstance(event, TakenBack | Corrected | DeckCounted | TurnPassed) for event in game.events)
    return say_changes(game.was, game.position) if is_mend and game.was is not None else None


def _around(around: Around) -> dict[str, object]:
    return {
        "questions": [
            {"id": q.id, "say": q.say, "guesses": dict(q.guesses), "as": list(q.as_), "picture": _address(q.picture)}
            for q in around.questions
        ],
        "alarms": [{"what": alarm.what, "say": alarm.say, "since": alarm.since} for alarm in around.alarms],
        "camera": {"state": around.camera.state, "say": around.camera.say},
        "panel": {"state": around.panel.state, "say": around.panel.say},
        "notice": around.notice,
        "pictures": {str(n): _address(name) for n, name in around.pictures},
        "locked": around.locked,
    }


def _address(picture: str | None) -> str | None:
    return None if picture is None else f"/pictures/{picture}.jpg"


def with_alarm(around: Around, alarm: Alarm | None) -> Around:
    """One more alarm, before the others."""
    return around if alarm is None else replace(around, alarms=(alarm, *around.alarms))
