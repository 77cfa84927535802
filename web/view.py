"""A state, as the scoreboard shows it: every pile, token, seat, question and sentence, ready for the template.

Law: pure, and read off the page's JSON alone; a key that is missing shows nothing rather than failing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.cards import RANKS, Suit
from companion.rules.setup import ALL_CLUES, ALL_FUSES
from companion.sentences import Sentence, joined, say, say_number
from web.counted import Heap, heap, told
from web.ending import Ending, ending
from web.events import Event, events, unsaid
from web.pad import Row, pad, setup_of
from web.questions import Question, questions
from web.reading import Page, lines_of, number_of, object_of, texts_of
from web.shapes import Shapes, shapes_of
from web.words import isolated, tokens

_CLUE, _FUSE = say_number("clue", "clues", 1), say_number("fuse", "fuses", 1)
NO_GAME: Page = {"version": 0, "game": None}
LAST_EVENTS = 3
LOW_PILE = 5


@dataclass(frozen=True, slots=True)
class Pile:
    """One firework. `height`: cards on it; `top`: the number shown, 0 for none; `wants`: the next, 0 where complete."""

    letter: str
    suit: str
    top: int
    height: int
    wants: int


@dataclass(frozen=True, slots=True)
class Seat:
    """One player; `number` is the seat, from 0; `is_done`: has had the last turn of the final round."""

    number: int
    name: str
    in_turn: bool
    is_done: bool = False


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that needs hands: what it is, and the mend."""

    what: str
    say: str


@dataclass(frozen=True, slots=True)
class View:
    """The scoreboard.

    `last`, `earlier`: what happened, newest first; `changed`: what the last mend changed; `by_hand`: cards are told on
    the page, as no camera sees them; `told`, `unsaid`: at reminder tables only; `plays_on`: there is no final round;
    `signal`: words for what a phone may make a sound for, each once; `devices`: that they are pretended, or none;
    `troubled`: what is wrong with them, among the alarms too.
    """

    version: int
    status: str
    turn: int
    piles: tuple[Pile, ...]
    clues: int
    fuses: int
    clue_token: str
    fuse_token: str
    shapes: Shapes
    deck: int
    score: int | None
    perfect: int
    best: int | None
    unknown: int
    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    last: tuple[Event, ...]
    earlier: tuple[Event, ...]
    changed: str
    questions: tuple[Question, ...]
    alarms: tuple[Alarm, ...]
    final_turns: int | None
    final_names: tuple[str, ...]
    ending: Ending | None
    notice: str
    devices: tuple[str, ...]
    troubled: tuple[str, ...]
    by_hand: bool
    pad: tuple[Row, ...]
    heap: Heap
    edition: str
    variants: tuple[str, ...]
    talk: str
    told: tuple[str, ...]
    unsaid: Event | None
    tiles_owed: int
    plays_on: bool
    is_locked: bool
    signal: str
    all_clues: int = ALL_CLUES
    all_fuses: int = ALL_FUSES

    @property
    def named(self) -> tuple[str, ...]:
        """The names that the table gave, to begin with in another game; empty where seats were only numbered."""
        numbered = all(name == f"Player {seat + 1}" for seat, name in enumerate(self.names))
        return () if numbered else self.names

    @property
    def is_on(self) -> bool:
        """Whether a game is being played."""
        return self.status == "playing"

    @property
    def has_game(self) -> bool:
        """Whether there is a game at all, over or not."""
        return self.status != ""

    @property
    def gone(self) -> str:
        """The codes of the cards that can't come any more, since all their copies lie there; empty where nobody is
        asked to name a card.
        """
        if not (self.by_hand or self.unknown):
            return ""
        return " ".join(key.code for row in self.pad for key in row.keys if not key.can_be)

    @property
    def unnamed_earlier(self) -> int:
        """How many cards without a name lie further back than the last events."""
        return sum(event.is_unread for event in self.earlier)

    @property
    def pile_is_low(self) -> bool:
        """Whether the draw pile will soon be empty."""
        return 0 < self.deck <= LOW_PILE

    @property
    def in_turn(self) -> Seat | None:
        """Whose turn it is."""
        return next((seat for seat in self.seats if seat.in_turn), None)


