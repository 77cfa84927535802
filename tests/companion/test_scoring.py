"""The final-score calculator."""

import pytest

from companion.errors import ImpossibleSetup, Unreadable
from companion.scoring import score_tops


def scored(tops, edition="rr2013", variants=(), lost=False):
    return tuple(score_tops(tops.split(), edition, variants, lost=lost).values())


def test_the_answer_has_score_perfect_and_rating():
    assert list(score_tops(["5", "3", "4", "1", "3"])) == ["score", "perfect", "rating"]


@pytest.mark.parametrize(
    ("tops", "variants", "right"),
    [
        ("5 3 4 1 3", (), (16, 25, "excellent")),
        ("3 1 4 3 5", (), (16, 25, "excellent")),
        ("5 5 5 5 5", (), (25, 25, "legendary")),
        ("R5 Y3", (), (8, 25, "mediocre")),
        ("r5 yellow-3 g4 b1 W3", (), (16, 25, "excellent")),
        ("R5 Y3 G4 B1 W3 M5 K2", (), (20, 30, "excellent")),
        ("5 5 5 5 5 M4", (), (29, 30, "amazing")),
        ("5 5 5 5 5 M0", (), (25, 30, "amazing")),
        ("5 5 5 5 5", ("rainbow-short",), (25, 30, "amazing")),
        ("5 5 5 5 5 M5", ("rainbow-wild",), (30, 30, "legendary")),
        ("5 5 5 5 5 K4", (), (22, 25, "amazing")),
        ("5 5 5 5 5 K1", (), (25, 25, "legendary")),
        ("5 5 5 0 0 K4", (), (12, 25, "honourable attempt")),
        ("2", ("black",), (-3, 25, "horrible")),
        ("0", (), (0, 25, "horrible")),
        ("5 5 5 5 5", ("expert",), (None, 25, None)),
        ("5 5 5 5 5", ("no-final-round",), (25, 25, "legendary")),
        ("5 5 5 5 4", ("no-final-round",), (24, 25, None)),
    ],
)
def test_tops_are_scored(tops, variants, right):
    assert scored(tops, variants=variants) == right


@pytest.mark.parametrize(("edition", "right"), [("storm", (0, 25, "booed")), ("rr2013", (None, 25, None))])
def test_a_lost_game_scores_the_edition_s_loss_value(edition, right):
    assert scored("5 3 4 1 3", edition, lost=True) == right


@pytest.mark.parametrize(
    ("tops", "sentence"),
    [
        ("", "Name the tops"),
        ("6", "0 to 5"),
        ("R6", "0 to 5"),
        ("R05", "0 to 5"),
        ("-1", "no top"),
        ("R", "no top"),
        ("X3", "no suit"),
        ("R1 R2", "red pile is named twice"),
        ("R1 red-1", "red pile is named twice"),
        ("1 1 1 1 1 1", "6 numbers are too many"),
        ("R1 3", "can't be told apart"),
    ],
)
def test_tops_that_can_t_lie_are_unreadable(tops, sentence):
    with pytest.raises(Unreadable, match=sentence):
        scored(tops)


@pytest.mark.parametrize(
    ("edition", "variants"), [("mars", ()), ("storm", ("mars",)), ("storm", ("rainbow", "rainbow-wild"))]
)
def test_an_edition_or_variant_that_isn_t_known_is_refused(edition, variants):
    with pytest.raises(ImpossibleSetup):
        scored("5", edition, variants)
