"""How high a camera hangs: by its angle of view, as the paper says."""

from math import atan, degrees
from pathlib import Path

import pytest

import hardware
from companion.errors import Unreadable
from hardware.mounting import FIELD_MM, LEAST_CARD_PX, card_px, height_mm, mounting_table

PAPER = Path(hardware.__file__).parent / "README.md"


def test_a_right_angle_sees_twice_its_height():
    assert height_mm(90, 1000) == pytest.approx(500)


@pytest.mark.parametrize("angle", [54, 62, 102])
def test_from_its_height_a_camera_sees_the_field(angle):
    assert 2 * degrees(atan(FIELD_MM / 2 / height_mm(angle, FIELD_MM))) == pytest.approx(angle)


def test_a_card_is_large_enough_where_the_whole_mat_is_seen():
    assert card_px(FIELD_MM) > LEAST_CARD_PX
    assert card_px(2 * FIELD_MM) == card_px(FIELD_MM) / 2


@pytest.mark.parametrize("angle", [0, -5, 180])
def test_no_camera_has_such_an_angle(angle):
    with pytest.raises(Unreadable, match="between 0 and 180"):
        height_mm(angle, 1000)


@pytest.mark.skipif(not PAPER.exists(), reason="the papers are not in the wheel")
def test_the_paper_shows_these_heights():
    assert mounting_table() in PAPER.read_text(encoding="utf-8")
