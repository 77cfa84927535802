"""A recording as a camera: frames at their own times, and what is said where it breaks."""

import json

import cv2
import numpy as np
import pytest

from hardware.recorded import RecordedCamera
from hardware.recording import BrokenRecording, Press, read_recording

HEAD = {"fps": 4, "setup": {"players": 3}, "deck": "tin", "mat": "markers", "presses": []}


@pytest.fixture
def recorded(tmp_path):
    """A recording of so many grey frames, with other facts in its head."""

    def made(frames=3, ending="jpg", **facts):
        (tmp_path / "recording.json").write_text(json.dumps({**HEAD, **facts}))
        for number in range(frames):
            cv2.imwrite(str(tmp_path / f"{number:06d}.{ending}"), np.full((48, 64, 3), 40 * number, np.uint8))
        return tmp_path

    return made


def frames_of(folder):
    return list(RecordedCamera(read_recording(folder)).frames())


@pytest.mark.parametrize("ending", ["jpg", "png", "jpeg"])
def test_frames_come_in_order_at_the_recording_s_own_times(ending, recorded):
    frames = frames_of(recorded(ending=ending))
    assert [(frame.index, frame.at, frame.pixels.shape) for frame in frames] == [
        (0, 0.0, (48, 64, 3)),
        (1, 0.25, (48, 64, 3)),
        (2, 0.5, (48, 64, 3)),
    ]
    assert [round(float(frame.pixels.mean())) for frame in frames] == [0, 40, 80]


def test_a_closed_camera_gives_no_more_frames(recorded):
    camera = RecordedCamera(read_recording(recorded()))
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []


def test_the_head_is_read_with_presses_in_order_of_time_and_without_the_truth(recorded):
    presses = [{"frame": 2, "button": "undo"}, {"frame": 1, "button": "clue"}]
    recording = read_recording(recorded(presses=presses, truth="anything"))
    assert (recording.fps, recording.setup, recording.deck, recording.corners) == (4.0, {"players": 3}, "tin", None)
    assert recording.presses == (Press(1, "clue"), Press(2, "undo"))
    assert not hasattr(recording, "truth")


def test_a_mat_by_hand_is_four_points(recorded):
    corners = [[0, 0], [640.5, 0], [640, 480], [0, 480]]
    recording = read_recording(recorded(mat={"corners": corners}))
    assert recording.corners == ((0.0, 0.0), (640.5, 0.0), (640.0, 480.0), (0.0, 480.0))


def test_what_a_head_may_leave_out_is_left_out(tmp_path):
    (tmp_path / "recording.json").write_text('{"fps": 15, "setup": {}}')
    recording = read_recording(tmp_path)
    assert (recording.deck, recording.corners, recording.presses) == (None, None, ())


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"fps": 0}, "fps should be a number from 0.1 to 240"),
        ({"fps": "15"}, "fps should be a number"),
        ({"fps": True}, "fps should be a number"),
        ({"fps": 10**400}, "fps should be a number"),
        ({"setup": 3}, "setup should be an object"),
        ({"deck": 7}, "deck should be the name of a taught deck"),
        ({"mat": "none"}, 'mat should be "markers" or'),
        ({"mat": {"corners": [[0, 0]] * 3}}, 'mat should be "markers" or'),
        ({"mat": {"corners": [[0, 10**400]] * 4}}, 'mat should be "markers" or'),
        ({"presses": {}}, "presses should be a list"),
        ({"presses": [3]}, "a press needs a frame and a button"),
        (
            {"presses": [{"frame": 1, "button": "bell"}]},
            "a press needs a frame and a button out of clue, fuse, undo, ok",
        ),
        ({"presses": [{"frame": -1, "button": "clue"}]}, "a press needs a frame"),
        ({"presses": [{"frame": 10**400, "button": "clue"}]}, "a press needs a frame"),
        ({"presses": [{"frame": 1.5, "button": "clue"}]}, "a press needs a frame"),
    ],
)
def test_a_head_that_can_t_be_is_told_by_what_is_wrong_in_it(facts, said, recorded):
    with pytest.raises(BrokenRecording, match=said) as error:
        read_recording(recorded(0, **facts))
    assert "recording.json: " in str(error.value)


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (b"", "can't be read. This is no JSON"),
        (b"[]", "should hold one object in braces"),
        (b'{"fps": 1, "fps": 2}', "'fps' stands twice"),
        (b'{"fps": NaN}', "NaN is no number"),
        (b"\xff\xfe", "is no text in UTF-8"),
    ],
)
def test_a_head_that_is_no_object_is_told(head, said, tmp_path):
    (tmp_path / "recording.json").write_bytes(head)
    with pytest.raises(BrokenRecording, match=said):
        read_recording(tmp_path)


def test_a_folder_without_a_head_is_no_recording(tmp_path):
    with pytest.raises(BrokenRecording, match="is no recording: it has no recording"):
        read_recording(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("spoil", "count", "said"),
    [
        (lambda folder: (folder / "000001.jpg").unlink(), 1, "lacks frame 000001 of 000002"),
        (lambda folder: (folder / "000002.jpg").write_bytes(b"\xff\xd8"), 2, "000002.jpg can't be read as a picture"),
        (
            lambda folder: cv2.imwrite(str(folder / "000002.jpg"), np.zeros((48, 48, 3), np.uint8)),
            2,
            r"Frame 2 of .* 48 x 48",
        ),
        (lambda folder: (folder / "000000.jpg").unlink(), 0, "lacks frame 000000 of 000002"),
        (
            lambda folder: [path.unlink() for path in folder.glob("*.jpg")],
            0,
            "holds neither video.mp4 nor a first frame",
        ),
        (lambda folder: (folder / "video.mp4").write_bytes(b"no film"), 0, "video.mp4 can't be read as a video"),
    ],
)
def test_the_frames_before_the_broken_one_are_given_first(spoil, count, said, recorded):
    folder = recorded()
    spoil(folder)
    given = []
    with pytest.raises(BrokenRecording, match=said):
        given.extend(frame.index for frame in RecordedCamera(read_recording(folder)).frames())
    assert given == list(range(count))


def test_a_press_after_the_last_frame_means_that_frames_are_missing(recorded):
    folder = recorded(presses=[{"frame": 3, "button": "clue"}])
    with pytest.raises(BrokenRecording, match="ends early, after 3 frames, though a button is pressed in frame 3"):
        frames_of(folder)


def test_other_files_in_the_folder_are_overlooked(recorded):
    folder = recorded()
    for name in ("cover.jpg", "²²²²²².jpg", "0000009.jpg", "notes.txt"):
        (folder / name).write_bytes(b"")
    assert len(frames_of(folder)) == 3


def test_a_film_alone_is_played_at_its_own_pace(tmp_path):
    path = tmp_path / "evening.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 12.5, (64, 48))
    for level in (40, 80, 120):
        film.write(np.full((48, 64, 3), level, np.uint8))
    film.release()
    assert [frame.at for frame in frames_of(path)] == [0.0, 0.08, 0.16]
    assert read_recording(path).presses == ()


def test_a_file_that_is_no_film_is_told(tmp_path):
    (tmp_path / "notes.txt").write_text("R1 lies at the left.")
    with pytest.raises(BrokenRecording, match="can't be read as a film: name a recording's folder"):
        read_recording(tmp_path / "notes.txt")
