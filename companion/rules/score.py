"""What a position is worth: points, the best still reachable, the perfect score, the word for it.

Law: points <= best <= perfect, as long as every card on the table was read. With unread cards `best` is an upper bound.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.cards import Card
from companion.rules.deck import Pile
from companion.rules.options import Loss
from companion.rules.position import Position, Status
from companion.rules.setup import Setup

_LOWEST_OF_WORD = (6, 11, 16, 21)
_COUNTED = (Status.WON, Status.FINISHED)


def perfect(setup: Setup) -> int:
    """The most that this deck can give: 25, or 30 with a rainbow. Black adds nothing."""
    return sum(len(pile.order) for pile in setup.piles if pile.adds)


def worth(pile: Pile, height: int) -> int:
    """Points of a pile of so many cards: one a card, or less one for each card missing."""
    return height if pile.adds else height - len(pile.order)


def points(position: Position) -> int:
    """Tops of the suits, less the missing black cards, whatever the status."""
    return sum(worth(pile, height) for pile, height in zip(position.setup.piles, position.heights, strict=True))


def reach(pile: Pile, height: int, position: Position) -> int:
    """How high this pile can still grow: up to its first gap, a rank whose copies are all discarded."""
    while height < len(pile.order) and not position.is_lost(Card(pile.suit, pile.order[height])):
        height += 1
    return height


def best(position: Position) -> int:
    """The best score still reachable with the cards that are not lost."""
    piles = zip(position.setup.piles, position.heights, strict=True)
    return sum(worth(pile, reach(pile, height, position)) for pile, height in piles)


def unreachable(position: Position) -> tuple[Card, ...]:
    """The cards that can't be played any more, each once, in the order of the piles."""
    return tuple(
        Card(pile.suit, rank)
        for pile, height in zip(position.setup.piles, position.heights, strict=True)
        for rank in pile.order[reach(pile, height, position) :]
    )


def score(position: Position) -> int | None:
    """The score as it would be told; None where none is: uncounted losses, stopped games, games without points."""
    if not position.setup.counts_points or position.status is Status.STOPPED:
        return None
    if position.status is Status.LOST:
        return 0 if position.setup.options.loss is Loss.ZERO else None
    return points(position)


def rating(position: Position) -> str | None:
    """The edition's word for a game that was counted, and for a loss that counts as 0; else None."""
    if not position.setup.counts_points:
        return None
    words = position.setup.box.ratings
    if position.status is Status.LOST:
        return words[0] if position.setup.options.loss is Loss.ZERO else None
    return word(words, points(position), perfect(position.setup)) if position.status in _COUNTED else None


def word(words: Sequence[str], scored: int, most: int) -> str:
    """The word for a score. The words were printed for 25: the last one is for the perfect score alone."""
    if scored >= most:
        return words[-1]
    return words[sum(scored >= lowest for lowest in _LOWEST_OF_WORD)]
