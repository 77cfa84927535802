"""The tracker as a script of sightings: one physical arrival is one card, whatever happens to it afterwards."""

from __future__ import annotations

from itertools import count

import pytest

from companion.rules.cards import Card
from companion.sight.reading import Reading
from companion.sight.sighting import PlaceSeen, Seen, Sighting, Unsettled
from companion.table.placements import Laid, Lifted, Moved, Named, Zone
from companion.table.tracker import Tracker, TrackerPatience

FIRE, DISCARDS = (100, 100), (100, 350)


def corners(x, y):
    return (x - 31, y - 44), (x + 31, y - 44), (x + 31, y + 44), (x - 31, y + 44)


def reading(code):
    return Reading() if code == "?" else Reading(((Card.parse(code), 0.99),), is_clear=True)


class Mat:
    """A mat in the players' words; `told` is what the tracker said."""

    def __init__(self):
        self.tracker, self.numbers, self.index = Tracker(), count(1), count()
        self.told = []

    def sees(self, at, *places, unsettled=()):
        since = tuple(Unsettled(at - 0.5, area) for area in unsettled)
        self.told += [told(one) for one in self.tracker.see(Seen(at, next(self.index), tuple(places), since))]
        return self

    def card(self, code, where, number=None):
        return Sighting(next(self.numbers) if number is None else number, reading(code), corners(*where))

    def comes(self, at, code, where, **more):
        """A card comes to lie, its hand having left half a second ago."""
        return self.sees(at, PlaceSeen(at - 0.5, appeared=(self.card(code, where),)), **more)

    def goes(self, at, number, **more):
        return self.sees(at, PlaceSeen(at - 0.5, vanished=(number,)), **more)

    def waits(self, until, **more):
        return self.sees(until, **more)

    @property
    def lies(self):
        return [(str(c.card or "?"), c.zone) for c in self.tracker.cards]


def told(one):
    match one:
        case Laid():
            return f"laid {one.reading.card or '?'} {one.zone.value}"
        case Moved():
            return f"moved {one.card_id} {one.zone.value}"
        case Lifted():
            return f"lifted {one.card_id}"
        case Named():
            return f"named {one.card_id} {one.reading.card}"


@pytest.fixture
def mat():
    return Mat()


def test_a_card_that_comes_is_laid_in_its_zone(mat):
    mat.comes(1, "R1", FIRE).comes(9, "B4", DISCARDS)
    assert mat.told == ["laid R1 fireworks", "laid B4 discards"]


def test_its_time_is_that_of_the_hand_leaving():
    tracker = Tracker()
    place = PlaceSeen(3.25, appeared=(Sighting(1, reading("R1"), corners(*FIRE)),))
    assert tracker.see(Seen(4.0, 0, (place,)))[0].left_at == 3.25


def test_a_card_that_is_not_seen_to_change_is_told_once(mat):
    mat.comes(1, "R1", FIRE)
    for tenth in range(600):
        mat.waits(1 + tenth / 10)
    assert mat.told == ["laid R1 fireworks"]


def test_three_copies_are_three_cards(mat):
    for number in range(3):
        mat.comes(1 + 3 * number, "R1", (100 + 80 * number, 350))
    assert mat.told == ["laid R1 discards"] * 3
    assert len({card.id for card in mat.tracker.cards}) == 3


def test_two_cards_seen_in_one_frame_are_told_in_the_order_in_which_hands_left(mat):
    """300 ms apart, the later one's place listed first."""
    late = PlaceSeen(2.3, appeared=(mat.card("G2", DISCARDS),))
    early = PlaceSeen(2.0, appeared=(mat.card("R1", FIRE),))
    mat.sees(3, late, early)
    assert mat.told == ["laid R1 fireworks", "laid G2 discards"]


def test_a_card_carried_to_the_discards_is_moved(mat):
    mat.comes(1, "R1", FIRE).goes(5, 1).comes(5.5, "R1", DISCARDS).waits(20)
    assert mat.told == ["laid R1 fireworks", "moved 1 discards"]
    assert mat.lies == [("R1", Zone.DISCARDS)]


