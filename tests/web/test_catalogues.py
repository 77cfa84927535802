"""Each language's catalogue holds everything that is said, whole and in step with the text."""

from __future__ import annotations

import re
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import companion
import hardware
import models
import web
from web.language import LANGUAGES

ROOMS = [Path(room.__file__).parent for room in (companion, hardware, models, web)]
FOLDER = ROOMS[-1] / "languages"
OTHERS = sorted(set(LANGUAGES) - {"en"})
KEYWORDS = {"say": None, "say_number": (1, 2)}


@cache
def said() -> frozenset[str | tuple[str, ...]]:
    """All that is said anywhere: a pattern, or one for one and one for many."""
    paths = [path for room in ROOMS for path in room.rglob("*.py")]
    found: set[str | tuple[str, ...]] = set()
    for path in (*paths, *(ROOMS[-1] / "templates").glob("*.html")):
        if "say" in path.read_text(encoding="utf-8"):  # else it has nothing to be read for
            method = "python" if path.suffix == ".py" else "jinja2"
            for _, pattern, _, _ in extract_from_file(method, path, keywords=KEYWORDS):
                found.add(pattern if isinstance(pattern, str) else tuple(pattern))
    return frozenset(found)


def catalogue(language: str) -> dict[str | tuple[str, ...], Message]:
    """A language's messages by what they translate."""
    with (FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return by_pattern(read_po(file, locale=language))


def by_pattern(kept: Catalog) -> dict[str | tuple[str, ...], Message]:
    return {message.id if isinstance(message.id, str) else tuple(message.id): message for message in kept if message.id}


def forms(message: Message) -> list[str]:
    """All its translations: one, or one for each kind of number."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def parts(text: str) -> set[str]:
    """The names of its parts, however they are written."""
    return set(re.findall(r"\{(\w+)", text))


def test_what_the_rooms_say_is_collected() -> None:
    assert {"No {token} is left: discard a card or play one.", "Camera and mat", "red"} <= said()
    assert ("{n} card", "{n} cards") in said()


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_holds_what_is_said_and_nothing_else(language: str) -> None:
    assert set(catalogue(language)) == said(), "make languages brings it up to date"


@pytest.mark.parametrize("language", OTHERS)
def test_everything_is_translated(language: str) -> None:
    missing = [pattern for pattern, message in catalogue(language).items() if message.fuzzy or not all(forms(message))]
    assert missing == [], f"{len(missing)} without a translation into {LANGUAGES[language]}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_parts_of_its_original(language: str) -> None:
    apart = {}
    for pattern, message in catalogue(language).items():
        named = parts(pattern) if isinstance(pattern, str) else parts(pattern[1])
        one = named if isinstance(pattern, str) else parts(pattern[0])
        wrong = [text for text in forms(message) if text and parts(text) not in (named, one, named - {"n"})]
        if wrong or any(text and not well_formed(text) for text in forms(message)):
            apart[pattern] = forms(message)
    assert apart == {}


def well_formed(text: str) -> bool:
    """Whether its parts can be put in."""
    try:
        text.format_map(dict.fromkeys(parts(text), "x"))
    except (ValueError, KeyError, IndexError):
        return False
    return True


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_read_is_what_was_written(language: str) -> None:
    with (FOLDER / language / "LC_MESSAGES" / "messages.mo").open("rb") as file:
        read = {pattern: forms(message) for pattern, message in by_pattern(read_mo(file)).items()}
    written = {pattern: forms(message) for pattern, message in catalogue(language).items() if all(forms(message))}
    assert read == written, "make languages compiles it"


COUNTED = {
    "de": ("{n} Karten", "{n} Karte", "{n} Karten", "{n} Karten"),
    "fr": ("{n} carte", "{n} carte", "{n} cartes", "{n} cartes"),
    "ko": ("카드 {n}장", "카드 {n}장", "카드 {n}장", "카드 {n}장"),
    "ro": ("{n} cărți", "{n} carte", "{n} cărți", "{n} de cărți"),
}


@pytest.mark.parametrize("language", OTHERS)
def test_cards_are_counted_as_the_language_counts(language: str) -> None:
    with (FOLDER / language / "LC_MESSAGES" / "messages.mo").open("rb") as file:
        read = GNUTranslations(file)
    assert tuple(read.ngettext("{n} card", "{n} cards", n) for n in (0, 1, 2, 20)) == COUNTED[language]
