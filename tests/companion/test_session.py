"""The one writer: decided, kept, carried out, told, in that order."""

from __future__ import annotations

import pytest

from companion.errors import Refused
from companion.journal.memory import MemoryJournal
from companion.page import Alarm, Around, Asked
from companion.ports import SavedGame, Standing
from companion.rules.cards import Card
from companion.rules.commands import Discard, GiveClue, Play, Stop, Undo
from companion.rules.game import Game
from companion.rules.script import played, read_script
from companion.rules.setup import Setup
from companion.session import Session


class Recording(MemoryJournal):
    """Writes down the order in which journal and listeners were told."""

    def __init__(self, *saved):
        super().__init__(*saved)
        self.course = []
        self.session = None

    def begin(self, setup):
        self.course.append("kept a beginning")
        return super().begin(setup)

    def add(self, game, command, standing):
        stands = len(self.session.game.history)
        self.course.append(f"kept {type(command).__name__} while {stands} stood")
        super().add(game, command, standing)

    def listen(self, snapshot):
        kept = len(self.games[-1].log) if self.games else 0
        self.course.append(f"told {len(snapshot.page['history'])} of {kept}")


@pytest.fixture
def journal():
    """A journal that writes down its course."""
    return Recording()


@pytest.fixture
def session(journal):
    """A session of a new game of three."""
    journal.session = Session(journal, [journal.listen])
    journal.session.begin(Setup(3))
    return journal.session


def test_nobody_is_told_before_it_is_kept(session, journal):
    session.handle(GiveClue())
    session.handle(Undo())
    assert journal.course == [
        "kept a beginning",
        "told 0 of 0",
        "kept GiveClue while 0 stood",
        "told 1 of 1",
        "kept Undo while 1 stood",
        "told 0 of 2",
    ]


def test_a_refusal_keeps_and_tells_nothing(session, journal):
    course, before, latest = [*journal.course], session.game, session.latest
    with pytest.raises(Refused):
        session.handle(Discard(Card.parse("R1")))
    assert journal.course == course
    assert session.game is before
    assert session.latest is latest


def test_a_journal_that_breaks_changes_nothing(session, journal):
    def breaks(*_):
        raise RuntimeError

    before = session.game
    journal.add = breaks
    with pytest.raises(RuntimeError):
        session.handle(GiveClue())
    assert session.game is before


def test_a_journal_that_breaks_begins_no_game(session, journal):
    def breaks(*_):
        raise RuntimeError

    before = session.game, session.number
    journal.begin = breaks
    with pytest.raises(RuntimeError):
        session.begin(Setup(5))
    assert (session.game, session.number) == before


def test_the_game_that_was_on_is_folded_from_the_journal():
    log = read_script("R1 clue undo R2")
    session = Session(MemoryJournal(SavedGame(4, Setup(3), log)))
    assert session.number == 4
    assert session.game.log == log
    assert session.latest.page["stacks"]["R"] == 2


def test_without_a_game_a_command_is_refused():
    session = Session(MemoryJournal())
    assert session.latest.page["game"] is None
    with pytest.raises(Refused, match="No game is on"):
        session.handle(GiveClue())


def test_versions_grow_by_one_and_go_on_growing_after_a_restart(session):
    first = session.latest.version
    assert session.handle(GiveClue()).version == first + 1
    assert Session(MemoryJournal(starts=2)).latest.version > session.latest.version


def test_what_stands_around_the_game_is_told_once(session):
    around = Around(questions=(Asked(1, "Which is it?"),))
    version = session.show(around).version
    assert session.latest.lamps.asks
    assert session.show(around).version == version


def test_the_journals_trouble_is_an_alarm_that_keeps_its_time():
    times = iter([1.0, 2.0])
    journal = MemoryJournal()
    session = Session(journal, wall=lambda: next(times))
    session.begin(Setup(2))
    journal.trouble = "The disk is full."
    session.handle(GiveClue())
    journal.trouble = "The disk is read-only."
    session.handle(GiveClue())
    assert session.latest.page["alarms"] == [{"what": "not-saving", "say": "The disk is read-only.", "since": 1.0}]
    journal.trouble = None
    session.retry()
    assert session.latest.page["alarms"] == []
    session.show(Around(alarms=(Alarm("glare", "A lamp.", 5.0),)))
    assert session.latest.page["alarms"] == [{"what": "glare", "say": "A lamp.", "since": 5.0}]


def test_standings_are_kept_for_the_list_of_games(session, journal):
    session.handle(Play(Card.parse("R1")))
    assert journal.standings == [Standing("playing", 1)]


def test_each_action_can_be_logged_in_the_notation(caplog):
    session = Session(MemoryJournal())
    session.begin(Setup(3))
    with caplog.at_level("INFO", logger="companion.session"):
        session.handle(read_script("R1")[0])
    assert caplog.messages == ["game 1: R1 -> R1 Y0 G0 B0 W0 / - / clues 8 fuses 0 deck 34 player 1"]


def test_a_game_deleted_and_a_game_brought_in_are_a_log_line_each(caplog):
    session = Session(MemoryJournal())
    with caplog.at_level("INFO", logger="companion.session"):
        session.bring(played(Setup(3), "clue stop"), None)
        session.forget(1)
    assert caplog.messages == ["game 1: brought in from a file", "game 1: deleted"]


def test_a_game_that_is_on_can_not_be_forgotten_and_one_that_is_over_is_shown_no_more(session):
    session.handle(GiveClue())
    with pytest.raises(Refused, match="Game 1 is on: finish or stop it first"):
        session.forget(1)
    session.handle(Stop())
    before = session.latest.version
    told = session.forget(1)
    assert (told.version, told.page["game"], session.game) == (before + 1, None, None)
    assert session.begin(Setup(2)).page["game"] == 2


def test_a_game_from_a_file_is_kept_and_the_one_that_is_on_goes_on(session, journal):
    session.handle(GiveClue())
    brought = Game.replay(Setup(2), read_script("R1 stop"))
    told = session.bring(brought, None)
    assert (told.page["game"], told.page["clues"]) == (1, 7)
    assert journal.games[1] == SavedGame(2, Setup(2), read_script("R1 stop"), is_brought=True)
    session.forget(2)
    assert session.number == 1
