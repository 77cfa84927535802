"""`companion history`: past games, and the best of each group of players; or one game's course."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.journal.past import PastGame

EXAMPLE = "companion history --json"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("game", nargs="?", type=int, metavar="GAME", help="a game's number: its course, line by line")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--json", action="store_true", help="a JSON object a line instead of a table")


def run(args: argparse.Namespace) -> int:
    """Prints the games, oldest first, then the records; or the lines of one game."""
    from companion.history import game_line, record_lines, timeline
    from companion.journal.past import PastGames
    from companion.wiring.decks import data_folder

    past = PastGames(args.data or data_folder())
    if args.game is not None:
        _print(timeline(found(past.games(), args.game).game), _say_line, as_json=args.json)
        return 0
    games = past.games()
    _print([game_line(one) for one in games], _say_game, as_json=args.json)
    _print([{"record": line} if args.json else line for line in record_lines(games)], _say_record, as_json=args.json)
    if not games and not args.json:
        print("No games are kept there yet.")
    return 0


def found(games: Sequence[PastGame], number: int) -> PastGame:
    """The game of this number. Unreadable where there is none."""
    from companion.errors import Unreadable

    for one in games:
        if one.number == number:
            return one
    raise Unreadable(f"There is no game {number}: companion history lists those that are kept.")


def _print(lines: Sequence[Mapping[str, object]], say: Callable[[Mapping[str, object]], str], *, as_json: bool) -> None:
    for line in lines:
        print(json.dumps(line) if as_json else say(line))


def _say_line(line: Mapping[str, object]) -> str:
    return (
        f"{line['n']:>4}  {line['points']:>3} points  {line['clues']} clues  {line['fuses']} mistakes"
        f"  {line['deck']:>2} to draw  {line['say']}"
    )


def _say_game(line: Mapping[str, object]) -> str:
    begun, seconds = line["begun"], line["seconds"]
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(begun)) if isinstance(begun, float) else "clock not set   "
    long = f", {round(seconds / 60)} min" if isinstance(seconds, int) else ""
    score, rating = line["score"], line["rating"]
    result = str(line["status"]) if score is None else f"{score} of {line['perfect']} ({rating or line['status']})"
    actions = f"{line['actions']} action{'' if line['actions'] == 1 else 's'}"
    return (
        f"{line['game']:>4}  {when}  {_names(line['players'])}  {_kind(line)}  "
        f"{'on now, ' if line['on'] else ''}{result}, {actions}{long}"
    )


def _say_record(line: Mapping[str, object]) -> str:
    mean = "" if line["mean"] is None else f"best {line['best']}, mean {line['mean']}, "
    kind = _names(line["variants"]) or "base game"
    return f"{_names(line['players'])}; {kind}: {line['games']} over, {mean}{line['perfect']} perfect"


def _kind(line: Mapping[str, object]) -> str:
    variants = _names(line["variants"])
    return f"{line['edition']}{f' with {variants}' if variants else ''}"


def _names(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else ""
