"""An emulated Raspberry Pi for trials, with the companion in it by its own `make install`, booted when one wants it.

    with booted("name") as pi:
        pi.run("uname -m")          its output; an exit status that isn't 0 fails the trial
        pi.press(24)                a simulated pin pulled low, and let go
        pi.lit()                    the lamps' lines that are high, as the kernel sees them
        pi.asked("/api/state")      what its page says

It is built once, into PI_GUEST_HOME (/tmp/pi), and installed into once for each state of the checkout.
"""

import contextlib
import functools
import http.client
import importlib.util
import json
import os
import re
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
_SPEC = importlib.util.spec_from_file_location("pi_build", HERE / "pi_build.py")
build = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(build)
say = build.say

INSTALLED, STAMP, LOG = build.HOME / "installed.ext4", build.HOME / "installed.sha256", build.HOME / "installed.log"
PAGE = int(os.environ.get("PI_GUEST_PAGE", "18080"))
PINS = "$(echo /sys/devices/platform/gpio-sim*/gpiochip*)/sim_gpio"
LAMPS = (5, 6, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23)
COMPANION = "/opt/hanabi-companion/current/bin/companion"
PYTHON = "/opt/hanabi-companion/current/environment/bin/python"
DATA = "/var/lib/hanabi-companion"
# All files, but for what any program's run leaves.
LISTING = (
    "find / -xdev '(' -path /root -o -path /tmp -o -path '/var/log*' -o -path '/var/tmp*' -o -name __pycache__ "
    "-o -path '/var/lib/systemd/*' ')' -prune -o -print | sort"
)
# An emulated processor on a busy host takes minutes for a start, and seconds for a card.
SLOWLY = "[Service]\nTimeoutStartSec=900\nWatchdogSec=60\n"
OFFLINE = "PIP_NO_INDEX=1 PIP_FIND_LINKS=/root/wheels"


class Pi:
    """The booted guest."""

    def __init__(self, machine):
        self.machine = machine

    def run(self, command, timeout=120, *, may_fail=False):
        """Runs it in the guest's shell; both its streams."""
        answer = self.machine.cmd(command, timeout)
        assert may_fail or answer["rc"] == 0, f"{command}: exit status {answer['rc']}\n{answer['out']}"
        return answer["out"]

    def put(self, path, text):
        """Writes a file in the guest."""
        self.machine.put(path, text)

    def press(self, pin, seconds=0.15):
        """A finger on a button."""
        self.run(f"echo pull-down > {PINS}{pin}/pull; sleep {seconds}; echo pull-up > {PINS}{pin}/pull; sleep 0.1")

    def hold(self, pin, down):
        """A finger that stays on a button, or leaves it."""
        self.run(f"echo pull-{'down' if down else 'up'} > {PINS}{pin}/pull")

    def let_all_up(self):
        """The simulated pins begin low; a button's pull-up is on the board here."""
        self.run(f"for pin in 24 25 26 27; do echo pull-up > {PINS}$pin/pull; done")

    def lit(self):
        """The lamps that are lit, by pin."""
        values = self.run(f"for pin in {' '.join(map(str, LAMPS))}; do cat {PINS}$pin/value; done").split()
        return [pin for pin, value in zip(LAMPS, values, strict=True) if value == "1"]

    def settings(self, **said):
        """Writes the service's settings, and starts it anew."""
        lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in said.items())
        self.run(f"install -d -o hanabi-companion -g hanabi-companion -m 700 {DATA}")
        self.put(f"{DATA}/settings.toml", lines)
        self.run(f"chown hanabi-companion: {DATA}/settings.toml; systemctl restart companion", 900)

    def main_pid(self):
        """The service's process."""
        return self.run("systemctl show -p MainPID --value companion").strip()

    def log(self, lines=40):
        """The end of what the service said."""
        return self.run(f"journalctl -u companion -o cat --no-pager | tail -{lines}")

    def pin(self):
        """The table's PIN, as the log says it."""
        return re.findall(r"PIN\D*(\d{6})", self.run("journalctl -u companion -o cat --no-pager"))[-1]

    def asked(self, path, pin=None, body=None, host=None):
        """What the page says."""
        table = f"127.0.0.1:{PAGE}" if host is None else host
        headers = {"X-Table-Pin": pin or "", "Content-Type": "application/json", "Origin": f"http://{table}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{PAGE}{path}", data, {**headers, "Host": table})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def state(self, *keys):
        """These of the page's state; None each while it doesn't answer."""
        try:
            told = self.asked("/api/state")
        except (OSError, http.client.HTTPException):
            told = {}
        return tuple(told.get(key) for key in keys)

    def clues(self):
        """The clues on the page, None while it doesn't answer."""
        return self.state("clues")[0]


def soon(ask, wanted, within_s=60):
    """What is asked becomes what is wanted, in a while: an emulated processor is slow. Gives the seconds it took."""
    began = time.monotonic()
    while (found := ask()) != wanted and time.monotonic() < began + within_s:
        time.sleep(0.3)
    assert found == wanted, f"{found!r} is not {wanted!r} after {within_s} s"
    return time.monotonic() - began


@contextlib.contextmanager
def booted(name, disk=None):
    """The installed guest; what is written is forgotten unless it gets a disk of its own. Switched off at the end."""
    _installed()
    with started(name, disk or INSTALLED, forgets=disk is None) as pi:
        pi.let_all_up()
        yield pi


@contextlib.contextmanager
def started(name, disk, *, forgets=False):
    """A guest with this disk."""
    os.environ["PI_GUEST"] = str(build.OUT)
    spec = importlib.util.spec_from_file_location("vm", build.SOURCE / "vm.py")
    vm = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(vm)
    machine = vm.VM(
        str(disk),
        arch="arm64",
        kernel=str(build.OUT / "vmlinuz"),
        initrd=str(build.OUT / "initrd.gz"),
        name=name,
        snapshot=forgets,
        extra=["-nic", f"user,model=virtio-net-pci,hostfwd=tcp:127.0.0.1:{PAGE}-:8080"],
    )
    with machine.start(600):
        pi = Pi(machine)
        what = pi.run("uname -srm; tr -d '\\0' < /proc/device-tree/model").replace("\n", ", ")
        say(f"booted in {machine.boot_s:.0f} s:", what)
        pi.run("for i in $(seq 100); do ip -4 -br a | grep -q 10.0.2.15 && break; sleep 0.3; done", 60)
        yield pi


def own_disk(name):
    """The installed disk, once more, for a trial that keeps what it writes."""
    _installed()
    return build.copied(INSTALLED, name)


@functools.cache
def _installed():
    """Installs, unless that was done with just this checkout; all trials of a run are of one state of it."""
    build.prepare()
    checkout = build.digest()
    if INSTALLED.is_file() and STAMP.is_file() and STAMP.read_text() == checkout:
        return
    STAMP.unlink(missing_ok=True)
    build.make_disk(INSTALLED)
    with started("install", INSTALLED) as pi:
        pi.put("/etc/systemd/system/companion.service.d/emulated.conf", SLOWLY)
        pi.run(f"ldconfig; python3 -c 'import numpy, lgpio'; {LISTING} > /root/before.list", 300)
        began = time.monotonic()
        said = pi.run(f"cd /root/checkout && {OFFLINE} make install 2>&1", 1500)
        say(f"installed in {time.monotonic() - began:.0f} s:\n{said}")
        LOG.write_text(said)
        pi.run("systemctl stop companion; sync", 120)
        pi.machine.poweroff()
    STAMP.write_text(checkout)
