"""`companion watch`: a recording through sight, tracker, umpire and rules; its events, then the final state."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import Unreadable

if TYPE_CHECKING:
    from companion.watching import Told

EXAMPLE = "companion watch recordings/evening --deck tin --json"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("source", metavar="SOURCE", type=Path, help="a recording's folder")
    parser.add_argument("--deck", help="a taught deck's name or folder (default: the one the recording names)")
    parser.add_argument("--json", action="store_true", help="a JSON object a line instead of a sentence")
    parser.add_argument("--debug", type=Path, metavar="DIR", help="write pictures of what was seen, step by step")


def run(args: argparse.Namespace) -> int:
    """0 where the recording was read to its end; 2 where it breaks off, after telling all there was till then."""
    from companion.rules.agreement import read_setup
    from companion.rules.game import Game
    from companion.snapshot import state_line
    from companion.wiring import find_deck, watching
    from hardware.recorded import RecordedCamera, read_recording

    recording = read_recording(args.source)
    edition = find_deck(args.deck or recording.deck or "lantern")
    game = Game.new(read_setup(recording.setup))
    table = watching(game, edition, corners=recording.corners, debug=args.debug)

    def tell(told: list[Told]) -> None:
        for one in told:
            if args.json and one.event != "declined":
                print(json.dumps(line(one, recording.fps)), flush=True)
            elif not args.json:
                print(f"{one.at:8.2f} s  {one.say}", flush=True)

    trouble: Unreadable | None = None
    try:
        table.play(RecordedCamera(recording), [(p.frame / recording.fps, p.button) for p in recording.presses], tell)
    except Unreadable as why:
        trouble = why
    print(json.dumps({"final": state_line(table.game)}) if args.json else _final(table.game), flush=True)
    if trouble is None and not table.mat_was_seen:
        trouble = Unreadable(
            f"The mat was never in sight in {args.source}: at least three of its four markers must be seen."
        )
    if trouble is not None:
        print(f"companion: {trouble}", file=sys.stderr)
    return 0 if trouble is None else 2


def line(told: Told, fps: float) -> dict[str, object]:
    line: dict[str, object] = {"frame": round(told.at * fps), "at": round(told.at, 2), "event": told.event}
    if told.card is not None:
        line["card"] = told.card
        line["confidence"] = told.confidence
    if told.event == "question":
        line["guesses"] = dict(told.guesses)
        line["say"] = told.say
    if told.what is not None:
        line["what"] = told.what
        line["say"] = told.say
    if told.number is not None:
        line["corrects"] = told.number
    return line


def _final(game: object) -> str:
    from companion.rules.game import Game
    from companion.saying import say_standing

    assert isinstance(game, Game)
    return say_standing(game.position)
