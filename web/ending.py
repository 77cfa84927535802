"""How a game that is over is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from web.words import count

_TITLES = {
    "won": "Won",
    "lost": "Lost",
    "finished": "The end",
    "exhausted": "Not won",
    "stopped": "Stopped",
}
_WHY = {
    "won": "Every firework is complete.",
    "lost": "The last fuse has burnt down.",
    "finished": "Everybody has had the last turn.",
    "exhausted": "Nobody can act any more.",
    "stopped": "The game was ended without a score.",
}

_COUNTED = ("won", "finished", "exhausted")


@dataclass(frozen=True, slots=True)
class Ending:
    """`score`: None where the game has none, and then `lying` says what lies on the table; `unnamed`: cards on it that
    have no name, so that nobody knows the score yet.
    """

    status: str
    title: str
    why: str
    score: int | None
    lying: str
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
    lying = f"No score; {count(points, 'point')} on the table." if isinstance(points, int) else "No score."
    why = _WHY[status]
    if status == "lost" and isinstance(fuses := page.get("fuses"), int) and fuses < 3:
        why = "A card that was needed is gone."
    if unnamed:
        have = "has" if unnamed == 1 else "have"
        lying = f"{count(unnamed, 'card')} {have} no name yet, so the score isn’t known."
    return Ending(
        status,
        _TITLES[status],
        why,
        score if isinstance(score, int) and not unnamed else None,
        lying,
        str(rating) if rating and not unnamed else None,
        unnamed,
    )
