"""The USB camera: newest picture first, and no wait without an end."""

import threading

import cv2
import numpy as np
import pytest

from companion.errors import CameraAway, CameraError
from hardware.usb import UsbCamera, UsbKept, is_played, open_v4l2


class Tape:
    """A capture that plays these pictures, then ends as it is told: `hangs`, or fails to read."""

    def __init__(self, pictures, *, hangs=False):
        self.pictures, self.hangs = list(pictures), hangs
        self.released = threading.Event()
        self.let_go = threading.Event()
        self.shown = threading.Semaphore(0)

    def read(self):
        if self.pictures:
            self.shown.acquire(timeout=5)
            return True, self.pictures.pop(0)
        if self.hangs:
            self.let_go.wait(5)
        return False, None

    def get(self, number):
        return {cv2.CAP_PROP_FRAME_WIDTH: 64.0, cv2.CAP_PROP_FRAME_HEIGHT: 36.0}.get(number, 0.0)

    def set(self, control, value):
        return False

    def release(self):
        self.released.set()


def picture(value):
    pixels = np.zeros((36, 64, 3), np.uint8)
    pixels[0, 0] = value
    pixels[-1, -1] = 255
    return pixels


def camera(tape, **how):
    return UsbCamera(open_capture=lambda device: tape, picture_s=0.05, open_s=2.0, **how)


def test_pictures_come_as_frames_and_a_lost_camera_ends_them_with_a_sentence():
    tape = Tape([picture(1), picture(2)])
    frames = camera(tape).frames()
    tape.shown.release()
    assert next(frames).pixels[0, 0, 0] == 1
    tape.shown.release()
    second = next(frames)
    assert (second.pixels[0, 0, 0], second.index) == (2, 1)
    with pytest.raises(CameraError, match="usb:0 was lost"):
        next(frames)
    assert tape.released.wait(1)


def test_who_is_slow_gets_the_newest_picture():
    tape = Tape([picture(value) for value in range(1, 6)], hangs=True)
    made = camera(tape)
    frames = made.frames()
    tape.shown.release()
    assert next(frames).pixels[0, 0, 0] == 1
    tape.shown.release(4)
    while tape.pictures:  # the reader needs nobody to go on
        threading.Event().wait(0.001)
    assert next(frames).pixels[0, 0, 0] >= 4
    made.close()
    tape.let_go.set()


def test_a_driver_that_hangs_is_told_within_the_limit():
    tape = Tape([picture(1)], hangs=True)
    frames = camera(tape).frames()
    tape.shown.release()
    next(frames)
    with pytest.raises(CameraError, match=r"usb:0 has given no picture for 0\.05 seconds"):
        next(frames)
    tape.let_go.set()
    assert tape.released.wait(1)


def test_an_opencv_error_is_a_sentence():
    class Broken(Tape):
        def read(self):
            raise cv2.error("select() timeout")

    with pytest.raises(CameraError, match=r"can't be read \(select"):
        next(camera(Broken([])).frames())


def test_a_picture_that_opencv_hands_out_as_one_row_is_a_picture_all_the_same():
    tape = Tape([picture(1).reshape(1, -1)])
    tape.shown.release()
    assert np.array_equal(next(camera(tape).frames()).pixels, picture(1))


def test_what_is_no_picture_is_told():
    tape = Tape([np.zeros((1, 100), np.uint8)])
    tape.shown.release()
    with pytest.raises(CameraError, match="gives 100 bytes for 64 x 36"):
        next(camera(tape).frames())


def test_a_picture_that_repeats_itself_is_a_frozen_camera():
    tape = Tape([picture(1)] * 40)
    tape.shown.release(40)
    clock = iter(range(100)).__next__
    with pytest.raises(CameraError, match=r"frozen|lost"):
        for _ in camera(tape, clock=clock).frames():
            pass


def test_closing_ends_the_frames_quietly():
    tape = Tape([picture(1)], hangs=True)
    made = camera(tape)
    frames = made.frames()
    tape.shown.release()
    next(frames)
    made.close()
    assert list(frames) == []
    tape.let_go.set()


def test_a_camera_whose_reader_still_hangs_in_the_driver_is_not_opened_a_second_time():
    tape, kept = Tape([picture(1)], hangs=True), UsbKept()
    made = camera(tape, kept=kept)
    frames = made.frames()
    tape.shown.release()
    next(frames)
    frames.close()
    with pytest.raises(CameraAway, match="usb:0 hangs in its driver"):
        next(camera(Tape([]), kept=kept).frames())
    tape.let_go.set()
    kept.reader.join(5)
    again = Tape([picture(2)])
    again.shown.release()
    assert next(camera(again, kept=kept).frames()).index == 0


def test_what_can_t_be_locked_comes_as_a_remark():
    """This one takes no control at all; the clock jumps, so that all is tried at once."""
    clock = iter(range(0, 900, 3)).__next__
    tape = Tape([picture(value) for value in range(1, 20)], hangs=True)
    tape.shown.release(19)
    frames = camera(tape, clock=clock).frames()
    remarks = [next(frames).remark]
    while not remarks[-1]:
        remarks.append(next(frames).remark)
    assert remarks[-1] == "The camera's exposure and white balance can't be locked: leave the lamps as they are."
    tape.let_go.set()


def test_a_camera_that_isn_t_there_is_named_with_the_one_that_is(tmp_path):
    with pytest.raises(CameraAway, match="plug it in, or say --camera simulated"):
        open_v4l2(tmp_path / "video7")
    (tmp_path / "video2").touch()
    with pytest.raises(CameraAway, match="say --camera usb:2, or plug it in"):
        open_v4l2(tmp_path / "video7")


def test_a_camera_that_another_program_holds_names_it(tmp_path, monkeypatch):
    (tmp_path / "video0").touch()
    monkeypatch.setattr("hardware.usb.who_holds", lambda devices: "cheese (process 77)")
    with pytest.raises(CameraAway, match=r"video0 is held by cheese \(process 77\): end that one"):
        open_v4l2(tmp_path / "video0")


def test_what_is_no_camera_is_told(tmp_path):
    (tmp_path / "video0").touch()
    with pytest.raises(CameraError, match="can't be opened as a camera"):
        open_v4l2(tmp_path / "video0")


def test_only_a_loopback_device_may_stand_still(tmp_path):
    for name in ("devices/virtual/video4linux/video0", "devices/usb1/video1"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "video0").symlink_to(tmp_path / "devices/virtual/video4linux/video0")
    (tmp_path / "class" / "video1").symlink_to(tmp_path / "devices/usb1/video1")
    played = [is_played(tmp_path / f"video{number}", tmp_path / "class") for number in (0, 1, 2)]
    assert played == [True, False, False]
