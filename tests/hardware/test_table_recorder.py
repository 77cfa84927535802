"""What `--record` writes: the table alone, at its own times, whole whatever happens; and it plays again."""

import json
import shutil
import threading
import time

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.errors import Unreadable
from companion.eyes.mat_keeper import MatKeeper
from companion.eyes.tapped import TappedEyes
from companion.ports import Frame
from companion.sight.mat import Mat, mat_from_corners
from companion.sight.sighting import Seen
from hardware.film import Film, refuse_used
from hardware.recorded import RecordedCamera
from hardware.recorder import TableRecorder
from hardware.recording import UNFINISHED, BrokenRecording, Press, read_recording

HEAD = {"setup": {"players": 3}, "deck": "lantern", "mat": "markers"}
MAT = mat_from_corners(np.array([[20, 20], [140, 20], [140, 90], [20, 90]], np.float32))
CUT = "cut"
SOON_S = 10.0


def frame(at, level=90):
    return Frame(np.full((110, 160, 3), level, np.uint8), at, round(at * 10))


@pytest.fixture
def record(tmp_path):
    """Starts a recorder that lets no frame go, however slow the disk is."""
    started = []

    def starts(name="evening", **more):
        recorder = TableRecorder(tmp_path / name, HEAD, most_waiting=10_000, **more)
        recorder.start()
        started.append(recorder)
        return recorder

    yield starts
    for recorder in started:
        recorder.stop()


def told(folder):
    return json.loads((folder / "recording.json").read_text())


def pictures(folder):
    return sorted(path.name for path in folder.glob("*.jpg"))


def wait_for(condition):
    """Until the writer is there."""
    until = time.monotonic() + SOON_S
    while not condition():
        assert time.monotonic() < until
        threading.Event().wait(0.001)


def level_of(folder, number):
    return round(float(cv2.imread(str(folder / f"{number:06d}.jpg"))[55, 80].mean()))


class Finding:
    """Eyes that find the mat and look no further."""

    def __init__(self):
        self.keeper = MatKeeper()

    @property
    def mat(self):
        return self.keeper.mat

    def look(self, frame):
        self.keeper.look(frame)
        return Seen(frame.at, frame.index)


def test_a_recorded_evening_is_watched_as_it_was(evening, record, tmp_path, capsys):
    """The drawn evening through the recorder's hands: a card appears in frame 6, and a press comes in frame 14."""
    recording = read_recording(evening)
    recorder = record(fps=recording.fps)
    eyes = TappedEyes(Finding(), recorder.look)
    recorder.play(1, recording.setup)
    for press in recording.presses:
        recorder.press(press.button, press.frame / recording.fps)
    for one in RecordedCamera(recording).frames():
        eyes.look(one)
    recorder.stop(20)
    again = read_recording(tmp_path / "evening")
    assert (again.fps, again.setup, again.deck, again.presses) == (
        recording.fps,
        recording.setup,
        recording.deck,
        recording.presses,
    )
    assert not again.is_cut
    capsys.readouterr()
    assert main(["watch", str(again.folder), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line.get("event"), line.get("card")) for line in lines] == [("play", "R1"), ("clue", None), (None, None)]
    assert 6 <= lines[0]["frame"] < lines[1]["frame"] == 14
    assert (lines[-1]["final"]["stacks"]["R"], lines[-1]["final"]["clues"]) == (1, 7)


def test_everything_outside_of_the_table_is_black(record, tmp_path):
    recorder = record()
    recorder.look(frame(0.0, 200), MAT, Seen(0.0, 0))
    recorder.stop()
    picture = cv2.imread(str(tmp_path / "evening" / "000000.jpg"))
    assert picture[22:88, 22:138].min() > 190
    assert picture[:12].max() < 20
    assert picture[:, 150:].max() < 20


def test_the_markers_patches_are_kept_and_no_more_than_those():
    from companion.sight.masking import table_mask

    by_markers = Mat(
        np.diag([0.15, 0.15, 1]) + np.array([[0, 0, 20], [0, 0, 20], [0, 0, 0]]), markers=frozenset(range(4))
    )
    mask = table_mask((110, 160), by_markers)
    assert mask[17, 17] == mask[93, 143] == 255
    assert mask[17, 80] == mask[15, 15] == 0


def test_while_the_mat_is_out_of_sight_pictures_are_black_and_before_it_was_found_there_are_none(record, tmp_path):
    recorder = record()
    recorder.look(frame(0.0), None, Seen(0.0, 0))
    recorder.look(frame(5.0), MAT, Seen(5.0, 50))
    recorder.look(frame(5.1), MAT, Seen(5.1, 51, alarms=("mat-lost:mirrored",)))
    recorder.stop()
    assert pictures(tmp_path / "evening") == ["000000.jpg", "000001.jpg"]
    assert [level_of(tmp_path / "evening", number) for number in (0, 1)] == [90, 0]


@pytest.mark.parametrize(("fps", "count"), [(30, 21), (15, 21), (10, 21), (5, 21)])
def test_ten_pictures_a_second_whatever_the_camera_gives(record, tmp_path, fps, count):
    recorder = record()
    for number in range(2 * fps + 1):
        recorder.look(frame(7 + number / fps, 40 + number), MAT, Seen(0.0, number))
    recorder.stop()
    assert len(pictures(tmp_path / "evening")) == count
    assert level_of(tmp_path / "evening", 20) == 40 + 2 * fps


def test_a_camera_that_trembles_gives_one_picture_a_frame(record, tmp_path):
    recorder = record()
    tremble = np.random.default_rng(3).uniform(-0.02, 0.02, 100)
    for number in range(100):
        recorder.look(frame(number / 10 + tremble[number]), MAT, Seen(0.0, number))
    recorder.stop()
    assert len(pictures(tmp_path / "evening")) == 100


