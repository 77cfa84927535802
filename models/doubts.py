"""What OCR's reading of the ranks says against the names that the cards were given.

Law: it contradicts, it never decides; what it didn't read says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from companion.sentences import say


def contradictions(ranks_read: Mapping[str, str]) -> list[str]:
    """A sentence for each thing that looks wrong: swapped columns and rows laid backwards first, then single cards."""
    doubted = {code: text for code, text in ranks_read.items() if text not in ("", code[1])}
    told: set[str] = set()
    sentences = []
    for codes, sentence in (*_swapped_columns(doubted), *_backwards(doubted), *_swapped_pairs(doubted)):
        if not told & set(codes):
            told |= set(codes)
            sentences.append(sentence)
    return sentences + [
        say(
            "{card}'s photo looks like a {rank}: check that it carries the right name, and photograph it again if not.",
            card=code,
            rank=text,
        )
        for code, text in doubted.items()
        if code not in told
    ]


_Doubt = tuple[Sequence[str], str]


def _swapped_columns(doubted: Mapping[str, str]) -> Iterator[_Doubt]:
    """Two ranks, each read where the other should be, in two suits or more."""
    for one, other in combinations("12345", 2):
        codes = [c for c, text in doubted.items() if {c[1], text} == {one, other}]
        if len({c[0] for c in codes}) >= 2 and len({c[1] for c in codes}) == 2:
            yield (
                codes,
                say(
                    "The {one}s and the {other}s seem to be swapped ({cards}): check these columns.",
                    one=one,
                    other=other,
                    cards=", ".join(codes),
                ),
            )


def _backwards(doubted: Mapping[str, str]) -> Iterator[_Doubt]:
    """A suit that runs from 5 to 1."""
    for suit in dict.fromkeys(code[0] for code in doubted):
        codes = [c for c, text in doubted.items() if c[0] == suit and text == str(6 - int(c[1]))]
        if len(codes) >= 3:
            yield (
                codes,
                say("Row {row} seems to run from 5 to 1: the 1 lies at the left, as the photo is held.", row=suit),
            )


def _swapped_pairs(doubted: Mapping[str, str]) -> Iterator[_Doubt]:
    """Two cards of a suit, each read as the other."""
    for one, other in combinations(doubted, 2):
        if one[0] == other[0] and doubted[one] == other[1] and doubted[other] == one[1]:
            yield (
                (one, other),
                say("{one} and {other} seem to be swapped: check the names of their pictures.", one=one, other=other),
            )
