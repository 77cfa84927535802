"""`python -m models.drawing OUT [--style NAME] [--sheet FILE]`: a deck as a folder that `companion teach` reads."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from models.drawing.folder import draw_sheet, write_deck
from models.drawing.style import LANTERN, STYLES


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m models.drawing", description="Draw a deck of fireworks cards.")
    parser.add_argument("out", type=Path, help="the folder to write R1.png ... back.png into")
    parser.add_argument("--style", choices=sorted(STYLES), default=LANTERN.name, help="which deck to draw")
    parser.add_argument("--sheet", type=Path, help="also write the whole deck as one picture, to show it")
    chosen = parser.parse_args()
    written = write_deck(STYLES[chosen.style], chosen.out)
    if chosen.sheet is not None and not cv2.imwrite(str(chosen.sheet), draw_sheet(STYLES[chosen.style])):
        parser.error(f"{chosen.sheet} could not be written")
    print(f"{len(written)} pictures of the deck {chosen.style} in {chosen.out}")


if __name__ == "__main__":
    main()
