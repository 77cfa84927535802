"""One more look at each place that lies still: what is believed by it, and that only the place itself is reckoned."""

from __future__ import annotations

import numpy as np
import pytest

from companion.eyes.arms import Arms
from companion.eyes.belief import Belief
from companion.eyes.diary import Diary
from companion.eyes.looks import LooksPatience
from companion.eyes.settling import Now, Settling
from companion.eyes.stillness import Stillness
from companion.eyes.troubles import Troubles
from companion.ports import Frame
from companion.sight.flat import FlatTable
from companion.sight.light import light_between
from companion.sight.mat import mat_from_corners
from companion.sight.motion import small_table
from hardware.rehearsal.scene import LyingCard, Scene

DECK_MM = (640.0, 250.0, 760.0, 460.0)
SIDE_BY_SIDE = (LyingCard("R1", 200, 110, 2), LyingCard("B4", 290, 112, -2))


class Table:
    """A bare table that is believed, and what settles on it in another light."""

    def __init__(self, edition, reader, painter):
        self.painter = painter
        self.mat = mat_from_corners(painter.mat_corners().astype(np.float32))
        bare = painter.frame(Scene(), 0.0)
        self.still = Stillness(small_table(bare, self.mat), 0.0)
        self.belief = Belief(small_table(bare, self.mat), FlatTable().whole(bare, self.mat))
        troubles, diary = Troubles(reader, edition.card_mm, (), ""), Diary(None)
        self.settling = Settling(
            reader, edition.card_mm, DECK_MM, LooksPatience(), FlatTable(), Arms(), troubles, diary
        )

    def sees(self, pixels, at):
        small = small_table(pixels, self.mat)
        light = light_between(self.belief.small, small)
        lit = light.undone(small, self.belief.small)
        self.still.watch(small, at)
        places = self.still.places(lit, self.belief.small, at)
        now = Now(Frame(pixels, at, round(10 * at)), self.mat, lit, light, self.still)
        return places, self.settling.look(self.belief, now, places)


@pytest.fixture
def table(lantern, lantern_reader, painted):
    return Table(lantern, lantern_reader, painted())


def dimmed(picture):
    """Darker to one side, and a warmer light."""
    slope = np.linspace(0.95, 0.7, picture.shape[1])[None, :, None]
    return (picture * slope * (0.8, 0.95, 1.0)).astype(np.uint8)


def test_two_looks_that_agree_are_believed_place_by_place_in_another_light(table):
    """Each place is put into the light of before on its own, though what is cut out for one covers the other."""
    frame = dimmed(table.painter.frame(Scene(SIDE_BY_SIDE), 1.0))
    places, told = table.sees(frame, 1.0)
    assert (len(places), told) == (2, [])
    _, told = table.sees(frame, 1.1)
    assert sorted(str(one.reading.card) for place in told for one in place.appeared) == ["B4", "R1"]
    assert table.sees(frame, 1.2) == ((), [])
    assert [card.id for card in table.belief.cards] == [1, 2]


def test_what_settles_on_the_draw_pile_is_believed_and_never_told(table):
    places, told = table.sees(table.painter.frame(Scene((LyingCard("G3", 700, 355),)), 1.0), 1.0)
    assert [table.settling.is_deck(place) for place in places] == [True]
    assert told == []
    assert table.belief.cards == []
    assert table.sees(table.painter.frame(Scene((LyingCard("G3", 700, 355),)), 1.1), 1.1) == ((), [])


def test_looks_that_are_forgotten_do_not_count(table):
    frame = table.painter.frame(Scene(SIDE_BY_SIDE[:1]), 1.0)
    table.sees(frame, 1.0)
    table.settling.forget()
    assert table.sees(frame, 1.1)[1] == []
    assert len(table.sees(frame, 1.2)[1]) == 1
