"""Every contradiction of a position at once, each as a sentence.

Law: an empty answer means that a game by these rules can stand like this.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.cards import Card
from companion.rules.position import Position, Status
from companion.rules.setup import ALL_CLUES, ALL_FUSES


def contradictions(position: Position) -> tuple[str, ...]:
    """All that is wrong with this position, in the order: cards, tokens, draw pile, turns."""
    return (*_of_cards(position), *_of_tokens(position), *_of_the_pile(position), *_of_turns(position))


def _of_cards(position: Position) -> Iterator[str]:
    for card in dict.fromkeys(position.discards):
        if not position.setup.has(card):
            yield f"there is no {card} in this game"
    for pile, height in zip(position.setup.piles, position.heights, strict=True):
        if not 0 <= height <= len(pile.order):
            yield f"the {pile.suit.english} pile can't hold {height} cards"
        for rank in pile.order:
            card = Card(pile.suit, rank)
            if position.left(card) < 0:
                lie = pile.copies_of(rank) - position.left(card)
                yield f"{lie} copies of {card} lie there, and the deck has {pile.copies_of(rank)}"


def _of_tokens(position: Position) -> Iterator[str]:
    if not 0 <= position.clues <= ALL_CLUES:
        yield f"clue tokens run from 0 to {ALL_CLUES}, not {position.clues}"
    if not 0 <= position.fuses <= ALL_FUSES:
        yield f"mistakes run from 0 to {ALL_FUSES}, not {position.fuses}"
    if position.tiles_owed and not position.setup.has_tiles:
        yield "no bonus tiles are played with, and one is owed"


def _of_the_pile(position: Position) -> Iterator[str]:
    if position.unknown < 0:
        yield f"{position.unknown} unread cards can't lie there"
    if len(position.hands) != position.setup.players:
        yield f"{position.setup.players} players can't hold {len(position.hands)} hands"
    if position.deck < 0 or position.deck > position.unseen:
        yield f"the draw pile can't hold {position.deck} cards while {position.unseen} are unseen"
    elif position.deck + sum(position.hands) != position.unseen:
        held = sum(position.hands)
        yield f"{position.deck} cards in the pile and {held} in the hands are not the {position.unseen} unseen ones"


def _of_turns(position: Position) -> Iterator[str]:
    players, left = position.setup.players, position.turns_left
    if not 0 <= position.player < players:
        yield f"seats run from 0 to {players - 1}, not {position.player}"
    if left is not None and not 0 <= left <= players:
        yield f"a final round of {players} players can't have {left} turns left"
    if left is not None and position.setup.plays_on:
        yield "this game has no final round, and one is on"
    if position.status is Status.WON and not position.is_complete:
        yield "the game is won, and not every pile is complete"
