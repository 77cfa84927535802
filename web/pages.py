"""Pages that follow from the newest state alone, rendered once for each version however many phones ask.

Law: nothing of the visitor goes into them, so one rendering serves all.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, render_template

from web.broadcast import Broadcast
from web.view import NO_GAME, view


class Pages:
    """The rendered pages of the newest version."""

    def __init__(self, board: Broadcast) -> None:
        self._board = board
        self._rendered: dict[str, tuple[int, bytes]] = {}

    def show(self, template: str, **more: object) -> Response:
        """The page of a template, of the newest state."""
        latest = self._board.latest()
        version = -1 if latest is None else latest.version
        kept = self._rendered.get(template)
        if kept is None or kept[0] != version:
            page: Mapping[str, object] = NO_GAME if latest is None else latest.page
            kept = version, render_template(template, view=view(page), **more).encode()
            self._rendered[template] = kept
        return Response(kept[1], headers={"Cache-Control": "no-store"}, mimetype="text/html")
