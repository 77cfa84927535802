"""The Pi's camera, against a picamera2 that behaves, hangs, is busy, is lost and never stops."""

import importlib.util
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from companion.errors import CameraAway, CameraError
from hardware.picamera import Kept, PiCamera
from hardware.picamera2_library import cameras_there

_SPEC = importlib.util.spec_from_file_location("fake_picamera2", Path(__file__).with_name("fake_picamera2.py"))
fakes = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(fakes)

SMALL = (64, 36)
NOWHERE = Path("/nowhere")


@pytest.fixture
def fake(monkeypatch):
    fake = fakes.FakePicamera2(monkeypatch)
    yield fake
    fake.let_go.set()


class Tenths:
    """A clock that goes on by a tenth of a second each time that it is asked."""

    def __init__(self):
        self.at = 0.0

    def __call__(self):
        self.at = round(self.at + 0.1, 1)
        return self.at


def camera(**how):
    usual = {"size": SMALL, "capture_s": 0.05, "let_go_s": 0.05, "clock": Tenths(), "devices": NOWHERE}
    return PiCamera(**usual | how)


def steady(made):
    """The frames that may be read."""
    return (frame for frame in made.frames() if frame.is_steady)


def first_frame(**how):
    """The first frame that may be read; the camera is let go again."""
    made = camera(**how)
    frame = next(steady(made))
    made.close()
    return frame


def why_not(made):
    with pytest.raises(CameraError) as why:
        for _ in made.frames():
            pass
    return str(why.value)


def test_frames_are_numbered_timed_and_of_the_size_asked_for(fake):
    frames = list(islice(camera().frames(), 3))
    first = frames[0].at
    assert [(frame.index, round(frame.at - first, 1), frame.pixels.shape) for frame in frames] == [
        (0, 0.0, (36, 64, 3)),
        (1, 0.1, (36, 64, 3)),
        (2, 0.2, (36, 64, 3)),
    ]


def test_the_small_streams_brightness_comes_with_each_frame_for_the_gate(fake):
    grey = first_frame().grey
    assert grey.shape == (180, 320)
    assert (grey == fakes.GREY).all()


@pytest.mark.parametrize("given", [None, "BGR888", "XRGB8888", "XBGR8888"])
def test_whatever_order_the_driver_gives_the_frame_is_blue_green_red(fake, given):
    fake.gives_format = given
    assert first_frame().pixels[-1, -1].tolist() == [fakes.BLUE, fakes.GREEN, fakes.RED]


def test_a_camera_that_gives_one_order_only_is_asked_for_that(fake):
    assert first_frame(form="BGR888").pixels[-1, -1].tolist() == [fakes.BLUE, fakes.GREEN, fakes.RED]
    assert fake.configured["main"]["format"] == "BGR888"


def test_a_format_that_can_t_be_read_is_named(fake):
    fake.gives_format = "YUV420"
    assert "gives pictures as YUV420" in why_not(camera())


def test_two_streams_are_configured_with_few_buffers_in_a_mode_that_sees_the_whole_field(fake):
    frames = PiCamera(devices=NOWHERE).frames()
    next(frames)
    configured = fake.configured
    assert configured["main"]["size"] == (1280, 720)
    assert configured["lores"] == {"size": (320, 180), "format": "YUV420"}
    assert configured["buffer_count"] == 4
    assert configured["sensor"] == {"output_size": (1640, 1232), "bit_depth": 10}
    assert fake.modes_asked == 0
    frames.close()


def test_a_sensor_that_isn_t_known_gets_a_mode_over_the_whole_field_and_it_is_said(fake):
    fake.cameras = [{"Model": "ov9000"}]
    made = camera(size=(1280, 720))
    assert next(steady(made)).remark == ""
    assert made.about == "The camera's sensor ov9000 isn't known here: its mode of 1640 x 1232 is used."
    assert fake.configured["sensor"] == {"output_size": (1640, 1232), "bit_depth": 10}


def test_a_field_that_is_cropped_all_the_same_is_said(fake):
    fake.crop = (680, 692, 1920, 1080)
    assert first_frame().remark.startswith("The camera sees only 59% of its field across: hang it higher")


@pytest.mark.parametrize("modes", [[], [{"format": "NV12"}]])
def test_a_camera_that_tells_no_modes_is_used_as_it_is(fake, modes):
    """Of the virtual camera vimc, the real picamera2 0.3.22 tells formats without sizes."""
    fake.cameras, fake.sensor_modes = [{"Model": "vimc"}], modes
    first_frame()
    assert "sensor" not in fake.configured


def test_a_camera_with_one_stream_and_no_controls_is_used_as_it_is(fake):
    fake.cameras, fake.has_small_stream, fake.controls, fake.array = [{"Model": "vimc"}], False, {}, None
    frame = first_frame()
    assert frame.grey.shape == (9, 16)
    assert "can't be locked" in frame.remark
    assert fake.set == []


