"""Short drawn games through the whole walk: pixels in, the rules' own words out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.ports import Frame
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.snapshot import state_line
from companion.table.placements import Button
from companion.watching import Told, Watching
from companion.wiring.watched import watching
from hardware.rehearsal.manners import CALM
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.player import deck_after_dealing
from hardware.rehearsal.scene import LyingCard, Scene, Thing
from hardware.rehearsal.script import Script
from models.edition import Edition

RED_ONE, RED_TWO, BLUE_FOUR = (LyingCard("R1", 120, 80, 3), LyingCard("R2", 121, 100, -2), LyingCard("B4", 270, 80))
FPS = 10.0


class Evening:
    """A drawn table watched with a game of three players."""

    def __init__(self, edition: Edition, painter: Painter) -> None:
        self.table: Watching = watching(Game.new(Setup(3)), edition)
        self.painter, self.frames = painter, 0
        self.told: list[Told] = []
        self.shows(0.8)

    def shows(self, seconds: float, *cards: LyingCard, things: tuple[Thing, ...] = ()) -> Evening:
        """The table for a while."""
        for _ in range(round(seconds * FPS)):
            at = self.frames / FPS
            pixels = self.painter.frame(Scene(cards, things=things), at)
            self.told += self.table.frame(Frame(pixels, at, self.frames))
            self.frames += 1
        return self

    def presses(self, button: Button) -> Evening:
        """A button goes down."""
        self.told += self.table.press(button, self.frames / FPS)
        return self

    def ends(self) -> Evening:
        """Nothing more comes."""
        self.told += self.table.close(self.frames / FPS)
        return self

    @property
    def events(self) -> list[tuple[str, str | None]]:
        """What was told, without its sentences."""
        return [(one.event, one.card) for one in self.told]


@pytest.fixture
def evening_at(lantern: Edition, painted: Callable[..., Painter]) -> Callable[..., Evening]:
    """An evening in this light."""
    return lambda **light: Evening(lantern, painted(**light))


def test_cards_that_fit_are_plays(evening_at):
    evening = evening_at().shows(2.0, RED_ONE).shows(2.5, RED_ONE, RED_TWO).ends()
    assert evening.events == [("play", "R1"), ("play", "R2")]
    assert evening.told[0].say.startswith("Player 1 plays the red 1.")
    assert evening.told[0].confidence > 0.9
    assert evening.table.mat_was_seen
    assert evening.table.frames_seen == 53


def test_a_press_between_cards_is_a_clue(evening_at):
    evening = evening_at().shows(2.0, RED_ONE).presses(Button.CLUE).shows(1.0, RED_ONE).ends()
    assert evening.events == [("play", "R1"), ("clue", None)]
    assert evening.table.game.position.clues == 7


def test_a_card_that_does_not_fit_is_one_misplay_though_it_is_carried_away(evening_at):
    carried = LyingCard("B4", 140, 340, 6)
    evening = evening_at().shows(2.0, RED_ONE).shows(2.5, RED_ONE, BLUE_FOUR).shows(3.5, RED_ONE, carried).ends()
    assert evening.events == [("play", "R1"), ("misplay", "B4")]
    assert evening.table.game.position.fuses == 1


def test_undo_takes_the_last_thing_back(evening_at):
    evening = evening_at().shows(2.0, RED_ONE).presses(Button.UNDO).shows(0.5, RED_ONE)
    assert evening.events == [("play", "R1"), ("undo", None)]
    assert state_line(evening.table.game)["stacks"]["R"] == 0


def test_a_phone_on_the_mat_is_an_alarm_and_no_card(evening_at):
    evening = evening_at().shows(4.5, things=(Thing("phone", 300, 320, 10),)).ends()
    assert [(one.event, one.what) for one in evening.told] == [("alarm", "unknown-object")]


def test_a_camera_is_played_to_its_end_and_closed(lantern, painted):
    class Camera:
        closed = False

        def frames(self):
            draws = painted()
            for index in range(30):
                cards = (RED_ONE,) if index >= 8 else ()
                yield Frame(draws.frame(Scene(cards), index / FPS), index / FPS, index)

        def close(self):
            self.closed = True

    camera, told = Camera(), []
    table = watching(Game.new(Setup(3)), lantern)
    table.play(camera, [(2.5, "clue")], told.extend)
    assert [(one.event, one.at > 0) for one in told] == [("play", True), ("clue", True)]
    assert camera.closed
    assert table.frames_seen == 30


def test_a_camera_that_breaks_is_closed_and_what_was_seen_is_told(lantern, painted):
    class Broken:
        closed = False

        def frames(self):
            draws = painted()
            for index in range(26):
                cards = (RED_ONE,) if index >= 8 else ()
                yield Frame(draws.frame(Scene(cards), index / FPS), index / FPS, index)
            raise OSError("unplugged")

        def close(self):
            self.closed = True

    camera, told = Broken(), []
    with pytest.raises(OSError, match="unplugged"):
        watching(Game.new(Setup(3)), lantern).play(camera, [], told.extend)
    assert camera.closed
    assert [(one.event, one.card) for one in told] == [("play", "R1")]


def test_a_short_game_by_drawn_hands_is_told_as_it_was_played(lantern, painted):
    actions = [
        {"do": "play", "card": "R1", "player": 0},
        {"do": "clue", "player": 1},
        {"do": "discard", "card": "W4", "player": 2},
        {"do": "play", "card": "R2", "player": 0},
    ]
    script = Script(actions, 3, manners=CALM, seed=4, fps=FPS, deck=deck_after_dealing(3), card_mm=lantern.card_mm)
    draws, table, told, pressed = painted(), watching(Game.new(Setup(3)), lantern), [], 0
    for index, (drawn, at) in enumerate(script.frames()):
        for press in script.presses[pressed:]:
            told += table.press(Button(press.button), at)
        pressed = len(script.presses)
        told += table.frame(Frame(draws.frame(drawn, at), at, index))
    told += table.close(at)
    assert [(one.event, one.card) for one in told] == [
        ("play", "R1"),
        ("clue", None),
        ("discard", "W4"),
        ("play", "R2"),
    ]
