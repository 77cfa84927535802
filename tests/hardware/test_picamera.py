"""The Pi's camera, against a picamera2 that behaves, hangs, is busy, is lost and never stops."""

import importlib.util
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from companion.errors import CameraError
from hardware.picamera import PiCamera
from hardware.picamera2_library import cameras_there

_SPEC = importlib.util.spec_from_file_location("fake_picamera2", Path(__file__).with_name("fake_picamera2.py"))
fakes = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(fakes)

SMALL = (64, 36)


@pytest.fixture
def fake(monkeypatch):
    fake = fakes.FakePicamera2(monkeypatch)
    yield fake
    fake.let_go.set()


def camera(**how):
    return PiCamera(size=SMALL, capture_s=0.05, let_go_s=0.05, **how)


def first_frame(**how):
    frames = camera(**how).frames()
    frame = next(frames)
    frames.close()
    return frame


def why_not(made):
    with pytest.raises(CameraError) as why:
        for _ in made.frames():
            pass
    return str(why.value)


def test_frames_are_numbered_timed_and_of_the_size_asked_for(fake):
    frames = list(islice(camera(clock=iter(range(10, 99)).__next__).frames(), 3))
    assert [(frame.index, frame.at, frame.pixels.shape) for frame in frames] == [
        (0, 10, (36, 64, 3)),
        (1, 11, (36, 64, 3)),
        (2, 12, (36, 64, 3)),
    ]


def test_the_small_streams_brightness_comes_with_each_frame_for_the_gate(fake):
    grey = first_frame().grey
    assert grey.shape == (180, 320)
    assert (grey == fakes.GREY).all()


@pytest.mark.parametrize("given", [None, "BGR888", "XRGB8888", "XBGR8888"])
def test_whatever_order_the_driver_gives_the_frame_is_blue_green_red(fake, given):
    fake.gives_format = given
    assert first_frame().pixels[-1, -1].tolist() == [fakes.BLUE, fakes.GREEN, fakes.RED]


def test_a_driver_that_lies_about_its_order_can_be_put_right(fake):
    assert first_frame(swap_red_and_blue=True).pixels[-1, -1].tolist() == [fakes.RED, fakes.GREEN, fakes.BLUE]


def test_a_format_that_can_t_be_read_is_named(fake):
    fake.gives_format = "YUV420"
    assert "gives pictures as YUV420" in why_not(camera())


def test_two_streams_are_configured_with_few_buffers_in_a_mode_that_sees_the_whole_field(fake):
    next(PiCamera().frames())
    configured = fake.configured
    assert configured["main"]["size"] == (1280, 720)
    assert configured["lores"] == {"size": (320, 180), "format": "YUV420"}
    assert configured["buffer_count"] == 4
    assert configured["sensor"] == {"output_size": (1640, 1232), "bit_depth": 10}


def test_a_camera_that_tells_no_modes_is_used_as_it_is(fake):
    fake.sensor_modes = []
    first_frame()
    assert "sensor" not in fake.configured


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
    clock = iter(x / 10 for x in range(99)).__next__
    seen = []
    with pytest.raises(CameraError, match="frozen"):
        seen.extend(frame.at for frame in camera(clock=clock).frames())
    assert len(seen) < 30


def test_a_busy_camera_opens_as_soon_as_it_is_free(fake):
    fake.busy = 3
    said = [why_not(camera()) for _ in range(3)]
    assert all("another program holds it" in one for one in said)
    assert first_frame().index == 0


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
