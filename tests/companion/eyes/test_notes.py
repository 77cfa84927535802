"""Notes for people: a picture a look, named by its number and frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.eyes.belief import Belief
from companion.eyes.examine import Examined
from companion.eyes.notes import PictureNotes
from companion.eyes.stillness import Place
from companion.pictures import read_picture
from companion.sight.reader import Match

SMALL, TABLE = np.full((200, 320, 3), 90, np.uint8), np.full((800, 1280, 3), 90, np.uint8)
PLACE = Place(np.zeros((200, 320), np.uint8), (100.0, 100.0, 170.0, 190.0), 0.0, 0.0, False, 5000.0)
NOTHING = Examined((), (), (), None, 0.4, False)
HERE = Match("R1", np.array([[160, 160], [260, 160], [260, 300], [160, 300]], np.float32), 9, 3, 0.9, 0.3, "R2", True)


@pytest.fixture
def notes(lantern, tmp_path):
    return PictureNotes(tmp_path / "new" / "notes", lantern.plates)


def names(tmp_path):
    return sorted(path.name for path in (tmp_path / "new" / "notes").iterdir())


def test_each_look_leaves_a_picture_with_its_number_and_frame(notes, tmp_path):
    notes.looked(7, Belief(SMALL, TABLE), TABLE, PLACE, NOTHING)
    notes.looked(12, Belief(SMALL, TABLE), TABLE, PLACE, replace(NOTHING, new=(HERE,)))
    assert names(tmp_path) == ["00001-frame-000007.png", "00002-frame-000012.png"]


def test_a_card_found_is_shown_beside_the_taught_one(notes, tmp_path):
    belief = Belief(SMALL, TABLE)
    notes.looked(1, belief, TABLE, PLACE, NOTHING)
    notes.looked(
        2, belief, TABLE, PLACE, replace(NOTHING, new=(HERE,), unsure=replace(HERE, quad=HERE.quad + 9, is_clear=False))
    )
    without, with_two = (read_picture(tmp_path / "new" / "notes" / name) for name in names(tmp_path))
    assert with_two.shape[1] > without.shape[1]
    assert (with_two == (80, 220, 80)).all(axis=2).any()  # a green outline for the clear one


def test_what_is_believed_is_left_as_it_was(notes):
    belief, table = Belief(SMALL, TABLE), TABLE.copy()
    notes.looked(1, belief, table, PLACE, replace(NOTHING, new=(HERE,)))
    assert np.array_equal(table, TABLE)
    assert np.array_equal(belief.table, TABLE)
    assert belief.cards == []
