"""A picture's file to its pixels, or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import Unreadable

_PNG, _PNG_END = b"\x89PNG", b"IEND"
_LEAST_SIDE = 8


class NoPicture(Unreadable):
    """The file is no picture, or only the beginning of one."""


def read_picture(path: Path) -> npt.NDArray[np.uint8]:
    """The picture in a jpg or png file, shape (height, width, 3), blue, green, red. Raises NoPicture."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise NoPicture(f"There is no picture {path}: check the name.") from None
    except OSError as why:
        raise NoPicture(f"The picture {path} can't be opened ({why.strerror}): name a jpg or png.") from None
    pixels = _decoded(data)
    if pixels is None:
        raise NoPicture(f"{path} can't be read as a picture: a whole jpg or png is wanted.")
    height, width = pixels.shape[:2]
    if min(height, width) < _LEAST_SIDE:
        raise NoPicture(f"{path} is only {width} x {height} pixels: nothing can be seen in it.")
    return pixels


def _decoded(data: bytes) -> npt.NDArray[np.uint8] | None:
    if data.startswith(_PNG) and _PNG_END not in data:
        return None  # libpng would grumble on stderr in its own words
    try:
        pixels: object = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # nothing in the file, or more pixels than OpenCV takes
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)
