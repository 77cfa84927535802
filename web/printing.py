"""The page `/print`, and the papers it lists as PDFs: markers, mat, wiring, how legible the deck is.

Law: looking is free. A paper's name is one of a fixed list, never a path; it is made when asked for and kept nowhere.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort

from companion.errors import CompanionError
from companion.sentences import Sentence, say
from companion.showing import Papers
from web.answers import html
from web.wishing import told

SIZES = ("a4", "a3", "letter")
KINDS = ("markers", "mat", "wiring", "deck")
_SHEETS = {"a4": "A4", "a3": "A3", "letter": "Letter"}
_OF_ITS_OWN = "wiring"  # its size is the drawing's


def blueprint(papers: Papers | None) -> Blueprint:
    """The page and its papers; without any, a sentence."""
    printing = Blueprint("printing", __name__)

    @printing.get("/print")
    def show() -> Response:
        return html("print.html", papers=listed(papers))

    @printing.get("/print/<kind>-<size>.pdf")
    def paper(kind: str, size: str) -> Response:
        make = _maker(papers, kind)
        if make is None or size not in _sizes(kind):
            abort(404)
        try:
            made = make(size)
        except CompanionError as why:
            return told({"error": str(why)}, 409)
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="hanabi-{kind}-{size}.pdf"',
        }
        return Response(made, headers=headers, mimetype="application/pdf")

    return printing


def listed(papers: Papers | None) -> list[tuple[Sentence, Sentence, list[tuple[str, str]]]]:
    """Each paper's title, what it is for, and the sheets it can be had on with their addresses."""
    if papers is None:
        return []
    wide, high = (f"{side:g}" for side in papers.size_mm)
    told_of = {
        "markers": (
            say("The four corner markers"),
            say("On one sheet, to cut out: {wide} x {high} mm from centre to centre.", wide=wide, high=high),
        ),
        "mat": (
            say("The whole mat"),
            say("With its zones where they lie at this table; over several sheets, with marks to glue them."),
        ),
        "wiring": (say("The wiring"), say("Lamps and buttons on the pins that this table is set to.")),
        "deck": (
            say("How legible the deck is"),
            say("Every face of the deck in use, what it is taken for, and the pairs most alike."),
        ),
    }
    return [
        (*told_of[kind], [(_SHEETS.get(size, "PDF"), f"/print/{kind}-{size}.pdf") for size in _sizes(kind)])
        for kind in KINDS
    ]


def _sizes(kind: str) -> tuple[str, ...]:
    return ("sheet",) if kind == _OF_ITS_OWN else SIZES


def _maker(papers: Papers | None, kind: str) -> Callable[[str], bytes] | None:
    if papers is None:
        return None
    return {"markers": papers.markers, "mat": papers.mat, "wiring": papers.wiring, "deck": papers.deck}.get(kind)
