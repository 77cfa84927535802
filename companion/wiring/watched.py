"""A table to be watched without threads: a recording, or a drawn game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.settings import View

if TYPE_CHECKING:
    from companion.album import Album
    from companion.eyes.eyes import Eyes
    from companion.eyes.first import Keep
    from companion.eyes.righted import TableEyes
    from companion.rules.game import Game
    from companion.sight.pixels import Quad
    from companion.watching import Watching
    from models.edition import Edition

Corners = tuple[tuple[float, float], ...]


def watching(
    game: Game,
    edition: Edition,
    *,
    corners: Corners | None = None,
    debug: Path | None = None,
    view: View | None = None,
) -> Watching:
    """A table watched with this deck. `corners`: the mat by hand, in pixels; `debug`: a folder for what was seen;
    `view`: how the camera sees a table without markers."""
    from companion.table.layout import DEFAULT_ZONES, LINE_ZONES
    from companion.table.tracker import Tracker
    from companion.watching import Watching

    zones = LINE_ZONES if view is not None and view.line is not None else DEFAULT_ZONES
    return Watching(game, eyes_for(edition, corners=corners, debug=debug, view=view), Tracker(zones))


def eyes_for(
    edition: Edition,
    *,
    corners: Corners | None = None,
    debug: Path | None = None,
    mat_mm: tuple[float, float] = (800.0, 500.0),
    deck_mm: tuple[float, float, float, float] = (640.0, 250.0, 760.0, 460.0),
    keep: Keep | None = None,
    view: View | None = None,
    album: Album | None = None,
) -> TableEyes:
    """Eyes that know this deck. `corners` go before the view's; `album`: takes a picture of each card laid."""
    import cv2
    import numpy as np

    from companion.eyes.eyes import Eyes
    from companion.eyes.notes import PictureNotes
    from companion.eyes.portraits import Portraits
    from companion.eyes.righted import RightedEyes
    from companion.eyes.without_mat import LineEyes
    from companion.sight.tableline import TableLine

    cv2.setNumThreads(1)  # the page must never wait for sight, and one is as fast on pictures this small
    view = view or View()
    reader = edition.reader()
    notes = PictureNotes(debug, reader.taught, edition.plates) if debug is not None else None
    portraits = Portraits(album) if album is not None else None
    faces = list(edition.plates.values())

    def made(by_hand: Quad | None, size_mm: tuple[float, float], deck: tuple[float, float, float, float]) -> Eyes:
        return Eyes(
            reader if notes is None else notes.reader,
            edition.card_mm,
            corners=by_hand,
            mat_mm=size_mm,
            deck_mm=deck,
            notes=notes or portraits,
            keep=keep,
            faces=faces,
            name=edition.name,
        )

    eyes: TableEyes
    if view.line is not None:
        line = TableLine(view.line, view.fireworks)
        nowhere = (-1.0, -1.0, -1.0, -1.0)
        eyes = LineEyes(
            line,
            reader,
            edition.card_mm,
            lambda quad, size_mm: made(quad, size_mm, nowhere),
            faces=faces,
            scale=view.px_per_mm,
        )
    else:
        said = corners or view.corners
        eyes = made(None if said is None else np.array(said, np.float32), mat_mm, deck_mm)
    if view.swap_red_blue or view.mirrored:
        eyes = RightedEyes(eyes, swap_red_blue=view.swap_red_blue, mirrored=view.mirrored)
    return eyes
