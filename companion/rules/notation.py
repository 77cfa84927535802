"""Commands as JSON objects (an action line), and back.

Law: strict. Unknown keys, missing keys and wrong types are Unreadable; what is well written but not allowed is left to
the rules. `read_command(write_command(c)) == c`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from companion.errors import Unreadable
from companion.rules.cards import Card, Suit, parse_card, write_card
from companion.rules.commands import (
    Adopt,
    As,
    Bonus,
    Command,
    Correct,
    CountDeck,
    Discard,
    GiveClue,
    PassTurn,
    Play,
    Stop,
    Tile,
    Undo,
)
from companion.rules.fields import Fields, written

_MOST_COPIES = 10


def read_command(value: object) -> Command:
    """The command of an action line, `{"do": ...}`; Unreadable with a sentence where it isn't one."""
    fields = Fields.of(value, "an action")
    do = fields.text("do")
    reader = _READERS.get(do)
    if reader is None:
        raise Unreadable(f"There is no action {do!r}: choose from {', '.join(_READERS)}.")
    command = reader(fields)
    fields.refuse_others()
    return command


def write_command(command: Command) -> dict[str, object]:
    """The action line of a command; keys that say nothing are left out."""
    match command:
        case GiveClue(to=to, colour=colour, rank=rank, touched=touched):
            named = None if colour is None else colour.letter
            return written("clue", to=to, colour=named, rank=rank, touched=touched)
        case Play(card=card, misplay=misplay):
            claim: dict[str, object] = {"as": As.MISPLAY.value} if misplay else {}
            return written("play", card=write_card(card)) | claim
        case Discard(card=card):
            return written("discard", card=write_card(card))
        case Bonus(tile=tile, card=card):
            return written("bonus", tile=tile.value, card=_code(card))
        case CountDeck(count=count):
            return written("deck", count=count)
        case PassTurn(player=player):
            return written("turn", player=player)
        case Adopt():
            return _write_adopt(command)
        case Stop():
            return written("stop")
        case Undo():
            return written("undo")
        case Correct():
            return _write_correct(command)
        case _:
            assert_never(command)


def _code(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _write_adopt(command: Adopt) -> dict[str, object]:
    discards = {str(card): command.discards.count(card) for card in command.discards}
    stacks = {suit.letter: top for suit, top in command.stacks}
    return written(
        "adopt",
        stacks=stacks,
        discards=discards,
        clues=command.clues,
        fuses=command.fuses,
        deck=command.deck,
        player=command.player,
    )


def _write_correct(command: Correct) -> dict[str, object]:
    claim: dict[str, object] = {} if command.as_ is None else {"as": command.as_.value}
    line = written("correct", event=command.event, card=_code(command.card)) | claim
    return line | ({"after_clue": True} if command.after_clue else {})


def _read_clue(fields: Fields) -> GiveClue:
    colour = fields.maybe_text("colour")
    return GiveClue(
        to=fields.maybe_number("to"),
        colour=None if colour is None else Suit.parse(colour),
        rank=fields.maybe_number("rank"),
        touched=fields.maybe_number("touched"),
    )


def _read_play(fields: Fields) -> Play:
    claim = fields.maybe_choice("as", As) or As.PLAY
    if claim is As.DISCARD:
        raise Unreadable("A play is no discard: write the action as a discard.")
    return Play(parse_card(fields.text("card")), misplay=claim is As.MISPLAY)


def _read_discard(fields: Fields) -> Discard:
    return Discard(parse_card(fields.text("card")))


def _read_bonus(fields: Fields) -> Bonus:
    return Bonus(fields.choice("tile", Tile), _read_maybe_card(fields))


def _read_maybe_card(fields: Fields) -> Card | None:
    text = fields.maybe_text("card")
    return None if text is None else Card.parse(text)


def _read_correct(fields: Fields) -> Correct:
    return Correct(
        event=fields.number("event"),
        card=_read_maybe_card(fields),
        as_=fields.maybe_choice("as", As),
        after_clue=bool(fields.maybe_flag("after_clue")),
    )


def _read_adopt(fields: Fields) -> Adopt:
    return Adopt(
        stacks=_read_stacks(fields.maybe_numbers("stacks")),
        discards=_read_discards(fields.maybe_numbers("discards")),
        clues=fields.maybe_number("clues"),
        fuses=fields.maybe_number("fuses") or 0,
        deck=fields.maybe_number("deck"),
        player=fields.maybe_number("player"),
    )


def _read_stacks(tops: Mapping[str, int]) -> tuple[tuple[Suit, int], ...]:
    stacks = {Suit.parse(text): top for text, top in tops.items()}
    if len(stacks) < len(tops):
        raise Unreadable("A suit stands twice among the stacks: name each once.")
    return tuple(stacks.items())


def _read_discards(counts: Mapping[str, int]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for text, count in counts.items():
        if not 0 <= count <= _MOST_COPIES:
            raise Unreadable(f"{count} copies of {text} can't lie among the discards.")
        cards += [Card.parse(text)] * count
    return tuple(cards)


_READERS: dict[str, Callable[[Fields], Command]] = {
    "clue": _read_clue,
    "play": _read_play,
    "discard": _read_discard,
    "bonus": _read_bonus,
    "undo": lambda fields: Undo(),
    "correct": _read_correct,
    "deck": lambda fields: CountDeck(fields.number("count")),
    "turn": lambda fields: PassTurn(fields.number("player")),
    "adopt": _read_adopt,
    "stop": lambda fields: Stop(),
}
