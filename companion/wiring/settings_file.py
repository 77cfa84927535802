"""What a page changes is kept in the settings file: its comments and all other lines stay as somebody wrote them.

Law: the file is replaced whole or not at all, and only by one that can be read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.errors import Unreadable
from companion.files import make_folder, replace_file
from companion.sentences import say
from companion.settings import read_settings

NAME = "settings.toml"
_FIRST = "# What this table is made of, as the set-up page last kept it. Everything left out is as usual.\n\n"


class SettingsFile:
    """One settings file. `path` need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def keep_deck(self, name: str) -> str:
        """The deck to read with from the next start on; a sentence where it can't be kept, else empty."""
        return self._keep(None, {"deck": name})

    def keep_zones(self, zones: Mapping[str, tuple[float, ...]]) -> str:
        """Where the zones lie; a sentence where it can't be kept, else empty."""
        return self._keep("zones", {name: [_plain(mm) for mm in zone] for name, zone in zones.items()})

    def _keep(self, part: str | None, values: Mapping[str, object]) -> str:
        try:
            text = self._written(part, values)
            read_settings(text, str(self.path))
            make_folder(self.path.parent)
            replace_file(self.path, text)
        except OSError as why:
            return say(
                "It can't be kept in {path} ({why}), so it holds until the next start.",
                path=self.path,
                why=why.strerror,
            )
        except Unreadable as why:
            return say("It isn't kept, so it holds until the next start: {why}", why=str(why))
        return ""

    def _written(self, part: str | None, values: Mapping[str, object]) -> str:
        import tomlkit  # only where somebody changes something on the page
        from tomlkit.exceptions import TOMLKitError

        try:
            old = self.path.read_text(encoding="utf-8") if self.path.exists() else _FIRST
            read_settings(old, str(self.path))
            document = tomlkit.parse(old)
        except (TOMLKitError, UnicodeDecodeError) as why:
            raise Unreadable(f"{self.path} can't be read: {why}.") from why
        if part is None:
            document.update(values)
        elif part in document:
            document[part].update(values)
        else:
            document[part] = dict(values)
        return tomlkit.dumps(document)


def _plain(mm: float) -> float | int:
    """A length as a person would write it."""
    return round(mm) if abs(mm - round(mm)) < 0.05 else round(mm, 1)
