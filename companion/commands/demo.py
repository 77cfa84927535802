"""`companion demo`: a table that plays itself in the terminal; drawn camera frames go through the real sight."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import Unreadable

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.watching import Told, Watching
    from hardware.drawn import DrawnCamera

EXAMPLE = "companion demo --once --seed 7"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("--seed", type=int, default=1, help="which game (default: %(default)s)")
    parser.add_argument("--players", type=int, default=3, choices=(2, 3, 4, 5), help="default: %(default)s")
    parser.add_argument("--speed", type=float, help="times real time (default: as fast as it goes)")
    parser.add_argument("--manners", default="calm", choices=("calm", "lively", "clumsy"), help="how people behave")
    parser.add_argument("--once", action="store_true", help="end after one game")
    parser.add_argument(
        "--picture", type=Path, default=Path("drawn-table.png"), metavar="FILE", help="save the last frame here"
    )
    parser.add_argument("--json", action="store_true", help="a JSON object a line; the last one is the final state")


def run(args: argparse.Namespace) -> int:
    """Plays one game, or game after game until it is stopped."""
    if args.speed is not None and args.speed <= 0:
        raise Unreadable("--speed should be more than 0; leave it out to go as fast as can be.")
    seed = args.seed
    while True:
        game = _evening(args, seed)
        if args.once:
            _say_final(game, args)
            return 0
        seed += 1


def _evening(args: argparse.Namespace, seed: int) -> Game:
    """One game, drawn and watched; what is seen is told as it is seen."""
    from companion.rules.game import Game
    from companion.rules.setup import Setup
    from companion.wiring.decks import find_deck
    from companion.wiring.watched import watching
    from hardware.drawn import DrawnCamera, DrawnEvening
    from hardware.rehearsal.manners import MANNERS

    edition = find_deck("lantern")
    evening = DrawnEvening(args.players, seed, MANNERS[args.manners])
    camera = DrawnCamera(edition.plates, edition.card_mm, evening)
    table = watching(Game.new(Setup(args.players)), edition)
    try:
        _play(table, camera, args)
    finally:
        _save(camera, args.picture)
    return table.game


def _play(table: Watching, camera: DrawnCamera, args: argparse.Namespace) -> None:
    from companion.table.placements import Button

    began, heard, at = time.monotonic(), 0, 0.0
    for frame in camera.frames():
        at = frame.at
        if args.speed:
            time.sleep(max(0.0, at / args.speed - (time.monotonic() - began)))
        for pressed_at, button in camera.pressed(heard):
            heard += 1
            _tell(table.press(Button(button), pressed_at), camera.fps, args)
        _tell(table.frame(frame), camera.fps, args)
    _tell(table.close(at), camera.fps, args)


def _tell(told: list[Told], fps: float, args: argparse.Namespace) -> None:
    from companion.commands.watch import line

    for one in told:
        if not args.json:
            print(f"{one.at:7.1f} s  {one.say}", flush=True)
        elif one.event != "declined":
            print(json.dumps(line(one, fps)), flush=True)


def _save(camera: DrawnCamera, picture: Path) -> None:
    import cv2

    if camera.last is not None:
        picture.write_bytes(cv2.imencode(".png", camera.last)[1].tobytes())


def _say_final(game: Game, args: argparse.Namespace) -> None:
    from companion.saying import say_standing
    from companion.snapshot import state_line

    print(json.dumps({"final": state_line(game)}) if args.json else say_standing(game.position))
    if not args.json:
        print(f"The table as last drawn: {args.picture}")
