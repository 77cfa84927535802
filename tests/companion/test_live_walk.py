"""The whole walk with its threads: a drawn card and a press go from a camera's pixels to journal, page and lamps."""

from __future__ import annotations

from queue import Queue

import pytest

from companion.evening.evening import Evening
from companion.evening.games import TablePlan
from companion.eyes.eyes import Eyes
from companion.eyes.thread import EyesThread
from companion.journal.opening import open_journal
from companion.loop import Loop
from companion.messages import ButtonPressed
from companion.ports import Lamps
from companion.rules.setup import Setup
from companion.session import Session
from companion.table.placements import Button
from hardware.recorded import RecordedCamera
from hardware.recording import read_recording

SOON = 30.0
PRESSED_AT = 1.4


class QuietPanel:
    """Lamps that nobody looks at."""

    def show(self, lamps):
        """Not looked at."""

    def refuse(self):
        """Not looked at."""

    def close(self):
        """Not looked at."""


@pytest.fixture
def recorded(evening):
    """A camera: a red 1 comes to lie after 0.6 s."""
    return RecordedCamera(read_recording(evening))


def told(snapshots, wanted):
    """The first snapshot that is wanted."""
    while True:
        snapshot = snapshots.get(timeout=SOON)
        if wanted(snapshot):
            return snapshot


def test_a_card_and_a_press_go_from_pixels_to_journal_page_and_lamps(recorded, lantern, tmp_path):
    snapshots = Queue()
    session = Session(open_journal(tmp_path), [snapshots.put])
    loop = Loop(Evening(session, QuietPanel(), TablePlan(Setup(3))), clock=lambda: 0.0)
    eyes = EyesThread(lambda: recorded, lambda: Eyes(lantern.reader(), lantern.card_mm), loop.post, clock=lambda: 3.0)
    loop.start()
    loop.post(ButtonPressed(Button.CLUE, PRESSED_AT))  # decided in its turn, when the table has been seen at that time
    eyes.start()
    last = told(snapshots, lambda snapshot: snapshot.page["camera"]["state"] == "ended" and snapshot.page["clues"] == 7)
    assert eyes.stop()
    assert loop.stop(SOON)
    assert [line["do"] for line in last.page["history"]] == ["play", "clue"]
    assert last.page["stacks"]["R"] == 1
    assert last.lamps == Lamps(clues=7)

    journal = open_journal(tmp_path)
    again = Session(journal)
    journal.close()
    assert again.game == session.game
    assert again.latest.lamps == last.lamps
    assert again.latest.version > last.version
