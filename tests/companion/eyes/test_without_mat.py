"""Tables without markers, played for a few cards: corners by hand, and a line with no mat at all."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.eyes.righted import RightedEyes
from companion.ports import Frame
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.settings import View
from companion.sight.sighting import Seen
from companion.table.placements import Button
from companion.wiring.watched import watching
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene

pytestmark = pytest.mark.slow

RED, BLUE, RED_TWO = LyingCard("R1", 120, 80, 3), LyingCard("B1", 270, 80), LyingCard("R2", 121, 100, -2)
WHITE = LyingCard("W4", 200, 340, 8)
FIRST = LyingCard("G3", 400, 250, 7)
PLAYED = [("play", "R1"), ("clue", None), ("play", "B1"), ("discard", "W4"), ("play", "R2")]


class Table:
    """A drawn table without markers, watched with a game of three."""

    def __init__(self, edition, view, lens=None, cloth="wood", effect=lambda picture: picture):
        lens = lens or Lens.over(tilt_deg=2)
        self.painter = Painter(edition.plates, edition.card_mm, lens, Conditions(table=cloth), seed=3, markers=False)
        self.watching = watching(Game.new(Setup(3)), edition, view=view)
        self.effect, self.frames, self.told, self.cards = effect, 0, [], ()

    def shows(self, seconds, *cards):
        for _ in range(round(10 * seconds)):
            at = self.frames / 10
            pixels = self.effect(self.painter.frame(Scene((*self.cards, *cards)), at))
            self.told += self.watching.frame(Frame(pixels, at, self.frames))
            self.frames += 1
        return self

    def plays(self, *cards):
        for card in cards:
            self.cards = (*self.cards, card)
            self.shows(2.2)
        return self

    def is_played(self):
        """A red 1, a clue, a blue 1, a white 4 discarded, a red 2."""
        self.shows(0.8).plays(RED)
        self.told += self.watching.press(Button.CLUE, self.frames / 10)
        self.plays(BLUE, WHITE, RED_TWO)
        self.told += self.watching.close(self.frames / 10)
        return self

    @property
    def events(self):
        return [(one.event, one.card) for one in self.told if one.event != "alarm"]

    @property
    def alarms(self):
        return [one.say for one in self.told if one.event == "alarm"]


def upside_down(picture):
    return np.ascontiguousarray(picture[::-1, ::-1])


def line_of(lens):
    a, b = lens.project([(0, 215), (800, 215)])
    return (tuple(a), tuple(b))


@pytest.mark.parametrize("cloth", ["wood", "grey"])
def test_four_corners_by_hand_are_as_good_as_markers(lantern, cloth):
    lens = Lens.over(tilt_deg=6, tilt_towards_deg=50)
    corners = tuple(map(tuple, lens.project([(0, 0), (800, 0), (800, 500), (0, 500)])))
    table = Table(lantern, View(corners=corners), lens, cloth).is_played()
    assert (table.events, table.alarms) == (PLAYED, [])


def test_with_corners_by_hand_a_nudged_camera_is_told_and_nothing_is_judged_until_it_is_back(lantern):
    lens = Lens.over(tilt_deg=2)
    corners = tuple(map(tuple, lens.project([(0, 0), (800, 0), (800, 500), (0, 500)])))
    table = Table(lantern, View(corners=corners), lens, "checked").shows(0.8).plays(RED, BLUE)
    nudge = np.array([[1, 0, 8.0], [0, 1, 5.0]])
    table.effect = lambda picture: cv2.warpAffine(picture, nudge, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
    table.shows(3.0)
    assert [say for say in table.alarms if "The camera was moved" in say]
    table.effect = lambda picture: picture
    table.shows(2.0).plays(RED_TWO)
    assert table.events == [("play", "R1"), ("play", "B1"), ("play", "R2")]


@pytest.mark.parametrize("name", ["shipped", pytest.param("printed", marks=pytest.mark.trials)])
def test_a_line_splits_the_table_once_a_card_has_told_its_scale(lantern, name, request):
    edition = lantern if name == "shipped" else _printed(request)
    table = Table(edition, View(line=0.42)).shows(0.8)
    assert table.watching.mat_was_seen is False
    table.shows(2.5, FIRST).shows(1.5)
    assert table.watching.mat_was_seen
    table.is_played()
    assert table.events == PLAYED
    assert table.alarms[0].startswith("There is no mat: lay one card face up")


def _printed(request):
    from companion.wiring.decks import find_deck

    return find_deck(str(request.getfixturevalue("tin")))


def test_a_scale_that_is_set_needs_no_first_card(lantern):
    table = Table(lantern, View(line=0.42, px_per_mm=1.22)).is_played()
    assert (table.events, table.alarms) == (PLAYED, [])


def test_a_slanted_line_and_an_upside_down_picture_come_out_right(lantern):
    rolled = Lens.over(roll_deg=12)
    table = Table(lantern, View(line=line_of(rolled), px_per_mm=rolled.px_per_mm), rolled).is_played()
    assert table.events == PLAYED
    below = View(line=0.58, fireworks="below", px_per_mm=1.22)
    assert Table(lantern, below, effect=upside_down).is_played().events == PLAYED


def test_mirrored_and_swapped_pictures_are_set_right_by_the_view(lantern):
    view = View(line=0.42, px_per_mm=1.22, swap_red_blue=True, mirrored=True)
    table = Table(lantern, view, effect=lambda picture: np.ascontiguousarray(picture[:, ::-1, ::-1])).is_played()
    assert table.events == PLAYED


def test_righted_eyes_turn_grey_and_colour_alike():
    class Blind:
        mat = None
        frame: Frame

        def look(self, frame):
            self.frame = frame
            return Seen(frame.at, frame.index)

    blind = Blind()
    pixels = np.arange(2 * 4 * 3, dtype=np.uint8).reshape(2, 4, 3)
    RightedEyes(blind, mirrored=True, swap_red_blue=True).look(Frame(pixels, 0.0, 0, pixels[:, :, 0]))
    assert blind.frame.pixels.tolist() == pixels[:, ::-1, ::-1].tolist()
    assert blind.frame.grey is not None
    assert blind.frame.grey.tolist() == pixels[:, ::-1, 0].tolist()
