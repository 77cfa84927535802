"""Which cards lie on the mat, and which event each of them left in the game's history.

Law: a card is bound to at most one event, and an event to at most one card; what the event *says* is never kept
here but asked of the history, so that an undo or a correction from the web page can't leave the two at odds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.cards import Card
from companion.sentences import say
from companion.sight.reading import Reading
from companion.table.placements import Laid, Zone
from companion.table.rulings import What


@dataclass(slots=True)
class Lying:
    """One card that was laid: where it lies, how it reads, what was made of it."""

    card_id: int
    reading: Reading
    zone: Zone
    laid_at: float
    covers: tuple[int, ...] = ()
    arm: float | None = None
    """From where the arm came that laid it, in degrees round the mat; None where that wasn't told."""
    event: int | None = None
    """The number of its entry in the history; None while, or because, it counts for nothing."""
    known: Card | None = None
    """The card it counts as; None while it counts as `?`."""
    home: Zone | None = None
    """The zone it lay in when it was counted."""
    hangs_on: frozenset[int] = frozenset()
    """Ids of the unread cards whose answer decides what this one is."""
    is_provisional: bool = False
    """A misplay that nothing has confirmed yet."""
    is_misplay: bool = False
    """The history says that it was a misplay (as of the last look)."""
    had_fuse: bool = False
    """FUSE has been pressed for it: a second press means something else."""
    missing: int = 0
    """So many clues seem to have been given before it that nobody pressed."""
    none_missing: bool = False
    """Somebody said that there were none."""
    gone_since: float | None = None
    alarm: What | None = None
    """What the players were warned of about it, until that is over."""

    @property
    def code(self) -> str:
        """The card's name for sentences."""
        card = self.known or self.reading.card
        return str(card) if card else say("A card")


@dataclass(slots=True)
class Ledger:
    """All cards laid in this game, by id."""

    cards: dict[int, Lying] = field(default_factory=dict)

    def enter(self, laid: Laid) -> Lying:
        """Note an arrival. (A second arrival of the same id is the same card in a new place.)"""
        lying = Lying(laid.card_id, laid.reading, laid.zone, laid.left_at, laid.covers, laid.arm)
        self.cards[laid.card_id] = lying
        return lying

    def get(self, card_id: int) -> Lying | None:
        """The card with this id, None where it was never counted here (it lay there before the game)."""
        return self.cards.get(card_id)

    def of_event(self, event: int | None) -> Lying | None:
        """The card that left this entry in the history."""
        return next((c for c in self.cards.values() if event is not None and c.event == event), None)

    def release(self, event: int | None) -> None:
        """This number is about to be another card's."""
        for lying in self.cards.values():
            if lying.event == event:
                lying.event = None

    def unbind(self, lying: Lying) -> None:
        """Its event was taken back: the card may still lie there, and counts for nothing."""
        lying.event, lying.known, lying.home, lying.missing = None, None, None, 0
        lying.is_provisional, lying.had_fuse, lying.hangs_on = False, False, frozenset()

    def stand(self, but: int | None) -> None:
        """The next action has come: what was provisional stands."""
        for lying in self.cards.values():
            lying.is_provisional = lying.is_provisional and lying.card_id == but

    def provisional(self) -> Lying | None:
        """The misplay that still waits to be confirmed."""
        return next((c for c in self.cards.values() if c.is_provisional), None)

    def unread_plays(self) -> list[Lying]:
        """Cards that count as a `?` among the fireworks: each may hide a rank that was laid."""
        return [c for c in self.cards.values() if c.event is not None and c.known is None and c.home is Zone.FIREWORKS]

    def hanging_on(self, card_id: int) -> list[Lying]:
        """Cards that can be told once this one is named."""
        return [c for c in self.cards.values() if card_id in c.hangs_on]

    def returning(self, laid: Laid, held: int | None) -> Lying | None:
        """The card, counted or `held` by a question, that is gone from the table and that this arrival is.

        Where one of the two is unread, it is the same card only if it was carried from the fireworks to the discards,
        as misplays are, and its guesses allow it; a card that told nothing at all is no card that came back.
        """
        face = laid.reading.card
        for card in self.cards.values():
            if card.gone_since is None or card.gone_since > laid.left_at:
                continue
            if card.event is None and card.card_id != held:
                continue
            looks = card.known or card.reading.card
            if looks == face and face is not None and not (card.is_misplay and laid.zone is Zone.FIREWORKS):
                return card
            may_be_carried = card.is_misplay or card.card_id == held or looks is None
            is_carried = may_be_carried and card.zone is Zone.FIREWORKS and laid.zone is Zone.DISCARDS
            if is_carried and (_allows(laid.reading, looks) if face is None else _allows(card.reading, face)):
                return card
        return None

    def twin_in_the_air(self, laid: Laid) -> bool:
        """Is a misplay of this face gone, while the arrival lies among the fireworks? It may be either copy."""
        face = laid.reading.card
        return laid.zone is Zone.FIREWORKS and any(
            card.is_misplay and card.gone_since is not None and card.gone_since <= laid.left_at and card.known == face
            for card in self.cards.values()
            if face is not None and card.event is not None
        )

    def hand_over(self, card: Lying, card_id: int) -> None:
        """The tracker knows the card by another id now."""
        self.cards[card_id] = self.cards.pop(card.card_id)
        for other in self.cards.values():
            if card.card_id in other.hangs_on:
                other.hangs_on = other.hangs_on - {card.card_id} | {card_id}
        card.card_id = card_id


def _allows(reading: Reading, face: Card | None) -> bool:
    """May an unread card, by its guesses, have this face?"""
    if reading.card is not None:
        return reading.card == face
    return any(card == face for card, _ in reading.guesses)
