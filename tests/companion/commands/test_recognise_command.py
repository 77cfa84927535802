"""`companion recognise` as it is called: stills of the drawn table."""

import json

import cv2
import numpy as np
import pytest

from companion.cli import main
from hardware.rehearsal.scene import LyingCard

CARDS = (
    LyingCard("R1", 120, 100, 3),
    LyingCard("W5", 240, 100, 180),
    LyingCard("K3", 360, 110, -8),
    LyingCard("B2", 150, 330, 90),
    LyingCard("M4", 300, 350, 37),
    LyingCard("G3", 470, 340, -120),
)


def told(capsys, *words):
    status = main(["recognise", *map(str, words), "--json"])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_card_that_lies_whole_on_the_mat_is_read_with_its_zone_and_corners(still, capsys):
    path, painter = still(*CARDS)
    status, [line] = told(capsys, path)
    assert (status, line["image"], line["mat"], line["unsure"]) == (0, str(path), True, [])
    found = {card["card"]: card for card in line["cards"]}
    zones = {code: card["zone"] for code, card in found.items()}
    assert zones == {card.code: "fireworks" if card.y_mm < 215 else "discards" for card in CARDS}
    for card in CARDS:
        assert np.abs(np.array(found[card.code]["corners"]) - painter.corners(card)).max() < 3
        assert found[card.code]["confidence"] > 0.9


def test_without_a_mat_the_cards_are_found_all_the_same(still, capsys):
    path, _ = still(*CARDS[:3], markers=False)
    status, [line] = told(capsys, path)
    assert (status, line["mat"]) == (0, False)
    assert {card["card"] for card in line["cards"]} == {"R1", "W5", "K3"}
    assert {card["zone"] for card in line["cards"]} == {None}


def test_what_was_found_is_a_sentence(still, capsys):
    path, _ = still(CARDS[0])
    assert main(["recognise", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: R1.\n"


def test_an_empty_table_without_a_mat_says_so(still, capsys):
    path, _ = still(markers=False)
    assert main(["recognise", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: no card (no mat in the picture).\n"


def test_a_picture_that_can_t_be_read_is_told_and_the_others_are_read(still, tmp_path, capsys):
    good, _ = still(CARDS[0])
    short = tmp_path / "short.png"
    short.write_bytes(good.read_bytes()[:5000])
    assert main(["recognise", str(tmp_path / "none.jpg"), str(short), str(good)]) == 2
    out, err = capsys.readouterr()
    assert out == f"{good}: R1.\n"
    assert err.splitlines() == [
        f"companion: There is no picture {tmp_path / 'none.jpg'}: check the name.",
        f"companion: {short} can't be read as a picture: a whole jpg or png is wanted.",
    ]


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\xff\xd8\xff\xe0 no more"])
def test_a_file_that_is_no_picture_is_told(data, tmp_path, capsys):
    path = tmp_path / "odd.jpg"
    path.write_bytes(data)
    assert main(["recognise", str(path)]) == 2
    assert "can't be read as a picture" in capsys.readouterr().err


def test_a_picture_of_a_single_pixel_is_none(tmp_path, capsys):
    path = tmp_path / "dot.png"
    cv2.imwrite(str(path), np.zeros((1, 1, 3), np.uint8))
    assert main(["recognise", str(path)]) == 2
    assert capsys.readouterr().err == f"companion: {path} is only 1 x 1 pixels: nothing can be seen in it.\n"


def test_an_unknown_deck_is_told_with_those_that_there_are(tmp_path, capsys):
    assert main(["recognise", "x.png", "--deck", "none"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("companion: There is no taught deck 'none' (known: lantern)")
