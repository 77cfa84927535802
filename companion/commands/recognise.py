"""`companion recognise`: which cards lie where in still pictures."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.complain import complain
from companion.errors import Unreadable

if TYPE_CHECKING:
    from companion.sight.look import StillLook
    from companion.sight.mat import Mat
    from companion.sight.pixels import Quad
    from companion.sight.reader import Match

EXAMPLE = "companion recognise table.jpg --deck lantern"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", type=Path, help="a jpg or png")
    parser.add_argument("--deck", default="lantern", help="a taught deck's name or folder (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="a JSON object a picture instead of sentences")


def run(args: argparse.Namespace) -> int:
    """0 where every picture was read; a picture that can't be is told, the others are read, and the status is 2."""
    from companion.pictures import read_picture
    from companion.sight.look import look
    from companion.wiring.decks import find_deck

    edition = find_deck(args.deck)
    reader, status = edition.reader(), 0
    for path in args.images:
        try:
            found = look(reader, read_picture(path), edition.card_mm, list(edition.plates.values()))
        except Unreadable as why:
            complain(str(why))
            status = 2
            continue
        print(json.dumps(_line(path, found)) if args.json else _sentence(path, found), flush=True)
    return status


def _line(path: Path, found: StillLook) -> dict[str, object]:
    return {
        "image": str(path),
        "mat": found.mat is not None,
        "cards": [_card(match, found.mat) for match in found.clear],
        "unsure": [_unsure(match) for match in found.unsure],
    }


def _card(match: Match, mat: Mat | None) -> dict[str, object]:
    from companion.sight.reader import reading_of

    return {
        "card": match.code,
        "confidence": round(reading_of(match).confidence, 3),
        "corners": _corners(match.quad),
        "zone": None if mat is None else _zone(match.quad, mat),
    }


def _unsure(match: Match) -> dict[str, object]:
    from companion.sight.reader import reading_of

    guesses = {str(card): round(chance, 3) for card, chance in reading_of(match).guesses}
    return {"guesses": guesses, "corners": _corners(match.quad)}


def _zone(quad: Quad, mat: Mat) -> str:
    from companion.sight.rectify import through
    from companion.table.layout import zone_of

    a, b, c, d = ((float(x), float(y)) for x, y in through(mat.to_mm, quad))
    return zone_of((a, b, c, d)).value


def _corners(quad: Quad) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in quad]


def _sentence(path: Path, found: StillLook) -> str:
    cards = ", ".join(match.code for match in found.clear) or "no card"
    return f"{path}: {cards}{_more(len(found.unsure))}{'' if found.mat else ' (no mat in the picture)'}."


def _more(unsure: int) -> str:
    if unsure == 0:
        return ""
    return "; one more that may be a card" if unsure == 1 else f"; {unsure} more that may be cards"
