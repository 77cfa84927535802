"""`companion teach`: learn a printed deck from pictures of its cards, one by one or laid out in rows."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.complain import complain

if TYPE_CHECKING:
    from companion.settings import View
    from companion.sight.pixels import Picture
    from models.edition import Edition
    from models.proportions import CardSize
    from models.teaching import Shot

EXAMPLE = "companion teach tin --from grid.jpg --rows R,Y,G,B,W"
_ROWS = "R,Y,G,B,W"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("name", metavar="NAME", help="how the deck is to be called")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--from",
        dest="source",
        metavar="SOURCE",
        type=Path,
        help="a folder with a picture a card (R1.jpg, ... back.jpg), or one photo of all cards laid in rows",
    )
    where.add_argument("--camera", metavar="SPEC", help="cards laid in rows under a camera: picamera2, usb, file:PATH")
    parser.add_argument(
        "--rows",
        metavar="R,Y,...",
        help="the suits of the rows from the top, ranks 1 to 5 from the left; `back` for a row with one card face down",
    )
    parser.add_argument(
        "--again", action="store_true", help="the deck is taught already: replace only the faces that are given"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="the deck's own folder (default: in the data folder)")
    parser.add_argument("--card", metavar="63x88", help="a card's width and height in mm, if it is of no usual size")
    parser.add_argument("--json", action="store_true", help="a JSON object instead of sentences")


def run(args: argparse.Namespace) -> int:
    """Teaches, writes the deck's folder, and says what is hard to tell apart."""
    from companion.wiring.decks import deck_folder, deck_name
    from models.edition import load, save
    from models.teaching import card_size
    from models.writing import replacing

    name = deck_name(args.name)
    folder = args.out or deck_folder(name)
    size = card_size(args.card) if args.card else None
    known = load(folder) if args.again else None
    with replacing(folder) as fresh:  # opened before the work, so that a folder that can't be written is told at once
        began = time.monotonic()
        shots, photos, after = _shots(args, known, _sizes(size, known))
        if args.camera is not None:
            began = time.monotonic()  # nobody is hurried in laying cards out
        edition = _taught(name, shots, size, photos, known)
        save(edition, fresh)
    took = time.monotonic() - began
    print(json.dumps(_report(edition, shots, folder, took)) if args.json else _sentences(edition, folder, took))
    if after is not None and not args.json:
        print(_trial(edition, shots, after))
    _warn(edition, shots)
    return 0


def _shots(
    args: argparse.Namespace, known: Edition | None, sizes: Sequence[CardSize]
) -> tuple[Mapping[str, Shot], int, Picture | None]:
    """The cards, located; out of how many photos; and another picture of the same cards where there is one."""
    from companion.pictures import read_picture
    from models.again import shots_again
    from models.rows import rows_named, shots_in
    from models.teaching import Unteachable, photos_in, shots_of

    if args.camera is not None:
        from companion.wiring.gridcam import grid_under

        sat = grid_under(args.camera, rows_named(args.rows or _ROWS), complain, _view(), sizes)
        return sat.shots, 1, sat.after
    if args.rows is not None:
        if args.source.is_dir():
            raise Unteachable(f"{args.source} is a folder: --rows goes with one photo of all the cards.")
        rows = rows_named(args.rows)
        return shots_in(read_picture(args.source), rows, str(args.source), sizes), 1, None
    if known is not None:
        again = shots_again(known, args.source)
        return again, len(again), None
    photos = photos_in(args.source)
    return shots_of(photos), len(photos), None


def _sizes(said: CardSize | None, known: Edition | None) -> Sequence[CardSize]:
    """The sizes that a card may have."""
    from models.proportions import USUAL_MM

    if said is not None:
        return (said,)
    return (known.card_mm, *USUAL_MM) if known is not None else USUAL_MM


def _view() -> View:
    """How the table's camera sees it, as the data folder's own settings say."""
    from companion.settings import View, load_settings
    from companion.wiring.decks import data_folder
    from companion.wiring.settings_file import NAME

    path = data_folder() / NAME
    return load_settings(path).view if path.exists() else View()


def _taught(
    name: str, shots: Mapping[str, Shot], size: tuple[float, float] | None, photos: int, known: Edition | None
) -> Edition:
    from models.again import taught_again
    from models.teaching import teach_shots

    if known is not None:
        return taught_again(known, shots, photos=photos)
    return teach_shots(name, shots, size, photos=photos)


def _trial(edition: Edition, shots: Mapping[str, Shot], after: Picture) -> str:
    """How many of the cards are read in another picture of them, where they still lie."""
    reader = edition.reader()
    clear = [code for code, shot in shots.items() if (m := reader.match(after, [shot.quad])) and m.is_clear]
    return f"Tried at once on the next picture: {len(clear)} of {len(shots)} read."


def _report(edition: Edition, shots: Mapping[str, Shot], folder: Path, took: float) -> dict[str, object]:
    from models import ocr
    from models.doubts import contradictions
    from models.photographs import coarse
    from models.selftest import weak_faces

    return {
        "deck": edition.name,
        "version": edition.version,
        "folder": str(folder),
        "suits": edition.suits,
        "faces": len(edition.plates),
        "photos": edition.photos,
        "card_mm": edition.card_mm,
        "alike": [{"pair": [pair.one, pair.other], "margin": pair.margin} for pair in edition.alike],
        "ranks_read": dict(edition.ranks_read),
        "contradictions": contradictions(edition.ranks_read),
        "clearly_read": dict(edition.clearly),
        "weak": weak_faces(edition.clearly),
        "coarse": coarse({code: shot.quad for code, shot in shots.items()}),
        "ocr": ocr.is_there(),
        "seconds": round(took, 1),
    }


def _sentences(edition: Edition, folder: Path, took: float) -> str:
    from models.selftest import weak_faces

    pairs = ", ".join(f"{pair.one} and {pair.other} ({pair.margin:g})" for pair in edition.alike)
    read = " ".join(f"{code}:{text or '-'}" for code, text in edition.ranks_read.items())
    weak = ", ".join(f"{code} ({edition.clearly[code]:.0%})" for code in weak_faces(edition.clearly))
    version = f", version {edition.version}" if edition.version > 1 else ""
    return "\n".join(
        [
            f"{edition.name}: {len(edition.plates)} faces learned, suits {edition.suits}{version}, into {folder}, "
            f"in {took:.1f} s.",
            f"Most alike, with how far apart they are (under 1 is too close): {pairs}.",
            f"Weak, with how often they were clearly read in other light: {weak}; photograph them again, and teach "
            "those with --again."
            if weak
            else "Every face was read well in light that it was not trained in.",
            f"Ranks as OCR read them (- where it saw none): {read}." if read else "Ranks were not checked.",
        ]
    )


def _warn(edition: Edition, shots: Mapping[str, Shot]) -> None:
    """What a person should look at: a card photographed from far away, a rank that contradicts the picture's name, or
    that nobody checked."""
    from models import ocr
    from models.doubts import contradictions
    from models.photographs import coarse

    for code, height in coarse({code: shot.quad for code, shot in shots.items()}).items():
        complain(
            f"{code} is only {height} pixels high in its picture, less than half as high as most: photograph it again "
            "from nearer, and teach it with --again."
        )
    for sentence in contradictions(edition.ranks_read):
        complain(sentence)
    if not ocr.is_there():
        complain("tesseract is not installed, so ranks were not checked: install tesseract-ocr for that.")
