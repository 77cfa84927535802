"""The page `/setup/deck`: a deck taught from one picture of a grid by the table's own camera, looked over and kept.

Law: the page only asks and shows; the learning goes on beside everything else. Faces are for who knows the PIN.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, request

from companion.errors import NotAllowed, Unreadable
from companion.rules.cards import Suit
from companion.sentences import say
from companion.showing import DeckTeaching, FaceLearned, TeachingState
from web.answers import gone_to, html
from web.gate import Gate
from web.keyed import ERRORS, ask_for_pin, form_of, has_key, let_in_by_form, sentence_of, status_of
from web.words import card_words

PATH = "/setup/deck"
BACK = "back"
MOST_ROWS = len(Suit) + 1
_USUAL_SUITS = ("R", "Y", "G", "B", "W")
_AT_ONCE = 3  # so many rows lie on a mat with room between them


@dataclass(frozen=True, slots=True)
class Face:
    """One face on the page. `label`: its card in words; `read`: what OCR says to that, `` where nothing; `doubt`: that
    contradicts the label."""

    code: str
    label: str
    read: str
    doubt: bool
    is_weak: bool


def blueprint(gate: Gate, teaching: DeckTeaching | None) -> Blueprint:
    """The teaching page and its pictures of faces."""
    taught = Blueprint("teaching", __name__)

    def page(status: int = 200, *, sorry: str = "", said: str = "", typed: Mapping[str, str] | None = None) -> Response:
        state = TeachingState() if teaching is None else teaching.state()
        typed = typed or {}
        return html(
            "teaching.html",
            status,
            has_camera=teaching is not None,
            state=state,
            faces=[face_shown(face, has_ocr=state.has_ocr) for face in state.faces],
            pairs=[(card_words(one), card_words(other), margin) for one, other, margin in state.pairs],
            rows=_rows_shown(state, typed),
            suits=[(suit.letter, suit.english) for suit in Suit],
            name=typed.get("name", ""),
            asks_instead=status == 409 and typed.get("do") == "keep",
            decks=() if teaching is None else teaching.known(),
            in_use="" if teaching is None else teaching.in_use,
            sorry=sorry,
            said=said,
        )

    @taught.get(PATH)
    def show() -> Response:
        return page() if has_key(gate) else ask_for_pin(PATH)

    @taught.post(PATH)
    def change() -> Response:
        form = form_of(request)
        try:
            let_in_by_form(gate)
            said = _done(form, teaching)
        except NotAllowed as why:
            return ask_for_pin(PATH, status_of(why), str(why))
        except ERRORS as why:
            return page(status_of(why), sorry=sentence_of(why), typed=form)
        return page(said=said) if said else gone_to(PATH)

    @taught.get(f"{PATH}/face/<code>.jpg")
    def face(code: str) -> Response:
        jpeg = teaching.face(code) if teaching is not None and has_key(gate) else None
        if jpeg is None:
            return Response(status=404)
        return Response(jpeg, headers={"Cache-Control": "private, max-age=3600"}, mimetype="image/jpeg")

    return taught


def _done(form: Mapping[str, str], teaching: DeckTeaching | None) -> str:
    """Does what a form asks for; what is said of it, empty where the page itself shows it."""
    if teaching is None:
        raise Unreadable(say("This table has no camera: teach a deck from photos, by the command companion teach."))
    match form.get("do"):
        case "begin":
            teaching.begin()
            return ""
        case "take" | "rows" as what:
            teaching.take(read_rows(form), again=what == "take")
            return ""
        case "face":
            teaching.take_face(form.get("code", ""))
            return ""
        case "keep":
            if not form.get("name", "").strip():
                raise Unreadable(say("Give the deck a name: small letters, digits, - and _."))
            return teaching.keep(form["name"], instead=bool(form.get("instead")))
        case "use":
            return teaching.use(form.get("deck", ""))
        case "drop":
            teaching.drop()
            return say("The table goes on: what lies there now is compared with the game.")
        case _:
            raise Unreadable(say("That can't be done here."))


def read_rows(form: Mapping[str, str]) -> tuple[str, ...]:
    """The rows of a grid as the form has them, from the top. Unreadable where they can't be."""
    rows = tuple(form[f"row-{n}"] for n in range(1, MOST_ROWS + 1) if form.get(f"row-{n}"))
    known = {*(suit.letter for suit in Suit), BACK}
    for row in rows:
        if row not in known:
            raise Unreadable(say("{row!r} is no suit: choose one for each row.", row=row[:20]))
        if rows.count(row) > 1:
            raise Unreadable(say("Two rows are {row}: each suit lies in one row.", row=_row_words(row)))
    if not set(rows) - {BACK}:
        raise Unreadable(say("Say which suits lie there, from the top row to the bottom one."))
    return rows


def face_shown(face: FaceLearned, *, has_ocr: bool) -> Face:
    """A face with its label, and what OCR makes of it."""
    if face.code == BACK:
        return Face(face.code, say("back"), "", doubt=False, is_weak=False)
    doubt = bool(face.read) and face.read != face.code[1]
    read = say("reads as {rank}", rank=face.read) if face.read else say("no number read") if has_ocr else ""
    return Face(face.code, card_words(face.code), read, doubt, face.is_weak)


def _rows_shown(state: TeachingState, typed: Mapping[str, str]) -> list[str]:
    """The rows as chosen: as typed, or those that most decks have and that aren't learned yet; `` for none."""
    if any(key.startswith("row-") for key in typed):
        return [typed.get(f"row-{n}", "") for n in range(1, MOST_ROWS + 1)]
    more = [suit for suit in _USUAL_SUITS if suit not in state.rows][:_AT_ONCE]
    rows = (() if state.is_busy or state.step == "failed" else more) or state.rows
    return [*rows, *("",) * (MOST_ROWS - len(rows))]


def _row_words(row: str) -> str:
    return say("the back") if row == BACK else Suit(row).english
