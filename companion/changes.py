"""What a correction changed: the difference between two positions of one game, in words.

Law: only what lies on the table or was agreed is told, so that every table may be shown it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.rules.cards import RANKS, Card
from companion.rules.position import Position, Status
from companion.rules.score import unreachable
from companion.rules.setup import ALL_CLUES, ALL_FUSES
from companion.sentences import Sentence, counted, joined, say, say_number

STANDINGS = {
    Status.PLAYING: say("playing"),
    Status.WON: say("won"),
    Status.LOST: say("lost"),
    Status.FINISHED: say("finished"),
    Status.EXHAUSTED: say("exhausted"),
    Status.STOPPED: say("stopped"),
}
"""How a game stands, in a word for people."""


def changes(before: Position, after: Position) -> tuple[Sentence, ...]:
    """Everything in which the later position differs, each as a phrase: `red stands at 2, not 3`."""
    return (*_piles(before, after), *_discards(before, after), *_counts(before, after), *_turn(before, after))


def say_changes(before: Position, after: Position) -> Sentence:
    """The changes as one sentence."""
    told = changes(before, after)
    if not told:
        return say("Nothing on the table changes by it.")
    return say("What changed: {changes}.", changes=joined(told, "; "))


def say_outlook(before: Position, after: Position) -> str:
    """What is told, not enforced, from the moment that it is so: no more points can come, or the game can't be won.

    Empty where nothing such has come about. It follows from the discards, so a strict table's screen doesn't show it.
    """
    return outlook(after) if not _is_settled(before) else ""


def outlook(position: Position) -> str:
    """What is so by now, for as long as the game goes on: as `say_outlook`."""
    if position.is_over or not _is_settled(position):
        return ""
    return say("Nothing more can be scored.") if position.setup.counts_points else say("The game can no longer be won.")


def _is_settled(position: Position) -> bool:
    """Whether nothing more can be scored, or, where only winning counts, that this can't be any more."""
    lost = len(unreachable(position))
    if not position.setup.counts_points:
        return lost > 0
    missing = sum(len(pile.order) for pile in position.setup.piles) - sum(position.heights)
    return lost == missing and not position.unknown


def _piles(before: Position, after: Position) -> Iterator[Sentence]:
    for (suit, was), now in zip(before.stacks.items(), after.stacks.values(), strict=True):
        if was != now:
            yield say("{suit} stands at {now}, not {was}", suit=suit.english, now=now, was=was)


def _discards(before: Position, after: Position) -> Iterator[Sentence]:
    was, now = Counter(before.discards), Counter(after.discards)
    for card in (Card(pile.suit, rank) for pile in after.setup.piles for rank in RANKS):
        if was[card] != now[card]:
            yield say("of {card} {now} among the discards, not {was}", card=card, now=now[card], was=was[card])


def _counts(before: Position, after: Position) -> Iterator[Sentence]:
    box = after.setup.box
    for what, was, now in (
        (say("{tokens} available", tokens=counted(box.clue_token, ALL_CLUES)), before.clues, after.clues),
        (say("{tokens} used", tokens=counted(box.fuse_token, ALL_FUSES)), before.fuses, after.fuses),
        (say("cards to draw"), before.deck, after.deck),
        (say("unread cards"), before.unknown, after.unknown),
        (say("bonus tiles owed"), before.tiles_owed, after.tiles_owed),
    ):
        if was != now:
            yield say("{what}: {now}, not {was}", what=what, now=now, was=was)


def _turn(before: Position, after: Position) -> Iterator[Sentence]:
    setup = after.setup
    if before.status is not after.status:
        yield say("the game is {now}, not {was}", now=STANDINGS[after.status], was=STANDINGS[before.status])
    elif before.player != after.player:
        yield say("{who} is in turn, not {other}", who=setup.name(after.player), other=setup.name(before.player))
    if before.turns_left != after.turns_left:
        was, now = (_round(position.turns_left) for position in (before, after))
        yield say("{now}, not {was}", now=now, was=was)


def _round(turns_left: int | None) -> Sentence:
    if turns_left is None:
        return say("no final round")
    return say_number("{n} turn left in the final round", "{n} turns left in the final round", turns_left)
