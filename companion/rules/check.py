"""Every contradiction of a position at once, each as a sentence.

Law: an empty answer means that a game by these rules can stand like this.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.cards import Card
from companion.rules.position import Position, Status
from companion.rules.setup import ALL_CLUES, ALL_FUSES
from companion.sentences import say


def contradictions(position: Position) -> tuple[str, ...]:
    """All that is wrong with this position, in the order: cards, tokens, draw pile, turns."""
    return (*_of_cards(position), *_of_tokens(position), *_of_the_pile(position), *_of_turns(position))


def _of_cards(position: Position) -> Iterator[str]:
    for card in dict.fromkeys(position.discards):
        if not position.setup.has(card):
            yield say("there is no {card} in this game", card=card)
    for pile, height in zip(position.setup.piles, position.heights, strict=True):
        if not 0 <= height <= len(pile.order):
            yield say("the {suit} pile can't hold {height} cards", suit=pile.suit.english, height=height)
        for rank in pile.order:
            card = Card(pile.suit, rank)
            if position.left(card) < 0:
                lie = pile.copies_of(rank) - position.left(card)
                yield say(
                    "{n} copies of {card} lie there, and the deck has {copies}",
                    n=lie,
                    card=card,
                    copies=pile.copies_of(rank),
                )


def _of_tokens(position: Position) -> Iterator[str]:
    if not 0 <= position.clues <= ALL_CLUES:
        yield say("clue tokens run from 0 to {most}, not {n}", most=ALL_CLUES, n=position.clues)
    if not 0 <= position.fuses <= ALL_FUSES:
        yield say("mistakes run from 0 to {most}, not {n}", most=ALL_FUSES, n=position.fuses)
    if position.tiles_owed and not position.setup.has_tiles:
        yield say("no bonus tiles are played with, and one is owed")


def _of_the_pile(position: Position) -> Iterator[str]:
    if position.unknown < 0:
        yield say("{n} unread cards can't lie there", n=position.unknown)
    if len(position.hands) != position.setup.players:
        yield say(
            "{players} players can't hold {hands} hands", players=position.setup.players, hands=len(position.hands)
        )
    if position.deck < 0 or position.deck > position.unseen:
        yield say(
            "the draw pile can't hold {n} cards while {unseen} are unseen", n=position.deck, unseen=position.unseen
        )
    elif position.deck + sum(position.hands) != position.unseen:
        held = sum(position.hands)
        yield say(
            "{n} cards in the pile and {held} in the hands are not the {unseen} unseen ones",
            n=position.deck,
            held=held,
            unseen=position.unseen,
        )


def _of_turns(position: Position) -> Iterator[str]:
    players, left = position.setup.players, position.turns_left
    if not 0 <= position.player < players:
        yield say("seats run from 0 to {last}, not {seat}", last=players - 1, seat=position.player)
    if left is not None and not 0 <= left <= players:
        yield say("a final round of {players} players can't have {n} turns left", players=players, n=left)
    if left is not None and position.setup.plays_on:
        yield say("this game has no final round, and one is on")
    if position.status is Status.WON and not position.is_complete:
        yield say("the game is won, and not every pile is complete")
