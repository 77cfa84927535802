"""`companion mat`: print the mat's corner markers, or the whole mat."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from pathlib import Path

from companion.errors import Unreadable

EXAMPLE = "companion mat mat.pdf --paper a4"

_LEAST_MM, _MOST_MM = 200, 3000


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("out", metavar="OUT.pdf", type=Path, help="the file to write")
    parser.add_argument("--paper", choices=("a4", "a3", "letter"), default="a4", help="default: %(default)s")
    parser.add_argument(
        "--size", default="800x500", metavar="800x500", help="mm between the markers' centres (default: %(default)s)"
    )
    parser.add_argument("--zones", action="store_true", help="the whole mat, over as many sheets as it takes")


def run(args: argparse.Namespace) -> int:
    """Writes the PDF and says how to print it."""
    from hardware.mat.pdf import pdf
    from hardware.mat.sheets import corner_sheet, mat_sheets

    if args.out.suffix.lower() != ".pdf":
        raise Unreadable(f"The mat is a PDF: name a file that ends in .pdf, not {str(args.out)!r}.")
    size = mat_size(args.size)
    sheets = mat_sheets(args.paper, size) if args.zones else [corner_sheet(args.paper, size)]
    _write(args.out, pdf(sheets, f"Hanabi mat, {size[0]:g} x {size[1]:g} mm"))
    count = "1 sheet" if len(sheets) == 1 else f"{len(sheets)} sheets"
    print(f"{args.out}: {count} of {args.paper}. Print at 100 % (actual size); a black square then measures 40 mm.")
    return 0


def mat_size(text: str) -> tuple[float, float]:
    """`800x500` as (800.0, 500.0). Raises Unreadable."""
    width, _, height = text.lower().partition("x")
    try:
        size = float(width), float(height)
    except ValueError:
        size = (0.0, 0.0)
    if not all(_LEAST_MM <= side <= _MOST_MM for side in size):
        raise Unreadable(f"{text!r} is no mat's size: write width x height in millimetres, as in 800x500.")
    return size


def _write(path: Path, data: bytes) -> None:
    """Beside first, so that a full disk costs no mat that was there."""
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_bytes(data)
        os.replace(fresh, path)
    except OSError as why:
        with suppress(OSError):
            fresh.unlink()
        raise Unreadable(f"{path} can't be written ({why.strerror}): name another file.") from None
