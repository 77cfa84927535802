"""What pages show and print of one table: faces of its deck, and its mat, wiring and legibility as PDFs.

Law: each paper is made when it is asked for, one at a time, and none is kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.errors import Refused
from companion.sentences import say
from companion.table.layout import Area
from companion.table.placements import Zone

if TYPE_CHECKING:
    from hardware.mat.sheets import Sheet
    from hardware.pins import Pins
    from models.edition import Edition

_FACE_PX = 132


class DeckInUse:
    """The deck that the table reads with just now."""

    def __init__(self, edition: Callable[[], Edition]) -> None:
        self._edition = edition

    @property
    def name(self) -> str:
        """What it is called."""
        return self._edition().name

    def face(self, code: str) -> bytes | None:
        """A face of it as a small jpeg; None where it has no such card."""
        from models.thumbnails import small_face

        plate = self._edition().plates.get(code)
        return None if plate is None else small_face(plate, _FACE_PX)


class TablePapers:
    """This table's papers. `zones`: where they lie now; `pins`: of the settings; `patience_s`: how long one
    waits for another."""

    def __init__(
        self,
        size_mm: tuple[float, float],
        zones: Callable[[], Mapping[Zone, Area]],
        pins: Pins,
        edition: Callable[[], Edition],
        patience_s: float = 1.0,
    ) -> None:
        self._size_mm, self._zones, self._pins, self._edition = size_mm, zones, pins, edition
        self._patience_s, self._turn = patience_s, threading.Lock()

    @property
    def size_mm(self) -> tuple[float, float]:
        """The mat's width and height."""
        return self._size_mm

    def markers(self, paper: str) -> bytes:
        """The four corner markers on one sheet."""
        from hardware.mat.sheets import corner_sheet

        return self._one_at_a_time(lambda: self._mat([corner_sheet(paper, self._size_mm)]))

    def mat(self, paper: str) -> bytes:
        """The whole mat with the zones as they lie now. Raises NoSuchMat where they don't fit it."""
        from hardware.mat.sheets import mat_sheets

        return self._one_at_a_time(lambda: self._mat(mat_sheets(paper, self._size_mm, self._zones())))

    def wiring(self, paper: str) -> bytes:
        """This table's pins, drawn; of a size of its own."""
        from hardware.wiring import drawn

        return self._one_at_a_time(lambda: drawn(self._pins, ".pdf"))

    def deck(self, paper: str) -> bytes:
        """How legible the deck in use is."""
        from models.legibility import report

        return self._one_at_a_time(lambda: report(self._edition(), paper))

    def _mat(self, sheets: list[Sheet]) -> bytes:
        from hardware.mat.pdf import pdf

        return pdf(sheets, f"Hanabi mat, {self._size_mm[0]:g} x {self._size_mm[1]:g} mm")

    def _one_at_a_time(self, make: Callable[[], bytes]) -> bytes:
        """What that makes. Raises Refused where another paper takes too long."""
        if not self._turn.acquire(timeout=self._patience_s):
            raise Refused(say("Another paper is being made just now: try again in a moment."))
        try:
            return make()
        finally:
            self._turn.release()
