"""Commands as action lines and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Unreadable
from companion.rules.cards import RANKS, Card, Suit
from companion.rules.commands import (
    Adopt,
    As,
    Bonus,
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
from companion.rules.notation import read_command, write_command

R1 = Card.parse("R1")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ({"do": "clue"}, GiveClue()),
        ({"do": "clue", "to": 2, "colour": "red", "touched": 0}, GiveClue(2, Suit.RED, None, 0)),
        ({"do": "clue", "rank": 2}, GiveClue(rank=2)),
        ({"do": "play", "card": "red-1"}, Play(R1)),
        ({"do": "play", "card": "?"}, Play(None)),
        ({"do": "play", "card": "?", "as": "misplay"}, Play(None, misplay=True)),
        ({"do": "play", "card": "R1", "as": "play"}, Play(R1)),
        ({"do": "discard", "card": "r1"}, Discard(R1)),
        ({"do": "discard", "card": "?"}, Discard(None)),
        ({"do": "bonus", "tile": "fuse"}, Bonus(Tile.FUSE)),
        ({"do": "bonus", "tile": "return", "card": "R1"}, Bonus(Tile.RETURN, R1)),
        ({"do": "undo"}, Undo()),
        ({"do": "correct", "event": 7, "card": "R1", "as": "discard"}, Correct(7, R1, As.DISCARD)),
        ({"do": "correct", "event": 7, "after_clue": True}, Correct(7, after_clue=True)),
        ({"do": "deck", "count": 12}, CountDeck(12)),
        ({"do": "turn", "player": 2}, PassTurn(2)),
        ({"do": "stop"}, Stop()),
        ({"do": "adopt"}, Adopt()),
        (
            {"do": "adopt", "stacks": {"R": 2}, "discards": {"R1": 2}, "clues": 5, "fuses": 1, "deck": 20, "player": 2},
            Adopt(((Suit.RED, 2),), (R1, R1), 5, 1, 20, 2),
        ),
    ],
)
def test_an_action_line_is_read(line, command):
    assert read_command(line) == command


@pytest.mark.parametrize(
    "line",
    [
        None,
        "clue",
        [],
        {},
        {"do": None},
        {"do": "pass"},
        {"do": "clue", "colour": 1},
        {"do": "clue", "colour": "purple"},
        {"do": "clue", "to": True},
        {"do": "clue", "to": 1.0},
        {"do": "clue", "rank": "2"},
        {"do": "clue", "card": "R1"},
        {"do": "play"},
        {"do": "play", "card": None},
        {"do": "play", "card": "R6"},
        {"do": "play", "card": "R1", "as": "discard"},
        {"do": "play", "card": "R1", "as": "joke"},
        {"do": "discard", "card": 1},
        {"do": "discard", "card": "R1", "as": "misplay"},
        {"do": "bonus"},
        {"do": "bonus", "tile": "clock"},
        {"do": "bonus", "tile": "return", "card": "?"},
        {"do": "correct", "card": "R1"},
        {"do": "correct", "event": "7"},
        {"do": "correct", "event": 1, "card": "?"},
        {"do": "correct", "event": 1, "after_clue": 1},
        {"do": "deck"},
        {"do": "turn", "player": "2"},
        {"do": "stop", "why": "tired"},
        {"do": "adopt", "stacks": []},
        {"do": "adopt", "stacks": {"R": "2"}},
        {"do": "adopt", "stacks": {"X": 2}},
        {"do": "adopt", "stacks": {"R": 2, "red": 2}},
        {"do": "adopt", "discards": {"R1": -1}},
        {"do": "adopt", "discards": {"R1": 1000000000}},
        {"do": "adopt", "discards": {"R9": 1}},
    ],
)
def test_a_line_that_is_no_action_is_unreadable(line):
    with pytest.raises(Unreadable):
        read_command(line)


CARDS = st.builds(Card, st.sampled_from(Suit), st.sampled_from(RANKS))
SOME = st.integers(0, 9)
COMMANDS = st.one_of(
    st.builds(GiveClue, st.none() | SOME, st.none() | st.sampled_from(Suit), st.none() | SOME, st.none() | SOME),
    st.builds(Play, st.none() | CARDS, st.booleans()),
    st.builds(Discard, st.none() | CARDS),
    st.builds(Bonus, st.sampled_from(Tile), st.none() | CARDS),
    st.builds(Correct, SOME, st.none() | CARDS, st.none() | st.sampled_from(As), st.booleans()),
    st.builds(CountDeck, SOME),
    st.builds(PassTurn, SOME),
    st.builds(
        Adopt,
        st.dictionaries(st.sampled_from(Suit), SOME).map(lambda tops: tuple(tops.items())),
        st.lists(CARDS, max_size=9, unique=True).map(tuple),
        st.none() | SOME,
        SOME,
        st.none() | SOME,
        st.none() | SOME,
    ),
    st.sampled_from([Undo(), Stop()]),
)


@given(COMMANDS)
def test_reading_what_was_written_gives_the_same_command(command):
    assert read_command(write_command(command)) == command
