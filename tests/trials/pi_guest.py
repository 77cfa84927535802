"""An emulated Raspberry Pi for trials: `../shared/pi-guest` built once, with what Raspberry Pi OS brings, and booted.

    with booted() as pi:
        pi.run("uname -m")          its output; an exit status that isn't 0 fails the trial
        pi.press(24)                a simulated pin pulled low, and let go
        pi.lit()                    the lamps' lines that are high, as the kernel sees them

Law: the product is what the checkout holds, unchanged. Pretended is the system around it: the packages that its
installer would have apt fetch are laid in from the same registries, and dpkg is told that they are there.
"""

import contextlib
import functools
import glob
import http.server
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import threading
import time
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
SOURCE = CHECKOUT.parent / "shared" / "pi-guest"
HOME = Path(os.environ.get("PI_GUEST_HOME", "/tmp/pi"))
OUT, OVERLAY, BUNDLE = HOME / "out", HOME / "overlay", HOME / "bundle"
PAGE = 18080
PINS = "$(echo /sys/devices/platform/gpio-sim*/gpiochip*)/sim_gpio"
LAMPS = (5, 6, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23)

# What the installer asks for, and the Debian packages that bring it; lgpio is Raspberry Pi OS's own, here a wheel's.
ASKED = ("python3-venv", "python3-numpy", "python3-lgpio", "libgl1", "tesseract-ocr", "python3-picamera2")
DEBS = (  # noqa: SIM905 - a list of twenty words reads best as words
    """
    python3.11-venv python3-pip-whl python3-setuptools-whl python3-distutils python3-lib2to3 python3-numpy libblas3
    liblapack3 libgfortran5 libgl1 libglvnd0 libglx0 libx11-6 libxcb1 libxau6 libxdmcp6 libbsd0 libmd0 libglib2.0-0
    libpcre2-8-0
    """
).split()
TAGS = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")
ROOMS = ("companion", "hardware", "models", "web", "systemd", ".requirements")


def say(*words):
    """A line in the trial's log."""
    sys.stdout.write(" ".join((time.strftime("%H:%M:%S"), *words)) + "\n")
    sys.stdout.flush()


def prepare():
    """Builds and fetches what isn't there yet; skips the trial where that can't be."""
    if not SOURCE.is_dir():
        pytest.skip(f"the emulated Pi is made by {SOURCE}, which is not here")
    if os.geteuid() != 0:
        pytest.skip("building the emulated Pi is for root")
    HOME.mkdir(parents=True, exist_ok=True)
    if not (OUT / "guest.ext4").is_file():
        _build()
    if not (OVERLAY / "usr").is_dir():
        _lay_in_the_system()
    _bundle()


def _build():
    say("building the emulated Pi: a minute or two ...")
    shutil.copytree(SOURCE, HOME, dirs_exist_ok=True)
    subprocess.run(["chmod", "-R", "u+w", HOME], check=True)
    # qemu's board wants a rom that the recipe's packages only recommend.
    subprocess.run(["apt-get", "-qq", "update"], check=True)
    subprocess.run(["apt-get", "-qq", "install", "-y", "--no-install-recommends", "ipxe-qemu"], check=True)
    with (HOME / "build.log").open("w") as log:
        subprocess.run([HOME / "build.sh", OUT], check=True, stdout=log, stderr=log)


def _lay_in_the_system():
    say("fetching the system's packages ...")
    apt, debs = OUT / "apt", HOME / "debs"
    debs.mkdir(exist_ok=True)
    options = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "Dir::State::lists": apt / "lists",
        "Dir::Cache": apt / "cache",
        "Dir::State::status": apt / "status",
        "Dir::Etc::sourcelist": apt / "sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
    }
    words = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
    subprocess.run(["apt-get", *words, "-qq", "download", *DEBS], cwd=debs, check=True, stderr=subprocess.DEVNULL)
    for deb in debs.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", deb, OVERLAY], check=True)
    libraries = OVERLAY / "usr/lib/aarch64-linux-gnu"
    for name in ("blas/libblas.so.3", "lapack/liblapack.so.3"):  # dpkg's alternatives would do this
        (libraries / Path(name).name).symlink_to(name)
    site = OVERLAY / "usr/lib/python3/dist-packages"
    for wheel in glob.glob(str(OUT / "wh" / "lgpio-*.whl")):
        subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, site], check=True)


