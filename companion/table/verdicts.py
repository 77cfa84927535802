"""What a card just laid means in this position: a command that counts it, a question, or both.

Law: never wrong comes before never asking. A verdict names a card or takes a fuse only where the rules leave
nothing else that it could have been; everything else counts as `?` (turn and draw) with its question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.cards import Card
from companion.rules.commands import Discard, Play
from companion.rules.game import Game
from companion.rules.position import Position
from companion.sight.reading import Reading
from companion.table.bearings import after, loses
from companion.table.placements import Zone
from companion.table.prior import Guesses, can_be, weighed
from companion.table.rulings import Kind, Meaning


@dataclass(frozen=True, slots=True)
class Verdict:
    """`command`: what to carry out at once, None where nothing may be counted yet. `kind`: what to ask, if anything.

    `hangs_on`: cards that must be named before this one can be told. `is_provisional`: a misplay to be confirmed.
    """

    command: Play | Discard | None
    kind: Kind | None = None
    guesses: Guesses = ()
    as_: tuple[Meaning, ...] = ()
    hangs_on: frozenset[int] = frozenset()
    is_provisional: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known of an arrival. `under`: unread fireworks cards that it covers. `unread`: all unread plays with
    their guesses, by id. `announced`: FUSE was pressed for it."""

    reading: Reading
    zone: Zone
    under: frozenset[int] = frozenset()
    unread: tuple[tuple[int, Reading], ...] = ()
    announced: bool = False


def judge(game: Game, scene: Scene) -> Verdict:
    """What the arrival means. (A game that is over accepts nothing: don't ask.)"""
    card = scene.reading.card
    if card is None:
        return _unread(game, scene)
    if not can_be(game.position, card):
        return _unread(game, scene, Kind.IMPOSSIBLE)
    if scene.announced:
        return _announced(game, scene, card)
    if scene.zone is Zone.DISCARDS:
        return _among_discards(game, card)
    return _among_fireworks(game, scene, card)


def _unread(game: Game, scene: Scene, kind: Kind = Kind.UNREAD) -> Verdict:
    guesses = weighed(game.position, scene.zone, scene.reading)
    if scene.announced:
        return Verdict(Play(None, misplay=True), kind, guesses, ("misplay", "play", "discard", "none"))
    if scene.zone is Zone.FIREWORKS:
        return Verdict(Play(None), kind, guesses, ("play", "misplay", "discard", "none"))
    if after(game, Discard(None)) is not None:
        return Verdict(Discard(None), kind, guesses, ("discard", "misplay", "play", "none"))
    return Verdict(Play(None), Kind.FULL, guesses, ("discard", "misplay", "none"))


def _announced(game: Game, scene: Scene, card: Card) -> Verdict:
    guess = ((str(card), scene.reading.confidence),)
    if not game.position.fits(card):
        return Verdict(Play(card))
    if doubles := may_be(scene.unread, card):
        return Verdict(Play(None, misplay=True), Kind.BLOCKED, guess, ("misplay", "play", "discard", "none"), doubles)
    return Verdict(Play(None), Kind.FUSE_FITS, guess, ("play", "discard", "misplay", "none"))


def _among_discards(game: Game, card: Card) -> Verdict:
    if after(game, Discard(card)) is not None:
        return Verdict(Discard(card))
    if game.position.fits(card):
        return Verdict(Play(None), Kind.FULL, (("discard", 1.0),), ("discard", "play", "none"))
    return Verdict(Play(None), Kind.FULL, (("discard", 0.7), ("misplay", 0.3)), ("discard", "misplay", "none"))


def _among_fireworks(game: Game, scene: Scene, card: Card) -> Verdict:
    hangs_on = scene.under or _may_carry(game.position, scene.unread, card)
    if hangs_on:
        guesses = ((str(card), scene.reading.confidence),)
        return Verdict(Play(None), Kind.BLOCKED, guesses, ("play", "misplay", "discard", "none"), hangs_on)
    if game.position.fits(card):
        return Verdict(Play(card))
    if loses(game, Play(card)):
        return Verdict(None, Kind.LAST_FUSE, (("misplay", 0.9), ("none", 0.1)), ("misplay", "discard", "none"))
    return Verdict(Play(card), is_provisional=True)


def _may_carry(position: Position, unread: Sequence[tuple[int, Reading]], card: Card) -> frozenset[int]:
    """The unread plays, if they may be the very cards that this one needs below it; empty where they can't."""
    missing = _missing_below(position, card)
    if not missing or not _can_cover(missing, [reading for _, reading in unread]):
        return frozenset()
    return frozenset(card_id for card_id, reading in unread if any(_may_be(reading, one) for one in missing))


def _missing_below(position: Position, card: Card) -> list[Card]:
    """What must be laid before this card fits; empty where it fits now or never will."""
    pile = position.setup.pile(card.suit)
    if pile is None:
        return []
    return [Card(card.suit, rank) for rank in pile.order[position.height(card.suit) : pile.place(card.rank)]]


def _can_cover(missing: Sequence[Card], readings: Sequence[Reading]) -> bool:
    """Can each missing card be another one of the unread?"""
    if not missing:
        return True
    return any(
        _may_be(reading, missing[0]) and _can_cover(missing[1:], [*readings[:i], *readings[i + 1 :]])
        for i, reading in enumerate(readings)
    )


def may_be(unread: Sequence[tuple[int, Reading]], card: Card) -> frozenset[int]:
    """The unread plays that may be a copy of this very card: if one is, the card doesn't fit any more."""
    return frozenset(card_id for card_id, reading in unread if _may_be(reading, card))


def may_rest_on(position: Position, card: Card, reading: Reading) -> bool:
    """May this reading be a card that lies below the other in its pile?"""
    pile = position.setup.pile(card.suit)
    if pile is None:
        return False
    return any(_may_be(reading, Card(card.suit, rank)) for rank in pile.order[: pile.place(card.rank)])


def _may_be(reading: Reading, card: Card) -> bool:
    return not reading.guesses or any(guess == card for guess, _ in reading.guesses)
