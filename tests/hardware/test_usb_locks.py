"""A USB camera locked by its own controls, judged by its pictures."""

import cv2
import numpy as np
import pytest

from hardware.usb_locks import BY_ITSELF, MANUAL, Held, UsbLocks

STEP_S = 0.1
SCENE = np.random.default_rng(5).integers(40, 200, (72, 128, 3)).astype(np.float32)

AUTO_EXPOSURE, EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE
AUTO_WB, KELVIN = cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE
AUTOFOCUS, FOCUS = cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS


class Webcam:
    """A camera that sets itself, 250 and 4500 K being right in this light, until its controls are taken over.

    `tells`: reading a control gives what it does by itself, or what it was left at; `lacks`: controls that it hasn't.
    """

    def __init__(self, *, tells=True, lacks=()):
        self.own = {AUTO_EXPOSURE: BY_ITSELF, EXPOSURE: 50.0, AUTO_WB: 1.0, KELVIN: 3000.0, AUTOFOCUS: 1.0, FOCUS: 0.0}
        self.right = {EXPOSURE: 250.0, KELVIN: 4500.0, FOCUS: 40.0}
        self.is_auto = {
            EXPOSURE: lambda: self.own[AUTO_EXPOSURE] == BY_ITSELF,
            KELVIN: lambda: self.own[AUTO_WB] == 1,
            FOCUS: lambda: self.own[AUTOFOCUS] == 1,
        }
        self.tells, self.lacks, self.lamp = tells, lacks, 1.0
        self.stubborn = ()

    def get(self, control):
        if control in self.lacks:
            return 0.0
        if self.tells and control in self.right and self.is_auto[control]():
            return self.right[control]
        return self.own[control]

    def set(self, control, value):
        if control in self.lacks:
            return False
        self.own[control] = value
        return True

    def does(self, control):
        if control in self.stubborn:
            return self.right[control] * 3
        return self.right[control] if self.is_auto[control]() else self.own[control]

    def picture(self):
        exposure = self.does(EXPOSURE) / 250 * self.lamp
        warm = self.does(KELVIN) / 4500
        soft = abs(self.does(FOCUS) - 40) / 10
        picture = SCENE if soft < 0.1 else cv2.GaussianBlur(SCENE, (0, 0), soft)
        return np.clip(picture * exposure * (1 / warm, 1, warm), 0, 255).astype(np.uint8)


def hear(locks, webcam, seconds, since=0.0):
    """Tells so many seconds of pictures; gives the time."""
    for step in range(round(seconds / STEP_S)):
        locks.hear(webcam.picture(), since + step * STEP_S)
    return since + seconds


def test_what_the_camera_does_by_itself_is_locked_as_it_is():
    webcam = Webcam()
    before = webcam.picture()
    locks = UsbLocks(webcam)
    hear(locks, webcam, 6)
    assert (webcam.own[AUTO_EXPOSURE], webcam.own[AUTO_WB], webcam.own[AUTOFOCUS]) == (MANUAL, 0, 0)
    assert (webcam.own[EXPOSURE], webcam.own[KELVIN], webcam.own[FOCUS]) == (250, 4500, 40)
    assert np.array_equal(webcam.picture(), before)
    assert locks.remark == ""


def test_a_camera_that_doesn_t_tell_its_exposure_is_brought_back_to_the_same_brightness():
    webcam = Webcam(tells=False, lacks=(AUTO_WB, AUTOFOCUS))
    locks = UsbLocks(webcam)
    hear(locks, webcam, 8)
    assert webcam.own[AUTO_EXPOSURE] == MANUAL
    assert webcam.own[EXPOSURE] == pytest.approx(250, rel=0.12)
    assert locks.remark == "The camera's white balance can't be locked: leave the lamps as they are."


def test_a_lock_that_changes_colours_or_blurs_the_picture_is_taken_back_and_said():
    webcam = Webcam(tells=False)
    locks = UsbLocks(webcam)
    hear(locks, webcam, 8)
    assert (webcam.own[AUTO_WB], webcam.own[AUTOFOCUS]) == (1, 1)
    assert locks.remark == "The camera's white balance and focus can't be locked: leave the lamps as they are."


def test_an_exposure_that_goes_its_own_way_is_left_to_itself():
    webcam = Webcam(lacks=(EXPOSURE,))
    locks = UsbLocks(webcam)
    hear(locks, webcam, 8)
    assert webcam.own[AUTO_EXPOSURE] == BY_ITSELF
    assert "exposure can't be locked" in locks.remark


def test_a_lens_without_a_motor_is_left_alone_and_not_spoken_of():
    webcam = Webcam(lacks=(AUTOFOCUS, FOCUS))
    locks = UsbLocks(webcam)
    hear(locks, webcam, 6)
    assert locks.remark == ""


def test_the_next_try_sets_at_once_what_was_locked_and_changes_nothing_more():
    held = Held()
    first = Webcam()
    hear(UsbLocks(first, held), first, 6)
    again = Webcam()
    locks = UsbLocks(again, held)
    assert again.own == first.own
    hear(locks, again, 6)
    assert again.own == first.own


def test_a_lamp_that_really_changes_is_measured_anew():
    webcam = Webcam()
    locks = UsbLocks(webcam)
    at = hear(locks, webcam, 25)
    webcam.lamp, webcam.right[EXPOSURE] = 0.4, 600.0
    at = hear(locks, webcam, 2.5, at)
    assert webcam.own[AUTO_EXPOSURE] == BY_ITSELF
    hear(locks, webcam, 6, at)
    assert (webcam.own[AUTO_EXPOSURE], webcam.own[EXPOSURE]) == (MANUAL, 600)


def test_a_dimmer_lamp_or_a_hand_changes_nothing():
    webcam = Webcam()
    locks = UsbLocks(webcam)
    at = hear(locks, webcam, 25)
    before = dict(webcam.own)
    webcam.lamp = 0.7
    hear(locks, webcam, 30, at)
    assert webcam.own == before
