"""Exceptions become sentences, statuses and log lines; restarts have limits."""

from __future__ import annotations

import logging

import pytest

from companion.errors import AlreadyRunning, Refused, Unreadable
from companion.supervise import Limit, complaint, guarded, shielded


@pytest.mark.parametrize(
    ("error", "say", "status"),
    [
        (Refused("No token is left."), "No token is left.", 409),
        (Unreadable("No card."), "No card.", 400),
        (AlreadyRunning("Another copy runs."), "Another copy runs.", 503),
        (PermissionError(13, "Permission denied", "/data"), "/data: Permission denied.", 503),
        (OSError("broken"), "The system says: broken.", 503),
        (KeyError("x"), "Something went wrong inside (KeyError); the log says where.", 500),
    ],
)
def test_an_exception_is_told_in_a_sentence_with_a_status(error, say, status):
    told = complaint(error)
    assert (told.say, told.status) == (say, status)


def test_a_log_line_is_one_line():
    assert "\n" not in complaint(ValueError("a\nb\r\nc")).line


def test_what_breaks_ends_in_the_log_with_its_traceback(caplog):
    def breaks():
        raise ValueError("inside")

    broken = []
    assert not shielded("sight", breaks, broken.append)
    assert caplog.records[0].getMessage() == "sight: ValueError: inside"
    assert caplog.records[0].exc_info
    assert str(broken[0]) == "inside"


def test_what_was_raised_on_purpose_has_no_traceback(caplog):
    def refuses():
        raise Refused("No.")

    with caplog.at_level(logging.ERROR):
        shielded("table", refuses)
    assert not caplog.records[0].exc_info


def test_a_listener_that_breaks_does_not_hurt_who_tells_it(caplog):
    heard = []

    def listens(told):
        heard.append(told)
        raise ValueError

    guarded("panel", listens)(5)
    assert heard == [5]
    assert "panel" in caplog.text


def test_so_often_within_so_long_and_no_oftener():
    limit = Limit(times=2, within_s=60)
    assert [limit.take(at) for at in (0, 1, 2, 59, 60, 60.5, 61)] == [True, True, False, False, True, False, True]
    assert not limit.allows(62)
    assert limit.allows(130)
