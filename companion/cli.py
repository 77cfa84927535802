"""The command `companion`: which command is meant, and how its errors are told.

Law: exit status 0 done, 1 the answer is no, 2 the input can't be read or the call is wrong. An error is one sentence on
stderr, never a traceback. Only the chosen command's module is loaded, and that loads what is heavy when it runs.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Protocol, cast

from companion import __version__
from companion.errors import CompanionError, Refused

COMMANDS = {
    "demo": "a table that plays itself: drawn camera frames through the real sight",
    "watch": "read a recording of a table: its events, then the final state",
    "recognise": "say which cards lie where in still pictures",
    "teach": "learn a printed deck from pictures of its cards",
    "referee": "public actions in, the state after each out",
    "score": "the final-score calculator",
    "bench": "measure sight: cards right, wrong, unsure, milliseconds a stage",
}


class _Command(Protocol):
    """What a module of `companion.commands` has."""

    EXAMPLE: str

    def arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; gives the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(words)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 2
    except Refused as why:
        return _complain(str(why), 1)
    except CompanionError as why:
        return _complain(str(why), 2)
    except BrokenPipeError:
        # who reads has gone; say nothing, and don't let Python complain at its exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as why:
        return _complain(f"{why.filename or 'The system'}: {why.strerror or why}.", 2)
    except KeyboardInterrupt:
        return 130


def _run(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
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


def _complain(sentence: str, status: int) -> int:
    sys.stdout.flush()
    print(f"companion: {sentence}", file=sys.stderr)
    return status
