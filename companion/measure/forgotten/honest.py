"""A player who answers the page's questions as it was: one tap for each, after some seconds.

Law: an answer says what the page asked, by what happened at the table up to then; the state is never looked at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.messages import Answer

Row = Mapping[str, object]

_CARD = re.compile(r"\b[RYGBWMK][1-5]\b")


@dataclass(slots=True)
class Honest:
    """`wait_s`: how long a question stands before the tap. `taps` and `false`: answers given, and those of them that
    said that nothing was missing."""

    wait_s: float
    taps: int = 0
    false: int = 0
    others: int = 0
    _since: dict[int, float] = field(default_factory=dict)
    _done: set[int] = field(default_factory=set)

    def answer(self, page: Mapping[str, object], truth: Sequence[Row], at: float) -> Answer | None:
        """The tap that is due now, if one is."""
        questions = page["questions"]
        assert isinstance(questions, list)
        for question in questions:
            number = int(question["id"])
            since = self._since.setdefault(number, at)
            if number not in self._done and at - since >= self.wait_s:
                answer = self._said(question, page, truth)
                if answer is not None:
                    self._done.add(number)
                    self.taps += 1
                    return answer
        return None

    def _said(self, question: Row, page: Mapping[str, object], truth: Sequence[Row]) -> Answer | None:
        history = page["history"]
        assert isinstance(history, list)
        number, say = int(str(question["id"])), str(question["say"])
        place = _place(say, history)
        real = [index for index, row in enumerate(truth) if "card" in row]
        if place is None or len(real) <= place[0]:
            return None
        ordinal, entry = place
        row = truth[real[ordinal]]
        if "before it?" not in say:
            self.others += 1
            kind = "misplay" if row.get("misplay") else str(row["do"])
            return Answer(number, str(row["card"]), kind)
        missing = _clues(truth[: real[ordinal]]) - _clues(history[:entry])
        is_so = missing >= say.count(" and ") + 1
        self.false += not is_so
        return Answer(number, as_="yes" if is_so else "none")


def _place(say: str, history: Sequence[Row]) -> tuple[int, int] | None:
    """Which card of the game, and which entry of the history, a question is about: the latest of that name."""
    named = _CARD.search(say)
    cards = [index for index, line in enumerate(history) if "card" in line]
    wanted = named[0] if named else "?"
    for ordinal, index in reversed([*enumerate(cards)]):
        if history[index]["card"] in (wanted, "?"):
            return ordinal, index
    return None


def _clues(rows: Sequence[Row]) -> int:
    return sum(row["do"] == "clue" for row in rows)
