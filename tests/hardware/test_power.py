"""The supply's voltage as the Pi tells it, and what the page is told of it while the table runs."""

import threading

import pytest

from hardware.power import CALM_S, NOW, PowerWatch, told_by_firmware, told_by_kernel, words

LOW, HOT = 1 << 0, 1 << 3


def machine(folder, *, alarm="0", heat="45000", sensor="rpi_volt"):
    """A machine's /sys with this sensor."""
    volts, zone = folder / "class" / "hwmon" / "hwmon1", folder / "class" / "thermal" / "thermal_zone0"
    for made in (volts, zone):
        made.mkdir(parents=True)
    (volts / "name").write_text(f"{sensor}\n")
    (volts / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    (zone / "temp").write_text(f"{heat}\n")
    return folder


@pytest.mark.parametrize(
    ("how", "bits"),
    [
        ({}, 0),
        ({"alarm": "1"}, LOW),
        ({"heat": "80000"}, HOT),
        ({"alarm": "1", "heat": "85500"}, LOW | HOT),
        ({"sensor": "coretemp", "alarm": "1", "heat": "95000"}, None),
    ],
)
def test_the_kernel_s_sensors_tell_the_same_bits_on_a_pi_only(tmp_path, how, bits):
    assert told_by_kernel(machine(tmp_path, **how)) == bits


def test_a_machine_without_sensors_tells_nothing(tmp_path):
    assert told_by_kernel(tmp_path) is None


def test_several_things_at_once_are_one_sentence():
    assert words(LOW | HOT, NOW) == "the supply's voltage is too low and it is too hot"


@pytest.mark.parametrize(
    ("says", "bits"), [("throttled=0x50005", 0x50005), ("Can't open device file: /dev/vcio", None), ("", None)]
)
def test_the_firmware_s_own_word_is_read_where_it_may_be_asked(tmp_path, monkeypatch, says, bits):
    program = tmp_path / "vcgencmd"
    program.write_text(f'#!/bin/sh\n[ "$1" = get_throttled ] && echo "{says}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert told_by_firmware() == bits


class Watched:
    """A watch on a supply that is as it is told, at the time that it is told."""

    def __init__(self):
        self.at, self.bits, self.posted = 0.0, 0, []
        self.watch = PowerWatch(self.posted.append, lambda: self.at, lambda: self.bits)

    def looks(self, at, bits):
        self.at, self.bits = at, bits
        self.watch.look()
        return [(one.which, one.state) for one in self.posted]


def test_the_page_is_told_once_and_again_when_it_has_been_well_for_a_while():
    table = Watched()
    assert table.looks(0, 0) == []
    assert table.looks(10, LOW) == [("power", "down")]
    assert "voltage is too low" in table.posted[0].say
    assert "own power supply" in table.posted[0].say
    assert len(table.looks(20, 0)) == 1, "it may come and go"
    assert len(table.looks(30, LOW)) == 1
    assert len(table.looks(30 + CALM_S - 1, 0)) == 1
    assert table.looks(30 + CALM_S, 0) == [("power", "down"), ("power", "up")]
    assert len(table.looks(200, 0)) == 2


def test_what_is_amiss_besides_is_told_anew():
    table = Watched()
    table.looks(0, LOW)
    assert len(table.looks(10, LOW | HOT)) == 2
    assert "too hot" in table.posted[1].say


def test_off_a_pi_no_thread_looks():
    watch = PowerWatch(lambda message: None, ask=lambda: None)
    watch.start()
    watch.stop()
    assert [one for one in threading.enumerate() if one.name == "power"] == []


def test_on_a_pi_a_thread_of_its_own_looks_until_it_is_stopped():
    posted, looked = [], threading.Event()

    def post(message):
        posted.append(message)
        looked.set()

    watch = PowerWatch(post, ask=lambda: LOW)
    watch.start()
    assert looked.wait(5)
    watch.stop()
    (thread,) = [one for one in threading.enumerate() if one.name == "power"] or [None]
    if thread is not None:
        thread.join(5)
    assert [one.state for one in posted] == ["down"]
