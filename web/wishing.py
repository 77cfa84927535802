"""A change that a phone asks for: read, posted to the table's inbox, waited for, answered.

Law: nothing is changed here; the table's thread does that, and its answer is what is told. No wait is without a limit.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping

from flask import Response

from companion.errors import NotAllowed, Refused, TooManyTries, Unreadable
from companion.jsontext import read_json
from companion.messages import Answer, Bring, Forget, Message, NewGame, Press, Said, Wish
from companion.rules.agreement import read_setup
from companion.rules.cards import parse_card, write_card
from companion.rules.commands import Command, GiveClue
from companion.rules.fields import Fields
from companion.rules.notation import read_command
from companion.sentences import say
from companion.snapshot import Snapshot
from companion.table.placements import Button
from web.language import spoken
from web.questions import YES
from web.words import MEANINGS

PATIENCE_S = 3.0
DEAF = say("The table doesn't answer just now: look whether it was done, then try again.")
_MOST_WAITING, _PLACE_S = 3, 0.5  # of four workers
_FOR_PEOPLE = ("error", "refused")

Post = Callable[[Message], None]
Wanted = Command | NewGame | Answer | Press | Said | Forget | Bring


class NoAnswer(Exception):
    """The table's thread didn't answer in time."""


def read_action(body: bytes) -> Command | Answer | Press | Said:
    """What an action line wants; Unreadable with a sentence."""
    value = read_json(_text(body))
    match value:
        case {"do": "answer"}:
            return _read_answer(Fields.of(value, "an answer"))
        case {"do": "press"}:
            fields = Fields.of(value, "a press")
            fields.text("do")
            press = Press(fields.choice("button", Button), held=bool(fields.maybe_flag("held")))
            fields.refuse_others()
            if press.held and press.button is not Button.OK:
                raise Unreadable(say("Only OK is held: that asks whether a new game is to begin."))
            return press
        case {"do": "said"} if isinstance(value, dict):
            return _read_said(value)
        case _:
            return read_command(value)


def read_new_game(body: bytes, *, even_if_playing: bool) -> NewGame:
    """The game that a setup object asks for; Unreadable with a sentence."""
    return NewGame(read_setup(read_json(_text(body))), even_if_playing=even_if_playing)


def read_pin(body: bytes) -> str:
    """The PIN of `{"pin": "123456"}`; Unreadable where there is none."""
    fields = Fields.of(read_json(_text(body)), "the PIN")
    pin = fields.text("pin")
    fields.refuse_others()
    return pin


class Wishes:
    """Posts wishes and waits. So few wait at a time that a deaf table leaves a worker to show its page."""

    def __init__(self, post: Post, patience_s: float) -> None:
        self._post = post
        self._patience_s = patience_s
        self._places = threading.BoundedSemaphore(_MOST_WAITING)

    def ask(self, wanted: Wanted) -> Snapshot:
        """The snapshot after this. Raises Refused or Unreadable as the table says, NoAnswer where it says nothing."""
        if not self._places.acquire(timeout=_PLACE_S):
            raise NoAnswer
        try:
            wish = Wish(wanted, time.monotonic())
            self._post(wish)
            return wish.reply.result(self._patience_s)
        except TimeoutError as why:
            raise NoAnswer from why
        finally:
            self._places.release()


def told(body: Mapping[str, object], status: int) -> Response:
    """JSON that no cache keeps; the sentence of a refusal in the language of who asked."""
    body = {key: _for_people(key, value) for key, value in body.items()}
    text = json.dumps(body, separators=(",", ":"))
    return Response(text, status, {"Cache-Control": "no-store"}, mimetype="application/json")


def _for_people(key: str, value: object) -> object:
    if key in _FOR_PEOPLE:
        return spoken(value)
    if key == "conflicts" and isinstance(value, list):
        return [{name: _for_people(name, told) for name, told in line.items()} for line in value]
    return value


def told_error(why: Exception, state: Mapping[str, object]) -> Response:
    """An error of a wish in one sentence, under its status. `state`: told beside a refusal, since it is unchanged."""
    match why:
        case Refused():
            return told({**state, "refused": str(why)}, 409)
        case TooManyTries():
            response = told({"error": str(why), "wait": round(why.wait)}, 429)
            response.headers["Retry-After"] = str(max(1, round(why.wait)))
            return response
        case NotAllowed():
            return told({"error": str(why)}, 403)
        case Unreadable():
            return told({"error": str(why)}, 400)
        case NoAnswer():
            return told({"error": DEAF}, 503)
        case _:
            raise why


def _read_answer(fields: Fields) -> Answer:
    fields.text("do")
    question, card, as_ = fields.number("question"), fields.maybe_text("card"), fields.maybe_text("as")
    fields.refuse_others()
    if as_ is not None and as_ not in (*MEANINGS, YES):
        raise Unreadable(say("'as' can't be {as_!r}: choose from play, misplay, discard, none.", as_=as_))
    return Answer(question, None if card is None else write_card(parse_card(card)), as_)


def _read_said(value: dict[str, object]) -> Said:
    """What a clue said: its event, and what a clue's line says."""
    event = value.get("event")
    if type(event) is not int:
        raise Unreadable(say("Say which clue it was: 'event' is its number in the history."))
    clue = read_command({"do": "clue", **{key: value[key] for key in value if key not in ("do", "event")}})
    if not isinstance(clue, GiveClue) or clue == GiveClue():
        raise Unreadable(say("Say what the clue said: to whom, and a colour or a rank."))
    return Said(event, clue)


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as why:
        raise Unreadable(say("This is no text: write it in UTF-8.")) from why
