"""The table as a picture for people: only the table; and its light, focus and lamps judged in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sight.mat import markers, mat_from_markers
from companion.sight.viewing import PATCH_MM, Shown, inside, shown, without_markers
from companion.wiring.appraising import appraised
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.scene import LyingCard, Scene

CARD_MM = (63.0, 88.0)


@pytest.fixture(scope="module")
def draw(lantern: Any) -> Callable[..., Any]:
    """A frame of a table with one card."""

    def drawn(size: tuple[int, int] = (1280, 720), **light: Any) -> Any:
        draws = Painter(lantern.plates, CARD_MM, Lens.over(size), Conditions(**light), seed=2)
        return draws.frame(Scene((LyingCard("R3", 200, 110, 5),)), 0.0)

    return drawn


@pytest.fixture(scope="module")
def frame(draw: Any) -> Any:
    return draw()


def seen_in(frame: Any, scale: float = 1.25) -> Shown:
    return shown(frame, mat_from_markers(markers(frame)), scale)


def words(seen: Shown) -> dict[str, str]:
    return {one.what: one.say for one in appraised(seen, CARD_MM)}


def wrong(seen: Shown) -> list[str]:
    return [one.what for one in appraised(seen, CARD_MM) if not one.is_good]


def test_only_the_rectangle_and_the_patches_of_the_markers_are_shown(frame: Any) -> None:
    seen = seen_in(frame)
    height, width = seen.picture.shape[:2]
    rim = round(PATCH_MM * 1.25)
    outside = seen.picture.copy()
    outside[rim : height - rim, rim : width - rim] = 0
    for rows in (slice(0, 2 * rim), slice(height - 2 * rim, height)):
        for columns in (slice(0, 2 * rim), slice(width - 2 * rim, width)):
            assert outside[rows, columns].max() > 150  # the marker's paper
            outside[rows, columns] = 0
    assert outside.max() == 0
    assert sorted(seen.markers) == [0, 1, 2, 3]


def test_without_a_mat_nothing_is_shown_but_the_markers_that_are_there(frame: Any) -> None:
    covered = frame.copy()
    covered[:, 640:] = 90
    seen = seen_in(covered)
    assert (seen.mat, sorted(seen.markers)) == (None, [0, 3])
    assert 0 < np.count_nonzero(seen.picture.any(axis=2)) < 0.02 * 1280 * 720
    assert words(seen) == {
        "mat": "The markers at the top right and bottom right aren't seen: three are needed. Clear them, or turn the "
        "camera."
    }
    assert words(seen_in(np.zeros_like(frame)))["mat"].startswith("No marker is seen")


def test_a_picture_to_be_learned_from_has_no_marker_left(frame: Any) -> None:
    seen = seen_in(frame, 2.2)
    bare = without_markers(seen)
    assert bare.shape == inside(seen).shape
    assert markers(bare) == {}


def test_a_good_picture_is_called_good(frame: Any) -> None:
    assert words(seen_in(frame)) == {
        "mat": "All four markers are seen.",
        "size": "A card is 107 pixels high: large enough.",
        "light": "Bright enough.",
        "focus": "In focus.",
        "glare": "No lamp is mirrored.",
    }


def test_what_is_wrong_with_a_picture_is_named_with_its_mend(frame: Any, draw: Any) -> None:
    assert wrong(seen_in((frame * 0.15).astype(np.uint8))) == ["light"]
    blurred = np.asarray(cv2.GaussianBlur(frame, (0, 0), 5.0), np.uint8)
    assert "focus" in wrong(shown(blurred, mat_from_markers(markers(frame)), 1.25))
    assert wrong(seen_in(draw((900, 506)))) == ["size"]
    assert "light" in wrong(seen_in(np.clip(frame.astype(np.int32) * 4, 0, 255).astype(np.uint8)))
    spot = frame.copy()
    cv2.circle(spot, (900, 360), 25, (255, 255, 255), -1)
    assert words(seen_in(spot))["glare"] == "A lamp is mirrored at the right: move it, or turn the mat."


def test_a_covered_marker_is_named_and_three_are_enough(frame: Any) -> None:
    mat = mat_from_markers(markers(frame))
    covered = frame.copy()
    covered[:160, :320] = 90
    assert words(shown(covered, mat, 1.25))["mat"] == "The marker at the top left isn't seen; three are enough."
    by_hand = replace(seen_in(frame), mat=replace(mat, markers=frozenset())) if mat is not None else None
    assert by_hand is not None
    assert words(by_hand)["mat"] == "The table lies where the settings say."
