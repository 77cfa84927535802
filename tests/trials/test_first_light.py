"""First light on a Raspberry Pi that isn't there: installed by its own installer, pressed and read by simulated pins.

    make trials-pi              builds the emulated Pi in /tmp/pi (PI_GUEST_HOME says where else) unless it is there
"""

import http.client
import importlib.util
import json
import re
import time
import urllib.request
from pathlib import Path

import pytest

from companion.cli import COMMANDS

pytestmark = [
    pytest.mark.trials,
    # Because the guest's driver, which is not ours, leaves its log and sockets to the garbage collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

HERE = Path(__file__).resolve().parent
_SPEC = importlib.util.spec_from_file_location("pi_guest", HERE / "pi_guest.py")
pi_guest = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(pi_guest)

COMPANION = "/opt/hanabi-companion/venv/bin/companion"
DATA = "/var/lib/hanabi-companion"
LAMPS = list(pi_guest.LAMPS)
RUNS = "run" in COMMANDS


@pytest.fixture(scope="module")
def pi():
    with pi_guest.booted() as booted:
        booted.let_all_up()
        began = time.monotonic()
        offline = "PIP_NO_INDEX=1 PIP_FIND_LINKS=/root/wheels"
        said = booted.run(f"cd /root/checkout && {offline} sh systemd/install 2>&1", 900, may_fail=not RUNS)
        pi_guest.say(f"installed in {time.monotonic() - began:.0f} s:\n{said}")
        booted.run("systemctl stop companion", may_fail=True)
        yield booted


def test_the_panel_on_real_gpiozero_and_lgpio(pi):
    pi.put("/root/guest_panel.py", (HERE / "guest_panel.py").read_text())
    said = pi.run("cd / && LG_WD=/run /opt/hanabi-companion/venv/bin/python /root/guest_panel.py 2>/dev/null", 120)
    pi_guest.say("the panel:\n" + said)
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
    assert came["UNDO down 8.6 s"]["while_down"][0] == "UNDO"
    assert came["UNDO down 8.6 s"]["while_down"][1].startswith("down Button UNDO is stuck")
    assert came["UNDO down 8.6 s"]["after"] == ["up "]
    assert came["show clues 8, fuses 0, final off"]["lit"] == LAMPS[:8]
    assert came["show clues 7, fuses 0, final off"]["lit"] == LAMPS[:7]
    assert came["show clues 3, fuses 2, final on"]["lit"] == [*LAMPS[:3], 20, 21, 23]
    assert came["show clues 0, fuses 3, final off"]["lit"] == [20, 21, 22]
    assert came["last turn"]["final_lamp_seen"] == [False, True]
    assert came["refused"] == {"lamp_5_changes": 4, "lit": LAMPS[:2]}
    assert came["second panel"]["error"] == "NoPins"
    assert "Pin 5 can't be had" in came["second panel"]["say"]
    assert came["closed"] == {"before": 12, "lit": []}


def test_the_doctor_tells_what_there_is(pi):
    said = pi.run(f"systemctl stop companion; {COMPANION} doctor --json --camera picamera2", may_fail=True)
    pi_guest.say("the doctor:\n" + said)
    checks = {line["check"]: line for line in map(json.loads, said.splitlines())}
    assert checks["pins"]["seen"] == "Twelve lamps and four buttons through lgpio on a Raspberry Pi 4 Model B Rev 1.5."
    assert checks["camera"]["is"] == "fail"
    assert "python3-picamera2" in checks["camera"]["mend"]
    assert "lgpio" in checks["versions"]["seen"]
    assert checks["deck"]["is"] == "ok"


def test_a_pin_that_another_program_holds_is_named(pi):
    pi.put(
        "/root/holds.py",
        "import lgpio, time\nchip = lgpio.gpiochip_open(0)\nlgpio.gpio_claim_input(chip, 24)\ntime.sleep(600)\n",
    )
    pi.run("cd /run && (python3 /root/holds.py >/dev/null 2>&1 & echo $! > /run/holds.pid); sleep 3")
    said = json.loads(pi.run(f"{COMPANION} doctor --json --camera none | grep pins"))
    pi.run("kill $(cat /run/holds.pid)")
    pi_guest.say("a busy pin:", said["mend"])
    assert said["is"] == "fail"
    assert "Pin 24 can't be had ('GPIO busy')" in said["mend"]


def test_the_service_as_systemd_sees_it(pi):
    judged = pi.run("systemd-analyze security companion --no-pager | tail -1; systemd-analyze verify companion.service")
    pi_guest.say("exposure:", judged.strip())
    assert judged.count("\n") == 1


def test_a_v4l2_camera_gives_pictures_through_opencv(pi):
    pi.run("modprobe vivid && udevadm settle && ls /dev/video*")
    said = json.loads(pi.run(f"{COMPANION} doctor --json --panel none --camera usb:0 | grep camera"))
    pi_guest.say("a V4L2 camera:", said["seen"])
    assert (said["is"], said["seen"]) == ("ok", "usb:0 gives pictures of 1280 x 720.")


@pytest.mark.skipif(not RUNS, reason="companion run is not there yet")
def test_an_evening_with_the_service(pi):
    without_camera = f"[Service]\nExecStart=\nExecStart={COMPANION} run --camera none --panel gpio --data {DATA}\n"
    pi.put("/run/systemd/system/companion.service.d/trial.conf", without_camera)
    pi.run("systemctl daemon-reload; systemctl restart companion", 200)
    pin = re.findall(r"PIN\D*(\d{6})", pi.run("journalctl -u companion -o cat --no-pager"))[-1]
    assert asked("/api/games", pin, {"players": 3})["clues"] == 8
    soon(pi.lit, LAMPS[:8])

    pi.press(24)
    soon(clues, 7)
    soon(pi.lit, LAMPS[:7])
    pi_guest.say("a press on pin 24: 7 clues on the page, lamps", str(pi.lit()))

    before = pi.run("systemctl show -p MainPID --value companion").strip()
    pi.run(f"kill -9 {before}")
    began = time.monotonic()
    time.sleep(1)
    soon(clues, 7)
    soon(pi.lit, LAMPS[:7])
    pi_guest.say(f"kill -9: the same game again after {time.monotonic() - began:.0f} s, lamps", str(pi.lit()))
    assert pi.run("systemctl show -p MainPID --value companion").strip() != before

    began = time.monotonic()
    pi.run("systemctl stop companion")
    pi_guest.say(f"stopped in {time.monotonic() - began:.1f} s, lamps", str(pi.lit()))
    assert pi.lit() == []
    assert pi.run("systemctl show -p Result --value companion").strip() == "success"
    pi_guest.say("its log:\n" + pi.run("journalctl -u companion -o cat --no-pager | tail -40"))


@pytest.mark.skipif(not RUNS, reason="companion run is not there yet")
def test_a_dead_camera_is_no_reason_to_restart(pi):
    pi.run("rm -f /run/systemd/system/companion.service.d/trial.conf; systemctl daemon-reload")
    pi.run("systemctl restart companion", 200)
    before = pi.run("systemctl show -p MainPID --value companion")
    time.sleep(35)
    pi_guest.say("with a dead camera:", asked("/healthz")["camera"]["say"])
    assert pi.run("systemctl show -p MainPID --value companion") == before


def asked(path, pin=None, body=None):
    """What the guest's page says."""
    table = f"http://127.0.0.1:{pi_guest.PAGE}"
    headers = {"X-Table-Pin": pin or "", "Content-Type": "application/json", "Origin": table}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(table + path, data, headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def clues():
    """The clues on the page, None while it doesn't answer."""
    try:
        return asked("/api/state").get("clues")
    except (OSError, http.client.HTTPException):
        return None


def soon(ask, wanted, within_s=60):
    """What is asked becomes what is wanted, in a while: an emulated processor is slow."""
    until = time.monotonic() + within_s
    while (found := ask()) != wanted and time.monotonic() < until:
        time.sleep(0.3)
    assert found == wanted
