"""Which card a rectangle is: every face, however it lies and is lit; and that what is no card of the deck is none."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.rules.cards import Card
from companion.sight.pixels import unit_quad
from companion.sight.reader import CLEAR, LIKELY, Bar, Match, Reader, better, reading_of
from companion.sight.reading import Reading
from companion.sight.rectify import OUTLINES
from hardware.rehearsal.lens import rectangle
from hardware.rehearsal.scene import LyingCard, Scene
from models.drawing import HELD_OUT, draw_face

CODES = [f"{suit}{rank}" for suit in "RYGBWMK" for rank in range(1, 6)]
KELVIN = {2700: (0.45, 0.80, 1.25), 4000: (0.75, 0.95, 1.08), 6500: (1.10, 1.0, 0.92)}
"""What a lamp of that colour makes of blue, green and red."""
AT = Match("R1", np.zeros((4, 2), np.float32), 50.0, 2.0, 0.8, 0.2, "R2", is_clear=True)


def all_faces(turn=0.0):
    """The 35 faces side by side."""
    return tuple(
        LyingCard(code, 60 + 68 * (n % 11), 60 + 100 * (n // 11), turn + 7 * (n % 3)) for n, code in enumerate(CODES)
    )


@pytest.fixture(scope="module")
def lying(painted):
    """A frame of all faces, and where each lies."""
    painter = painted(6)
    cards = all_faces()
    return painter.frame(Scene(cards)), {card.code: painter.corners(card).astype(np.float32) for card in cards}


def lit(frame, exposure, cast):
    """The frame under another lamp: channels multiplied in linear light."""
    light = np.power(frame.astype(np.float32) / 255, 2.2) * np.float32(cast) * np.float32(exposure)
    return (np.power(np.clip(light, 0, 1), 1 / 2.2) * 255).astype(np.uint8)


def named(reader, frame, quads):
    """Right, wrong and unclear."""
    matches = [(code, reader.match(frame, [quad])) for code, quad in quads.items()]
    return Counter("asked" if not m.is_clear else "right" if m.code == code else "wrong" for code, m in matches)


def outer(picture):
    return unit_quad(picture.shape[1], picture.shape[0]) - np.float32(0.5)


def test_every_face_is_clearly_read_and_so_is_the_back(lantern, lantern_reader):
    for code, plate in lantern.plates.items():
        match = lantern_reader.match(plate, [outer(plate)])
        assert (match.code, match.is_clear) == (code, True)


def test_every_lying_face_is_clearly_read(lantern_reader, lying):
    assert named(lantern_reader, *lying) == {"right": 35}


@pytest.mark.parametrize("kelvin", KELVIN)
@pytest.mark.parametrize("exposure", [0.3, 0.6, 1.0, 1.5])
def test_red_is_not_taken_for_orange_nor_blue_for_green(lantern_reader, lying, kelvin, exposure):
    """rubiks-cube-tracker 12, qbr 8: colour casts and exposure over all faces give no confident error."""
    frame, quads = lying
    counts = named(lantern_reader, lit(frame, exposure, KELVIN[kelvin]), quads)
    assert counts["wrong"] == 0
    assert counts["right"] >= 33


def test_cards_out_of_focus_are_read_and_none_is_taken_for_another(lantern_reader, painted):
    painter = painted(6, blur_px=3.0)
    cards = all_faces()
    quads = {card.code: painter.corners(card).astype(np.float32) for card in cards}
    counts = named(lantern_reader, painter.frame(Scene(cards)), quads)
    assert counts["wrong"] == 0
    assert counts["right"] >= 32


def test_neighbouring_ranks_are_not_confused_in_noise(lantern_reader, lying):
    """hanabi_deck_machinelearning: every card, and black above all, is still read in strong noise."""
    frame, quads = lying
    rng = np.random.default_rng(11)
    totals = Counter()
    for _ in range(4):
        noisy = np.clip(frame + rng.normal(0, 14, frame.shape), 0, 255).astype(np.uint8)
        totals += named(lantern_reader, noisy, quads)
    assert totals["wrong"] == 0
    assert totals["right"] >= 0.95 * 140


def test_a_card_upside_down_is_read_and_its_corners_begin_at_its_own_top(lantern_reader, lying):
    """imagehash 30: a half-turn is no other card."""
    frame, quads = lying
    match = lantern_reader.match(frame, [np.roll(quads["R4"], 2, axis=0)])
    assert (match.code, match.is_clear) == ("R4", True)
    assert match.quad == pytest.approx(quads["R4"], abs=0.01)


def test_a_sleeve_of_three_millimetres_is_allowed_for(painted, lantern_reader):
    painter = painted(6, sleeved=True)
    found = Counter()
    for number, code in enumerate(CODES[::3]):
        card = LyingCard(code, 200 + 30 * number, 200, 4 * number)
        frame = painter.frame(Scene((card,)))
        sleeve = painter.lens.project(rectangle(card.x_mm, card.y_mm, 66, 91, card.turn_deg)).astype(np.float32)
        match = lantern_reader.match(frame, [sleeve])
        found[match.is_clear, match.code == code] += 1
    assert found[True, False] == 0
    assert found[True, True] >= 11


def test_the_best_of_several_outlines_is_taken(lantern_reader, lying):
    frame, quads = lying
    off = quads["B2"] + np.float32([25, 10])
    match = lantern_reader.match(frame, [off, quads["B2"], quads["B2"] - np.float32(20)])
    assert (match.code, match.is_clear) == ("B2", True)
    assert match.quad == pytest.approx(quads["B2"], abs=3)


def test_no_outline_gives_no_match(lantern_reader, lying):
    assert lantern_reader.match(lying[0], []) is None


def test_an_outline_a_little_off_is_settled_on_the_card(lantern_reader, lying):
    frame, quads = lying
    near = lantern_reader.match(frame, [quads["Y5"] + np.float32([5, -4])], OUTLINES[:1])
    assert not near.is_clear
    settled = lantern_reader.settle(frame, near)
    assert (settled.code, settled.is_clear) == ("Y5", True)
    assert settled.quad == pytest.approx(quads["Y5"], abs=2)


def test_half_a_card_is_not_another_card(lantern_reader, lying):
    """UNO bench: half-card crops were accepted as wrong cards."""
    frame, quads = lying
    for code, quad in quads.items():
        upper = quad.copy()
        upper[2:] = (quad[2:] + quad[[1, 0]]) / 2
        left = quad.copy()
        left[1:3] = (quad[1:3] + quad[[0, 3]]) / 2
        for part in (upper, left):
            match = lantern_reader.match(frame, [part])
            assert not match.is_clear or match.code in (code, "back")


def test_bare_cloth_is_no_card(painted, lantern_reader):
    rng = np.random.default_rng(3)
    for table in ("wood", "checked", "varnish"):
        frame = painted(6, table=table).frame(Scene())
        quads = [
            (rectangle(*rng.uniform(100, 600, 2), 90, 126, rng.uniform(0, 360))).astype(np.float32) for _ in range(25)
        ]
        assert not lantern_reader.match(frame, quads).is_clear


def test_noise_and_plain_paper_are_no_cards(lantern_reader):
    rng = np.random.default_rng(3)
    for picture in (
        rng.integers(0, 255, (204, 144, 3), np.uint8),
        np.full((204, 144, 3), 240, np.uint8),
        np.zeros((204, 144, 3), np.uint8),
        cv2.GaussianBlur(rng.integers(0, 255, (204, 144, 3), np.uint8), (0, 0), 6),
    ):
        assert not lantern_reader.match(picture, [outer(picture)]).is_clear


def accepted_of_another_deck(reader, style, codes):
    """Cards of a deck that wasn't taught, cut out and sharp: which were clearly taken for another card."""
    size = (round(style.card_mm[0] * 4), round(style.card_mm[1] * 4))
    faces = {code: draw_face(style, code, size) for code in codes}
    matches = {code: reader.match(face, [outer(face)]) for code, face in faces.items()}
    return [f"{code} as {m.code}" for code, m in matches.items() if m.is_clear and m.code != code]


