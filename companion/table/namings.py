"""A card that counted as `?` can be told at last.

Law: a `?` is told anew only when nothing else it could be is left, and when that changes nothing that was told of
other cards; otherwise its question is put again with what is known now.
"""

from __future__ import annotations

from companion.rules.cards import Card
from companion.rules.commands import Correct, Undo
from companion.rules.game import Game
from companion.table.arrivals import carry_out
from companion.table.bearings import after, is_last, loses, step_of, told
from companion.table.desk import Desk
from companion.table.ledger import Lying
from companion.table.placements import Named, Zone
from companion.table.rulings import Kind, Meaning
from companion.table.verdicts import Scene, judge, may_rest_on

_ANY: tuple[Meaning, ...] = ("play", "misplay", "discard", "none")


def name(desk: Desk, game: Game, named: Named) -> None:
    """A card that counts as `?` is read clearly now, or what it hung on has been told."""
    card, face = desk.ledger.get(named.card_id), named.reading.card
    if card is None or face is None or card.known is not None:
        return
    card.reading = named.reading
    if card.event is None or card.hangs_on:
        return
    if is_last(game, card.event):
        _tell_anew(desk, game, card, face, named.at)
    else:
        _mend(desk, game, card, card.event, face, named.at)


def _tell_anew(desk: Desk, game: Game, card: Lying, face: Card, at: float) -> None:
    """The `?` is the last action: it is taken back and told as what it was."""
    before, was = after(game, Undo()), told(step_of(game, card.event))
    if before is None or was is None or card.home is None:
        return
    unread = tuple((c.card_id, c.reading) for c in desk.ledger.unread_plays() if c is not card)
    under = frozenset(card_id for card_id, _ in unread if card_id in card.covers)
    verdict = judge(before, Scene(card.reading, card.home, under, unread, announced=was[0] == "misplay"))
    if verdict.kind is not None:
        card.hangs_on = verdict.hangs_on
        desk.ask(verdict.kind, card, verdict.guesses, verdict.as_, at)
    elif _has_slid(card) and before.position.fits(face):
        desk.ask(Kind.UNREAD, card, _guess(card, face), _ANY, at)
    else:
        desk.do(Undo(), at)
        carry_out(desk, before, card, verdict, at)


def _mend(desk: Desk, game: Game, card: Lying, event: int, face: Card, at: float) -> None:
    """Others have acted since: the entry is mended, if that is sure to tell the truth about them too."""
    if desk.docket.about(card.card_id, Kind.FULL) is not None:
        desk.ask(Kind.FULL, card, (("discard", 0.7), ("misplay", 0.3)), ("discard", "misplay", "none"), at)
        return
    card.hangs_on = _rests_on(desk, game, card, event, face)
    if card.hangs_on:
        desk.ask(Kind.BLOCKED, card, _guess(card, face), _ANY, at)
        return
    cards = _told_with(desk, card)
    mends = [Correct(one.event or 0, one.reading.card) for one in cards]
    if _is_harmless(game, mends) and not _slid_though_fitting(game, cards, mends):
        for one, mend in zip(cards, mends, strict=True):
            desk.do(mend, at, one, one.reading.confidence)
    else:
        desk.ask(Kind.UNREAD, card, _guess(card, face), _ANY, at)


def _told_with(desk: Desk, card: Lying) -> list[Lying]:
    """The card and all that can be told once it is, in the order in which they were laid."""
    told_now, ids = [card], {card.card_id}
    waiting = sorted((c for c in desk.ledger.cards.values() if c.hangs_on and c.event), key=lambda c: c.event or 0)
    for other in waiting:
        if other.hangs_on <= ids and other.reading.card is not None:
            told_now.append(other)
            ids.add(other.card_id)
    return told_now


def _guess(card: Lying, face: Card) -> tuple[tuple[str, float], ...]:
    return ((str(face), card.reading.confidence),)


def _has_slid(card: Lying) -> bool:
    return card.home is Zone.FIREWORKS and card.zone is Zone.DISCARDS


def _rests_on(desk: Desk, game: Game, card: Lying, event: int, face: Card) -> frozenset[int]:
    """Earlier unread plays that may be what this card needed below it; only what it covers where it fitted."""
    unread = [c for c in desk.ledger.unread_plays() if c.event is not None and c.event < event]
    under = frozenset(c.card_id for c in unread if c.card_id in card.covers)
    mended = after(game, Correct(event, face))
    said = told(step_of(mended, event)) if mended is not None else None
    if card.home is not Zone.FIREWORKS or said is None or said[0] != "misplay":
        return under
    return under | {c.card_id for c in unread if may_rest_on(game.position, face, c.reading)}


def _is_harmless(game: Game, mends: list[Correct]) -> bool:
    """Does naming these cards change nothing else: no entry impossible, no other misplay, no lost game?"""
    mended, more = game, 0
    for mend in mends:
        then = after(mended, mend)
        if then is None or then.conflicts:
            return False
        mended = then
    for mend in mends:
        was, now = told(step_of(game, mend.event)), told(step_of(mended, mend.event))
        if was is None or now is None:
            return False
        more += (now[0] == "misplay") - (was[0] == "misplay")
    return mended.position.fuses - game.position.fuses == more and not loses(game, *mends)


def _slid_though_fitting(game: Game, cards: list[Lying], mends: list[Correct]) -> bool:
    """Would one of them be told as a good play, though it was pushed to the discards?"""
    mended = after(game, *mends)
    if mended is None:
        return True
    said = [told(step_of(mended, card.event)) for card in cards if _has_slid(card)]
    return any(what is not None and what[0] == "play" for what in said)
