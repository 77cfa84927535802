"""The variants are data: what each changes, as the rules tell it."""

import pytest

from companion.errors import ImpossibleSetup
from companion.rules.cards import Suit
from companion.rules.score import perfect
from companion.rules.setup import Setup
from companion.rules.variants import VARIANTS


@pytest.mark.parametrize(
    ("variants", "total", "most", "left"),
    [
        ((), 50, 25, (40, 35, 34, 30)),
        (("rainbow",), 60, 30, (50, 45, 44, 40)),
        (("rainbow-wild",), 60, 30, (50, 45, 44, 40)),
        (("rainbow-short",), 55, 30, (45, 40, 39, 35)),
        (("black",), 60, 25, (50, 45, 44, 40)),
        (("rainbow-short", "black"), 65, 30, (55, 50, 49, 45)),
        (("rainbow", "black", "dazzling"), 70, 30, (60, 55, 54, 50)),
        (("dazzling",), 50, 25, (40, 35, 34, 30)),
        (("expert",), 50, 25, (40, 35, 34, 30)),
        (("no-final-round",), 50, 25, (40, 35, 34, 30)),
    ],
)
def test_a_variant_s_deck_perfect_score_and_draw_pile(variants, total, most, left):
    setups = [Setup(players, variants=variants) for players in (2, 3, 4, 5)]
    assert {setup.deck_size for setup in setups} == {total}
    assert {perfect(setup) for setup in setups} == {most}
    assert tuple(setup.cards_to_draw for setup in setups) == left


def test_rainbow_black_and_dazzling_together_are_seven_piles():
    setup = Setup(5, variants=("rainbow", "black", "dazzling"))
    assert [pile.suit.letter for pile in setup.piles] == ["R", "Y", "G", "B", "W", "M", "K"]
    assert setup.has_tiles


EXCLUDING = [
    ("rainbow", "rainbow-short"),
    ("rainbow", "rainbow-wild"),
    ("rainbow-short", "rainbow-wild"),
    ("no-final-round", "expert"),
]


@pytest.mark.parametrize("pair", EXCLUDING, ids="+".join)
def test_variants_that_exclude_each_other_are_refused_with_the_reason(pair):
    first, second = pair
    for variants in (pair, pair[::-1], ("black", *pair)):
        with pytest.raises(ImpossibleSetup, match=rf"{first}|{second}.* exclude each other: choose one"):
            Setup(3, variants=variants)


def test_every_other_pair_can_be_played():
    for first in VARIANTS:
        for second in VARIANTS:
            if first != second and (first, second) not in EXCLUDING and (second, first) not in EXCLUDING:
                assert Setup(3, variants=(first, second)).variants == (first, second)


@pytest.mark.parametrize(
    ("edition", "variants", "can_be_named"),
    [
        ("rr2013", ("rainbow",), True),
        ("rr2013", ("rainbow-short",), True),
        ("rr2013", ("rainbow-wild",), False),
        ("giant", ("rainbow",), False),
        ("storm", (), False),
    ],
)
def test_a_rainbow_can_be_named_but_where_it_is_wild_or_the_box_says_no(edition, variants, can_be_named):
    assert Setup(3, edition=edition, variants=variants).can_name(Suit.RAINBOW) is can_be_named


def test_black_can_never_be_named():
    assert not Setup(3, variants=("black",)).can_name(Suit.BLACK)


@pytest.mark.parametrize(
    ("variant", "plays_on", "counts_points", "loses"),
    [("no-final-round", True, True, True), ("expert", True, False, False), ("dazzling", False, True, False)],
)
def test_how_a_variant_changes_the_end(variant, plays_on, counts_points, loses):
    setup = Setup(3, variants=(variant,))
    assert (setup.plays_on, setup.counts_points) == (plays_on, counts_points)
    assert setup.options.lose_on_lost_card is loses


def test_every_variant_has_a_title_and_its_own_name():
    assert all(variant.id == name and variant.title for name, variant in VARIANTS.items())
