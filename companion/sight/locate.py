"""Where the one card of a teaching photo lies, to a hundredth of its side, or a refusal.

Law: with a wrong corner the whole deck suffers, so the photos of a deck judge each other: cards of one deck share a
layout. What they agree on is believed only where it rests on cards whose own edges are seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.align import aligned
from companion.sight.candidates import candidates, proportion
from companion.sight.common import layout_of, likeness
from companion.sight.correlation import correlation, relief
from companion.sight.marks import Marks
from companion.sight.outlines import sharpened, support
from companion.sight.pixels import CARD_H, CARD_W, Floats, Grey, Picture, Quad, brightest, unit_quad
from companion.sight.rectify import homography, rectified
from companion.sight.rims import outlined, with_room

_REACH = 5.0
_FULL_ASPECT = (0.58, 0.8)
_SHARE = (0.01, 0.97)
_KEPT = 80
_ROUNDS = 3
_CONVINCING = 0.47
_TRIED = 3
_RESCUES = 2
_ROOM_PX, _OUTLINED, _FOUNDED = 200, 2.5, 0.25


@dataclass(frozen=True, slots=True)
class _Choice:
    quad: Quad
    support: float
    score: float
    relief: Floats


def whole(photo: Picture) -> Quad:
    """The photo's own corners: a scan cut to the card."""
    return unit_quad(photo.shape[1], photo.shape[0]) - np.float32(0.5)


def is_scan(photos: Sequence[Picture]) -> bool:
    """Whether these are cards cut out, not photos with a card in them: all of one card-like shape, and alike as
    wholes."""
    shapes = [p.shape[1] / p.shape[0] for p in photos]
    card_like = all(_FULL_ASPECT[0] < s < _FULL_ASPECT[1] for s in shapes) and max(shapes) - min(shapes) < 0.06
    return card_like and float(np.median([_likeness_of_whole(photos, k) for k in range(len(photos))])) > 0.12


def located(photos: Mapping[str, Picture]) -> dict[str, Quad | None]:
    """The card's corners in each photo, from its top left as the photo is held; None where no outline convinces."""
    if is_scan(list(photos.values())):
        return {name: whole(photo) for name, photo in photos.items()}
    choices = {name: _choices(photo) for name, photo in photos.items()}
    chosen = {name: max(found, key=lambda c: c.score) for name, found in choices.items() if found}
    for _ in range(_ROUNDS):
        layout = _layout(chosen)
        chosen = {
            name: max(found, key=lambda c: likeness(c.relief, layout) + 0.15 * c.support)
            for name, found in choices.items()
            if found
        }
    for _ in range(_RESCUES):
        _rescue(photos, choices, chosen)
    if not _is_founded(photos, chosen):
        return dict.fromkeys(photos)
    layout = _layout(chosen)
    convincing = {name: c.quad for name, c in chosen.items() if likeness(c.relief, layout) > _CONVINCING}
    return {name: convincing.get(name) for name in photos}


def located_like(photos: Mapping[str, Picture], faces: Sequence[Picture]) -> dict[str, Quad | None]:
    """The same for photos of single cards of a deck of which some faces are known, each cut to the card."""
    known = Marks([_cut(face, whole(face)) for face in faces])
    shown = [brightest(rectified(face, whole(face))) for face in faces]
    layout = layout_of([relief(rectified(face, whole(face))) for face in faces])
    return {name: _located_like(photo, known, shown, layout) for name, photo in photos.items()}


def _located_like(photo: Picture, known: Marks, faces: Sequence[Grey], layout: Floats) -> Quad | None:
    offers = _choices(photo)
    if _FULL_ASPECT[0] < photo.shape[1] / photo.shape[0] < _FULL_ASPECT[1]:
        offers.append(_Choice(whole(photo), 1.0, 0.0, relief(rectified(photo, whole(photo)))))
    one = _rescued(photo, known, faces, layout)
    offers += [one] if one is not None else []
    best = max(offers, key=lambda c: likeness(c.relief, layout) + 0.15 * c.support, default=None)
    return best.quad if best is not None and likeness(best.relief, layout) > _CONVINCING else None


def _is_founded(photos: Mapping[str, Picture], chosen: Mapping[str, _Choice]) -> bool:
    """Whether some of the outlines are seen: without any, all may agree on one wrong part of the cards."""
    seen = [outlined(with_room(photos[name], c.quad, _ROOM_PX), _ROOM_PX) > _OUTLINED for name, c in chosen.items()]
    return sum(seen) >= _FOUNDED * len(seen) > 0


def _rescue(
    photos: Mapping[str, Picture], choices: Mapping[str, Sequence[_Choice]], chosen: dict[str, _Choice]
) -> None:
    """Looks again for the cards that don't resemble the others, now that it is known how these look."""
    layout = _layout({name: c for name, c in chosen.items() if likeness(c.relief, _layout(chosen)) > _CONVINCING})
    poor = [name for name in photos if name not in chosen or likeness(chosen[name].relief, layout) < _CONVINCING]
    if not poor or len(poor) > len(photos) / 2:
        return
    cards = [_cut(photos[name], c.quad) for name, c in chosen.items() if name not in poor]
    known, faces = Marks(cards), [brightest(rectified(card, whole(card))) for card in cards]
    for name in poor:
        one = _rescued(photos[name], known, faces, layout)
        offers = [*choices[name], *([one] if one is not None else [])]
        if offers:
            chosen[name] = max(offers, key=lambda c: likeness(c.relief, layout))


def _rescued(photo: Picture, known: Marks, faces: Sequence[Grey], layout: Floats) -> _Choice | None:
    """The card in a photo in which no outline convinced (white on white, a thumb on the edge): by the marks that it
    shares with the cards found elsewhere, moved to fit them best."""
    found: list[_Choice] = []
    for quad in known.outlines(photo):
        moved = (aligned(photo, quad, face) for face in faces[:_TRIED])
        for one in (quad, *(m for m in moved if m is not None)):
            found.append(_Choice(one, 0.0, 0.0, relief(rectified(photo, one))))
    return max(found, key=lambda c: likeness(c.relief, layout), default=None)


def _cut(photo: Picture, quad: Quad) -> Picture:
    """The card, three times as large as it is read: marks are found better so."""
    size = CARD_W * 3, CARD_H * 3
    return np.asarray(cv2.warpPerspective(photo, homography(quad, unit_quad(*size) - np.float32(0.5)), size), np.uint8)


def _layout(chosen: Mapping[str, _Choice]) -> Floats:
    """What the cards have in common, the most convincing first."""
    return layout_of([choice.relief for choice in sorted(chosen.values(), key=lambda c: -c.score)])


def _likeness_of_whole(photos: Sequence[Picture], index: int) -> float:
    reliefs = [relief(rectified(photos[k], whole(photos[k]))) for k in (index, (index + 1) % len(photos))]
    return correlation(*reliefs)


def _choices(photo: Picture) -> list[_Choice]:
    area = float(photo.shape[0] * photo.shape[1])

    def is_plausible(quad: Quad) -> bool:
        return _SHARE[0] < float(cv2.contourArea(quad)) / area < _SHARE[1] and 0.4 < proportion(quad) < 1.1

    found: list[_Choice] = []
    for quad in candidates(photo, is_plausible):
        sharp = sharpened(photo, quad, _REACH)
        held = support(photo, sharp)
        score = held * float(cv2.contourArea(sharp)) ** 0.5
        found.append(_Choice(sharp, held, score, relief(rectified(photo, sharp))))
    return sorted(found, key=lambda c: -c.score)[:_KEPT]
