"""What pages may see of the table beside its state, and ask of it: values past pixels, one picture, and Protocols.

Law: a picture shows the table's rectangle and the markers' patches, all else is black; it is made only when asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Protocol

from companion.sentences import say

if TYPE_CHECKING:
    from companion.rules.setup import Setup

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom in millimetres from the top left marker's centre."""

ZONES = ("fireworks", "discards", "deck")
ZONE_WORDS = {"fireworks": say("fireworks"), "discards": say("discards"), "deck": say("deck")}


@dataclass(frozen=True, slots=True)
class Judged:
    """One thing about the picture, in words. `what`: mat, size, light, focus or glare; `is_good`: nothing to mend."""

    what: str
    is_good: bool
    say: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as it looks now. `jpeg`: the picture; `area_mm`: what of the table it shows, seen from straight above;
    None where no mat is found, and the picture is the camera's own, black but for the markers that are seen."""

    jpeg: bytes = field(repr=False)
    area_mm: Rectangle | None
    judged: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """What the camera sees lying there: `tops` by suit letter, `discards` as codes; `say`: that in a sentence."""

    tops: Mapping[str, str]
    discards: tuple[str, ...]
    say: str


class TableCamera(Protocol):
    """The table's camera, for pages. Every method raises CameraError where no picture comes."""

    def view(self) -> TableView:
        """The table now; two that ask within a moment get the same picture."""
        ...

    def begin_trying(self) -> None:
        """From now on nothing that is laid is counted, until `end_trying`, or until nobody has asked for a while."""
        ...

    def end_trying(self) -> None:
        """The table is looked at afresh: what lies there then is compared with the game."""
        ...

    @property
    def is_trying(self) -> bool:
        """Whether nothing is counted now."""
        ...

    def tell_cards(self) -> str:
        """What it reads of the cards laid since `begin_trying`, in a sentence."""
        ...

    def lying(self, setup: Setup) -> Lying:
        """What lies there, as a game of this setup has it."""
        ...


class Zoning(Protocol):
    """The zones of the mat."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """The mat's width and height."""
        ...

    @property
    def zones(self) -> Mapping[str, Rectangle]:
        """Where the zones lie now: fireworks, discards, deck."""
        ...

    def move(self, zones: Mapping[str, Rectangle], *, even_with_cards: bool) -> str:
        """Moves them and keeps that; a sentence on what was done. Refused while cards lie there, unless that is meant;
        Unreadable for zones that can't be."""
        ...


@dataclass(frozen=True, slots=True)
class FaceLearned:
    """One face of a deck being taught. `read`: the rank that OCR saw, `` for none; `clearly`: how often it was read in
    other light, 0 to 1; `is_weak`: worth another picture."""

    code: str
    read: str
    clearly: float
    is_weak: bool


@dataclass(frozen=True, slots=True)
class TeachingState:
    """How far a deck is. `step`: none, ready (for cards to be laid out: nothing is counted), looking, learning,
    learned, failed; `say`: that in a sentence.

    `doubts`: what OCR contradicts; `pairs`: the faces most alike, with how far apart they are; `has_ocr`: tesseract is
    installed; `has_picture`: other rows can be tried on the picture that was taken;
    `missing`: cards not found among the others, to be taken alone.
    """

    step: str = "none"
    say: str = ""
    rows: tuple[str, ...] = ()
    faces: tuple[FaceLearned, ...] = ()
    pairs: tuple[tuple[str, str, float], ...] = ()
    doubts: tuple[str, ...] = ()
    has_ocr: bool = True
    has_picture: bool = False
    missing: tuple[str, ...] = ()
    version: int = 0

    @property
    def is_busy(self) -> bool:
        """Whether something is being done just now."""
        return self.step in ("looking", "learning")


class Names(Protocol):
    """The names of who played here before."""

    def known(self) -> Sequence[str]:
        """The latest first."""
        ...


class DeckTeaching(Protocol):
    """Decks: the one in use, those that are known, and one being taught, off the table's thread."""

    @property
    def in_use(self) -> str:
        """The name of the deck that the table reads with."""
        ...

    def known(self) -> Sequence[str]:
        """The names of the decks that there are."""
        ...

    def state(self) -> TeachingState:
        """How far the deck being taught is."""
        ...

    def begin(self) -> None:
        """Cards are about to be laid out: nothing is counted from now on."""
        ...

    def take(self, rows: Sequence[str], *, again: bool = False) -> None:
        """Takes a picture of these rows on the mat (or has the last one show these rows, where not `again`) and learns
        them, with the rows of earlier pictures, beside everything else. Refused while that is under way; Unreadable
        for rows that can't be."""
        ...

    def take_face(self, code: str) -> None:
        """Takes a picture of this one card, alone on the mat, and learns it anew."""
        ...

    def face(self, code: str) -> bytes | None:
        """A face as it was cut out, as a small jpeg; None where there is none."""
        ...

    def keep(self, name: str, *, instead: bool) -> str:
        """Keeps the deck under this name and reads with it from now on; a sentence on that. Refused where there is one
        of that name, unless it is to be replaced."""
        ...

    def use(self, name: str) -> str:
        """Reads with this deck from now on; a sentence on that."""
        ...

    def drop(self) -> None:
        """Forgets what was being taught."""
        ...


class DeckShown(Protocol):
    """The deck that the table reads with, as a page shows it."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def face(self, code: str) -> bytes | None:
        """A face of it as a small jpeg; None where it has no such card."""
        ...


class Papers(Protocol):
    """What is printed of this table, each a PDF made when asked for. Raises Refused where it can't be made."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """The mat's width and height."""
        ...

    def markers(self, paper: str) -> bytes:
        """The four corner markers on one sheet. `paper`: a4, a3 or letter."""
        ...

    def mat(self, paper: str) -> bytes:
        """The whole mat with the zones as they lie now, over as many sheets as it takes."""
        ...

    def wiring(self, paper: str) -> bytes:
        """This table's pins, and what hangs on each; of a size of its own."""
        ...

    def deck(self, paper: str) -> bytes:
        """How legible the deck in use is, face by face."""
        ...


class Reports(Protocol):
    """Packs what helps others to find out what went wrong; sends it to nobody."""

    @property
    def has_recording(self) -> bool:
        """Whether the table is being recorded, so that the last minute of it goes in."""
        ...

    def pack(self, *, with_names: bool) -> BinaryIO:
        """A zip file, of 20 MB at most. Raises Refused while another one is being made."""
        ...


@dataclass(frozen=True, slots=True)
class Shows:
    """All that pages are given of the table. `camera` and what needs it: None at a table without one; `deck`,
    `papers`, `reports`: None where there are none."""

    names: Names | None = None
    camera: TableCamera | None = None
    zoning: Zoning | None = None
    teaching: DeckTeaching | None = None
    deck: DeckShown | None = None
    papers: Papers | None = None
    reports: Reports | None = None
