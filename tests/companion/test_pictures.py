"""A picture's file to its pixels."""

import cv2
import numpy as np
import pytest

from companion.pictures import NoPicture, read_picture

PICTURE = np.arange(32 * 24 * 3, dtype=np.uint8).reshape(24, 32, 3)


def encoded(ending, picture=PICTURE):
    return cv2.imencode(ending, picture)[1].tobytes()


def test_a_png_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "table.png"
    path.write_bytes(encoded(".png"))
    assert (read_picture(path) == PICTURE).all()


def test_a_grey_or_a_see_through_picture_has_three_channels_all_the_same(tmp_path):
    for name, channels in (("grey.png", PICTURE[:, :, 0]), ("clear.png", np.dstack([PICTURE, PICTURE[:, :, :1]]))):
        (tmp_path / name).write_bytes(encoded(".png", channels))
        assert read_picture(tmp_path / name).shape == (24, 32, 3)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.99])
@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_file_that_was_cut_short_is_no_half_picture(ending, share, tmp_path, capfd):
    path = tmp_path / f"short{ending}"
    data = encoded(ending, np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8))
    path.write_bytes(data[: int(share * len(data))])
    with pytest.raises(NoPicture, match="can't be read as a picture"):
        read_picture(path)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("name", "said"), [("none.jpg", "There is no picture"), (".", "Is a directory")])
def test_a_file_that_can_t_be_opened_is_told(name, said, tmp_path):
    with pytest.raises(NoPicture, match=said):
        read_picture(tmp_path / name)


def test_a_speck_is_no_picture(tmp_path):
    (tmp_path / "speck.png").write_bytes(encoded(".png", PICTURE[:5]))
    with pytest.raises(NoPicture, match="is only 32 x 5 pixels"):
        read_picture(tmp_path / "speck.png")
