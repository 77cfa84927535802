"""Which card a rectangle is, or that it is none: the discriminant proposes, the correlation disposes.

Law: never wrong comes before never asking. A card is clear only where two independent tests agree; everything else is a
list of guesses, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from companion.rules.cards import Card
from companion.sight.align import aligned
from companion.sight.cells import cells, half_turned
from companion.sight.correlation import relief
from companion.sight.discriminant import Discriminant
from companion.sight.glared import LEAST_INSIDE, Glimpses, visible_parts
from companion.sight.pixels import Floats, Picture, Quad, brightest
from companion.sight.reading import Reading
from companion.sight.rectify import OUTLINES, Outline, card_in, rectified, within
from companion.sight.tint import Tints

BACK = "back"
"""The code of the face that is no card: the deck's back."""

NOTHING = "nothing"
"""The code of the class that is no face at all: tables, phones, half cards. Its relief is empty, so it is never clear.
"""

_JUDGED = 3
_FAR = 100.0
"""From what distance on colours are asked too: nearer, those of a black card in haze were once nearer to another's."""

_RESEMBLES = 0.35


@dataclass(frozen=True, slots=True)
class Bar:
    """What a match must clear: nearer than `distance` (squared), the next card `margin` times as far, and a correlation
    above `alike`, which exceeds that with any other card by more than `lead`."""

    distance: float
    margin: float
    alike: float
    lead: float

    def is_cleared_by(self, distance: float, margin: float, alike: float, lead: float) -> bool:
        """Whether all four suffice."""
        return distance < self.distance and margin > self.margin and alike > self.alike and lead > self.lead


CLEAR = (
    Bar(35.0, 1.5, 0.6, 0.03),
    Bar(110.0, 1.5, 0.8, 0.03),
    Bar(110.0, 3.0, 0.9, 0.0),
    Bar(300.0, 3.0, 0.85, 0.05),
    Bar(500.0, 3.0, 0.88, 0.08),
)
"""One look suffices where any of these is cleared: the farther from what was taught, the more alike it must look. Cards
of a related deck come as near as 40, but rarely look that much alike; a dark five, blurred and dim, came to 30 from a
two, and looked as much like both."""

LIKELY = (*CLEAR, Bar(300.0, 4.0, 0.8, 0.07))
"""Several looks that clear one of these and name the same card suffice: cards of a related deck came to 0.77 there."""

GLIMPSED = (Bar(150.0, 1.5, 0.8, 0.07),)
"""What the visible part of a card must clear of which a mirrored lamp hides the rest, in one look or in several: its
lead counts more, since only that grows smaller where the hidden part is what tells two faces apart. Cards of a related
deck came to 0.75 there."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A deck as sight knows it. `codes`: a card code or `back` a class; `cards`: the taught ones; `reliefs`: those
    without their light; both of shape (classes, height, width, 3). `likely`: all of `clear`, and more."""

    codes: tuple[str, ...]
    discriminant: Discriminant
    reliefs: Floats
    cards: Picture
    clear: tuple[Bar, ...] = CLEAR
    likely: tuple[Bar, ...] = LIKELY


@dataclass(frozen=True, slots=True)
class Match:
    """The best class for some outline. `quad`: the card's corners in the picture, from its own top left; `is_clear`:
    believed at once; `is_likely`: believed where several looks say the same."""

    code: str
    quad: Quad
    distance: float
    margin: float
    alike: float
    lead: float
    runner_up: str
    is_clear: bool
    is_likely: bool = False

    @property
    def score(self) -> float:
        """For choosing between outlines: alike pixels count most, a near class breaks ties."""
        return self.alike - 0.0005 * min(self.distance, 1000.0)


