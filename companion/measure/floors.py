"""Two yardsticks, timed in the same run: the least that watching a frame can cost, and the usual way of finding a card.

Law: timings are only ever told as ratios to these, since machines differ and are noisy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from companion.eyes.eyes import Eyes
from companion.ports import Frame
from companion.sight.pixels import Picture


def milliseconds(step: Callable[[], object], rounds: int) -> float:
    """The median time of a step over some rounds, after one that isn't counted."""
    step()
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        step()
        times.append(time.perf_counter() - began)
    return float(np.median(times)) * 1000


def difference_floor(frames: Sequence[Picture], rounds: int = 40) -> float:
    """Milliseconds of one full-size grey absdiff, threshold and count, grey pictures at hand."""
    one, other = (np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8) for frame in frames[:2])
    apart = np.empty_like(one)

    def step() -> int:
        cv2.absdiff(one, other, apart)
        cv2.threshold(apart, 20, 255, cv2.THRESH_BINARY, apart)
        return cv2.countNonZero(apart)

    return milliseconds(step, rounds)


def idle_frame(eyes: Eyes, frame: Picture, rounds: int = 60) -> float:
    """Milliseconds of one look at a table on which nothing happens, from its colour picture, ten frames a second."""
    at = iter(range(10 * rounds))

    def step() -> object:
        index = next(at)
        return eyes.look(Frame(frame, index / 10, index))

    for _ in range(20):
        step()
    return milliseconds(step, rounds)


def whole_frame_orb(frame: Picture, faces: Mapping[str, Picture], rounds: int = 5) -> float:
    """Milliseconds of ORB over a whole frame, matched with every taught face, and a homography for the best."""
    orb = cv2.ORB.create(nfeatures=2000)
    matcher = cv2.BFMatcher(cv2.NORM_HAMMING)
    greys = [np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.uint8) for face in faces.values()]
    known = [orb.detectAndCompute(grey, np.full_like(grey, 255)) for grey in greys]
    taught = [(points, marks) for points, marks in known if len(points) >= 4]
    everywhere = np.full(frame.shape[:2], 255, np.uint8)

    def step() -> object:
        points, marks = orb.detectAndCompute(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), everywhere)
        best: tuple[int, list[cv2.DMatch], Sequence[cv2.KeyPoint]] = (0, [], ())
        for face_points, face_marks in taught:
            pairs = matcher.knnMatch(face_marks, marks, k=2)
            good = [p[0] for p in pairs if len(p) == 2 and p[0].distance < 0.75 * p[1].distance]
            if len(good) > best[0]:
                best = len(good), good, face_points
        if best[0] < 4:
            return None
        source = np.array([best[2][m.queryIdx].pt for m in best[1]], np.float32)
        target = np.array([points[m.trainIdx].pt for m in best[1]], np.float32)
        return cv2.findHomography(source, target, cv2.RANSAC, 5.0)

    return milliseconds(step, rounds)
