"""A picture for which the table has sat still."""

from __future__ import annotations

import numpy as np

from companion.ports import Frame
from companion.sight.sitting import sittings

RNG = np.random.default_rng(5)


def frames(*scenes, fps=10):
    """Frames of (grey picture, how many), with noise."""
    count = 0
    for picture, number in scenes:
        for _ in range(number):
            noisy = np.clip(picture + RNG.normal(0, 6, picture.shape), 0, 255).astype(np.uint8)
            yield Frame(noisy, count / fps, count)
            count += 1


def table(x=None):
    picture = np.full((480, 640, 3), 90, np.float64)
    if x is not None:
        picture[120:360, x : x + 160] = 220
    return picture


def test_what_lies_still_is_averaged():
    ((mean, after),) = sittings(frames((table(160), 30)))
    assert float(np.abs(mean.astype(float) - table(160)).mean()) < 2.5
    assert float(np.abs(after.astype(float) - table(160)).mean()) > 3.5


def test_nothing_is_given_while_something_moves():
    moving = [(table(x), 1) for x in range(0, 480, 12)]
    assert list(sittings(frames(*moving))) == []


def test_each_rest_is_given_once():
    given = list(sittings(frames((table(), 40), (table(240), 40))))
    assert len(given) == 2
    assert given[1][0][240, 320, 0] > 200


def test_a_rest_too_short_is_none():
    assert list(sittings(frames((table(160), 6)))) == []
