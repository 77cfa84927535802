"""From one position to the next: what each fact changes.

Law: `evolve` never refuses. What may happen was decided before; a fact is a fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import assert_never

from companion.rules.cards import Card, Suit
from companion.rules.commands import Tile
from companion.rules.events import (
    BonusApplied,
    CardDiscarded,
    CardMisplayed,
    CardPlayed,
    ClueGiven,
    DeckCounted,
    Fact,
    FinalRoundBegan,
    GameExhausted,
    GameFinished,
    GameLost,
    GameStarted,
    GameStopped,
    GameWon,
    Laid,
    SuitCompleted,
    TokenReturned,
    TurnPassed,
)
from companion.rules.position import Position, Status, dealt_evenly
from companion.rules.setup import ALL_FUSES


def evolve_all(position: Position, facts: Iterable[Fact]) -> Position:
    """The position after all these facts, in their order."""
    return reduce(evolve, facts, position)


def evolve(position: Position, fact: Fact) -> Position:
    """The position after one fact."""
    match fact:
        case GameStarted():
            return _as_it_lies(position, fact)
        case ClueGiven():
            clued = replace(position, clues=position.clues - 1, drew=False)
            return _next_seat(clued, since_card=position.since_card + 1)
        case CardPlayed() | CardMisplayed() | CardDiscarded():
            return _next_seat(_drawn(_laid(position, fact), fact.draws), since_card=0)
        case SuitCompleted():
            return replace(position, tiles_owed=position.tiles_owed + position.setup.has_tiles)
        case TokenReturned():
            return replace(position, clues=position.clues + 1)
        case BonusApplied():
            return _tile_used(replace(position, tiles_owed=position.tiles_owed - 1, status=Status.PLAYING), fact)
        case FinalRoundBegan(turns=turns):
            return replace(position, turns_left=turns)
        case DeckCounted(count=count):
            return _counted(position, count)
        case TurnPassed():
            return _passed(position, fact)
        case GameWon():
            return _over(position, Status.WON)
        case GameLost():
            return _over(position, Status.LOST)
        case GameFinished():
            return replace(position, status=Status.FINISHED)
        case GameExhausted():
            return replace(position, status=Status.EXHAUSTED)
        case GameStopped():
            return _over(position, Status.STOPPED)
        case _:
            assert_never(fact)


def _as_it_lies(position: Position, fact: GameStarted) -> Position:
    begun = Position(
        setup=position.setup,
        heights=fact.heights,
        hands=position.hands,
        deck=fact.deck,
        player=fact.player,
        turn=position.turn,
        clues=fact.clues,
        fuses=fact.fuses,
        discards=fact.discards,
    )
    return replace(begun, hands=dealt_evenly(begun.unseen - begun.deck, position.setup.players, fact.player))


def _laid(position: Position, fact: Laid) -> Position:
    """The card lies where it went; an unread one lies anywhere."""
    if isinstance(fact, CardMisplayed):
        position = replace(position, fuses=min(position.fuses + 1, ALL_FUSES))
    if fact.card is None:
        return replace(position, unknown=position.unknown + 1)
    if isinstance(fact, CardPlayed):
        return _grown(position, fact.card.suit)
    return replace(position, discards=(*position.discards, fact.card))


def _grown(position: Position, suit: Suit) -> Position:
    piles = zip(position.setup.piles, position.heights, strict=True)
    return replace(position, heights=tuple(height + (pile.suit is suit) for pile, height in piles))


def _drawn(position: Position, draws: bool) -> Position:
    """The hand in turn is filled up, or stays one card smaller. An empty one had a card after all: the pile was counted
    too high, and what is left is shared out anew.
    """
    if draws:
        return replace(position, deck=position.deck - 1, drew=True)
    if position.hands[position.player]:
        return replace(position, hands=_hand_changed(position, position.player, -1), drew=False)
    deck = min(position.deck, position.unseen)
    hands = dealt_evenly(position.unseen - deck, position.setup.players, position.player)
    return replace(position, deck=deck, hands=hands, drew=False)


def _hand_changed(position: Position, seat: int, by: int) -> tuple[int, ...]:
    return tuple(size + by if n == seat else size for n, size in enumerate(position.hands))


def _next_seat(position: Position, since_card: int) -> Position:
    left = position.turns_left
    return replace(
        position,
        turn=position.turn + 1,
        player=(position.player + 1) % position.setup.players,
        turns_left=None if left is None else left - 1,
        since_card=since_card,
        tiles_owed=0,
    )


def _tile_used(position: Position, fact: BonusApplied) -> Position:
    """A clue token that a tile gives back is a fact of its own; the free clues change nothing that is public."""
    match fact.tile, fact.card:
        case Tile.FUSE, _:
            return replace(position, fuses=max(position.fuses - 1, 0))
        case Tile.RETURN, Card() as card:
            return _returned(_off_the_discards(position, card))
        case Tile.RESCUE, Card() as card:
            return _grown(_off_the_discards(position, card), card.suit)
        case _:
            return position


def _off_the_discards(position: Position, card: Card) -> Position:
    at = position.discards.index(card)
    return replace(position, discards=position.discards[:at] + position.discards[at + 1 :])


def _returned(position: Position) -> Position:
    """A tile works before the draw of its turn: the card is in the pile when that draw is made.

    So a draw that seemed to empty the pile left this card in it, and no countdown runs. A play that found the pile
    empty draws it now, unless the final round is on, in which nobody draws.
    """
    if position.drew:
        return replace(position, deck=position.deck + 1, turns_left=None)
    if position.setup.plays_on:
        before = (position.player - 1) % position.setup.players
        return replace(position, hands=_hand_changed(position, before, 1), drew=True)
    return replace(position, deck=position.deck + 1)


def _counted(position: Position, count: int) -> Position:
    counted = replace(position, deck=count, turns_left=None if count else position.turns_left)
    held = position.unseen - count
    if held == sum(position.hands):
        return counted
    return replace(counted, hands=dealt_evenly(held, position.setup.players, position.player))


def _passed(position: Position, fact: TurnPassed) -> Position:
    left = position.turns_left
    return replace(
        position,
        player=fact.player,
        clues=position.clues - fact.clues,
        turns_left=None if left is None else left - fact.turns,
        since_card=position.since_card + fact.turns,
        drew=False,
        tiles_owed=0,
    )


def _over(position: Position, status: Status) -> Position:
    return replace(position, status=status, turns_left=None, tiles_owed=0)
