"""Starts that don't come up are counted, whatever killed them; three in a row are enough."""

import pytest

from companion.starting import FLAG, GOOD, Failures, Starts


def dies(folder, *, is_up=False, boot=None):
    """A start that is killed."""
    starts = Starts(folder, boot=None if boot is None else lambda: boot)
    starts.begin()
    if is_up:
        starts.page_is_up()


def test_a_first_start_has_no_failures_before_it(tmp_path):
    assert Starts(tmp_path).before() == Failures()


def test_a_start_that_comes_up_leaves_no_flag(tmp_path):
    starts = Starts(tmp_path)
    starts.begin()
    assert (tmp_path / FLAG).exists()
    starts.page_is_up()
    starts.up()
    assert list(tmp_path.iterdir()) == []


def test_three_that_die_in_a_row_are_enough(tmp_path):
    counted = []
    for _ in range(3):
        dies(tmp_path)
        counted.append(Starts(tmp_path).before().is_enough)
    assert counted == [False, False, True]
    assert Starts(tmp_path).before().say == (
        "The last 3 starts failed, the last one while its pins, camera and page were put together."
    )


def test_one_that_comes_up_in_between_begins_the_count_anew(tmp_path):
    dies(tmp_path)
    dies(tmp_path)
    whole = Starts(tmp_path)
    whole.begin()
    whole.up()
    dies(tmp_path, is_up=True)
    assert Starts(tmp_path).before() == Failures(1, "within half a minute after its page was up")


def test_a_plug_pulled_while_the_page_was_up_is_no_start_that_failed(tmp_path):
    for boot in ("first", "second", "third", "fourth"):
        dies(tmp_path, is_up=True, boot=boot)
    assert Starts(tmp_path, boot=lambda: "fifth").before().count == 0
    dies(tmp_path, boot="fifth")
    dies(tmp_path, is_up=True, boot="sixth")
    assert Starts(tmp_path, boot=lambda: "seventh").before().count == 1


def test_a_machine_that_goes_down_whenever_the_camera_is_opened_is_one(tmp_path):
    for boot in ("first", "second", "third"):
        dies(tmp_path, boot=boot)
    assert Starts(tmp_path, boot=lambda: "fourth").before().is_enough


def test_an_end_on_purpose_is_neither_a_failure_nor_a_success(tmp_path):
    dies(tmp_path, is_up=True)
    before = Starts(tmp_path).before()
    again = Starts(tmp_path)
    again.begin()
    again.page_is_up()
    again.ended()
    assert Starts(tmp_path).before() == before
    (tmp_path / "nothing-before").mkdir()
    fresh = Starts(tmp_path / "nothing-before")
    fresh.begin()
    fresh.ended()
    assert Starts(tmp_path / "nothing-before").before() == Failures()


def test_who_never_began_takes_no_flag_away(tmp_path):
    dies(tmp_path)
    Starts(tmp_path).ended()  # a second copy that found the folder taken
    assert Starts(tmp_path).before().count == 1


def test_after_a_safe_start_one_more_try_is_given_and_one_failure_is_enough(tmp_path):
    for _ in range(4):
        dies(tmp_path)
    Starts(tmp_path).stood_by()
    assert not Starts(tmp_path).before().is_enough
    dies(tmp_path)
    assert Starts(tmp_path).before().is_enough


def test_the_settings_that_came_up_last_are_kept(tmp_path):
    for text in ("port = 1\n", "port = 2\n"):
        starts = Starts(tmp_path, text)
        starts.begin()
        starts.up()
    failing = Starts(tmp_path, "port = 3\n")
    failing.begin()
    assert failing.good() == (tmp_path / GOOD).read_text() == "port = 2\n"


def test_without_a_settings_file_nothing_is_kept_as_good(tmp_path):
    starts = Starts(tmp_path)
    starts.begin()
    starts.up()
    assert starts.good() is None


@pytest.mark.parametrize(
    "damaged", [b"", b"{", b"\xff\xff", b"[]", b'{"failed": "x", "where": ""}', b'{"failed": 2, "where": ""}']
)
def test_a_flag_that_can_t_be_read_is_one_failure_and_no_more(tmp_path, damaged):
    (tmp_path / FLAG).write_bytes(damaged)
    assert Starts(tmp_path).before() == Failures(1)


def test_a_folder_that_can_t_be_written_counts_nothing_and_stops_nobody(tmp_path):
    starts = Starts(tmp_path / "missing", "port = 1\n")
    starts.begin()
    starts.page_is_up()
    starts.stood_by()
    starts.up()
    assert starts.before() == Failures()
