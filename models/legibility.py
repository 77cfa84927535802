"""How legible a taught deck is, as a PDF: every face small, what it is taken for, how clearly, and what OCR read; the
pairs most alike; and the bars that a reading must clear.

Law: each face is read anew by the deck's own reader, so that the paper says what the table does; the same deck makes
the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from companion.rules.cards import RANKS, Suit
from companion.sight.reader import BACK, Reader
from models.edition import Edition
from models.selftest import WEAK
from models.thumbnails import small_face

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
_MARGIN, _FACE_MM, _ROW_MM, _LINE = 14.0, 22.0, 38.0, 5.0
_BLACK, _GREY = 0.0, 0.35


@dataclass(frozen=True, slots=True)
class FaceRead:
    """One face, read by the deck's own reader. `taken_for`: the card it was taken for, empty for none; `is_clear`:
    believed at one look; `clearly`: the share of tries in other light in which it was, None where nobody tried;
    `ocr`: the rank that OCR read, empty for none."""

    code: str
    taken_for: str
    is_clear: bool
    clearly: float | None
    ocr: str

    @property
    def is_doubtful(self) -> bool:
        """Whether somebody should look at it, and perhaps teach it again."""
        is_weak = self.clearly is not None and self.clearly < WEAK
        return self.taken_for != self.code or not self.is_clear or is_weak or self.ocr not in ("", self.code[1])


def faces_read(edition: Edition) -> tuple[FaceRead, ...]:
    """Every card of the deck, in the order of the suits."""
    reader = edition.reader()
    codes = [f"{suit}{rank}" for suit in edition.suits for rank in RANKS]
    return tuple(_read(edition, reader, code) for code in codes)


def report(edition: Edition, paper: str = "a4") -> bytes:
    """The PDF. Raises KeyError for a paper that isn't among PAPERS."""
    return _Pages(edition, PAPERS[paper]).written()


def _read(edition: Edition, reader: Reader, code: str) -> FaceRead:
    plate = edition.plates[code]
    height, width = plate.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    match = reader.match(plate, [whole])
    taken_for = "" if match is None else match.code
    is_clear = match is not None and match.is_clear
    return FaceRead(code, taken_for, is_clear, edition.clearly.get(code), edition.ranks_read.get(code, ""))


class _Pages:
    """The paper being written, from the top downwards; a new sheet where one is full."""

    def __init__(self, edition: Edition, size_mm: tuple[float, float]) -> None:
        self._edition = edition
        self._width, self._height = size_mm
        self._file = BytesIO()
        self._canvas = Canvas(self._file, pagesize=(size_mm[0] * mm, size_mm[1] * mm), invariant=1)
        self._canvas.setTitle(f"How legible the deck {edition.name} is")
        self._y = _MARGIN

    def written(self) -> bytes:
        """All of it."""
        faces = faces_read(self._edition)
        self._heading(faces)
        for letter in self._edition.suits:
            self._suit(Suit(letter), [face for face in faces if face.code[0] == letter])
        self._pairs()
        self._bars()
        self._canvas.save()
        return self._file.getvalue()

    def _heading(self, faces: Sequence[FaceRead]) -> None:
        edition = self._edition
        self._words(f"How legible the deck {edition.name} is", 6.0, _BLACK, 9.0)
        taught = f"Taught on {edition.taught_on} out of {edition.photos} photos, by version {edition.software or '?'}."
        card = f"A card measures {edition.card_mm[0]:g} x {edition.card_mm[1]:g} mm."
        self._words(f"{taught} {card}")
        doubtful = [face.code for face in faces if face.is_doubtful]
        said = f"Look at these again: {', '.join(doubtful)}." if doubtful else "Nothing needs to be taught again."
        self._words(f"{len(faces)} faces. {said}")
        self._words("Under each face: what it is taken for; how often it was clear in other light; what OCR read.")

    def _suit(self, suit: Suit, faces: Sequence[FaceRead]) -> None:
        self._room(_LINE + _ROW_MM)
        self._y += 1.5
        self._words(f"{suit.english.capitalize()} ({suit.letter})", 4.0, _BLACK)
        step = (self._width - 2 * _MARGIN) / len(RANKS)
        for place, face in enumerate(faces):
            self._face(face, _MARGIN + place * step)
        self._y += _ROW_MM

    def _face(self, face: FaceRead, left: float) -> None:
        picture = ImageReader(BytesIO(small_face(self._edition.plates[face.code])))
        wide, high = picture.getSize()
        bottom = self._height - self._y - _FACE_MM
        self._canvas.drawImage(picture, left * mm, bottom * mm, _FACE_MM * wide / high * mm, _FACE_MM * mm)
        at = self._y + _FACE_MM + 3.6
        shade = _BLACK if face.is_doubtful else _GREY
        for line in _under(face):
            self._at(left, at, line, 2.9, shade)
            at += 3.6

    def _pairs(self) -> None:
        self._room(_LINE * (2 + len(self._edition.alike)))
        self._words("The pairs most alike, and how many times the doubt of one they are apart", 4.0, _BLACK, 6.0)
        for pair in self._edition.alike:
            self._words(f"{pair.one} and {pair.other}: {pair.margin:.2f}")
        self._y += 3.0

    def _bars(self) -> None:
        bars = self._edition.taught.clear
        self._room(_LINE * (3 + len(bars)))
        self._words(
            "The threshold: one look is believed that clears one of these bars, else you are asked", 4.0, _BLACK
        )
        for bar in bars:
            self._words(
                f"nearer than {bar.distance:g} to what was taught, the next card {bar.margin:g} times as far, "
                f"{bar.alike:g} alike, {bar.lead:g} more than any other"
            )
        self._words(f"A face clearly read in less than {WEAK:.0%} of the tries is weak: teach it again.")

    def _room(self, height: float) -> None:
        """Makes sure that so many millimetres are left on the sheet."""
        if self._y + height > self._height - _MARGIN:
            self._canvas.showPage()
            self._y = _MARGIN

    def _words(self, text: str, size: float = 3.4, shade: float = _GREY, step: float = _LINE) -> None:
        self._at(_MARGIN, self._y + size, text, size, shade)
        self._y += step

    def _at(self, x: float, y: float, text: str, size: float, shade: float) -> None:
        self._canvas.setFillGray(shade)
        self._canvas.setFont("Helvetica", size * mm)
        self._canvas.drawString(x * mm, (self._height - y) * mm, text)


def _under(face: FaceRead) -> tuple[str, str, str]:
    """The three lines under a face."""
    taken = "taken for nothing" if not face.taken_for else f"taken for {_named(face.taken_for)}"
    tries = "not tried" if face.clearly is None else f"clear in {face.clearly:.0%}"
    return (
        f"{face.code}: {taken}{'' if face.is_clear else ', not sure'}",
        tries,
        f"OCR read {face.ocr}" if face.ocr else "OCR read nothing",
    )


def _named(code: str) -> str:
    return "the back" if code == BACK else code
