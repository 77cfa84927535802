"""The camera's page and the teaching page before any script: pictures, zones, cards tried, a deck looked over."""

from __future__ import annotations

from typing import Any

import pytest

from companion.showing import TeachingState
from web import Joining, create_app
from web.gate import Gate

PIN = "246810"
JPEG_BEGINS = b"\xff\xd8"
SIDES = ("left", "top", "right", "bottom")
USUAL = {"fireworks": (40, 15, 760, 205), "discards": (40, 225, 600, 485), "deck": (640, 250, 760, 460)}


def test_pictures_are_for_who_shows_the_pin(visitor: Any, sorry: Any) -> None:
    for path in ("/camera", "/camera/picture", "/camera/judged", "/setup/deck"):
        assert visitor.get(path).status_code == 403
    assert visitor.get("/setup/deck/face/R1.jpg").status_code == 404
    assert "isn't the table's PIN" in sorry(visitor.post("/pin", data={"pin": "1", "to": "/camera"}))
    assert visitor.post("/pin", data={"pin": PIN, "to": "//evil.example"}).headers["Location"] == "/"
    assert visitor.get("/camera/picture").data.startswith(JPEG_BEGINS)
    assert visitor.get("/camera/picture").headers["Cache-Control"] == "no-store"


def test_the_camera_s_page_says_what_is_wrong_and_that_no_picture_comes(phone: Any, camera: Any, words: Any) -> None:
    assert "Too dark: bring more light." in words(phone.get("/camera"))
    camera.is_broken = True
    assert "No picture comes from the camera." in words(phone.get("/camera"))
    assert phone.get("/camera/picture").status_code == 503


def test_zones_move_by_a_form_and_only_if_meant_while_cards_lie_there(phone: Any, zones: Any, sorry: Any) -> None:
    typed = {f"{zone}-{side}": str(mm) for zone, sides in USUAL.items() for side, mm in zip(SIDES, sides, strict=True)}
    answer = phone.post("/camera", data={**typed, "do": "zones", "deck-left": "632,5"})
    assert answer.status_code == 409
    assert all(said in answer.get_data(as_text=True) for said in ('value="632,5"', 'name="anyway"'))
    phone.post("/camera", data={**typed, "do": "zones", "deck-left": "632,5", "anyway": "yes"})
    assert zones.zones["deck"] == (632.5, 250, 760, 460)
    answer = phone.post("/camera", data={**typed, "do": "zones", "deck-top": "high"})
    assert sorry(answer) == "'high' is no length for the top of the deck: write millimetres."


def test_a_card_is_tried(phone: Any, camera: Any, words: Any) -> None:
    phone.post("/camera", data={"do": "try"})
    assert camera.is_trying
    assert "I see green 4." in words(phone.post("/camera", data={"do": "tell"}))
    phone.post("/camera", data={"do": "done"})
    assert not camera.is_trying
    assert phone.post("/camera", data={"do": "dance"}).status_code == 400


def test_a_deck_is_taught_looked_over_and_kept(phone: Any, teaching: Any, sorry: Any, words: Any) -> None:
    assert "nothing is counted" in words(phone.get("/setup/deck"))
    phone.post("/setup/deck", data={"do": "begin"})
    assert "Lay two or three suits on the mat" in words(phone.get("/setup/deck"))
    assert phone.post("/setup/deck", data={"do": "take", "row-1": "R", "row-3": "back"}).status_code == 303
    assert teaching.asked == [(("R", "back"), True)]
    page = words(phone.get("/setup/deck"))
    assert all(said in page for said in ("reads as 3 · weak", "R2 looks like a 3.", "red 1 and red 2"))
    assert phone.get("/setup/deck/face/R1.jpg").data.startswith(JPEG_BEGINS)
    phone.post("/setup/deck", data={"do": "face", "code": "R2"})
    phone.post("/setup/deck", data={"do": "rows", "row-1": "B"})
    assert teaching.asked[1:] == ["R2", (("B",), False)]
    answer = phone.post("/setup/deck", data={"do": "keep", "name": "tin"})
    assert (answer.status_code, sorry(answer)) == (409, "There is a deck tin already.")
    assert all(said in answer.get_data(as_text=True) for said in ('value="tin"', 'name="instead"'))
    kept = phone.post("/setup/deck", data={"do": "keep", "name": "tin", "instead": "yes"})
    assert "From now on the table reads with the deck tin." in words(kept)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ({}, "Say which suits lie there"),
        ({"row-1": "back"}, "Say which suits lie there"),
        ({"row-1": "R", "row-2": "R"}, "Two rows are red"),
        ({"row-1": "Q"}, "'Q' is no suit"),
    ],
)
def test_rows_that_can_t_be_are_told(phone: Any, teaching: Any, rows: dict[str, str], why: str, sorry: Any) -> None:
    answer = phone.post("/setup/deck", data={"do": "take", **rows})
    assert (answer.status_code, why in sorry(answer), teaching.asked) == (400, True, [])


def test_a_table_without_a_camera_says_so_and_plays_all_the_same(
    board: Any, table: Any, sorry: Any, words: Any
) -> None:
    phone = create_app(board, table.post, Gate(PIN), joining=Joining(PIN, list)).test_client()
    phone.post("/pin", data={"pin": PIN})
    assert "This table has no camera" in words(phone.get("/camera"))
    assert "teach from photos" in words(phone.get("/setup/deck"))
    assert "has no camera" in sorry(phone.post("/setup/deck", data={"do": "take", "row-1": "R"}))
    assert phone.get("/camera/picture").status_code == 503
    assert "Fill in what the camera sees" not in words(phone.get("/setup/middle"))


def test_a_card_that_the_picture_doesn_t_show_is_taken_alone(phone: Any, teaching: Any, words: Any) -> None:
    teaching.shown = TeachingState("failed", "Found 9 cards, not yet Y3.", ("R", "Y"), missing=("Y3",), version=3)
    page = words(phone.get("/setup/deck"))
    assert all(said in page for said in ("Found 9 cards, not yet Y3.", "Lay just this card on the mat."))
    phone.post("/setup/deck", data={"do": "face", "code": "Y3"})
    assert teaching.asked == ["Y3"]
