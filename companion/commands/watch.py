"""`companion watch`: a recording through sight, tracker, umpire and rules; its events, then the final state."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import Unreadable

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.watching import Told, Watching
    from hardware.recording import Recording

EXAMPLE = "companion watch recordings/evening --deck tin --json"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("source", metavar="SOURCE", type=Path, help="a recording's folder")
    parser.add_argument("--deck", help="a taught deck's name or folder (default: the one the recording names)")
    parser.add_argument("--json", action="store_true", help="a JSON object a line instead of a sentence")
    parser.add_argument("--debug", type=Path, metavar="DIR", help="write pictures of what was seen, step by step")


def run(args: argparse.Namespace) -> int:
    """0 where the recording was read to its end; Unreadable where it breaks off, after all that there was till then."""
    from companion.rules.agreement import read_setup
    from companion.rules.game import Game
    from companion.wiring.decks import find_deck
    from companion.wiring.watched import watching
    from hardware.recording import read_recording

    recording = read_recording(args.source)
    game = Game.new(read_setup(recording.setup))
    edition = find_deck(args.deck or recording.deck or "lantern")
    table = watching(game, edition, corners=recording.corners, debug=args.debug)
    trouble = _play(table, recording, as_json=args.json) or _no_mat(table, recording)
    print(_final(table.game, as_json=args.json), flush=True)
    if trouble is not None:
        raise trouble
    return 0


def _play(table: Watching, recording: Recording, *, as_json: bool) -> Unreadable | None:
    """Tells what happens as it happens; gives the reason where the recording breaks off."""
    from hardware.recorded import RecordedCamera

    def tell(told: list[Told]) -> None:
        for one in told:
            if not as_json:
                print(f"{one.at:8.2f} s  {one.say}", flush=True)
            elif one.event != "declined":
                print(json.dumps(line(one, recording.fps)), flush=True)

    presses = [(press.frame / recording.fps, press.button) for press in recording.presses]
    try:
        table.play(RecordedCamera(recording), presses, tell)
    except Unreadable as why:
        return why
    return None


def _no_mat(table: Watching, recording: Recording) -> Unreadable | None:
    if table.mat_was_seen:
        return None
    if recording.corners is not None:
        return Unreadable(f"The mat's corners in {recording.folder} are no rectangle: write them clockwise.")
    return Unreadable(f"No mat was in sight in {recording.folder}: at least three of its four markers must be seen.")


def line(told: Told, fps: float) -> dict[str, object]:
    """What happened, as the contract writes it."""
    said: dict[str, object] = {"frame": round(told.at * fps), "at": round(told.at, 2), "event": told.event}
    if told.card is not None:
        said |= {"card": told.card, "confidence": told.confidence}
    if told.event == "question":
        said |= {"guesses": dict(told.guesses), "as": list(told.as_), "say": told.say}
    if told.what is not None:
        said |= {"what": told.what, "say": told.say}
    if told.number is not None:
        said["corrects"] = told.number
    return said


def _final(game: Game, *, as_json: bool) -> str:
    from companion.saying import say_standing
    from companion.snapshot import state_line

    return json.dumps({"final": state_line(game)}) if as_json else say_standing(game.position)
