"""`companion recognise`: which cards lie where in still pictures."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING


if TYPE_CHECKING:
    from companion.sight.look import StillLook

EXAMPLE = "companion recognise table.jpg --deck lantern"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", type=Path, help="a jpg or png")
    parser.add_argument("--deck", default="lantern", help="a taught deck's name or folder (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="a JSON object a picture instead of sentences")


def run(args: argparse.Namespace) -> int:
    """0 where every picture was read; a picture that can't be is told, the others are read, and the status is 2."""
    import cv2
    import numpy as np

    from companion.sight.look import look
    from companion.wiring import find_deck

    edition = find_deck(args.deck)
    reader, status = edition.reader(), 0
    for path in args.images:
        try:
            data = np.frombuffer(path.read_bytes(), np.uint8)
            picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
        except OSError as why:
            picture, status = None, _complain(f"{path}: {why.strerror}.")
            continue
        if picture is None:
            status = _complain(f"{path} can't be read as a picture.")
            continue
        found = look(reader, np.asarray(picture, np.uint8), edition.card_mm)
        print(json.dumps(_line(path, found)) if args.json else _sentence(path, found))
    return status


def _complain(sentence: str) -> int:
    print(f"companion: {sentence}", file=sys.stderr)
    return 2


def _line(path: Path, found: StillLook) -> dict[str, object]:
    from companion.sight.reader import reading_of
    from companion.sight.rectify import through
    from companion.table.layout import zone_of

    cards: list[dict[str, object]] = []
    for match in found.clear:
        zone = None
        if found.mat is not None:
            a, b, c, d = ((float(x), float(y)) for x, y in through(found.mat.to_mm, match.quad))
            zone = zone_of((a, b, c, d)).value
        confidence = round(reading_of(match).confidence, 3)
        cards.append({"card": match.code, "confidence": confidence, "corners": _corners(match.quad), "zone": zone})
    unsure = [
        {"guesses": {str(card): round(p, 3) for card, p in reading_of(match).guesses}, "corners": _corners(match.quad)}
        for match in found.unsure
    ]
    return {"image": str(path), "mat": found.mat is not None, "cards": cards, "unsure": unsure}


def _corners(quad: object) -> list[list[float]]:
    import numpy as np

    return [[round(float(x), 1), round(float(y), 1)] for x, y in np.asarray(quad)]


def _sentence(path: Path, found: StillLook) -> str:
    cards = ", ".join(match.code for match in found.clear) or "no card"
    unsure = f"; {len(found.unsure)} more that may be cards" if found.unsure else ""
    return f"{path}: {cards}{unsure}{'' if found.mat else ' (no mat in the picture)'}."


