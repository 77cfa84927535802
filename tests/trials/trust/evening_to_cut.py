"""A table's memory at work, to be recorded: games, small files, settings. Words: DATA-FOLDER ENTRIES. (Backups are made
and put back in killed.py, under kills.)

What it tells on standard output has been acknowledged: `entries N` after each, `pin WORD` and the like.
"""

import os
import sys
from pathlib import Path

from companion.eyes.first import KeptCard
from companion.journal.opening import open_journal
from companion.rules.commands import GiveClue, Undo
from companion.rules.setup import Setup
from companion.session import Session
from companion.wiring.keeping import JsonStore, TableStore, kept_pin
from companion.wiring.settings_file import SettingsFile

CORNERS = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))
SUITS = "RYGBW"


def tell(line):
    os.write(1, f"{line}\n".encode())


def main(data, most):
    entries = 0
    for start in range(4):
        session = Session(open_journal(data))
        if start == 0:
            tell(f"pin {kept_pin(data)}")
        for number in range(most if start == 2 else most // 10):
            if number == 0 or session.game.position.clues < 2:
                session.begin(Setup(3, ("Ann", "Bo", "Cy")))
            else:
                session.handle(Undo() if number % 5 == 4 else GiveClue())
            entries += 1
            tell(f"entries {entries}")
            if number % 9 == 5:
                keep(data, entries)
        if start != 3:
            session.close()  # the last one is never closed


def keep(data, number):
    """Small files beside the games."""
    code = f"{SUITS[number % 5]}{number % 5 + 1}"
    TableStore(data / "table.json").save([KeptCard(code, CORNERS)] * (number % 7 + 1))
    tell(f"table {code} {number % 7 + 1}")
    JsonStore(data / "gate.json").save({"number": number})
    tell(f"gate {number}")
    SettingsFile(data / "settings.toml").keep_zones({"mat": (800.0 + number, 500.0)})
    tell(f"mat {800 + number}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