def test_time_without_a_camera_is_left_out_and_a_press_in_it_comes_with_the_next_picture(record, tmp_path):
    recorder = record()
    recorder.look(frame(0.0), MAT, Seen(0.0, 0))
    recorder.press("clue", 40.0)
    for at in (60.0, 60.1):
        recorder.look(frame(at), MAT, Seen(at, 0))
    recorder.press("undo", 70.0)
    recorder.stop()
    assert len(pictures(tmp_path / "evening")) == 3
    assert told(tmp_path / "evening")["presses"] == [{"frame": 1, "button": "clue"}, {"frame": 2, "button": "undo"}]


def test_a_table_that_lies_still_takes_little_room_and_plays_as_long(record, tmp_path):
    recorder = record()
    for number in range(100):
        recorder.look(frame(number / 10), MAT, Seen(0.0, number))
    recorder.stop()
    files = [(tmp_path / "evening" / name).stat().st_ino for name in pictures(tmp_path / "evening")]
    assert len(files) == 100
    assert len(set(files)) < 45
    assert len(set(files[:30])) == 30


def test_frames_are_let_go_while_the_writer_is_behind_and_made_up_for_once_it_isn_t(tmp_path):
    recorder = TableRecorder(tmp_path / "evening", HEAD, most_waiting=4)
    for number in range(10):
        recorder.look(frame(number / 10, 40 + number), MAT, Seen(0.0, number))
    recorder.start()
    wait_for(lambda: len(pictures(tmp_path / "evening")) == 4)
    recorder.look(frame(1.0, 50), MAT, Seen(1.0, 10))
    recorder.stop()
    assert [level_of(tmp_path / "evening", number) for number in (3, 4, 9, 10)] == [43, 43, 43, 50]
    assert len(pictures(tmp_path / "evening")) == 11


def test_the_next_game_has_a_recording_of_its_own_that_begins_some_seconds_before(record, tmp_path):
    recorder = record()
    recorder.play(4, {"players": 2})
    for number in range(200):
        if number == 150:
            recorder.play(5, {"players": 3, "edition": "abacus"})
        if number in (20, 120, 170):
            recorder.press("clue", number / 10)
        recorder.look(frame(number / 10, 20 + number), MAT, Seen(0.0, number))
    recorder.stop(10)
    first, second = tmp_path / "evening", tmp_path / "evening-2"
    assert (told(first)["setup"], told(second)["setup"]) == ({"players": 2}, {"players": 3, "edition": "abacus"})
    assert (len(pictures(first)), len(pictures(second))) == (150, 110)
    assert [press["frame"] for press in told(first)["presses"]] == [20, 120]
    assert [press["frame"] for press in told(second)["presses"]] == [30, 80]
    assert [level_of(second, number) for number in (0, 59, 60, 109)] == [110, 169, 170, 219]
    assert not read_recording(first).is_cut
    assert not read_recording(second).is_cut


def test_it_ends_with_a_sentence_while_there_is_room_left(record, tmp_path, caplog):
    recorder = record(free=lambda folder: 400_000_000)
    for number in range(90):
        recorder.look(frame(number / 10), MAT, Seen(0.0, number))
    recorder.stop()
    assert "less than 500 MB are left on the disk. The game goes on." in caplog.text
    assert len(pictures(tmp_path / "evening")) == 50
    assert not read_recording(tmp_path / "evening").is_cut


def test_a_disk_that_fails_ends_the_recording_and_nothing_else(record, tmp_path, caplog):
    recorder = record()
    recorder.look(frame(0.0), MAT, Seen(0.0, 0))
    wait_for(lambda: pictures(tmp_path / "evening"))
    shutil.rmtree(tmp_path / "evening")
    recorder.look(frame(0.1, 10), MAT, Seen(0.1, 1))
    recorder.stop()
    recorder.look(frame(0.2), MAT, Seen(0.2, 2))
    assert "The recording ends here" in caplog.text
    assert "can't be written" in caplog.text


def frames_of(folder):
    return len(list(RecordedCamera(read_recording(folder)).frames()))


def cut_off(folder, presses=()):
    """A recording of four pictures that nobody finished."""
    film = Film(folder, {"fps": 10, **HEAD})
    for level in (50, 60, 70, 80):
        film.add(np.full((40, 60, 3), level, np.uint8))
    film.press(*presses)
    return folder


def test_a_recording_cut_by_a_power_cut_plays_as_far_as_it_is_whole(tmp_path):
    folder = cut_off(tmp_path / CUT, [Press(9, "clue")])
    assert frames_of(folder) == 4
    (folder / "000002.jpg").write_bytes(b"")  # named, but not yet on the disk
    assert frames_of(folder) == 2
    (folder / UNFINISHED).unlink()
    with pytest.raises(BrokenRecording):
        frames_of(folder)


def test_a_recording_cut_before_its_first_picture_is_none(tmp_path):
    Film(tmp_path / CUT, {"fps": 10, **HEAD})
    with pytest.raises(BrokenRecording, match="nothing to watch"):
        frames_of(tmp_path / CUT)


def test_a_folder_that_is_used_or_can_t_be_written_is_refused_before_anything_begins(tmp_path):
    refuse_used(tmp_path / "new" / "folder")
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "diary.txt").touch()
    with pytest.raises(Unreadable, match="is not empty: name another folder"):
        refuse_used(tmp_path / "used")
    with pytest.raises(Unreadable, match="can't be written"):
        refuse_used(tmp_path / "used" / "diary.txt" / "below")