@pytest.mark.parametrize("style", [s for s in HELD_OUT if s.name != "harbour"], ids=lambda style: style.name)
def test_a_card_of_another_deck_is_not_accepted_as_a_wrong_card(lantern_reader, style):
    assert accepted_of_another_deck(lantern_reader, style, CODES[2::5]) == []


def test_a_yellow_card_of_the_harbour_deck_is_not_accepted_as_red(lantern_reader):
    harbour = next(style for style in HELD_OUT if style.name == "harbour")
    assert accepted_of_another_deck(lantern_reader, harbour, ["Y3", "Y4", "Y5"]) == []


@pytest.mark.trials
@pytest.mark.parametrize("style", [s for s in HELD_OUT if s.name != "harbour"], ids=lambda style: style.name)
def test_no_card_of_five_other_decks_is_accepted_as_a_wrong_card(lantern_reader, style):
    codes = [f"{suit}{rank}" for suit in style.suits for rank in range(1, 6)]
    assert accepted_of_another_deck(lantern_reader, style, codes) == []


def test_thresholds_that_nothing_meets_make_nothing_clear(lantern, lantern_reader):
    strict = Reader(replace(lantern.taught, clear=(Bar(110.0, 1.5, 2.0, 0.0),)))
    plate = lantern.plates["R1"]
    assert lantern_reader.match(plate, [outer(plate)]).is_clear
    match = strict.match(plate, [outer(plate)])
    assert (match.code, match.is_clear) == ("R1", False)