def test_every_capture_has_a_time_limit(fake):
    list(islice(camera().frames(), 3))
    assert set(fake.waits) == {0.05}


def test_a_capture_that_hangs_ends_with_a_sentence(fake):
    fake.captures = [fakes.OK, fakes.HANG]
    assert why_not(camera()).startswith("The camera has given no picture for 0.05 seconds")
    assert fake.unreleased == 0


def test_a_lost_camera_ends_with_a_sentence(fake):
    fake.captures = [fakes.OK, fakes.LOST]
    assert why_not(camera()).startswith("The camera was lost (Failed to queue request: No such device)")


def test_a_frozen_camera_is_told_within_three_seconds(fake):
    fake.captures = [fakes.OK, fakes.FROZEN]
    clock = Tenths()
    with pytest.raises(CameraError, match="frozen"):
        list(camera(clock=clock).frames())
    assert clock.at < 3


def test_until_all_is_locked_frames_come_but_are_not_steady_and_say_why(fake):
    fake.with_a_lens(focus=1.5)
    frames = list(islice(camera().frames(), 110))
    ready = [frame.is_steady for frame in frames]
    assert ready == sorted(ready)
    assert 60 < ready.index(True) < 105
    assert {frame.remark for frame in frames if not frame.is_steady} == {
        "The camera is being set: exposure, colours and focus."
    }


def test_exposure_colours_and_focus_are_locked_before_the_first_steady_frame(fake):
    fake.with_a_lens(focus=1.5)
    fake.light = 0.5
    frame = first_frame()
    locked = fake.set[-1]
    assert locked["AeEnable"] is locked["AwbEnable"] is False
    assert locked["ExposureTime"] == pytest.approx(20_000, rel=0.05)
    assert locked["ColourGains"] == fakes.GAINS
    assert (locked["AfMode"], locked["LensPosition"]) == (0, 1.5)
    assert frame.remark == ""
    assert frame.at < 10.5  # of this clock: seven seconds at fifteen frames a second


def test_a_second_try_takes_the_locks_of_the_first_and_has_a_frame_at_once(fake):
    fake.with_a_lens(focus=1.5)
    kept = Kept()
    first_frame(kept=kept)
    fake.set.clear()
    assert first_frame(kept=kept).at == 0.1
    assert [controls["LensPosition"] for controls in fake.set] == [1.5]


def test_a_busy_camera_opens_as_soon_as_it_is_free(fake):
    fake.busy = 3
    said = [why_not(camera()) for _ in range(3)]
    assert all("another program holds it" in one for one in said)
    assert first_frame().is_steady


def test_no_camera_and_a_number_too_high_are_told_apart(fake):
    assert "There is no Pi camera 4, the last one is 0" in why_not(camera(number=4))
    fake.cameras = []
    assert why_not(camera()).startswith("There is no Pi camera: look at its cable")


def test_without_picamera2_the_mend_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    said = why_not(camera())
    assert "python3-picamera2" in said
    assert "--system-site-packages" in said


def test_a_stop_that_never_returns_keeps_nobody_waiting(fake):
    fake.stop_hangs = True
    began = time.monotonic()
    first_frame()
    assert time.monotonic() - began < 1


def test_a_camera_that_never_stopped_is_not_opened_a_second_time_and_what_to_do_is_said(fake):
    fake.stop_hangs, kept = True, Kept()
    first_frame(kept=kept)
    with pytest.raises(CameraAway, match="start the companion again"):
        first_frame(kept=kept)
    assert fake.opened == 1
    fake.let_go.set()
    kept.letting_go.join(5)
    fake.stop_hangs = False
    assert first_frame(kept=kept).index == 0


def test_whoever_holds_the_camera_is_named_and_nothing_is_opened(fake, tmp_path, monkeypatch):
    (tmp_path / "media0").touch()
    monkeypatch.setattr("hardware.picamera.who_holds", lambda devices: f"rpicam-hello (process {len(devices)})")
    with pytest.raises(CameraAway, match=r"held by rpicam-hello \(process 1\): end that one"):
        first_frame(devices=tmp_path)
    assert fake.opened == 0


def test_of_ten_thousand_pictures_no_more_are_held_than_there_are_buffers(fake):
    made = camera()
    frames = made.frames()
    assert sum(1 for _ in islice(frames, 10_000)) == 10_000
    made.close()
    assert list(frames) == []
    assert fake.most_held <= fake.configured["buffer_count"]
    assert (fake.opened, fake.unreleased) == (1, 0)


def test_a_hundred_openings_leave_nothing_open(fake):
    for _ in range(100):
        first_frame()
    assert (fake.opened, fake.unreleased) == (100, 0)


def test_closing_ends_the_frames_quietly(fake):
    made = camera()
    frames = made.frames()
    next(frames)
    fake.captures = [fakes.LOST]
    made.close()
    assert list(frames) == []


def test_the_cameras_there_are_told_by_their_models(fake):
    assert cameras_there() == ["imx219"]
    assert fake.opened == 0
