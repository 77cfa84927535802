"""The boxes and variants differ in data only."""

import pytest

from companion.rules.cards import Suit
from companion.rules.editions import EDITIONS
from companion.rules.options import DiscardAtFull, Loss, Options
from companion.rules.setup import Setup
from companion.rules.variants import VARIANTS


def test_the_five_boxes_are_known():
    assert list(EDITIONS) == ["storm", "rr2013", "giant", "ro", "aid"]


@pytest.mark.parametrize(
    ("edition", "zero_clue", "loss"),
    [
        ("storm", True, Loss.ZERO),
        ("rr2013", False, Loss.UNCOUNTED),
        ("giant", False, Loss.UNCOUNTED),
        ("ro", False, Loss.UNCOUNTED),
        ("aid", False, Loss.UNCOUNTED),
    ],
)
def test_an_edition_gives_the_options_that_a_table_leaves_open(edition, zero_clue, loss):
    assert Setup(3, edition=edition).options == Options(zero_clue=zero_clue, loss=loss)
    assert Setup(3, edition=edition).options.discard_at_full is DiscardAtFull.REFUSE


def test_options_that_a_table_agreed_on_win_over_the_edition_s():
    assert Setup(3, edition="storm", options=Options()).options.loss is Loss.UNCOUNTED


def test_storm_and_the_others_have_their_own_words():
    assert EDITIONS["storm"].ratings == ("booed", "poor", "OK", "good", "very good", "legendary")
    words = ("horrible", "mediocre", "honourable attempt", "excellent", "amazing", "legendary")
    assert {EDITIONS[name].ratings for name in ("rr2013", "giant", "ro", "aid")} == {words}


def test_tokens_are_called_by_their_printed_names():
    called = {name: (box.clue_token, box.fuse_token) for name, box in EDITIONS.items()}
    assert called["storm"] == ("Note", "Storm")
    assert called["giant"] == ("Clock", "error tile")


def test_the_rainbow_may_be_named_but_not_in_giant_or_when_it_is_wild():
    assert Setup(3, variants=("rainbow",)).can_name(Suit.RAINBOW)
    assert Setup(3, variants=("rainbow-short",)).can_name(Suit.RAINBOW)
    assert not Setup(3, variants=("rainbow-wild",)).can_name(Suit.RAINBOW)
    assert not Setup(3, variants=("rainbow",), edition="giant").can_name(Suit.RAINBOW)


def test_black_may_never_be_named_and_red_always():
    setup = Setup(3, variants=("black", "rainbow-wild"), edition="giant")
    assert not setup.can_name(Suit.BLACK)
    assert setup.can_name(Suit.RED)


def test_the_seven_variants_are_known():
    assert set(VARIANTS) == {
        "rainbow",
        "rainbow-short",
        "rainbow-wild",
        "no-final-round",
        "black",
        "dazzling",
        "expert",
    }
