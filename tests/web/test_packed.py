"""Static files, packed for who can unpack them."""

import gzip

import pytest
from flask.testing import FlaskClient

GZIP = {"Accept-Encoding": "gzip, br"}


@pytest.mark.parametrize("name", ["sky.css", "page.js", "icon.svg"])
def test_a_text_is_sent_packed_and_is_the_same_file(phone: FlaskClient, name: str) -> None:
    plain, packed = phone.get(f"/static/{name}"), phone.get(f"/static/{name}", headers=GZIP)
    assert (plain.headers.get("Content-Encoding"), packed.headers["Content-Encoding"]) == (None, "gzip")
    assert gzip.decompress(packed.data) == plain.data
    assert packed.mimetype == plain.mimetype
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert len(packed.data) == int(packed.headers["Content-Length"]) < len(plain.data)


def test_who_has_it_already_is_told_so_and_the_two_forms_are_never_mixed_up(phone: FlaskClient) -> None:
    packed = phone.get("/static/sky.css", headers=GZIP)
    again = phone.get("/static/sky.css", headers=GZIP | {"If-None-Match": packed.headers["ETag"]})
    other = phone.get("/static/sky.css", headers={"If-None-Match": packed.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert other.status_code == 200


def test_a_file_that_is_not_there_is_not_found(phone: FlaskClient) -> None:
    assert phone.get("/static/nothing.js", headers=GZIP).status_code == 404
