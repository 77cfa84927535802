"""A deck taught on a page: a picture of a grid by the table's own camera, learned beside everything else, looked over,
weak faces taken again one by one, and kept under a name.

Law: nothing is kept before somebody says so. While cards lie there to be learned, nothing is counted. One deck is
taught at a time, on a thread of its own; whoever asks meanwhile is told how far it is.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from companion.errors import CompanionError, Refused, Unreadable
from companion.eyes.hatch import Handed
from companion.ports import Frame
from companion.sentences import joined, say
from companion.showing import FaceLearned, TeachingState
from companion.sight.pixels import Picture
from companion.sight.sitting import sittings
from companion.sight.viewing import without_markers
from companion.wiring.decks import deck_folder, deck_name, find_deck, known_decks, shipped_decks
from companion.wiring.gathering import FINE_PX_PER_MM, Gathering
from companion.wiring.settings_file import SettingsFile
from companion.wiring.teaching_words import BROKEN, BUSY, LEARNING, LOOKING, NO_MAT, RESTLESS, alone, learned
from models import ocr
from models.again import shots_like, taught_again
from models.doubts import contradictions
from models.edition import Edition, save
from models.rows import codes_of, rows_named
from models.selftest import WEAK
from models.teaching import Shot, teach_shots
from models.thumbnails import small_face
from models.writing import replacing

_MOST_FRAMES = 200
_FACE_H = 132
_NAME = "being taught"

_log = logging.getLogger(__name__)


class FinePictures(Protocol):
    """Where pictures of the table come from, and the rest that the table takes meanwhile."""

    def picture(self, scale: float) -> Handed:
        """The next one. Raises CameraError."""
        ...

    def begin_resting(self) -> None:
        """Nothing that is laid is counted from now on, for a while."""
        ...

    def end_resting(self) -> None:
        """The table goes on."""
        ...


@dataclass(frozen=True, slots=True)
class _Draft:
    """A deck that is not kept yet. `rows`: those learned, in the order of their pictures; `shots`: the cards in these;
    `photo`: the last picture, and `last`: its rows, for when they are to be other ones."""

    edition: Edition = field(repr=False)
    rows: tuple[str, ...]
    shots: Mapping[str, Shot] = field(repr=False)
    photo: Picture = field(repr=False)
    last: tuple[str, ...]


class Teaching:
    """The decks of the folder `data`, for pages. `edition`: the one in use; `put_in_use`: reads with another."""

    def __init__(
        self,
        pictures: FinePictures,
        file: SettingsFile,
        edition: Callable[[], Edition],
        put_in_use: Callable[[Edition], None],
        data: Path,
    ) -> None:
        self._pictures = pictures
        self._file = file
        self._edition = edition
        self._put_in_use = put_in_use
        self._data = data
        self._worker: threading.Thread | None = None
        self._lock = threading.Lock()
        self._state = TeachingState()
        self._photo: Picture | None = None
        self._draft: _Draft | None = None
        self._gathering = Gathering(())

    @property
    def in_use(self) -> str:
        """The deck that the table reads with."""
        return self._edition().name

    def known(self) -> Sequence[str]:
        """All decks there are."""
        return known_decks(self._data)

    def state(self) -> TeachingState:
        """How far it is."""
        if self._state.step != "none":
            self._pictures.begin_resting()  # whoever looks at the page still has the cards there
        missing = self._gathering.missing if self._gathering.found else ()
        return replace(self._state, has_ocr=ocr.is_there(), has_picture=self._photo is not None, missing=missing)

    def begin(self) -> None:
        """Nothing that is laid is counted from now on."""
        if self._state.step == "none":
            self._state = TeachingState("ready", version=self._state.version + 1)
        self._pictures.begin_resting()

    def take(self, rows: Sequence[str], *, again: bool = False) -> None:
        """Takes a picture of these rows, or the last one where it isn't to be taken `again`, and learns it."""
        named = rows_named(",".join(rows))
        self._begin(named, LOOKING)

        def work() -> None:
            photo = self._photo if not again else None
            kept, rows = self._kept_beside(named, is_other=photo is not None)
            if photo is None:
                photo = self._photo = self._sat()
            self._step("learning", LEARNING)
            if self._gathering.rows != named:
                self._gathering = Gathering(named)
            shots = {**kept, **self._gathering.add(photo)}
            self._learn(shots, (*rows, *named), photo, named)

        self._run(work)

    def take_face(self, code: str) -> None:
        """Takes one card alone on the mat, and learns it anew."""
        if code in self._gathering.missing and self._gathering.found:
            self._take_missing(code)
            return
        draft = self._draft
        if draft is None or code not in draft.edition.plates:
            raise Refused(say("There is no such face to be taken again: take the whole grid first."))
        self._begin(draft.rows, alone(code))

        def work() -> None:
            photo = self._sat()
            self._step("learning", say("Learning {card} anew: some seconds.", card=code))
            again = shots_like(draft.edition, {code: photo})
            edition = taught_again(draft.edition, again, photos=1)
            self._learned(replace(draft, edition=edition, shots={**draft.shots, **again}))

        self._run(work)

    def _take_missing(self, code: str) -> None:
        """One that wasn't found among the others, laid alone; when it is the last one, all are learned."""
        gathering = self._gathering
        self._begin(gathering.rows, alone(code))

        def work() -> None:
            photo = self._sat()
            told = say("Looking for {card}; if it is the last one, all are learned: some seconds.", card=code)
            self._step("learning", told)
            found = gathering.add_alone(code, photo)
            kept, others = self._kept_beside(gathering.rows, is_other=False)
            self._learn({**kept, **found}, (*others, *gathering.rows), photo, gathering.rows)

        self._run(work)

    def face(self, code: str) -> bytes | None:
        """A face as it was cut out, as a small jpeg."""
        plate = None if self._draft is None else self._draft.edition.plates.get(code)
        if plate is None:
            return None
        return small_face(plate, _FACE_H)

    def keep(self, name: str, *, instead: bool) -> str:
        """Keeps it under this name and reads with it from now on."""
        draft = self._draft
        if draft is None or self._state.is_busy:
            raise Refused(say("There is no deck to keep yet: take the picture first."))
        name = deck_name(name.strip())
        if name in shipped_decks():
            raise Refused(say("{deck} is the deck that comes with the companion: give yours another name.", deck=name))
        if name in known_decks(self._data) and not instead:
            there = say(
                "There is a deck {deck} already: tick that it is to be replaced, or choose another name.", deck=name
            )
            raise Refused(there)
        with replacing(deck_folder(name, self._data)) as fresh:
            save(replace(draft.edition, name=name), fresh)
        self._forget()
        return self.use(name)

    def use(self, name: str) -> str:
        """Reads with this deck from now on."""
        edition = find_deck(deck_name(name), self._data)
        self._put_in_use(edition)
        unkept = self._file.keep_deck(name)
        self._pictures.end_resting()
        said = say(
            "From now on the table reads with the deck {deck}, and at every start that names no other.", deck=name
        )
        return joined([said, unkept]) if unkept else said

    def drop(self) -> None:
        """Forgets what was being taught; the table goes on."""
        self._forget()
        self._pictures.end_resting()

    def _forget(self) -> None:
        with self._lock:
            if self._state.is_busy:
                raise Refused(BUSY)
            self._draft = self._photo = None
            self._gathering = Gathering(())
            self._state = TeachingState()

    # the work, on a thread of its own

    def _begin(self, rows: tuple[str, ...], told: str) -> None:
        with self._lock:
            if self._state.is_busy:
                raise Refused(BUSY)
            self._state = TeachingState("looking", told, rows, version=self._state.version + 1)
        self._pictures.begin_resting()

    def _run(self, work: Callable[[], None]) -> None:
        def shielded() -> None:
            try:
                work()
            except CompanionError as why:
                self._fail(str(why))
            except Exception:  # noqa: BLE001 because nobody else would ever tell that the work has ended
                _log.exception("Teaching a deck went wrong.")
                self._fail(BROKEN)

        self._worker = threading.Thread(target=shielded, name="teaching", daemon=True)
        self._worker.start()

    def join(self, within_s: float) -> bool:
        """Waits for what is being learned; False where that takes longer."""
        if self._worker is not None:
            self._worker.join(within_s)
        return self._worker is None or not self._worker.is_alive()

    def _sat(self) -> Picture:
        """The table once it has sat still. Raises Unreadable."""
        for mean, _ in sittings(self._frames()):
            return mean
        raise Unreadable(RESTLESS)

    def _frames(self) -> Iterator[Frame]:
        for count in range(_MOST_FRAMES):
            handed = self._pictures.picture(FINE_PX_PER_MM)
            if handed.shown.mat is None:
                raise Unreadable(NO_MAT)
            yield Frame(without_markers(handed.shown), handed.at, count)

    def _kept_beside(self, named: Sequence[str], *, is_other: bool) -> tuple[dict[str, Shot], tuple[str, ...]]:
        """Of what was learned before: the cards of other rows, and those rows. `is_other`: the last picture has these
        rows instead."""
        if self._draft is None:
            return {}, ()
        gone = {*named, *(self._draft.last if is_other else ())}
        rows = tuple(row for row in self._draft.rows if row not in gone)
        codes = [code for row in rows for code in codes_of(row)]
        return {code: self._draft.shots[code] for code in codes}, rows

    def _step(self, step: str, told: str) -> None:
        self._state = replace(self._state, step=step, say=told, version=self._state.version + 1)

    def _learn(self, shots: Mapping[str, Shot], rows: tuple[str, ...], photo: Picture, last: tuple[str, ...]) -> None:
        self._learned(_Draft(teach_shots(_NAME, shots, photos=1), rows, shots, photo, last))
        self._gathering = Gathering(())

    def _learned(self, draft: _Draft) -> None:
        self._draft = draft
        self._state = _told(draft, self._state.version + 1)

    def _fail(self, told: str) -> None:
        """What was learned before is still there."""
        before = TeachingState(rows=self._state.rows) if self._draft is None else _told(self._draft, 0)
        self._state = replace(before, step="failed", say=told, version=self._state.version + 1)


def _told(draft: _Draft, version: int) -> TeachingState:
    """The deck learned, as a page tells it."""
    edition = draft.edition
    weak = [code for code, share in edition.clearly.items() if share < WEAK]
    doubts = tuple(contradictions(edition.ranks_read))
    faces = tuple(
        FaceLearned(code, edition.ranks_read.get(code, ""), edition.clearly.get(code, 1.0), code in weak)
        for row in draft.rows
        for code in codes_of(row)
    )
    told = learned(len(edition.plates), weak)
    pairs = tuple((pair.one, pair.other, pair.margin) for pair in edition.alike)
    return TeachingState("learned", told, draft.rows, faces, pairs, doubts, version=version)
