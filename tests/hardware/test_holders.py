"""Who holds a device, as /proc tells."""

import os

import pytest

from hardware.holders import who_holds


@pytest.fixture
def system(tmp_path):
    """A folder of devices, and processes that hold them."""
    devices, processes = tmp_path / "dev", tmp_path / "proc"
    devices.mkdir()
    processes.mkdir()
    (devices / "video0").touch()
    (devices / "video1").touch()

    def process(number, name, *held):
        folder = processes / str(number)
        (folder / "fd").mkdir(parents=True)
        (folder / "comm").write_text(f"{name}\n")
        for handle, device in enumerate(held):
            (folder / "fd" / str(handle)).symlink_to(devices / device)

    return devices, processes, process


def test_the_program_and_its_number_are_named(system):
    devices, processes, process = system
    process(12, "bash", "null")
    process(77, "cheese", "null", "video0")
    assert who_holds([devices / "video0"], processes) == "cheese (process 77)"
    assert who_holds([devices / "video1"], processes) == ""


def test_a_device_named_by_a_link_is_the_same_device(system):
    devices, processes, process = system
    process(77, "cheese", "video0")
    (devices / "by-id").symlink_to(devices / "video0")
    assert who_holds([devices / "by-id"], processes) == "cheese (process 77)"


def test_this_program_itself_is_nobody(system):
    devices, processes, process = system
    process(os.getpid(), "companion", "video0")
    assert who_holds([devices / "video0"], processes) == ""


def test_a_process_that_tells_nothing_is_passed_over(system):
    devices, processes, process = system
    (processes / "5").mkdir()
    (processes / "self").mkdir()
    process(77, "cheese", "video0")
    (processes / "77" / "comm").unlink()
    assert who_holds([devices / "video0"], processes) == "a program (process 77)"