def view(page: Page) -> View:
    """The scoreboard of a state."""
    has_game = page.get("game") is not None
    words, names = object_of(page, "words"), texts_of(page, "names")
    by_hand = _is_by_hand(page)
    happened = events(page, by_hand=by_hand)
    asked, end = questions(lines_of(page, "questions")), ending(page) if has_game else None
    setup = setup_of(page) if has_game else None
    return View(
        version=number_of(page, "version") or 0,
        status=str(page.get("status", "playing")) if has_game else "",
        turn=number_of(page, "turn") or 0,
        piles=tuple(_pile(letter, top) for letter, top in object_of(page, "stacks").items()),
        clues=number_of(page, "clues") or 0,
        fuses=number_of(page, "fuses") or 0,
        clue_token=tokens(words.get("clue", _CLUE), ALL_CLUES),
        fuse_token=tokens(words.get("fuse", _FUSE), ALL_FUSES),
        shapes=shapes_of(str(page.get("edition"))),
        deck=number_of(page, "deck") or 0,
        score=number_of(page, "points") if page.get("score") is None else number_of(page, "score"),
        perfect=number_of(page, "perfect") or 25,
        best=number_of(page, "best"),
        unknown=number_of(page, "unknown") or 0,
        names=tuple(names),
        seats=_seats(page, names),
        last=happened[:LAST_EVENTS],
        earlier=happened[LAST_EVENTS:],
        changed=_changed(page),
        questions=asked,
        alarms=(*_troubled(page), *(_alarm(alarm) for alarm in lines_of(page, "alarms"))),
        final_turns=number_of(page, "final_turns"),
        final_names=tuple(isolated(name) for name in texts_of(page, "final_names")),
        ending=end,
        notice=str(page.get("notice") or ""),
        devices=tuple(_devices(page)),
        troubled=tuple(alarm.say for alarm in _troubled(page)),
        by_hand=by_hand,
        pad=pad(page) if has_game else (),
        heap=heap(page),
        edition=str(page.get("edition") or ""),
        variants=tuple(texts_of(page, "variants")),
        talk=str(page.get("talk") or ""),
        told=told(page),
        unsaid=unsaid(page),
        tiles_owed=number_of(page, "tiles_owed") or 0,
        plays_on=setup is not None and setup.plays_on,
        is_locked=page.get("locked") is True,
        signal=_signal(page, asked, end),
    )


def _seats(page: Page, names: list[str]) -> tuple[Seat, ...]:
    """The players in their order; in the final round with who has had the last turn."""
    turn, left = number_of(page, "player"), number_of(page, "final_turns")
    is_over = turn is None or left is None
    to_come = set() if is_over else {((turn or 0) + n) % len(names) for n in range(left or 0)}
    return tuple(
        Seat(seat, isolated(name), seat == turn, is_done=not is_over and seat not in to_come)
        for seat, name in enumerate(names)
    )


def _changed(page: Page) -> str:
    """What the last mend was, and what it changed."""
    return joined([str(page.get("last")), str(page["changed"])]) if page.get("changed") else ""


def _signal(page: Page, asked: tuple[Question, ...], end: Ending | None) -> str:
    words = [f"question-{question.id}" for question in asked]
    if end is not None:
        words.append(f"over-{page.get('game')}")
    elif turns := number_of(page, "final_turns"):
        words.append("last-turn" if turns == 1 else f"final-{turns}")
    return " ".join(words)


def _pile(letter: str, value: object) -> Pile:
    top = value if isinstance(value, int) else 0
    if Suit(letter) is Suit.BLACK:  # built from 5 down to 1
        height = len(RANKS) + 1 - top if top else 0
        wants = len(RANKS) - height
    else:
        height = top
        wants = top + 1 if top < len(RANKS) else 0
    return Pile(letter, Suit(letter).english, top, height, wants)


def _is_by_hand(page: Page) -> bool:
    """Whether nobody watches the cards, so that they are told by hand: no camera, or sight was given up."""
    is_given_up = any(alarm.get("what") == "manual-mode" for alarm in lines_of(page, "alarms"))
    return is_given_up or object_of(page, "camera").get("state", "none") == "none"


def _alarm(alarm: Mapping[str, object]) -> Alarm:
    what = str(alarm.get("what", ""))
    return Alarm(what, str(alarm.get("say") or what.replace("-", " ")))


_DEVICES = (
    ("camera", say("pretend camera"), say("no camera"), say("camera away")),
    ("panel", say("pretend buttons"), say("no buttons"), say("buttons away")),
)
"""A device, and what is said of it: that it is pretended, not there, or down."""


def _devices(page: Page) -> list[Sentence]:
    """What must be said of camera and panel: that they are pretended, or not there at all."""
    said = []
    for key, pretend, none, _ in _DEVICES:
        match object_of(page, key).get("state"):
            case "pretend":
                said.append(pretend)
            case "ended":
                said.append(say("the recording has ended"))
            case "none" | None:
                said.append(none)
    return said


def _troubled(page: Page) -> list[Alarm]:
    """A device that is down, or up with something to be mended."""
    found = []
    for key, _, _, away in _DEVICES:
        device = object_of(page, key)
        told = str(device.get("say") or "")
        if device.get("state") == "down" or (device.get("state") == "up" and told):
            found.append(Alarm(key, told or away))
    return found
