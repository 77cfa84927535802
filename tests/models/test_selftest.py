"""A deck's own faces in light that it wasn't trained in: which are weak."""

import numpy as np

from companion.sight.teach import taught
from models.selftest import clearly_read, weak_faces


def test_each_face_has_a_share_and_the_back_has_none(lantern):
    plates = {code: lantern.plates[code] for code in ("R1", "R2", "B1", "back")}
    shares = clearly_read(taught(plates), plates)
    assert list(shares) == ["R1", "R2", "B1"]
    assert all(0.5 < share <= 1 for share in shares.values())


def test_a_washed_out_face_is_weaker_than_it_was(lantern):
    plates = {code: lantern.plates[code] for code in ("R1", "R2", "B1", "B2")}
    before = clearly_read(taught(plates), plates)
    plates["R1"] = np.asarray(128 + 0.06 * (plates["R1"].astype(float) - 128), np.uint8)
    after = clearly_read(taught(plates), plates)
    assert after["R1"] < before["R1"]


def test_the_weakest_is_named_first():
    assert weak_faces({"R1": 0.9, "R2": 0.5, "R3": 0.2, "R4": 0.75}) == ["R3", "R2"]
