"""What the rules make of a reading's guesses: how many copies of each card are still unseen, and which would fit.

Law: it weighs guesses, never a card clearly seen. A guess of which no copy is left goes; that a card would fit makes it
likelier to have been played, never sure.
"""

from __future__ import annotations

from companion.rules.cards import Card
from companion.rules.position import Position
from companion.sight.reading import Reading
from companion.table.placements import Zone

Guesses = tuple[tuple[str, float], ...]

FITS = 4.0
"""By how much likelier a card among the fireworks is one that fits: people play what they think will."""


def weighed(position: Position, zone: Zone, reading: Reading) -> Guesses:
    """The guesses that the copies still unseen allow, likeliest first, together as probable as they were."""
    weights = {card: chance * _weight(position, zone, card) for card, chance in reading.guesses}
    possible = {card: weight for card, weight in weights.items() if weight > 0}
    scale = sum(chance for card, chance in reading.guesses if card in possible) / (sum(possible.values()) or 1.0)
    ordered = sorted(possible.items(), key=lambda guess: -guess[1])
    return tuple((str(card), weight * scale) for card, weight in ordered)


def can_be(position: Position, card: Card) -> bool:
    """Whether the deck has this card and a copy of it is still unseen."""
    return position.setup.has(card) and position.left(card) > 0


def _weight(position: Position, zone: Zone, card: Card) -> float:
    if not can_be(position, card):
        return 0.0
    return position.left(card) * (FITS if zone is Zone.FIREWORKS and position.fits(card) else 1.0)
