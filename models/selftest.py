"""How surely a deck just taught reads its own faces: each one seen again in light that it wasn't trained in.

Law: the chance here is never the training's: what is weak here is weak at the table, and is named.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.sight.augment import Doubt, augmented
from companion.sight.pixels import CARD_H, CARD_W, Picture, unit_quad
from companion.sight.reader import BACK, Reader, Taught

TRIES = 16
WEAK = 0.75
"""A face that is read clearly less often than this is worth another photo."""
_SEED = 7_000_001


def clearly_read(taught: Taught, plates: Mapping[str, Picture]) -> dict[str, float]:
    """The share of tries in which each face is clearly read as itself, 0 to 1."""
    reader, whole = Reader(taught), unit_quad(CARD_W, CARD_H) - np.float32(0.5)
    shares = {}
    for index, (code, plate) in enumerate(plates.items()):
        if code == BACK:
            continue
        rng = np.random.default_rng((_SEED, index))
        matches = [reader.match(augmented(plate, rng, Doubt()), [whole]) for _ in range(TRIES)]
        shares[code] = sum(m is not None and m.is_clear and m.code == code for m in matches) / TRIES
    return shares


def weak_faces(shares: Mapping[str, float]) -> list[str]:
    """The faces worth another photo, the weakest first."""
    return sorted((code for code, share in shares.items() if share < WEAK), key=lambda code: shares[code])
