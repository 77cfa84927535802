"""What a rectified card looks like, as numbers: six for each of twelve by seventeen cells.

Law: a half-turn of the card is a reversal of the cells, nothing else, so that both ways up cost one computation.
That is why the gradients are unsigned (a structure tensor, not a direction).

Source of the choice: a bench of features on drawn and photographed cards, where a linear discriminant over these read
more cards than perceptual hashes, corner templates, ORB and SIFT; `companion bench` prints what they do here.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from companion.sight.pixels import CARD_H, CARD_W, CELL, GRID_H, GRID_W, Floats, Picture

NUMBERS = 6
"""Per cell: tensor xx, yy, xy, blue share, red share, lightness."""

LENGTH = GRID_H * GRID_W * NUMBERS


def _telling() -> npt.NDArray[np.bool_]:
    told = np.ones((GRID_H, GRID_W, NUMBERS), bool)
    told[[0, -1], :, 3:] = told[:, [0, -1], 3:] = False
    return told.reshape(-1)


TELLING = _telling()
"""Which of the numbers tell cards apart, shape (LENGTH,): not colours and lightness along the rim. Table, thumb and
neighbour show there as soon as an outline is a pixel off, and at a rounded corner always."""

_ONES = np.ones((1, 3), np.float32)
_GAMMA = 2.2
_CHROMA_WEIGHT = 6.0
_WHITE_SHARE = 0.9
_WHITE = 200.0
_BLACK = 30.0
_DARKEST = 1e-3
_LIGHT_WEIGHT = 0.35


def cells(card: Picture) -> Floats:
    """The features of one card of CARD_H x CARD_W x 3, shape (LENGTH,)."""
    pixels = card.astype(np.float32)
    features = np.empty((GRID_H, GRID_W, NUMBERS), np.float32)
    features[:, :, :3] = _texture(pixels)
    features[:, :, 3:] = _colour(_mean_of_cells(pixels))
    return features.reshape(-1)


def half_turned(features: Floats) -> Floats:
    """The features of the same card the other way up; works on one row or on many, shape (..., LENGTH)."""
    rows = features.reshape(*features.shape[:-1], GRID_H * GRID_W, NUMBERS)
    return np.ascontiguousarray(rows[..., ::-1, :]).reshape(features.shape)


def tint(features: Floats) -> Floats:
    """The colours among these features, shape (..., LENGTH), within the rim: blue and red share a cell."""
    by_cell = features.reshape(*features.shape[:-1], GRID_H, GRID_W, NUMBERS)
    return np.ascontiguousarray(by_cell[..., 1:-1, 1:-1, 3:5]).reshape(*features.shape[:-1], -1)


def _mean_of_cells(pixels: Floats) -> Floats:
    """The mean of each cell: INTER_AREA by a whole factor is exactly that."""
    return np.asarray(cv2.resize(pixels, (GRID_W, GRID_H), interpolation=cv2.INTER_AREA), np.float32)


def _texture(pixels: Floats) -> Floats:
    """The structure tensor over all channels (Di Zenzo), relative to the energy round about."""
    dx = cv2.Sobel(pixels, cv2.CV_32F, 1, 0, ksize=3)
    dy = cv2.Sobel(pixels, cv2.CV_32F, 0, 1, ksize=3)
    tensor = np.stack([_summed(dx * dx), _summed(dy * dy), _summed(dx * dy)], axis=2)
    # the card's rim shows the table beside it as soon as a corner is a pixel off
    tensor[:2], tensor[-2:], tensor[:, :2], tensor[:, -2:] = 0, 0, 0, 0
    mean = _mean_of_cells(tensor)
    energy = mean[:, :, 0] + mean[:, :, 1]
    around = cv2.blur(energy, (3, 3), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(mean / (around + 0.5 * float(energy.mean()) + 1e-3)[:, :, None], np.float32)


def _summed(channels: Floats) -> Floats:
    """Blue + green + red."""
    return np.asarray(cv2.transform(channels, _ONES), np.float32)


def _colour(mean: Floats) -> Floats:
    """Blue and red share of the light, adapted to the card's own white, and the light's logarithm, relative to the
    whole card."""
    light = np.log(mean.sum(axis=2) + 3.0)
    spread = float(light.std()) + 0.05
    adapted = _adapted(mean) + _BLACK
    share = adapted / adapted.sum(axis=2, keepdims=True) - 1 / 3
    return np.stack(
        [
            share[:, :, 0] * _CHROMA_WEIGHT,
            share[:, :, 2] * _CHROMA_WEIGHT,
            (light - float(light.mean())) / spread * _LIGHT_WEIGHT,
        ],
        axis=2,
    ).astype(np.float32)


def _adapted(mean: Floats) -> Floats:
    """Linear light with the brightest tenth of each channel made equal (von Kries): lamps differ, ink doesn't."""
    linear = np.power(mean / 255, _GAMMA)
    inside = linear[1:-1, 1:-1].reshape(-1, 3)
    rank = round(_WHITE_SHARE * (len(inside) - 1))
    white = np.partition(inside, rank, axis=0)[rank] + _DARKEST
    return np.asarray(linear * (_WHITE / white), np.float32)


assert (CARD_W % CELL, CARD_H % CELL) == (0, 0)
