"""What tesseract reads of a rank; nothing, and no trouble, where it can't work."""

import numpy as np
import pytest

from models import ocr

needs_tesseract = pytest.mark.skipif(not ocr.is_there(), reason="tesseract is not installed")


@needs_tesseract
def test_the_ranks_of_a_drawn_suit_are_read_and_the_back_is_left_out(lantern):
    faces = {code: lantern.plates[code] for code in ("G1", "G2", "G3", "G4", "G5", "back")}
    assert ocr.ranks_read(faces) == {"G1": "1", "G2": "2", "G3": "3", "G4": "4", "G5": "5"}


@needs_tesseract
def test_a_blank_face_has_no_rank():
    assert ocr.read_rank(np.full((204, 144, 3), 200, np.uint8)) == ""


def test_without_tesseract_nothing_is_read(lantern, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not ocr.is_there()
    assert ocr.ranks_read(lantern.plates) == {}


def test_a_tesseract_that_fails_reads_nothing(lantern, monkeypatch, tmp_path):
    broken = tmp_path / "tesseract"
    broken.write_text("#!/bin/sh\necho 'no language' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert ocr.ranks_read({"R1": lantern.plates["R1"]}) == {"R1": ""}
