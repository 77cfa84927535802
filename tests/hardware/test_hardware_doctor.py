"""What the doctor sees of pins, groups and power."""

import os

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.settings import View
from hardware import doctor, panel
from hardware.doctor import power
from hardware.pins import DEFAULT, Pins

CORNERS = ((0, 0), (9, 0), (9, 9), (0, 9))


def seen(check):
    return check.verdict.value, check.seen, check.mend


def test_pretend_pins_are_ok_and_let_go():
    Device.pin_factory = MockFactory()
    try:
        assert [doctor.pins("mock", DEFAULT).verdict.value for _ in range(2)] == ["ok", "ok"]
        with panel.make("mock", DEFAULT, lambda message: None):
            assert "another copy of the companion" in doctor.pins("mock", DEFAULT).mend
        assert doctor.pins("mock", Pins(clues=(5,), undo=None)).verdict.value == "ok"
    finally:
        Device.pin_factory = None


def test_real_pins_off_a_pi_fail_with_the_mend():
    assert seen(doctor.pins("gpio", DEFAULT))[0] == "fail"


@pytest.mark.parametrize(
    ("bits", "is_", "words"),
    [
        (None, "ok", "Only a Raspberry Pi tells"),
        (0x0, "ok", "Enough"),
        (0x50000, "warn", "at times the supply's voltage is too low and it is throttled"),
        (0x50005, "fail", "Just now the supply's voltage is too low and it is throttled"),
        (0x80000, "warn", "too hot"),
    ],
)
def test_the_pi_s_own_word_on_its_power_is_read(bits, is_, words):
    check = power(lambda: bits)
    assert check.verdict.value == is_
    assert words in check.seen


@pytest.mark.parametrize(
    ("wiring", "said"),
    [
        (DEFAULT, "Twelve lamps and four buttons"),
        (Pins(buzzer=9), "Twelve lamps and four buttons, and a buzzer,"),
        (Pins(clues=(5,), fuses=(), final=None, undo=None), "1 lamp and 3 buttons"),
    ],
)
def test_what_is_wired_is_counted(wiring, said):
    assert doctor._parts(wiring) == said


def test_devices_that_this_user_may_not_open_are_named_with_their_group(tmp_path, monkeypatch):
    for name in ("gpiochip0", "video0", "video1"):
        (tmp_path / name).touch()
    assert doctor.groups(tmp_path).verdict.value == "ok"
    monkeypatch.setattr(os, "access", lambda path, mode: path.name == "video0")
    check = doctor.groups(tmp_path)
    assert check.verdict.value == "warn"
    assert f"{tmp_path}/gpiochip0, {tmp_path}/video1 (group " in check.seen
    assert check.mend.startswith("sudo usermod -aG ")


def test_a_machine_without_such_devices_has_no_groups_to_be_in(tmp_path):
    assert doctor.groups(tmp_path).verdict.value == "ok"


@pytest.mark.parametrize(
    ("said", "is_", "seen"),
    [
        (View(), "ok", "by its printed markers"),
        (View(line=0.4), "warn", "table line"),
        (
            View(corners=CORNERS, mirrored=True),
            "warn",
            "four corners. The picture is taken as mirrored.",
        ),
    ],
)
def test_a_table_without_markers_says_so(said, is_, seen):
    check = doctor.view(said)
    assert check.verdict.value == is_
    assert seen in check.seen