def _bundle():
    """All that goes into the guest, as two tars that it fetches: the system's part, and checkout and wheels."""
    BUNDLE.mkdir(exist_ok=True)
    wheels = HOME / "wheels"
    tags = [word for tag in TAGS for word in ("--platform", f"{tag}_aarch64")]
    say("fetching what the lock for the Pi names ...")
    lock = str(CHECKOUT / ".requirements" / "pi.txt")
    fetch = ["-m", "pip", "download", "-q", "--no-deps", "--require-hashes", "--only-binary=:all:", "-d", str(wheels)]
    versions = ["--python-version", "3.11", "--implementation", "cp"]
    subprocess.run([sys.executable, *fetch, *versions, *tags, "-r", lock], check=True, stderr=subprocess.DEVNULL)
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *ROOMS]
    names = subprocess.run(listing, cwd=CHECKOUT, check=True, capture_output=True).stdout.decode().split("\0")
    with tarfile.open(BUNDLE / "checkout.tar", "w") as tar:
        for name in filter(None, names):
            if (CHECKOUT / name).exists():
                tar.add(CHECKOUT / name, f"root/checkout/{name}")
        tar.add(wheels, "root/wheels")
    if not (BUNDLE / "system.tar").is_file():
        with tarfile.open(BUNDLE / "system.tar", "w") as tar:
            tar.add(OVERLAY / "usr", "usr")


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

    def let_all_up(self):
        """The simulated pins begin low; a button's pull-up is on the board here."""
        self.run(f"for pin in 24 25 26 27; do echo pull-up > {PINS}$pin/pull; done")

    def lit(self):
        """The lamps that are lit, by pin."""
        values = self.run(f"for pin in {' '.join(map(str, LAMPS))}; do cat {PINS}$pin/value; done").split()
        return [pin for pin, value in zip(LAMPS, values, strict=True) if value == "1"]


@contextlib.contextmanager
def booted():
    """The guest with system and checkout laid in; switched off at the end."""
    prepare()
    os.environ["PI_GUEST"] = str(OUT)
    spec = importlib.util.spec_from_file_location("vm", SOURCE / "vm.py")
    vm = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(vm)
    forward = f"user,model=virtio-net-pci,hostfwd=tcp:127.0.0.1:{PAGE}-:8080"
    machine = vm.VM(
        str(OUT / "guest.ext4"),
        arch="arm64",
        kernel=str(OUT / "vmlinuz"),
        initrd=str(OUT / "initrd.gz"),
        name="light",
        snapshot=True,
        extra=["-nic", forward],
    )
    with _served() as port, machine.start():
        pi = Pi(machine)
        what = pi.run("uname -srm; tr -d '\\0' < /proc/device-tree/model").replace("\n", ", ")
        say(f"booted in {machine.boot_s:.0f} s:", what)
        pi.run("for i in $(seq 100); do ip -4 -br a | grep -q 10.0.2.15 && break; sleep 0.3; done", 60)
        for name in ("system", "checkout"):
            pi.run(
                "python3 -c \"import tarfile, urllib.request as web; tarfile.open(fileobj=web.urlopen("
                f"'http://10.0.2.2:{port}/{name}.tar'), mode='r|').extractall('/')\"",
                300,
            )
        stanzas = "".join(
            f"Package: {name}\nStatus: install ok installed\nMaintainer: trial <root@localhost>\nArchitecture: all\n"
            f"Version: 1\nDescription: laid in by the trial\n\n"
            for name in ASKED
        )
        pi.put("/var/lib/dpkg/status", stanzas)
        pi.run("ldconfig; python3 -c 'import numpy, lgpio; print(numpy.__version__)'")
        yield pi


@contextlib.contextmanager
def _served():
    quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *words: None})
    handler = functools.partial(quiet, directory=str(BUNDLE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()
