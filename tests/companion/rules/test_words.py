"""Each command is one word and back."""

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
from companion.rules.words import read_word, write_word

R2, B3 = Card.parse("R2"), Card.parse("B3")
WORDS = {
    "R2": Play(R2),
    "?": Play(None),
    "!R2": Play(R2, misplay=True),
    "!?": Play(None, misplay=True),
    "-B3": Discard(B3),
    "-?": Discard(None),
    "clue": GiveClue(),
    "clue:R>2=3": GiveClue(2, Suit.RED, None, 3),
    "clue:4>0": GiveClue(0, rank=4),
    "clue:R4": GiveClue(colour=Suit.RED, rank=4),
    "clue=0": GiveClue(touched=0),
    "undo": Undo(),
    "stop": Stop(),
    "*clue": Bonus(Tile.CLUE),
    "*rescue=B3": Bonus(Tile.RESCUE, B3),
    "deck=12": CountDeck(12),
    "turn=2": PassTurn(2),
    "@7": Correct(7),
    "@7=R2": Correct(7, R2),
    "@7=+R2": Correct(7, R2, As.PLAY),
    "@7=!": Correct(7, as_=As.MISPLAY),
    "@7=-B3": Correct(7, B3, As.DISCARD),
    "@7&clue": Correct(7, after_clue=True),
    "@7&clue=!B3": Correct(7, B3, As.MISPLAY, after_clue=True),
    "[- / - / fuses 0]": Adopt(),
    "[R2 K5 / B3 B3 / clues 5 fuses 1 deck 20 player 2]": Adopt(
        ((Suit.RED, 2), (Suit.BLACK, 5)), (B3, B3), clues=5, fuses=1, deck=20, player=2
    ),
}
CARDS = st.builds(Card, st.sampled_from(Suit), st.sampled_from(RANKS))
COUNTS = st.integers(0, 99)
MAYBE = st.none() | COUNTS
COMMANDS = st.one_of(
    st.builds(GiveClue, MAYBE, st.none() | st.sampled_from(Suit), st.none() | st.sampled_from(RANKS), MAYBE),
    st.builds(Play, st.none() | CARDS, st.booleans()),
    st.builds(Discard, st.none() | CARDS),
    st.builds(Bonus, st.sampled_from(Tile), st.none() | CARDS),
    st.builds(CountDeck, COUNTS),
    st.builds(PassTurn, COUNTS),
    st.builds(
        Adopt,
        st.lists(st.tuples(st.sampled_from(Suit), st.integers(0, 5)), max_size=7).map(tuple),
        st.lists(CARDS, max_size=20).map(tuple),
        MAYBE,
        COUNTS,
        MAYBE,
        MAYBE,
    ),
    st.builds(Correct, COUNTS, st.none() | CARDS, st.none() | st.sampled_from(As), st.booleans()),
    st.just(Undo()),
    st.just(Stop()),
)


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_its_command_and_back(word):
    assert read_word(word) == WORDS[word]
    assert write_word(WORDS[word]) == word


@given(COMMANDS)
def test_every_command_written_is_the_command_read(command):
    assert read_word(write_word(command)) == command


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("pass", "'pass' is no card"),
        ("clue:Q", "'Q' is no suit"),
        ("clue>x", "is no card"),
        ("*", "is no bonus tile: write one like"),
        ("*gold", "clue, fuse, colour, rank, return, rescue, other"),
        ("*rescue=B9", "B9 is no card"),
        ("@", "'@' mends nothing"),
        ("@7=R9", "R9 is no card"),
        ("@7=clue", "mends nothing"),
        ("[R9]", "no top of a pile"),
        ("deck=", "is no card"),
        ("-", "is no card"),
        ("!", "is no card"),
    ],
)
def test_a_word_that_is_none_is_unreadable_and_says_why(word, says):
    with pytest.raises(Unreadable, match=says.replace("*", r"\*")):
        read_word(word)
