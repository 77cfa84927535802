"""Files are replaced whole or not at all."""

from __future__ import annotations

import os

import pytest

from companion.files import move_file, replace_file


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "settings.toml"
    replace_file(path, "one")
    replace_file(path, b"two", mode=0o600)
    assert path.read_text() == "two"
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["settings.toml"]


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_beside_it(tmp_path):
    path = tmp_path / "folder"
    path.mkdir()
    (path / "inside").write_text("kept")
    with pytest.raises(OSError, match="folder"):
        replace_file(path, "new")
    assert (path / "inside").read_text() == "kept"
    assert os.listdir(tmp_path) == ["folder"]


def test_it_is_synced_before_it_takes_the_place_of_the_old_one(tmp_path, monkeypatch):
    course = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (course.append("sync"), fsync(handle)))
    monkeypatch.setattr(os, "replace", lambda one, other: (course.append("rename"), replace(one, other)))
    replace_file(tmp_path / "deck.toml", "new")
    assert course == ["sync", "rename", "sync"]


def test_a_file_is_moved_for_good(tmp_path):
    (tmp_path / "a").write_text("x")
    move_file(tmp_path / "a", tmp_path / "b")
    assert os.listdir(tmp_path) == ["b"]
