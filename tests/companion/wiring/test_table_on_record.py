"""What a live table hands to its recorder."""

from types import SimpleNamespace

import numpy as np
import pytest

from companion.errors import Unreadable
from companion.messages import Answer, ButtonPressed, Press, Ticked, Wish
from companion.ports import Frame
from companion.rules.cards import Card
from companion.rules.commands import GiveClue, Play, Undo
from companion.rules.game import Game
from companion.rules.setup import Setup
from companion.settings import Settings, View
from companion.sight.sighting import Seen
from companion.table.placements import Button
from companion.wiring.recorder import heard, playing, recorder_for
from companion.wiring.setting_up import SettingUp, Table
from hardware.recording import read_recording

CORNERS = ((10.0, 10.0), (90.0, 10.0), (90.0, 60.0), (10.0, 60.0))


class Recorder:
    """Notes what it is told."""

    def __init__(self):
        self.presses, self.games = [], []

    def press(self, button, at):
        self.presses.append((button, at))

    def play(self, number, setup):
        self.games.append((number, setup["players"]))


def parts(**settings):
    return SimpleNamespace(settings=Settings(**settings), edition=SimpleNamespace(name="lantern"), corners=None)


@pytest.mark.parametrize(
    ("message", "pressed"),
    [
        (ButtonPressed(Button.FUSE, 3.0), ("fuse", 3.0)),
        (ButtonPressed(Button.OK, 3.0, held=True), None),
        (Wish(Press(Button.OK), 4.0), ("ok", 4.0)),
        (Wish(Press(Button.OK, held=True), 4.0), None),
        (Wish(GiveClue(to=1), 5.0), ("clue", 5.0)),
        (Wish(Undo(), 6.0), ("undo", 6.0)),
        (Wish(Play(Card.parse("R1")), 7.0), None),
        (Wish(Answer(1), 7.0), None),
        (Ticked(8.0), None),
    ],
)
def test_what_a_button_says_is_a_press_wherever_it_is_pressed(message, pressed):
    recorder = Recorder()
    heard(recorder, message)
    assert recorder.presses == ([] if pressed is None else [pressed])


def test_a_game_is_told_once_there_is_one():
    recorder = Recorder()
    playing(recorder, None, None)
    playing(recorder, 7, Game.new(Setup(4)))
    assert recorder.games == [(7, 4)]


def test_the_recording_names_deck_mat_and_the_setup_that_is_likely(tmp_path):
    recorder_for(parts(deck="tin"), tmp_path / "a", Setup(2))
    by_markers = read_recording(tmp_path / "a")
    assert (by_markers.deck, by_markers.setup["players"], by_markers.corners) == ("tin", 2, None)
    recorder_for(parts(view=View(corners=CORNERS)), tmp_path / "b", None)
    by_hand = read_recording(tmp_path / "b")
    assert (by_hand.deck, by_hand.setup["players"], by_hand.corners) == ("lantern", 3, CORNERS)


def test_what_can_t_be_recorded_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(Unreadable, match="A table without a mat can't be recorded"):
        recorder_for(parts(view=View(line=0.4)), tmp_path / "a", None)
    (tmp_path / "full").touch()
    with pytest.raises(Unreadable, match="is not empty: name another folder"):
        recorder_for(parts(), tmp_path, None)


class Blind:
    """Eyes that see nothing."""

    mat = None

    def look(self, frame):
        return Seen(frame.at, frame.index)


def test_a_mirrored_picture_is_recorded_the_right_way_round(tmp_path):
    table = Table(
        Settings(view=View(mirrored=True)), SimpleNamespace(name="lantern"), tmp_path, None, lambda *how: Blind()
    )
    frames = []
    set_up = SettingUp(table, lambda message: None, has_camera=True)
    eyes = set_up.make_eyes(lambda frame, mat, seen: frames.append(frame))
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    eyes.look(Frame(pixels, 1.0, 0))
    assert frames[0].pixels.tolist() == pixels[:, ::-1].tolist()
