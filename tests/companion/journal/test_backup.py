"""A backup is one whole file; restoring it loses nothing of what was there."""

import json
import multiprocessing
import os
import sqlite3
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from companion.errors import AlreadyRunning, CompanionError, InTheWay, NewerJournal, Unreadable
from companion.journal import restore as restoring
from companion.journal.archive import LIST, is_backup, packed, unpacked
from companion.journal.backup import back_up
from companion.journal.opening import open_journal, past_games
from companion.journal.restore import restore
from companion.rules.commands import GiveClue

WALL = 1_780_000_000.0


@pytest.fixture
def table(copied, at_rest):
    """A data folder with a game, a taught deck, settings, and what is nobody's business."""
    folder = copied(at_rest)
    faces = folder / "decks" / "tin" / "faces"
    faces.mkdir(parents=True)
    (faces / "R1.png").write_bytes(b"red one")
    (folder / "decks" / "tin" / "deck.toml").write_text("name = 'tin'")
    (folder / "settings.toml").write_text("port = 8081")
    (folder / "pin").write_text("123456\n")
    (folder / "table.json").write_text("[]")
    return folder


@pytest.fixture
def file(table, memory):
    """Its backup."""
    back_up(table, memory / "b.zip", WALL)
    return memory / "b.zip"


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def told(folder: Path) -> dict[str, bytes]:
    """All but who locked it last."""
    return {name: data for name, data in everything(folder).items() if name != "companion.lock"}


def test_a_backup_holds_games_decks_and_settings_and_not_the_pin(file):
    assert set(unpacked(file)) == {"games.sqlite3", "settings.toml", "decks/tin/deck.toml", "decks/tin/faces/R1.png"}
    assert file.stat().st_mode & 0o077 == 0


def test_what_is_restored_elsewhere_is_the_same(file, memory, table):
    done = restore(memory / "new", file, WALL)
    assert (done.games, done.decks, done.has_settings, done.aside) == (1, ("tin",), True, None)
    assert past_games(memory / "new") == past_games(table)
    assert (memory / "new" / "decks" / "tin" / "faces" / "R1.png").read_bytes() == b"red one"
    assert not [path for path in (memory / "new").iterdir() if path.name.startswith(".")]


def test_what_was_there_is_kept_aside_and_other_decks_and_the_pin_stay(file, table):
    (table / "decks" / "other").mkdir()
    (table / "decks" / "other" / "deck.toml").write_text("name = 'other'")
    (table / "decks" / "tin" / "deck.toml").write_text("name = 'taught anew'")
    before = everything(table)
    done = restore(table, file, WALL)
    assert done.aside is not None
    after, aside = everything(table), everything(done.aside)
    assert after["pin"] == before["pin"]
    assert after["decks/other/deck.toml"] == b"name = 'other'"
    assert after["decks/tin/deck.toml"] == b"name = 'tin'"
    gone = {
        name: data for name, data in before.items() if after.get(name) != data and not name.endswith((".lock", "-shm"))
    }
    assert {"table.json", "decks/tin/deck.toml", "games.sqlite3"} <= set(gone)
    assert {name: aside.get(name) for name in gone} == gone


def test_restoring_twice_in_a_second_keeps_both_aside(file, table):
    first, second = (restore(table, file, WALL).aside for _ in range(2))
    assert first != second
    assert len(list(table.glob("before-restore.*"))) == 2


def test_a_table_that_is_running_is_backed_up_as_it_stands(opened, played, memory):
    session = played(opened(memory / "live"))
    assert back_up(memory / "live", memory / "b.zip", WALL) == {"games": 1, "decks": 0}
    session.handle(GiveClue())
    restore(memory / "new", memory / "b.zip", WALL)
    assert past_games(memory / "new")[0].log == session.game.log[:-1]


def test_nothing_is_restored_under_a_running_table(opened, file, memory):
    journal = opened(memory / "live")
    before = everything(memory / "live")
    with pytest.raises(AlreadyRunning, match="end it first"):
        restore(memory / "live", file, WALL)
    assert everything(memory / "live") == before
    journal.close()


