"""Yardsticks, timed in the same run: the least that watching a frame can cost, and the usual way of finding a card.

Law: timings are only ever told as ratios to these, since machines differ and are noisy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle

import cv2
import numpy as np

from companion.eyes.eyes import Eyes
from companion.ports import Frame
from companion.sight.pixels import Grey, Picture

_NOISE, _DIFFERENT = 2.0, 8
_SETTLING_S, _TURNS = 3, 300


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
    greys = [np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8) for frame in frames]
    return milliseconds(_difference(greys), rounds)


def _difference(greys: Sequence[Grey]) -> Callable[[], int]:
    """Compares each of these pictures with the one before, over and over."""
    apart = np.empty_like(greys[0])
    turns = cycle(range(len(greys)))

    def step() -> int:
        k = next(turns)
        cv2.absdiff(greys[k], greys[k - 1], apart)
        cv2.threshold(apart, 20, 255, cv2.THRESH_BINARY, apart)
        return cv2.countNonZero(apart)

    return step


def idle_share(eyes: Eyes, frame: Picture, fps: int, seconds: float = 12.0, *, grey: bool = False) -> float:
    """The share of one processor that looking takes where nothing happens, in percent: glances and the search for the
    mat's markers included."""
    looks = _settled(eyes, _grained(frame), fps, grey=grey)
    frames = round(seconds * fps)
    began = time.process_time()
    for _ in range(frames):
        next(looks)
    return 100 * (time.process_time() - began) / frames * fps


def idle_figures(make_eyes: Callable[[], Eyes], frame: Picture) -> dict[str, float]:
    """All of this by its name: ratios of medians, the steps timed in turns on the same pictures, since a machine has
    other things to do and its caches other things to hold."""
    pictures = _grained(frame)
    colour, grey = (_settled(make_eyes(), pictures, 10, grey=grey) for grey in (False, True))
    floor = _difference([its_grey for _, its_grey in pictures])
    least, by_colour, by_grey = _in_turns([floor, lambda: next(colour), lambda: next(grey)], _TURNS)
    shares = {fps: idle_share(make_eyes(), frame, fps) for fps in (10, 30)}
    return {
        "idle frame / absdiff and threshold": round(by_colour / least, 2),
        "idle frame with grey at hand / absdiff and threshold": round(by_grey / least, 2),
        **{f"percent of a processor, idle at {fps} frames a second": round(share, 2) for fps, share in shares.items()},
    }


def _in_turns(steps: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """The median seconds of each step."""
    times: list[list[float]] = [[] for _ in steps]
    for _ in range(rounds):
        for step, took in zip(steps, times, strict=True):
            began = time.perf_counter()
            step()
            took.append(time.perf_counter() - began)
    return [float(np.median(took)) for took in times]


def _grained(frame: Picture) -> list[tuple[Picture, Grey]]:
    """The same picture with noise of its own each time, as a camera gives it; and what it is in grey."""
    rng = np.random.default_rng(1)
    grains = (rng.standard_normal(frame.shape, np.float32) * _NOISE for _ in range(_DIFFERENT))
    pictures = [np.clip(frame + grain, 0, 255).astype(np.uint8) for grain in grains]
    return [(picture, np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)) for picture in pictures]


def _settled(eyes: Eyes, pictures: Sequence[tuple[Picture, Grey]], fps: int, *, grey: bool) -> Iterator[object]:
    """One look after another, once the eyes believe that table."""
    looks = _looks(eyes, pictures, fps, grey=grey)
    for _ in range(_SETTLING_S * fps):
        next(looks)
    return looks


def _looks(eyes: Eyes, pictures: Sequence[tuple[Picture, Grey]], fps: int, *, grey: bool) -> Iterator[object]:
    for index, (colour, its_grey) in enumerate(cycle(pictures)):
        yield eyes.look(Frame(colour, index / fps, index, its_grey if grey else None))


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
