"""Whether a wish is granted, and what happens then.

Law: the one door. A wish is either refused here, with a sentence and nothing changed, or it becomes facts that the
rules allow; the action that ends the game draws nothing.
"""

from __future__ import annotations

from typing import assert_never

from companion.errors import Refused
from companion.rules.check import contradictions
from companion.rules.commands import Adopt, Bonus, CountDeck, Discard, GiveClue, Move, PassTurn, Play, Stop
from companion.rules.ending import ending
from companion.rules.events import (
    ClueGiven,
    DeckCounted,
    Fact,
    FinalRoundBegan,
    GameStarted,
    GameStopped,
    TurnPassed,
)
from companion.rules.evolve import evolve, evolve_all
from companion.rules.laying import discard, play
from companion.rules.position import Position
from companion.rules.setup import ALL_CLUES
from companion.rules.tiles import bonus
from companion.sentences import joined, say


def decide(position: Position, wish: Move) -> tuple[Fact, ...]:
    """The facts that this wish makes, the end of the game among them; Refused with a sentence otherwise."""
    _refuse_after_the_end(position, wish)
    facts = _facts(position, wish)
    after = evolve_all(position, facts)
    end = None if after.is_over else ending(after, facts)
    return facts if end is None else (*facts, end)


def _facts(position: Position, wish: Move) -> tuple[Fact, ...]:
    match wish:
        case GiveClue():
            return _clue(position, wish)
        case Play():
            return play(position, wish)
        case Discard():
            return discard(position, wish)
        case Bonus():
            return bonus(position, wish)
        case CountDeck():
            return _count(position, wish)
        case PassTurn():
            return _pass_turn(position, wish)
        case Adopt():
            return _adopt(position, wish)
        case Stop():
            return (GameStopped(),)
        case _:
            assert_never(wish)


def _refuse_after_the_end(position: Position, wish: Move) -> None:
    """A tile works at once: one that the last turn turned up is still used before the points count."""
    if position.is_over and not (isinstance(wish, Bonus) and position.tiles_owed):
        raise Refused(say("The game is over: take the last thing back, or start a new game."))


def _clue(position: Position, wish: GiveClue) -> tuple[Fact, ...]:
    if not position.clues:
        raise Refused(say("No {token} is left: discard a card or play one.", token=position.setup.box.clue_token))
    _refuse_details(position, wish)
    return (ClueGiven(position.player, wish.to, wish.colour, wish.rank, wish.touched),)


def _refuse_details(position: Position, wish: GiveClue) -> None:
    setup = position.setup
    if wish.to is not None:
        refuse_seat(position, wish.to)
    if wish.to == position.player:
        raise Refused(say("Nobody gives a clue to themselves: name another player."))
    if wish.colour is not None and wish.rank is not None:
        raise Refused(say("A clue names a colour or a rank, not both."))
    if wish.colour is not None and not setup.can_name(wish.colour):
        raise Refused(say("No clue can name {suit} in this game.", suit=wish.colour.english))
    if wish.rank is not None and not 1 <= wish.rank <= 5:
        raise Refused(say("A clue names a rank from 1 to 5, not {rank}.", rank=wish.rank))
    if wish.touched is not None and not 0 <= wish.touched <= setup.hand_size:
        raise Refused(
            say(
                "A clue can't point at {touched} cards: a hand holds {held}.",
                touched=wish.touched,
                held=setup.hand_size,
            )
        )
    if wish.touched == 0 and not setup.options.zero_clue:
        raise Refused(say("A clue must point at a card at least: this table has no clues that touch nothing."))


def refuse_seat(position: Position, seat: int) -> None:
    """Refused where there is no such seat."""
    if not 0 <= seat < position.setup.players:
        raise Refused(
            say("There is no seat {seat}: seats run from 0 to {last}.", seat=seat, last=position.setup.players - 1)
        )


def _count(position: Position, wish: CountDeck) -> tuple[Fact, ...]:
    if not 0 <= wish.count <= position.unseen:
        raise Refused(
            say(
                "The pile can't hold {count} cards: {unseen} are unseen. Count once more.",
                count=wish.count,
                unseen=position.unseen,
            )
        )
    counted = DeckCounted(wish.count)
    if wish.count or position.turns_left is not None or position.setup.plays_on:
        return (counted,)
    return (counted, FinalRoundBegan(max(position.setup.players - position.since_card, 0)))


def _pass_turn(position: Position, wish: PassTurn) -> tuple[Fact, ...]:
    refuse_seat(position, wish.player)
    turns = (wish.player - position.player) % position.setup.players
    if not turns:
        raise Refused(say("It is {who}'s turn already.", who=position.setup.name(wish.player)))
    if position.turns_left is not None and turns >= position.turns_left:
        raise Refused(say("{who} has no turn left in the final round.", who=position.setup.name(wish.player)))
    return (TurnPassed(wish.player, turns, min(turns, position.clues)),)


def _adopt(position: Position, wish: Adopt) -> tuple[Fact, ...]:
    begun = _begun(position, wish)
    wrong = [*_absent(position, wish), *contradictions(evolve(position, begun))]
    if wrong:
        raise Refused(say("The table can't lie like that: {reasons}.", reasons=joined(wrong, "; ")))
    if begun.deck or position.setup.plays_on:
        return (begun,)
    return (begun, FinalRoundBegan(position.setup.players))


def _absent(position: Position, wish: Adopt) -> list[str]:
    """Tops that no pile of this game can have."""
    absent = [(suit, top) for suit, top in wish.stacks if position.setup.pile(suit) is None or not 0 <= top <= 5]
    tops = [suit.letter + str(top) for suit, top in absent]
    return [say("there is no {card} to lie on a pile in this game", card=top) for top in tops]


def _begun(position: Position, wish: Adopt) -> GameStarted:
    """The start of a game that lies so, its impossible tops left out."""
    setup = position.setup
    named = {suit: top for suit, top in wish.stacks if 0 <= top <= 5}
    heights = tuple(pile.height(named.get(pile.suit, 0)) for pile in setup.piles)
    unseen = setup.deck_size - sum(heights) - len(wish.discards)
    return GameStarted(
        heights=heights,
        discards=wish.discards,
        clues=ALL_CLUES if wish.clues is None else wish.clues,
        fuses=wish.fuses,
        deck=max(unseen - setup.players * setup.hand_size, 0) if wish.deck is None else wish.deck,
        player=setup.starter if wish.player is None else wish.player,
    )
