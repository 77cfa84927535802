"""A state, as the scoreboard shows it: every pile, token, seat, question and sentence, ready for the template.

Law: pure, and read off the page's JSON alone; a key that is missing shows nothing rather than failing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.cards import RANKS, Suit
from companion.rules.setup import ALL_CLUES, ALL_FUSES
from web.counted import Counted, counted, told
from web.ending import Ending, ending
from web.events import Event, events
from web.pad import Row, pad
from web.questions import Question, questions
from web.reading import Page, lines_of, number_of, object_of, texts_of
from web.words import isolated, many

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
    """One player; `number` is the seat, from 0."""

    number: int
    name: str
    in_turn: bool


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that needs hands: what it is, and the mend."""

    what: str
    say: str


@dataclass(frozen=True, slots=True)
class View:
    """The scoreboard.

    `last`, `earlier`: what happened, newest first; `by_hand`: cards are told on the page, as no camera sees them;
    `counted`, `told`: at open and reminder tables only.
    """

    version: int
    status: str
    piles: tuple[Pile, ...]
    clues: int
    fuses: int
    clue_token: str
    fuse_token: str
    deck: int
    score: int | None
    perfect: int
    best: int | None
    unknown: int
    names: tuple[str, ...]
    seats: tuple[Seat, ...]
    last: tuple[Event, ...]
    earlier: tuple[Event, ...]
    questions: tuple[Question, ...]
    alarms: tuple[Alarm, ...]
    final_turns: int | None
    final_names: tuple[str, ...]
    ending: Ending | None
    notice: str
    devices: tuple[str, ...]
    by_hand: bool
    pad: tuple[Row, ...]
    counted: Counted | None
    edition: str
    variants: tuple[str, ...]
    talk: str
    told: tuple[str, ...]
    tiles_owed: int
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


def view(page: Page) -> View:
    """The scoreboard of a state."""
    has_game = page.get("game") is not None
    words, names = object_of(page, "words"), texts_of(page, "names")
    by_hand = _is_by_hand(page)
    happened = events(page, by_hand=by_hand)
    return View(
        version=number_of(page, "version") or 0,
        status=str(page.get("status", "playing")) if has_game else "",
        piles=tuple(_pile(letter, top) for letter, top in object_of(page, "stacks").items()),
        clues=number_of(page, "clues") or 0,
        fuses=number_of(page, "fuses") or 0,
        clue_token=many(str(words.get("clue", "clue"))),
        fuse_token=many(str(words.get("fuse", "fuse"))),
        deck=number_of(page, "deck") or 0,
        score=number_of(page, "points") if page.get("score") is None else number_of(page, "score"),
        perfect=number_of(page, "perfect") or 25,
        best=number_of(page, "best"),
        unknown=number_of(page, "unknown") or 0,
        names=tuple(names),
        seats=tuple(Seat(seat, isolated(name), seat == page.get("player")) for seat, name in enumerate(names)),
        last=happened[:LAST_EVENTS],
        earlier=happened[LAST_EVENTS:],
        questions=questions(lines_of(page, "questions")),
        alarms=tuple(_alarm(alarm) for alarm in lines_of(page, "alarms")),
        final_turns=number_of(page, "final_turns"),
        final_names=tuple(isolated(name) for name in texts_of(page, "final_names")),
        ending=ending(page) if has_game else None,
        notice=str(page.get("notice") or ""),
        devices=tuple(_devices(page)),
        by_hand=by_hand,
        pad=pad(page) if has_game else (),
        counted=counted(page),
        edition=str(page.get("edition") or ""),
        variants=tuple(texts_of(page, "variants")),
        talk=str(page.get("talk") or ""),
        told=told(page),
        tiles_owed=number_of(page, "tiles_owed") or 0,
    )


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


def _devices(page: Page) -> list[str]:
    """What must be said of camera and panel: that they are pretended, or away."""
    said = []
    for which, device in (("camera", object_of(page, "camera")), ("buttons", object_of(page, "panel"))):
        match device.get("state"):
            case "pretend":
                said.append(f"pretend {which}")
            case "down":
                said.append(str(device.get("say") or f"{which} away"))
            case "none" | None:
                said.append(f"no {which}")
    return said
