"""A setup as a line of text, and a whole position as one: what a bug report needs to begin from.

    rr2013 3 | R2 Y0 G5 B1 W0 / R1 R1 W3 / clues 5 fuses 1 deck 20 player 2
    storm ["Ann", "Bo"] rainbow black starter=1 talk=open | M5 ... / - / clues 8 ... player 0 turn=31 left=2

Edition, players, variants, and the agreements that differ from the edition's; the table as in `diagram`; then what only
a course of play can tell, where it differs from a table just adopted: turn, left (turns of the final round), unknown,
since (turns since a card was laid), drew, tiles (owed), hands, status. Law: `read_position(write_position(p)) == p`,
and so for setups. Seats count from 0, as in JSON.
"""

from __future__ import annotations

import json
from dataclasses import replace

from companion.errors import Unreadable
from companion.rules.agreement import read_setup, write_options
from companion.rules.diagram import adopted, diagram
from companion.rules.position import Position, Status, dealt_evenly
from companion.rules.setup import ALL_CLUES, Setup, default_options

_OPTIONS = ("zero_clue", "discard_at_full", "loss", "lose_on_lost_card", "talk")
_TRUTH = {"true": True, "false": False}
_BETWEEN = " | "
_NUMBERS = {
    "turn": "turn",
    "left": "turns_left",
    "since": "since_card",
    "drew": "drew",
    "tiles": "tiles_owed",
}
"""The words of the last part, and which field of a position each tells."""


def write_setup_line(setup: Setup) -> str:
    """The line of a setup."""
    players = json.dumps(list(setup.names) or setup.players, ensure_ascii=False)
    words = [setup.edition, players, *setup.variants]
    if setup.starter:
        words.append(f"starter={setup.starter}")
    return " ".join([*words, *agreed(setup)])


def agreed(setup: Setup) -> list[str]:
    """A word for each option in which the table differs from its edition: `talk=open`."""
    usual = write_options(default_options(setup.edition, setup.variants))
    options = write_options(setup.options)
    return [f"{key}={_word(value)}" for key, value in options.items() if value != usual[key]]


def read_setup_line(text: str) -> Setup:
    """The setup of a line. Unreadable, or ImpossibleSetup, with a sentence."""
    edition, _, rest = text.strip().partition(" ")
    players, rest = _players(rest.strip())
    said: dict[str, object] = {"edition": edition, "players": players}
    options: dict[str, object] = {}
    variants: list[str] = []
    for word in rest.split():
        key, equals, value = word.partition("=")
        if not equals:
            variants.append(word)
        elif key in _OPTIONS:
            options[key] = _TRUTH.get(value, value)
        else:
            said[key] = int(value) if value.isascii() and value.isdigit() else value
    return read_setup(said | {"variants": variants, "options": options})


def write_position(position: Position) -> str:
    """The whole line of a position."""
    usual = _lying(position.setup, diagram(position), position.unknown)
    words = [f"unknown={position.unknown}"] if position.unknown else []
    for word, field in _NUMBERS.items():
        value = getattr(position, field)
        if value != getattr(usual, field):
            words.append(f"{word}={int(value)}")
    if position.hands != usual.hands:
        words.append(f"hands={','.join(map(str, position.hands))}")
    if position.is_over:
        words.append(f"status={position.status.value}")
    return _BETWEEN.join((write_setup_line(position.setup), " ".join((diagram(position), *words))))


def read_position(text: str) -> Position:
    """The position of a whole line. What such a game doesn't have is Unreadable; contradictions are for `check`."""
    first, between, table = text.strip().rpartition(_BETWEEN)
    if not between:
        raise Unreadable("A position is its setup, a | and the table, like rr2013 3 | R2 Y1 / W3 / clues 5 deck 20.")
    setup = read_setup_line(first)
    words = table.split()
    more = _more([word for word in words if "=" in word])
    lying = _lying(setup, " ".join(word for word in words if "=" not in word), _count(more.pop("unknown", "0")))
    hands = more.pop("hands", None)
    status = _status(more.pop("status", Status.PLAYING.value))
    drew = bool(_count(more.pop("drew", "0")))
    numbers = {_NUMBERS[word]: _count(value) for word, value in more.items()}
    return replace(
        lying,
        hands=lying.hands if hands is None else _hands(setup, hands),
        status=status,
        drew=drew,
        turn=numbers.get("turn", lying.turn),
        turns_left=numbers.get("turns_left"),
        since_card=numbers.get("since_card", 0),
        tiles_owed=numbers.get("tiles_owed", 0),
    )


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _players(text: str) -> tuple[object, str]:
    """A number or a list of names, and what follows it."""
    try:
        players, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        raise Unreadable('After the edition stand the players: a number, or names like ["Ann", "Bo"].') from None
    return players, text[end:]


def _lying(setup: Setup, table: str, unknown: int) -> Position:
    wish = adopted(table)
    tops = dict(wish.stacks)
    absent = [suit.letter for suit in tops if setup.pile(suit) is None]
    if absent:
        raise Unreadable(f"There is no suit {absent[0]} in this game.")
    lying = Position(
        setup=setup,
        heights=tuple(pile.height(tops.get(pile.suit, 0)) for pile in setup.piles),
        hands=(),
        deck=setup.cards_to_draw if wish.deck is None else wish.deck,
        player=setup.starter if wish.player is None else wish.player,
        clues=ALL_CLUES if wish.clues is None else wish.clues,
        fuses=wish.fuses,
        discards=wish.discards,
        unknown=unknown,
    )
    return replace(lying, hands=dealt_evenly(lying.unseen - lying.deck, setup.players, lying.player))


def _more(words: list[str]) -> dict[str, str]:
    pairs = dict(word.split("=", 1) for word in words)
    known = ("unknown", *_NUMBERS, "hands", "status")
    for key in pairs:
        if key not in known:
            raise Unreadable(f"A position doesn't tell {key!r}: choose from {', '.join(known)}.")
    return pairs


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise Unreadable(f"{text!r} is no count: write a whole number.")
    return int(text)


def _hands(setup: Setup, text: str) -> tuple[int, ...]:
    hands = tuple(_count(part) for part in text.split(","))
    if len(hands) != setup.players:
        raise Unreadable(f"{setup.players} players hold {setup.players} hands: {text!r} tells {len(hands)}.")
    return hands


def _status(text: str) -> Status:
    known = {status.value: status for status in Status}
    if text not in known:
        raise Unreadable(f"A game doesn't stand {text!r}: choose from {', '.join(known)}.")
    return known[text]
