"""Photographs every page on a phone's screen, dark and light, to be looked at (`make screenshots`).

Run from the checkout, with a folder if it is not to be `screenshots/`. A new page is one line in SCENES, if it is drawn
from a state, or in LIVE, if it needs the running program. On a sheet each scheme's pages stand side by side.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from companion.journal.opening import open_journal
from companion.journal.past import PastGames
from companion.page import Alarm, Around, Asked, Device, lamps, page
from companion.rules.game import Game
from companion.rules.options import Options, Talk
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.session import Session
from companion.snapshot import Snapshot
from companion.wiring.decks import find_deck
from web import Joining, create_app
from web.broadcast import Broadcast
from web.gate import Gate
from web.server import Server
from web.site import create_site

WIDE, HIGH = 412, 839
QUIETLY = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync"
UP = Device("up")
THREE = Setup(3, names=("Ann", "Bo", "Cy"))
OPEN = replace(THREE, options=Options(talk=Talk.OPEN))
CROWD = Setup(
    5,
    names=("Annemarie", "Bartholomew", "Cy", "Dee", "Eli"),
    variants=("rainbow", "black"),
    options=Options(talk=Talk.REMINDER),
)
STORM = replace(THREE, edition="storm")
MIDDLE = "R3 Y1 G4 B0 W2 / R1 B4 B4 Y3 / clues 5 fuses 1 deck 22"
LAST = "R5 Y4 G5 B0 W4 / R1 B4 / clues 3 fuses 2 deck 1"
DARK = Alarm("too-dark", "It is too dark to read cards: bring more light.", 0.0)
UNREAD = Asked(
    1, "A card was laid that can't be read: which is it?", (("R2", 0.6), ("R3", 0.3)), ("play", "misplay"), "R3"
)
FULL = Asked(
    2,
    "B3 lies among the discards with every clue available: a clue nobody pressed, or a misplay?",
    (("discard", 0.6), ("misplay", 0.3)),
    ("play", "none"),
    "B3",
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A state of the table and the page that shows it; `fold`: a part to be opened first."""

    name: str
    game: Game | None = None
    around: Around = Around(camera=UP, panel=UP)  # noqa: RUF009  # because it is frozen
    path: str = "/"
    fold: str = ""


def watched(**more: Any) -> Around:
    """What stands around a game with a camera."""
    return Around(camera=UP, panel=UP, **more)


SCENES = (
    Scene("no-game"),
    Scene("playing", played(THREE, "clue Y2 -B3", lying=MIDDLE), watched(pictures=((3, "Y2"), (4, "B3")))),
    Scene("low-pile", played(OPEN, "clue -B3", lying=MIDDLE.replace("22", "4")), watched(pictures=((3, "B3"),))),
    Scene("by-hand", played(THREE, "clue Y2 ?", lying=MIDDLE), Around(), fold="Name the cards"),
    Scene("seven-piles", played(CROWD, "clue ? -R5 K5 clue"), Around()),
    Scene("storm", played(STORM, "clue !B3", lying=MIDDLE), watched(pictures=((3, "B3"),))),
    Scene("question", played(THREE, "clue ?", lying=MIDDLE), watched(questions=(UNREAD,), pictures=((3, "R3"),))),
    Scene("forgotten-clue", played(THREE, "R4", lying=MIDDLE), watched(questions=(FULL,), alarms=(DARK,))),
    Scene("mended", played(THREE, "Y2 undo", lying=MIDDLE), watched(notice="FUSE was pressed twice.")),
    Scene("locked", played(THREE, "Y2", lying=MIDDLE), watched(locked=True), fold="This phone"),
    Scene("corrections", played(THREE, "Y2", lying=MIDDLE), fold="More"),
    Scene("final-round", played(THREE, "B1 clue", lying=LAST), watched(pictures=((2, "B1"),))),
    Scene("last-turn", played(THREE, "B1 clue clue", lying=LAST)),
    Scene("won", played(THREE, "W5", lying="R5 Y5 G5 B5 W4 / R1 B4 / clues 3 fuses 1 deck 2")),
    Scene("lost", played(THREE, "!R1", lying="R3 Y1 G4 B0 W2 / R1 B4 / clues 5 fuses 2 deck 22")),
    Scene("panel", played(THREE, "Y2", lying=MIDDLE), path="/panel"),
    Scene("table-screen", played(CROWD, "clue ? -R5 K5 clue"), path="/table"),
    Scene("table-screen-final-round", played(THREE, "B1 clue", lying=LAST), path="/table"),
    Scene("rules", path="/rules?edition=giant&variant=black"),
    Scene("score", path="/score?R=5&Y=3&G=4&B=1&W=3"),
    Scene("past-games", path="/history"),
    Scene("past-game", path="/history/1"),
    Scene("replay", path="/history/1?turn=8"),
    Scene("delete-a-game", path="/history/1/delete"),
    Scene("bring-a-game-in", path="/history/import"),
)
LIVE = {
    "join": "/table",
    "help": "/help",
    "print": "/print",
    "report": "/report",
    "set-up": "/setup",
    "begin-in-the-middle": "/setup/middle",
    "camera": "/camera",
    "teach-a-deck": "/setup/deck",
    "safe-mode": "/safe",
}
"""Of a table that plays itself, joined with its PIN; what it hasn't is passed over."""


