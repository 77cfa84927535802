"""Open questions, with an answer behind each button.

Law: a button carries the whole action line that it posts; the page's script knows nothing of cards or meanings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.sentences import Capital, one_of, say
from web.events import picture_of
from web.words import MEANINGS, card_words, face_of

YES = "yes"  # to a question of the table's own; no is the meaning `none`
_MOST_GUESSES, _BIG = 4, 2
_FORGOTTEN = "a clue nobody pressed"  # what the umpire says where all tokens are there
_WITHIN = {
    "play": say("it was played"),
    "misplay": say("it was a misplay"),
    "discard": say("it was discarded"),
    "none": say("it was nothing"),
}
"""What a card may have been, within a question."""
_AFTER_A_CLUE = say("Discarded, after a clue nobody pressed")


@dataclass(frozen=True, slots=True)
class Choice:
    """One button. `action`: the action line as JSON; `letter` and `rank`: of a card, else empty and 0."""

    label: str
    action: str
    letter: str = ""
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """`short`: the likeliest cards as a question, to be read at a glance, empty where that isn't it; `choices`: the two
    likeliest answers, `others` the rest; `picture`: the address of the camera's picture, if there is one; `asks_card`:
    another card may be named.
    """

    id: int
    say: str
    short: str
    choices: tuple[Choice, ...]
    others: tuple[Choice, ...]
    picture: str | None
    asks_card: bool


def questions(lines: Sequence[Mapping[str, object]]) -> tuple[Question, ...]:
    """The questions of a state, oldest first."""
    return tuple(_question(line) for line in lines)


def _question(line: Mapping[str, object]) -> Question:
    number = line.get("id")
    guesses = _guesses(line.get("guesses"))[:_MOST_GUESSES]
    meanings = line.get("as")
    others = [str(word) for word in meanings] if isinstance(meanings, (list, tuple)) else []
    cards = [guess for guess in guesses if guess not in MEANINGS and guess != YES]
    asked = str(line.get("say") or _asked(guesses))
    likeliest = [_choice(number, guess, asked) for guess in guesses]
    rest = [_other(number, word, guesses, asked) for word in others if word not in guesses]
    while rest and len(likeliest) < _BIG and not cards:
        likeliest.append(rest.pop(0))
    return Question(
        id=number if isinstance(number, int) else 0,
        say=asked,
        short=_asked(guesses[:_BIG]) if len(cards) > 1 and line.get("say") else "",
        choices=tuple(likeliest[:_BIG]),
        others=(*likeliest[_BIG:], *rest),
        picture=picture_of(line.get("picture")),
        asks_card=bool(cards) or not guesses,
    )


def _guesses(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [str(guess) for guess in value]
    if isinstance(value, (list, tuple)):
        return [str(pair[0] if isinstance(pair, (list, tuple)) else pair) for pair in value]
    return []


def _asked(guesses: Sequence[str]) -> str:
    if not guesses:
        return say("Which card was that?")
    return Capital(say("{guesses}?", guesses=one_of([_WITHIN.get(guess) or card_words(guess) for guess in guesses])))


def _label(guess: str) -> str:
    return MEANINGS.get(guess) or Capital(card_words(guess))


def _other(number: object, word: str, guesses: Sequence[str], asked: str) -> Choice:
    if word == "none" and YES in guesses:
        return Choice(say("No"), _answer(number, "as", word))
    return _choice(number, word, asked)


def _answer(number: object, key: str, word: str) -> str:
    return json.dumps({"do": "answer", "question": number, key: word})


def _choice(number: object, guess: str, asked: str) -> Choice:
    if guess == YES:
        return Choice(say("Yes"), _answer(number, "as", YES))
    key = "as" if guess in MEANINGS else "card"
    action = _answer(number, key, guess)
    face = face_of(guess)
    label = _AFTER_A_CLUE if guess == "discard" and _FORGOTTEN in asked else _label(guess)
    return Choice(label, action, *(("", 0) if face is None else (face.suit.letter, face.rank)))
