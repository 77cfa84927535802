"""The end of a recording that is still being written, given away as a recording of its own."""

import json

import pytest

from hardware.lately import lately

HEAD = {"fps": 10, "setup": {"players": 3}, "deck": "lantern", "mat": "markers"}


@pytest.fixture
def recorded(tmp_path):
    """A folder of so many pictures of so many bytes each, and what was pressed."""

    def makes(count, size=10, presses=(), **head):
        for number in range(count):
            (tmp_path / f"{number:06d}.jpg").write_bytes(b"x" * size)
        pressed = [{"frame": frame, "button": "clue"} for frame in presses]
        (tmp_path / "recording.json").write_text(json.dumps({**HEAD, **head, "presses": pressed}))
        (tmp_path / "unfinished").touch()
        return tmp_path

    return makes


def numbers(clip):
    return [int(path.stem) for path in clip.pictures]


def test_only_the_last_minute_is_taken_and_its_presses_are_numbered_anew(recorded):
    clip = lately(recorded(700, presses=[50, 100, 650, 700]))
    assert numbers(clip) == list(range(100, 700))
    assert clip.head["presses"] == [{"frame": frame, "button": "clue"} for frame in (0, 550, 599)]
    assert clip.head["fps"] == 10


def test_what_is_too_much_is_thinned_out_and_stays_a_minute(recorded):
    clip = lately(recorded(100, size=100, presses=[60]), most_bytes=5_000)
    assert numbers(clip) == list(range(0, 100, 2))
    assert clip.head["fps"] == 5
    assert clip.head["presses"] == [{"frame": 30, "button": "clue"}]


def test_what_is_far_too_much_begins_later(recorded):
    clip = lately(recorded(100, size=100), most_bytes=1_000)
    assert sum(path.stat().st_size for path in clip.pictures) <= 1_000
    assert numbers(clip)[-1] > 95


def test_a_short_recording_is_taken_whole(recorded):
    assert numbers(lately(recorded(3))) == [0, 1, 2]


@pytest.mark.parametrize("count", [0, 1])
def test_without_pictures_or_a_head_there_is_nothing(recorded, count):
    folder = recorded(count)
    (folder / "recording.json").write_text("{" if count else json.dumps(HEAD))
    assert lately(folder) is None
    assert lately(folder / "nowhere") is None