def test_phones_take_what_a_restored_table_tells_for_newer(file, table):
    journal = open_journal(table)
    starts = journal.starts
    journal.close()
    restore(table, file, WALL)
    journal = open_journal(table)
    assert journal.starts > starts
    journal.close()


def test_the_settings_may_lie_elsewhere(table, memory):
    (memory / "mine.toml").write_text("port = 9000")
    back_up(table, memory / "b.zip", WALL, memory / "mine.toml")
    assert unpacked(memory / "b.zip")["settings.toml"] == b"port = 9000"


def test_an_older_backup_is_replaced_and_no_other_file(table, file, memory):
    assert back_up(table, file, WALL)["games"] == 1
    other = memory / "letter.txt"
    other.write_text("dear")
    with pytest.raises(Unreadable, match="is there already and is no backup"):
        back_up(table, other, WALL)
    assert other.read_text() == "dear"


def test_an_empty_folder_is_not_backed_up(memory):
    with pytest.raises(InTheWay, match="nothing to back up"):
        back_up(memory / "none", memory / "b.zip", WALL)
    assert not (memory / "b.zip").exists()


def test_damaged_games_are_not_backed_up(table, memory, database):
    data = bytearray(database(table).read_bytes())
    data[5000:9000] = os.urandom(4000)
    database(table).write_bytes(data)
    with pytest.raises(InTheWay):
        back_up(table, memory / "b.zip", WALL)
    assert not (memory / "b.zip").exists()


def test_links_are_not_followed_into_a_backup(table, memory):
    (memory / "secret").write_text("secret")
    (table / "decks" / "tin" / "link.png").symlink_to(memory / "secret")
    back_up(table, memory / "b.zip", WALL)
    assert "decks/tin/link.png" not in unpacked(memory / "b.zip")


def test_more_than_a_backup_may_hold_is_told(table, memory):
    (table / "decks" / "tin" / "faces" / "huge.png").write_bytes(b"\0" * 50_000_001)
    with pytest.raises(InTheWay, match="more than 50 MB"):
        back_up(table, memory / "b.zip", WALL)


@pytest.mark.parametrize("where", range(0, 100, 4))
def test_a_backup_cut_short_or_with_a_byte_changed_is_refused_and_changes_nothing(where, file, table):
    data = file.read_bytes()
    at = len(data) * where // 100
    whole, before = unpacked(file), told(table)
    for spoilt in (data[:at], data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]):
        file.write_bytes(spoilt)
        if is_whole(file):  # a byte that says nothing: a date, a version
            assert unpacked(file) == whole
            continue
        with pytest.raises(Unreadable, match=r"^[^\n]*$"):
            restore(table, file, WALL)
        assert told(table) == before


def is_whole(path: Path) -> bool:
    try:
        unpacked(path)
    except Unreadable:
        return False
    return True


