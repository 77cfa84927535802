"""Whether the camera lives, told by the clock alone."""

from __future__ import annotations

from itertools import pairwise

from companion.eyes.watch import BY_HAND, SILENT, CameraWatch, Verdict, Word
from companion.supervise import Limit


def test_the_first_frame_tells_that_it_is_up_and_later_ones_tell_nothing():
    watch = CameraWatch(up="pretend", say_up="A drawn table.")
    watch.opened(0)
    assert watch.framed(1) == Word("pretend", "A drawn table.")
    assert watch.framed(1.1) is None
    assert watch.check(1.2) == Verdict()


def test_no_frame_for_three_seconds_is_down_and_begun_again():
    watch = CameraWatch()
    watch.opened(0)
    watch.framed(1)
    watch.looked(1.1)
    assert watch.check(3) == Verdict()
    assert watch.check(3.9) == Verdict(Word("down", SILENT), abandon=True)
    assert watch.check(4) == Verdict()
    assert watch.check(4.5) == Verdict(begin=True)
    watch.opened(4.5)
    assert watch.framed(5) == Word("up")


def test_sight_may_take_longer_over_a_frame_than_a_camera_to_the_next():
    watch = CameraWatch()
    watch.opened(0)
    watch.framed(1)
    assert watch.check(15) == Verdict()
    watch.looked(15.5)
    assert watch.check(16) == Verdict()
    watch.framed(16)
    assert watch.check(36).abandon


def test_a_camera_that_takes_long_to_open_is_told_but_given_its_time():
    watch = CameraWatch()
    watch.opened(0)
    assert watch.check(2) == Verdict()
    assert watch.check(2.7) == Verdict(Word("down", SILENT))
    assert watch.check(7.9) == Verdict()
    assert watch.framed(7.95) == Word("up")


def test_a_camera_that_never_opens_is_given_up():
    watch = CameraWatch()
    watch.opened(0)
    watch.check(3)
    assert watch.check(8).abandon


def test_a_failure_is_told_with_its_own_sentence():
    watch = CameraWatch()
    watch.opened(0)
    assert watch.failed(0.1, "The camera is in use.") == Word("down", "The camera is in use.")
    assert watch.failed(0.2, "The camera is in use.") is None


def test_it_is_tried_at_most_five_times_a_minute_and_back_soon_after_its_return():
    watch = CameraWatch(limit=Limit(5, 60))
    watch.opened(0)
    watch.failed(0, "gone")
    tries, words = [], []
    for tenth in range(1300):
        at = tenth / 10
        verdict = watch.check(at)
        words.append(verdict.word)
        if verdict.begin:
            tries.append(at)
            watch.opened(at)
            words.append(watch.failed(at, "gone"))
    assert all(len([t for t in tries if start <= t < start + 60]) <= 5 for start in tries)
    assert max(b - a for a, b in pairwise(tries[:5])) <= 8
    assert Word("down", BY_HAND) in words
    assert tries[-1] > 60  # and it is still tried later


def test_once_steady_earlier_failures_are_forgiven():
    watch = CameraWatch()
    for at in (0.0, 2.0, 5.0):
        watch.opened(at)
        watch.failed(at, "gone")
    watch.opened(20)
    for second in range(20, 32):
        watch.framed(second)
    watch.failed(32, "gone")
    assert watch.check(32.5).begin


def test_a_recording_that_is_over_is_not_begun_again():
    watch = CameraWatch()
    watch.opened(0)
    watch.framed(0)
    assert watch.ended() == Word("ended", "The recording is over.")
    assert watch.check(100) == Verdict()
