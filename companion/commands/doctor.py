"""`companion doctor`: looks at everything that a table needs, and says what to mend."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.diagnosis import Check
    from companion.running import Health
    from companion.settings import Settings
    from hardware.doctor_camera import CameraDoctor
    from hardware.fingers import Pressing
    from models.edition import Edition

EXAMPLE = "companion doctor --camera usb:0"

_HELD = ("cv2", "libcamera", "camera", "mat", "pins", "deck", "port", "table", "PIN")
_SIGNS = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name; each goes before the settings file."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="a settings file (default: the data folder's own)")
    parser.add_argument("--camera", metavar="SPEC", help="as for companion run (default: auto)")
    parser.add_argument("--panel", metavar="SPEC", help="as for companion run (default: auto)")
    parser.add_argument("--deck", help="a deck's name or folder (default: lantern)")
    parser.add_argument("--port", type=_port, help="where the page shall be (default: 8080)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--json", action="store_true", help="a JSON object a check")


def run(args: argparse.Namespace) -> int:
    """Tells each check as it is done; 1 where one has failed."""
    from companion.diagnosis import Verdict, examined

    failed = False
    for check in examined(_checks(_settled(args))):
        print(json.dumps(check.facts()) if args.json else _sentence(check), flush=True)
        failed = failed or check.verdict is Verdict.FAIL
    return 1 if failed else 0


@dataclass(frozen=True, slots=True)
class _Set:
    """How the table is set: by the words, else by the file, else as usual. `told`: what the file's check says."""

    settings: Settings
    data: Path
    told: Check


def beside_a_table(settings: Settings, data: Path) -> Iterator[Check]:
    """What can be looked at while a table of these settings runs in this very program: not what it holds itself, and
    never its PIN."""
    from companion.diagnosis import examined, ok

    told = ok("settings", f"camera {settings.camera}, panel {settings.panel}, deck {settings.deck or 'lantern'}.")
    checks = _checks(_Set(settings, data, told), is_running=True)
    return examined((name, check) for name, check in checks if name not in _HELD)


def _checks(known: _Set, *, is_running: bool = False) -> list[tuple[str, Callable[[], Check]]]:
    from companion import damage, datafolder, libraries, machine, running
    from companion.commands.doctor_pin import pin
    from companion.listeners import who_listens
    from hardware import doctor
    from hardware.cameras import source
    from hardware.factory import is_a_pi, kind_of_panel
    from hardware.pins import Pins

    settings, data = known.settings, known.data
    source(settings.camera, _drawn_camera)  # a wrong word is said before anything is looked at
    kind_of_panel(settings.panel)
    port, deck = settings.port, settings.deck or "lantern"
    health = running.health(port) if port and not is_running else None
    is_up = is_running or health is not None
    holder = datafolder.holder(data)

    @cache
    def seen() -> CameraDoctor:
        from hardware.doctor_camera import CameraDoctor  # which needs OpenCV: without it the rest is looked at

        return CameraDoctor(settings.camera, _drawn_camera)

    return [
        ("versions", libraries.versions),
        ("cv2", lambda: libraries.loads("cv2", "OpenCV, which sees")),
        ("libcamera", lambda: libraries.camera_library(is_a_pi=is_a_pi())),
        ("settings", lambda: known.told),
        ("starts", lambda: _starts(data, is_up=is_up or holder is not None, safe=health.safe if health else "")),
        ("camera", lambda: running.as_it_says(seen().camera(), "camera", health)),
        ("mat", lambda: _mat(seen(), settings, deck, data, health)),
        ("view", lambda: doctor.view(settings.view)),
        ("pins", lambda: running.as_it_says(doctor.pins(settings.panel, Pins.of(settings.pins)), "panel", health)),
        ("groups", doctor.groups),
        ("OCR", _ocr),
        ("deck", lambda: _deck(deck, data)),
        ("games", lambda: damage.games(data)),
        ("folder", lambda: datafolder.folder(data, holder, who_listens(port) if is_up else None)),
        ("disk", lambda: machine.disk(data)),
        ("clock", machine.clock),
        ("port", lambda: machine.port(port)),
        ("table", lambda: running.table(health)),
        ("power", doctor.power),
        ("service", machine.service),
        ("PIN", lambda: pin(data, port)),
    ]


