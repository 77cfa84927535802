"""Files are replaced whole or not at all."""

from __future__ import annotations

import os

import pytest

from companion.files import exchange, make_folder, move_file, replace_file


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


def test_a_folder_is_made_for_good_with_those_around_it(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.readlink(f"/proc/self/fd/{handle}")))
    make_folder(tmp_path / "a" / "b")
    assert synced == [str(tmp_path), str(tmp_path / "a")]
    make_folder(tmp_path / "a" / "b")
    assert len(synced) == 2


def test_a_folder_cannot_be_made_in_a_files_place_or_below_one(tmp_path):
    (tmp_path / "file").touch()
    for path, why in ((tmp_path / "file", FileExistsError), (tmp_path / "file" / "x" / "y", OSError)):
        with pytest.raises(why):
            make_folder(path)


def test_two_folders_change_places_in_one_step_or_not_at_all(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "who").write_text(name)
    if not exchange(tmp_path / "a", tmp_path / "b"):
        pytest.skip("this file system can't")
    assert ((tmp_path / "a" / "who").read_text(), (tmp_path / "b" / "who").read_text()) == ("b", "a")
    assert not exchange(tmp_path / "a", tmp_path / "none")
    assert (tmp_path / "a" / "who").read_text() == "b"
