"""One look at a settled place: which cards are new, the same, moved or gone, and what no card explains."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.eyes.belief import Belief, Lying
from companion.eyes.examine import Examined, cards_mask, examine
from companion.eyes.stillness import Stillness
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match, Reader, reading_of
from hardware.rehearsal.lens import rectangle
from hardware.rehearsal.scene import LyingCard, Scene, Thing

ONE, TWO = LyingCard("R1", 150, 120, 5), LyingCard("B4", 300, 120, -8)
NOTHING = Examined((), (), (), None, 0.0, False)
HERE = Match("R1", np.array([[160, 160], [260, 160], [260, 300], [160, 300]], np.float32), 9, 3, 0.9, 0.3, "R2", True)


def quad_of(card):
    return (rectangle(card.x_mm, card.y_mm, 63, 88, card.turn_deg) * PX_PER_MM).astype(np.float32)


@pytest.fixture
def examined(lantern_reader, card_size, painted, flat):
    """What looks at all changed places find, from some cards to others. `gain`: the later picture's light."""

    def finds(before, after, things=(), gain=1.0, reader=lantern_reader):
        painter = painted()
        earlier, later = flat(painter, Scene(tuple(before))), flat(painter, Scene(tuple(after), things=tuple(things)))
        later = cv2.convertScaleAbs(later, alpha=gain)
        small, now = (cv2.resize(p, (320, 200), interpolation=cv2.INTER_AREA) for p in (earlier, later))
        belief = Belief(small, earlier)
        for number, card in enumerate(before, 1):
            belief.put(Lying(number, card.code, quad_of(card)))
        places = Stillness(small, 0.0).places(now, small, 1.0)
        return [examine(reader, belief, later, place, card_size) for place in places]

    return finds


def codes(found):
    return [match.code for match in found.new]


def test_a_card_on_bare_cloth_is_new(examined):
    [found] = examined([], [ONE])
    assert codes(found) == ["R1"]
    assert found.is_explained
    assert found.has_arrivals
    assert found.new[0].quad == pytest.approx(quad_of(ONE), abs=2.5)


def test_cards_in_two_places_are_found_place_by_place(examined):
    assert sorted(code for found in examined([], [ONE, TWO]) for code in codes(found)) == ["B4", "R1"]


def test_a_card_taken_away_is_gone(examined):
    [found] = examined([ONE, TWO], [ONE])
    assert (found.gone, codes(found)) == ((2,), [])
    assert found.cards_changed
    assert not found.has_arrivals


def test_a_card_pushed_is_moved(examined):
    found = examined([ONE], [replace(ONE, x_mm=158.0, y_mm=128.0)])
    assert [(number, match.code) for one in found for number, match in one.moved] == [(1, "R1")]
    assert all(one.gone == () and one.new == () for one in found)


def test_a_card_laid_over_another_is_new_and_the_lower_one_is_not_gone(examined):
    [found] = examined([ONE], [ONE, LyingCard("R2", 152, 138, 3)])
    assert codes(found) == ["R2"]
    assert found.gone == ()


def test_a_card_laid_squarely_on_another_is_new(examined):
    """Whether the lower one is hidden or gone is the tracker's to say: nothing of it can be seen."""
    [found] = examined([ONE], [ONE, LyingCard("R2", 151, 121, 5)])
    assert codes(found) == ["R2"]
    assert found.is_explained


def test_an_upper_card_taken_away_is_gone_and_the_lower_one_no_arrival(examined):
    [found] = examined([ONE, LyingCard("R2", 152, 138, 3)], [ONE])
    assert (found.gone, codes(found)) == ((2,), [])


def test_a_thing_that_is_no_card_is_left_unexplained(examined):
    [found] = examined([], [], [Thing("mug", 300, 250)])
    assert codes(found) == []
    assert not found.is_explained
    assert found.gone == ()


def test_a_card_face_down_is_nothing_new(examined):
    [found] = examined([], [replace(ONE, face_down=True)])
    assert codes(found) == []


def test_a_card_face_down_over_the_mats_edge_is_unsure_since_any_card_may_hang_there(examined):
    [found] = examined([], [LyingCard("R1", 300, 478, 8, face_down=True)])
    assert codes(found) == []
    assert found.unsure is not None
    assert not reading_of(found.unsure).guesses


def test_an_unknown_card_over_the_mats_edge_is_unsure_by_its_outline(examined, lantern):
    """No face of it is known: without its outline nothing would be told of it."""
    [found] = examined([], [LyingCard("R1", 300, 470, -7)], reader=Blind(lantern.taught))
    assert found.unsure is not None
    assert found.unsure.quad.mean(axis=0) == pytest.approx(np.array([300, 470]) * PX_PER_MM, abs=12)


