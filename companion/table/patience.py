"""How long the umpire waits for what hands and fingers do late. All in seconds.

Law: a second of patience is worth more than a wrong event; no wait is without its end.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """The umpire's waits: none is longer than players bear in front of a lamp."""

    settling: float = 6.0
    """A press waits at most this long for a place that was changing before it."""
    card_settling: float = 3.0
    """A card read waits at most this long (after its hand left) for a place that was changing before it."""
    late_press: float = 3.5
    """A discard at a full supply waits this long for a CLUE or a FUSE that comes late."""
    late_answer: float = 5.0
    """So long after the question about such a discard, the CLUE button still answers it."""
    take_back: float = 4.0
    """A card lifted within this time of being laid may have been taken back."""
    reappear: float = 1.5
    """A lifted card may come down again within this time, and nothing has happened."""
    together: float = 0.3
    """Hands that left within this time of each other left at once: who was first isn't known."""
    double_press: float = 1.5
    """A second FUSE within this time is the same finger."""
    fuse_looks_back: float = 8.0
    """A FUSE later than this after a fitting card doesn't mean that card: it announces the next one."""
    being_laid: float = 1.5
    """A FUSE pressed at most this long before a hand leaves its card may mean that card,"""
    just_laid: float = 2.5
    """unless the card before it was laid within this time."""
    fuse_looks_ahead: float = 30.0
    """An announced misplay is forgotten after this time."""
    gone: float = 6.0
    """A card, or the deck, may be gone for this long (squared up, carried to the discards) before it is told."""
