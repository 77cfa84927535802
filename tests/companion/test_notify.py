"""What systemd is told."""

import socket

import pytest

from companion.notify import Watchdog, notify


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """systemd's end of the socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(1)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield listening


def test_a_state_reaches_systemd(systemd):
    assert notify("READY=1\nSTATUS=the table is up")
    assert systemd.recv(100) == b"READY=1\nSTATUS=the table is up"


def test_an_abstract_socket_is_reached_too(monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0hanabi-companion-test")
        monkeypatch.setenv("NOTIFY_SOCKET", "@hanabi-companion-test")
        assert notify("READY=1")
        assert listening.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", [None, "", "vsock:2:3", "/nowhere/to/be/found"])
def test_where_nobody_listens_nothing_fails(monkeypatch, address):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    if address is not None:
        monkeypatch.setenv("NOTIFY_SOCKET", address)
    assert not notify("READY=1")


def test_the_watchdog_is_fed_once_all_have_beaten_since_the_last_time():
    fed = []
    watchdog = Watchdog(("table", "eyes"), feed=lambda: fed.append("fed"))
    counts = []
    for who in ("table", "table", "table", "eyes", "eyes", "eyes", "table"):
        watchdog.beat(who)
        counts.append(len(fed))
    assert counts == [0, 0, 0, 1, 1, 1, 2]


def test_one_thread_that_stands_still_starves_it():
    fed = []
    watchdog = Watchdog(("table", "eyes"), feed=lambda: fed.append("fed"))
    for _ in range(1000):
        watchdog.beat("eyes")
    assert fed == []


def test_a_stranger_s_beat_is_a_mistake():
    with pytest.raises(KeyError):
        Watchdog(("table",)).beat("tabel")


def test_by_itself_it_feeds_systemd_s(systemd):
    Watchdog(("table",)).beat("table")
    assert systemd.recv(100) == b"WATCHDOG=1"
