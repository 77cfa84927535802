"""For those who watch over the table: `/healthz` as JSON, `/metrics` as Prometheus reads it.

Law: only numbers that everybody may see; nothing here changes or waits for anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from flask import Blueprint, Response

from web.broadcast import Broadcast
from web.wishing import told

Vitals = Callable[[], Mapping[str, float]]

_GAUGES = ("version", "turn", "clues", "fuses", "deck", "points")


def blueprint(board: Broadcast, vitals: Vitals) -> Blueprint:
    """The watchers' addresses. `vitals`: more gauges, by name, from whoever runs the table."""
    watchers = Blueprint("watchers", __name__)

    @watchers.get("/healthz")
    def health() -> Response:
        published = board.published()
        if published is None:
            return told({"ok": False, "say": "The table has not told anything yet."}, 503)
        page = published.snapshot.page
        alarms = page.get("alarms") or []
        return told(
            {
                "ok": True,
                "version": published.version,
                "game": page.get("game"),
                "camera": page.get("camera"),
                "panel": page.get("panel"),
                "alarms": alarms,
                "age": round(time.monotonic() - published.at, 3),
            },
            200,
        )

    @watchers.get("/metrics")
    def metrics() -> Response:
        return Response(_gauges(board, vitals()), mimetype="text/plain; version=0.0.4")

    return watchers


def _gauges(board: Broadcast, vitals: Mapping[str, float]) -> str:
    published = board.published()
    page = {} if published is None else published.snapshot.page
    numbers: dict[str, float] = {"up": 0 if published is None else 1}
    numbers |= {key: value for key in _GAUGES if isinstance(value := page.get(key), int)}
    for key in ("questions", "alarms"):
        listed = page.get(key)
        numbers[key] = len(listed) if isinstance(listed, (list, tuple)) else 0
    numbers |= vitals
    return "".join(f"# TYPE companion_{key} gauge\ncompanion_{key} {value:g}\n" for key, value in numbers.items())
