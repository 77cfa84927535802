"""The parts of a state's JSON, each with its type.

Law: what is missing or of another type reads as nothing, so that a page can be shown of any state.
"""

from __future__ import annotations

from collections.abc import Mapping

Page = Mapping[str, object]


def number_of(page: Page, key: str) -> int | None:
    """A whole number, None where there is none."""
    value = page.get(key)
    return value if isinstance(value, int) else None


def texts_of(page: Page, key: str) -> list[str]:
    """A list of texts."""
    value = page.get(key)
    return [str(text) for text in value] if isinstance(value, (list, tuple)) else []


def object_of(page: Page, key: str) -> Page:
    """An object."""
    value = page.get(key)
    return value if isinstance(value, Mapping) else {}


def lines_of(page: Page, key: str) -> list[Page]:
    """A list of objects."""
    value = page.get(key)
    return [line for line in value if isinstance(line, Mapping)] if isinstance(value, (list, tuple)) else []