def zipped(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize(
    "name",
    ["../evil", "/etc/evil", "decks/../../evil", "decks/tin/../../../evil", "pin", "decks/.hid/x", "decks\\x", "a"],
)
def test_a_name_that_leads_out_of_the_data_folder_is_refused(name, memory):
    zipped(memory / "evil.zip", {LIST: "{}", name: b"evil"})
    with pytest.raises(Unreadable, match="belongs in no backup"):
        restore(memory / "new", memory / "evil.zip", WALL)
    assert not list(memory.rglob("evil"))


def test_a_link_in_a_backup_is_refused(memory):
    link = zipfile.ZipInfo("decks/tin/deck.toml")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(memory / "evil.zip", "w") as archive:
        archive.writestr(LIST, "{}")
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(Unreadable, match="damaged or no backup"):
        unpacked(memory / "evil.zip")


def test_a_backup_without_its_first_byte_is_damage_and_no_fault_of_the_disk(file, memory):
    spoilt = memory / "spoilt.zip"
    spoilt.write_bytes(file.read_bytes()[1:])
    with pytest.raises(Unreadable, match="damaged"):
        restore(memory / "elsewhere", spoilt, WALL)


def test_a_file_as_long_as_a_film_is_not_even_read(memory):
    film = memory / "film.zip"
    with film.open("wb") as file:
        file.truncate(50_000_001)
    with pytest.raises(Unreadable, match="more than a backup may"):
        restore(memory / "elsewhere", film, WALL)


def test_a_bomb_is_refused_before_it_is_unpacked(memory):
    zipped(memory / "bomb.zip", {LIST: "{}", "games.sqlite3": b"\0" * 60_000_000})
    assert (memory / "bomb.zip").stat().st_size < 100_000
    with pytest.raises(Unreadable, match="more than a backup may"):
        unpacked(memory / "bomb.zip")


@pytest.mark.parametrize("bomb", [LIST, "games.sqlite3"])
def test_a_bomb_that_tells_a_small_size_is_unpacked_no_further_than_that(bomb, memory):
    whole, told = 60_000_000, 100
    listed = b'{"what": "a backup of a Hanabi table companion", "form": 1, "files": {"games.sqlite3": {"sha256": ""}}}'
    path = zipped(memory / "bomb.zip", {LIST: listed, "games.sqlite3": b"", bomb: b"\0" * whole})
    path.write_bytes(path.read_bytes().replace(whole.to_bytes(4, "little"), told.to_bytes(4, "little")))
    tracemalloc.start()
    try:
        with pytest.raises(Unreadable, match="damaged or no backup"):
            unpacked(path)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "listed",
    [b"{}", b"[]", b"no json", b"\xff", b'{"what": "a backup of a Hanabi table companion", "form": 1, "files": 3}'],
)
def test_a_zip_of_somebody_else_s_is_refused(listed, memory):
    with pytest.raises(Unreadable, match="no backup of this program"):
        unpacked(zipped(memory / "other.zip", {LIST: listed}))
    with pytest.raises(Unreadable, match="no backup of this program"):
        unpacked(zipped(memory / "another.zip", {"a.txt": b"a"}))


def test_a_backup_of_a_newer_form_is_refused(file, memory):
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files[LIST] = json.dumps(json.loads(files[LIST]) | {"form": 2}).encode()
    with pytest.raises(Unreadable, match="newer version"):
        unpacked(zipped(memory / "newer.zip", files))


def test_a_list_that_tells_no_checksum_is_damage(memory):
    listed = b'{"what": "a backup of a Hanabi table companion", "form": 1, "files": {"settings.toml": 3}}'
    with pytest.raises(Unreadable, match="damaged"):
        unpacked(zipped(memory / "spoilt.zip", {LIST: listed, "settings.toml": b""}))


def test_a_file_missing_from_the_list_or_from_the_zip_is_damage(file, memory):
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    more = files | {"decks/tin/more.png": b"more"}
    fewer = {name: data for name, data in files.items() if name != "settings.toml"}
    for spoilt in (more, fewer):
        with pytest.raises(Unreadable, match="damaged"):
            unpacked(zipped(memory / "spoilt.zip", spoilt))


def test_games_of_a_newer_version_are_refused_untouched(table, memory, database):
    with sqlite3.connect(database(table)) as connection:
        connection.execute("UPDATE meta SET version = 99")
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    newer = {"games.sqlite3": database(table).read_bytes()}
    (memory / "newer.zip").write_bytes(packed(newer, WALL))
    with pytest.raises(NewerJournal):
        restore(memory / "new", memory / "newer.zip", WALL)
    assert set(everything(memory / "new")) <= {"companion.lock"}


def test_games_damaged_before_they_were_packed_are_refused(memory):
    (memory / "b.zip").write_bytes(packed({"games.sqlite3": b"no journal " * 400}, WALL))
    with pytest.raises(Unreadable, match="are damaged"):
        restore(memory / "new", memory / "b.zip", WALL)


