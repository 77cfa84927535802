"""One photo as many: repeatable, within its doubt, and still the same card."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.augment import Doubt, augmented
from companion.sight.correlation import correlation, relief
from companion.sight.pixels import CARD_H, CARD_W
from companion.sight.teach import small

NONE = Doubt(
    scale_sd=0,
    shift_sd=0,
    corner_sd=0,
    gradient=0,
    shadow_share=0,
    cast_sd_stops=0,
    exposure=(1, 1),
    glare_share=0,
    haze_share=0,
    blur_px=0,
    noise=(0, 0),
)


def many(plate, doubt, count=12, seed=2):
    rng = np.random.default_rng(seed)
    return [augmented(plate, rng, doubt) for _ in range(count)]


def test_an_augmented_card_has_the_size_at_which_cards_are_read(lantern):
    card = augmented(lantern.plates["R1"], np.random.default_rng(1), Doubt())
    assert (card.shape, card.dtype) == ((CARD_H, CARD_W, 3), np.uint8)


def test_the_same_generator_gives_the_same_cards(lantern):
    plate = lantern.plates["R1"]
    assert np.array_equal(many(plate, Doubt()), many(plate, Doubt()))
    assert not np.array_equal(many(plate, Doubt()), many(plate, Doubt(), seed=3))


def test_without_doubt_it_is_the_card_itself(lantern):
    plate = lantern.plates["R1"]
    [card] = many(plate, NONE, 1)
    assert correlation(relief(card), relief(small(plate))) > 0.97
    assert float(np.abs(card.astype(int) - small(plate)).mean()) < 4


def test_exposure_is_a_share_of_the_light_not_of_the_pixel(lantern):
    plate = np.full_like(lantern.plates["R1"], 200)
    doubt = Doubt(**{**{k: getattr(NONE, k) for k in NONE.__slots__}, "exposure": (0.25, 0.25)})
    [card] = many(plate, doubt, 1)
    assert int(card[50, 36, 0]) == pytest.approx(200 * 0.25 ** (1 / 2.2), abs=1.5)


def test_most_augmentations_still_look_like_their_face(lantern):
    face = relief(small(lantern.plates["G3"]))
    likeness = [correlation(relief(card), face) for card in many(lantern.plates["G3"], Doubt(), 40)]
    assert float(np.median(likeness)) > 0.6


def test_doubt_makes_every_card_different(lantern):
    cards = many(lantern.plates["G3"], Doubt())
    assert len({card.tobytes() for card in cards}) == len(cards)
