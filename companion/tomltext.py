"""TOML as text to its values, and where each key stands in it, so that what is wrong can be named with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

from companion.errors import Unreadable
from companion.sentences import say


def read_toml(text: str, name: str) -> Mapping[str, object]:
    """The values of a TOML text; Unreadable, with the line, for anything else. `name`: what the text is called."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as why:
        raise Unreadable(say("{file} can't be read: {why}.", file=name, why=str(why).rstrip("."))) from why


def line_of(text: str, part: str | None, key: str) -> int:
    """Where a key stands, counted from 1; its part's line where it can't be found. `part` None: outside of all."""
    here: str | None = None
    at = 1
    for number, line in enumerate(text.splitlines(), 1):
        if head := re.match(r"\s*\[+\s*([^\]\s]+)\s*\]", line):
            here = head[1].strip("\"'")
            at = number if here == part else at
            if part is None and here.split(".")[0] == key:
                return number
        elif here == part and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*[.=]""", line):
            return number
        elif here is None and part is not None and re.match(rf"""\s*{re.escape(part)}\s*[.=]""", line):
            at = number
    return at
