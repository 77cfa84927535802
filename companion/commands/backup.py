"""`companion backup`: games, taught decks and settings in one file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

EXAMPLE = "companion backup /media/stick/hanabi.zip"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup to write; an older backup is replaced")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--config", type=Path, metavar="SETTINGS", help="a settings file that lies elsewhere")
    parser.add_argument("--json", action="store_true", help="a JSON object instead of a sentence")


def run(args: argparse.Namespace) -> int:
    """Writes the file; the table may be running. Its PIN is not kept in it."""
    import time

    from companion.journal.backup import back_up
    from companion.wiring.decks import data_folder

    kept = back_up(args.data or data_folder(), args.file, time.time(), args.config)
    if args.json:
        print(json.dumps({"file": str(args.file), **kept}))
    else:
        print(f"{args.file} holds {games_and_decks(kept['games'], kept['decks'])}.")
    return 0


def games_and_decks(games: int, decks: int) -> str:
    """So many of both, in words."""
    return f"{games} game{'' if games == 1 else 's'} and {decks} taught deck{'' if decks == 1 else 's'}"
