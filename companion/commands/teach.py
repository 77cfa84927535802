"""`companion teach`: learn a printed deck from pictures of its cards."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

EXAMPLE = "companion teach tin --from photos/tin"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("name", metavar="NAME", help="how the deck is to be called")
    parser.add_argument("--from", dest="source", required=True, type=Path, help="a folder with a picture a card: R1.jpg, ... back.jpg")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the deck's folder (default: decks/NAME in the data folder)")
    parser.add_argument("--card", metavar="63x88", help="a card's width and height in mm (default: by its proportions)")
    parser.add_argument("--json", action="store_true", help="a JSON object instead of sentences")


def run(args: argparse.Namespace) -> int:
    """Teaches, writes the deck's folder, and says what is hard to tell apart."""
    from companion.wiring import deck_folder, deck_name
    from models import ocr
    from models.edition import save
    from models.teaching import card_size, photos_in, teach

    name = deck_name(args.name)
    folder = args.out or deck_folder(name)
    size = card_size(args.card) if args.card else None
    photos = photos_in(args.source)
    folder.mkdir(parents=True, exist_ok=True)  # said before the work, where it can't be written
    edition = teach(name, photos, size)
    save(edition, folder)
    doubted = {code: text for code, text in edition.ranks_read.items() if text not in ("", code[1])}
    if args.json:
        report = {
            "deck": name,
            "folder": str(folder),
            "suits": edition.suits,
            "faces": len(edition.plates),
            "card_mm": edition.card_mm,
            "alike": [{"pair": [p.one, p.other], "margin": p.margin} for p in edition.alike],
            "ranks_read": dict(edition.ranks_read),
            "ocr": ocr.is_there(),
        }
        print(json.dumps(report))
    else:
        print(f"{name}: {len(edition.plates)} faces learned, suits {edition.suits}, into {folder}.")
        pairs = ", ".join(f"{p.one} and {p.other} ({p.margin:g})" for p in edition.alike)
        print(f"Most alike, with how far apart they are (under 1 is too close): {pairs}.")
        read = " ".join(f"{code}:{text or '-'}" for code, text in edition.ranks_read.items())
        print(f"Ranks as OCR read them: {read}." if read else "Ranks were not checked.")
    if doubted:
        said = ", ".join(f"a {text} on {code}" for code, text in doubted.items())
        print(f"companion: OCR read {said}: check that these pictures carry the right names.", file=sys.stderr)
    if not ocr.is_there():
        print("companion: tesseract is not installed, so ranks were not checked: install tesseract-ocr for that.", file=sys.stderr)
    return 0
