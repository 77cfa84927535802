"""What happens when a card is laid: played, misplayed or discarded.

Law: the card itself tells whether it fits; a card of which no copy is left is a misreading and is refused.
"""

from __future__ import annotations

from dataclasses import replace

from companion.errors import Refused
from companion.rules.cards import Card
from companion.rules.commands import Discard, Play
from companion.rules.ending import ending
from companion.rules.events import (
    CardDiscarded,
    CardMisplayed,
    CardPlayed,
    Fact,
    FinalRoundBegan,
    Laid,
    SuitCompleted,
    TokenReturned,
)
from companion.rules.evolve import evolve_all
from companion.rules.options import DiscardAtFull
from companion.rules.position import Position
from companion.rules.setup import ALL_CLUES
from companion.sentences import say


def play(position: Position, wish: Play) -> tuple[Fact, ...]:
    """The facts of a play: it stays and may complete its suit, or it is a misplay."""
    card = wish.card
    _refuse_empty_hand(position)
    refuse_absent(position, card)
    if card is not None and wish.misplay and position.fits(card):
        raise Refused(say("{card} fits on its pile, so it was no misplay: which card was it?", card=card))
    if card is None and not wish.misplay:
        return _with_draw(position, CardPlayed(position.player, None), ())
    if card is None or not position.fits(card):
        return _with_draw(position, CardMisplayed(position.player, card), ())
    return _with_draw(position, CardPlayed(position.player, card), completing(position, card))


def discard(position: Position, wish: Discard) -> tuple[Fact, ...]:
    """The facts of a discard; at a full supply the table's option decides."""
    is_full = position.clues >= ALL_CLUES
    if is_full and position.setup.options.discard_at_full is DiscardAtFull.REFUSE:
        token = position.setup.box.clue_token
        raise Refused(
            say(
                "All {n} tokens ({token}) are available, so no discard: give a clue or play a card.",
                n=ALL_CLUES,
                token=token,
            )
        )
    _refuse_empty_hand(position)
    refuse_absent(position, wish.card)
    returned: tuple[Fact, ...] = () if is_full else (TokenReturned(),)
    return _with_draw(position, CardDiscarded(position.player, wish.card), returned)


def completing(position: Position, card: Card) -> tuple[Fact, ...]:
    """What a fitting card brings with it: nothing, or a completed suit and its token (a tile instead, in dazzling)."""
    if not _is_last(position, card):
        return ()
    done = SuitCompleted(card.suit)
    if position.setup.has_tiles or position.clues >= ALL_CLUES:
        return (done,)
    return (done, TokenReturned())


def refuse_absent(position: Position, card: Card | None) -> None:
    """Refused where this card can't have come out of a hand: not in the deck, or every copy lies there already."""
    if card is None:
        return
    if not position.setup.has(card):
        raise Refused(
            say("There is no {card} in this game: no {suit} suit is played.", card=card, suit=card.suit.english)
        )
    if position.left(card) <= 0:
        raise Refused(say("There is no {card} left, every copy lies on the table: was it another card?", card=card))


def _refuse_empty_hand(position: Position) -> None:
    if position.setup.plays_on and not position.deck and not position.hands[position.player]:
        raise Refused(say("{who} holds no card: only a clue can be given.", who=position.setup.name(position.player)))


def _is_last(position: Position, card: Card) -> bool:
    pile = position.setup.pile(card.suit)
    return pile is not None and pile.order[-1] == card.rank


def _with_draw(position: Position, laid: Laid, more: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts with the draw for the card laid, unless that ended the game or there is nothing to draw any more."""
    facts = (laid, *more)
    ends = ending(evolve_all(position, facts), facts) is not None
    if ends or not position.deck or position.turns_left is not None:
        return facts
    drawn = (replace(laid, draws=True), *more)
    if position.deck > 1 or position.setup.plays_on:
        return drawn
    return (*drawn, FinalRoundBegan(position.setup.players))
