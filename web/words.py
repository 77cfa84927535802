"""What a page says in sentences: lines of the history, cards, names, counts.

Law: everything is read off the page's own JSON, so that nothing is said that the state doesn't hold.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from companion.errors import Unreadable
from companion.rules.cards import Card, Suit, parse_card

MEANINGS = {
    "play": "It was played",
    "misplay": "It was a misplay",
    "discard": "It was discarded",
    "none": "It was nothing",
}
_TILES = {
    "clue": "one token comes back",
    "fuse": "one mistake is forgiven",
    "colour": "a free clue about a colour",
    "rank": "a free clue about a rank",
    "return": "back into the pile goes",
    "rescue": "onto its pile goes",
    "other": "another one",
}
UNREAD = "a card that nobody could read"


def card_words(code: object, unread: str = UNREAD) -> str:
    """`R3` as `red 3`, `?` as a card that nobody could read."""
    face = face_of(code)
    return unread if face is None else f"{face.suit.english} {face.rank}"


def face_of(code: object) -> Card | None:
    """The card of a code; None for `?` and whatever is no card."""
    try:
        return parse_card(code) if isinstance(code, str) else None
    except Unreadable:
        return None


def count(number: int, thing: str) -> str:
    """`1 turn`, `2 turns`."""
    return f"{number} {thing}" if number == 1 else f"{number} {many(thing)}"


def many(thing: str) -> str:
    """The plural: `Clocks`, `Fuses`."""
    return f"{thing}s"


def isolated(name: str) -> str:
    """A name written from right to left, kept from turning the sentence around it."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"\u2068{name}\u2069" if turns else name


def name_of(names: list[str], seat: object) -> str:
    """A player's name, or the seat's number counted from 1."""
    if not isinstance(seat, int):
        return "Somebody"
    return isolated(names[seat]) if seat < len(names) else f"Player {seat + 1}"


def event_words(line: Mapping[str, object], names: list[str], unread: str = UNREAD) -> str:
    """One line of the history as a sentence. `unread`: what a card is called that has no name."""
    who = name_of(names, line.get("player"))
    card = card_words(line.get("card"), unread)
    match line.get("do"):
        case "clue":
            return f"{who} gave a clue{_about(line, names)}."
        case "play" if line.get("as") == "misplay":
            return f"{who} misplayed {card}."
        case "play":
            return f"{who} played {card}."
        case "discard":
            return f"{who} discarded {card}."
        case "bonus":
            tail = f" {card}" if "card" in line else ""
            return f"Bonus tile: {_TILES.get(str(line.get('tile')), 'another one')}{tail}."
        case "deck":
            return f"The pile was counted: {line.get('count')}."
        case "turn":
            return f"It was really {name_of(names, line.get('to', line.get('player')))}’s turn."
        case "adopt":
            return "The game was taken up as the table lay."
        case "stop":
            return "The game was stopped."
        case other:
            return f"{who}: {other}."


def _about(line: Mapping[str, object], names: list[str]) -> str:
    to, colour, rank, touched = line.get("to"), line.get("colour"), line.get("rank"), line.get("touched")
    told = "" if to is None else f" to {name_of(names, to)}"
    what = Suit(colour).english if isinstance(colour, str) else None if rank is None else f"{rank}s"
    said = [] if what is None else [what]
    if isinstance(touched, int):
        said.append(count(touched, "card"))
    return f"{told}: {', '.join(said)}" if said else told
