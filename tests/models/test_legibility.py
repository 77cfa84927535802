"""How legible a deck is: what each face is taken for, and the paper that says so."""

import re
from dataclasses import replace

import pytest

from models.legibility import PAPERS, FaceRead, faces_read, report


@pytest.fixture(scope="module")
def red(lantern):
    """The shipped deck's red cards alone: a paper is soon drawn of them."""
    return replace(lantern, plates={code: plate for code, plate in lantern.plates.items() if code[0] in "Rb"})


def test_every_face_is_read_by_the_decks_own_reader(red):
    faces = faces_read(red)
    assert [face.code for face in faces] == ["R1", "R2", "R3", "R4", "R5"]
    assert all(face.taken_for == face.code and face.is_clear and face.ocr == face.code[1] for face in faces)


def test_a_face_taken_for_another_is_doubtful(red):
    swapped = replace(red, plates={**red.plates, "R1": red.plates["R4"]})
    first = faces_read(swapped)[0]
    assert (first.code, first.taken_for, first.is_doubtful) == ("R1", "R4", True)


@pytest.mark.parametrize(
    ("face", "doubtful"),
    [
        (FaceRead("R1", "R1", True, 0.9, "1"), False),
        (FaceRead("R1", "R1", True, None, ""), False),
        (FaceRead("R1", "R1", True, 0.5, "1"), True),
        (FaceRead("R1", "R1", True, 0.9, "4"), True),
        (FaceRead("R1", "R1", False, 0.9, "1"), True),
        (FaceRead("R1", "", False, 0.9, "1"), True),
    ],
)
def test_what_is_weak_unsure_or_contradicted_is_looked_at_again(face, doubtful):
    assert face.is_doubtful is doubtful


@pytest.mark.parametrize("paper", PAPERS)
def test_the_paper_is_a_pdf_of_that_size_and_the_same_each_time(red, paper):
    written = report(red, paper)
    assert written.startswith(b"%PDF-")
    assert written == report(red, paper)
    width, height = (float(side) for side in re.search(rb"/MediaBox \[ 0 0 (\S+) (\S+)", written).groups())
    assert (round(width / 72 * 25.4, 1), round(height / 72 * 25.4, 1)) == PAPERS[paper]
