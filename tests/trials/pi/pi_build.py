"""Makes the emulated Raspberry Pi's disk: Debian, what Raspberry Pi OS brings beside it, and the checkout to install.

Law: the product is what the checkout holds, unchanged. Pretended is the system around it: the packages that its
installer would have apt fetch are laid in from the same registries, and dpkg is told that they are there.
"""

import glob
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[3]
SOURCE = CHECKOUT.parent / "shared" / "pi-guest"
HOME = Path(os.environ.get("PI_GUEST_HOME", "/tmp/pi"))
OUT, OVERLAY, WHEELS = HOME / "out", HOME / "overlay", HOME / "wheels"
DISK_MB = 2000

# What the installer asks for, and the Debian packages that bring it; lgpio is Raspberry Pi OS's own, here a wheel's.
ASKED = (
    "python3-venv",
    "python3-numpy",
    "python3-lgpio",
    "python3-picamera2",
    "libgl1",
    "tesseract-ocr",
    "avahi-daemon",
    "avahi-utils",
)
DEBS = (  # noqa: SIM905 - a list of twenty words reads best as words
    """
    python3.11-venv python3-pip-whl python3-setuptools-whl python3-distutils python3-lib2to3 python3-numpy libblas3
    liblapack3 libgfortran5 libgl1 libglvnd0 libglx0 libx11-6 libxcb1 libxau6 libxdmcp6 libbsd0 libmd0 libglib2.0-0
    libpcre2-8-0 make
    """
).split()
STANZA = (
    "Package: {}\nStatus: install ok installed\nMaintainer: trial <root@localhost>\nArchitecture: all\nVersion: 1\n"
    "Description: laid in by the trial\n\n"
)
TAGS = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")
ROOMS = ("companion", "hardware", "models", "web", "systemd", ".requirements", "Makefile")


def say(*words):
    """A line in the trial's log."""
    sys.stdout.write(" ".join((time.strftime("%H:%M:%S"), *map(str, words))) + "\n")
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
    if not (OVERLAY / "usr/bin/make").exists():
        _lay_in_the_system()
    _fetch_wheels()


def checkout_files():
    """What of the checkout goes into the guest."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *ROOMS]
    names = subprocess.run(listing, cwd=CHECKOUT, check=True, capture_output=True).stdout.decode().split("\0")
    return [name for name in sorted(filter(None, names)) if (CHECKOUT / name).is_file()]


def digest():
    """What a disk was installed from."""
    told = hashlib.sha256()
    for name in checkout_files():
        told.update(f"{name}\0".encode() + (CHECKOUT / name).read_bytes())
    return told.hexdigest()


def copied(disk, name):
    """A disk of its own for a trial that writes, its holes kept."""
    copy = HOME / f"{name}.ext4"
    subprocess.run(["cp", "--sparse=always", disk, copy], check=True)
    return copy


def make_disk(disk):
    """A disk with system, packages, wheels and checkout, on which nothing is installed yet."""
    tree = HOME / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["cp", "-a", OUT / "rootfs", tree], check=True)
    subprocess.run(["cp", "-a", f"{OVERLAY}/usr/.", tree / "usr"], check=True)
    subprocess.run(["cp", "-a", WHEELS, tree / "root" / "wheels"], check=True)
    for name in checkout_files():
        copy = tree / "root" / "checkout" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / name, copy)
    status = tree / "var" / "lib" / "dpkg" / "status"
    status.parent.mkdir(parents=True, exist_ok=True)
    status.write_text("".join(STANZA.format(name) for name in ASKED))
    subprocess.run([HOME / "image.sh", tree, disk, str(DISK_MB)], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)


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
    shutil.rmtree(OVERLAY, ignore_errors=True)
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


def _fetch_wheels():
    """Once for each lock."""
    text, seen = (CHECKOUT / ".requirements" / "pi.txt").read_text(), WHEELS / "lock"
    if seen.is_file() and seen.read_text() == text:
        return
    say("fetching what the lock for the Pi names ...")
    lock = str(CHECKOUT / ".requirements" / "pi.txt")
    tags = [word for tag in TAGS for word in ("--platform", f"{tag}_aarch64")]
    fetch = ["-m", "pip", "download", "-q", "--no-deps", "--require-hashes", "--only-binary=:all:", "-d", str(WHEELS)]
    versions = ["--python-version", "3.11", "--implementation", "cp"]
    subprocess.run([sys.executable, *fetch, *versions, *tags, "-r", lock], check=True, stderr=subprocess.DEVNULL)
    seen.write_text(text)
