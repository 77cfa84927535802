"""What the four buttons mean in this position.

Law: a press does one thing or is declined with its reason. FUSE is about the card laid last, if it can be; else it
announces the next one. OK answers what had been asked before it.
"""

from __future__ import annotations

from typing import assert_never

from companion.rules.cards import Card
from companion.rules.commands import As, Command, Correct, GiveClue, Play, Undo
from companion.rules.game import Game
from companion.sentences import say
from companion.table.answers import Answer, resolve, say_yes
from companion.table.arrivals import stand_by_held
from companion.table.bearings import after, is_over, last_event, position_before, refusal, step_of, told
from companion.table.desk import Desk
from companion.table.doubts import is_late_press
from companion.table.leavings import confirm_held
from companion.table.ledger import Lying
from companion.table.placements import Button, Laid, Pressed, Zone
from companion.table.rulings import Kind
from companion.table.ties import wonder_about_order
from companion.table.verdicts import may_be


def press(desk: Desk, game: Game, pressed: Pressed) -> bool:
    """Decide on a press; False where something else is to be done first and the press comes again."""
    match pressed.button:
        case Button.CLUE:
            if stand_by_held(desk):
                return False
            _clue(desk, game, pressed.at)
        case Button.FUSE:
            _fuse(desk, game, pressed.at)
        case Button.UNDO:
            _undo(desk, game, pressed.at)
        case Button.OK:
            _ok(desk, game, pressed.at)
        case _:
            assert_never(pressed.button)
    return True


def _clue(desk: Desk, game: Game, at: float) -> None:
    card = desk.ledger.of_event(last_event(game))
    question = desk.docket.about(card.card_id, Kind.FULL) if card else None
    if card and question and _in_time(desk, question.id, at):
        resolve(desk, game, question, Answer(None, "discard", at))
        return
    if is_late_press(desk, game, at):
        return
    why_not = refusal(game, GiveClue())
    if why_not is not None:
        desk.decline(why_not, at)
        return
    desk.do(GiveClue(), at)
    wonder_about_order(desk, game, card, at)


def _in_time(desk: Desk, question_id: int, at: float) -> bool:
    return at - desk.docket.asked_at[question_id] <= desk.patience.late_answer


def _fuse(desk: Desk, game: Game, at: float) -> None:
    is_double = desk.fuse_pressed_at is not None and at - desk.fuse_pressed_at < desk.patience.double_press
    desk.fuse_pressed_at = at
    held = desk.held()
    card = desk.ledger.get(held.card_id) if held else None
    if card is not None:
        confirm_held(desk, card, at)
        return
    card, clues = _laid_last(desk, game, at)
    if _means_the_next(desk, card, at):
        card = None
    if card is not None and not card.had_fuse and _blame(desk, game, card, clues, at):
        return
    if not is_double:
        _announce(desk, game, at)


def _means_the_next(desk: Desk, card: Lying | None, at: float) -> bool:
    """Whether FUSE went down while the next card was just being laid, and the last one had lain there for a while."""
    coming = (m.left_at - at for m in desk.line.matters if isinstance(m, Laid))
    has_long_lain = card is None or at - card.laid_at > desk.patience.just_laid
    return has_long_lain and any(0 <= wait < desk.patience.being_laid for wait in coming)


def _laid_last(desk: Desk, game: Game, at: float) -> tuple[Lying | None, int]:
    """The card that FUSE can be about, and the clues told after it: their presses may have been late."""
    clues = 0
    for step in reversed(game.history):
        if not isinstance(step.command, GiveClue):
            card = desk.ledger.of_event(step.n)
            is_meant = card is not None and (not clues or at - card.laid_at <= desk.patience.late_press)
            return (card if is_meant else None), clues
        clues += 1
    return None, clues


def _blame(desk: Desk, game: Game, card: Lying, clues: int, at: float) -> bool:
    """FUSE for the card laid last; False where it can't be meant."""
    said = told(step_of(game, card.event))
    if said is None or card.event is None:
        return False
    face = said[1] or card.reading.card
    if said[0] == "misplay":
        card.is_provisional, card.had_fuse = False, True
    elif face is not None and position_before(game, card.event).fits(face):
        return _doubt(desk, game, card, face, clues, at)
    else:
        _make_misplay(desk, game, card, clues, at)
    return True


