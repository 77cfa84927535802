"""What the doctor sees of the machine itself: disk, clock, port, service."""

import errno
import os
import socket
from types import SimpleNamespace

import pytest

from companion import machine
from companion.listeners import who_listens

PLENTY = 10_000_000_000


def verdict(check):
    return check.verdict.value


@pytest.mark.parametrize(
    ("free", "is_"), [(10_000_000_000, "ok"), (400_000_000, "warn"), (20_000_000, "fail"), (0, "fail")]
)
def test_a_disk_needs_room(tmp_path, free, is_):
    assert verdict(machine.disk(tmp_path / "not" / "yet", lambda path: free)) == is_


def test_a_folder_that_can_t_be_made_is_named_with_the_mend(tmp_path):
    (tmp_path / "file").touch()
    check = machine.disk(tmp_path / "file" / "games")
    assert verdict(check) == "fail"
    assert str(tmp_path / "file") in check.mend


def test_a_disk_that_may_only_be_read_is_told_with_what_that_means(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=os.ST_RDONLY))
    check = machine.disk(tmp_path, lambda path: PLENTY)
    assert verdict(check) == "fail"
    assert "may only be read" in check.seen
    assert "worn out" in check.mend


@pytest.mark.parametrize(("took", "is_"), [(0.005, "ok"), (0.24, "ok"), (0.4, "warn")])
def test_a_slow_disk_is_told_with_what_each_press_waits_for(tmp_path, took, is_):
    check = machine.disk(tmp_path, lambda path: PLENTY, lambda path: took)
    assert verdict(check) == is_
    assert ("400 ms" in check.seen) is (is_ == "warn")


@pytest.mark.parametrize(
    ("number", "mend"),
    [
        (errno.ENOSPC, "df -i"),
        (errno.EDQUOT, "share of the disk is used up"),
        (errno.EIO, "copy the games away now"),
        (errno.EROFS, "start the machine anew"),
        (errno.EACCES, "may write there"),
    ],
)
def test_a_disk_that_has_room_and_takes_no_line_is_told_with_what_to_do(tmp_path, monkeypatch, number, mend):
    def fails(handle):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fails)
    check = machine.disk(tmp_path, lambda path: PLENTY)
    assert verdict(check) == "fail"
    assert f"can't be written ({os.strerror(number)}), 10,000 MB free." in check.seen
    assert mend in check.mend
    assert list(tmp_path.iterdir()) == []


def test_trying_the_disk_leaves_nothing_there(tmp_path):
    assert verdict(machine.disk(tmp_path)) in ("ok", "warn")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("now", "synced", "is_"),
    [
        (0, None, "warn"),
        (1_600_000_000, "yes", "warn"),
        (1_900_000_000, "no", "warn"),
        (1_900_000_000, "yes", "ok"),
        (1_900_000_000, None, "ok"),  # a machine that doesn't tell
        (3_300_000_000, None, "warn"),  # 2074
        (3_300_000_000, "yes", "ok"),
    ],
)
def test_a_clock_that_nobody_set_is_told(now, synced, is_):
    assert verdict(machine.clock(lambda: now, lambda words: synced)) == is_


def test_a_free_port_is_free_and_a_taken_one_fails():
    with socket.socket() as listening:
        listening.bind(("", 0))
        number = listening.getsockname()[1]
        assert verdict(machine.port(number)) == "fail"
    assert verdict(machine.port(number)) == "ok"


def test_any_free_port_is_no_failure():
    assert verdict(machine.port(0)) == "ok"


def test_who_has_a_taken_port_is_named():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        number = listening.getsockname()[1]
        check = machine.port(number)
    assert f"(process {os.getpid()}) has it" in check.seen
    assert f"(process {os.getpid()}), or say --port {number + 1}" in check.mend


def test_a_port_that_nobody_has_or_whose_holder_is_not_told_is_nobody_s(tmp_path):
    assert who_listens(8080, tmp_path) == ""
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "tcp").write_text(
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        "   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 77 1\n"
    )
    assert who_listens(8080, tmp_path) == ""
    (tmp_path / "812" / "fd").mkdir(parents=True)
    (tmp_path / "812" / "fd" / "3").symlink_to("socket:[77]")
    assert who_listens(8080, tmp_path) == "a program (process 812)"
    assert who_listens(8081, tmp_path) == ""


def of_unit(active, sub, again=0, result="success", load="loaded"):
    told = f"LoadState={load}\nActiveState={active}\nSubState={sub}\nNRestarts={again}\nResult={result}"
    return machine.service(lambda words: told)


@pytest.mark.parametrize(
    ("check", "is_", "seen"),
    [
        (of_unit("active", "running"), "ok", "It is active (running)."),
        (of_unit("active", "running", 4), "warn", "begun anew 4 times"),
        (of_unit("failed", "failed", 3, "exit-code"), "fail", "its last end: exit-code"),
        (of_unit("activating", "auto-restart", 9, "watchdog"), "fail", "its last end: watchdog"),
        (of_unit("inactive", "dead"), "ok", "It is inactive (dead)."),
        (of_unit("inactive", "dead", load="not-found"), "ok", "Not installed"),
        (machine.service(lambda words: None), "ok", "Not installed"),
    ],
)
def test_the_service_is_told_as_systemd_sees_it(check, is_, seen):
    assert verdict(check) == is_
    assert seen in check.seen
