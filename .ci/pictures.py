"""Draws the pictures that the papers show: the deck's sheet, drawn tables, and the page on a phone (`make pictures`).

Run from the checkout. The page is photographed in the system's chromium, from a table that plays itself.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from playwright.sync_api import Browser, sync_playwright

from companion.wiring.decks import find_deck
from hardware.drawn import DrawnCamera, DrawnEvening
from hardware.pins import DEFAULT
from hardware.rehearsal.light import Conditions
from hardware.wiring import drawn
from models.drawing import LANTERN, draw_sheet

HOME = Path(__file__).resolve().parents[1]
SHEET = HOME / "models" / "pictures" / "lantern.jpg"
TABLE = HOME / "hardware" / "pictures" / "drawn-table.jpg"
WIRING = HOME / "hardware" / "pictures" / "wiring.svg"
PAGES = HOME / "web" / "pictures"

EVENING = DrawnEvening(seed=3, start=24, conditions=Conditions(table="felt", gradient=0.3, noise=2.0))
HAND_FRAME = 204
ACTIONS = 24
DEMO = "demo --speed 20 --host 127.0.0.1 --port 0"
QUIETLY = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


def main() -> None:
    """Draws all of them anew."""
    _write(SHEET, draw_sheet(LANTERN, card_width=96, gap=8), quality=78)
    _write(TABLE, _drawn_table(), quality=80)
    WIRING.write_bytes(drawn(DEFAULT, ".svg"))
    _photograph_pages()


def _write(path: Path, picture: npt.NDArray[np.uint8], quality: int) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())
    print(f"{path.relative_to(HOME)}: {path.stat().st_size // 1000} kB")


def _drawn_table() -> npt.NDArray[np.uint8]:
    """A frame of the middle of a drawn game, with a hand in it."""
    deck = find_deck(LANTERN.name)
    frames = DrawnCamera(deck.plates, deck.card_mm, EVENING).frames()
    return next(islice(frames, HAND_FRAME, None)).pixels


def _photograph_pages() -> None:
    PAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        demo = subprocess.Popen(
            [sys.executable, "-m", "companion", *DEMO.split(), "--data", data],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert demo.stdout is not None
            address = re.search(r"http://\S+", demo.stdout.readline())
            assert address is not None, "the demo did not say where its page is"
            with sync_playwright() as play:
                chromium = play.chromium.launch(
                    executable_path=shutil.which("chromium"), chromium_sandbox=False, args=QUIETLY.split()
                )
                _photograph(chromium, address.group())
        finally:
            demo.terminate()
            demo.wait()


def _is_worth_showing(state: dict[str, Any]) -> bool:
    """In the middle of a game, with not only clues among what happened last."""
    last = {line["do"] for line in state.get("history", [])[-3:]}
    return state.get("turn", 0) > ACTIONS and len(last) == 3


def _photograph(browser: Browser, address: str) -> None:
    """The scoreboard in the middle of a game, dark and light at the same moment or nearly."""
    phone = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2, is_mobile=True)
    phone.goto(address)
    while not _is_worth_showing(phone.request.get(f"{address}/api/state").json()):
        phone.wait_for_timeout(100)
    for scheme in ("dark", "light"):
        phone.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        path = PAGES / f"scoreboard-{scheme}.jpg"
        phone.screenshot(path=path, type="jpeg", quality=80)
        print(f"{path.relative_to(HOME)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