def _doubt(desk: Desk, game: Game, card: Lying, face: Card, clues: int, at: float) -> bool:
    """A fitting card can't have been a misplay: it is asked, or FUSE came so late that it means the next card.

    It may have been one after all where an unread card may be its twin: then it is a misplay that has no name yet.
    """
    unread = tuple((c.card_id, c.reading) for c in desk.ledger.unread_plays() if c is not card)
    if card.zone is Zone.DISCARDS and (twins := may_be(unread, face)):
        card.hangs_on = twins
        _make_misplay(desk, game, card, clues, at)
        guess = ((str(face), card.reading.confidence),)
        desk.ask(Kind.BLOCKED, card, guess, ("misplay", "play", "discard", "none"), at)
        return True
    if card.zone is Zone.DISCARDS:
        guesses: tuple[tuple[str, float], ...] = (("discard", 0.6), ("play", 0.4))
    elif at - card.laid_at > desk.patience.fuse_looks_back:
        return False
    else:
        guesses = (("play", 0.7), ("discard", 0.3))
    card.had_fuse = True
    desk.ask(Kind.FUSE_FITS, card, guesses, ("play", "discard", "misplay"), at)
    return True


def _make_misplay(desk: Desk, game: Game, card: Lying, clues: int, at: float) -> None:
    """What counted as a discard, or as `?`, is taken back and told as a misplay, after the clues that came late."""
    face = (card.known or card.reading.card) if not card.hangs_on else None
    is_impossible = desk.docket.about(card.card_id, Kind.IMPOSSIBLE) is not None
    face = None if is_impossible else face
    card.had_fuse, card.is_provisional = True, False
    commands = _as_misplay(game, card.event or 0, face, clues)
    if commands is None:
        desk.decline(
            say("A clue was paid with {card}'s token: mend it on the page if it was a misplay.", card=card.code), at
        )
        return
    for command in commands[:-1]:
        desk.do(command, at)
    desk.do(commands[-1], at, card, card.reading.confidence)


def _as_misplay(game: Game, event: int, face: Card | None, clues: int) -> list[Command] | None:
    """How the entry is told as a misplay: by undoing back to it, or mended where earlier ones were mended since.

    A card with a name is told as played: that it didn't fit was looked up, and a replay finds it again.
    """
    back = after(game, *[Undo()] * (clues + 1))
    if back is not None and back.history == game.history[: event - 1]:
        retold: list[Command] = [*[Undo()] * (clues + 1), *[GiveClue()] * clues, Play(face, misplay=face is None)]
        return retold if after(game, *retold) is not None else None
    mend = Correct(event, face, As.MISPLAY if face is None else As.PLAY)
    mended = after(game, mend)
    return [mend] if mended is not None and not mended.conflicts else None


def _announce(desk: Desk, game: Game, at: float) -> None:
    """The next card is the misplay; a second press takes that back."""
    if is_over(game):
        desk.decline(say("The game is over: FUSE means nothing now."), at)
        return
    is_on = desk.announced_at is not None and at - desk.announced_at <= desk.patience.fuse_looks_ahead
    desk.announced_at = None if is_on else at


def _undo(desk: Desk, game: Game, at: float) -> None:
    held = desk.held()
    if desk.announced_at is not None and at - desk.announced_at <= desk.patience.fuse_looks_ahead:
        desk.announced_at = None
    elif held is not None:
        desk.settle(held)
    elif (why_not := refusal(game, Undo())) is not None:
        desk.decline(why_not, at)
    else:
        desk.do(Undo(), at)


def _ok(desk: Desk, game: Game, at: float) -> None:
    question = desk.docket.oldest_before(at)
    card = desk.provisional(game)
    if question is not None:
        say_yes(desk, game, question, at)
    elif card is not None:
        card.is_provisional = False
    else:
        desk.decline(say("There is nothing to confirm."), at)
