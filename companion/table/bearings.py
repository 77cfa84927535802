"""What the umpire asks the rules: would this be accepted, what would it lead to, what does the history say.

Law: nothing here changes a game; a trial is a value that is thrown away.
"""

from __future__ import annotations

from dataclasses import replace

from companion.errors import Refused
from companion.rules.cards import Card
from companion.rules.commands import As, Command, Correct, Discard, GiveClue, Play
from companion.rules.events import CardDiscarded, CardMisplayed, CardPlayed
from companion.rules.game import Game, Step
from companion.rules.position import Position, Status, starting
from companion.table.rulings import Meaning


def after(game: Game, *commands: Command) -> Game | None:
    """The game after these commands, None where one of them is refused."""
    try:
        for command in commands:
            game = game.handle(command)
    except Refused:
        return None
    return game


def refusal(game: Game, command: Command) -> str | None:
    """Why the rules refuse this, None where they don't."""
    try:
        game.handle(command)
    except Refused as why:
        return str(why)
    return None


def is_over(game: Game) -> bool:
    """Has the game ended?"""
    return game.position.status is not Status.PLAYING


def loses(game: Game, *commands: Command) -> bool:
    """Would these commands lose a game that isn't lost?"""
    then = after(game, *commands)
    return then is not None and then.position.status is Status.LOST and game.position.status is not Status.LOST


def step_of(game: Game, event: int | None) -> Step | None:
    """The history's entry with this number."""
    return game.history[event - 1] if event is not None and 1 <= event <= len(game.history) else None


def last_event(game: Game) -> int | None:
    """The number of the history's last entry."""
    return game.history[-1].n if game.history else None


def is_last(game: Game, event: int | None) -> bool:
    """Would an undo take back exactly this entry?"""
    return event is not None and event == last_event(game) and game.undoable == game.history[-1].command


def is_latest(game: Game, event: int | None) -> bool:
    """Is this the history's last entry (though an earlier one may have been mended since)?"""
    return event is not None and event == last_event(game)


def position_before(game: Game, event: int) -> Position:
    """The position that this entry was made in."""
    return game.history[event - 2].position if event > 1 else starting(game.setup)


def told(step: Step | None) -> tuple[Meaning, Card | None] | None:
    """What the history says of a laid card: what it was and which; None where the entry is no card."""
    if step is None:
        return None
    for fact in step.events:
        match fact:
            case CardPlayed(card=card):
                return "play", card
            case CardMisplayed(card=card):
                return "misplay", card
            case CardDiscarded(card=card):
                return "discard", card
            case _:
                continue
    return None


def wish(meaning: Meaning, card: Card | None) -> Play | Discard:
    """The command that says so. A play says nothing of its outcome: the rules know whether the card fits."""
    if meaning == "discard":
        return Discard(card)
    return Play(card, misplay=meaning == "misplay")


def as_of(meaning: Meaning | None) -> As | None:
    """The rules' word for a meaning."""
    return None if meaning is None or meaning == "none" else As(meaning)


def is_followed_by_a_clue(game: Game, event: int | None) -> bool:
    """Whether the entry after this one is a clue."""
    step = step_of(game, event + 1) if event is not None else None
    return step is not None and isinstance(step.command, GiveClue)


def clues_before(game: Game, event: int | None, clues: int) -> list[Command] | None:
    """How so many clues are put before this entry; None where that would make a later entry impossible."""
    if event is None:
        return None
    mends: list[Command] = [Correct(event + n, after_clue=True) for n in range(clues)]
    mended = game
    for mend in mends:
        then = after(mended, mend)
        if then is None or then.conflicts:
            return None
        mended = then
    return mends


def table_of(position: Position) -> Position:
    """The position without what depends on the order of two acts alone: the same table looks the same."""
    return replace(
        position,
        discards=tuple(sorted(position.discards, key=str)),
        hands=(),
        player=0,
        drew=False,
        since_card=0,
    )


def order_matters(game: Game, first: Play | Discard | GiveClue, second: Play | Discard | GiveClue) -> bool:
    """Would the table look different had the second been done first?"""
    one, other = after(game, first, second), after(game, second, first)
    if one is None or other is None:
        return True
    return table_of(one.position) != table_of(other.position)
