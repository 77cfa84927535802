"""By how much a whole picture has shifted against an earlier one, where no markers say it.

Law: most of what can be followed must agree; what moves in a part of the picture (hands, cards) says nothing, and
neither does a bare cloth.

Source: corners worth tracking (Shi and Tomasi 1994) followed by optical flow in pyramids (Lucas and Kanade 1981,
Bouguet 2001) there and back, and one similarity for most of them (RANSAC), as OpenCV has them.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.sight.pixels import Grey, Picture

_WIDTH = 640
_MOST = 200
_QUALITY = 0.015
_APART_PX = 12
_WINDOW = (15, 15)
_LEVELS = 3
_BACK_PX = 0.5
_AGREE_PX = 0.6
_FEWEST = 6
_MOST_SHARE = 0.6


def grey_of(picture: Picture) -> Grey:
    """What is kept of a picture to compare others with: small, grey, a little blurred."""
    shrink = _WIDTH / picture.shape[1]
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0), np.uint8)


def shift_px(before: Grey, now: Grey, width_px: int) -> float | None:
    """How far the picture has shifted, in pixels of a picture `width_px` wide; None where too little of it says so."""
    found: cv2.typing.MatLike | None = cv2.goodFeaturesToTrack(before, _MOST, _QUALITY, _APART_PX)
    points = np.zeros((0, 1, 2), np.float32) if found is None else np.asarray(found, np.float32)
    if len(points) < _FEWEST:
        return None
    there, is_there, _ = cv2.calcOpticalFlowPyrLK(before, now, points, points.copy(), winSize=_WINDOW, maxLevel=_LEVELS)
    back, is_back, _ = cv2.calcOpticalFlowPyrLK(now, before, there, there.copy(), winSize=_WINDOW, maxLevel=_LEVELS)
    returned = np.linalg.norm((back - points).reshape(-1, 2), axis=1) < _BACK_PX
    kept = (is_there.ravel() > 0) & (is_back.ravel() > 0) & returned
    if int(kept.sum()) < _FEWEST:
        return None
    source, target = points.reshape(-1, 2)[kept], there.reshape(-1, 2)[kept]
    _, agree = cv2.estimateAffinePartial2D(source, target, ransacReprojThreshold=_AGREE_PX)
    agreeing = np.ravel(agree) > 0 if agree is not None else np.zeros(len(source), bool)
    if int(agreeing.sum()) < max(_FEWEST, round(_MOST_SHARE * len(source))):
        return None
    shifts = np.linalg.norm(target - source, axis=1)[agreeing]
    return float(np.percentile(shifts, 75)) * width_px / _WIDTH
