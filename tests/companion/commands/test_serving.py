"""A table that stays up gives back what memory a look or a request took, and ends when it is to end."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.commands import serving

SOON_S = 5.0


@pytest.fixture
def given_back_at(monkeypatch):
    """A table's stay in which it holds so many MB at one wait after another: at which of them memory was given back."""
    monkeypatch.setattr(serving, "GIVES_BACK_S", 0.001)

    def stayed(*figures):
        ended, left, read, given = threading.Event(), list(figures), [], []

        def resident_mb():
            read.append(left.pop(0))
            if not left:
                ended.set()
            return read[-1]

        monkeypatch.setattr(serving, "resident_mb", resident_mb)
        monkeypatch.setattr(serving, "give_back", lambda: given.append(read[-1]))
        assert serving._is_ended(ended, SOON_S)
        return given

    return stayed


def test_what_the_start_took_is_given_back_and_then_nothing_while_nothing_is_taken(given_back_at):
    assert given_back_at(120, 100, 100, 100.5, 100) == [120]


def test_what_a_look_took_is_given_back_once_and_what_is_really_needed_is_let_be(given_back_at):
    assert given_back_at(120, 100, 130, 110, 110, 110) == [120, 130]


def test_what_fell_by_itself_and_grows_again_is_given_back(given_back_at):
    assert given_back_at(120, 100, 90, 96, 92, 92) == [120, 96]


def test_where_the_system_does_not_tell_nothing_is_given_back(given_back_at):
    assert given_back_at(0, 0, 0) == []


def test_an_end_is_heard_at_once_and_one_that_never_comes_is_not_waited_for():
    ended = threading.Event()
    threading.Timer(0.05, ended.set).start()
    assert serving._is_ended(ended, SOON_S)
    assert serving._is_ended(ended, float("inf"))


def test_what_is_held_is_known_on_linux_and_told_as_nothing_elsewhere(monkeypatch):
    if Path("/proc/self/statm").exists():
        assert 5 < serving.resident_mb() < 10_000
    monkeypatch.setattr(serving, "Path", lambda name: Path("/nowhere") / name.lstrip("/"))
    assert serving.resident_mb() == 0.0


def test_giving_back_breaks_nothing_whatever_the_c_library_is(monkeypatch):
    serving.give_back()
    monkeypatch.setattr(serving.ctypes, "CDLL", lambda name: object())
    serving.give_back()
