"""The newest snapshot: one, and never an older one."""

from __future__ import annotations

import threading

from companion.ports import Lamps
from companion.snapshot import Snapshot
from web.broadcast import Broadcast


def snapshot(version: int) -> Snapshot:
    return Snapshot(version, {"version": version}, Lamps())


def test_before_the_first_there_is_none(board: Broadcast) -> None:
    assert board.latest() is None
    assert board.published() is None
    assert board.wait_newer(0, timeout=0.01) is None


def test_the_newest_is_kept_with_its_json(board: Broadcast) -> None:
    board.publish(snapshot(1))
    board.publish(snapshot(2))
    published = board.published()
    assert published is not None
    assert (published.version, published.json) == (2, b'{"version":2}')


def test_an_older_one_never_takes_its_place(board: Broadcast) -> None:
    woken: list[int] = []
    board.publish(snapshot(5))
    board.wakes(lambda: woken.append(1))
    board.publish(snapshot(4))
    board.publish(snapshot(5))
    assert board.latest() == snapshot(5)
    assert woken == []


def test_who_waits_is_woken_by_the_next_one(board: Broadcast) -> None:
    board.publish(snapshot(1))
    timer = threading.Timer(0.02, board.publish, [snapshot(2)])
    timer.start()
    assert board.wait_newer(1, timeout=5) == snapshot(2)
    timer.join()


def test_who_is_behind_does_not_wait(board: Broadcast) -> None:
    board.publish(snapshot(7))
    assert board.wait_newer(3, timeout=0) == snapshot(7)
