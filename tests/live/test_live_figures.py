"""What `companion bench --live` measures, in short: how long a phone waits, and what the idle program costs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.measure.appliance import PEAK_MB, libcamera_mb
from companion.measure.latency import p95, waits
from companion.measure.living import PHONE_S, RSS_MB
from companion.measure.program import idle

FAST_TO_DRAW = 18
PAGE_P50_S, PAGE_P95_S = 0.05, 0.5
DEAREST_FRAME = 8.0  # times what reading it takes; in quiet it is half of that


def test_a_phone_knows_soon_after_the_hand_has_left(lantern: Any, tmp_path: Path) -> None:
    timed = waits(lantern, tmp_path, 6, FAST_TO_DRAW)
    assert len(timed) == 6
    assert p95([one.table_s for one in timed]) <= PHONE_S  # the table's time: others may be busy on this machine


def test_an_idle_table_costs_little(lantern: Any) -> None:
    quiet = idle(lantern, 4.0)
    assert quiet.ratio < DEAREST_FRAME
    assert quiet.rss_mb < RSS_MB
    assert quiet.peak_mb + libcamera_mb() < PEAK_MB  # a table full of cards, read when it is first seen
    assert quiet.threads < 20


def test_the_page_never_waits_for_sight(start: Any, ask: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    """A table drawn and read as fast as it goes: sight has a processor to itself, the page has another."""
    port = start("demo", "--data", tmp_path, "--port", 0, "--host", "127.0.0.1", "--speed", 50).port()
    took = []
    for _ in range(100):
        began = time.monotonic()
        assert ask(port, "/api/state")[0] == 200
        took.append(time.monotonic() - began)
    assert statistics.median(took) < PAGE_P50_S
    assert p95(took) < PAGE_P95_S