@pytest.mark.parametrize("gain", [0.8, 1.2])
def test_a_card_is_new_though_the_light_has_changed(examined, gain):
    found = examined([TWO], [TWO, ONE], gain=gain)
    assert [code for one in found for code in codes(one)] == ["R1"]
    assert all(one.gone == () for one in found)


def test_looks_agree_where_they_tell_the_same_cards():
    one = replace(NOTHING, new=(HERE,), gone=(3,))
    assert one.agrees_with(replace(one, residue=0.4))
    assert not one.agrees_with(replace(one, gone=()))
    assert not one.agrees_with(replace(one, new=(replace(HERE, code="R2"),)))
    assert not one.agrees_with(replace(one, moved=((5, HERE),)))


def test_what_is_unsure_or_left_over_is_not_explained():
    assert NOTHING.is_explained
    assert not replace(NOTHING, unsure=HERE).is_explained
    assert not replace(NOTHING, residue=0.2).is_explained


def test_the_cards_mask_covers_new_and_moved_cards_on_the_small_table():
    moved = replace(HERE, quad=HERE.quad + np.float32([400, 0]))
    mask = cards_mask(replace(NOTHING, new=(HERE,), moved=((2, moved),)), (200, 320))
    assert cv2.countNonZero(mask) == pytest.approx(2 * 25 * 35, rel=0.1)
    assert mask[57, 52] == 255
    assert mask[57, 152] == 255
    assert mask[57, 100] == 0


def test_a_pile_pushed_is_moved_as_a_whole_the_lowest_first(examined):
    pile = [LyingCard("R1", 150, 110, 2), LyingCard("B4", 152, 130, -2), LyingCard("G2", 151, 150, 1)]
    [found] = examined(pile, [replace(card, x_mm=card.x_mm + 14, y_mm=card.y_mm + 6) for card in pile])
    assert [(number, match.code) for number, match in found.moved] == [(1, "R1"), (2, "B4"), (3, "G2")]
    assert (found.gone, codes(found)) == ((), [])
    assert found.is_explained


def test_discards_that_change_places_are_moved_though_two_look_much_alike(examined):
    """K3 and K5 are the deck's most alike pair: where one replaces the other little changes."""
    row = [LyingCard(code, 100 + 60 * n, 330, n) for n, code in enumerate(("K3", "Y2", "R2", "K5"))]
    sorted_row = [replace(card, code=code) for card, code in zip(row, ("K5", "K3", "Y2", "R2"), strict=True)]
    found = examined(row, sorted_row)
    [one] = found
    assert [(number, match.code) for number, match in one.moved] == [
        (1, "K3"),
        (2, "Y2"),
        (3, "R2"),
        (4, "K5"),
    ]
    assert (one.gone, codes(one)) == ((), [])


class Unsure(Reader):
    """A reader that never finds a card clear."""

    def match(self, *args, **how):
        found = super().match(*args, **how)
        return None if found is None else replace(found, is_clear=False)

    def settle(self, picture, near):
        return near


class Blind(Reader):
    """A reader to whom each card looks like none that it knows."""

    def match(self, *args, **how):
        found = super().match(*args, **how)
        return None if found is None else replace(found, is_clear=False, is_likely=False, alike=0.1)

    def settle(self, picture, near):
        return near


def test_a_card_that_cannot_be_read_squarely_on_another_takes_nothing_away(examined, lantern):
    """It is asked about; the lower one is hidden, not gone."""
    [found] = examined([ONE], [ONE, LyingCard("G3", 151, 121, 5)], reader=Unsure(lantern.taught))
    assert (found.gone, codes(found)) == ((), [])
    assert found.unsure.code == "G3"


def test_a_card_that_resembles_nothing_takes_none_away_of_which_the_top_still_shows(examined, lantern):
    """Bench, seed 24: a lamp was mirrored on the upper one, and the lower one was said to have gone."""
    [found] = examined([ONE], [ONE, LyingCard("Y1", 146, 138, -4)], reader=Blind(lantern.taught))
    assert (found.gone, codes(found)) == ((), [])
    assert not found.is_explained


def test_a_card_taken_off_another_is_gone_though_the_lower_one_cannot_be_read(examined, lantern):
    [found] = examined([ONE, LyingCard("G3", 151, 121, 5)], [ONE], reader=Unsure(lantern.taught))
    assert found.gone == (2,)


def test_paper_slipped_under_a_card_does_not_make_it_another(examined, lantern):
    """Seen less clearly than before, it is still the card that lies there."""
    found = examined([ONE], [ONE], [Thing("paper", 165, 190, 10)], reader=Unsure(lantern.taught))
    assert found
    assert all(one.unsure is None or one.unsure.code != "R1" for one in found)
    assert all(codes(one) == [] for one in found)
