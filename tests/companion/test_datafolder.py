"""Who has the data folder, and what was left lying in it."""

import os
from contextlib import closing
from types import SimpleNamespace

import pytest

from companion import datafolder
from companion.datafolder import Holder
from companion.journal.lock import NAME, FolderLock

COPY = Holder(812, "companion run")


@pytest.fixture
def held(tmp_path):
    """A folder that this very process has."""
    lock = FolderLock(tmp_path, "companion run")
    with closing(SimpleNamespace(close=lock.release)):
        yield tmp_path


def seen(check):
    return check.verdict.value, check.seen, check.mend


def test_who_has_the_folder_is_read_off_without_trying_its_lock(held):
    before = (held / NAME).stat()
    assert datafolder.holder(held) == Holder(os.getpid(), "companion run")
    after = (held / NAME).stat()
    assert (after.st_mtime_ns, after.st_size) == (before.st_mtime_ns, before.st_size)


def test_a_lock_that_was_let_go_or_never_was_is_nobody_s(tmp_path):
    assert datafolder.holder(tmp_path / "not" / "yet") is None
    FolderLock(tmp_path, "companion run").release()
    assert datafolder.holder(tmp_path) is None
    (tmp_path / NAME).write_bytes(b"\xff")
    assert datafolder.holder(tmp_path) is None


def test_where_the_system_doesn_t_tell_of_locks_nobody_is_named(held, tmp_path):
    assert datafolder.holder(held, tmp_path / "no-such-list") is None


@pytest.mark.parametrize(
    ("who", "listener", "is_"),
    [
        (None, None, "ok"),
        (COPY, None, "fail"),
        (COPY, "python3 (process 812)", "ok"),
        (COPY, "", "ok"),  # a table of another user, whose number isn't told
        (COPY, "python3 (process 81)", "fail"),
        (None, "python3 (process 812)", "ok"),
    ],
)
def test_another_copy_on_the_same_games_is_named(tmp_path, who, listener, is_):
    check = datafolder.folder(tmp_path, who, listener)
    assert check.verdict.value == is_
    if is_ == "fail":
        assert seen(check)[1:] == (
            f"Another copy (process 812: companion run) has the games in {tmp_path} open.",
            "End that one first (kill 812), or name another folder: --data DIR.",
        )


@pytest.mark.parametrize(
    ("left", "words", "mend"),
    [
        (".restoring.json", "cut short while it put the backup in place", "Start the table"),
        (".restore-k3a", "cut short before it changed anything", "companion restore FILE"),
        ("settings.toml.bad.20260101-200000", "set aside: settings.toml.bad.20260101-200000.", "settings.toml"),
    ],
)
def test_what_was_left_over_is_named_with_the_way_on(tmp_path, left, words, mend):
    (tmp_path / left).touch()
    check = datafolder.folder(tmp_path, None)
    assert check.verdict.value == "warn"
    assert words in check.seen
    assert mend in check.mend


def test_a_folder_of_another_user_is_not_called_free(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    check = datafolder.folder(tmp_path, None)
    assert check.verdict.value == "warn"
    assert check.seen == f"This user may not look into {tmp_path}."


def test_all_that_was_left_over_is_named_together(tmp_path):
    for left in (".restoring.json", "settings.toml.bad.1", "settings.toml.bad.2"):
        (tmp_path / left).touch()
    check = datafolder.folder(tmp_path, None)
    assert "A restore was cut short" in check.seen
    assert "settings.toml.bad.1, settings.toml.bad.2" in check.seen