def test_it_is_one_card_though_its_new_place_is_seen_first(mat):
    """The old place is still changing when the new one has settled."""
    old = (60, 50, 140, 150)
    mat.comes(1, "R1", FIRE).comes(5, "R1", DISCARDS, unsettled=[old])
    assert mat.told == ["laid R1 fireworks"]
    assert mat.tracker.waiting_since == 4.5
    mat.goes(6, 1).waits(20)
    assert mat.told == ["laid R1 fireworks", "moved 1 discards"]
    assert mat.tracker.waiting_since is None


def test_a_twin_whose_place_lies_still_is_no_reason_to_wait(mat):
    mat.comes(1, "R1", FIRE).comes(5, "R1", DISCARDS, unsettled=[(400, 300, 500, 400)])
    assert mat.told == ["laid R1 fireworks", "laid R1 discards"]


def test_waiting_for_a_twins_place_ends(mat):
    old = (60, 50, 140, 150)
    mat.comes(1, "R1", FIRE).comes(5, "R1", DISCARDS, unsettled=[old])
    mat.waits(7.4, unsettled=[old])
    assert mat.told == ["laid R1 fireworks"]
    mat.waits(7.6, unsettled=[old])
    assert mat.told == ["laid R1 fireworks", "laid R1 discards"]


def test_later_cards_wait_behind_one_that_waits(mat):
    old = (60, 50, 140, 150)
    mat.comes(1, "R1", FIRE).comes(5, "R1", DISCARDS, unsettled=[old]).comes(5.5, "B2", (300, 100), unsettled=[old])
    assert mat.told == ["laid R1 fireworks"]
    mat.goes(6, 1)
    assert mat.told == ["laid R1 fireworks", "moved 1 discards", "laid B2 fireworks"]


def test_a_card_taken_away_is_lifted_after_a_while(mat):
    mat.comes(1, "R1", FIRE).goes(5, 1).waits(5.9)
    assert mat.told == ["laid R1 fireworks"]
    mat.waits(6.1)
    assert mat.told == ["laid R1 fireworks", "lifted 1"]
    assert mat.tracker.is_bare


def test_while_something_moves_a_card_in_the_air_is_waited_for_longer(mat):
    hand = (300, 0, 400, 200)
    mat.comes(1, "R1", FIRE).goes(5, 1, unsettled=[hand]).waits(10, unsettled=[hand])
    assert mat.told == ["laid R1 fireworks"]
    mat.waits(10.6, unsettled=[hand])
    assert mat.told == ["laid R1 fireworks", "lifted 1"]


def test_a_card_lifted_for_a_moment_and_put_back_is_no_event(mat):
    mat.comes(1, "R1", FIRE).goes(5, 1).comes(5.5, "R1", (104, 103)).waits(20)
    assert mat.told == ["laid R1 fireworks"]
    assert mat.lies == [("R1", Zone.FIREWORKS)]


def test_a_card_taken_up_and_returned_later_is_lifted_and_there_again(mat):
    mat.comes(1, "R1", FIRE).goes(5, 1).comes(6.0, "R1", FIRE).waits(20)
    assert mat.told == ["laid R1 fireworks", "lifted 1", "moved 1 fireworks"]


def test_a_card_taken_back_and_laid_again_much_later_is_laid_twice(mat):
    mat.comes(1, "R1", FIRE).goes(5, 1).waits(8).comes(12, "R1", FIRE)
    assert mat.told == ["laid R1 fireworks", "lifted 1", "laid R1 fireworks"]


def test_a_card_pushed_within_its_zone_is_no_event(mat):
    mat.comes(1, "R1", FIRE)
    mat.sees(4, PlaceSeen(3.5, moved=(mat.card("R1", (160, 110), 1),)))
    assert mat.told == ["laid R1 fireworks"]


def test_a_card_pushed_over_the_line_is_moved(mat):
    mat.comes(1, "R1", (100, 180))
    mat.sees(4, PlaceSeen(3.5, moved=(mat.card("R1", (100, 240), 1),)))
    assert mat.told == ["laid R1 fireworks", "moved 1 discards"]


def test_an_unread_card_is_laid_and_named_later(mat):
    mat.comes(1, "?", FIRE)
    mat.sees(4, PlaceSeen(4, named=(mat.card("G3", FIRE, 1),)))
    assert mat.told == ["laid ? fireworks", "named 1 G3"]
    assert mat.lies == [("G3", Zone.FIREWORKS)]


