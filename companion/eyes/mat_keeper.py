"""Where the mat lies, from frame to frame: searched until it is found, then looked after.

Law: a nudged camera is found again by the markers or told, never taken for a moved card. A move is believed only where
two checks agree, since an arm may hide a marker; three markers suffice, and one that moves alone moves nothing. A mat
by hand can't be found again: while the picture has shifted, nothing is judged by it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.ports import Frame
from companion.sight.mat import DEFAULT_MM, Mat, followed, markers, markers_near, mat_from_corners, mat_from_markers
from companion.sight.pixels import Grey, Picture, Quad
from companion.sight.registration import grey_of, shift_px

_LOST_S = 2.0
_CHECK_S = 1.0
_CHECK_SOON_S = 0.3
_MIRROR_S = 0.7
_TOLD_S = 5.0
_NUDGE_PX = 2.5
_TOLD_PX = 4.0
_STILL_PX = 1.0
_AGREE_PX = 0.5


@dataclass(slots=True)
class MatKeeper:
    """Finds the mat and keeps finding it. `corners`: four pixels by hand, for tables without markers.

    `doubt`: the mat was just seen elsewhere, and another look must say whether it is; nothing is judged meanwhile.
    `seen`: the markers as last checked, id to corners in pixels.
    """

    corners: Quad | None = None
    size_mm: tuple[float, float] = DEFAULT_MM
    mat: Mat | None = None
    checked_at: float = -np.inf
    lost_since: float | None = None
    doubt: Mat | None = None
    seen: dict[int, Quad] | None = None
    is_mirrored: bool = False
    nudged_at: float = -np.inf
    is_adrift: bool = False
    _first: Grey | None = None
    _hint: Mat | None = None
    _mirror_at: float = -np.inf

    def look(self, frame: Frame) -> Mat | None:
        """The mat as believed; searched in this frame while there is none."""
        if self.mat is None:
            by_hand = mat_from_corners(self.corners, self.size_mm) if self.corners is not None else None
            self.mat = by_hand or self._search(frame)
            self.checked_at = frame.at
            self._first = grey_of(frame.pixels) if by_hand is not None else None
            self._missed(frame.at, self.mat is None)
        return self.mat

    def check(self, frame: Frame, *, soon: bool = False) -> bool:
        """Now and then: whether the mat lies elsewhere in the picture now, and is found there. `soon`: something is
        about to be believed. Moves of a few pixels are followed without a word."""
        pause = _CHECK_SOON_S if soon or self._hint is not None or self.is_adrift else _CHECK_S
        if self.mat is None or frame.at - self.checked_at < pause:
            return False
        if self.corners is not None:
            self._check_by_hand(frame)
            return False
        near = markers_near(frame.pixels, self.mat)
        self.checked_at, self.seen = frame.at, near if len(near) >= 3 else markers(frame.pixels)
        found = followed(self.mat, self.seen, _STILL_PX)
        self._missed(frame.at, found is None)
        if found is None or found is self.mat:
            self._hint = self.doubt = None
            return False
        is_nudge = _apart_px(found, self.mat) >= _NUDGE_PX
        agreed = self._hint is not None and _apart_px(found, self._hint) < (_NUDGE_PX if is_nudge else _AGREE_PX)
        self._hint, self.doubt = found, found if is_nudge else None
        if agreed:
            self.nudged_at = frame.at if _apart_px(found, self.mat) >= _TOLD_PX else self.nudged_at
            self.mat, self._hint, self.doubt = found, None, None
        return agreed

    def _check_by_hand(self, frame: Frame) -> None:
        """Without markers it can only be said that the picture has shifted, until it is back where it was."""
        self.checked_at = frame.at
        now = grey_of(frame.pixels)
        shift = shift_px(self._first, now, frame.pixels.shape[1]) if self._first is not None else 0.0
        if shift is None:
            return
        self.is_adrift = shift >= _NUDGE_PX
        self.doubt = self.mat if self.is_adrift else None
        if shift < _STILL_PX / 2:
            self._first = now  # cards come and go, and the light changes: compared is with how it looked lately

    def is_lost(self, at: float) -> bool:
        """Whether the mat has been out of sight for too long."""
        return self.lost_since is not None and at - self.lost_since > _LOST_S

    def alarms(self, at: float) -> tuple[str, ...]:
        """What is wrong with the mat now."""
        told = ("camera-moved",) if at - self.nudged_at < _TOLD_S else ()
        if self.is_adrift:
            return ("camera-moved:no-markers",)
        if self.is_mirrored:
            return (*told, "mat-lost:mirrored")
        return (*told, "mat-lost") if self.is_lost(at) else told

    def _search(self, frame: Frame) -> Mat | None:
        self.seen = markers(frame.pixels)
        found = mat_from_markers(self.seen, self.size_mm)
        if found is not None:
            self.is_mirrored = False
        elif not self.seen and frame.at - self._mirror_at >= _MIRROR_S:
            self._mirror_at = frame.at
            self.is_mirrored = len(markers(_mirrored(frame.pixels))) >= 3
        return found

    def _missed(self, at: float, missed: bool) -> None:
        self.lost_since = (self.lost_since if self.lost_since is not None else at) if missed else None


def _mirrored(picture: Picture) -> Picture:
    return np.asarray(cv2.flip(picture, 1), np.uint8)


def _apart_px(one: Mat, other: Mat) -> float:
    return float(np.abs(one.corners_px - other.corners_px).max())
