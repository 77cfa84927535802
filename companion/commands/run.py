"""`companion run`: the table: camera, buttons, lamps, scoreboard. It goes on with the game that was on."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.settings import Settings
    from companion.wiring.live import Parts

EXAMPLE = "companion run --deck tin --port 8080"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name; each goes before the settings file."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="a settings file (TOML)")
    parser.add_argument("--camera", metavar="SPEC", help="auto, picamera2[:N], usb[:N], file:PATH, simulated, none")
    parser.add_argument("--panel", metavar="SPEC", help="auto, gpio, mock, none")
    parser.add_argument("--deck", help="a taught deck's name or folder (default: lantern)")
    parser.add_argument("--host", help="the address to listen at (default: 0.0.0.0, the whole home network)")
    parser.add_argument("--port", type=int, help="the page's port (default: 8080)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")


def run(args: argparse.Namespace) -> int:
    """Until it is told to stop."""
    from companion.commands.serving import serve

    return serve(_parts(settled(args)))


def settled(args: argparse.Namespace) -> Settings:
    """The settings file with what the command line says instead."""
    from dataclasses import replace

    from companion.settings import Settings, load_settings

    settings = load_settings(args.config) if args.config else Settings()
    said = {name: getattr(args, name) for name in ("camera", "panel", "deck", "host", "port", "data")}
    return replace(settings, **{name: value for name, value in said.items() if value is not None})


def _parts(settings: Settings) -> Parts:
    from companion.wiring.decks import data_folder, find_deck
    from companion.wiring.live import Parts
    from hardware.drawn import DrawnCamera, DrawnEvening

    edition = find_deck(settings.deck or "lantern")

    def drawn() -> DrawnCamera:
        return DrawnCamera(edition.plates, edition.card_mm, DrawnEvening(is_endless=True))

    return Parts(settings, edition, settings.data or data_folder(), drawn)
