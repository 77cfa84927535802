"""Teaching: the same photos give the same reader, and one photo a card is enough."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.notcards import not_cards
from companion.sight.pixels import unit_quad
from companion.sight.reader import NOTHING, Reader
from companion.sight.teach import AUGMENTATIONS, assembled, plate, small, taught

FIVE = ("R1", "R2", "B1", "B2", "back")


@pytest.fixture(scope="module")
def five(lantern):
    """Plates of four faces and the back."""
    return {code: lantern.plates[code] for code in FIVE}


@pytest.fixture(scope="module")
def known(five):
    return taught(five)


def test_each_photo_gives_sixty_augmentations():
    assert AUGMENTATIONS == 60


def test_what_was_taught_has_a_row_a_code(known):
    assert known.codes == (*FIVE, NOTHING)
    assert known.reliefs.shape == (6, 102, 72, 3)
    assert known.cards.shape == (6, 102, 72, 3)
    assert known.discriminant.means.shape == (6, 4)


def test_tables_and_half_cards_are_no_card_to_it(lantern):
    deck, corners = lantern.taught, unit_quad(144, 204) - np.float32(0.5)
    reader = Reader(deck)
    matches = [reader.match(picture, [corners]) for _, picture in not_cards(lantern.plates, 91, 12)]
    assert not any(match.is_clear or match.is_likely for match in matches)
    assert sum(match.code == NOTHING for match in matches) > 0.8 * len(matches)


def test_the_same_photos_give_the_same_reader_bit_for_bit(five, known):
    again = taught(five)
    assert np.array_equal(again.discriminant.projection, known.discriminant.projection)
    assert np.array_equal(again.discriminant.means, known.discriminant.means)
    assert np.array_equal(again.reliefs, known.reliefs)


def test_each_card_taught_is_clearly_read(five, known):
    reader = Reader(known)
    for code, picture in five.items():
        whole = unit_quad(picture.shape[1], picture.shape[0]) - np.float32(0.5)
        match = reader.match(picture, [whole])
        assert (match.code, match.is_clear) == (code, True)


def test_a_card_that_was_not_taught_is_not_read_as_one_that_was(lantern, known):
    reader = Reader(known)
    for code in ("R3", "R4", "Y1", "G2", "W5", "K1"):
        picture = lantern.plates[code]
        whole = unit_quad(picture.shape[1], picture.shape[0]) - np.float32(0.5)
        assert not reader.match(picture, [whole]).is_clear


def test_a_reader_put_together_from_what_is_stored_is_the_same(five, known):
    again = assembled(known.codes, known.discriminant, five)
    assert np.array_equal(again.reliefs, known.reliefs)
    assert np.array_equal(again.cards, known.cards)


@pytest.mark.trials
def test_the_shipped_reader_is_what_its_plates_teach(lantern):
    """`models/lantern` wasn't trained by other code than this."""
    again = taught(lantern.plates)
    assert again.codes == lantern.taught.codes
    assert again.discriminant.means == pytest.approx(lantern.taught.discriminant.means, abs=0.5)


@pytest.mark.parametrize("scale", [1, 2, 5])
def test_a_plate_has_twice_the_size_at_which_cards_are_read(lantern, scale):
    picture = np.repeat(np.repeat(lantern.plates["R1"], scale, axis=0), scale, axis=1)
    whole = unit_quad(picture.shape[1], picture.shape[0]) - np.float32(0.5)
    cut = plate(picture, whole)
    assert cut.shape == (204, 144, 3)
    assert float(np.abs(cut.astype(int) - lantern.plates["R1"]).mean()) < 1.5


def test_a_small_plate_is_averaged_to_half_its_size():
    big = np.zeros((204, 144, 3), np.uint8)
    big[::2] = 200
    assert small(big).shape == (102, 72, 3)
    assert small(big).min() == small(big).max() == 100
