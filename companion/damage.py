"""What is amiss with the games that the table keeps, and with what was moved aside because it was damaged.

Law: a check looks and changes nothing; what is damaged is put in order when the table is started.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.diagnosis import Check, fail, ok, warn
from companion.errors import NewerJournal
from companion.journal.examining import examine
from companion.journal.opening import NAME
from companion.journal.rows import fold


def games(folder: Path) -> Check:
    """Whether the games in a data folder can be read and believed."""
    path = folder / NAME
    try:
        found = examine(path)
    except NewerJournal as why:
        return fail("games", f"{path} was kept by a newer version.", str(why))
    except (sqlite3.Error, OSError) as why:
        mend = "Ask as the user who runs the table: sudo -u hanabi-companion companion doctor --data DIR."
        return fail("games", f"{path} can't be read ({why}).", mend)
    if found.damage is not None:
        mend = "Start the table: it goes on with what can be believed. Or restore a backup: companion restore FILE."
        return fail("games", f"{path} is damaged ({found.damage}).", mend)
    seen = f"{path} can be read: games {len(fold(found.entries))}." if path.exists() else "No games are kept yet."
    aside = sorted(one.name for one in folder.glob("*.damaged.*"))
    if aside:
        mend = "Compare the table with the page; if this comes again the card is worn out: copy the folder to another."
        return warn("games", f"{seen} Damaged and moved aside: {', '.join(aside[-3:])}.", mend)
    return ok("games", seen)
