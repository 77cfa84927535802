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
    from hardware.drawn import DrawnCamera

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
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="save the drawn table there (PNG), at each game's end and on exit"
    )
    parser.add_argument("--json", action="store_true", help="JSON instead of sentences")


def run(args: argparse.Namespace) -> int:
    """Plays game after game, or with --once one."""
    if not 0 < args.speed <= 1000:
        raise Unreadable("--speed should be more than 0 and at most 1000.")
    if args.picture is not None and not args.picture.parent.is_dir():
        raise Unreadable(f"{args.picture.parent} is no folder: save the picture elsewhere.")
    if args.data is not None:
        return _play(args, args.data)
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as data:
        return _play(args, Path(data))


def _play(args: argparse.Namespace, data: Path) -> int:
    from companion.commands.serving import serve

    cameras: list[DrawnCamera] = []
    teller = _Teller(is_quiet=args.json)

    def tell(snapshot: Snapshot) -> None:
        if teller.tell(snapshot):
            _save_picture(cameras, args)

    return serve(
        _parts(args, data, cameras),
        is_over=_has_ended if args.once else lambda snapshot: False,
        tell=tell,
        at_end=lambda table: _end(table, cameras, args),
        is_quiet=args.json,
        is_kept=args.data is not None,
    )


def _has_ended(snapshot: Snapshot) -> bool:
    camera = snapshot.page["camera"]
    return isinstance(camera, dict) and camera.get("state") == "ended"


def _parts(args: argparse.Namespace, data: Path, cameras: list[DrawnCamera]) -> Parts:
    from companion.commands.doctor import beside_a_table
    from companion.rules.setup import Setup
    from companion.settings import Settings
    from companion.wiring.decks import find_deck
    from companion.wiring.drawn import going_on
    from companion.wiring.live import Parts
    from hardware.drawn import DrawnCamera, DrawnEvening
    from hardware.rehearsal.manners import MANNERS

    edition = find_deck("lantern")
    settings = Settings(camera="simulated", panel="mock", host=args.host, port=args.port)
    manners = MANNERS[args.manners]
    planned = DrawnEvening(players=args.players, seed=args.seed, manners=manners, is_endless=not args.once)

    def drawn() -> DrawnCamera:
        cameras.append(DrawnCamera(edition.plates, edition.card_mm, going_on(data, planned)))
        return cameras[-1]

    return Parts(
        settings,
        edition,
        data,
        drawn,
        Setup(args.players),
        speed=args.speed,
        command="companion demo",
        findings=beside_a_table,
    )


class _Teller:
    """Says each thing that happened once, as it happens; of what happened before this start only the last."""

    def __init__(self, *, is_quiet: bool) -> None:
        self._is_quiet = is_quiet
        self._told: tuple[object, int] | None = None
        self._was_over = True

    def tell(self, snapshot: Snapshot) -> bool:
        """Hears a snapshot. Whether a game has just ended."""
        page = snapshot.page
        last, history = page.get("last"), page.get("history")
        now = (last, len(history) if isinstance(history, list) else 0)
        if last and now != self._told and not self._is_quiet:
            begin = "The game goes on. " if self._told is None and now[1] else ""
            print(f"{begin}{last}  score {page['points']}, clues {page['clues']}.", flush=True)
        self._told = now
        is_over = page.get("status", "playing") != "playing"
        has_ended, self._was_over = is_over and not self._was_over, is_over
        return has_ended


def _end(table: LiveTable, cameras: list[DrawnCamera], args: argparse.Namespace) -> None:
    from companion.saying import say_standing
    from companion.snapshot import state_line

    game = table.session.game
    if args.once and game is not None:
        print(json.dumps({"final": state_line(game)}) if args.json else say_standing(game.position), flush=True)
    if _save_picture(cameras, args) and not args.json:
        print(f"The table as last drawn: {args.picture}", flush=True)


def _save_picture(cameras: list[DrawnCamera], args: argparse.Namespace) -> bool:
    """Saves the last drawn frame, if that is wanted and there is one."""
    last = cameras[-1].last if cameras else None
    if args.picture is None or last is None:
        return False
    import cv2

    from companion.files import replace_file

    replace_file(args.picture, cv2.imencode(".png", last)[1].tobytes())
    return True
