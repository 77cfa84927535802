"""`companion run` as a service needs it: a table that comes up whatever is wrong with its settings, camera or pins.

Law: bad settings are exit status 2 for who typed the command, and a safe table for who can only see the page; three
starts in a row that died are a safe table for both. The games and the PIN are the same at either table.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError, Refused
from companion.sentences import say

if TYPE_CHECKING:
    from companion.settings import Settings
    from companion.starting import Starts
    from companion.wiring.live import Parts
    from models.edition import Edition

ANSWERED_S = 0.5  # so long the page that chose is given to be told

Make = Callable[[argparse.Namespace], "Parts"]


class Choice:
    """What somebody at the safe page chose: to go on with the last good settings, or to try again as it is."""

    def __init__(self, file: Path, good: str | None) -> None:
        self._file, self._good = file, good
        self.is_made = False
        self._end: Callable[[], object] = lambda: None

    def ends(self, end: Callable[[], object]) -> None:
        """What ends the safe table once somebody has chosen."""
        self._end = end

    def make(self, *, with_good: bool) -> None:
        """It is made. Raises Refused where the good settings can't be put back."""
        if with_good:
            self._put_back()
        self.is_made = True
        threading.Timer(ANSWERED_S, self._end).start()

    def _put_back(self) -> None:
        """The good settings in the bad ones' place; those stay beside them under a dated name."""
        from companion.files import move_file, replace_file

        if self._good is None:
            raise Refused(say("No settings have come up here yet: mend those that there are, then try again."))
        aside = self._file.with_name(f"{self._file.name}.bad.{time.strftime('%Y%m%d-%H%M%S')}")
        try:
            if self._file.exists():
                move_file(self._file, aside)
            replace_file(self._file, self._good)
        except OSError as why:
            raise Refused(
                say("{file} can't be written ({why}): mend it by hand.", file=self._file, why=why.strerror)
            ) from why


def run_safely(args: argparse.Namespace, file: Path, make: Make) -> int:
    """Runs the table that `make` makes of the words, or a safe one; anew where somebody at the safe one says so.
    `file`: its settings, if it is there."""
    from companion.commands.serving import serve

    while True:
        parts, starts, choice = _wanted(args, file, make)
        status = serve(parts, tells_decisions=True, starts=starts, choice=choice)
        if choice is None or not choice.is_made:
            return status


def _wanted(args: argparse.Namespace, file: Path, make: Make) -> tuple[Parts, Starts, Choice | None]:
    from companion.starting import Starts
    from companion.wiring.decks import data_folder

    text = _text_of(file)
    try:
        parts = make(args)
    except (CompanionError, OSError) as why:
        if not _is_service():
            raise
        starts = Starts(args.data or data_folder(), text)
        return _safe(args, starts, file, str(why), None)
    starts = Starts(parts.data, text)
    before = starts.before()
    if before.is_enough:
        return _safe(args, starts, file, before.say, parts.settings)
    return replace(parts, begun=starts.begin), starts, None


def _safe(
    args: argparse.Namespace, starts: Starts, file: Path, reason: str, settings: Settings | None
) -> tuple[Parts, Starts, Choice]:
    """A table without camera and pins, which tells why and what can be done."""
    from companion.settings import Settings
    from companion.wiring.decks import data_folder
    from companion.wiring.live import Parts
    from hardware.drawn import DrawnCamera, DrawnEvening
    from web.safe import Safe

    good = starts.good()
    settings = settings or _readable(good) or Settings()
    words = {name: said for name in ("host", "port") if (said := getattr(args, name)) is not None}
    settings = replace(settings, camera="none", panel="none", deck=None, **words)
    data = args.data or settings.data or data_folder()
    edition = _deck()
    choice = Choice(file, good)
    safe = Safe(reason, None if good == _text_of(file) else good, choice.make)

    def drawn() -> DrawnCamera:
        return DrawnCamera(edition.plates, edition.card_mm, DrawnEvening())

    return Parts(settings, edition, data, drawn, settings_file=file, safe=safe), starts, choice


def _deck() -> Edition:
    """The deck that comes with the program. A table without a camera reads no card: where its files are damaged, one
    without faces does."""
    from companion.wiring.decks import find_deck

    try:
        return find_deck("lantern")
    except (CompanionError, OSError):
        return _without_faces("lantern")


def _without_faces(name: str) -> Edition:
    import numpy as np

    from companion.sight.discriminant import Discriminant
    from companion.sight.pixels import CARD_H, CARD_W
    from companion.sight.reader import Taught
    from models.edition import Edition
    from models.proportions import CARD_MM

    nothing, pictures = np.zeros((0, 0), np.float32), np.zeros((0, CARD_H, CARD_W, 3), np.uint8)
    taught = Taught((), Discriminant(nothing, nothing), pictures.astype(np.float32), pictures)
    return Edition(name, "", CARD_MM, {}, taught)


def _readable(text: str | None) -> Settings | None:
    from companion.errors import Unreadable
    from companion.settings import read_settings

    try:
        return None if text is None else read_settings(text)
    except Unreadable:
        return None


def _text_of(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def _is_service() -> bool:
    """Whether systemd started this program, and not somebody who reads what it complains of."""
    return bool(os.environ.get("NOTIFY_SOCKET"))