def test_a_card_covered_by_another_is_hidden_not_gone(mat):
    mat.comes(1, "R1", FIRE)
    above = PlaceSeen(3.5, appeared=(mat.card("R2", (102, 102)),), vanished=(1,))
    mat.sees(4, above).waits(30)
    assert mat.told == ["laid R1 fireworks", "laid R2 fireworks"]


def test_a_hidden_card_seen_again_is_no_arrival(mat):
    mat.comes(1, "R1", FIRE)
    mat.sees(4, PlaceSeen(3.5, appeared=(mat.card("R2", (102, 102)),), vanished=(1,)))
    mat.sees(8, PlaceSeen(7.5, appeared=(mat.card("R1", FIRE, 9),), vanished=(2,))).waits(30)
    assert mat.told == ["laid R1 fireworks", "laid R2 fireworks", "lifted 2"]


def test_a_card_covers_those_that_it_hides_a_third_of(mat):
    tracker = mat.tracker
    mat.comes(1, "R1", (100, 80)).comes(3, "R2", (100, 108))
    place = PlaceSeen(4.5, appeared=(mat.card("R3", (100, 136)),))
    [laid] = tracker.see(Seen(5, 99, (place,)))
    assert laid.covers == (1, 2)


def test_unknown_numbers_are_no_event(mat):
    mat.goes(1, 77)
    mat.sees(2, PlaceSeen(1.5, moved=(mat.card("R1", FIRE, 78),), named=(mat.card("R1", FIRE, 79),)))
    assert mat.told == []


def test_closing_tells_what_still_waits(mat):
    old = (60, 50, 140, 150)
    mat.comes(1, "R1", FIRE).comes(5, "R1", DISCARDS, unsettled=[old])
    assert [told(one) for one in mat.tracker.close(5.1)] == ["laid R1 discards"]


def test_closing_tells_what_is_gone(mat):
    mat.comes(1, "R1", FIRE).goes(5, 1)
    assert [told(one) for one in mat.tracker.close(5.1)] == ["lifted 1"]


def test_patience_may_be_given():
    tracker = Tracker(patience=TrackerPatience(in_the_air=0.2))
    tracker.see(Seen(1, 0, (PlaceSeen(0.5, appeared=(Sighting(1, reading("R1"), corners(*FIRE)),)),)))
    tracker.see(Seen(3, 1, (PlaceSeen(3, vanished=(1,)),)))
    assert [told(one) for one in tracker.see(Seen(3.3, 2))] == ["lifted 1"]


def test_the_umpire_is_told_that_a_card_held_back_is_unsettled(mat):
    """Else a FUSE pressed after that card would be taken for the card before it."""
    old = (60, 50, 140, 150)
    mat.comes(1, "R1", FIRE).comes(5, "R1", DISCARDS, unsettled=[old])
    assert mat.tracker.waited(Seen(6.0, 60)).unsettled_since == 4.5
    mat.goes(6, 1).waits(20)
    assert mat.tracker.waited(Seen(21.0, 210)).unsettled_since is None


def test_discards_that_change_places_under_one_hand_are_the_same_cards():
    """Each lies where another was, and no old place is seen empty."""
    mat, places = Mat(), [(100, 350), (200, 350), (300, 350)]
    for number, (code, where) in enumerate(zip(("R1", "B2", "G3"), places, strict=True)):
        mat.comes(1 + number, code, where)
    mat.told.clear()
    mat.sees(
        6, *(PlaceSeen(5.5, appeared=(mat.card(code, w),)) for code, w in zip(("G3", "R1", "B2"), places, strict=True))
    )
    mat.waits(12)
    assert mat.told == []
    assert sorted(code for code, _ in mat.lies) == ["B2", "G3", "R1"]


def test_a_twin_laid_a_moment_after_the_first_was_covered_is_another_card():
    mat = Mat().comes(1, "R1", (100, 100)).comes(3, "B2", (102, 100))
    mat.told.clear()
    mat.comes(4, "R1", (400, 100)).waits(10)
    assert mat.told == ["laid R1 fireworks"]
