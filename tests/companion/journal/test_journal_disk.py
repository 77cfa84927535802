"""Disks that take nothing, and programs that are killed: nothing acknowledged is lost, and nothing is half-written."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.journal.opening import past_games
from companion.journal.store import not_saving
from companion.ports import Standing
from companion.rules.commands import GiveClue
from companion.rules.setup import Setup
from companion.session import Session

KILLS = 30


@contextmanager
def no_room_in(folder: Path) -> Iterator[None]:
    """The system lets no file grow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = max(path.stat().st_size for path in folder.iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_the_game_goes_on_while_there_is_no_room_and_is_written_once_there_is(tmp_path, opened, log, played):
    journal = opened(tmp_path)
    session = played(journal, log[:4])
    with no_room_in(tmp_path):
        for command in log[4:]:
            session.handle(command)
        assert session.game.log == log
        assert "isn't being saved" in journal.trouble
        assert [alarm["what"] for alarm in session.latest.page["alarms"]] == ["not-saving"]
        journal.retry()
        assert journal.trouble is not None
        assert past_games(tmp_path)[0].log == log[:4]
    session.retry()
    assert journal.trouble is None
    assert session.latest.page["alarms"] == []
    assert past_games(tmp_path)[0].log == log


def test_games_begun_while_there_is_no_room_are_written_too(tmp_path, opened, log, played):
    journal = opened(tmp_path)
    played(journal, log[:2])
    with no_room_in(tmp_path):
        session = played(journal, log[:3])
        assert session.number == 2
    journal.retry()
    assert [saved.log for saved in past_games(tmp_path)] == [log[:2], log[:3]]


@pytest.mark.skipif(os.geteuid() != 0, reason="a folder made read-only stops only others than root: mount is root's")
def test_on_a_read_only_disk_the_game_is_shown_and_goes_on(at_rest, copied, tmp_path, log):
    folder = copied(at_rest)
    script = (
        "import sys; from pathlib import Path; from companion.journal.opening import open_journal, past_games;"
        "from companion.session import Session; from companion.rules.commands import GiveClue;"
        "folder = Path(sys.argv[1]); journal = open_journal(folder); session = Session(journal);"
        "session.handle(GiveClue()); print(len(session.game.log), len(past_games(folder)[0].log), journal.trouble)"
    )
    command = [
        "unshare",
        "-m",
        "sh",
        "-c",
        'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"',
    ]
    done = subprocess.run(
        [*command, "sh", str(folder), sys.executable, "-c", script, str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if "mount" in done.stderr or "unshare" in done.stderr:
        pytest.skip("nothing may be mounted here")
    assert done.stdout.startswith(f"{len(log) + 1} {len(log)} "), done.stderr
    assert "isn't being saved" in done.stdout


def test_another_program_that_keeps_the_file_to_itself_is_told_and_waited_for(tmp_path, opened, played, log):
    journal = opened(tmp_path)
    session = played(journal, log[:2])
    with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        session.handle(log[2])
        assert "Another program" in journal.trouble
        other.execute("ROLLBACK")
    journal.retry()
    assert past_games(tmp_path)[0].log == log[:3]


def test_a_folder_that_cannot_be_made_is_told_and_the_game_goes_on(tmp_path, opened, played, log):
    (tmp_path / "file").write_text("")
    journal = opened(tmp_path / "file" / "data")
    assert "isn't being saved" in journal.trouble
    assert played(journal).game.log == log
    (tmp_path / "file").unlink()
    journal.retry()
    assert journal.trouble is None
    assert past_games(tmp_path / "file" / "data")[0].log == log


def test_a_damaged_file_that_cannot_be_moved_aside_is_left_alone(at_rest, copied, opened, log, database, monkeypatch):
    folder = copied(at_rest)
    database(folder).write_bytes(b"nothing" * 1000)

    def refuses(*_):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", refuses)
        journal = opened(folder)
        number = journal.begin(Setup(2))
        journal.add(number, GiveClue(), Standing("playing", 0))
    assert "can't be written" in journal.trouble
    assert database(folder).read_bytes() == b"nothing" * 1000
    journal.retry()
    assert journal.trouble is None
    assert past_games(folder)[-1].log == (GiveClue(),)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (sqlite3.SQLITE_FULL, "The disk is full"),
        (sqlite3.SQLITE_READONLY, "can't be written"),
        (sqlite3.SQLITE_BUSY, "Another program"),
        (sqlite3.SQLITE_IOERR, "The disk fails"),
    ],
)
def test_each_kind_of_trouble_has_its_sentence(code, said):
    error = sqlite3.OperationalError("words")
    error.sqlite_errorcode = code
    assert said in not_saving(Path("/data/games.sqlite3"), error)


_WRITES = """
import sys
from pathlib import Path
from companion.journal.opening import open_journal
from companion.rules.commands import GiveClue, Undo
from companion.rules.setup import Setup
from companion.session import Session

session = Session(open_journal(Path(sys.argv[1])))
if session.game is None:
    session.begin(Setup(3))
while session.game.position.clues < 8:
    session.handle(Undo())
while True:
    session.handle(GiveClue())
    session.handle(Undo())
    sys.stdout.write(f"{len(session.game.log)}\\n")
    sys.stdout.flush()
"""


def test_no_kill_loses_anything_that_was_acknowledged(memory, opened, database):
    chance = random.Random(11)
    kept = 0
    for _ in range(KILLS):
        with subprocess.Popen([sys.executable, "-c", _WRITES, str(memory)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            first = writer.stdout.readline()
            time.sleep(chance.uniform(0, 0.03))  # when the kill comes is what is tried here
            writer.send_signal(signal.SIGKILL)
            lines = (first + writer.stdout.read()).split(b"\n")[:-1]
        saved = past_games(memory)[0]
        assert kept < int(lines[-1]) <= len(saved.log) <= int(lines[-1]) + 2
        kept = len(saved.log)
    journal = opened(memory)
    assert journal.remarks == ()
    session = Session(journal)
    assert session.game.log[:1] == (GiveClue(),)
    assert database(memory).exists()
