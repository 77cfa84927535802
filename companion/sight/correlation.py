"""Does a card look like the taught face, pixel by pixel? The second opinion, independent of the discriminant.

Law: it looks at shape alone (grey, local mean and energy taken away), so it can't be fooled by what fools colour.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.sight.pixels import Floats, Picture

_WINDOW = (61, 61)
_RIM = 3


def relief(card: Picture) -> Floats:
    """A card without its light, shape (CARD_H, CARD_W, 3): each channel less its local mean, over its local energy."""
    pixels = cv2.GaussianBlur(card.astype(np.float32), (0, 0), 1.0)
    flat = pixels - cv2.blur(pixels, _WINDOW)
    energy = np.sqrt(np.maximum(cv2.blur((flat * flat).sum(axis=2), _WINDOW), 0)) + 4.0
    flat /= energy[:, :, None]
    flat[:_RIM], flat[-_RIM:], flat[:, :_RIM], flat[:, -_RIM:] = 0, 0, 0, 0
    length = float(np.sqrt((flat * flat).sum())) + 1e-6
    return np.asarray(flat / length, np.float32)


def correlation(one: Floats, other: Floats) -> float:
    """How alike two reliefs are, -1 to 1."""
    return float(np.vdot(one, other))
