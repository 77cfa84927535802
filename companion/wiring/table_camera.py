"""The table's camera, as the set-up pages use it: a picture with a judgement, cards tried, and what lies there.

Law: one picture is taken and looked at by one request at a time; what is read here is told to a page and counted
nowhere.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np

from companion.errors import CameraError
from companion.eyes.first import Keep, first_sight
from companion.eyes.hatch import Handed, Hatch
from companion.eyes.millimetres import in_mm
from companion.rules.cards import Card
from companion.rules.setup import Setup
from companion.sentences import Sentence, joined, listed, one_of, say, say_number
from companion.showing import Judged, Lying, TableView
from companion.sight.look import look_at_table
from companion.sight.pixels import Picture
from companion.sight.place import PX_PER_MM
from companion.sight.reader import Match, reading_of
from companion.sight.viewing import PATCH_MM, Shown, inside
from companion.table.layout import Area, zone_of
from companion.table.life import adoption
from companion.table.placements import Zone
from companion.table.tracker import TableCard
from companion.wiring.appraising import appraised
from models.edition import Edition

REST_S = 90.0
"""So long cards are tried without anybody asking; then the table goes on by itself."""

_VIEW_PX_PER_MM = 1.25
_QUALITY = 72
_SAME_S, _STALE_S = 0.35, 6.0
_WAIT_S, _TURN_S, _GLANCE_S = 2.0, 5.0, 0.5
_BLIND_S = 3.0
_PATIENT_S = 8.0  # a table just seen for the first time takes a while
_SAME_PLACE_PX = 20.0 * PX_PER_MM
_NO_PICTURE = say("No picture comes from the camera just now: look at its cable, and at the note on the table's page.")


@dataclass(frozen=True, slots=True)
class _Looked:
    """A view, and when it was made."""

    view: TableView
    made_at: float


class TableSight:
    """Asks the hatch. `edition`: the deck in use; `zones`: where they lie now; `keep`: what lay there last."""

    def __init__(
        self,
        hatch: Hatch,
        edition: Callable[[], Edition],
        zones: Callable[[], Mapping[Zone, Area]],
        keep: Keep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hatch = hatch
        self._edition = edition
        self._zones = zones
        self._keep = keep
        self._clock = clock
        self._turn = threading.Lock()
        self._last: _Looked | None = None
        self._before: tuple[Match, ...] = ()
        self._blind_until = float("-inf")

    @property
    def is_trying(self) -> bool:
        """Whether nothing is counted now."""
        return self._hatch.is_resting

    def view(self) -> TableView:
        """The table now; as it was a moment ago while somebody else looks. Raises CameraError."""
        self._go_on_resting()
        last = self._last
        if last is not None and self._clock() - last.made_at < (_STALE_S if self._turn.locked() else _SAME_S):
            return last.view
        if self._clock() < self._blind_until:
            raise CameraError(_NO_PICTURE)  # so that a dead camera holds no worker for long
        with self._one_at_a_time(_GLANCE_S):
            handed = self._asked(_VIEW_PX_PER_MM)
            self._last = _Looked(self._viewed(handed.shown), self._clock())
            return self._last.view

    def begin_trying(self) -> None:
        """Nothing is counted, and what lies there now is not what is tried. Raises CameraError."""
        with self._one_at_a_time():
            self._hatch.rest(REST_S)
            clear, unsure = self._read()
            self._before = (*clear, *unsure)

    def end_trying(self) -> None:
        """The table is looked at afresh."""
        self._hatch.wake()

    def tell_cards(self) -> str:
        """What it reads of the cards laid since. Raises CameraError."""
        self._go_on_resting()
        with self._one_at_a_time():
            clear, unsure = self._read()
        new = [match for match in clear if not self._lay_before(match)]
        doubtful = [match for match in unsure if not self._lay_before(match)]
        return _told(new, doubtful)

    def lying(self, setup: Setup) -> Lying:
        """What lies there, as a game of this setup has it. Raises CameraError."""
        edition = self._edition()
        with self._one_at_a_time():
            table = self._table()
            found = first_sight(
                edition.reader(), table, edition.card_mm, self._keep.load(), list(edition.plates.values())
            )
        cards = [
            TableCard(number, Card.parse(card.code), zone_of(in_mm(card.quad), self._zones()), in_mm(card.quad))
            for number, card in enumerate(found)
        ]
        taken = adoption(setup, cards)
        codes = tuple(str(card) for card in taken.discards)
        return Lying({suit.letter: str(top) for suit, top in taken.stacks}, codes, _lying(len(cards), taken.stacks))

    # for who teaches a deck

    def picture(self, scale: float) -> Handed:
        """A fine picture of the table. Raises CameraError."""
        return self._asked(scale, _PATIENT_S)

    def begin_resting(self) -> None:
        """Nothing that is laid is counted from now on, for a while."""
        self._hatch.rest(REST_S)

    def end_resting(self) -> None:
        """The table goes on."""
        self._hatch.wake()

    # asked with the turn taken

    @contextmanager
    def _one_at_a_time(self, patience_s: float = _TURN_S) -> Iterator[None]:
        if not self._turn.acquire(timeout=patience_s):
            raise CameraError(say("Another phone is looking through the camera just now: try again in a moment."))
        try:
            yield
        finally:
            self._turn.release()

    def _go_on_resting(self) -> None:
        if self._hatch.is_resting:
            self._hatch.rest(REST_S)

    def _asked(self, scale: float, within_s: float = _WAIT_S) -> Handed:
        handed = self._hatch.ask(scale, within_s)
        if handed is None:
            self._blind_until = self._clock() + _BLIND_S
            raise CameraError(_NO_PICTURE)
        return handed

    def _viewed(self, seen: Shown) -> TableView:
        jpeg = cv2.imencode(".jpg", seen.picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
        judged: tuple[Judged, ...] = appraised(seen, self._edition().card_mm)
        if seen.mat is None:
            return TableView(jpeg, None, judged)
        width, height = seen.mat.size_mm
        return TableView(jpeg, (-PATCH_MM, -PATCH_MM, width + PATCH_MM, height + PATCH_MM), judged)

    def _table(self) -> Picture:
        """The rectangle as sight has it, `PX_PER_MM` pixels a millimetre. Raises CameraError where no mat is found."""
        seen = self._asked(PX_PER_MM, _PATIENT_S).shown
        if seen.mat is None:
            raise CameraError(say("The mat isn't found: clear its markers, so that the camera sees three of them."))
        size = round(seen.mat.size_mm[0] * PX_PER_MM), round(seen.mat.size_mm[1] * PX_PER_MM)
        return np.asarray(cv2.resize(inside(seen), size, interpolation=cv2.INTER_AREA), np.uint8)

    def _read(self) -> tuple[list[Match], list[Match]]:
        edition = self._edition()
        return look_at_table(edition.reader(), self._table(), edition.card_mm)

    def _lay_before(self, match: Match) -> bool:
        middle = match.quad.mean(axis=0)
        return any(float(np.linalg.norm(middle - old.quad.mean(axis=0))) < _SAME_PLACE_PX for old in self._before)


def _told(clear: Sequence[Match], unsure: Sequence[Match]) -> str:
    """What is said of the cards that were laid to be tried."""
    if not clear and not unsure:
        return say("I see no card: lay one face up on the mat, flat and still, and take your hand away.")
    said = [say("I see {cards}.", cards=listed([_named(match.code) for match in clear]))] if clear else []
    for match in unsure:
        maybe = [_named(str(card)) for card, _ in reading_of(match).guesses[:2]]
        said.append(
            say("There is a card that I can't tell: perhaps {cards}.", cards=one_of(maybe))
            if maybe
            else say("There is something that I can't tell: is it a card of this deck, face up and free of glare?")
        )
    return joined(dict.fromkeys(said))


def _named(code: str) -> Sentence:
    return Card.parse(code).words


def _lying(count: int, stacks: Sequence[object]) -> str:
    if not count:
        return say("The camera reads no card there: fill in by hand.")
    return say(
        "The camera reads {cards}, {piles} among them: check, then fill in the rest.",
        cards=say_number("{n} card", "{n} cards", count),
        piles=say_number("{n} pile", "{n} piles", len(stacks)),
    )
