"""First light on a Raspberry Pi that isn't there: installed by its own installer, pressed and read by simulated pins.

make trials-pi              builds the emulated Pi in /tmp/pi (PI_GUEST_HOME says where else) unless it is there
"""

import json
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.trials
HERE = Path(__file__).resolve().parent


def checked(guest, pi, name, *words):
    """What the doctor says of one thing."""
    said = pi.run(f"{guest.COMPANION} doctor --json {' '.join(words)}", may_fail=True)
    return {line["check"]: line for line in map(json.loads, said.splitlines())}[name]


def test_it_was_installed_by_make_install(guest, pi):
    said = guest.LOG.read_text()
    assert "is installed, and runs." in said
    assert "The Pi's camera can't be used: picamera2 does not load" in said, "it isn't there, and that is told"
    pi.run(f"test $(readlink -f {guest.PYTHON}) = $(readlink -f /usr/bin/python3)")
    assert pi.run(f"{guest.PYTHON} -c 'import numpy; print(numpy.__file__)'").startswith(
        "/usr/lib/python3/dist-packages/"
    )


def test_the_panel_on_real_gpiozero_and_lgpio(guest, pi):
    pi.run("systemctl stop companion")
    pi.put("/root/guest_panel.py", (HERE / "guest_panel.py").read_text())
    rooms = "PYTHONPATH=/opt/hanabi-companion/current"
    said = pi.run(f"cd / && LG_WD=/run {rooms} {guest.PYTHON} /root/guest_panel.py 2>/dev/null", 240)
    guest.say("the panel:\n" + said)
    lamps = list(guest.LAMPS)
    came = {line.pop("did"): line for line in map(json.loads, said.splitlines())}
    assert came["opened"] == {"kind": "gpio", "state": "up", "lit": [], "factory": "LGPIOFactory"}
    for name, pin in (("CLUE", 24), ("FUSE", 25), ("UNDO", 26), ("OK", 27)):
        assert came[f"pressed pin {pin}"]["heard"] == [name]
        assert abs(came[f"pressed pin {pin}"]["late_ms"]) < 50
    burst = came["20 edges, then a press"]
    assert burst["heard"] == ["CLUE"] or burst["took_ms"] > 40, "more than a press, though none of it held"
    assert came["two at once"]["heard"] == ["CLUE", "FUSE"]
    assert came["50 presses"]["count"] == 50
    assert came["OK held 3.4 s"] == {"while_down": ["OK held"], "after": []}
    assert [said[:25] for said in came["UNDO down 8.6 s"]["while_down"]] == ["down Button UNDO is stuck"]
    assert came["UNDO down 8.6 s"]["after"] == ["up "]
    assert came["UNDO down 8.6 s"]["beginning"] == 12, "the address is counted out: all lamps, then its first digit"
    assert came["UNDO down 8.6 s"]["first_digit"] == [lamps[0], lamps[8]]
    assert came["UNDO while the address is told"] == {"heard": [], "lit": lamps[:3]}
    assert came["show clues 8, fuses 0, final off"]["lit"] == lamps[:8]
    assert came["show clues 7, fuses 0, final off"]["lit"] == lamps[:7]
    assert came["show clues 3, fuses 2, final on"]["lit"] == [*lamps[:3], 20, 21, 23]
    assert came["show clues 0, fuses 3, final off"]["lit"] == [20, 21, 22]
    assert came["last turn"]["final_lamp_seen"] == [False, True]
    assert came["refused"] == {"lamp_5_changes": 4, "lit": lamps[:2]}
    assert came["second panel"]["error"] == "NoPins"
    assert "Pin 5 can't be had" in came["second panel"]["say"]
    assert came["closed"] == {"before": 12, "lit": []}


def test_the_doctor_tells_what_there_is(guest, pi):
    said = pi.run(f"systemctl stop companion; {guest.COMPANION} doctor --json --camera picamera2", may_fail=True)
    guest.say("the doctor:\n" + said)
    checks = {line["check"]: line for line in map(json.loads, said.splitlines())}
    assert checks["pins"]["seen"] == "Twelve lamps and four buttons through lgpio on a Raspberry Pi 4 Model B Rev 1.5."
    assert checks["camera"]["is"] == "fail"
    assert "python3-picamera2" in checks["camera"]["mend"]
    assert "lgpio" in checks["versions"]["seen"]
    assert checks["deck"]["is"] == "ok"


def test_a_pin_that_another_program_holds_is_named(guest, pi):
    pi.put(
        "/root/holds.py",
        "import lgpio, time\nchip = lgpio.gpiochip_open(0)\nlgpio.gpio_claim_input(chip, 24)\ntime.sleep(600)\n",
    )
    pi.run("cd /run && (python3 /root/holds.py >/dev/null 2>&1 & echo $! > /run/holds.pid); sleep 3")
    said = checked(guest, pi, "pins", "--camera none")
    pi.run("kill $(cat /run/holds.pid)")
    guest.say("a busy pin:", said["mend"])
    assert said["is"] == "fail"
    assert "Pin 24 can't be had ('GPIO busy')" in said["mend"]


def test_the_service_as_systemd_sees_it(guest, pi):
    judged = pi.run("systemd-analyze security companion --no-pager | tail -1; systemd-analyze verify companion.service")
    guest.say("exposure:", judged.strip())
    assert judged.count("\n") == 1


def test_a_v4l2_camera_gives_pictures_through_opencv(guest, pi):
    pi.run("modprobe vivid && udevadm settle && ls /dev/video*")
    said = checked(guest, pi, "camera", "--panel none --camera usb:0")
    guest.say("a V4L2 camera:", said["seen"], said["mend"])
    assert said["seen"] == "usb:0 gives pictures of 1280 x 720."
    assert said["is"] == "ok" or "lock" in said["mend"], "a pattern's controls needn't be a camera's"


def test_a_dead_camera_is_no_reason_to_restart(guest, pi):
    pi.settings(camera="picamera2", panel="gpio")
    before = pi.main_pid()
    time.sleep(35)
    guest.say("with a dead camera:", pi.asked("/healthz")["camera"]["say"])
    assert pi.main_pid() == before
