"""Whether the camera lives, told by the clock alone."""

from __future__ import annotations

from itertools import pairwise

from companion.eyes.watch import BUSY, BY_HAND, HUNG, OPENING, SILENT, SLOW, CameraWatch, Verdict, Word
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
    assert watch.check(5) == Verdict()
    assert watch.check(6) == Verdict(Word("up", BUSY))
    assert watch.check(100) == Verdict()
    watch.looked(100.5)
    assert watch.check(101) == Verdict()
    assert watch.framed(101) == Word("up")
    assert watch.check(281) == Verdict(Word("down", HUNG), abandon=True)


def test_a_camera_that_takes_long_to_open_is_told_but_given_its_time():
    watch = CameraWatch()
    watch.opened(0)
    assert watch.check(2) == Verdict()
    assert watch.check(2.7) == Verdict(Word("down", OPENING))
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
    assert max(b - a for a, b in pairwise(tries[:5])) <= 9.6
    assert 30 < tries[4] < 35
    assert Word("down", BY_HAND) in words
    assert tries[-1] > 60  # and it is still tried later


def by_tenths(watch, until, camera):
    """Lets time pass, tries as the watch says; `camera(at)`: up, away or gone. Gives (tries, words), with times."""
    tries, words, state = [], [], None
    for tenth in range(round(10 * until)):
        at = tenth / 10
        verdict = watch.check(at)
        words.append((at, verdict.word))
        if tenth == 0 or verdict.begin:
            watch.opened(at)
            tries.append(at)
            state = camera(at)
            if state != "up":
                words.append((at, watch.failed(at, state, is_away=state == "away")))
        if state == "up":
            words.append((at, watch.framed(at)))
            watch.looked(at)
    return tries, [(at, word) for at, word in words if word is not None]


def test_a_camera_that_is_plugged_in_a_minute_after_the_start_joins_within_two_seconds():
    """Cold boot, or forgotten: nothing was there to be opened, and looking has no limit."""
    tries, words = by_tenths(CameraWatch(), 70, lambda at: "away" if at < 60 else "up")
    assert len(tries) > 30
    assert words[0] == (0.0, Word("down", "away"))
    assert (words[1][0] < 62, words[1][1]) == (True, Word("up"))
    assert len(words) == 2


def test_a_camera_that_is_there_and_away_by_turns_is_opened_at_most_five_times_a_minute():
    turns = {"away": "gone", "gone": "away"}
    states, opened = ["gone"], []

    def camera(at):
        states.append(turns[states[-1]])
        if states[-1] == "gone":
            opened.append(at)
        return states[-1]

    by_tenths(CameraWatch(), 300, camera)
    assert len(opened) > 10
    assert all(len([t for t in opened if start <= t < start + 60]) <= 5 for start in opened)


def test_once_it_is_said_to_go_on_by_hand_that_stays_said_until_a_picture_comes():
    _, words = by_tenths(CameraWatch(), 200, lambda at: "gone" if at < 150 else "up")
    assert [word for _, word in words] == [Word("down", "gone"), Word("down", BY_HAND), Word("up")]


def test_a_remark_goes_with_a_camera_that_is_up_and_a_blind_one_is_down():
    watch = CameraWatch()
    watch.opened(0)
    assert watch.framed(0.1, "It drifts.") == Word("up", "It drifts.")
    assert watch.framed(0.2, "It drifts.") is None
    assert watch.framed(0.3, "Black.", is_blind=True) == Word("down", "Black.")
    assert watch.framed(0.4) == Word("up")


def test_a_camera_that_lets_wait_is_slow_whatever_time_sight_takes():
    watch, words = CameraWatch(), []
    watch.opened(0)
    at = 0.0
    for wait, look in [(0.05, 0.9)] * 20 + [(0.8, 0.01)] * 10 + [(0.05, 0.01)] * 20:
        at += wait
        words.append(watch.framed(at))
        at += look
        watch.looked(at)
    told = [(number, word) for number, word in enumerate(words) if word is not None]
    assert [word for _, word in told] == [Word("up"), Word("up", SLOW), Word("up")]
    assert told[1][0] == 22  # 2.4 seconds after it began
    assert told[2][0] < 37


def test_one_long_wait_is_told_at_once_and_over_with_the_next_frames():
    watch = CameraWatch()
    watch.opened(0)
    words = [watch.framed(at) for at in (0, 0.1, 2.1, 2.2, 2.3, 2.4, 2.5)]
    assert words == [Word("up"), None, Word("up", SLOW), None, None, Word("up"), None]


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
