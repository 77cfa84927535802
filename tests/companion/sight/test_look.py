"""One still picture: which cards lie in it, with a mat or without, and what is none."""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np
import pytest

from companion.sight.look import look
from hardware.rehearsal.scene import Hand, LyingCard, Scene, Thing


@pytest.fixture(scope="module")
def seen(lantern, lantern_reader):
    return lambda picture: look(lantern_reader, picture, lantern.card_mm, list(lantern.plates.values()))


def codes(found):
    return Counter(match.code for match in found.clear)


def test_three_red_ones_are_three_cards(painted, seen):
    """tcg-pocket-collection-tracker 279: copies are counted."""
    ones = tuple(LyingCard("R1", 120 + 90 * n, 350, 10 * n) for n in range(3))
    found = seen(painted().frame(Scene((*ones, LyingCard("B4", 400, 100)))))
    assert codes(found) == {"R1": 3, "B4": 1}
    assert found.mat is not None


def test_corners_are_the_cards_own_from_its_top_left(painted, seen):
    painter, card = painted(), LyingCard("Y2", 300, 200, 170)
    [match] = seen(painter.frame(Scene((card,)))).clear
    assert match.quad == pytest.approx(painter.corners(card), abs=2.5)


def test_without_a_mat_a_card_filling_a_fair_part_of_the_picture_is_read(painted, seen):
    painter, card = painted(markers=False), LyingCard("G5", 300, 200, 25)
    frame = painter.frame(Scene((card,)))
    x, y = painter.corners(card).mean(axis=0).astype(int)
    part = np.ascontiguousarray(frame[y - 120 : y + 120, x - 160 : x + 160])
    found = seen(part)
    assert (codes(found), found.mat) == ({"G5": 1}, None)


def test_a_card_at_eight_per_cent_of_a_cluttered_frame_is_read_alone(painted, seen):
    """auv 163: not the whole frame is classified, but the card cut out of it."""
    painter, card = painted(markers=False, table="checked"), LyingCard("W3", 330, 230, 8)
    things = (Thing("coin", 260, 180), Thing("paper", 440, 260, 20), Thing("token", 270, 290))
    frame = painter.frame(Scene((card,), things=things))
    x, y = painter.corners(card).mean(axis=0).astype(int)
    part = np.ascontiguousarray(frame[y - 165 : y + 165, x - 210 : x + 210])
    big = cv2.resize(part, None, fx=2.5, fy=2.5, interpolation=cv2.INTER_CUBIC)
    assert codes(seen(big)) == {"W3": 1}


def test_a_large_photo_is_read_in_its_own_pixels(painted, seen):
    painter, card = painted(markers=False), LyingCard("K4", 400, 250, 12)
    frame = cv2.resize(painter.frame(Scene((card,))), None, fx=2.0, fy=2.0, interpolation=cv2.INTER_LINEAR)
    [match] = seen(frame).clear
    assert match.code == "K4"
    assert match.quad == pytest.approx(painter.corners(card) * 2 + 0.5, abs=8)


@pytest.mark.parametrize("thing", ["phone", "paper", "mug", "coin", "token"])
def test_what_lies_about_is_no_card(painted, seen, thing):
    assert codes(seen(painted().frame(Scene(things=(Thing(thing, 300, 220, 15),))))) == {}


def test_a_hand_and_a_card_face_down_are_no_cards(painted, seen):
    scene = Scene((LyingCard("R1", 250, 150, 5, face_down=True),), (Hand(500, 300),))
    assert codes(seen(painted().frame(scene))) == {}


def test_a_bare_mat_and_a_black_picture_show_nothing(painted, seen):
    assert codes(seen(painted().frame(Scene()))) == {}
    nothing = seen(np.zeros((240, 320, 3), np.uint8))
    assert (nothing.clear, nothing.unsure, nothing.mat) == ((), (), None)


def test_of_cards_that_overlap_none_is_read_wrongly(painted, seen):
    cards = (LyingCard("R1", 200, 150), LyingCard("R2", 202, 172, 3))
    found = codes(seen(painted().frame(Scene(cards))))
    assert found <= Counter(["R1", "R2"])


def test_the_uppermost_cards_of_fanned_piles_are_read(painted, seen):
    """What somebody finds who switches on in the middle of a game."""
    piles = [LyingCard(f"{s}{r}", 90 + 150 * n, 45 + 20 * r, n - 2) for n, s in enumerate("RYGBW") for r in (1, 2)]
    assert codes(seen(painted().frame(Scene(tuple(piles))))) >= Counter(["R2", "Y2", "G2", "B2", "W2"])


def test_what_may_be_one_card_is_told_once(seen, lantern):
    """A blend of two faces, which may be either: by its edges, by its print, and by where these meet."""
    both = cv2.addWeighted(lantern.plates["R1"], 0.5, lantern.plates["Y3"], 0.5, 0)
    picture = np.full((420, 360, 3), 110, np.uint8)
    picture[100:304, 100:244] = both
    found = seen(cv2.GaussianBlur(picture, (0, 0), 0.8))
    assert (codes(found), len(found.unsure)) == ({}, 1)
