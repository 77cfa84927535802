"""A table that stays up gives back what memory a look took, and ends when it is to end."""

from __future__ import annotations

import threading

import pytest

from companion.commands import serving

SOON_S = 5.0


@pytest.fixture
def given(monkeypatch):
    """How often memory was given back; the waits are short."""
    times = []
    monkeypatch.setattr(serving, "GIVES_BACK_S", 0.01)
    monkeypatch.setattr(serving, "give_back", lambda: times.append(threading.current_thread()))
    return times


def test_memory_is_given_back_once_after_what_was_told_and_never_while_nothing_is(given):
    ended, news = threading.Event(), threading.Event()
    assert not serving._is_ended(ended, news, 0.05)
    assert given == []
    news.set()
    assert not serving._is_ended(ended, news, 0.05)
    assert len(given) == 1


def test_an_end_is_heard_at_once_and_one_that_never_comes_is_not_waited_for(given):
    ended, news = threading.Event(), threading.Event()
    threading.Timer(0.05, ended.set).start()
    assert serving._is_ended(ended, news, SOON_S)
    assert serving._is_ended(ended, news, float("inf"))


def test_giving_back_breaks_nothing_whatever_the_c_library_is(monkeypatch):
    serving.give_back()
    monkeypatch.setattr(serving.ctypes, "CDLL", lambda name: object())
    serving.give_back()
