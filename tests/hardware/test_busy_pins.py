"""Who has a pin, where the system tells; the kernel's word as lgpio gives it."""

import sys
from types import SimpleNamespace

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.errors import NoPins
from hardware import panel as panels
from hardware.busy import who_has
from hardware.pins import DEFAULT, Pins


@pytest.fixture
def kernel_says(monkeypatch):
    """Has lgpio tell this of every line."""

    def says(consumer):
        told = SimpleNamespace(gpio_get_line_info=lambda handle, pin: [0, pin, 1, f"GPIO{pin}", consumer])
        monkeypatch.setitem(sys.modules, "lgpio", told)

    return says


@pytest.fixture
def machine(tmp_path):
    """A machine with one chip of pins; `with_program` has another program hold it."""
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "gpiochip0").touch()
    (tmp_path / "proc").mkdir()

    def with_program():
        process = tmp_path / "proc" / "812"
        (process / "fd").mkdir(parents=True)
        (process / "fd" / "3").symlink_to(tmp_path / "dev" / "gpiochip0")
        (process / "comm").write_text("blink.py\n")

    return SimpleNamespace(dev=tmp_path / "dev", proc=tmp_path / "proc", with_program=with_program)


CHIP = SimpleNamespace(_handle=0)


def test_a_driver_is_named_as_the_kernel_does(kernel_says, machine):
    kernel_says("spi0 CS0")
    machine.with_program()
    told = who_has(CHIP, 8, machine.dev, machine.proc)
    assert told == "the driver 'spi0 CS0' has it, by a line in /boot/firmware/config.txt"


def test_a_program_that_has_the_chip_open_is_named(kernel_says, machine):
    kernel_says("lg")
    machine.with_program()
    assert who_has(CHIP, 24, machine.dev, machine.proc) == "blink.py (process 812) has the pins open"


def test_a_program_of_somebody_else_s_is_named_as_it_calls_itself(kernel_says, machine):
    kernel_says("gpiomon")
    assert who_has(CHIP, 24, machine.dev, machine.proc) == "a program that calls itself 'gpiomon' has it"


def test_what_nobody_tells_is_left_unsaid(machine, monkeypatch):
    monkeypatch.setitem(sys.modules, "lgpio", None)
    assert who_has(CHIP, 24, machine.dev, machine.proc) == ""


def test_a_busy_pin_is_told_with_what_it_is_for_who_has_it_and_the_mend(kernel_says, posted):
    kernel_says("1-wire")
    chip = MockFactory()
    chip._handle = 0
    taken = panels.PinPanel("mock", chip, Pins(clues=(), fuses=(), final=None), posted.put)
    with taken, pytest.raises(NoPins) as why:
        panels.PinPanel("mock", chip, DEFAULT, posted.put)
    said = str(why.value)
    assert said.startswith("Pin 24 can't be had (")
    assert "for button CLUE: the driver '1-wire' has it" in said
    assert said.endswith("give button CLUE another pin in [pins], or play without pins: --panel none.")


def test_a_library_that_can_t_watch_its_pins_is_told_and_lets_them_go(posted):
    class Deaf(MockPin):
        def _set_when_changed(self, told):
            if told is not None:
                raise RuntimeError("Failed to add edge detection")

    chip = MockFactory(pin_class=Deaf)
    with pytest.raises(NoPins, match=r"can't be listened to \(Failed to add edge detection\): bring .*--panel none"):
        panels.PinPanel("mock", chip, DEFAULT, posted.put)
    chip.pin_class = MockPin
    chip.pins.clear()
    panels.PinPanel("mock", chip, DEFAULT, posted.put).close()
