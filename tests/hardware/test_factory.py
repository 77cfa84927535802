"""Where the pins come from, with stand-ins for lgpio's factory."""

import os
import sys
import types

import pytest

from companion.errors import NoPins
from hardware import factory
from hardware.factory import kind_of_panel, open_real


@pytest.fixture
def on_a_pi(monkeypatch, tmp_path):
    """A Pi whose lgpio has this factory."""
    monkeypatch.setattr(factory, "is_a_pi", lambda: True)
    monkeypatch.setenv("LG_WD", str(tmp_path))

    def with_factory(opened):
        module = types.ModuleType("gpiozero.pins.lgpio")
        module.LGPIOFactory = opened
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)

    return with_factory


def test_real_pins_are_lgpio_s(on_a_pi):
    on_a_pi(lambda: "the pins")
    assert open_real() == "the pins"


def test_where_the_chip_that_the_library_takes_is_gone_the_first_one_is_opened(on_a_pi):
    """gpiozero 1166: a newer kernel has a Pi 5's header at chip 0, where it was chip 4."""

    def opened(chip=4):
        if chip != 0:
            raise RuntimeError("can not open gpiochip")
        return f"chip {chip}"

    on_a_pi(opened)
    assert open_real() == "chip 0"


def test_a_chip_that_can_t_be_opened_names_the_group(on_a_pi):
    def refuses(chip=4):
        raise RuntimeError("can not open gpiochip")

    on_a_pi(refuses)
    with pytest.raises(NoPins, match=r"can't be opened \(can not open gpiochip\): is this user in the group gpio"):
        open_real()


@pytest.mark.parametrize("runtime", ["/run/hanabi-companion", None])
def test_lgpio_gets_a_folder_that_can_be_written(on_a_pi, monkeypatch, runtime, tmp_path):
    on_a_pi(lambda: os.environ["LG_WD"])
    monkeypatch.delenv("LG_WD")
    monkeypatch.setattr(factory.tempfile, "mkdtemp", lambda prefix: str(tmp_path / prefix))
    if runtime:
        monkeypatch.setenv("RUNTIME_DIRECTORY", f"{runtime}:/run/other")
    assert open_real() == (runtime or str(tmp_path / "lgpio-"))


def test_auto_is_real_on_a_pi_and_pretend_elsewhere(monkeypatch):
    for is_a_pi, kind in ((True, "gpio"), (False, "mock")):
        monkeypatch.setattr(factory, "is_a_pi", lambda answer=is_a_pi: answer)
        assert kind_of_panel("auto") == kind
        assert [kind_of_panel(spec) for spec in ("gpio", "mock", "none")] == ["gpio", "mock", "none"]
