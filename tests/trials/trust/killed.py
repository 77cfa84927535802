"""One deed of the program, begun again and again and killed at a random moment of it. Words: DEED FOLDER KILLS SEED.

    migrating    an older file of games is brought up, with steps that take their time
    starting     a folder in which nothing is yet is opened, and a game begun
    backing-up   a folder with games and settings is packed into a file that is there already
    restoring    such a file is put in place of other games

Each kill is a SIGKILL of a forked child; what it leaves is looked at, and one line of JSON says what was found.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from companion.journal.archive import unpacked
from companion.journal.backup import back_up
from companion.journal.examining import examine
from companion.journal.opening import NAME, open_journal, past_games
from companion.journal.restore import restore
from companion.journal.schema import MIGRATIONS, migrate, prepare, version_of
from companion.rules.commands import GiveClue, Undo
from companion.rules.setup import Setup
from companion.session import Session

WALL = 1_780_000_000.0
STEPS = (
    "ALTER TABLE events ADD COLUMN note TEXT",
    "UPDATE events SET note = line || line",
    "CREATE TABLE notes AS SELECT seq, note FROM events",
)


def played(folder, players, actions):
    """A folder with one game, and settings."""
    session = Session(open_journal(folder))
    session.begin(Setup(players))
    for number in range(actions):
        session.handle(Undo() if number % 2 else GiveClue())
    session.close()
    (folder / "settings.toml").write_text(f"port = {9000 + players}\n")
    return folder


def lines(folder):
    return [entry.line for entry in examine(folder / NAME).entries]


class Migrating:
    def __init__(self, room):
        self.base = played(room / "base", 3, 400)
        self.wanted = lines(self.base)
        self.folder = room / "work"

    def prepare(self):
        shutil.copytree(self.base, self.folder)

    def do(self):
        with closing(sqlite3.connect(self.folder / NAME, isolation_level=None)) as connection:
            prepare(connection)
            migrate(connection, (*MIGRATIONS, STEPS))

    def wrong(self):
        with closing(sqlite3.connect(self.folder / NAME, isolation_level=None)) as connection:
            version = version_of(connection)
            kept = [line for (line,) in connection.execute("SELECT line FROM events ORDER BY seq")]
            has_notes = bool(connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'notes'").fetchall())
            whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if kept != self.wanted or whole != "ok" or has_notes != (version == 2):
            return f"version {version}, notes {has_notes}, {len(kept)} entries, {whole}"
        return ""


class Starting:
    def __init__(self, room):
        self.folder = room / "work"

    def prepare(self):
        pass

    def do(self):
        session = Session(open_journal(self.folder))
        session.begin(Setup(4))
        session.handle(GiveClue())

    def wrong(self):
        journal = open_journal(self.folder)
        try:
            saved = journal.last()
            if journal.remarks or journal.trouble or (saved is not None and saved.setup != Setup(4)):
                return f"{saved}, {journal.remarks}, {journal.trouble}"
            Session(journal).begin(Setup(2))
        finally:
            journal.close()
        return "" if past_games(self.folder)[-1].setup == Setup(2) else "the next game isn't kept"


class BackingUp:
    def __init__(self, room):
        self.base = played(room / "base", 3, 300)
        self.folder = room / "work"
        self.older = room / "older.zip"
        back_up(played(room / "other", 5, 20), self.older, WALL)
        self.file = self.folder / "backup.zip"
        self.wanted = lines(self.base)

    def prepare(self):
        self.folder.mkdir()
        shutil.copy(self.older, self.file)

    def do(self):
        back_up(self.base, self.file, WALL)

    def wrong(self):
        port = unpacked(self.file)["settings.toml"]
        if port not in (b"port = 9003\n", b"port = 9005\n") or lines(self.base) != self.wanted:
            return f"{port!r}, {len(lines(self.base))} entries"
        return ""


class Restoring:
    def __init__(self, room):
        self.base = played(room / "base", 3, 60)
        other = played(room / "other", 5, 20)
        self.file = room / "backup.zip"
        back_up(other, self.file, WALL)
        self.before, self.after = lines(self.base), lines(other)
        self.folder = room / "work"

    def prepare(self):
        shutil.copytree(self.base, self.folder)

    def do(self):
        restore(self.folder, self.file, WALL)

    def wrong(self):
        kept = [lines(path.parent) for path in self.folder.rglob(NAME) if ".restore-" not in str(path)]
        if self.before not in kept:
            return f"the games that were there are gone: {list(map(len, kept))}"
        open_journal(self.folder).close()  # the table starts
        shown, port = lines(self.folder), (self.folder / "settings.toml").read_text()
        if (shown, port) not in [(self.before, "port = 9003\n"), (self.after, "port = 9005\n")]:
            return f"neither the old games nor the new ones are shown: {len(shown)} entries, {port}"
        restore(self.folder, self.file, WALL)  # again, after the kill
        left = [path.name for path in self.folder.iterdir() if path.name.startswith((".restore-", ".restoring"))]
        return "" if lines(self.folder) == self.after and not left else f"restored again: {left}"


DEEDS = {"migrating": Migrating, "starting": Starting, "backing-up": BackingUp, "restoring": Restoring}


def begun(deed):
    """A child that does it."""
    child = os.fork()
    if child == 0:
        os.setsid()
        try:
            deed.do()
        finally:
            os._exit(0)
    return child


def main(name, room, kills, seed):
    room.mkdir()
    deed, chance = DEEDS[name](room), random.Random(seed)
    deed.prepare()
    began = time.monotonic()
    os.waitpid(begun(deed), 0)
    takes = time.monotonic() - began
    faults, midway = [deed.wrong()], 0
    shutil.rmtree(deed.folder)
    for _ in range(kills):
        deed.prepare()
        child = begun(deed)
        time.sleep(chance.uniform(0, takes))  # when the kill comes is what is tried here
        os.kill(child, signal.SIGKILL)
        midway += os.WIFSIGNALED(os.waitpid(child, 0)[1])
        faults.append(deed.wrong() if deed.folder.exists() else "")
        shutil.rmtree(deed.folder, ignore_errors=True)
    told = {"deed": name, "kills": kills, "midway": midway, "faults": [fault for fault in faults if fault]}
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
