"""Which card a rectangle is, or that it is none: the discriminant proposes, the correlation disposes.

Law: never wrong comes before never asking. A card is clear only where two independent tests agree; everything else is a
list of guesses, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.rules.cards import Card
from companion.sight.align import aligned
from companion.sight.cells import cells, half_turned
from companion.sight.correlation import relief
from companion.sight.discriminant import Discriminant
from companion.sight.pixels import Floats, Grey, Picture, Quad
from companion.sight.reading import Reading
from companion.sight.rectify import OUTLINES, Outline, card_in, rectified

BACK = "back"
"""The code of the face that is no card: the deck's back."""

_JUDGED = 3


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a match is clear: near, far from the next card, and alike pixel by pixel. Distances are squared."""

    near: float = 110.0
    margin: float = 1.5
    alike: float = 0.45
    far: float = 300.0
    far_margin: float = 1.6
    far_alike: float = 0.72
    lead: float = 0.06
    """By how much the correlation must exceed that with any other card."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A deck as sight knows it. `codes`: a card code or `back` a class; `reliefs`: shape (classes, height, width, 3),
    and
    `faces`, brightest channels, (classes, height, width), of the taught cards."""

    codes: tuple[str, ...]
    discriminant: Discriminant
    reliefs: Floats
    faces: Grey
    thresholds: Thresholds = Thresholds()


@dataclass(frozen=True, slots=True)
class Match:
    """The best class for some outline. `quad`: the card's corners in the picture, from its own top left."""

    code: str
    quad: Quad
    distance: float
    margin: float
    alike: float
    lead: float
    runner_up: str
    is_clear: bool

    @property
    def score(self) -> float:
        """For choosing between outlines: alike pixels count most, a near class breaks ties."""
        return self.alike - 0.0005 * min(self.distance, 1000.0)


class Reader:
    """Reads cards of one taught deck. Holds nothing but what it was taught; safe to share between threads."""

    def __init__(self, taught: Taught) -> None:
        self.taught = taught

    def match(self, picture: Picture, quads: Sequence[Quad], outlines: Sequence[Outline] = OUTLINES) -> Match | None:
        """The best match over all outlines and both ways up; None where no quad was offered."""
        best: Match | None = None
        for outline in outlines if quads else ():
            best = better(best, self._match_as(picture, quads, outline))
            if best is not None and best.is_clear:
                break  # the rarer outlines cost as much as the usual one
        return best

    def settle(self, picture: Picture, near: Match) -> Match:
        """The match after moving its outline to where the likeliest faces fit best; `near` itself where that is no
        better."""
        seen = relief(rectified(picture, near.quad))
        alike = self._alike(seen)
        likely = dict.fromkeys([self.taught.codes.index(near.code), *np.argsort(alike)[:-3:-1].tolist()])
        best = near
        for index in likely:
            quad = aligned(picture, near.quad, self.taught.faces[index])
            if quad is not None:
                best = better(best, self._match_as(picture, [quad], OUTLINES[0])) or best
            if best.is_clear:
                break
        return best

    def _alike(self, seen: Floats) -> Floats:
        """How alike a relief is to each taught one, shape (classes,)."""
        known = self.taught.reliefs
        return np.asarray(known.reshape(len(known), -1) @ seen.reshape(-1), np.float32)

    def _match_as(self, picture: Picture, quads: Sequence[Quad], outline: Outline) -> Match | None:
        """The best match where every quad shows this outline of a card."""
        corners = [card_in(quad, outline) for quad in quads]
        cards = [rectified(picture, quad) for quad in corners]
        features = np.stack([cells(card) for card in cards])
        upright = self.taught.discriminant.distances(features)
        turned = self.taught.discriminant.distances(half_turned(features))
        nearest = np.minimum(upright, turned).min(axis=1)
        best: Match | None = None
        for index in np.argsort(nearest)[:_JUDGED]:
            is_turned = bool(turned[index].min() < upright[index].min())
            distances = turned[index] if is_turned else upright[index]
            best = better(best, self._judged(cards[index], corners[index], distances, is_turned=is_turned))
        return best

    def _judged(self, card: Picture, quad: Quad, distances: Floats, *, is_turned: bool) -> Match:
        order = np.argsort(distances)
        first, second = int(order[0]), int(order[1])
        seen = relief(card[::-1, ::-1] if is_turned else card)
        alike = self._alike(seen)
        t = self.taught.thresholds
        distance, margin = float(distances[first]), float(distances[second] / (distances[first] + 1e-6))
        own = float(alike[first])
        lead = own - float(np.max(np.delete(alike, first)))
        near = distance < t.near and margin > t.margin and own > t.alike
        far = distance < t.far and margin > t.far_margin and own > t.far_alike
        return Match(
            code=self.taught.codes[first],
            quad=np.roll(quad, -2, axis=0) if is_turned else quad,
            distance=distance,
            margin=margin,
            alike=own,
            lead=lead,
            runner_up=self.taught.codes[second],
            is_clear=(near or far) and lead > t.lead,
        )


def better(one: Match | None, other: Match | None) -> Match | None:
    """The match that convinces more; a clear one always does."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda match: (match.is_clear, match.score))


def reading_of(match: Match | None) -> Reading:
    """A match as guesses about a card; the back and poor matches are no card at all."""
    if match is None or match.code == BACK or match.alike < 0.2:
        return Reading()
    best = 0.99 if match.is_clear else min(0.9, max(0.05, match.alike))
    guesses = [(Card.parse(match.code), best)]
    if match.runner_up != BACK:
        guesses.append((Card.parse(match.runner_up), (1 - best) / 2))
    return Reading(tuple(guesses), match.is_clear)
