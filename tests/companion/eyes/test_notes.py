"""Notes for people: a picture a look that tells something new, a page to see them by, a line for each look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.eyes.belief import Belief
from companion.eyes.diary import Looked
from companion.eyes.examine import Examined
from companion.eyes.notes import PictureNotes
from companion.eyes.stillness import Place
from companion.pictures import read_picture
from companion.sight.reader import Match
from companion.sight.sighting import PlaceSeen

SMALL, TABLE = np.full((200, 320, 3), 90, np.uint8), np.full((800, 1280, 3), 90, np.uint8)
STILL_S = np.full((200, 320), 9, np.float32)
PLACE = Place(np.zeros((200, 320), np.uint8), (100.0, 100.0, 170.0, 190.0), 0.0, 0.0, False, 5000.0)
NOTHING = Examined((), (), (), None, 0.4, False)
QUAD = np.array([[160, 160], [260, 160], [260, 300], [160, 300]], np.float32)
HERE = Match("R1", QUAD, 9, 3, 0.9, 0.3, "R2", True)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "new" / "notes"


@pytest.fixture
def notes(lantern, lantern_reader, folder):
    return PictureNotes(folder, lantern_reader.taught, lantern.plates)


def look(index, found, verdict=None):
    return Looked(index, index / 10, PLACE, found, verdict, [found])


def told(notes, *looks, table=TABLE):
    belief = Belief(SMALL, TABLE)
    for one in looks:
        notes.looked(one, belief, table, SMALL, STILL_S)
    return belief


def names(folder):
    return sorted(path.name for path in folder.glob("*.jpg"))


def test_each_look_leaves_a_picture_with_its_number_and_frame_and_a_line(notes, folder):
    told(notes, look(7, NOTHING), look(12, replace(NOTHING, new=(HERE,))))
    assert names(folder) == ["00001-frame-000007.jpg", "00002-frame-000012.jpg"]
    lines = (folder / "log.txt").read_text(encoding="utf-8").splitlines()
    assert [line.partition(",")[0] for line in lines] == ["frame 7", "frame 12"]


def test_a_look_that_tells_nothing_new_has_a_line_and_no_picture(notes, folder):
    told(notes, *(look(index, NOTHING) for index in range(20)), look(20, NOTHING, verdict=NOTHING))
    assert names(folder) == ["00001-frame-000000.jpg", "00002-frame-000020.jpg"]
    assert len((folder / "log.txt").read_text(encoding="utf-8").splitlines()) == 21


def test_a_card_found_is_shown_beside_the_taught_one_with_the_nearest_classes(notes, folder):
    unsure = replace(HERE, quad=HERE.quad + 9, is_clear=False)
    told(notes, look(1, NOTHING), look(2, replace(NOTHING, new=(HERE,), unsure=unsure)))
    without, with_two = (read_picture(folder / name) for name in names(folder))
    assert with_two.shape[0] > without.shape[0]
    green = (with_two[..., 1] > 170) & (with_two[..., 2] < 130)
    assert green.sum() > 100  # the clear one's outline, and its class


def test_the_outlines_that_were_tried_are_shown(notes, folder):
    notes.reader.match(TABLE[:300, :300], [QUAD - 100])
    told(notes, look(1, NOTHING), look(2, NOTHING, verdict=NOTHING))
    with_outlines, without = (read_picture(folder / name) for name in names(folder))
    assert with_outlines.size > without.size


def test_a_page_shows_all_pictures_and_decisions_without_any_script(notes, folder):
    one = look(7, replace(NOTHING, new=(HERE,)), verdict=replace(NOTHING, new=(HERE,)))
    told(notes, one)
    notes.decided(one, PlaceSeen(left_at=0.0), {})
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert 'src="00001-frame-000007.jpg"' in page
    assert "new: R1 (distance 9" in page
    assert "<script" not in page
    assert "http" not in page
    assert "decided" in (folder / "log.txt").read_text(encoding="utf-8")


def test_what_is_believed_is_left_as_it_was(notes):
    table, small = TABLE.copy(), SMALL.copy()
    belief = told(notes, look(1, replace(NOTHING, new=(HERE,))), table=table)
    assert np.array_equal(table, TABLE)
    assert np.array_equal(small, SMALL)
    assert np.array_equal(belief.table, TABLE)
    assert belief.cards == []
