"""What is shown of a game: the state line, and the lines of its history, ready for JSON.

Law: whatever is told outside (page, lamps, command line) is read off here, from the position alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.ports import Lamps
from companion.rules.cards import RANKS, Card
from companion.rules.events import CardMisplayed
from companion.rules.game import Game, Step
from companion.rules.notation import write_command
from companion.rules.position import Position
from companion.rules.score import best, perfect, points, rating, score


def state_line(game: Game) -> dict[str, object]:
    """The state after the last accepted command, its events by name."""
    line = state(game.position)
    line["events"] = [type(event).__name__ for event in game.events]
    if game.conflicts is not None:
        line["conflicts"] = [
            {"event": conflict.event, **write_command(conflict.command), "refused": conflict.why}
            for conflict in game.conflicts
        ]
    return line


def refused_line(game: Game, why: str) -> dict[str, object]:
    """The unchanged state of a game that refused something: nothing happened by it."""
    return state(game.position) | {"events": [], "refused": why}


def state(position: Position) -> dict[str, object]:
    """The state of a position. While `unknown` cards are unread, `best` is an upper bound."""
    return {
        "turn": position.turn,
        "player": None if position.is_over else position.player,
        "clues": position.clues,
        "fuses": position.fuses,
        "deck": position.deck,
        "stacks": {suit.letter: top for suit, top in position.stacks.items()},
        "discards": discard_counts(position),
        "unknown": position.unknown,
        "score": score(position),
        "points": points(position),
        "best": best(position),
        "perfect": perfect(position.setup),
        "final_turns": position.turns_left,
        "status": position.status.value,
        "rating": rating(position),
    }


def discard_counts(position: Position) -> dict[str, int]:
    """How many of each card lie among the discards, sorted by suit and rank."""
    cards = (Card(pile.suit, rank) for pile in position.setup.piles for rank in RANKS)
    lying = Counter(position.discards)
    return {str(card): lying[card] for card in cards if card in lying}


def left_counts(position: Position) -> dict[str, int]:
    """How many copies of each card nobody has seen yet, the cards with none left out."""
    cards = (Card(pile.suit, rank) for pile in position.setup.piles for rank in RANKS)
    return {str(card): position.left(card) for card in cards if position.left(card) > 0}


def history_lines(game: Game) -> list[dict[str, object]]:
    """Every line that stands, numbered from 1, as `correct` numbers them."""
    return [history_line(step) for step in game.history]


def history_line(step: Step) -> dict[str, object]:
    """One line of the history: `n`, `player`, the action, and `"as": "misplay"` where a play was one."""
    line = {"n": step.n, "player": step.player, **write_command(step.command)}
    if any(isinstance(event, CardMisplayed) for event in step.events):
        line["as"] = "misplay"
    return line


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment, whole: what `GET /api/state` answers and the lamps show. `version` grows by 1 with
    each change.

    `page`: JSON-ready, the contract's keys; never changed once made. `lamps`: what the panel shows.
    """

    version: int
    page: Mapping[str, object]
    lamps: Lamps
