"""The page of papers to print, and the papers as the page hands them out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.errors import Refused
from companion.showing import Shows
from web import Joining, create_app
from web.gate import Gate


class Papers:
    """Each paper says what was asked for."""

    size_mm = (800.0, 500.0)
    is_busy = False

    def markers(self, paper: str) -> bytes:
        if self.is_busy:
            raise Refused("Another paper is being made just now.")
        return f"markers {paper}".encode()

    def mat(self, paper: str) -> bytes:
        return f"mat {paper}".encode()

    def wiring(self, paper: str) -> bytes:
        return b"wiring"

    def deck(self, paper: str) -> bytes:
        return f"deck {paper}".encode()


@pytest.fixture
def papers() -> Papers:
    return Papers()


@pytest.fixture
def phone(board: Any, table: Any, papers: Papers) -> FlaskClient:
    joining = Joining("1", lambda: ["http://192.168.1.20:8080"])
    return create_app(board, table.post, Gate("1"), joining=joining, shows=Shows(papers=papers)).test_client()


def test_every_paper_listed_can_be_had_as_pdf(phone: FlaskClient) -> None:
    page = phone.get("/print").text
    addresses = re.findall(r'href="(/print/[^"]+)"', page)
    assert len(addresses) == 10
    assert "800 x 500 mm" in page
    for address in addresses:
        found = phone.get(address)
        assert (found.status_code, found.mimetype) == (200, "application/pdf")
        kind, _, size = address.removeprefix("/print/").removesuffix(".pdf").partition("-")
        assert found.text == (kind if kind == "wiring" else f"{kind} {size}")
        assert f'filename="hanabi-{kind}-{size}.pdf"' in found.headers["Content-Disposition"]


@pytest.mark.parametrize(
    "name", ["mat-a5.pdf", "mat.pdf", "moon-a4.pdf", "wiring-a4.pdf", "mat-a4.svg", "..%2fmat-a4.pdf", "size_mm-a4.pdf"]
)
def test_no_other_name_is_a_paper(phone: FlaskClient, name: str) -> None:
    assert phone.get(f"/print/{name}").status_code == 404


def test_a_paper_that_can_not_be_made_says_why(phone: FlaskClient, papers: Papers) -> None:
    papers.is_busy = True
    found = phone.get("/print/markers-a4.pdf")
    assert (found.status_code, found.get_json()) == (409, {"error": "Another paper is being made just now."})


def test_a_table_without_papers_says_so(app: Any) -> None:
    phone = app.test_client()
    assert "nothing to print" in phone.get("/print").text
    assert phone.get("/print/mat-a4.pdf").status_code == 404
