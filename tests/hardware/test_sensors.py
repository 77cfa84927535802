"""Which sensor mode sees the whole field."""

import pytest

from hardware.sensors import KNOWN, cropped, known, whole_field

WHOLE = {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)}
LARGE = {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)}
MIDDLE = {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080)}
ARRAY = (3280, 2464)
LEAST = (1280, 720)


def never():
    raise AssertionError("asking for the modes sets each of them once")


@pytest.mark.parametrize("sensor", KNOWN, ids=lambda sensor: sensor.name)
def test_each_known_module_has_a_mode_large_enough_over_its_whole_array(sensor):
    """A mode that bins has the array's shape; one that crops has another, or isn't a part of it by a whole number."""
    across, down = (whole / part for whole, part in zip(sensor.array, sensor.mode, strict=True))
    assert across == pytest.approx(down, abs=0.02)
    assert round(across) == pytest.approx(across, abs=0.01)
    assert sensor.mode[0] >= LEAST[0]
    assert sensor.mode[1] >= LEAST[1]


def test_no_model_is_named_twice():
    models = [model for sensor in KNOWN for model in sensor.models]
    assert len(models) == len(set(models))


def test_a_known_module_isn_t_asked_for_its_modes():
    mode = whole_field("imx708_wide", never, ARRAY, LEAST)
    assert (mode.size, mode.bits, mode.say) == ((2304, 1296), 10, "")
    assert known("imx708_wide").name == "module 3 wide"


def test_of_an_unknown_one_the_smallest_mode_over_the_whole_field_is_taken_and_said():
    mode = whole_field("ov9000", lambda: [MIDDLE, LARGE, WHOLE], ARRAY, LEAST)
    assert mode.size == (1640, 1232)
    assert mode.say == "The camera's sensor ov9000 isn't known here: its mode of 1640 x 1232 is used."


def test_where_every_mode_crops_it_is_said():
    mode = whole_field("ov9000", lambda: [MIDDLE], ARRAY, LEAST)
    assert mode.size == (1920, 1080)
    assert "No mode of the camera's sensor ov9000 sees its whole field: hang it higher" in mode.say


def test_a_mode_too_small_to_read_by_is_none():
    assert whole_field("ov9000", lambda: [{**WHOLE, "size": (640, 480)}], ARRAY, LEAST) is None


@pytest.mark.parametrize(
    ("crop", "array", "words"),
    [
        ((0, 310, 3280, 1845), ARRAY, ""),
        ((680, 692, 1920, 1080), ARRAY, "only 59% of its field across"),
        (None, ARRAY, ""),
        ((0, 0, 10, 10), None, ""),
    ],
)
def test_a_picture_of_a_part_of_the_field_across_is_told(crop, array, words):
    said = cropped(crop, array)
    assert words in said
    assert bool(said) == bool(words)
