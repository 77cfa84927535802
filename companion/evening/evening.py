"""One table through an evening: every message of the inbox, and what follows from it.

Law: presses from the panel and from pages go the same way; a wish always gets its answer; whatever the message, the
page is told once more at its end, and only if something differs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import assert_never

from companion.album import Album
from companion.errors import CompanionError, Refused
from companion.evening.alarms import PASSING_S, SENTENCES, Alarms
from companion.evening.answering import answer_umpire, word_of
from companion.evening.by_hand import misplay_of_the_last
from companion.evening.games import Games, TablePlan
from companion.evening.judging import Judging
from companion.evening.pictures import Pictures
from companion.evening.questions import NUMBERS_A_START, Questions, Raised
from companion.evening.replies import Replies, Reply
from companion.evening.said import told_after
from companion.messages import (
    Answer,
    Bring,
    ButtonPressed,
    DeviceState,
    Forget,
    Locked,
    Message,
    NewGame,
    Press,
    Rezone,
    Said,
    Stop,
    TableSeen,
    Ticked,
    Wish,
    time_of,
)
from companion.page import Around, Device
from companion.ports import Panel
from companion.rules.game import Game
from companion.sentences import say
from companion.session import Session
from companion.table.placements import Button, Pressed, Waited
from companion.table.rulings import YES

NOTICE_S = 6.0
BLIND_S = 2.0
RETRY_S = 2.0

CLEAR_FIRST = say("Clear the mat: the new game begins once it is empty.")
NO_GAME = say("No game is on: start one on the page.")


@dataclass(slots=True)
class _Notice:
    say: str | None = None
    until: float = 0.0


@dataclass(slots=True)
class _Times:
    """When things were done last, in monotonic seconds."""

    looked: float = float("-inf")
    retried: float = float("-inf")
    notice: _Notice = field(default_factory=_Notice)


class Evening:
    """Tell it each message of the inbox, in order. `on_ok`: called when the panel's own OK button goes down."""

    def __init__(
        self,
        session: Session,
        panel: Panel,
        plan: TablePlan | None = None,
        *,
        wall: Callable[[], float] = time.time,
        on_ok: Callable[[], None] = lambda: None,
        album: Album | None = None,
    ) -> None:
        plan, album = plan or TablePlan(), album or Album()
        self._session = session
        self._panel = panel
        self._wall = wall
        self._on_ok = on_ok
        self._alarms = Alarms()
        self._questions = Questions(session.starts * NUMBERS_A_START + 1, picture_of=album.name_of)
        self._judging = Judging(
            session, self._questions, self._alarms, zones=plan.zones, patience=plan.patience, wall=wall
        )
        self._games = Games(session, self._questions, self._alarms, self._judging, plan, wall)
        self._pictures = Pictures(album, session, self._judging)
        self._replies = Replies()
        self._devices = {"camera": Device(), "panel": Device()}
        self._times = _Times()
        self._is_by_hand, self._is_locked = plan.is_unwatched, False
        self._remarked = 0
        self._remark()

    def open(self) -> None:
        """Lamps and pages come up as the game was left."""
        self._session.announce()
        self._show()

    def hear(self, message: Message) -> None:
        """Take the next message."""
        match message:
            case TableSeen(seen=seen):
                if not self._is_by_hand:
                    self._seen(message)
                self._times.looked = seen.at
            case ButtonPressed():
                self._button(message)
            case Ticked(at=at):
                self._tick(at)
            case DeviceState():
                self._device(message)
            case Wish():
                self._wish(message)
            case Locked(is_locked=is_locked):
                self._is_locked = is_locked
            case Stop():
                pass  # the loop ends by it
            case _:
                assert_never(message)
        self._settle(time_of(message))
        self._show()

    def recover(self) -> None:
        """Something broke inside: the game stands as it is kept, and whoever watches it begins afresh."""
        self._judging.start_afresh()
        self._show()

    def go_on_by_hand(self, say: str) -> None:
        """Sight is left out from now on; buttons and pages go on."""
        self._is_by_hand = True
        self._alarms.calm_all("seen")
        self._alarms.raise_(("manual",), "manual-mode", say, self._wall())
        self._show()

    def close(self) -> None:
        """Lamps off, journal closed."""
        self._panel.close()
        self._session.close()

    # what each message does

    def _seen(self, message: TableSeen) -> None:
        seen = message.seen
        self._alarms.seen(seen.alarms, self._wall())
        if any(place.odd is not None for place in seen.places):
            what = "unknown-object"
            self._alarms.raise_(("odd",), what, SENTENCES[what], self._wall(), seen.at + PASSING_S)
        if not self._games.hears(seen):
            return
        if seen.first:
            self._games.find_lying(seen.lying)
        told = self._games.note_laid(self._judging.see(seen))
        if not self._games.is_clearing:
            self._judging.hear_seen(told, seen)
        self._games.note_table()

    def _button(self, message: ButtonPressed) -> None:
        if message.button is Button.OK:
            self._on_ok()
        if message.held and message.button is Button.OK:
            self._games.ask_for_another()
        elif not message.held:
            self._press(Pressed(message.button, message.at), None)

    def _press(self, pressed: Pressed, reply: Reply | None) -> None:
        """A press, from wherever. What it came to is told when it is decided."""
        own = self._questions.own() if pressed.button is Button.OK else None
        try:
            if own is not None:
                own.answer(YES)
            elif self._games.is_clearing:
                raise Refused(CLEAR_FIRST)
            else:
                self._games.note_press(pressed)
                game = self._session.game
                if game is None:
                    raise Refused(NO_GAME)
                self._decide_press(pressed, game)
        except CompanionError as why:
            self._replies.refuse(pressed, reply, why)
        else:
            self._replies.expect(pressed, reply)

    def _decide_press(self, pressed: Pressed, game: Game) -> None:
        """Where nobody watches, no card can have come before the press: it is decided at once."""
        if not self._is_by_hand:
            self._judging.hear(pressed)
        elif pressed.button is Button.FUSE:
            self._session.handle(misplay_of_the_last(game))
        else:
            self._judging.hear(pressed, Waited(pressed.at))

    def _tick(self, at: float) -> None:
        self._alarms.pass_by(at)
        if self._times.notice.say is not None and at >= self._times.notice.until:
            self._times.notice.say = None
        if at - self._times.looked > BLIND_S and not self._games.is_clearing:
            self._judging.hear(Waited(at))
        if at - self._times.retried >= RETRY_S:
            self._times.retried = at
            self._session.retry()
            self._remark()

    def _device(self, message: DeviceState) -> None:
        if message.which not in self._devices:
            what = message.say if message.state == "down" else None
            self._alarms.note_machine(message.which, what, self._wall())
            return
        self._devices[message.which] = Device(message.state, message.say)
        if message.which == "camera":
            self._games.has_camera = message.state in ("up", "pretend")
            if message.state == "ended":
                self._judging.end(message.at)

    def _wish(self, wish: Wish) -> None:
        if wish.reply.cancelled():
            return
        if isinstance(wish.wanted, Press) and not wish.wanted.held:
            self._press(Pressed(wish.wanted.button, wish.at), wish.reply)
            return
        try:
            self._fulfil(wish)
        except CompanionError as why:
            self._replies.fail(wish.reply, why)
        else:
            self._replies.expect(None, wish.reply)

    def _fulfil(self, wish: Wish) -> None:
        match wish.wanted:
            case NewGame(setup, even_if_playing):
                self._games.begin_as_wished(setup, even_if_playing=even_if_playing)
            case Answer():
                self._answer(wish.wanted, wish.at)
            case Press():  # held: any other has gone its way already
                self._games.ask_for_another()
            case Rezone(zones, even_with_cards):
                self._games.rezone(zones, even_with_cards=even_with_cards)
            case Forget(number):
                self._games.forget(number)
            case Bring(game, begun):
                self._session.bring(game, begun)
            case wanted:
                for command in told_after(self._session.game, wanted) if isinstance(wanted, Said) else (wanted,):
                    self._session.handle(command)
                self._judging.rule()
                self._games.note_table()

    def _answer(self, answer: Answer, at: float) -> None:
        question = self._questions.get(answer.question)
        if question is None:
            raise Refused(say("That question is no longer open."))
        if isinstance(question, Raised):
            question.answer(word_of(question, answer))
        else:
            self._judging.hear(answer_umpire(question, answer, at))
            declined = [d for d in self._judging.take_declined() if d.at == at]
            if declined:
                raise Refused(declined[0].say)

    # what follows from any message

    def _remark(self) -> None:
        """Tell what was found wrong with the journal, each thing once; the next game clears it away."""
        for number, remark in enumerate(self._session.remarks[self._remarked :], self._remarked):
            self._alarms.raise_(("journal", number), "journal", remark, self._wall())
            self._remarked = number + 1

    def _settle(self, at: float | None) -> None:
        """Presses that are decided now get their answers; refusals that nobody else is told of go to panel and page."""
        refusals = self._replies.settle(self._judging, self._session.latest)
        if refusals and at is not None:
            self._panel.refuse()
            self._times.notice = _Notice(refusals[-1], at + NOTICE_S)

    def _show(self) -> None:
        self._session.show(
            Around(
                questions=self._questions.shown,
                alarms=self._alarms.shown,
                camera=self._devices["camera"],
                panel=self._devices["panel"],
                notice=self._times.notice.say,
                pictures=self._pictures.of_events(),
                locked=self._is_locked,
            )
        )
