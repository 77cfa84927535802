"""`companion referee`: public actions in, the state after each out."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import TextIO

from companion.errors import Unreadable

EXAMPLE = """printf '{"setup": {"players": 3}}\\n{"do": "play", "card": "R1"}\\n' | companion referee --json"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument(
        "file", nargs="?", default="-", help="JSON lines, or a page as export writes it; - or nothing: standard input"
    )
    parser.add_argument("--json", action="store_true", help="a JSON object a line instead of a sentence")


def run(args: argparse.Namespace) -> int:
    """0 where everything was accepted, 1 where something was refused."""
    if args.file == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="strict")
        return _refereed(sys.stdin, "Standard input", as_json=args.json)
    with Path(args.file).open(encoding="utf-8") as lines:
        return _refereed(lines, args.file, as_json=args.json)


def _refereed(lines: TextIO, name: str, *, as_json: bool) -> int:
    from companion.referee import run_referee

    try:
        return run_referee(lines, print, as_json=as_json)
    except UnicodeDecodeError as why:
        raise Unreadable(f"{name} is no text in UTF-8 ({why.reason}): save it as such.") from None