def cleared(bars, *measured):
    return any(bar.is_cleared_by(*measured) for bar in bars)


def test_the_farther_a_match_is_the_more_alike_it_must_look():
    assert cleared(CLEAR, 20.0, 2.0, 0.7, 0.1)
    assert not cleared(CLEAR, 80.0, 2.0, 0.7, 0.1)
    assert not cleared(CLEAR, 30.0, 2.2, 0.72, 0.012)  # a black two, it said: it was a five
    assert cleared(CLEAR, 30.0, 4.0, 0.93, 0.012)
    assert cleared(CLEAR, 80.0, 2.0, 0.82, 0.1)
    assert not cleared(CLEAR, 200.0, 3.1, 0.82, 0.1)
    assert not cleared(CLEAR, 200.0, 2.0, 0.87, 0.1)
    assert cleared(CLEAR, 200.0, 3.1, 0.87, 0.1)
    assert not cleared(CLEAR, 600.0, 9.0, 1.0, 0.5)


@pytest.mark.parametrize("short", [(80.0, 1.4, 0.9, 0.1), (80.0, 2.0, 0.79, 0.1), (80.0, 2.0, 0.9, -0.01)])
def test_a_match_that_falls_short_in_one_thing_is_not_clear(short):
    assert cleared(CLEAR, 80.0, 2.0, 0.9, 0.1)
    assert not cleared(CLEAR, *short)


def test_what_is_clear_is_likely_and_more_is():
    assert set(CLEAR) < set(LIKELY)
    assert cleared(LIKELY, 200.0, 4.5, 0.82, 0.1)
    assert not cleared(CLEAR, 200.0, 4.5, 0.82, 0.1)
    assert not cleared(LIKELY, 200.0, 3.9, 0.82, 0.1)


def test_a_clear_match_beats_one_that_looks_better():
    unclear = replace(AT, alike=0.95, is_clear=False)
    assert better(unclear, AT) is AT
    assert better(AT, unclear) is AT


def test_of_two_unclear_matches_the_one_more_alike_wins():
    one, other = replace(AT, alike=0.5, is_clear=False), replace(AT, alike=0.6, is_clear=False)
    assert better(one, other) is other


def test_any_match_is_better_than_none():
    assert better(None, AT) is AT
    assert better(AT, None) is AT
    assert better(None, None) is None


def test_a_clear_match_is_read_as_its_card():
    reading = reading_of(AT)
    assert (str(reading.card), reading.confidence) == ("R1", 0.99)
    assert [str(card) for card, _ in reading.guesses] == ["R1", "R2"]


def test_an_unclear_match_is_read_as_two_guesses_that_are_not_sure():
    reading = reading_of(replace(AT, alike=0.4, is_clear=False))
    assert reading.card is None
    assert reading.guesses == ((Card.parse("R1"), 0.4), (Card.parse("R2"), pytest.approx(0.3)))


def test_guesses_together_are_never_more_than_certain():
    for alike in (0.2, 0.5, 0.9, 1.0):
        for is_clear in (True, False):
            assert sum(p for _, p in reading_of(replace(AT, alike=alike, is_clear=is_clear)).guesses) <= 1.0


def test_the_back_and_what_resembles_nothing_is_no_reading():
    assert reading_of(replace(AT, code="back")) == Reading()
    assert reading_of(replace(AT, alike=0.1, is_clear=False)) == Reading()
    assert reading_of(None) == Reading()


def test_the_back_is_no_guess_either():
    assert [str(card) for card, _ in reading_of(replace(AT, runner_up="back")).guesses] == ["R1"]
