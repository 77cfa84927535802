"""What a small machine is told to bear, from what was measured."""

from dataclasses import replace

from companion.measure.appliance import Appliance, libcamera_mb, sentences
from companion.measure.program import Idle

SLOW = Idle(fps=10, program_ms=12.0, reading_ms=4.0, rss_mb=110.0, peak_mb=160.0, threads=11)
FAST = Idle(fps=30, program_ms=8.0, reading_ms=4.0, rss_mb=120.4, peak_mb=150.0, threads=12)


def test_the_share_of_a_core_grows_with_the_frames_and_the_ratio_does_not():
    assert (SLOW.share, FAST.share) == (0.12, 0.24)
    assert (SLOW.ratio, FAST.ratio) == (3.0, 2.0)


def test_the_figures_are_the_worst_of_both_rates():
    assert Appliance(1.234, (SLOW, FAST)).figures == {
        "start_to_page_s": 1.23,
        "rss_mb": 120.4,
        "peak_mb_with_libcamera": round(160 + libcamera_mb()),
        "idle_share_10_fps": 0.12,
        "idle_to_reading_10_fps": 3.0,
        "idle_share_30_fps": 0.24,
        "idle_to_reading_30_fps": 2.0,
        "libcamera_mb_estimated": round(libcamera_mb()),
    }


def test_people_are_told_in_sentences_and_what_is_estimated_is_said():
    told = list(sentences(Appliance(1.234, (SLOW, FAST))))
    assert told[:4] == [
        "Start to page: 1.23 s (median of 3; to be under 3).",
        "Idle at 10 frames a second: 12.0% of one core, 3.00 times what only reading the frames takes "
        "(12.00 and 4.00 ms a frame).",
        "Idle at 30 frames a second: 24.0% of one core, 2.00 times what only reading the frames takes "
        "(8.00 and 4.00 ms a frame).",
        "Memory with one phone: 120 MB (to be under 150); 12 threads.",
    ]
    assert "by estimate" in told[4]


def test_too_slow_a_start_or_too_much_memory_is_not_as_it_should_be():
    assert Appliance(1.0, (SLOW, FAST)).is_as_it_should_be
    assert not Appliance(3.5, (SLOW, FAST)).is_as_it_should_be
    assert not Appliance(1.0, (SLOW, replace(FAST, rss_mb=150.5))).is_as_it_should_be
    assert not Appliance(1.0, (SLOW, replace(FAST, peak_mb=251.0 - libcamera_mb()))).is_as_it_should_be