class Reader:
    """Reads cards of one taught deck. Holds nothing but what it was taught; safe to share between threads."""

    def __init__(self, taught: Taught) -> None:
        self.taught = taught
        self._is_face = np.array([code != NOTHING for code in taught.codes])
        self._faces = tuple(code for code in taught.codes if code != NOTHING)

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
        card = rectified(picture, near.quad)
        ways = near.quad, np.roll(near.quad, -2, axis=0)
        alike = self._alike([relief(card), relief(card[::-1, ::-1])])
        nearest = [int(k) for k in np.argsort(alike.max(axis=0))[:-3:-1]]
        likely = [(self.taught.codes.index(near.code), 0), *((k, int(alike[:, k].argmax())) for k in nearest)]
        best = near
        for index, way in dict.fromkeys(likely):
            quad = aligned(picture, ways[way], brightest(self.taught.cards[index]))
            if quad is not None:
                best = better(best, self._match_as(picture, [quad], OUTLINES[0])) or best
            if best.is_clear:
                return best
        return better(best, self._glimpsed(picture, near.quad)) or best

    def _glimpsed(self, picture: Picture, near: Quad) -> Match | None:
        """The best match of a partly hidden card, in these corners or near them; None where nothing hides it."""
        card = rectified(picture, near)
        visible = visible_parts(card, within(picture, near))
        if not visible:
            return None
        best = self._glimpse(picture, near)
        for index in np.argsort(self._glimpses.alike(card, visible[0]))[:-3:-1]:
            if best is not None and best.is_clear:
                break
            quad = aligned(picture, near, brightest(self.taught.cards[index]), is_hidden=True)
            best = better(best, self._glimpse(picture, quad)) if quad is not None else best
        return best

    def _glimpse(self, picture: Picture, quad: Quad) -> Match | None:
        """The best match of a partly hidden card in just these corners."""
        card = rectified(picture, quad)
        best: Match | None = None
        for visible in visible_parts(card, within(picture, quad)):
            seen = self._glimpses.best(card, visible)
            measured = seen.distance, seen.margin, seen.alike, seen.lead
            is_clear = any(bar.is_cleared_by(*measured) for bar in GLIMPSED)
            corners = np.roll(quad, -2, axis=0) if seen.is_turned else quad
            codes = self._faces[seen.index], self._faces[seen.runner_up]
            best = better(best, Match(codes[0], corners, *measured, codes[1], is_clear, is_clear))
        return best

    @cached_property
    def _glimpses(self) -> Glimpses:
        """Made when something is hidden first: most evenings that is never."""
        told_by = self.taught.discriminant
        return Glimpses(
            self.taught.cards[self._is_face], Discriminant(told_by.projection, told_by.means[self._is_face])
        )

    @cached_property
    def _tints(self) -> Tints:
        """The faces' colours, as they are read."""
        return Tints(self._faces, np.stack([cells(card) for card in self.taught.cards[self._is_face]]))

    def _alike(self, seen: Sequence[Floats]) -> Floats:
        """How alike some reliefs are to each taught one, shape (reliefs, classes): all in one go, since it takes as
        long as reading the taught ones from memory."""
        known = self.taught.reliefs
        return np.asarray(np.stack([one.reshape(-1) for one in seen]) @ known.reshape(len(known), -1).T, np.float32)

    def _nearest(self, distances: Floats, alike: Floats) -> tuple[int, int]:
        """The nearest class, and the next face that it might be instead. What is no card comes first only where the
        nearest face doesn't look alike, and is never the next."""
        order = [int(k) for k in np.argsort(distances)]
        faces = [k for k in order if self._is_face[k]]
        if faces[0] == order[0] or float(alike[faces[0]]) > _RESEMBLES:
            return faces[0], faces[1]
        return order[0], faces[0]

    def _match_as(self, picture: Picture, quads: Sequence[Quad], outline: Outline) -> Match | None:
        """The best match where every quad shows this outline of a card."""
        corners = [card_in(quad, outline) for quad in quads]
        cards = [rectified(picture, quad) for quad in corners]
        features = np.stack([cells(card) for card in cards])
        upright = self.taught.discriminant.distances(features)
        turned = self.taught.discriminant.distances(half_turned(features))
        nearest = np.minimum(upright, turned).min(axis=1)
        chosen = [int(index) for index in np.argsort(nearest)[:_JUDGED]]
        faces = self._is_face
        are_turned = [bool(turned[index, faces].min() < upright[index, faces].min()) for index in chosen]
        ways = [cards[k][::-1, ::-1] if turn else cards[k] for k, turn in zip(chosen, are_turned, strict=True)]
        alikes = self._alike([relief(way) for way in ways])
        best: Match | None = None
        for index, is_turned, alike in zip(chosen, are_turned, alikes, strict=True):
            quad = np.roll(corners[index], -2, axis=0) if is_turned else corners[index]
            told = half_turned(features[index]) if is_turned else features[index]
            match = self._judged(quad, turned[index] if is_turned else upright[index], alike, told)
            if match.is_likely and float(within(picture, quad).mean()) < LEAST_INSIDE:
                match = replace(match, is_clear=False, is_likely=False)
            best = better(best, match)
        return best

    def _judged(self, corners: Quad, distances: Floats, alike: Floats, features: Floats) -> Match:
        first, second = self._nearest(distances, alike)
        distance, margin = float(distances[first]), float(distances[second] / (distances[first] + 1e-6))
        own = float(alike[first])
        lead = own - float(np.max(np.delete(alike, first)))
        measured = distance, margin, own, lead
        code = self.taught.codes[first]
        is_likely = any(bar.is_cleared_by(*measured) for bar in self.taught.likely)
        if is_likely and distance > _FAR:
            is_likely = not self._tints.objects(code, features)
        return Match(
            code=code,
            quad=corners,
            distance=distance,
            margin=margin,
            alike=own,
            lead=lead,
            runner_up=self.taught.codes[second],
            is_clear=is_likely and any(bar.is_cleared_by(*measured) for bar in self.taught.clear),
            is_likely=is_likely,
        )


def better(one: Match | None, other: Match | None) -> Match | None:
    """The match that convinces more; a clear one always does."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda match: (match.is_clear, match.score))


def reading_of(match: Match | None) -> Reading:
    """A match as guesses about a card; the back and poor matches are no card at all."""
    if match is None or match.code in (BACK, NOTHING) or match.alike < 0.2:
        return Reading()
    best = 0.99 if match.is_clear else min(0.9, max(0.05, match.alike))
    guesses = [(Card.parse(match.code), best)]
    if match.runner_up not in (BACK, NOTHING):
        guesses.append((Card.parse(match.runner_up), (1 - best) / 2))
    return Reading(tuple(guesses), match.is_clear)
