"""What happened, in a sentence for people: seats by name or counted from 1, tokens by the edition's words."""

from __future__ import annotations

from typing import assert_never

from companion import sentences
from companion.changes import say_changes, say_outlook
from companion.rules.cards import Card
from companion.rules.commands import Tile
from companion.rules.events import (
    BonusApplied,
    CardDiscarded,
    CardMisplayed,
    CardPlayed,
    ClueGiven,
    Corrected,
    DeckCounted,
    Event,
    FinalRoundBegan,
    GameExhausted,
    GameFinished,
    GameLost,
    GameStarted,
    GameStopped,
    GameWon,
    SuitCompleted,
    TakenBack,
    TokenReturned,
    TurnPassed,
)
from companion.rules.game import Game
from companion.rules.lines import agreed
from companion.rules.position import Position
from companion.rules.score import perfect, points, rating, score
from companion.rules.setup import ALL_CLUES, ALL_FUSES, Setup
from companion.rules.words import write_word
from companion.sentences import Sentence, say_number

_MENDS = (GameStarted, TakenBack, Corrected, DeckCounted, TurnPassed)
"""What isn't an action of the game: it says what it changed."""


def say(game: Game) -> str:
    """What the last accepted command did and how the game stands now, on one line."""
    was, now = game.was, game.position
    if was is None:
        return " ".join((say_setup(game.setup), say_standing(now)))
    happened = [say_event(game.setup, event) for event in game.events]
    lost = [f"No longer possible: event {c.event} ({write_word(c.command)}). {c.why}" for c in game.conflicts or ()]
    mends = [say_changes(was, now)] if any(isinstance(event, _MENDS) for event in game.events) else []
    outlook = say_outlook(was, now)
    return " ".join([*happened, *lost, *mends, *([outlook] if outlook else []), say_standing(now)])


def say_setup(setup: Setup) -> str:
    """What is about to be played: the box and its tokens, the variants, and what was agreed otherwise."""
    box = setup.box
    what = box.title + (f" with {', '.join(setup.variants)}" if setup.variants else "")
    begins = "" if box.starter is None else f" {box.starter[0].upper()}{box.starter[1:]} begins."
    options = f" Agreed: {', '.join(agreed(setup))}." if agreed(setup) else ""
    return (
        f"A game for {setup.players} players. {what}: {setup.deck_size} cards, {perfect(setup)} points are perfect. "
        f"Tokens: {box.clues_look}; {box.fuses_look}.{begins}{options}"
    )


def say_refused(game: Game, why: str) -> str:
    """Why nothing happened, and how the game still stands."""
    return f"Refused: {why} {say_standing(game.position)}"


def say_standing(position: Position) -> str:
    """The counts and whose turn it is, or the result."""
    setup = position.setup
    if position.is_over:
        return say_result(position)
    left = position.turns_left
    final = "" if left is None else f", {_count(left, 'turn')} left"
    return (
        f"{setup.name(position.player)} is in turn: {_count(points(position), 'point')}, "
        f"{position.clues} of {_count(ALL_CLUES, setup.box.clue_token)}, "
        f"{position.fuses} of {_count(ALL_FUSES, setup.box.fuse_token)} used, "
        f"{_count(position.deck, 'card')} to draw{final}."
    )


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def say_result(position: Position) -> str:
    """The score of a game that is over, or that there is none."""
    scored, called = score(position), rating(position)
    if scored is None:
        lie = "lies" if points(position) == 1 else "lie"
        return f"No score; {_count(points(position), 'point')} {lie} on the table."
    return f"{scored} of {perfect(position.setup)} points" + (f": {called}." if called else ".")


def _named(card: Card | None) -> Sentence:
    if card is None:
        return sentences.say("a card that nobody could read")
    return sentences.say("the {suit} {rank}", suit=card.suit.english, rank=card.rank)


def say_event(setup: Setup, event: Event) -> Sentence:
    """One event as a sentence."""
    match event:
        case GameStarted():
            return sentences.say("The game begins as the table lies.")
        case ClueGiven():
            return _say_clue(setup, event)
        case CardPlayed(player=player, card=card):
            return sentences.say("{who} plays {card}.", who=setup.name(player), card=_named(card))
        case CardMisplayed(player=player, card=card):
            return sentences.say("{who} misplays {card}.", who=setup.name(player), card=_named(card))
        case CardDiscarded(player=player, card=card):
            return sentences.say("{who} discards {card}.", who=setup.name(player), card=_named(card))
        case SuitCompleted(suit=suit):
            return sentences.say("The {suit} pile is complete.", suit=suit.english)
        case TokenReturned():
            return sentences.say("One {token} comes back.", token=setup.box.clue_token)
        case BonusApplied():
            return _say_bonus(event)
        case FinalRoundBegan(turns=turns):
            return say_number("The pile is empty: {n} turn to go.", "The pile is empty: {n} turns to go.", turns)
        case DeckCounted(count=count):
            return say_number("The pile holds {n} card.", "The pile holds {n} cards.", count)
        case TurnPassed(player=player):
            return sentences.say("It is {who}'s turn.", who=setup.name(player))
        case TakenBack():
            return sentences.say("The last thing is taken back.")
        case Corrected(event=number):
            return sentences.say("Event {event} is mended.", event=number)
        case GameWon():
            return sentences.say("Everything is complete: won.")
        case GameLost():
            return sentences.say("The game is lost.")
        case GameFinished():
            return sentences.say("The final round is over.")
        case GameExhausted():
            return sentences.say("Nobody can act any more: not won.")
        case GameStopped():
            return sentences.say("The game is stopped.")
        case _:
            assert_never(event)


def _say_clue(setup: Setup, event: ClueGiven) -> Sentence:
    who, what = setup.name(event.player), event.colour.english if event.colour is not None else event.rank
    to = None if event.to is None else setup.name(event.to)
    parts = {"who": who, "to": to, "what": what}
    match to is not None, what is not None:
        case True, True:
            clue = sentences.say("{who} gives a clue to {to} about {what}", **parts)
        case True, False:
            clue = sentences.say("{who} gives a clue to {to}", **parts)
        case False, True:
            clue = sentences.say("{who} gives a clue about {what}", **parts)
        case _:
            clue = sentences.say("{who} gives a clue", **parts)
    if event.touched is None:
        return sentences.say("{clue}.", clue=clue)
    return sentences.say("{clue}, pointing at {n}.", clue=clue, n=event.touched)


def _say_bonus(event: BonusApplied) -> Sentence:
    card = None if event.card is None else _named(event.card)
    match event.tile:
        case Tile.CLUE:
            tile = sentences.say("one token comes back")
        case Tile.FUSE:
            tile = sentences.say("one mistake is forgiven")
        case Tile.COLOUR:
            tile = sentences.say("a free clue about a colour")
        case Tile.RANK:
            tile = sentences.say("a free clue about a rank")
        case Tile.RETURN:
            tile = sentences.say("back into the pile goes {card}", card=card)
        case Tile.RESCUE:
            tile = sentences.say("onto its pile goes {card}", card=card)
        case Tile.OTHER:
            tile = sentences.say("another one")
    return sentences.say("Bonus tile: {tile}.", tile=tile)