def _settled(args: argparse.Namespace) -> _Set:
    """The settings as the table would take them; a file that can't be read is a failed check, and the rest goes on."""
    from dataclasses import replace

    from companion.wiring.decks import data_folder

    folder = args.data or data_folder()
    settings, told = _read(args.config or folder / "settings.toml", is_named=args.config is not None)
    said = {name: getattr(args, name) for name in ("camera", "panel", "deck", "port", "data")}
    settings = replace(settings, **{name: value for name, value in said.items() if value is not None})
    return _Set(settings, settings.data or folder, told)


def _read(path: Path, *, is_named: bool) -> tuple[Settings, Check]:
    from companion.diagnosis import fail, ok
    from companion.errors import Unreadable
    from companion.settings import Settings, load_settings
    from hardware.pins import Pins

    if not is_named and not path.exists():
        return Settings(), ok("settings", "No settings file: all is as usual.")
    try:
        settings = load_settings(path, Pins.of)
    except Unreadable as why:
        return Settings(), fail("settings", str(why), "Mend that line; what follows is looked at as usual.")
    except OSError as why:
        mend = "Give it to this user, or name another: --config FILE."
        return Settings(), fail("settings", f"{path} can't be read ({why.strerror}).", mend)
    seen = f"{path}: camera {settings.camera}, panel {settings.panel}, deck {settings.deck or 'lantern'}."
    return settings, ok("settings", seen)


def _starts(data: Path, *, is_up: bool, safe: str = "") -> Check:
    """`safe`: what the table says that is up, where it is a safe one."""
    from companion.diagnosis import fail, ok, warn
    from companion.starting import Starts

    if safe:
        mend = "Mend what that names or go on with the last good settings; its log says more: journalctl -u companion."
        return fail("starts", safe, mend)
    failures = Starts(data).before()
    if failures.is_enough:
        return fail("starts", f"{failures.say} The next one will be safe.", "Look at its log: journalctl -u companion.")
    if is_up and failures.count == 1:
        return ok("starts", "It is up just now.")
    if failures.count:
        mend = "Where it doesn't come up, its log says why (journalctl -u companion); after three the next one is safe."
        return warn("starts", f"The last start is not known to have come up ({failures.count} in a row).", mend)
    return ok("starts", "The last one came up, or there was none.")


def _sentence(check: Check) -> str:
    said = f"{_SIGNS[check.verdict.value]}  {check.name:<9} {check.seen}"
    return f"{said}\n                {check.mend}" if check.mend else said


def _mat(seen: CameraDoctor, settings: Settings, deck: str, data: Path, health: Health | None) -> Check:
    """With a deck that isn't taught, whatever can be said without it. `health`: of a table that may have the camera."""
    from companion import running
    from companion.diagnosis import Verdict
    from companion.errors import CompanionError
    from companion.wiring.decks import find_deck
    from models.proportions import CARD_MM

    if health is not None and health.sees and seen.camera().verdict is Verdict.FAIL and settings.view.line is None:
        return running.mat(health)
    try:
        edition = find_deck(deck, data)
    except CompanionError:
        return seen.mat(settings, CARD_MM)
    return seen.mat(settings, edition.card_mm, lambda: list(edition.plates.values()))


def _ocr() -> Check:
    from companion.diagnosis import ok, warn
    from models import ocr

    if ocr.is_there():
        return ok("OCR", "tesseract is installed.")
    return warn("OCR", "tesseract is missing: decks are taught without it.", "sudo apt-get install tesseract-ocr")


def _deck(said: str, data: Path) -> Check:
    from companion.diagnosis import fail, ok
    from companion.errors import CompanionError
    from companion.wiring.decks import find_deck

    try:
        edition = find_deck(said, data)
    except CompanionError as why:
        return fail("deck", f"{said} can't be used.", str(why))
    return ok("deck", f"{said} is taught: {_cards(edition)} faces.")


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
    if not 0 <= number < 65536:
        raise argparse.ArgumentTypeError(f"{said} is no port: say a number from 0 (any that is free) to 65535")
    return number
