"""What a correction changed: the difference between two positions of one game, in words.

Law: only what lies on the table or was agreed is told, so that every table may be shown it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.rules.cards import RANKS, Card
from companion.rules.position import Position
from companion.rules.score import unreachable


def changes(before: Position, after: Position) -> tuple[str, ...]:
    """Everything in which the later position differs, each as a phrase: `red stands at 2, not 3`."""
    return (*_piles(before, after), *_discards(before, after), *_counts(before, after), *_turn(before, after))


def say_changes(before: Position, after: Position) -> str:
    """The changes as one sentence."""
    told = changes(before, after)
    return f"What changed: {'; '.join(told)}." if told else "Nothing on the table changes by it."


def say_outlook(before: Position, after: Position) -> str:
    """What is told, not enforced, from the moment that it is so: no more points can come, or the game can't be won.

    Empty where nothing such has come about. It follows from the discards, so a strict table's screen doesn't show it.
    """
    return outlook(after) if not _is_settled(before) else ""


def outlook(position: Position) -> str:
    """What is so by now, for as long as the game goes on: as `say_outlook`."""
    if position.is_over or not _is_settled(position):
        return ""
    return "Nothing more can be scored." if position.setup.counts_points else "The game can no longer be won."


def _is_settled(position: Position) -> bool:
    """Whether nothing more can be scored, or, where only winning counts, that this can't be any more."""
    lost = len(unreachable(position))
    if not position.setup.counts_points:
        return lost > 0
    missing = sum(len(pile.order) for pile in position.setup.piles) - sum(position.heights)
    return lost == missing and not position.unknown


def _piles(before: Position, after: Position) -> Iterator[str]:
    for (suit, was), now in zip(before.stacks.items(), after.stacks.values(), strict=True):
        if was != now:
            yield f"{suit.english} stands at {now}, not {was}"


def _discards(before: Position, after: Position) -> Iterator[str]:
    was, now = Counter(before.discards), Counter(after.discards)
    for card in (Card(pile.suit, rank) for pile in after.setup.piles for rank in RANKS):
        if was[card] != now[card]:
            yield f"of {card} {now[card]} among the discards, not {was[card]}"


def _counts(before: Position, after: Position) -> Iterator[str]:
    box = after.setup.box
    for what, was, now in (
        (f"{box.clue_token}s available", before.clues, after.clues),
        (f"{box.fuse_token}s used", before.fuses, after.fuses),
        ("cards to draw", before.deck, after.deck),
        ("unread cards", before.unknown, after.unknown),
        ("bonus tiles owed", before.tiles_owed, after.tiles_owed),
    ):
        if was != now:
            yield f"{what}: {now}, not {was}"


def _turn(before: Position, after: Position) -> Iterator[str]:
    setup = after.setup
    if before.status is not after.status:
        yield f"the game is {after.status.value}, not {before.status.value}"
    elif before.player != after.player:
        yield f"{setup.name(after.player)} is in turn, not {setup.name(before.player)}"
    if before.turns_left != after.turns_left:
        was, now = (_round(position.turns_left) for position in (before, after))
        yield f"{now}, not {was}"


def _round(turns_left: int | None) -> str:
    return "no final round" if turns_left is None else f"{turns_left} turns left in the final round"
