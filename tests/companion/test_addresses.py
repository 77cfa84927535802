"""Under which addresses phones are told to come."""

import socket

import pytest

from companion.wiring import addresses as module
from companion.wiring.addresses import addresses
from web.hosts import own_names


@pytest.fixture
def nowhere(monkeypatch):
    """A machine whose networks lead nowhere further, as a hotspot of its own does."""

    class Unrouted(socket.socket):
        def connect(self, address, /):
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(module.socket, "socket", Unrouted)


def test_an_address_that_was_asked_for_is_the_one(tmp_path):
    assert addresses("192.168.4.1", 8080, tmp_path / "name") == ["http://192.168.4.1:8080"]
    assert addresses("fe80::1", 80, tmp_path / "name") == ["http://[fe80::1]:80"]


def test_the_numeric_address_comes_first_and_the_published_name_after_it(tmp_path):
    (tmp_path / "name").write_text("hanabi-2.local\n")
    numeric, name = addresses("0.0.0.0", 8080, tmp_path / "name")
    assert numeric.removeprefix("http://").removesuffix(":8080").replace(".", "").isdigit()
    assert name == "http://hanabi-2.local:8080"


@pytest.mark.parametrize("text", ["", "evil.example", "hanabi.local evil.example", "hanabi.local.evil", "\xff"])
def test_what_is_no_name_of_ours_is_not_told(tmp_path, text):
    (tmp_path / "name").write_bytes(text.encode("latin-1"))
    assert len(addresses("", 8080, tmp_path / "name")) == 1


def test_on_a_hotspot_of_its_own_the_network_s_address_is_told(nowhere, monkeypatch):
    asked = []

    def ioctl(handle, what, interface):
        asked.append(interface.rstrip(b"\0").decode())
        address = {"lo": "127.0.0.1", "wlan0": "10.42.0.1"}[asked[-1]]
        return bytes(20) + socket.inet_aton(address) + bytes(232)

    monkeypatch.setattr(module.socket, "if_nameindex", lambda: [(1, "lo"), (2, "wlan0")])
    monkeypatch.setattr(module.fcntl, "ioctl", ioctl)
    assert addresses("", 8080) == ["http://10.42.0.1:8080"]
    assert asked == ["lo", "wlan0"]


def test_without_any_network_the_machine_s_own_address_is_told(nowhere, monkeypatch):
    monkeypatch.setattr(module.socket, "if_nameindex", list)
    assert addresses("", 8080) == ["http://127.0.0.1:8080"]


def test_the_published_names_are_ones_that_the_page_answers_to():
    assert {"hanabi.local", "hanabi-2.local", "hanabi-9.local"} <= own_names()
