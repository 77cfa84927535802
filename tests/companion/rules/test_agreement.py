"""A setup is read strictly, filled in from its edition, and written back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ImpossibleSetup, Unreadable
from companion.rules.agreement import read_setup, write_setup
from companion.rules.editions import EDITIONS
from companion.rules.options import DiscardAtFull, Loss, Options, Talk
from companion.rules.setup import Setup


def test_players_alone_are_a_setup():
    assert read_setup({"players": 3}) == Setup(3)


def test_everything_given_is_read():
    given_options = {
        "zero_clue": False,
        "discard_at_full": "no-token",
        "loss": "uncounted",
        "lose_on_lost_card": True,
        "talk": "open",
    }
    setup = read_setup(
        {
            "players": ["Ann", " Bo "],
            "starter": 1,
            "edition": "storm",
            "variants": ["dazzling", "rainbow"],
            "options": given_options,
        }
    )
    assert setup == Setup(
        2,
        ("Ann", "Bo"),
        1,
        "storm",
        ("rainbow", "dazzling"),
        Options(False, DiscardAtFull.NO_TOKEN, Loss.UNCOUNTED, True, Talk.OPEN),
    )


def test_what_isn_t_given_comes_from_the_edition_and_the_variants():
    setup = read_setup({"players": 2, "edition": "storm", "variants": ["no-final-round"], "options": {"talk": "open"}})
    assert setup.options == Options(True, DiscardAtFull.REFUSE, Loss.ZERO, True, Talk.OPEN)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {"players": "3"},
        {"players": 3.0},
        {"players": True},
        {"players": None},
        {"players": 3, "colour": "R"},
        {"players": 3, "starter": "0"},
        {"players": 3, "edition": 5},
        {"players": 3, "variants": "rainbow"},
        {"players": 3, "variants": [["rainbow"]]},
        {"players": 3, "options": []},
        {"players": 3, "options": {"zero_clue": 1}},
        {"players": 3, "options": {"loss": "all"}},
        {"players": 3, "options": {"clocks": 9}},
        {"players": []},
        {"players": ["Ann"]},
        {"players": ["Ann", ""]},
        {"players": ["Ann", 7]},
        {"players": ["Ann", "Bo\n"]},
        {"players": ["Ann", "x" * 41]},
        {"players": 6},
        {"players": 3, "edition": "mars"},
    ],
)
def test_a_setup_that_is_wrong_anywhere_is_unreadable(wrong):
    with pytest.raises(Unreadable):
        read_setup(wrong)


def test_six_names_are_six_players():
    with pytest.raises(ImpossibleSetup, match="not 6"):
        read_setup({"players": ["A", "B", "C", "D", "E", "F"]})


SETUPS = st.builds(
    Setup,
    players=st.just(2),
    names=st.sampled_from([(), ("Ann", "O'Neill")]),
    starter=st.integers(0, 1),
    edition=st.sampled_from(list(EDITIONS)),
    variants=st.sampled_from([(), ("rainbow", "black"), ("rainbow-wild", "expert"), ("no-final-round", "dazzling")]),
    options=st.builds(
        Options,
        st.booleans(),
        st.sampled_from(DiscardAtFull),
        st.sampled_from(Loss),
        st.booleans(),
        st.sampled_from(Talk),
    ),
)


@given(SETUPS)
def test_reading_what_was_written_gives_the_same_setup(setup):
    assert read_setup(write_setup(setup)) == setup
