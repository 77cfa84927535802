"""Which deck is meant: by its name among the taught and the shipped ones, by its folder, or drawn on the spot."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import Unreadable
from companion.sentences import say

if TYPE_CHECKING:
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
        raise Unreadable(
            say("{text!r} can't be a deck's name: use up to 40 small letters, digits, - and _.", text=text)
        )
    return text


def deck_folder(name: str, data: Path | None = None) -> Path:
    """Where a deck taught by the user lies. `data`: the folder that a command line or the settings name instead of the
    usual one."""
    return (data or data_folder()) / "decks" / name


def shipped_decks() -> dict[str, Path]:
    """The decks that come with the product, by name."""
    import models

    root = Path(models.__file__).parent
    return {path.parent.name: path.parent for path in sorted(root.glob("*/deck.toml"))}


def known_decks(data: Path | None = None) -> list[str]:
    """The names of the decks there are: the user's own first, then those that come with the product."""
    taught = (path.parent.name for path in deck_folder("", data).glob("*/deck.toml"))
    own = sorted(name for name in taught if _NAME.fullmatch(name))
    return list(dict.fromkeys([*own, *shipped_decks()]))


def find_deck(said: str, data: Path | None = None) -> Edition:
    """The deck of this name, taught into `data` or shipped, or in this folder. Raises Unreadable with the names there
    are."""
    from models.edition import load

    if (Path(said) / "deck.toml").is_file() or "/" in said:
        return load(Path(said))
    for folder in (deck_folder(said, data), shipped_decks().get(said)):
        if folder is not None and (folder / "deck.toml").is_file():
            return load(folder)
    known = ", ".join(known_decks(data)) or "none yet"
    raise Unreadable(
        say(
            "There is no taught deck {said!r} (known: {known}): run companion teach {said} --from FOLDER.",
            said=said,
            known=known,
        )
    )


def styled_deck(style: str) -> Edition:
    """A deck drawn and taught on the spot, in a style that nothing was tuned on. Raises Unreadable with the styles
    there are."""
    from models.drawing import STYLES, draw_deck
    from models.teaching import teach

    if style not in STYLES:
        raise Unreadable(
            say("There is no style {style!r}: choose one of {choices}.", style=style, choices=", ".join(sorted(STYLES)))
        )
    chosen = STYLES[style]
    return teach(style, draw_deck(chosen, size=_size(chosen.card_mm)), chosen.card_mm)


def _size(card_mm: tuple[float, float]) -> tuple[int, int]:
    """Pixels enough to teach from: four a millimetre."""
    return round(card_mm[0] * 4), round(card_mm[1] * 4)
