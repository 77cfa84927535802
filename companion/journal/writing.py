"""The one writing connection: rows that wait go to the disk together, or not at all.

Law: `write` returns only when the commit is synced. After an error nothing of that write is in the file, and it may be
tried again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from companion.journal.rows import Entry, Tip, game_checksum
from companion.journal.schema import migrate, prepare
from companion.journal.tip import note_tip

PLAYING = "playing"


class Writer:
    """An open journal file. Raises sqlite3.Error where it can't be opened or written just now."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            prepare(self._connection)
            migrate(self._connection)
        except BaseException:
            self._connection.close()
            raise

    def count_start(self, starts: int) -> None:
        """Note that the program was started."""
        self._connection.execute("UPDATE meta SET starts = ?", (starts,))

    def write(self, tip: Tip, entries: Sequence[Entry]) -> Tip:
        """Append these after the tip; gives the new one."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for entry in entries:
                tip = self._append(tip, entry)
            self._connection.execute("UPDATE meta SET seq = ?, crc = ?", (tip.seq, tip.crc))
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        note_tip(self._path, tip)
        return tip

    def close(self) -> None:
        """Lets the file go."""
        self._connection.close()

    def _append(self, tip: Tip, entry: Entry) -> Tip:
        tip = tip.then(entry)
        known = self._connection.execute("SELECT begun, setup FROM games WHERE id = ?", (entry.game,)).fetchone()
        begun, setup = known or (entry.at, entry.line)
        ended = None if entry.standing.status == PLAYING else entry.at
        crc = game_checksum(entry.game, begun, setup, entry.standing, ended)
        self._connection.execute(
            "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)",
            (entry.game, begun, setup, entry.standing.status, entry.standing.points, ended, crc),
        )
        self._connection.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)",
            (tip.seq, entry.game, entry.at, int(entry.clock_set), entry.line, tip.crc),
        )
        return tip
