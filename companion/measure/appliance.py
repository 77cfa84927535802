"""What the program costs a small machine: how soon its page is there, what it burns while nobody plays, its memory.

A share of this machine's core says little of a Pi's; the ratio to only reading the same frames says more, since both
are then as slow. What the camera's own library adds on a Pi can't be measured elsewhere: it is estimated, and said.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.measure.living import PAGE_S, RSS_MB, STARTS
from companion.measure.program import Idle, idle, start_to_page
from hardware.picamera2_library import BUFFERS, LORES, SIZE

if TYPE_CHECKING:
    from models.edition import Edition

RATES = (10, 30)
PEAK_MB = 250.0  # well below what the service may take
LIBRARIES_MB = 35.0  # picamera2, libcamera and its module for the Pi, as loaded: an estimate


@dataclass(frozen=True, slots=True)
class Appliance:
    """`page_s`: from the start to the page; `idles`: one for each of `RATES`."""

    page_s: float
    idles: tuple[Idle, ...]

    @property
    def rss_mb(self) -> float:
        """The most of all rates."""
        return max(one.rss_mb for one in self.idles)

    @property
    def peak_mb(self) -> float:
        """The most of all rates, with what a Pi's camera would add."""
        return max(one.peak_mb for one in self.idles) + libcamera_mb()

    @property
    def is_as_it_should_be(self) -> bool:
        """Whether page and memory keep to what is promised."""
        return self.page_s < PAGE_S and self.rss_mb < RSS_MB and self.peak_mb < PEAK_MB

    @property
    def figures(self) -> dict[str, float]:
        """For machines."""
        told = {"start_to_page_s": round(self.page_s, 2), "rss_mb": round(self.rss_mb, 1)}
        told["peak_mb_with_libcamera"] = round(self.peak_mb)
        for one in self.idles:
            told[f"idle_share_{one.fps}_fps"] = round(one.share, 3)
            told[f"idle_to_reading_{one.fps}_fps"] = round(one.ratio, 2)
        return told | {"libcamera_mb_estimated": round(libcamera_mb())}


def measured(edition: Edition, seconds: float = 15.0) -> Appliance:
    """Measures for about two minutes."""
    page_s = statistics.median(start_to_page() for _ in range(STARTS))
    return Appliance(page_s, tuple(idle(edition, seconds, fps) for fps in RATES))


def libcamera_mb() -> float:
    """What a Pi's camera adds: its libraries, and its buffers, three bytes a pixel of the large stream and one and a
    half of the small one.
    """
    (width, height), (small_width, small_height) = SIZE, LORES
    buffer = 3 * width * height + 1.5 * small_width * small_height
    return LIBRARIES_MB + BUFFERS * buffer / 1e6


def sentences(appliance: Appliance) -> Iterator[str]:
    """For people."""
    yield f"Start to page: {appliance.page_s:.2f} s (median of {STARTS}; to be under {PAGE_S:g})."
    for one in appliance.idles:
        yield (
            f"Idle at {one.fps} frames a second: {one.share:.1%} of one core, {one.ratio:.2f} times what only reading "
            f"the frames takes ({one.program_ms:.2f} and {one.reading_ms:.2f} ms a frame)."
        )
    threads = max(one.threads for one in appliance.idles)
    yield f"Memory with one phone: {appliance.rss_mb:.0f} MB (to be under {RSS_MB:g}); {threads} threads."
    yield (
        f"A Pi's camera comes on top of it, by estimate {libcamera_mb():.0f} MB: {BUFFERS} buffers, and libraries that "
        f"only a Pi has. With it the most ever taken, when the table was first read, is {appliance.peak_mb:.0f} MB (to "
        f"be under {PEAK_MB:g})."
    )
