"""A lying card moved to another zone, or is gone.

Law: what was counted is never changed because a card moved; at most it is asked about, or told as an alarm.
"""

from __future__ import annotations

from companion.rules.commands import Bonus, Play, Tile
from companion.rules.game import Game
from companion.sentences import Sentence, say, say_number
from companion.table.bearings import is_last, is_latest, is_over, refusal, step_of, told
from companion.table.desk import Desk
from companion.table.ledger import Lying
from companion.table.placements import Laid, Lifted, Moved, Zone
from companion.table.rulings import Kind, Meaning


def move(desk: Desk, game: Game, moved: Moved) -> None:
    """Decide on a card that lies in another zone now."""
    card = desk.ledger.get(moved.card_id)
    if card is None:
        return
    was_gone = card.gone_since is not None
    _is_back(desk, card, moved)
    came_from, card.zone = card.zone, moved.zone if moved.zone not in (Zone.ELSEWHERE, Zone.DECK) else card.zone
    if card.zone is came_from:
        if was_gone and card.event is None and card.zone is not Zone.DECK:
            _lay_again(desk, card, moved.left_at)
        return
    if came_from in (Zone.ELSEWHERE, Zone.DECK) and card.event is None:
        _lay_again(desk, card, moved.left_at)
    elif card.zone is Zone.DISCARDS:
        _to_the_discards(desk, game, card, moved.left_at)
    else:
        _to_the_fireworks(desk, game, card, moved.left_at)


def _lay_again(desk: Desk, card: Lying, at: float) -> None:
    """It counted for nothing so far (outside the zones, or taken back) and has been laid now."""
    del desk.ledger.cards[card.card_id]
    desk.line.join(Laid(card.card_id, card.reading, card.zone, at, card.covers, card.arm))


def _is_back(desk: Desk, card: Lying, moved: Moved) -> None:
    card.gone_since = None
    desk.calm(moved.left_at, card)
    desk.settle(desk.docket.about(card.card_id, Kind.TAKEN_BACK))
    desk.settle(desk.docket.about(card.card_id, Kind.MOVED))


def _to_the_discards(desk: Desk, game: Game, card: Lying, at: float) -> None:
    """A misplay goes where it belongs; a good play doesn't belong there."""
    question = desk.held()
    if question is not None and question.card_id == card.card_id:
        confirm_held(desk, card, at)
    elif (said := told(step_of(game, card.event))) is None:
        _astray(desk, game, card, at)
    elif said[0] == "misplay":
        card.is_provisional = False
    elif said[0] == "play" and said[1] is not None:
        _wonder(desk, game, card, at, was="play", now="discard")


def _to_the_fireworks(desk: Desk, game: Game, card: Lying, at: float) -> None:
    """The tile `rescue` where one is owed, else a discard that was a play after all."""
    said = told(step_of(game, card.event))
    if said is None:
        _astray(desk, game, card, at)
    elif said[0] in ("discard", "misplay") and said[1] is not None:
        rescue = Bonus(Tile.RESCUE, said[1])
        if refusal(game, rescue) is None:
            desk.do(rescue, at)
        elif said[0] == "discard":
            _wonder(desk, game, card, at, was="discard", now="play")


def _wonder(desk: Desk, game: Game, card: Lying, at: float, *, was: Meaning, now: Meaning) -> None:
    """Ask about the last action; of an earlier one only tell (nothing at all once the game is over)."""
    if is_latest(game, card.event):
        desk.ask(Kind.MOVED, card, ((now, 0.6), (was, 0.4)), (now, was, "misplay"), at)
    elif not is_over(game):
        desk.warn("count-mismatch", _elsewhere(card.code, was), at, card)


def _elsewhere(card: str, was: Meaning) -> Sentence:
    match was:
        case "play":
            return say("{card} was counted as a play, and lies elsewhere now.", card=card)
        case "misplay":
            return say("{card} was counted as a misplay, and lies elsewhere now.", card=card)
        case _:
            return say("{card} was counted as a discard, and lies elsewhere now.", card=card)


def _astray(desk: Desk, game: Game, card: Lying, at: float) -> None:
    """It counts for nothing (taken back, or laid after the end) and was moved: nobody knows why."""
    if not is_over(game):
        desk.warn(
            "count-mismatch",
            say("{card} was taken back and lies elsewhere now: it isn't counted.", card=card.code),
            at,
            card,
        )


def confirm_held(desk: Desk, card: Lying, at: float) -> None:
    """The misplay that loses the game is one."""
    desk.settle(desk.held())
    card.home, card.had_fuse = card.zone, True
    face = card.reading.card
    desk.do(Play(face), at, card, card.reading.confidence)


def lift(desk: Desk, game: Game, lifted: Lifted) -> None:
    """Decide on a card that is gone and hasn't come down again."""
    card = desk.ledger.get(lifted.card_id)
    if card is None or desk.line.returns(lifted):
        return
    if card.zone is Zone.DECK:
        desk.deck_gone_since = lifted.left_at
        return
    card.gone_since = lifted.left_at
    said = told(step_of(game, card.event))
    if said is None or is_over(game) or not is_last(game, card.event):
        return
    if lifted.left_at - card.laid_at < desk.patience.take_back:
        desk.ask(Kind.TAKEN_BACK, card, (("none", 0.7), (said[0], 0.3)), ("none", said[0]), lifted.left_at)


def tell_what_is_missing(desk: Desk, game: Game) -> None:
    """Alarms for what has been gone for too long to be only squared up."""
    if is_over(game):
        return
    for card in desk.ledger.cards.values():
        if _is_missed(desk, card):
            desk.warn(
                "count-mismatch", say("{card} is gone from the table.", card=card.code), card.gone_since or 0.0, card
            )
    _tell_of_the_deck(desk, game)


def _is_missed(desk: Desk, card: Lying) -> bool:
    if card.event is None or card.gone_since is None or card.alarm is not None:
        return False
    if desk.docket.about(card.card_id, Kind.TAKEN_BACK) is not None:
        return False
    return desk.line.now - card.gone_since >= desk.patience.gone


def _tell_of_the_deck(desk: Desk, game: Game) -> None:
    since, left = desk.deck_gone_since, game.position.deck
    if since is None or not left or desk.told_deck_gone or desk.line.now - since < desk.patience.gone:
        return
    desk.told_deck_gone = True
    desk.warn(
        "count-mismatch",
        say_number(
            "The deck's place is empty, and {n} card should lie there.",
            "The deck's place is empty, and {n} cards should lie there.",
            left,
        ),
        since,
    )
