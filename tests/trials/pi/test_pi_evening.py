"""An evening with the service on the emulated Pi: presses and lamps, a bad button, a killed and a hung program, its
limits, its name, and a clean end.
"""

import time

import pytest

pytestmark = pytest.mark.trials

CLUE, UNDO = 24, 26
HUNG_S = 240
TRIES, QUICK_MS = 20, 35  # a level counts once it has held for 40 ms
BOUNCE = """
import glob, sys, time
pull = open(glob.glob(f"/sys/devices/platform/gpio-sim*/gpiochip*/sim_gpio{sys.argv[1]}/pull")[0], "w", buffering=1)
began = time.monotonic()
for _ in range(7):
    pull.write("pull-down\\n")
    pull.write("pull-up\\n")
pull.write("pull-down\\n")
print((time.monotonic() - began) * 1000)
time.sleep(0.3)
pull.write("pull-up\\n")
"""


@pytest.fixture(scope="module")
def table(guest, pi):
    """The service without a camera, and a game for three."""
    pi.settings(camera="none", panel="gpio")
    assert pi.asked("/api/games", pi.pin(), {"players": 3})["clues"] == 8
    guest.soon(pi.lit, list(guest.LAMPS[:8]))
    return pi


def test_a_press_is_counted_and_the_lamps_follow(guest, table):
    table.press(CLUE)
    guest.soon(table.clues, 7)
    guest.soon(table.lit, list(guest.LAMPS[:7]))
    guest.say("a press on pin 24: 7 clues on the page, lamps", table.lit())


def test_a_button_that_bounces_counts_once(guest, table):
    table.put("/root/bounce.py", BOUNCE)
    for _ in range(TRIES):  # until the burst is as quick as a contact's, on however busy a host
        took_ms = float(table.run(f"python3 /root/bounce.py {CLUE}"))
        if took_ms < QUICK_MS:
            break
        while table.clues() < 7:
            table.asked("/api/actions", table.pin(), {"do": "undo"})
    guest.soon(table.clues, 6)
    time.sleep(2)
    assert table.clues() == 6
    guest.say(f"seven bounces in {took_ms:.0f} ms, and a press: one clue, lamps", table.lit())


def test_a_button_that_is_stuck_is_told_and_ignored(guest, table):
    table.hold(CLUE, down=True)
    guest.soon(table.clues, 5)  # as a press it counts
    guest.soon(lambda: "CLUE is stuck" in table.asked("/api/state")["panel"]["say"], True)
    guest.say("held down:", table.asked("/api/state")["panel"]["say"])
    table.hold(CLUE, down=False)
    guest.soon(lambda: table.asked("/api/state")["panel"]["state"], "up")
    table.press(UNDO)
    guest.soon(table.clues, 6)


def test_a_killed_program_shows_the_same_game_again(guest, table):
    before = table.main_pid()
    table.run(f"kill -9 {before}")
    guest.soon(lambda: table.main_pid() not in ("0", before), True)
    took = guest.soon(table.clues, 6)
    guest.soon(table.lit, list(guest.LAMPS[:6]))
    guest.say(f"kill -9: the same game again {took:.0f} s after the new start, lamps", table.lit())


def test_a_hung_program_is_begun_anew_by_the_watchdog(guest, table):
    before = table.main_pid()
    table.run(f"kill -STOP {before}")
    took = guest.soon(lambda: table.main_pid() not in ("0", before), True, HUNG_S)
    guest.soon(table.clues, 6)
    guest.say(f"stood still: begun anew after {took:.0f} s")
    assert "Watchdog timeout" in table.run("journalctl -u companion --no-pager | tail -30")


def test_it_may_write_into_its_own_folders_and_nowhere_else(guest, table):
    inside = (
        f"nsenter -m -t {table.main_pid()} -- setpriv --reuid=hanabi-companion --regid=hanabi-companion --clear-groups"
    )
    for folder in ("/opt/hanabi-companion/current", "/etc", "/usr", "/home", "/root", "/var/lib", "/var/log"):
        said = table.run(f"nsenter -m -t {table.main_pid()} -- touch {folder}/x 2>&1", may_fail=True)  # as root, too
        assert "Read-only file system" in said or "No such file" in said or "Permission denied" in said, folder
    table.run(f"{inside} sh -c 'touch {guest.DATA}/x && rm {guest.DATA}/x'")
    said = table.run(
        "echo $$ > /sys/fs/cgroup/system.slice/companion.service/cgroup.procs; head -c 1 /dev/vda 2>&1", may_fail=True
    )
    assert "Operation not permitted" in said
    guest.say("writes outside its folders and reads of the disk's device are refused:", said.strip())


def test_memory_is_limited_and_far_below_the_limit(guest, table):
    limit, used = (table.run(f"systemctl show -p Memory{what} --value companion") for what in ("Max", "Current"))
    resident = int(table.run(f"grep VmRSS /proc/{table.main_pid()}/status").split()[1]) / 1024
    guest.say(f"memory: {resident:.0f} MB resident, the unit {int(used) >> 20} of {int(limit) >> 20} MB")
    assert resident < 150
    assert int(used) < int(limit) == 320 << 20


def test_the_page_has_a_name_of_its_own(guest, table):
    guest.soon(lambda: table.run("cat /run/hanabi-name/name", may_fail=True).strip(), "hanabi.local", 240)
    assert "10.0.2.15" in table.run("avahi-resolve -4n hanabi.local")
    told = table.run("avahi-browse -rtp _http._tcp | grep '^='")
    assert "Hanabi" in told
    assert "hanabi.local;10.0.2.15;8080" in told
    assert table.asked("/healthz", host="hanabi.local:8080")["camera"]
    guest.say("published:", told.splitlines()[0])


def test_at_its_end_the_lamps_are_off_and_the_name_is_gone(guest, table):
    began = time.monotonic()
    table.run("systemctl stop companion")
    guest.say(f"stopped in {time.monotonic() - began:.1f} s, lamps", table.lit())
    assert table.lit() == []
    assert table.run("systemctl show -p Result --value companion").strip() == "success"
    guest.soon(lambda: table.run("ls /run/hanabi-name 2>/dev/null", may_fail=True), "")
    guest.say("its log:\n" + table.log())
