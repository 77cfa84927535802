"""Pages that follow from the newest state alone, rendered and packed once for each version and language however many
phones ask.

Law: nothing of the visitor but the language goes into them, so one rendering serves all who speak it.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, render_template, request

from web.broadcast import Broadcast
from web.language import chosen_language
from web.view import NO_GAME, view

_EFFORT = 5


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
        self._rendered: dict[tuple[str, str], Rendered] = {}

    def show(self, template: str, **more: object) -> Response:
        """The page of a template, of the newest state; packed for who can unpack it."""
        kept = self._newest(template, more)
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding, Accept-Language, Cookie"}
        if not request.accept_encodings.quality("gzip"):
            return Response(kept.plain, headers=headers, mimetype="text/html")
        return Response(kept.packed, headers=headers | {"Content-Encoding": "gzip"}, mimetype="text/html")

    def _newest(self, template: str, more: Mapping[str, object]) -> Rendered:
        latest = self._board.latest()
        version = -1 if latest is None else latest.version
        key = template, chosen_language()
        kept = self._rendered.get(key)
        if kept is None or kept.version != version:
            page: Mapping[str, object] = NO_GAME if latest is None else latest.page
            plain = render_template(template, view=view(page), **more).encode()
            kept = self._rendered[key] = Rendered(version, plain, gzip.compress(plain, _EFFORT))
        return kept
