"""Whether the cards' border and the table look alike: then a card's edge can't be seen where it lies.

Law: the markers' white paper says what the light is; without it nothing is said. Colours are shares of that white.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.sight.mat import MARKER_MM, Mat
from companion.sight.pixels import Floats, Picture
from companion.sight.rectify import through

_QUIET_MM = 3.0
_RIM = 0.02
_ALIKE = 0.06
_UNEVEN = 0.08  # light is brighter here than there
_MOSTLY = 0.5
_LEAST_WHITE = 60.0


def looks_alike(frame: Picture, mat: Mat, table: Picture, faces: Sequence[Picture]) -> bool:
    """Whether most of the table has the colour of most faces' rims. `table`: the flattened one, any scale."""
    white = paper_white(frame, mat)
    if white is None or not faces:
        return False
    seen = cv2.resize(table, (64, 40), interpolation=cv2.INTER_AREA).astype(np.float32).reshape(-1, 3) / white
    rims = [_rim(face) for face in faces]
    alike = [np.abs(seen[:, None, :] - rim).max(axis=2) < _ALIKE + _UNEVEN * rim.max(axis=1) for rim in rims]
    shares = [float(one.any(axis=1).mean()) for one in alike]
    return float(np.median(shares)) > _MOSTLY


def paper_white(frame: Picture, mat: Mat) -> Floats | None:
    """How white paper looks in this light, shape (3,), by the margins of the markers; None where none can be seen."""
    width, height = mat.size_mm
    out = MARKER_MM / 2 + _QUIET_MM
    around = ((out, 0.0), (-out, 0.0), (0.0, out), (0.0, -out))
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    points = through(mat.to_pixels, np.array([(x + a, y + b) for x, y in corners for a, b in around], np.float32))
    rows, columns = frame.shape[:2]
    inside = [(round(float(x)), round(float(y))) for x, y in points if 0 <= x < columns - 1 and 0 <= y < rows - 1]
    if not mat.markers or len(inside) < len(around):
        return None
    white = np.median(np.array([frame[y, x] for x, y in inside], np.float32), axis=0)
    return np.asarray(white, np.float32) if float(white.min()) > _LEAST_WHITE else None


def _rim(face: Picture) -> Floats:
    """The colours of a face's four sides just inside its edge, as shares of white, (4, 3)."""
    rows, columns = face.shape[:2]
    deep = max(1, round(_RIM * rows))
    sides = (face[:deep], face[-deep:], face[:, :deep], face[:, columns - deep :])
    return np.asarray([np.median(side.reshape(-1, 3), axis=0) / 255 for side in sides], np.float32)
