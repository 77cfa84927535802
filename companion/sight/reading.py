"""What one look at a card says: guesses, best first, and whether the best is clear enough to be believed.

Law: a reading never rounds doubt up. `is_clear` is decided by the deck's own thresholds, not by whoever asks.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Reading:
    """Guesses with their probabilities (each 0 to 1, together at most 1), best first; empty where nothing fits."""

    guesses: tuple[tuple[Card, float], ...] = ()
    is_clear: bool = False

    @property
    def card(self) -> Card | None:
        """The card clearly seen, else None."""
        return self.guesses[0][0] if self.is_clear and self.guesses else None

    @property
    def confidence(self) -> float:
        """Probability of the best guess, 0 where there is none."""
        return self.guesses[0][1] if self.guesses else 0.0


UNREAD = Reading()
