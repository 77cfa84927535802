"""A deck's faces, small: for pages and papers.

Law: nothing but the picture is needed, so that a page that shows one loads nothing more.
"""

from __future__ import annotations

import cv2

from companion.sight.pixels import Picture

FACE_PX = 160
"""A face's usual height in pixels: small, and enough to be known again."""

_QUALITY = 80


def small_face(plate: Picture, height: int = FACE_PX) -> bytes:
    """A face as a jpeg of this height in pixels."""
    wide = round(height * plate.shape[1] / plate.shape[0])
    small = cv2.resize(plate, (wide, height), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
