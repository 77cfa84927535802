"""What the doctor sees of camera, pins and power."""

import threading

import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.errors import CameraError
from companion.ports import Frame
from hardware import doctor, panel, usb
from hardware.doctor import power
from hardware.pins import DEFAULT


class Camera:
    """A camera of one picture of this size, or one that fails, hangs or ends as it is told."""

    def __init__(self, size=(1280, 720), *, fails=None, hangs=None, ends=False):
        self.size, self.fails, self.hangs, self.ends = size, fails, hangs, ends
        self.closed = False

    def frames(self):
        if self.fails:
            raise CameraError(self.fails)
        if self.hangs:
            self.hangs.wait(5)
        if not self.ends:
            yield Frame(np.zeros((self.size[1], self.size[0], 3), np.uint8), 0.0, 0)

    def pressed(self, since):
        return []

    def close(self):
        self.closed = True


@pytest.fixture
def as_real(monkeypatch):
    """Has `usb:0` be this camera."""
    return lambda camera: monkeypatch.setattr(usb, "UsbCamera", lambda number: camera)


def seen(check):
    return check.verdict.value, check.seen, check.mend


def test_a_real_camera_of_the_right_size_is_ok_and_let_go(as_real):
    camera = Camera()
    as_real(camera)
    assert seen(doctor.camera("usb:0", Camera)) == ("ok", "usb:0 gives pictures of 1280 x 720.", "")
    assert camera.closed


def test_a_small_picture_is_a_warning(as_real):
    as_real(Camera((640, 480)))
    assert seen(doctor.camera("usb:0", Camera))[0] == "warn"


def test_a_camera_that_fails_tells_its_own_sentence(as_real):
    as_real(Camera(fails="It is unplugged: plug it in."))
    assert seen(doctor.camera("usb:0", Camera)) == ("fail", "usb:0: no picture.", "It is unplugged: plug it in.")


def test_a_camera_that_hangs_is_told_in_time(as_real):
    hangs = threading.Event()
    as_real(Camera(hangs=hangs))
    assert seen(doctor.camera("usb:0", Camera, patience_s=0.05))[2].startswith("It hangs: nothing for 0.05 seconds")
    hangs.set()


def test_a_camera_without_a_picture_fails(as_real):
    as_real(Camera(ends=True))
    assert seen(doctor.camera("usb:0", Camera))[2] == "It ended before its first picture."


def test_a_pretend_camera_says_so():
    assert seen(doctor.camera("simulated", Camera))[:2] == (
        "warn",
        "simulated gives pictures of 1280 x 720. The camera is pretend: a drawn table plays by itself.",
    )


def test_pretend_pins_are_ok_and_let_go():
    Device.pin_factory = MockFactory()
    try:
        assert [doctor.pins("mock", DEFAULT).verdict.value for _ in range(2)] == ["ok", "ok"]
        with panel.make("mock", DEFAULT, lambda message: None):
            assert "another copy of the companion" in doctor.pins("mock", DEFAULT).mend
    finally:
        Device.pin_factory = None


def test_real_pins_off_a_pi_fail_with_the_mend():
    assert seen(doctor.pins("gpio", DEFAULT))[0] == "fail"


@pytest.mark.parametrize(
    ("said", "is_", "words"),
    [
        (None, "ok", "Only a Raspberry Pi tells"),
        ("throttled=0x0\n", "ok", "Enough"),
        ("throttled=0x50000\n", "warn", "at times the supply's voltage is too low and it is throttled"),
        ("throttled=0x50005\n", "fail", "Just now the supply's voltage is too low and it is throttled"),
        ("throttled=0x80000\n", "warn", "too hot"),
    ],
)
def test_the_pi_s_own_word_on_its_power_is_read(said, is_, words):
    check = power(lambda: said)
    assert check.verdict.value == is_
    assert words in check.seen
