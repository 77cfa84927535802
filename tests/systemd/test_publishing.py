"""The table's name in the home network: taken, shared with another table, kept up with the address, and let go."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

PUBLISH = Path(__file__).resolve().parents[2] / "systemd" / "publish"
if not PUBLISH.is_file():
    pytest.skip("the service's files are not in the wheel", allow_module_level=True)

SOON_S = 20.0
AVAHI = """#!/bin/sh
# avahi-publish: a name in the file `taken` is another table's; what it was told, and that it lives, is written down.
echo "$*" >>"{tmp}/told"
for name; do
    if [ "$1" = -a ] && grep -qx "$name" "{tmp}/taken"; then echo "Host name conflict"; exit 1; fi
done
echo "Established under name"
echo $$ >>"{tmp}/living"
exec sleep 60
"""
IP = """#!/bin/sh
case "$*" in
*route*) [ ! -s "{tmp}/way-out" ] || echo "10.255.255.255 via 192.168.1.1 dev wlan0 src $(cat {tmp}/way-out) uid 0" ;;
*addr*) echo "3: wlan0    inet 10.42.0.1/24 brd 10.42.0.255 scope global wlan0" ;;
esac
"""


class Network:
    """A home network and this machine in it."""

    def __init__(self, tmp):
        self.tmp, self.name = tmp, tmp / "name"
        (tmp / "tools").mkdir()
        for tool, text in (("avahi-publish", AVAHI), ("ip", IP), ("hostname", "#!/bin/sh\necho raspberrypi\n")):
            (tmp / "tools" / tool).write_text(text.format(tmp=tmp))
            (tmp / "tools" / tool).chmod(0o755)
        for file in ("taken", "told", "living"):
            (tmp / file).write_text("")
        self.moves_to("192.168.1.20")

    def moves_to(self, address):
        (self.tmp / "way-out").write_text(address)

    def told(self):
        return (self.tmp / "told").read_text().splitlines()

    def living(self):
        """How many avahi-publish run."""
        numbers = (self.tmp / "living").read_text().split()
        return sum(Path("/proc", number, "comm").exists() for number in numbers)

    def start(self):
        path = f"{self.tmp / 'tools'}:{os.environ['PATH']}"
        environment = {"PATH": path, "RUNTIME_DIRECTORY": str(self.tmp), "PAUSE": "0.1"}
        return subprocess.Popen(
            ["sh", str(PUBLISH), str(self.tmp / "settings.toml")], env=environment, stdout=subprocess.DEVNULL
        )


@pytest.fixture
def network(tmp_path):
    return Network(tmp_path)


@pytest.fixture
def published(network):
    """Publishes; stopped at the end, as systemd stops it, and then everything is let go."""
    started = []

    def begin():
        started.append(network.start())
        until(network.name.exists)
        return network.name.read_text().strip()

    yield begin
    for process in started:
        process.send_signal(signal.SIGTERM)
        assert process.wait(SOON_S) == 0
    assert not network.name.exists()
    until(lambda: network.living() == 0)


def until(wanted):
    end = time.monotonic() + SOON_S
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_the_page_is_published_under_a_name_of_its_own_and_followed_to_its_new_address(network, published):
    (network.tmp / "settings.toml").write_text('camera = "none"\nport = 8081 # the other one is taken\n')
    assert published() == "hanabi.local"
    assert network.told() == [
        "-a -R hanabi.local 192.168.1.20",
        "-s -H hanabi.local Hanabi table _http._tcp 8081",
    ]
    network.moves_to("192.168.1.77")
    until(lambda: "-a -R hanabi.local 192.168.1.77" in network.told())
    until(lambda: network.living() == 2)


def test_a_name_that_another_table_has_is_left_to_it_and_a_hotspot_s_address_is_found(network, published):
    network.moves_to("")
    (network.tmp / "taken").write_text("hanabi.local\nhanabi-2.local\n")
    assert published() == "hanabi-3.local"
    assert network.told()[-2:] == [
        "-a -R hanabi-3.local 10.42.0.1",
        "-s -H hanabi-3.local Hanabi table _http._tcp 8080",
    ]
