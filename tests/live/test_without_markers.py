"""`companion run` over a table without markers: `[view]` in the settings says where the mat or a line is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.rehearsal.lens import Lens

FRAME, SOON_S = (960, 540), 30.0


def corners(lens: Lens) -> str:
    at = lens.project([(0, 0), (800, 0), (800, 500), (0, 500)])
    return f"corners = {[[round(float(x), 1), round(float(y), 1)] for x, y in at]}"


def line(lens: Lens) -> str:
    return f"line = 0.43\npx_per_mm = {lens.px_per_mm:.3f}"


@pytest.mark.parametrize("said", [corners, line])
def test_a_table_without_markers_is_watched_as_the_settings_say(
    said: Callable[[Lens], str],
    draw_recording: Callable[..., Path],
    start: Callable[..., Any],
    call: Callable[[int], Any],
    tmp_path: Path,
) -> None:
    seen = draw_recording(tmp_path / "seen", markers=False, frames=50)
    settings = tmp_path / "settings.toml"
    settings.write_text(f"[table]\nplayers = 3\n\n[view]\n{said(Lens.over(FRAME))}\n", encoding="utf-8")
    words = ("--config", settings, "--camera", f"file:{seen}", "--panel", "mock", "--data", tmp_path / "data")
    table = start("run", *words, "--host", "127.0.0.1", "--port", 0)
    phone = call(table.port())
    state = phone.sees(lambda one: bool(one["game"]) and one["stacks"]["R"] == 1, 4 * SOON_S)
    assert (state["turn"], state["fuses"], state["questions"]) == (2, 0, [])
    assert table.end() == 0
    phone.close()
