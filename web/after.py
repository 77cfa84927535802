"""What a page shows beside the ending: the last fireworks, the game's course, where it stands among the group's games,
and the form that begins the next one.

Law: read off the past games, which have a game before anybody is told of its end. Where they can't be read just now the
ending stands alone, and the next visitor asks again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import render_template
from markupsafe import Markup

from companion.errors import InTheWay
from companion.groups import Compared, compared
from companion.history import timeline
from companion.journal.past import PastGame
from companion.rules.agreement import write_options
from companion.rules.position import Status
from companion.rules.score import perfect, points
from companion.rules.setup import Setup
from companion.sentences import Sentence, joined, say, say_number
from web.course import Course, course
from web.language import chosen_language
from web.past import Past
from web.reading import Page, number_of
from web.words import isolated

_PLACES = (
    (88, 218, 118),
    (318, 214, 130),
    (202, 200, 104),
    (346, 88, 88),
    (140, 240, 96),
    (258, 176, 110),
    (42, 172, 84),
)
"""Where the last fireworks bloom: middle and size, in a sky of 390 x 330."""


@dataclass(frozen=True, slots=True)
class Fire:
    """One of the last fireworks. `x`, `y`: its top left."""

    letter: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Again:
    """The next game with the same table. `begins`: who begins it, and why; `options`: all of them, as a form has them;
    `names`: empty where nobody was named.
    """

    players: int
    names: tuple[str, ...]
    starter: int
    edition: str
    variants: tuple[str, ...]
    options: Mapping[str, str]
    begins: Sentence


@dataclass(frozen=True, slots=True)
class After:
    """`fires`: none where there is nothing to celebrate; `place`: where the game stands among the group's; `beside`:
    best and mean of the games before it, or how many were won where none has a score; "" where there are none.
    """

    number: int
    fires: tuple[Fire, ...]
    course: Course
    place: Sentence
    beside: str
    again: Again


class AfterGames:
    """What is shown beside the newest ending: drawn once for each language as long as the past games are the same."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._drawn: dict[tuple[str, bool], tuple[tuple[PastGame, ...], After, Markup]] = {}

    def beside(self, page: Page) -> Mapping[str, object] | None:
        """What a page knows as `after`, and as `after_drawn`; no such thing while no game is over. None at all where it
        is to be asked for again.
        """
        number, status = number_of(page, "game"), page.get("status")
        if number is None or status in (None, "playing"):
            return {}
        try:
            games = self._past.games()
        except InTheWay:
            return None
        one = next((past for past in games if past.number == number), None)
        if one is None or one.game.position.status.value != status:
            return {}
        key = chosen_language(), page.get("locked") is True
        drawn = self._drawn.get(key)
        if drawn is None or drawn[0] is not games or drawn[1].number != number:
            found = after(one, compared(games, one))
            html = render_template("after.html", after=found, is_locked=key[1])
            drawn = self._drawn[key] = games, found, Markup(html)
        return {"after": drawn[1], "after_drawn": drawn[2]}


def after(one: PastGame, among: Compared) -> After:
    """What is shown of this game, which is over."""
    setup = one.game.setup
    return After(
        number=one.number,
        fires=_fires(one),
        course=course(timeline(one.game), perfect(setup)),
        place=place_words(among),
        beside=_beside(among),
        again=again(setup),
    )


def _fires(one: PastGame) -> tuple[Fire, ...]:
    """One for each pile, as large as the pile is high; none for a game that was lost, stopped or gave nothing."""
    position = one.game.position
    if position.status not in (Status.WON, Status.FINISHED) or points(position) <= 0:
        return ()
    piles = [
        (pile.suit.letter, height)
        for pile, height in zip(position.setup.piles, position.heights, strict=True)
        if height
    ]
    fires = []
    for (letter, height), (x, y, full) in zip(piles, _PLACES, strict=False):
        size = full * (0.45 + 0.11 * height)
        fires.append(Fire(letter, round(x - size / 2, 1), round(y - size / 2, 1), round(size, 1)))
    return tuple(fires)


def place_words(among: Compared) -> Sentence:
    """Where a game stands among those of its group."""
    if among.games == 1:
        return say("The first game of this group.")
    if among.place is None:
        return say_number(
            "The group’s {n} game; this one has no score to compare.",
            "The group’s {n} games; this one has no score to compare.",
            among.games,
        )
    if among.counted == 1:
        return say("The first game of this group with a score.")
    match among.place:
        case 1 if among.is_shared:
            return say("As good as the best of your {n} games.", n=among.counted)
        case 1:
            return say("The best of your {n} games.", n=among.counted)
        case 2:
            return say("The second best of your {n} games.", n=among.counted)
        case 3:
            return say("The third best of your {n} games.", n=among.counted)
        case place:
            return say("Place {place} among your {n} games.", place=place, n=among.counted)


def _beside(among: Compared) -> Sentence:
    said = []
    if among.best is not None and among.mean is not None:
        mean = round(among.mean, 1)
        said.append(say("Before it: best {best}, mean {mean}.", best=among.best, mean=mean))
    if among.games > 1 and not among.counted:
        said.append(say("Won: {won} of {games}.", won=among.won, games=among.games))
    return joined(said)


def again(setup: Setup) -> Again:
    """The next game: the same person begins where the edition says who, else the next seat."""
    by_edition = setup.box.starter
    starter = setup.starter if by_edition is not None else (setup.starter + 1) % setup.players
    who = isolated(setup.name(starter))
    if by_edition is not None:
        begins = say("{who} begins again, as {why}.", who=who, why=by_edition)
    else:
        begins = say("{who} begins: the next seat.", who=who)
    options = {key: str(value).lower() for key, value in write_options(setup.options).items()}
    return Again(setup.players, setup.names, starter, setup.edition, setup.variants, options, begins)