def test_where_putting_in_place_fails_everything_is_put_back(file, table, monkeypatch):
    before = told(table)
    moves = []
    move = restoring._move

    def fails_at_the_last(path, to, put_back):
        moves.append(path)
        if len(moves) == 8:
            raise OSError(28, "No space left on device")
        return move(path, to, put_back)

    monkeypatch.setattr(restoring, "_move", fails_at_the_last)
    with pytest.raises(OSError, match="No space"):
        restore(table, file, WALL)
    assert len(moves) == 8
    assert told(table) == before


def test_games_that_are_restored_over_damaged_ones_keep_those_aside(file, table, database):
    database(table).write_bytes(b"broken" * 1000)
    done = restore(table, file, WALL)
    assert (done.aside / "games.sqlite3").read_bytes() == b"broken" * 1000
    assert len(past_games(table)) == 1


def test_a_backup_without_games_leaves_the_games_alone(memory, table):
    games = past_games(table)
    (memory / "b.zip").write_bytes(packed({"settings.toml": b"port = 1"}, WALL))
    assert restore(table, memory / "b.zip", WALL).games == 0
    assert past_games(table) == games


@pytest.mark.parametrize("content", [b"", b"PK", b"text"])
def test_a_file_that_is_no_zip_is_no_backup(content, memory):
    (memory / "x").write_bytes(content)
    assert not is_backup(memory / "x")
    with pytest.raises(CompanionError, match="damaged or no backup"):
        unpacked(memory / "x")


def test_a_backup_that_is_not_there_is_told_by_the_system(memory):
    with pytest.raises(FileNotFoundError):
        unpacked(memory / "none.zip")
    assert not is_backup(memory / "none.zip")


def test_a_file_changed_together_with_its_zip_s_own_checksum_is_damage(file, memory):
    with zipfile.ZipFile(file) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with pytest.raises(Unreadable, match="damaged"):
        unpacked(zipped(memory / "forged.zip", files | {"settings.toml": b"port = 1"}))


def test_games_that_can_t_be_read_are_not_backed_up(memory, database):
    database(memory).write_bytes(b"no journal " * 400)
    with pytest.raises(InTheWay, match="can't be read"):
        back_up(memory, memory / "b.zip", WALL)
    assert not (memory / "b.zip").exists()


def test_games_of_a_newer_version_give_way_to_a_backup_and_are_kept_aside(file, table, database):
    with sqlite3.connect(database(table)) as connection:
        connection.execute("UPDATE meta SET version = 99")
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    done = restore(table, file, WALL)
    assert (done.aside / "games.sqlite3").exists()
    journal = open_journal(table)
    assert journal.starts > 1000
    journal.close()


def killed_at_move(number: int, folder: Path, file: Path) -> None:
    """A restore whose process is gone before its so manieth renaming."""
    move, moves = restoring._move, []

    def moves_or_dies(path, to, put_back):
        moves.append(path)
        if len(moves) == number:
            os._exit(9)
        return move(path, to, put_back)

    restoring._move = moves_or_dies
    restore(folder, file, WALL)


@pytest.mark.parametrize("number", range(1, 10))
def test_a_restore_that_is_killed_loses_nothing_of_what_was_there(number, file, table):
    before = {name: data for name, data in told(table).items() if not name.endswith("-shm")}
    games = past_games(table)
    child = multiprocessing.get_context("fork").Process(target=killed_at_move, args=(number, table, file))
    child.start()
    child.join()
    assert child.exitcode == 9
    (aside,) = [*table.glob("before-restore.*"), None][:1]
    kept = told(table) | ({} if aside is None else {f"aside/{k}": v for k, v in everything(aside).items()})
    for name, data in before.items():
        assert data in (kept.get(name), kept.get(f"aside/{name}")), name
    journal = open_journal(table)  # the table is started before anybody restores again
    journal.close()
    assert journal.remarks[0].startswith("A restore was cut")
    assert past_games(table) == games
    assert {name: told(table).get(name) for name in before if "games" not in name} == {
        name: data for name, data in before.items() if "games" not in name
    }
    assert restore(table, file, WALL + 1).games == 1
    assert not list(table.glob(".restore-*"))
    assert len(past_games(table)) == 1
