"""Pages that follow from the newest state alone, rendered and packed once for each version, language and size of print,
however many phones ask.

Law: nothing of the visitor but language and size of print goes into them, so one rendering serves all who share them.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Response, render_template, request
from markupsafe import Markup

from web.broadcast import Broadcast
from web.language import chosen_language
from web.large import is_large
from web.view import NO_GAME, view

_EFFORT = 5


Beside = Callable[[Mapping[str, object]], Mapping[str, object] | None]
"""What a page shows beside its state; None where that can't be read just now: what is shown then isn't kept."""


def nothing_beside(page: Mapping[str, object]) -> Mapping[str, object]:
    """The state alone."""
    return {}


@dataclass(frozen=True, slots=True)
class Rendered:
    """One page of one version, plain and packed."""

    version: int
    plain: bytes
    packed: bytes


class Pages:
    """The rendered pages of the newest version."""

    def __init__(self, board: Broadcast) -> None:
        self._board = board
        self._rendered: dict[tuple[str, str, bool], Rendered] = {}

    def show(self, template: str, beside: Beside = nothing_beside, **more: object) -> Response:
        """The page of a template, of the newest state; packed for who can unpack it."""
        kept = self._newest(template, more, beside)
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Accept-Language, Cookie"}
        if not request.accept_encodings.quality("gzip"):
            return Response(kept.plain, headers=headers, mimetype="text/html")
        return Response(kept.packed, headers=headers | {"Content-Encoding": "gzip"}, mimetype="text/html")

    def part(self, template: str, **more: object) -> tuple[int, Markup]:
        """The version of the newest state, and its rendering by a template: for a page that says more than that to
        this visitor alone, and keeps none of that."""
        kept = self._newest(template, more)
        return max(kept.version, 0), Markup(kept.plain.decode())

    def _newest(self, template: str, more: Mapping[str, object], beside: Beside = nothing_beside) -> Rendered:
        latest = self._board.latest()
        version = -1 if latest is None else latest.version
        key = template, chosen_language(), is_large()
        kept = self._rendered.get(key)
        if kept is None or kept.version != version:
            page: Mapping[str, object] = NO_GAME if latest is None else latest.page
            found = beside(page)
            plain = render_template(template, view=view(page), **more, **(found or {})).encode()
            kept = Rendered(version, plain, gzip.compress(plain, _EFFORT))
            if found is not None:
                self._rendered[key] = kept
        return kept
