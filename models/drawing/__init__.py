"""Draws decks of fireworks cards: the one that is shipped, and others that are only for measuring."""

from __future__ import annotations

from models.drawing.face import draw_back, draw_face
from models.drawing.folder import card_codes, draw_deck, draw_sheet, write_deck
from models.drawing.style import HELD_OUT, LANTERN, STYLES, Style

__all__ = [
    "HELD_OUT",
    "LANTERN",
    "STYLES",
    "Style",
    "card_codes",
    "draw_back",
    "draw_deck",
    "draw_face",
    "draw_sheet",
    "write_deck",
]
