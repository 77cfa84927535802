"""`companion teach`: learn a printed deck from pictures of its cards."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.complain import complain

if TYPE_CHECKING:
    from models.edition import Edition

EXAMPLE = "companion teach tin --from photos/tin"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("name", metavar="NAME", help="how the deck is to be called")
    parser.add_argument(
        "--from",
        dest="source",
        metavar="FOLDER",
        required=True,
        type=Path,
        help="a picture a card: R1.jpg, ... back.jpg",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="the deck's own folder (default: in the data folder)")
    parser.add_argument("--card", metavar="63x88", help="a card's width and height in mm (default: by its proportions)")
    parser.add_argument("--json", action="store_true", help="a JSON object instead of sentences")


def run(args: argparse.Namespace) -> int:
    """Teaches, writes the deck's folder, and says what is hard to tell apart."""
    from companion.wiring.decks import deck_folder, deck_name
    from models.edition import save
    from models.teaching import card_size, photos_in, teach
    from models.writing import replacing

    name = deck_name(args.name)
    folder = args.out or deck_folder(name)
    size = card_size(args.card) if args.card else None
    photos = photos_in(args.source)
    with replacing(folder) as fresh:  # opened before the work, so that a folder that can't be written is told at once
        edition = teach(name, photos, size)
        save(edition, fresh)
    print(json.dumps(_report(edition, folder)) if args.json else _sentences(edition, folder))
    _warn(edition)
    return 0


def _report(edition: Edition, folder: Path) -> dict[str, object]:
    from models import ocr

    return {
        "deck": edition.name,
        "folder": str(folder),
        "suits": edition.suits,
        "faces": len(edition.plates),
        "card_mm": edition.card_mm,
        "alike": [{"pair": [pair.one, pair.other], "margin": pair.margin} for pair in edition.alike],
        "ranks_read": dict(edition.ranks_read),
        "ocr": ocr.is_there(),
    }


def _sentences(edition: Edition, folder: Path) -> str:
    pairs = ", ".join(f"{pair.one} and {pair.other} ({pair.margin:g})" for pair in edition.alike)
    read = " ".join(f"{code}:{text or '-'}" for code, text in edition.ranks_read.items())
    return "\n".join(
        [
            f"{edition.name}: {len(edition.plates)} faces learned, suits {edition.suits}, into {folder}.",
            f"Most alike, with how far apart they are (under 1 is too close): {pairs}.",
            f"Ranks as OCR read them (- where it saw none): {read}." if read else "Ranks were not checked.",
        ]
    )


def _warn(edition: Edition) -> None:
    """What a person should look at: a rank that contradicts the picture's name, or that nobody checked."""
    from models import ocr

    doubted = [f"a {text} on {code}" for code, text in edition.ranks_read.items() if text not in ("", code[1])]
    if doubted:
        complain(f"OCR read {', '.join(doubted)}: check that these pictures carry the right names.")
    if not ocr.is_there():
        complain("tesseract is not installed, so ranks were not checked: install tesseract-ocr for that.")
