"""Updates on the emulated Pi: a newer version, back again, one that doesn't start, and all of it taken away."""

import re

import pytest

pytestmark = pytest.mark.trials

CHECKOUT = "/root/checkout"
SYSTEM_S = re.compile(
    r"/etc/(passwd|group|shadow|gshadow)-$|/etc/\.pwd\.lock$|/etc/(machine-id|\.updated)$|/var/(cache|\.updated)"
    r"|/usr/local/lib$"
)
"""What any program leaves that adds a user, what the system makes for itself at its first start, and a folder that all
but this small Debian have."""


@pytest.fixture(scope="module")
def table(pi):
    """The service with a game of which a clue was given."""
    pi.settings(camera="none", panel="gpio")
    pi.asked("/api/games", pi.pin(), {"players": 3})
    pi.asked("/api/actions", pi.pin(), {"do": "clue"})
    return pi


def make(guest, pi, target, *, may_fail=False):
    said = pi.run(f"cd {CHECKOUT} && {guest.OFFLINE} make {target} 2>&1; echo exit $?", 1500)
    guest.say(f"make {target}:\n{said.strip()}")
    if not may_fail and "exit 0" not in said:
        guest.say("its log:\n" + pi.log())
    assert may_fail or "exit 0" in said
    return said


def release(pi, version):
    pi.run(f"sed -i 's/^__version__ = .*/__version__ = \"{version}\"/' {CHECKOUT}/companion/__init__.py")


def runs(pi):
    return pi.run("readlink /opt/hanabi-companion/current").strip().split("/")[1].partition("-")[0]


def test_the_same_checkout_again_changes_nothing(guest, table):
    before = table.main_pid()
    assert "is installed already" in make(guest, table, "install")
    assert table.main_pid() == before


def test_a_newer_version_goes_on_with_the_game_after_a_backup(guest, table):
    release(table, "9.1")
    assert "is installed, and runs" in make(guest, table, "install")
    assert runs(table) == "9.1"
    guest.soon(table.clues, 7)
    assert "-before-9.1-" in table.run(f"ls {guest.DATA}/backups")
    table.run("systemctl is-enabled companion companion-name")


def test_a_version_that_does_not_start_gives_way_to_the_one_before(guest, table):
    release(table, "9.2")
    table.run(f"echo 'raise SystemExit(3)' >> {CHECKOUT}/companion/commands/run.py")
    assert "does not come up, so 9.1" in make(guest, table, "install", may_fail=True)
    assert runs(table) == "9.1"
    guest.soon(table.clues, 7)


def test_back_to_the_version_before_and_forth(guest, table):
    make(guest, table, "rollback")
    assert runs(table) != "9.1"
    guest.soon(table.clues, 7)
    make(guest, table, "rollback")
    assert runs(table) == "9.1"


def test_taken_away_nothing_is_left_outside_its_places_but_the_games(guest, table):
    make(guest, table, "uninstall")
    assert left(guest, table) - {"/etc/passwd", "/etc/group"} == set()
    assert "games.sqlite3" in table.run(f"ls {guest.DATA}")
    make(guest, table, "uninstall DATA=gone")
    assert left(guest, table) == set()
    assert table.run("grep -c hanabi /etc/passwd; systemctl --failed --no-legend", may_fail=True).split() == ["0"]


def left(guest, pi):
    """What of it is still there, and wasn't before it was installed; of users and groups only their files' lines."""
    pi.run(f"{guest.LISTING} > /root/after.list")
    new = pi.run("comm -13 /root/before.list /root/after.list")
    ours = {line for line in new.split() if not line.startswith(guest.DATA) and not SYSTEM_S.match(line)}
    users = {f"/etc/{file}" for file in ("passwd", "group") if "hanabi" in pi.run(f"cut -d: -f1 /etc/{file}")}
    return ours | users
