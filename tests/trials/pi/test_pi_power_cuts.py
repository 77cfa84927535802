"""The plug pulled on the emulated Pi: three times while a game is played, and once while an update is installed."""

import http.client
import threading

import pytest

pytestmark = pytest.mark.trials

CLUE = 24
PLAYED_S = (8.0, 11.0, 9.5)
UPDATED_S = 14.0
BETWEEN_S = 0.4  # all that is tapped before three cuts fits into one game


class Players:
    """Taps in a thread of their own, one soon after the other. `lines`: of the last state that the table answered."""

    def __init__(self, pi):
        self._pi, self._pin = pi, pi.pin()
        self._state = pi.asked("/api/state")
        self.stop = threading.Event()
        self._thread = threading.Thread(target=self._play)

    @property
    def lines(self):
        return self._state["history"]

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *why):
        self.stop.set()
        self._thread.join()

    def _play(self):
        while not self.stop.is_set():
            wish = {"do": "clue"} if self._state["clues"] > 3 else {"do": "discard", "card": "?"}
            try:
                self._state = self._pi.asked("/api/actions", self._pin, wish)
            except (OSError, http.client.HTTPException):
                return
            self.stop.wait(BETWEEN_S)


def played_and_cut(pi, seconds):
    """The lines that the table acknowledged before the plug was pulled."""
    before = len(pi.asked("/api/state")["history"])
    with Players(pi) as players:
        players.stop.wait(seconds)
        pi.machine.powercut()
    assert len(players.lines) > before
    return players.lines


def is_as_acknowledged(guest, pi, lines):
    """All of them are there, and at most the one whose answer the cut swallowed."""
    took = guest.soon(lambda: pi.state("game") != (None,), True, 240)
    state = pi.asked("/api/state")
    guest.say(f"{len(lines)} lines were acknowledged, {len(state['history'])} are there, {took:.0f} s after the boot")
    assert state["history"][: len(lines)] == lines
    assert len(state["history"]) <= len(lines) + 1
    guest.soon(pi.lit, list(guest.LAMPS[: state["clues"]]))


def version(pi):
    return pi.run("readlink /opt/hanabi-companion/current").strip()


def test_nothing_acknowledged_is_lost_and_an_update_is_there_or_not(guest):
    disk, lines = guest.own_disk("cut"), []
    for cut, seconds in enumerate(PLAYED_S):
        with guest.booted("cut", disk) as pi:
            if cut == 0:
                pi.settings(camera="none", panel="gpio")
                pi.asked("/api/games", pi.pin(), {"players": 2})
            else:
                is_as_acknowledged(guest, pi, lines)
            lines = played_and_cut(pi, seconds)

    with guest.booted("cut", disk) as pi:
        is_as_acknowledged(guest, pi, lines)
        lines, before = pi.asked("/api/state")["history"], version(pi)
        pi.run("sed -i 's/^__version__ = .*/__version__ = \"9.1\"/' /root/checkout/companion/__init__.py")
        pi.run(f"cd /root/checkout && ({guest.OFFLINE} make install >/root/update.log 2>&1 &) ; sleep {UPDATED_S}")
        pi.machine.powercut()

    with guest.booted("cut", disk) as pi:
        is_as_acknowledged(guest, pi, lines)
        guest.say("cut while updating:", before, "before,", version(pi), "after")
        assert version(pi) == before or version(pi).startswith("versions/9.1-")
        said = pi.run(f"cd /root/checkout && {guest.OFFLINE} make install 2>&1", 900)
        assert version(pi).startswith("versions/9.1-"), said
        is_as_acknowledged(guest, pi, lines)
    disk.unlink()
