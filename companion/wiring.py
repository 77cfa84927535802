"""Who is who: the only module that knows every room. Decks by name, tables by their parts.

Law: nothing is opened at import; every function says what it needs.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import Unreadable

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.watching import Watching
    from models.edition import Edition

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def data_folder() -> Path:
    """Where taught decks and games are kept: COMPANION_DATA, else the user's own data folder."""
    said = os.environ.get("COMPANION_DATA")
    if said:
        return Path(said)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "hanabi-companion"


def deck_name(text: str) -> str:
    """A deck's name, checked. Raises Unreadable."""
    if not _NAME.fullmatch(text):
        raise Unreadable(f"{text!r} can't be a deck's name: use up to 40 small letters, digits, - and _.")
    return text


def deck_folder(name: str) -> Path:
    """Where a deck taught by the user lies."""
    return data_folder() / "decks" / name


def shipped_decks() -> dict[str, Path]:
    """The decks that come with the product, by name."""
    import models

    root = Path(models.__file__).parent
    return {path.parent.name: path.parent for path in sorted(root.glob("*/deck.toml"))}


def find_deck(said: str) -> Edition:
    """The deck of this name or in this folder. Raises Unreadable with the names there are."""
    from models.edition import load

    if (Path(said) / "deck.toml").is_file() or "/" in said:
        return load(Path(said))
    for folder in (deck_folder(said), shipped_decks().get(said)):
        if folder is not None and (folder / "deck.toml").is_file():
            return load(folder)
    own = sorted(path.parent.name for path in (data_folder() / "decks").glob("*/deck.toml"))
    known = ", ".join(dict.fromkeys([*own, *shipped_decks()])) or "none yet"
    raise Unreadable(f"There is no taught deck {said!r} (known: {known}): run companion teach {said} --from FOLDER.")


def watching(
    game: Game, edition: Edition, *, corners: tuple[tuple[float, float], ...] | None = None, debug: Path | None = None
) -> Watching:
    """A table watched with this deck. `corners`: the mat by hand, in pixels; `debug`: a folder for pictures of what was seen."""
    import cv2
    import numpy as np

    from companion.eyes.eyes import Eyes
    from companion.watching import Watching

    cv2.setNumThreads(2)  # the page must never wait for sight
    by_hand = None if corners is None else np.array(corners, np.float32)
    return Watching(game, Eyes(edition.reader(), edition.card_mm, corners=by_hand))
