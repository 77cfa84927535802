"""JSON as text to a value, strictly: what is no JSON, says a thing twice or names no number is told in one sentence."""

from __future__ import annotations

import json

from companion.errors import CompanionError, Unreadable


def read_json(text: str) -> object:
    """The value of a JSON text; Unreadable for anything that is not strict JSON, a key given twice included."""
    try:
        value: object = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_once_each, parse_constant=_no_such_number
        )
    except CompanionError:
        raise
    except (ValueError, RecursionError) as why:
        raise Unreadable("This is no JSON: write one object in braces.") from why
    return value


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(f"{twice!r} stands twice in one object: write it once.")
    return found


def _no_such_number(name: str) -> object:
    raise Unreadable(f"{name} is no number of the game.")
