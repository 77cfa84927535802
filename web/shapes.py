"""How an edition's tokens are drawn: the names of the drawings in `templates/signs.svg`.

Law: a token looks like what lies in the box, so that the page and the table can be compared at a glance.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shapes:
    """A clue token's and a mistake token's drawing."""

    clue: str
    fuse: str


_DISCS = Shapes("disc", "disc")
_OF_EDITIONS = {
    "storm": Shapes("note", "storm"),
    "rr2013": Shapes("clock", "cracker"),
    "giant": Shapes("clock", "tile"),
    "ro": _DISCS,
    "aid": Shapes("disc", "cracker"),
}


def shapes_of(edition: str) -> Shapes:
    """The drawings of an edition; plain discs for one that isn't known."""
    return _OF_EDITIONS.get(edition, _DISCS)
