"""How the shipped deck was made: `python -m models.ship` draws it, teaches it, and writes `models/lantern`.

Law: the shipped deck comes from this script alone, so that anybody can make it again.
"""

from __future__ import annotations

from pathlib import Path

from models.drawing import LANTERN, draw_deck
from models.edition import save
from models.teaching import teach
from models.writing import replacing

FOLDER = Path(__file__).parent / LANTERN.name


def main() -> None:
    """Draws, teaches, writes."""
    with replacing(FOLDER) as fresh:
        save(teach(LANTERN.name, draw_deck(LANTERN), LANTERN.card_mm), fresh)


if __name__ == "__main__":
    main()