def main() -> None:
    """Photographs all of them."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        chromium = play.chromium.launch(
            executable_path=shutil.which("chromium"), chromium_sandbox=False, args=QUIETLY.split()
        )
        _drawn(chromium, folder)
        _live(chromium, folder)
    for scheme in ("dark", "light"):
        _sheet(folder, scheme)


def _drawn(browser: Browser, folder: Path) -> None:
    board, plates = Broadcast(), find_deck("lantern").plates

    def picture(name: str) -> bytes | None:
        return cv2.imencode(".jpg", cv2.resize(plates[name], (84, 117), interpolation=cv2.INTER_AREA))[1].tobytes()

    with tempfile.TemporaryDirectory() as data:
        numbers = _play_games(Path(data))
        app = create_app(
            board,
            lambda message: None,
            Gate("246810"),
            joining=Joining("246810", list),
            past_games=PastGames(Path(data)),
            pictures=picture,
        )
        server = Server(create_site(app, board), "127.0.0.1", 0)
        server.start()
        for version, scene in enumerate(SCENES, 1):
            shown = page(version, numbers.get(scene.name), scene.game, scene.around)
            board.publish(Snapshot(version, shown, lamps(scene.game, scene.around)))
            _photograph(browser, f"http://127.0.0.1:{server.port}", scene.path, folder / scene.name, fold=scene.fold)
        server.stop()


def _play_games(data: Path) -> dict[str, int]:
    """A game for the list, and those of the scenes that are over; gives each scene's number, 1 while a game is on."""
    session, numbers = Session(open_journal(data)), {}
    games = {"": played(THREE, "clue R1 clue Y1 -B3 R2 clue !G4 G1 -W1 stop")}
    games |= {scene.name: scene.game for scene in SCENES if scene.game is not None}
    for name, game in games.items():
        numbers[name] = 1
        if game.position.is_over:
            session.begin(game.setup)
            for command in game.log:
                session.handle(command)
            numbers[name] = session.number or 1
    session.close()
    return numbers


def _live(browser: Browser, folder: Path) -> None:
    with _demo() as (address, pin):
        _await_a_game(browser, address)
        for name, path in LIVE.items():
            _photograph(browser, address, path, folder / name, pin=pin)


def _await_a_game(browser: Browser, address: str) -> None:
    phone = browser.new_page()
    phone.goto(address)
    phone.locator(".event").first.wait_for(timeout=60_000)
    phone.close()


@contextmanager
def _demo() -> Iterator[tuple[str, str]]:
    """The address and the PIN of a table that plays itself."""
    with tempfile.TemporaryDirectory() as data:
        words = ["demo", "--speed", "4", "--host", "127.0.0.1", "--port", "0", "--data", data]
        running = subprocess.Popen([sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE, text=True)
        try:
            assert running.stdout is not None
            found = re.search(r"(http://\S+).*#pin=(\d+)", running.stdout.readline())
            assert found is not None, "the demo did not say where its page is"
            yield found.group(1), found.group(2)
        finally:
            running.terminate()
            running.wait()


def _photograph(browser: Browser, address: str, path: str, file: Path, *, fold: str = "", pin: str = "") -> None:
    """The whole page, dark and light."""
    for scheme in ("dark", "light"):
        context = browser.new_context(
            viewport={"width": WIDE, "height": HIGH},
            device_scale_factor=2,
            is_mobile=True,
            has_touch=True,
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        if pin:
            context.request.post(f"{address}/api/join", data={"pin": pin}, headers={"Origin": address})
        phone = context.new_page()
        answer = phone.goto(address + path)
        if answer is not None and answer.ok:
            _shoot(phone, Path(f"{file}-{scheme}.png"), fold)
        context.close()


def _shoot(phone: Page, path: Path, fold: str) -> None:
    phone.wait_for_timeout(600)
    if fold:
        phone.locator("summary", has_text=fold).first.click()
    phone.screenshot(path=path, full_page=True)
    print(f"{path}: {path.stat().st_size // 1000} kB")


def _sheet(folder: Path, scheme: str) -> None:
    """All pages of a scheme side by side, each under its name."""
    shots = [(path.stem.removesuffix(f"-{scheme}"), cv2.imread(str(path))) for path in folder.glob(f"*-{scheme}.png")]
    tiles = []
    for name, shot in sorted(shots, key=lambda one: one[0]):
        assert shot is not None
        shot = cv2.resize(shot, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)[: 2 * HIGH]
        tile = np.full((2 * HIGH + 40, WIDE + 20, 3), 128, np.uint8)
        tile[40 : 40 + shot.shape[0], :WIDE] = shot[:, :WIDE]
        cv2.putText(tile, name, (8, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2, cv2.LINE_AA)
        tiles.append(tile)
    rows = [tiles[at : at + 6] for at in range(0, len(tiles), 6)]
    rows[-1] += [np.full_like(tiles[0], 128)] * (6 - len(rows[-1]))
    cv2.imwrite(str(folder / f"sheet-{scheme}.jpg"), np.vstack([np.hstack(row) for row in rows]))


if __name__ == "__main__":
    main()
