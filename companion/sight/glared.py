"""Which face a card shows of which a part can't be seen (a lamp is mirrored there, it lies over the mat's edge): by
what is left of it, and nothing else.

Law: what is hidden speaks neither for a face nor against it. So a face leads only by what can be seen, and where that
doesn't tell two faces apart, neither is named.

A mirrored lamp adds light: smooth but for where the camera is full. In linear light, less what is about each pixel, the
rest is print. Where the discriminant needs a whole card, the hidden part is filled in with the face in question.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.sight.cells import cells
from companion.sight.discriminant import Discriminant
from companion.sight.pixels import CARD_H, CARD_W, Floats, Picture, brightest

Visible = npt.NDArray[np.bool_]
"""What of a rectified card can be seen, shape (CARD_H, CARD_W)."""

LEAST_VISIBLE = 0.55
"""The share of a card that has to be visible."""

LEAST_INSIDE = 0.8
"""The share that has to lie within the picture: what hangs farther over the mat's edge may be any card's."""

_FULL = 245
_GAMMA = 2.2
_HALOS = tuple(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * far_px + 1,) * 2) for far_px in (6, 11))
_BLOB = np.ones((3, 3), np.uint8)
_WINDOW = (31, 31)
_RIM = 3
_LEAST_ENERGY = 4.0
_RIVALS = 4
_LINEAR: Floats = np.asarray(np.power(np.arange(256) / 255, _GAMMA) * 255, np.float32)


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The best face for what is visible. The figures are those of a whole card's match, from what is visible alone.

    `index`, `runner_up`: among the faces; `is_turned`: it fits the card's half-turn.
    """

    index: int
    runner_up: int
    is_turned: bool
    distance: float
    margin: float
    alike: float
    lead: float


def visible_parts(card: Picture, inside: Visible) -> list[Visible]:
    """What of a card lies within the picture (`inside`) and no mirrored lamp hides, with a narrow halo and a wide one:
    how far a halo goes can't be seen. None where nothing is hidden, or too much."""
    if float(inside.mean()) < LEAST_INSIDE:
        return []
    full = cv2.threshold(brightest(card), _FULL - 1, 1, cv2.THRESH_BINARY)[1]
    full = cv2.morphologyEx(full, cv2.MORPH_OPEN, _BLOB)
    if not full.any():
        parts = [] if inside.all() else [inside]
    else:
        parts = [inside & (cv2.dilate(full, halo) == 0) for halo in _HALOS]
    return [np.asarray(part) for part in parts if float(part.mean()) > LEAST_VISIBLE]


class Glimpses:
    """Names faces of one deck by their visible parts. `cards`: the taught ones, (faces, CARD_H, CARD_W, 3), in
    the order of the discriminant's classes."""

    def __init__(self, cards: Picture, discriminant: Discriminant) -> None:
        self._cards, self._discriminant = cards, discriminant
        everything = np.ones((CARD_H, CARD_W), bool)
        prints = np.stack([_print_of(card, everything) for card in cards])
        self._prints: Floats = prints.reshape(len(cards), -1)
        self._energies: Floats = np.square(prints).sum(axis=3).reshape(len(cards), -1)

    def alike(self, card: Picture, visible: Visible) -> Floats:
        """How alike the visible part is to each face's, -1 to 1, shape (faces,)."""
        seen = _print_of(card, visible)
        lengths = self._energies @ visible.reshape(-1).astype(np.float32) * float(np.vdot(seen, seen))
        return np.asarray(self._prints @ seen.reshape(-1) / np.sqrt(lengths + 1e-6), np.float32)

    def best(self, card: Picture, visible: Visible) -> Glimpse:
        """The best face, either way up."""
        turned, visible_turned = np.ascontiguousarray(card[::-1, ::-1]), visible[::-1, ::-1]
        upright, upside_down = self.alike(card, visible), self.alike(turned, visible_turned)
        is_turned = bool(upside_down.max() > upright.max())
        alike = upside_down if is_turned else upright
        order = [int(k) for k in np.argsort(-alike)]
        told = self._distances(turned, visible_turned, order) if is_turned else self._distances(card, visible, order)
        return Glimpse(
            order[0], order[1], is_turned, *told, float(alike[order[0]]), float(alike[order[0]] - alike[order[1]])
        )

    def _distances(self, card: Picture, visible: Visible, order: list[int]) -> tuple[float, float]:
        """The first face's distance, and how many times as far the next is: any other from a card that shows the first
        one where it is hidden, and each rival from one that shows itself there."""
        first, rivals = order[0], order[1:_RIVALS]
        to_faces = self._filled_distances(card, visible, first)
        distance = float(to_faces[first])
        others = [float(np.delete(to_faces, first).min())]
        others += [float(self._filled_distances(card, visible, rival)[rival]) for rival in rivals]
        return distance, min(others) / (distance + 1e-6)

    def _filled_distances(self, card: Picture, visible: Visible, index: int) -> Floats:
        whole = _filled(card, visible, self._cards[index])
        return np.asarray(self._discriminant.distances(cells(whole)[None])[0], np.float32)


def _print_of(card: Picture, visible: Visible) -> Floats:
    """What is printed on the visible part: linear light less its local mean, over its local energy; 0 where hidden."""
    light = cv2.GaussianBlur(np.take(_LINEAR, card), (0, 0), 1.0)
    seen = visible.astype(np.float32)
    share = cv2.blur(seen, _WINDOW) + 1e-3
    mean = cv2.blur(light * seen[:, :, None], _WINDOW) / share[:, :, None]
    flat = np.asarray((light - mean) * seen[:, :, None], np.float32)
    energy = cv2.blur(np.square(flat).sum(axis=2), _WINDOW) / share
    flat /= (np.sqrt(np.maximum(energy, 0)) + _LEAST_ENERGY)[:, :, None]
    flat[:_RIM], flat[-_RIM:], flat[:, :_RIM], flat[:, -_RIM:] = 0, 0, 0, 0
    return flat


def _filled(card: Picture, visible: Visible, face: Picture) -> Picture:
    """The card with a face in this card's light where it is hidden."""
    taught = np.take(_LINEAR, face)
    gain = np.median((np.take(_LINEAR, card)[visible] + 1) / (taught[visible] + 1), axis=0)
    lit = np.power(np.clip(taught * gain / 255, 0, 1), 1 / _GAMMA) * 255
    return np.asarray(np.where(visible[:, :, None], card, lit), np.uint8)
