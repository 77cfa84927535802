"""What a page says in sentences: lines of the history, cards, names, counts.

Law: everything is read off the page's own JSON, so that nothing is said that the state doesn't hold.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from companion.errors import Unreadable
from companion.rules.cards import Card, Suit, parse_card
from companion.sentences import Sentence, counted, joined, say, say_number

MEANINGS = {
    "play": say("It was played"),
    "misplay": say("It was a misplay"),
    "discard": say("It was discarded"),
    "none": say("It was nothing"),
}
UNREAD = say("a card that nobody could read")


def card_words(code: object, unread: Sentence = UNREAD) -> Sentence:
    """`R3` as `red 3`, `?` as a card that nobody could read."""
    face = face_of(code)
    return unread if face is None else face.words


def face_of(code: object) -> Card | None:
    """The card of a code; None for `?` and whatever is no card."""
    try:
        return parse_card(code) if isinstance(code, str) else None
    except Unreadable:
        return None


def tokens(thing: object, most: int) -> str:
    """What the tokens of a kind are called together, of which there are so many: `Clocks`, `Fuses`."""
    return counted(thing, most) if isinstance(thing, Sentence) else f"{thing}s"


def isolated(name: str) -> str:
    """A name written from right to left, kept from turning the sentence around it."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name)
    return f"\u2068{name}\u2069" if turns and not name.startswith("\u2068") else name


def name_of(names: list[str], seat: object) -> str:
    """A player's name, or the seat's number counted from 1."""
    if not isinstance(seat, int):
        return say("Somebody")
    return isolated(names[seat]) if seat < len(names) else say("Player {n}", n=seat + 1)


def event_words(line: Mapping[str, object], names: list[str], unread: Sentence = UNREAD) -> Sentence:
    """One line of the history as a sentence. `unread`: what a card is called that has no name."""
    who = name_of(names, line.get("player"))
    card = card_words(line.get("card"), unread)
    match line.get("do"):
        case "clue":
            return _clue(line, who, names)
        case "play" if line.get("as") == "misplay":
            return say("{who} misplayed {card}.", who=who, card=card)
        case "play":
            return say("{who} played {card}.", who=who, card=card)
        case "discard":
            return say("{who} discarded {card}.", who=who, card=card)
        case "bonus":
            return say("Bonus tile: {tile}.", tile=_tile(line, card))
        case "deck":
            return say("The pile was counted: {n}.", n=line.get("count"))
        case "turn":
            return say("It was really {who}’s turn.", who=name_of(names, line.get("to", line.get("player"))))
        case "adopt":
            return say("The game was taken up as the table lay.")
        case "stop":
            return say("The game was stopped.")
        case other:
            return say("{who}: {what}.", who=who, what=other)


def _clue(line: Mapping[str, object], who: str, names: list[str]) -> Sentence:
    told = _told(line)
    if line.get("to") is None:
        if told is None:
            return say("{who} gave a clue.", who=who)
        return say("{who} gave a clue: {told}.", who=who, told=told)
    to = name_of(names, line.get("to"))
    if told is None:
        return say("{who} gave a clue to {to}.", who=who, to=to)
    return say("{who} gave a clue to {to}: {told}.", who=who, to=to, told=told)


def _told(line: Mapping[str, object]) -> Sentence | None:
    """What a clue said, None where nobody noted it."""
    colour, rank, touched = line.get("colour"), line.get("rank"), line.get("touched")
    said = []
    if isinstance(colour, str):
        said.append(Suit(colour).english)
    elif rank is not None:
        said.append(say("{rank}s", rank=rank))
    if isinstance(touched, int):
        said.append(say_number("{n} card", "{n} cards", touched))
    return joined(said, ", ") if said else None


def _tile(line: Mapping[str, object], card: Sentence) -> Sentence:
    match line.get("tile"):
        case "clue":
            return say("one token comes back")
        case "fuse":
            return say("one mistake is forgiven")
        case "colour":
            return say("a free clue about a colour")
        case "rank":
            return say("a free clue about a rank")
        case "return":
            return say("back into the pile goes {card}", card=card)
        case "rescue":
            return say("onto its pile goes {card}", card=card)
        case _:
            return say("another one")
