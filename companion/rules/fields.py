"""The fields of a JSON object, each taken once and with its type.

Law: nothing is guessed. A number is an int and no truth value, a text is a text; what nobody took is Unreadable.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

from companion.errors import Unreadable

_Choice = TypeVar("_Choice", bound=Enum)
_Kind = TypeVar("_Kind")
_KINDS = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "an object"}


class Fields:
    """One object being read. What was taken is remembered, so that the rest can be refused."""

    def __init__(self, values: Mapping[str, object], what: str) -> None:
        self._values = values
        self._what = what
        self._taken: set[str] = set()

    @classmethod
    def of(cls, value: object, what: str) -> Fields:
        """The fields of a value that must be an object. `what` names it in sentences."""
        if not isinstance(value, dict):
            raise Unreadable(f"A JSON object in braces was expected for {what}.")
        return cls(value, what)

    def refuse_others(self) -> None:
        """Unreadable where a key is left that nobody knows."""
        for key in self._values:
            if key not in self._taken:
                raise Unreadable(f"Unknown key {key!r} in {self._what}: leave it out.")

    def has(self, key: str) -> bool:
        """Whether the key is given at all."""
        return key in self._values

    def is_list(self, key: str) -> bool:
        """Whether the key is given as a list."""
        return isinstance(self._values.get(key), list)

    def take(self, key: str, kind: type[_Kind]) -> _Kind:
        """The value of a key that must be there, of exactly this kind."""
        if key not in self._values:
            raise Unreadable(f"{key!r} is missing in {self._what}.")
        self._taken.add(key)
        value = self._values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise Unreadable(f"{key!r} must be {_KINDS.get(kind, kind.__name__)}.")
        return value

    def maybe(self, key: str, kind: type[_Kind]) -> _Kind | None:
        """The value of a key that may be left out."""
        return self.take(key, kind) if self.has(key) else None

    def text(self, key: str) -> str:
        """A text that must be there."""
        return self.take(key, str)

    def number(self, key: str) -> int:
        """A whole number that must be there."""
        return self.take(key, int)

    def maybe_text(self, key: str) -> str | None:
        """A text, None where it is left out."""
        return self.maybe(key, str)

    def maybe_number(self, key: str) -> int | None:
        """A whole number, None where it is left out."""
        return self.maybe(key, int)

    def maybe_flag(self, key: str) -> bool | None:
        """True or false, None where it is left out."""
        return self.maybe(key, bool)

    def choice(self, key: str, kind: type[_Choice]) -> _Choice:
        """One of the words of a closed set, which must be there."""
        text = self.text(key)
        for member in kind:
            if member.value == text:
                return member
        raise Unreadable(f"{key!r} can't be {text!r}: choose from {', '.join(str(member.value) for member in kind)}.")

    def maybe_choice(self, key: str, kind: type[_Choice]) -> _Choice | None:
        """One of the words of a closed set, None where it is left out."""
        return self.choice(key, kind) if self.has(key) else None

    def maybe_numbers(self, key: str) -> dict[str, int]:
        """An object of whole numbers, empty where it is left out."""
        inner = Fields(self.maybe(key, dict) or {}, key)
        return {name: inner.number(name) for name in inner._values}


def written(do: str, **values: object) -> dict[str, object]:
    """An action line with the keys that say something."""
    return {"do": do} | {key: value for key, value in values.items() if value is not None}
