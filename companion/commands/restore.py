"""`companion restore`: a backup put in place; what was there is kept aside."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

EXAMPLE = "companion restore /media/stick/hanabi.zip"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that companion backup wrote")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--json", action="store_true", help="a JSON object instead of a sentence")


def run(args: argparse.Namespace) -> int:
    """Puts it in place while no table is running."""
    import time

    from companion.commands.backup import games_and_decks
    from companion.journal.restore import restore
    from companion.wiring.decks import data_folder

    folder = args.data or data_folder()
    done = restore(folder, args.file, time.time())
    if args.json:
        aside = None if done.aside is None else str(done.aside)
        print(json.dumps({"games": done.games, "decks": list(done.decks), "aside": aside}))
        return 0
    print(f"Restored {games_and_decks(done.games, len(done.decks))} in {folder}.")
    if done.has_settings:
        print(f"The settings are there too: companion run --config {folder / 'settings.toml'}")
    if done.aside is not None:
        print(f"What was there before lies in {done.aside}.")
    return 0
