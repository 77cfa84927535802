"""Collects all that is said (`say`, `say_number`), brings each catalogue up to date and compiles it.

What has no translation yet stays empty in web/languages/*/LC_MESSAGES/messages.po, and tests/web/test_catalogues.py
names it. A catalogue's head says how its language counts, without which no plural is found, and no date: the same
sentences give the same file.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("de", "fr", "ko", "ro")
KEYWORDS = {"say": None, "say_number": (1, 2)}
WIDTH = 120
NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
DATED = (b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By')


def collected() -> Catalog:
    """Everything that is said in the rooms and on the pages."""
    said = Catalog()
    paths = [path for room in ("companion", "hardware", "models", "web") for path in (ROOT / room).rglob("*.py")]
    for path in (*paths, *(ROOT / "web" / "templates").glob("*.html")):
        method = "python" if path.suffix == ".py" else "jinja2"
        for _, pattern, _, _ in extract_from_file(method, path, keywords=KEYWORDS):
            said.add(pattern)
    return said


def brought_up_to_date(language: str, said: Catalog) -> Catalog:
    """A language's catalogue with all that is said, and nothing else; what was translated stays."""
    path = ROOT / "web" / "languages" / language / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = read_po(BytesIO(path.read_bytes() if path.exists() else b""), locale=language)
    new = Catalog(
        locale=language,
        header_comment=f"# What the companion says, in the language {language}.",
        project="hanabi-companion",
        version="1",
        last_translator="the companion's authors",
        language_team=language,
        msgid_bugs_address="",
        fuzzy=False,
        creation_date=NO_DATE,
        revision_date=NO_DATE,
    )
    for message in said:
        if message.id:
            known = kept.get(message.id)
            new.add(message.id, known.string if known else "")
    text = BytesIO()
    write_po(text, new, width=WIDTH, sort_output=True, no_location=True, ignore_obsolete=True)
    lines = text.getvalue().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if not line.startswith(DATED)))
    with path.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, new)
    return new


if __name__ == "__main__":
    everything = collected()
    for code in LANGUAGES:
        catalogue = brought_up_to_date(code, everything)
        missing = sum(not all(one.string if one.pluralizable else [one.string]) for one in catalogue if one.id)
        sys.stdout.write(f"{code}: {len(catalogue)} sentences, {missing} of them not translated\n")
