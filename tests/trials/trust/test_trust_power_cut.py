"""Row 1: the power is cut at every moment of an evening; what was acknowledged is there, and nothing is damaged.

The whole program's writes, syncs and renames are recorded; powercut.py says what a disk may hold after each of them.
"""

import random
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from companion.journal.examining import examine
from companion.journal.opening import NAME, open_journal
from companion.rules.commands import GiveClue
from companion.rules.setup import Setup
from companion.session import Session
from companion.wiring.keeping import JsonStore, TableStore, pin_in

EVENING = Path(__file__).with_name("evening_to_cut.py")
WALL = 1_780_000_000.0
pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None or not sys.platform.startswith("linux"), reason="recording writes takes Linux and cc"
)


@pytest.fixture(scope="module")
def recorded(powercut, in_memory):
    """Records an evening of that many entries: its folder as it was left, and its deeds."""

    @cache
    def record(most):
        root = in_memory / f"evening-{most}"
        root.mkdir()
        deeds, done = powercut.recorded([str(EVENING), str(root / "data"), str(most)], root)
        assert (done.returncode, done.stderr) == (0, b"")
        return root, deeds

    return record


def last_told(told, word, otherwise):
    """What was acknowledged last of that kind, and the words after it."""
    return next((line.split()[1:] for line in reversed(told) if line.startswith(f"{word} ")), otherwise)


def wrong(data, told, lines):
    """What is lost or damaged in this folder, in a word; empty where nothing is. `lines`: all that were ever kept."""
    kept = [entry.line for entry in examine(data / NAME).entries]
    if kept != lines[: len(kept)] or len(kept) < int(last_told(told, "entries", ["0"])[0]):
        return f"{len(kept)} entries kept of {last_told(told, 'entries', ['0'])[0]} acknowledged"
    journal = open_journal(data, wall=lambda: WALL)
    try:
        if journal.remarks or journal.trouble:
            return f"remarks {journal.remarks}, trouble {journal.trouble}"
        goes_on(journal)
    finally:
        journal.close()
    if len(examine(data / NAME).entries) <= len(kept):
        return "the game doesn't go on"
    return small_files_wrong(data, told)


def goes_on(journal):
    session = Session(journal)
    if session.game is None or session.game.position.clues == 0:
        session.begin(Setup(2))
    session.handle(GiveClue())


def small_files_wrong(data, told):
    """Each small file is the one that was acknowledged last, or the one after it; never half of one."""
    now = {
        "pin": lambda: [pin_in(data / "pin")],
        "gate": lambda: [str(JsonStore(data / "gate.json").load()["number"])],
        "mat": lambda: [str(tomllib.loads((data / "settings.toml").read_text())["zones"]["mat"][0])],
        "table": lambda: table_kept(data),
    }
    for word, read in now.items():
        acknowledged = last_told(told, word, None)
        if acknowledged is None:
            continue
        later = [line.split()[1:] for line in told.later if line.startswith(f"{word} ")][:1]
        try:
            found = read()
        except (OSError, ValueError, TypeError) as why:
            found = [str(why)]
        if found not in [acknowledged, *later]:
            return f"{word} is {found}, not {acknowledged}"
    return ""


def table_kept(data):
    cards = TableStore(data / "table.json").load()
    return [cards[0].code, str(len(cards))] if cards else ["gone"]


class Told(list):
    """What was acknowledged before the cut, and what would have been `later`."""

    later = ()


def cut_again_and_again(powercut, root, deeds, scratch, moments):
    """Cuts the power after those deeds; what was wrong, by the moment."""
    chance, faults = random.Random(1), {}
    lines = [entry.line for entry in examine(root / "data" / NAME).entries]
    everything = [line for deed in deeds if deed.kind == "A" for line in deed.data.decode().split("\n")[:-1]]
    disk, into = powercut.Disk(root), scratch / "cut"
    for moment, deed in enumerate(deeds):
        disk.do(deed)
        if moment not in moments:
            continue
        disk.cut(chance, powercut.KEEPS[moment % len(powercut.KEEPS)], into)
        told = Told(disk.told)
        told.later = everything[len(told) :]
        if why := wrong(into / "data", told, lines):
            faults[moment] = why
        shutil.rmtree(into)
    return faults


def test_the_record_holds_all_that_was_written(powercut, recorded, in_memory):
    root, deeds = recorded(30)
    disk, into = powercut.Disk(root), in_memory / "all"
    for deed in deeds:
        disk.do(deed)
    disk.cut(random.Random(1), "all", into)
    compared = subprocess.run(["diff", "-r", root, into], capture_output=True, text=True, check=False)
    assert (compared.returncode, compared.stdout) == (0, "")


def test_a_power_cut_loses_nothing_that_was_acknowledged(powercut, recorded, in_memory):
    root, deeds = recorded(30)
    moments = set(random.Random(2).sample(range(len(deeds)), 80))
    assert cut_again_and_again(powercut, root, deeds, in_memory, moments) == {}


@pytest.mark.trials
def test_the_power_is_cut_after_every_single_deed(powercut, recorded, in_memory, told):
    root, deeds = recorded(400)
    faults = cut_again_and_again(powercut, root, deeds, in_memory, range(len(deeds)))
    told(f"{len(deeds)} power cuts, {len(faults)} with something lost or damaged")
    assert len(deeds) >= 2000
    assert faults == {}
