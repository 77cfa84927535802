"""The questions on the page: the umpire's and the table's own, under numbers that are never used twice.

Law: a phone that slept may answer an old number; it never answers another question by it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from companion.page import Asked
from companion.table.rulings import Question

NO = "none"
NUMBERS_A_START = 10_000


class Own(Enum):
    """What the table itself asks."""

    NEW_GAME = "new-game"
    ADOPT = "adopt"
    MEANWHILE = "meanwhile"


@dataclass(frozen=True, slots=True)
class Raised:
    """A question of the table's own, and what is done when the answer is given: its word is yes, none or a meaning."""

    own: Own
    asked: Asked
    answer: Callable[[str], None]


class Questions:
    """The open questions in the order in which they were asked. `picture_of`: the name of a card's picture."""

    def __init__(self, first: int = 1, picture_of: Callable[[int], str | None] = lambda card_id: None) -> None:
        self._next = first
        self._picture_of = picture_of
        self._open: dict[int, Question | Raised] = {}

    @property
    def shown(self) -> tuple[Asked, ...]:
        """As the page shows them."""
        return tuple(self._asked(number, question) for number, question in self._open.items())

    def ask(self, question: Question) -> None:
        """The umpire asks; an open question with the same id is put anew and keeps its number."""
        number = self._number_of(question.id)
        self._open[self._new_number() if number is None else number] = question

    def settle(self, umpires_id: int) -> None:
        """The umpire's question is no longer open."""
        number = self._number_of(umpires_id)
        if number is not None:
            del self._open[number]

    def raise_(
        self,
        own: Own,
        say: str,
        guesses: tuple[tuple[str, float], ...],
        as_: tuple[str, ...],
        answer: Callable[[str], None],
    ) -> None:
        """The table itself asks, in place of what it asked of that kind before."""
        self.drop(own)
        number = self._new_number()
        self._open[number] = Raised(own, Asked(number, say, guesses, as_), answer)

    def drop(self, *owns: Own) -> None:
        """The table no longer asks this."""
        self._open = {n: q for n, q in self._open.items() if not (isinstance(q, Raised) and q.own in owns)}

    def drop_umpires(self) -> None:
        """The umpire is gone, and with it what it asked."""
        self._open = {n: q for n, q in self._open.items() if isinstance(q, Raised)}

    def get(self, number: int) -> Question | Raised | None:
        """The question, if it is open."""
        return self._open.get(number)

    def own(self) -> Raised | None:
        """The oldest of the table's own: OK says yes to it before all others."""
        return next((q for q in self._open.values() if isinstance(q, Raised)), None)

    def _number_of(self, umpires_id: int) -> int | None:
        return next((n for n, q in self._open.items() if isinstance(q, Question) and q.id == umpires_id), None)

    def _new_number(self) -> int:
        self._next += 1
        return self._next - 1

    def _asked(self, number: int, question: Question | Raised) -> Asked:
        if isinstance(question, Raised):
            return question.asked
        return Asked(number, question.say, question.guesses, question.as_, self._picture_of(question.card_id))
