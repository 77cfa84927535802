"""A sentence for people that remembers how it was made, so that a room may say it in another language.

Law: it is plain English text wherever text is wanted (logs, JSON, the terminal); only who asks sees its pattern and
parts. Nothing here knows any other language.

    >>> say("{who} played {card}.", who="Ada", card="red 1")
    'Ada played red 1.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Self


class Sentence(str):
    """`pattern`: as for `str.format`, by names; `plural`: the pattern for other numbers than one, `number`: which one;
    `parts`: what stands in the pattern: sentences themselves, or anything whose text needs no translation.
    """

    __slots__ = ("number", "parts", "pattern", "plural")

    pattern: str
    plural: str | None
    number: int
    parts: Mapping[str, object]

    def __new__(cls, pattern: str, parts: Mapping[str, object], plural: str | None = None, number: int = 1) -> Self:
        """Raises KeyError where the pattern wants a part that isn't given."""
        made = super().__new__(cls, (pattern if plural is None or number == 1 else plural).format_map(parts))
        made.pattern, made.plural, made.number, made.parts = pattern, plural, number, MappingProxyType(dict(parts))
        return made

    def __str__(self) -> str:
        """Itself: so that an error made of a sentence hands it on (`str(why)`)."""
        return self


def say(pattern: str, /, **parts: object) -> Sentence:
    """A sentence, or a word for something (`say("clock")`), with its parts put in."""
    return Sentence(pattern, parts)


def say_number(one: str, many: str, number: int, /, **parts: object) -> Sentence:
    """`say_number("{n} card", "{n} cards", 3)`: the number stands in both patterns as `{n}`."""
    return Sentence(one, {"n": number, **parts}, many, number)


def counted(thing: Sentence, number: int) -> Sentence:
    """The word for so many of a thing, of a `say_number("card", "cards", 1)`."""
    return Sentence(thing.pattern, thing.parts, thing.plural, number)


class Capital(Sentence):
    """A sentence made of words that begin otherwise: with a capital letter, in whatever language."""

    __slots__ = ()

    def __new__(cls, said: str) -> Self:
        """Of these words."""
        made = str.__new__(cls, said[:1].upper() + said[1:])
        made.pattern, made.plural, made.number, made.parts = "{said}", None, 1, MappingProxyType({"said": said})
        return made


def joined(sentences: Iterable[str], between: str = " ") -> Sentence:
    """Several one after the other, each to be said in any language."""
    parts = {f"part{n}": sentence for n, sentence in enumerate(sentences)}
    return Sentence(between.join(f"{{{name}}}" for name in parts), parts)


def listed(things: Sequence[str]) -> Sentence:
    """Several things, one at least, as people count them up: `R1, R2 and R3`."""
    if len(things) == 1:
        return joined(things)
    return say("{several} and {last}", several=joined(things[:-1], ", "), last=things[-1])


def one_of(things: Sequence[str]) -> Sentence:
    """Several things, one at least, of which one is meant: `R1, R2 or R3`."""
    if len(things) == 1:
        return joined(things)
    return say("{several} or {last}", several=joined(things[:-1], ", "), last=things[-1])
