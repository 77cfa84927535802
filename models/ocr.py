"""What tesseract reads of a face's rank: a label, and a second opinion while a deck is taught. Never in the frame loop.

Law: it may contradict, it never decides. Without tesseract nothing is read, and that is said, not an error.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np

from companion.sight.pixels import Grey, Picture
from companion.sight.reader import BACK

_CONFIG = "--psm 8 -c tessedit_char_whitelist=12345"
_CORNER = (0.03, 0.30, 0.02, 0.22)
_PATIENCE_S = 20


def is_there() -> bool:
    """Whether tesseract is installed."""
    return shutil.which("tesseract") is not None


def ranks_read(plates: Mapping[str, Picture]) -> dict[str, str]:
    """The rank that OCR reads on each face, `` where it reads none; nothing at all without tesseract."""
    if not is_there():
        return {}
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    codes = [code for code in plates if code != BACK]
    with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
        return dict(zip(codes, pool.map(lambda code: read_rank(plates[code]), codes), strict=True))


def read_rank(plate: Picture) -> str:
    """The digit in a face's top left corner; an empty string where tesseract sees none, or can't work at all."""
    import pytesseract  # a process a call, and only while teaching: not worth loading before

    try:
        text: str = pytesseract.image_to_string(_numeral(plate), config=_CONFIG, timeout=_PATIENCE_S)
    except (RuntimeError, OSError):
        return ""
    return next((sign for sign in text if sign in "12345"), "")


def _numeral(plate: Picture) -> Grey:
    """The corner's numeral, dark on white and large."""
    height, width = plate.shape[:2]
    left, right, top, bottom = _CORNER
    corner = plate[round(top * height) : round(bottom * height), round(left * width) : round(right * width)]
    big = cv2.resize(corner, None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC)
    light = cv2.GaussianBlur(big.max(axis=2), (0, 0), 2)
    _, mask = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
    if float(np.mean(mask)) < 128:
        mask = 255 - mask
    return np.pad(np.asarray(mask, np.uint8), 30, constant_values=255)
