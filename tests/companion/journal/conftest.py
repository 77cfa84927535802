"""Journals on the disk for tests: made, copied as a crash would leave them, opened again."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.journal.opening import NAME, open_journal
from companion.journal.store import SqliteJournal
from companion.rules.commands import Command
from companion.rules.script import read_script
from companion.rules.setup import Setup
from companion.session import Session

WALL = 1_780_000_000.0
SCRIPT = "R1 clue -B3 ? undo Y1 clue clue clue -W4 G1 R2 undo R2"
LOG = read_script(SCRIPT)


@pytest.fixture
def opened() -> Iterator[Callable[..., SqliteJournal]]:
    """Opens journals, and closes them in the end."""
    journals: list[SqliteJournal] = []

    def opens(folder: Path) -> SqliteJournal:
        journals.append(open_journal(folder, "companion test", wall=lambda: WALL))
        return journals[-1]

    yield opens
    for journal in journals:
        journal.close()


@pytest.fixture(scope="session")
def log() -> tuple[Command, ...]:
    """What was done in the journals kept here."""
    return LOG


@pytest.fixture(scope="session")
def played() -> Callable[..., Session]:
    """A session with this journal in which all that was done, or another log, in a new game of three."""
    return plays


@pytest.fixture(scope="session")
def database() -> Callable[..., Path]:
    """The journal's file in a folder, or what lies beside it."""
    return lambda folder, suffix="": folder / f"{NAME}{suffix}"


def plays(journal: SqliteJournal, log: tuple[Command, ...] = LOG) -> Session:
    """What was done, in a new game of three."""
    session = Session(journal)
    session.begin(Setup(3, ("Ann", "Bo", "Cy")))
    for command in log:
        session.handle(command)
    return session


@pytest.fixture(scope="session")
def at_rest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal that was closed: everything is in the one file."""
    folder = tmp_path_factory.mktemp("journal") / "at-rest"
    journal = open_journal(folder, wall=lambda: WALL)
    plays(journal)
    journal.close()
    return folder


@pytest.fixture(scope="session")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a crash leaves it: the last entries are in the WAL."""
    folder = tmp_path_factory.mktemp("journal")
    journal = open_journal(folder / "live", wall=lambda: WALL)
    plays(journal)
    shutil.copytree(folder / "live", folder / "crashed", ignore=shutil.ignore_patterns("*-shm"))
    journal.close()
    return folder / "crashed"


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory where there is one: what is tried there hundreds of times needs no disk."""
    in_memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=in_memory if os.access(in_memory, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture
def copied(memory: Path) -> Callable[[Path], Path]:
    """A fresh copy of a folder, to be spoilt."""
    numbers = count()

    def copies(folder: Path) -> Path:
        return Path(shutil.copytree(folder, memory / str(next(numbers))))

    return copies
