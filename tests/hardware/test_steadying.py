"""A Pi camera's exposure, colours and focus: measured, locked and watched, told by metadata and time alone."""

import numpy as np
import pytest

from hardware.locks import FREE, Locks
from hardware.steadying import Memory, Steadying

STEP_S = 0.1
LIT = 110


def told(exposure_us=10_000, red=1.8, blue=1.4, lens=None):
    more = {} if lens is None else {"LensPosition": lens}
    return {"ExposureTime": exposure_us, "AnalogueGain": 1.0, "ColourGains": (red, blue), **more}


class Table:
    """Tells a Steadying frames of a tenth of a second each, and keeps what it sets."""

    def __init__(self, lens=None, memory=None):
        self.steadying = Steadying(lens, memory)
        self.at = 0.0
        self.set = []

    def frames(self, count, metadata=None, lit=LIT, sharp=lambda: 1.0):
        """So many frames alike; whether each might be handed out."""
        ready = []
        for _ in range(count):
            self.at = round(self.at + STEP_S, 3)
            grey = np.full((18, 32), lit, np.uint8)
            steady = self.steadying.hear(told() if metadata is None else metadata, grey, self.at, sharp)
            if steady.controls is not None:
                self.set.append(steady.controls)
            ready.append(steady.is_ready)
        return ready


@pytest.fixture
def locked():
    """A camera that has come to rest and is locked."""
    table = Table()
    table.frames(14)
    table.set.clear()
    return table


def test_exposure_and_colours_are_let_free_until_they_rest_and_locked_then():
    table = Table()
    ready = [table.frames(1, told(exposure))[0] for exposure in (2_000, 4_000, 6_000, 8_000, 9_000, 9_900, 9_950)]
    assert not any(ready)
    assert table.set == [FREE]
    assert table.frames(5, told(10_000))[-2:] == [True, True]
    assert table.set[1:] == [Locks(10_000, 1.0, 1.8, 1.4).controls()]


def test_what_was_set_shows_late_and_is_not_taken_for_rest(locked):
    """Half a second after the lamp has changed, the metadata still tell the old exposure."""
    locked.frames(150)
    locked.frames(21, lit=LIT // 2)
    assert locked.set == [FREE]
    locked.frames(6, lit=LIT // 2)
    for exposure in (12_000, 15_000, 18_000, 19_500):
        locked.frames(1, told(exposure))
    locked.frames(6, told(20_000))
    assert locked.set[1:] == [Locks(20_000, 1.0, 1.8, 1.4).controls()]


def test_what_never_rests_is_locked_after_two_seconds():
    table = Table()
    for tenth in range(25):
        table.frames(1, told(10_000 + 1_000 * (tenth % 2)))
    assert len(table.set) == 2
    assert not table.set[1]["AeEnable"]


def test_a_lens_is_swept_once_the_exposure_rests_and_held_where_it_is_sharpest():
    table, ready = Table(lens=(0.0, 10.0)), [False]
    late = [1.0] * 5
    while not ready[-1]:
        late.append(table.set[-1].get("LensPosition", late[-1]) if table.set else 1.0)
        at = late[-5]
        ready = table.frames(1, told(lens=at), sharp=lambda at=at: 100 / (1 + abs(at - 1.75)))
    assert table.set[-1]["LensPosition"] == pytest.approx(1.75, abs=0.13)
    assert table.set[-1]["AfMode"] == 0
    assert table.at < 10  # at ten frames a second; a Pi's camera gives fifteen
    assert table.steadying.remark == ""


def test_a_lens_that_finds_nothing_to_focus_on_says_so():
    table = Table(lens=(0.0, 10.0))
    table.frames(140, told(lens=1.2))
    assert "lay some cards on the mat" in table.steadying.remark


def test_the_next_try_takes_the_locks_at_its_first_frame():
    memory = Memory()
    table = Table(lens=(0.0, 10.0), memory=memory)
    table.frames(140, told(lens=1.2))
    again = Table(lens=(0.0, 10.0), memory=memory)
    assert again.frames(1, told(30_000, lens=1.0)) == [True]
    assert again.set == [memory.locks.controls()]


def test_locks_that_are_kept_are_not_spoken_of(locked):
    assert all(locked.frames(100))
    assert (locked.set, locked.steadying.remark) == ([], "")


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        (told(12_000), "exposure"),
        (told(red=2.2), "white balance"),
        (told(7_000, blue=1.0), "exposure and white balance"),
    ],
)
def test_locks_that_are_not_kept_are_said_and_set_again_every_five_seconds(locked, metadata, words):
    """Metadata drifting by a fifth: what the camera was told, it doesn't do."""
    assert all(locked.frames(25, metadata))
    assert locked.steadying.remark.startswith(f"The camera doesn't keep its {words}: colours may change")
    locked.frames(100, metadata)
    assert 1 < len(locked.set) <= 3
    assert all(not controls["AeEnable"] for controls in locked.set)


def test_a_lens_that_moves_by_itself_is_said():
    table = Table(memory=Memory(Locks(10_000, 1.0, 1.8, 1.4, lens=1.5)))
    table.frames(30, told(lens=4.0))
    assert "doesn't keep its focus" in table.steadying.remark


def test_locks_kept_again_are_no_longer_spoken_of(locked):
    locked.frames(25, told(12_000))
    locked.frames(1)
    assert locked.steadying.remark == ""


def test_one_frame_that_differs_says_nothing(locked):
    for _ in range(10):
        locked.frames(1, told(12_000))
        locked.frames(2)
    assert (locked.set, locked.steadying.remark) == ([], "")


@pytest.mark.parametrize("lit", [LIT * 2, LIT // 2])
def test_a_lamp_that_really_changes_is_measured_anew_and_frames_go_on(locked, lit):
    locked.frames(150)
    assert all(locked.frames(22, lit=lit))
    assert locked.set == [FREE]
    assert all(locked.frames(12, told(20_000), lit=LIT))
    assert locked.set[1:] == [Locks(20_000, 1.0, 1.8, 1.4).controls()]


def test_a_lamp_that_dims_a_little_or_a_hand_for_a_moment_changes_nothing(locked):
    locked.frames(150)
    locked.frames(100, lit=round(LIT / 1.4))
    locked.frames(15, lit=LIT // 3)
    locked.frames(20)
    assert locked.set == []


def test_a_lamp_that_flickers_for_ever_is_not_followed_for_ever(locked):
    for _ in range(20):
        locked.frames(30, lit=LIT * 2)
    assert sum(controls == FREE for controls in locked.set) <= 4


def test_a_camera_that_tells_nothing_is_used_unlocked_and_it_is_said():
    table = Table()
    assert table.frames(3, {"SensorTimestamp": 1}) == [True, True, True]
    assert table.set == []
    assert "can't be locked" in table.steadying.remark
