"""Cards of other decks than the one in question: they may come to lie, but mustn't be named."""

from __future__ import annotations

import numpy as np

from companion.measure.arrivals import Image
from models.drawing import STYLES, card_codes, draw_face

_SIZE_PX = (252, 352)
_OF_EACH = 8
_STYLES = ("harbour", "noon", "carved")


def strange_cards(deck: str) -> dict[str, Image]:
    """Faces by names of their own, `noon R3`, out of two styles that are not this deck's."""
    found: dict[str, Image] = {}
    for style in [style for style in _STYLES if style != deck][:2]:
        chosen = np.random.default_rng(4).permutation(card_codes(STYLES[style]))[:_OF_EACH]
        found |= {f"{style} {code}": draw_face(STYLES[style], str(code), _SIZE_PX) for code in chosen}
    return found
