"""`companion run`: the table: camera, buttons, lamps, scoreboard. It goes on with the game that was on."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.settings import Settings
    from companion.wiring.live import Parts
    from hardware.recording import Recording

EXAMPLE = "companion run --deck tin --port 8080"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name; each goes before the settings file."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="a settings file (default: the data folder's own)")
    parser.add_argument("--camera", metavar="SPEC", help="auto, picamera2[:N], usb[:N], file:PATH, simulated, none")
    parser.add_argument("--panel", metavar="SPEC", help="auto, gpio, mock, none")
    parser.add_argument("--deck", help="a taught deck's name or folder (default: lantern)")
    parser.add_argument("--host", help="the address to listen at (default: 0.0.0.0, the whole home network)")
    parser.add_argument("--port", type=int, help="the page's port (default: 8080)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--record", type=Path, metavar="DIR", help="write a recording for companion watch, table alone")


def run(args: argparse.Namespace) -> int:
    """Until it is told to stop."""
    from dataclasses import replace

    from companion.commands.safely import run_safely

    file = settings_file(args)
    return run_safely(
        args, file, lambda words: replace(_parts(settled(words)), record=words.record, settings_file=file)
    )


def settings_file(args: argparse.Namespace) -> Path:
    """The file that is named, else the data folder's own, which need not be there; the set-up page writes it."""
    from companion.wiring.decks import data_folder
    from companion.wiring.settings_file import NAME

    return args.config or (args.data or data_folder()) / NAME


def settled(args: argparse.Namespace) -> Settings:
    """The settings file with what the command line says instead."""
    from dataclasses import replace

    from companion.settings import Settings, load_settings
    from hardware.pins import Pins

    path = settings_file(args)
    settings = load_settings(path, Pins.of) if args.config or path.exists() else Settings()
    said = {name: getattr(args, name) for name in ("camera", "panel", "deck", "host", "port", "data")}
    return replace(settings, **{name: value for name, value in said.items() if value is not None})


def _parts(settings: Settings) -> Parts:
    from dataclasses import replace

    from companion.commands.doctor import beside_a_table
    from companion.rules.agreement import read_setup
    from companion.rules.setup import Setup
    from companion.wiring.decks import data_folder, find_deck
    from companion.wiring.drawn import going_on
    from companion.wiring.live import Parts
    from hardware.drawn import DrawnCamera, DrawnEvening

    recording = _recording(settings.camera)
    if recording is not None:
        said = settings.table or read_setup(recording.setup)
        settings = replace(settings, table=said, deck=settings.deck or recording.deck)
    data, plays = settings.data or data_folder(), settings.table or Setup(DrawnEvening().players)
    edition = find_deck(settings.deck or "lantern", data)

    def drawn() -> DrawnCamera:
        evening = going_on(data, DrawnEvening(players=plays.players, is_endless=True))
        return DrawnCamera(edition.plates, edition.card_mm, evening)

    return Parts(
        settings,
        edition,
        data,
        drawn,
        plays,
        corners=recording.corners if recording else None,
        findings=beside_a_table,
    )


def _recording(camera: str) -> Recording | None:
    """The recording that is to be played, if that is what `--camera` says."""
    from hardware.recording import read_recording

    kind, _, folder = camera.partition(":")
    return read_recording(Path(folder)) if kind == "file" and folder else None
