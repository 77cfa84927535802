"""How a game that is over is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.sentences import Sentence, say, say_number

_TITLES = {
    "won": say("Won"),
    "lost": say("Lost"),
    "finished": say("The end"),
    "exhausted": say("Not won"),
    "stopped": say("Stopped"),
}
_WHY = {
    "won": say("Every firework is complete."),
    "lost": say("The last fuse has burnt down."),
    "finished": say("Everybody has had the last turn."),
    "exhausted": say("Nobody can act any more."),
    "stopped": say("The game was ended without a score."),
}

_COUNTED = ("won", "finished", "exhausted")


@dataclass(frozen=True, slots=True)
class Ending:
    """`score`: None where the game has none, and then `lying` says what lies on the table; `unnamed`: cards on it that
    have no name, so that nobody knows the score yet.
    """

    status: str
    title: Sentence
    why: Sentence
    score: int | None
    lying: Sentence
    rating: str | None
    unnamed: int = 0


def ending(page: Mapping[str, object]) -> Ending | None:
    """The end of this state's game, None while it is on."""
    status = str(page.get("status", "playing"))
    if status not in _TITLES:
        return None
    score, points, rating = page.get("score"), page.get("points"), page.get("rating")
    unknown = page.get("unknown")
    unnamed = unknown if isinstance(unknown, int) and status in _COUNTED else 0
    why = _WHY[status]
    if status == "lost" and isinstance(fuses := page.get("fuses"), int) and fuses < 3:
        why = say("A card that was needed is gone.")
    return Ending(
        status,
        _TITLES[status],
        why,
        score if isinstance(score, int) and not unnamed else None,
        _lying(points, unnamed),
        str(rating) if rating and not unnamed else None,
        unnamed,
    )


def _lying(points: object, unnamed: int) -> Sentence:
    if unnamed:
        return say_number(
            "{n} card has no name yet, so the score isn’t known.",
            "{n} cards have no name yet, so the score isn’t known.",
            unnamed,
        )
    if isinstance(points, int):
        return say_number("No score; {n} point on the table.", "No score; {n} points on the table.", points)
    return say("No score.")
