"""`companion export`: a past game as a page of text, as lines of JSON, or as a table."""

from __future__ import annotations

import argparse
from pathlib import Path

EXAMPLE = "companion export 12 --format text > game-12.txt"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("game", type=int, metavar="GAME", help="the game's number, as companion history lists it")
    parser.add_argument(
        "--format",
        choices=("json", "csv", "text"),
        default="text",
        help="text: one page; json: a line an action; both for companion referee. csv: a row an action (%(default)s)",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")


def run(args: argparse.Namespace) -> int:
    """Prints the game."""
    from companion.commands.history import found
    from companion.exporting import Format, exported
    from companion.journal.past import PastGames
    from companion.wiring.decks import data_folder

    past = found(PastGames(args.data or data_folder()).games(), args.game)
    print(exported(past, Format(args.format)), end="")
    return 0
