"""The real picamera2 opened by our camera class: on an emulated PC, with the kernel's virtual camera.

No Pi's camera can be had in an emulator; of what a Pi has, vimc lacks the second stream, sensor modes, exposure and
focus. What it has is the library itself: opening, formats, metadata, time limits, busy and lost cameras.

PC_GUEST_HOME (/tmp/pc)     where the emulated PC is built, once
"""

import importlib.util
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.trials
HERE = Path(__file__).resolve().parent
HOME = Path(os.environ.get("PC_GUEST_HOME", "/tmp/pc"))
SLOWLY_S, BOOTS = 900, 3
WHITE, YELLOW, CYAN, GREEN, MAGENTA, RED, BLUE, BLACK = (
    [191, 191, 191],
    [0, 191, 191],
    [191, 191, 0],
    [0, 191, 0],
    [191, 0, 191],
    [0, 0, 191],
    [191, 0, 0],
    [0, 0, 0],
)


@pytest.fixture(scope="module")
def told():
    """What the guest's program told, by step."""
    spec = importlib.util.spec_from_file_location("pi_build", HERE / "pi_build.py")
    pi_build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pi_build)
    if not pi_build.SOURCE.is_dir():
        pytest.skip(f"the emulated PC is made with the help of {pi_build.SOURCE}, which is not here")
    if os.geteuid() != 0:
        pytest.skip("building the emulated PC is for root")
    tools = HOME / "pi-guest"
    shutil.copytree(pi_build.SOURCE, tools, dirs_exist_ok=True)
    subprocess.run(["chmod", "-R", "u+w", tools], check=True)
    subprocess.run([HERE / "pc_build.sh", HOME, pi_build.CHECKOUT, tools], check=True)
    console = HOME / "console.log"
    machine = [
        "qemu-system-x86_64",
        "-M",
        "q35",
        "-cpu",
        "max",
        "-accel",
        "tcg,thread=multi",
        "-m",
        "1500",
        "-smp",
        "2",
    ]
    disk = ["-drive", f"file={HOME}/guest.ext4,format=raw,if=none,id=disk,snapshot=on", "-device"]
    boot = ["-kernel", HOME / "vmlinuz", "-initrd", HOME / "initrd.gz", "-append", "console=ttyS0 quiet panic=-1"]
    rest = ["-display", "none", "-no-reboot", "-serial", f"file:{console}", "-device", "virtio-rng-pci"]
    for _ in range(BOOTS):  # now and then the emulated kernel itself panics while it loads its modules
        subprocess.run([*machine, *boot, *disk, "virtio-blk-pci,drive=disk", *rest], check=True, timeout=SLOWLY_S)
        if "Kernel panic" not in console.read_text(errors="replace"):
            break
    lines = [line.partition("TOLD ")[2] for line in console.read_text(errors="replace").splitlines()]
    steps = [json.loads(line) for line in lines if line]
    pi_build.say(*(f"\n{json.dumps(step)}" for step in steps))
    return {step.pop("step"): step for step in steps}


def test_the_camera_is_there_and_gives_its_pictures_as_blue_green_red(told):
    assert told["there"]["cameras"] == ["Sensor B"]
    for step, frames in (("opened", 4), ("opened again", 2)):
        assert told[step]["frames"] == frames
        assert told[step]["size"] == [480, 640, 3]
        assert told[step]["bars"] == [WHITE, YELLOW, CYAN, GREEN, MAGENTA, RED, BLUE, BLACK]


def test_what_it_lacks_is_told_and_it_is_used_all_the_same(told):
    assert told["opened"]["about"] == "Its sensor is Sensor B, with one stream."
    assert "can't be locked" in told["opened"]["remark"]
    assert told["opened"]["steady"]


def test_whoever_holds_it_is_named(told):
    step = told["held by another program"]
    assert (step["frames"], step["error"]) == (0, "CameraAway")
    assert step["say"].startswith("The camera is held by python3 (process ")


def test_a_second_one_in_the_same_program_is_a_sentence(told):
    step = told["held by this program"]
    assert (step["frames"], step["error"]) == (0, "CameraError")
    assert "Camera __init__ sequence did not complete" in step["say"]


def test_a_camera_that_is_pulled_out_ends_within_its_limit_and_its_stop_that_never_returns_keeps_nobody(told):
    step = told["unplugged"]
    assert step["error"] == "CameraError"
    assert "has given no picture for 5 seconds" in step["say"] or "was lost" in step["say"]
    assert step["after_s"] < 20
    assert "has not let go since it failed" in told["after that"]["say"]
    assert "the end" in told
