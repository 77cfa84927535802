"""The command `companion`: which command is meant, and how its errors are told.

Law: exit status 0 done, 1 the answer is no, 2 the input can't be read or the call is wrong. An error is one sentence on
stderr, never a traceback. Only the chosen command's module is loaded, and that loads what is heavy when it runs.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol, cast

from companion import __version__
from companion.commands.complain import complain, give_up_stdout
from companion.errors import CompanionError, Refused, Unreadable

COMMANDS = {
    "run": "the table: camera, buttons, lamps, scoreboard; goes on with the game that was on",
    "demo": "a table that plays itself: drawn camera frames through the real sight",
    "watch": "read a recording of a table: its events, then the final state",
    "recognise": "say which cards lie where in still pictures",
    "teach": "learn a printed deck from pictures of its cards",
    "referee": "public actions in, the state after each out",
    "score": "the final-score calculator",
    "history": "past games, and the best of each group of players",
    "export": "write a past game as a page of text, lines of JSON, or a table",
    "backup": "keep games, decks and settings in one file; the table may go on meanwhile",
    "restore": "put a backup's games and decks in place; what was there is kept aside",
    "mat": "print the mat's corner markers, or the whole mat",
    "doctor": "check camera, pins, OCR, disk, clock, port, deck and power, and say what to mend",
    "bench": "measure sight: cards right, wrong, unsure, milliseconds a stage",
}

DONE, NO, WRONG, STOPPED = 0, 1, 2, 130

# Said before anything loads numpy. Two threads that wait for each other on a busy machine made teaching thirty times
# slower, and on an idle one they gain nothing: the matrices are small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Said before anything loads OpenCV: sight never takes both of a small machine's cores from the page.
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")


class _Command(Protocol):
    """What a module of `companion.commands` has."""

    EXAMPLE: str

    def arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is a sentence like any other."""

    def error(self, message: str) -> NoReturn:
        raise Unreadable(f"{message} ({self.prog} --help shows how).")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; gives the exit status."""
    _speak_any_text()
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()  # here, where a full disk is still told in a sentence
    except SystemExit as done:  # --help and --version
        return done.code if isinstance(done.code, int) else WRONG
    except BrokenPipeError:
        return _left_alone()
    except KeyboardInterrupt:
        return STOPPED
    except (CompanionError, OSError) as why:
        return _told(why)
    except ImportError as why:
        complain(
            f"A library can't be loaded ({str(why).strip().partition(chr(10))[0]}): companion doctor says the mend."
        )
        return WRONG
    return status


def _told(why: CompanionError | OSError) -> int:
    """Complains; gives the exit status."""
    complain(str(why) if isinstance(why, CompanionError) else _sentence(why))
    return NO if isinstance(why, Refused) else WRONG


def _sentence(why: OSError) -> str:
    reason = why.strerror or str(why)
    return f"{why.filename} can't be used: {reason}." if why.filename else f"The system says: {reason}."


def _run(words: list[str]) -> int:
    parser = _Parser(
        prog="companion", description="The table companion for Hanabi.", epilog="companion COMMAND --help says more."
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    chosen = next((word for word in words if word in COMMANDS), None)
    for name, says in COMMANDS.items():
        one = commands.add_parser(name, help=says, description=says[0].upper() + says[1:] + ".")
        if name == chosen:
            command = cast(_Command, importlib.import_module(f"companion.commands.{name}"))
            one.epilog = f"example: {command.EXAMPLE}"
            command.arguments(one)
    args = parser.parse_args(words)
    return command.run(args)


def _speak_any_text() -> None:
    """A file's name may hold what the terminal's alphabet lacks: it is escaped then, no reason to fail."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _left_alone() -> int:
    """Who was reading has gone (`| head`): say nothing, and keep Python from complaining at its exit."""
    give_up_stdout()
    return DONE
