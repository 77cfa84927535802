"""The light's changes told from the table's: exposure, white balance, bands; nothing wraps at 255."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sight.light import BRIGHTER, DARKER, Light, light_between, ratio
from companion.sight.motion import different

ROWS, COLUMNS = 200, 320


def cloth(level=110, seed=3):
    """A bare cloth with a little noise."""
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(level, 5, (ROWS, COLUMNS, 3)), 0, 255).astype(np.uint8)


def lit(picture, gain):
    return np.clip(picture * np.asarray(gain, np.float32) + 0.5, 0, 255).astype(np.uint8)


def bands(depth=0.1, across=False):
    wave = 1 + depth * np.sin(np.arange(COLUMNS if across else ROWS) / 14)
    return wave[None, :, None] if across else wave[:, None, None]


def with_card(picture, level=40):
    laid = picture.copy()
    laid[60:96, 100:126] = level
    return laid


def test_the_same_light_is_the_same():
    assert light_between(cloth(), cloth(seed=4)).is_same


@pytest.mark.parametrize("gain", [(0.8, 0.8, 0.8), (1.2, 1.2, 1.2), (0.8, 1.0, 1.2)])
def test_an_even_change_is_found_for_each_channel(gain):
    light = light_between(cloth(), lit(cloth(), gain))
    assert light.is_even
    assert light.gain == pytest.approx(gain, abs=0.02)


@pytest.mark.parametrize("across", [False, True])
def test_bands_of_a_rolling_shutter_are_undone_whichever_way_the_camera_hangs(across):
    before = cloth()
    now = lit(before, bands(across=across))
    light = light_between(before, now)
    assert not light.is_even
    assert float(np.abs(now.astype(int) - before).mean()) > 5
    assert float(np.abs(light.undone(now, before).astype(int) - before).mean()) < 1.5


@pytest.mark.parametrize("gain", [(0.8, 0.8, 0.8), (1.2, 1.2, 1.2), (0.8, 1.0, 1.2)])
def test_a_card_is_no_light(gain):
    before = cloth()
    now = lit(with_card(before), gain)
    seen = different(light_between(before, now).undone(now, before), before)
    assert seen[62:94, 102:124].all()
    seen[58:98, 98:128] = 0
    assert not seen.any()


@pytest.mark.parametrize("gain", [(0.8, 1.0, 1.2), None])
def test_the_light_of_a_part_undoes_that_part_as_that_of_all_does(gain):
    before = cloth()
    now = lit(before, bands(across=True) if gain is None else gain)
    light = light_between(before, now)
    left, top, right, bottom = area = (40, 20, 150, 90)
    part = np.s_[top:bottom, left:right]
    here = light.within(area, before.shape).undone(now[part], before[part])
    assert float(np.abs(here.astype(int) - light.undone(now, before)[part]).max()) <= 2


def test_what_is_full_is_believed_to_be_as_bright_as_before():
    before = cloth()
    before[:60] = 245
    now = lit(before, 1.3)
    undone = light_between(before, now).undone(now, before)
    assert float(np.abs(undone.astype(int) - before).max()) <= 3


def test_no_more_is_put_down_to_light_than_light_can_do():
    assert light_between(cloth(30), cloth(230)).gain == pytest.approx([BRIGHTER] * 3)
    assert light_between(cloth(230), cloth(30)).gain == pytest.approx([DARKER] * 3)
    assert ratio(cloth(30), cloth(230)) == pytest.approx([BRIGHTER] * 3)


def test_a_black_picture_has_no_light_to_compare():
    black = np.zeros((ROWS, COLUMNS, 3), np.uint8)
    assert light_between(black, cloth()).is_same
    assert Light().undone(black, black) is black


@given(level=st.integers(200, 255), card=st.integers(0, 120), gain=st.floats(0.8, 1.25))
def test_bright_tables_work_as_dark_ones_do(level, card, gain):
    """Sums of three channels wrap in eight bits from 86 on: 210 grey and above must not look dark to anything."""
    before = np.full((ROWS, COLUMNS, 3), level, np.uint8)
    now = lit(with_card(before, card), gain)
    seen = different(light_between(before, now).undone(now, before), before)
    assert seen[64:92, 104:122].all()
    seen[56:100, 96:130] = 0
    assert not seen.any()
