"""The gate: open where a hand, a card or a token moves, shut over noise and a lamp's flicker; what it never does."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from companion.eyes.gate import Gate
from companion.ports import Frame
from companion.sight.mat import mat_from_corners
from hardware.rehearsal.scene import Hand, LyingCard, Scene, Thing

CARD = LyingCard("B2", 300, 330, 8)
CORNERS = np.array([[50, 30], [590, 30], [590, 330], [50, 330]], np.float32)
FPS = 10


def grey_of(pixels):
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def small_grey_of(pixels):
    return np.asarray(cv2.resize(grey_of(pixels), (320, 180), interpolation=cv2.INTER_AREA), np.uint8)


STREAMS = {"colour": lambda pixels: None, "grey": grey_of, "small grey": small_grey_of}


class Watch:
    """A gate that is shown pictures ten times a second; what it said of each."""

    def __init__(self, mat, stream="colour"):
        self.gate, self.mat, self.grey = Gate(), mat, STREAMS[stream]
        self.said = []

    def sees(self, *pictures):
        for pixels in pictures:
            index = len(self.said)
            self.said.append(self.gate.moves(Frame(pixels, index / FPS, index, self.grey(pixels)), self.mat))
        return self


def noisy(base, sigma, count, rng, flicker=0.0):
    """The same picture again and again, each with its own noise and light."""
    for _ in range(count):
        light = 1 + rng.uniform(-flicker, flicker)
        grain = rng.standard_normal(base.shape, np.float32) * np.float32(sigma)
        yield np.clip(base * np.float32(light) + grain, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def mat():
    return mat_from_corners(CORNERS)


@pytest.fixture(scope="module")
def cloth():
    """A woven cloth, darker to one side."""
    weave = np.random.default_rng(5).normal(0, 5, (360, 640, 1)).astype(np.float32)
    return np.linspace(60, 150, 640, dtype=np.float32)[None, :, None] + weave + np.zeros((1, 1, 3), np.float32)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize(("sigma", "flicker"), [(0, 0), (2, 0.01), (5, 0.02), (9, 0.02)])
def test_noise_and_a_lamps_flicker_do_not_open_it(cloth, mat, stream, sigma, flicker):
    watch = Watch(mat, stream).sees(*noisy(cloth, sigma, 20, np.random.default_rng(3), flicker))
    assert watch.said[0]
    assert sum(watch.said[1:]) <= 1


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize(("sigma", "contrast"), [(2, 14), (5, 24), (9, 36)])
@pytest.mark.parametrize("side_px", [(38, 53), (17, 17)])
def test_a_card_and_a_token_that_come_open_it_at_once(cloth, mat, stream, sigma, contrast, side_px):
    rng = np.random.default_rng(4)
    there = cloth.copy()
    there[150 : 150 + side_px[1], 250 : 250 + side_px[0]] += contrast
    watch = Watch(mat, stream).sees(*noisy(cloth, sigma, 10, rng), *noisy(there, sigma, 2, rng))
    assert not any(watch.said[2:10])
    assert watch.said[10]


@pytest.mark.parametrize("quality", [35, 80])
def test_a_cameras_jpeg_does_not_open_it(cloth, mat, quality):
    pictures = [
        cv2.imdecode(cv2.imencode(".jpg", one, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
        for one in noisy(cloth, 4, 20, np.random.default_rng(6))
    ]
    assert sum(Watch(mat).sees(*pictures).said[1:]) <= 1


def test_a_slow_slide_keeps_it_open(cloth, mat):
    """A card pushed by a pixel a frame differs little from one frame to the next."""
    rng = np.random.default_rng(8)

    def slid(by):
        there = cloth.copy()
        there[150:203, 250 + by : 288 + by] += 60
        return there

    still = noisy(slid(0), 3, 10, rng)
    watch = Watch(mat).sees(*still, *(next(noisy(slid(by), 3, 1, rng)) for by in range(1, 31)))
    assert not any(watch.said[2:10])
    assert sum(watch.said[14:]) >= 24
    assert not any(not one and not other for one, other in pairwise(watch.said[14:]))


def test_it_stays_open_for_half_a_second_and_then_shuts(cloth, mat):
    rng = np.random.default_rng(9)
    there = cloth.copy()
    there[150:203, 250:288] += 80
    watch = Watch(mat).sees(*noisy(cloth, 2, 10, rng), *noisy(there, 2, 12, rng))
    assert all(watch.said[10:14])
    assert not any(watch.said[17:])


def test_what_moves_beside_the_mat_does_not_open_it(cloth, mat):
    rng = np.random.default_rng(10)
    elbows = cloth.copy()
    elbows[:20], elbows[:, 600:] = 250, 250
    watch = Watch(mat).sees(*noisy(cloth, 2, 6, rng), *noisy(elbows, 2, 6, rng))
    assert not any(watch.said[1:])


def test_another_mat_or_camera_begins_anew(cloth, mat):
    picture = cloth.astype(np.uint8)
    watch = Watch(mat).sees(picture, picture)
    watch.mat = mat_from_corners(CORNERS + 5)
    watch.sees(picture, picture)
    watch.grey = grey_of
    watch.sees(picture, picture)
    assert watch.said == [True, False, True, False, True, False]


def test_corners_outside_the_picture_leave_nothing_to_look_at(cloth):
    beyond = mat_from_corners(CORNERS + 5000)
    picture = cloth.astype(np.uint8)
    assert Watch(beyond).sees(picture, picture, 255 - picture).said == [True, False, False]


def test_a_frame_is_left_as_it_was(cloth, mat):
    picture = cloth.astype(np.uint8)
    before = picture.copy()
    Watch(mat).sees(picture, picture)
    assert np.array_equal(picture, before)


@pytest.mark.parametrize(("stream", "table"), [("colour", "navy"), ("colour", "paper"), ("small grey", "navy")])
def test_on_a_drawn_table_a_hand_a_card_and_a_token_are_seen_within_two_frames(painted, stream, table):
    painter = painted(4.0, size=(960, 540), table=table, noise=5.0, exposure=0.5, flicker=0.01)
    mat = mat_from_corners(painter.mat_corners().astype(np.float32))
    bare, lies = Scene(), Scene((CARD,))
    scenes = [
        *[bare] * 8,
        *[Scene(hands=(Hand(300, 330, height_mm=20),))] * 2,
        *[lies] * 10,
        *[Scene((CARD,), things=(Thing("token", 520, 330),))] * 2,
    ]
    watch = Watch(mat, stream).sees(*(painter.frame(scene, n / FPS) for n, scene in enumerate(scenes)))
    assert sum(watch.said[2:8]) <= 1
    assert any(watch.said[8:10])
    assert all(watch.said[10:12])
    assert not any(watch.said[17:20])
    assert any(watch.said[20:22])
