"""`companion demo`: the same program with a table that plays itself: drawn frames, pretend fingers, all else real."""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import Unreadable

if TYPE_CHECKING:
    from companion.snapshot import Snapshot
    from companion.wiring.live import LiveTable, Parts
    from hardware.drawn import DrawnCamera, DrawnEvening

EXAMPLE = "companion demo --once --speed 20"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which games (default: %(default)s)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="times real time, at most (default: 1)")
    parser.add_argument("--players", type=int, default=3, choices=(2, 3, 4, 5), help="default: %(default)s")
    parser.add_argument("--manners", default="calm", choices=("calm", "lively", "clumsy"), help="how people behave")
    parser.add_argument("--port", type=int, default=8080, help="the page's port; 0 is any free one (default: 8080)")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen at (default: %(default)s)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep the games there, and go on with the last one")
    parser.add_argument("--once", action="store_true", help="end after one game and print the final state")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="save the last drawn frame there")
    parser.add_argument("--json", action="store_true", help="JSON instead of sentences")


def run(args: argparse.Namespace) -> int:
    """Plays game after game, or with --once one."""
    if not 0 < args.speed <= 1000:
        raise Unreadable("--speed should be more than 0 and at most 1000.")
    if args.data is not None:
        return _play(args, args.data)
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as data:
        return _play(args, Path(data))


def _play(args: argparse.Namespace, data: Path) -> int:
    from companion.commands.serving import serve

    cameras: list[DrawnCamera] = []
    return serve(
        _parts(args, data, cameras),
        is_over=_has_ended if args.once else lambda snapshot: False,
        tell=_Teller(is_json=args.json).tell,
        at_end=lambda table: _end(table, cameras, args),
        is_quiet=args.json,
    )


def _has_ended(snapshot: Snapshot) -> bool:
    camera = snapshot.page["camera"]
    return isinstance(camera, dict) and camera.get("state") == "ended"


def _parts(args: argparse.Namespace, data: Path, cameras: list[DrawnCamera]) -> Parts:
    from companion.rules.setup import Setup
    from companion.settings import Settings
    from companion.wiring.decks import find_deck
    from companion.wiring.live import Parts
    from hardware.drawn import DrawnCamera

    edition = find_deck("lantern")
    settings = Settings(camera="simulated", panel="mock", host=args.host, port=args.port, table=Setup(args.players))

    def drawn() -> DrawnCamera:
        cameras.append(DrawnCamera(edition.plates, edition.card_mm, _evening(args, data)))
        return cameras[-1]

    return Parts(settings, edition, data, drawn, args.speed, "companion demo")


def _evening(args: argparse.Namespace, data: Path) -> DrawnEvening:
    """From the game that the journal was left in, at the action after the last one told."""
    from companion.journal.opening import past_games
    from companion.rules.game import Game
    from hardware.drawn import DrawnEvening
    from hardware.rehearsal.manners import MANNERS

    games = past_games(data)
    position = Game.replay(games[-1].setup, games[-1].log).position if games else None
    is_on = position is not None and not position.is_over
    number = max(0, len(games) - 1) if is_on or args.once else len(games)
    return DrawnEvening(
        players=args.players,
        seed=args.seed + number,
        manners=MANNERS[args.manners],
        start=position.turn - 1 if position is not None and (is_on or args.once) else 0,
        is_endless=not args.once,
        table_seed=args.seed,
    )


class _Teller:
    """Says each thing that happened once, as it happens."""

    def __init__(self, *, is_json: bool) -> None:
        self._is_json = is_json
        self._told: object = None

    def tell(self, snapshot: Snapshot) -> None:
        """Hears a snapshot."""
        last, history = snapshot.page.get("last"), snapshot.page.get("history")
        now = (last, len(history) if isinstance(history, list) else 0)
        if last and now != self._told and not self._is_json:
            print(f"{last}  {snapshot.page['points']} points, {snapshot.page['clues']} clues.", flush=True)
        self._told = now


def _end(table: LiveTable, cameras: list[DrawnCamera], args: argparse.Namespace) -> None:
    from companion.saying import say_standing
    from companion.snapshot import state_line

    game = table.session.game
    if args.once and game is not None:
        print(json.dumps({"final": state_line(game)}) if args.json else say_standing(game.position), flush=True)
    last = cameras[-1].last if cameras else None
    if args.picture is not None and last is not None:
        import cv2

        args.picture.write_bytes(cv2.imencode(".png", last)[1].tobytes())
        if not args.json:
            print(f"The table as last drawn: {args.picture}", flush=True)
