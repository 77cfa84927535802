"""What happened, in a sentence for people: seats by name or counted from 1, tokens by the edition's words."""

from __future__ import annotations

from typing import assert_never

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


def _named(card: Card | None) -> str:
    return "a card that nobody could read" if card is None else f"the {card.suit.english} {card.rank}"


def say_event(setup: Setup, event: Event) -> str:
    """One event as a sentence."""
    match event:
        case GameStarted():
            return "The game begins as the table lies."
        case ClueGiven():
            return _say_clue(setup, event)
        case CardPlayed(player=player, card=card):
            return f"{setup.name(player)} plays {_named(card)}."
        case CardMisplayed(player=player, card=card):
            return f"{setup.name(player)} misplays {_named(card)}."
        case CardDiscarded(player=player, card=card):
            return f"{setup.name(player)} discards {_named(card)}."
        case SuitCompleted(suit=suit):
            return f"The {suit.english} pile is complete."
        case TokenReturned():
            return f"One {setup.box.clue_token} comes back."
        case BonusApplied():
            return _say_bonus(event)
        case FinalRoundBegan(turns=turns):
            return f"The pile is empty: {_count(turns, 'turn')} to go."
        case DeckCounted(count=count):
            return f"The pile holds {_count(count, 'card')}."
        case TurnPassed(player=player):
            return f"It is {setup.name(player)}'s turn."
        case TakenBack():
            return "The last thing is taken back."
        case Corrected(event=number):
            return f"Event {number} is mended."
        case GameWon():
            return "Everything is complete: won."
        case GameLost():
            return "The game is lost."
        case GameFinished():
            return "The final round is over."
        case GameExhausted():
            return "Nobody can act any more: not won."
        case GameStopped():
            return "The game is stopped."
        case _:
            assert_never(event)


def _say_clue(setup: Setup, event: ClueGiven) -> str:
    to = "" if event.to is None else f" to {setup.name(event.to)}"
    what = event.colour.english if event.colour is not None else event.rank
    about = "" if what is None else f" about {what}"
    touched = "" if event.touched is None else f", pointing at {event.touched}"
    return f"{setup.name(event.player)} gives a clue{to}{about}{touched}."


_TILES = {
    Tile.CLUE: "one token comes back",
    Tile.FUSE: "one mistake is forgiven",
    Tile.COLOUR: "a free clue about a colour",
    Tile.RANK: "a free clue about a rank",
    Tile.RETURN: "back into the pile goes",
    Tile.RESCUE: "onto its pile goes",
    Tile.OTHER: "another one",
}


def _say_bonus(event: BonusApplied) -> str:
    card = "" if event.card is None else f" {_named(event.card)}"
    return f"Bonus tile: {_TILES[event.tile]}{card}."
