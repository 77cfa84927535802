"""A table to be watched without threads: a recording, or a drawn game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.eyes.eyes import Eyes
    from companion.eyes.first import Keep
    from companion.rules.game import Game
    from companion.watching import Watching
    from models.edition import Edition

Corners = tuple[tuple[float, float], ...]


def watching(game: Game, edition: Edition, *, corners: Corners | None = None, debug: Path | None = None) -> Watching:
    """A table watched with this deck. `corners`: the mat by hand, in pixels; `debug`: a folder for what was seen."""
    from companion.watching import Watching

    return Watching(game, eyes_for(edition, corners=corners, debug=debug))


def eyes_for(
    edition: Edition,
    *,
    corners: Corners | None = None,
    debug: Path | None = None,
    mat_mm: tuple[float, float] = (800.0, 500.0),
    deck_mm: tuple[float, float, float, float] = (640.0, 250.0, 760.0, 460.0),
    keep: Keep | None = None,
) -> Eyes:
    """Eyes that know this deck."""
    import cv2
    import numpy as np

    from companion.eyes.eyes import Eyes
    from companion.eyes.notes import PictureNotes

    cv2.setNumThreads(1)  # the page must never wait for sight, and one is as fast on pictures this small
    by_hand = None if corners is None else np.array(corners, np.float32)
    notes = PictureNotes(debug, edition.plates) if debug is not None else None
    return Eyes(
        edition.reader(),
        edition.card_mm,
        corners=by_hand,
        mat_mm=mat_mm,
        deck_mm=deck_mm,
        notes=notes,
        keep=keep,
        faces=list(edition.plates.values()),
    )
