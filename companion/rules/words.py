"""Each command as one word of a script, and back.

    R1    ?        play a card; one that nobody could read      clue         a clue
    -B3   -?       discard one                                  clue:R>2=3   red, to seat 2, pointing at 3 cards
    !W4   !?       misplay one, so it is said                   clue:4       fours
    undo  stop                                                  *clue        the tile "clue" (fuse, colour, ...)
    deck=12        the pile holds 12 cards                      *rescue=B3   the tile "rescue" for the blue 3
    turn=2         it is seat 2's turn                          @7=R2        event 7 was the red 2
    [R2 Y1 / W3 / clues 5 deck 20]                              @7=+R2 @7=! @7=-  a play, a misplay, a discard
                   adopt the table as it lies                   @7&clue      a clue came before event 7

Law: `read_word` and `write_word` are inverse for every command that can stand in a game. Seats count from 0.
"""

from __future__ import annotations

import re
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
from companion.rules.diagram import adopted, write_adopt

_CLUE = re.compile(r"clue(?::([A-Za-z]+)?([0-9])?)?(?:>([0-9]+))?(?:=([0-9]+))?")
_CORRECT = re.compile(r"@([0-9]+)(&clue)?(?:=([+!-]?)([A-Za-z]+[0-9])?)?")
_NUMBER = re.compile(r"(deck|turn)=([0-9]+)")
_TILE = re.compile(r"\*([a-z]+)(?:=(\S+))?")
_MARKS = {As.PLAY: "+", As.MISPLAY: "!", As.DISCARD: "-"}


def write_word(command: Command) -> str:
    """The word of a command."""
    match command:
        case GiveClue():
            return _write_clue(command)
        case Play(card=card, misplay=misplay):
            return f"{'!' if misplay else ''}{write_card(card)}"
        case Discard(card=card):
            return f"-{write_card(card)}"
        case Bonus(tile=tile, card=card):
            return f"*{tile.value}" + ("" if card is None else f"={card}")
        case CountDeck(count=count):
            return f"deck={count}"
        case PassTurn(player=player):
            return f"turn={player}"
        case Adopt():
            return f"[{write_adopt(command)}]"
        case Stop():
            return "stop"
        case Undo():
            return "undo"
        case Correct():
            return _write_correct(command)
        case _:
            assert_never(command)


def read_word(word: str) -> Command:
    """The command of a word; Unreadable names the word that is none."""
    if word in ("undo", "stop"):
        return Undo() if word == "undo" else Stop()
    if word.startswith("[") and word.endswith("]"):
        return adopted(word[1:-1])
    if found := _CLUE.fullmatch(word):
        return _read_clue(found)
    if found := _NUMBER.fullmatch(word):
        return CountDeck(int(found[2])) if found[1] == "deck" else PassTurn(int(found[2]))
    if word.startswith("*"):
        return _read_tile(word)
    if word.startswith("@"):
        return _read_correct(word)
    if word.startswith("-"):
        return Discard(parse_card(word[1:]))
    return Play(parse_card(word.removeprefix("!")), misplay=word.startswith("!"))


def _write_clue(clue: GiveClue) -> str:
    named = ("" if clue.colour is None else clue.colour.letter) + ("" if clue.rank is None else str(clue.rank))
    return (
        "clue"
        + (f":{named}" if named else "")
        + ("" if clue.to is None else f">{clue.to}")
        + ("" if clue.touched is None else f"={clue.touched}")
    )


def _read_clue(found: re.Match[str]) -> GiveClue:
    colour, rank, to, touched = found.groups()
    return GiveClue(
        to=None if to is None else int(to),
        colour=None if colour is None else Suit.parse(colour),
        rank=None if rank is None else int(rank),
        touched=None if touched is None else int(touched),
    )


def _read_tile(word: str) -> Bonus:
    found = _TILE.fullmatch(word)
    tiles = {tile.value: tile for tile in Tile}
    if found is None or found[1] not in tiles:
        raise Unreadable(f"{word!r} is no bonus tile: write one like *clue or *rescue=B3 ({', '.join(tiles)}).")
    return Bonus(tiles[found[1]], None if found[2] is None else Card.parse(found[2]))


def _write_correct(wish: Correct) -> str:
    what = ("" if wish.as_ is None else _MARKS[wish.as_]) + ("" if wish.card is None else str(wish.card))
    return f"@{wish.event}" + ("&clue" if wish.after_clue else "") + (f"={what}" if what else "")


def _read_correct(word: str) -> Correct:
    found = _CORRECT.fullmatch(word)
    if found is None:
        raise Unreadable(f"{word!r} mends nothing: write the event and what it was, like @7=R2, @7=-B3 or @7=!.")
    as_ = next((one for one, mark in _MARKS.items() if mark == found[3]), None)
    card = None if found[4] is None else Card.parse(found[4])
    return Correct(int(found[1]), card, as_, after_clue=found[2] is not None)
