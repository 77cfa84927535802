"""The live program's figures in one place, and what they are to be."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.measure.latency import p95, waits
from companion.measure.program import FPS, Idle, idle, start_to_page

if TYPE_CHECKING:
    from models.edition import Edition

PAGE_S, PHONE_S, RSS_MB = 3.0, 1.5, 150.0
STARTS = 3


@dataclass(frozen=True, slots=True)
class Living:
    """Seconds; `waits_s`: of each timed action, from the hand having left to the phone."""

    page_s: float
    waits_s: tuple[float, ...]
    idle: Idle

    @property
    def is_as_it_should_be(self) -> bool:
        """Whether page, phone and memory keep to what is promised."""
        return self.page_s < PAGE_S and p95(self.waits_s) <= PHONE_S and self.idle.rss_mb < RSS_MB

    @property
    def figures(self) -> dict[str, float]:
        """For machines."""
        return {
            "start_to_page_s": round(self.page_s, 2),
            "actions": len(self.waits_s),
            "hand_to_phone_median_s": round(statistics.median(self.waits_s), 2),
            "hand_to_phone_p95_s": round(p95(self.waits_s), 2),
            "idle_ms_a_frame": round(self.idle.program_ms, 2),
            "idle_to_reading_ratio": round(self.idle.ratio, 2),
            "rss_mb": round(self.idle.rss_mb, 1),
            "threads": self.idle.threads,
        }


def measured(edition: Edition, actions: int, seed: int) -> Living:
    """Measures for about a minute and two seconds an action."""
    page_s = statistics.median(start_to_page() for _ in range(STARTS))
    with tempfile.TemporaryDirectory() as data:
        timed = waits(edition, Path(data), actions, seed)
    return Living(page_s, tuple(one.real_s for one in timed), idle(edition))


def sentences(living: Living) -> Iterator[str]:
    """For people."""
    told = living.figures
    yield f"Start to page: {told['start_to_page_s']} s (median of {STARTS}; to be under {PAGE_S:g})."
    yield (
        f"Hand gone to the change on a phone: median {told['hand_to_phone_median_s']} s, "
        f"p95 {told['hand_to_phone_p95_s']} s over {told['actions']} actions (to be {PHONE_S:g} at most)."
    )
    yield (
        f"Idle at {FPS} frames a second: {told['idle_ms_a_frame']} ms of one processor a frame, "
        f"{told['idle_to_reading_ratio']} times what reading the frames alone takes."
    )
    yield f"Memory with one phone: {told['rss_mb']} MB (to be under {RSS_MB:g}); {told['threads']} threads."
