"""`companion doctor`: looks at camera, pins, OCR, disk, clock, port, deck and power, and says what to mend."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.diagnosis import Check
    from hardware.fingers import Pressing
    from models.edition import Edition

EXAMPLE = "companion doctor --camera usb:0"

_SIGNS = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("--camera", default="auto", metavar="SPEC", help="as for companion run (default: %(default)s)")
    parser.add_argument("--panel", default="auto", metavar="SPEC", help="as for companion run (default: %(default)s)")
    parser.add_argument("--deck", default="lantern", help="a deck's name or folder (default: %(default)s)")
    parser.add_argument("--port", type=_port, default=8080, help="where the page shall be (default: %(default)s)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--json", action="store_true", help="a JSON object a check")


def run(args: argparse.Namespace) -> int:
    """Tells each check as it is done; 1 where one has failed."""
    from companion.diagnosis import Verdict, examined

    failed = False
    for check in examined(_checks(args)):
        print(json.dumps(check.facts()) if args.json else _sentence(check), flush=True)
        failed = failed or check.verdict is Verdict.FAIL
    return 1 if failed else 0


def _checks(args: argparse.Namespace) -> list[tuple[str, Callable[[], Check]]]:
    from companion import diagnosis
    from companion.wiring.decks import data_folder
    from hardware import doctor
    from hardware.cameras import source
    from hardware.factory import kind_of_panel
    from hardware.pins import DEFAULT

    source(args.camera, _drawn_camera)  # a wrong word is said before anything is looked at
    kind_of_panel(args.panel)
    data = args.data or data_folder()
    held = diagnosis.held_by_the_running_one if diagnosis.is_running(args.port) else lambda check: check
    return [
        ("versions", diagnosis.versions),
        ("camera", lambda: held(doctor.camera(args.camera, _drawn_camera))),
        ("pins", lambda: held(doctor.pins(args.panel, DEFAULT))),
        ("OCR", _ocr),
        ("deck", lambda: _deck(args.deck)),
        ("disk", lambda: diagnosis.disk(data)),
        ("clock", diagnosis.clock),
        ("port", lambda: diagnosis.port(args.port)),
        ("power", doctor.power),
        ("PIN", lambda: _pin(data / "pin", args.port)),
    ]


def _sentence(check: Check) -> str:
    said = f"{_SIGNS[check.verdict.value]}  {check.name:<9} {check.seen}"
    return f"{said}\n                {check.mend}" if check.mend else said


def _ocr() -> Check:
    from companion.diagnosis import ok, warn
    from models import ocr

    if ocr.is_there():
        return ok("OCR", "tesseract is installed.")
    return warn("OCR", "tesseract is missing: decks are taught without it.", "sudo apt-get install tesseract-ocr")


def _deck(said: str) -> Check:
    from companion.diagnosis import fail, ok
    from companion.errors import CompanionError
    from companion.wiring.decks import find_deck

    try:
        edition = find_deck(said)
    except CompanionError as why:
        return fail("deck", f"{said} can't be used.", str(why))
    return ok("deck", f"{said} is taught: {_cards(edition)} faces.")


def _pin(kept: Path, port: int) -> Check:
    from companion.diagnosis import ok, warn
    from companion.wiring.addresses import addresses

    try:
        pin = kept.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ok("PIN", "The table has none yet: it gets one when it is first run.")
    except (OSError, ValueError):
        mend = "Ask as the user who runs the table: sudo -u hanabi-companion companion doctor --data DIR."
        return warn("PIN", f"{kept} can't be read.", mend)
    return ok("PIN", f"The table's PIN is {pin}; to join with it: {addresses('', port)[0]}/#pin={pin}")


def _cards(edition: Edition) -> int:
    from companion.sight.reader import BACK

    return sum(code != BACK for code in edition.plates)


def _drawn_camera() -> Pressing:
    from companion.wiring.decks import find_deck
    from hardware.drawn import DrawnCamera, DrawnEvening

    edition = find_deck("lantern")
    return DrawnCamera(edition.plates, edition.card_mm, DrawnEvening())


def _port(said: str) -> int:
    number = int(said)
    if not 0 < number < 65536:
        raise argparse.ArgumentTypeError(f"{said} is no port: say a number from 1 to 65535")
    return number
