"""What many tests want on the table: a shipped deck and a taught one, a drawn recording, data beside the checkout."""

from __future__ import annotations

import ast
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from companion.cli import main  # first: what it says to numpy must be said before numpy is loaded
from companion.wiring.decks import shipped_decks
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.recorder import Recorder
from hardware.rehearsal.scene import LyingCard, Scene
from hardware.rehearsal.script import Press
from models.edition import Edition, load

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

BESIDE_THE_CHECKOUT = Path(__file__).resolve().parents[2] / "shared" / "data"
SMALL_FRAME = (960, 540)
FPS = 10
QUIETLY = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)


# A busy machine is no fault of the example that was tried then.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

SLOW = (
    "live/",
    "web/test_browser.py",
    "web/test_everyone_browser.py",
    "web/setting_up/test_every_page_browser.py",
    "web/setting_up/test_setup_browser.py",
    "web/test_phone_browser.py",
    "web/test_reading_browser.py",
    "companion/test_recordings.py",
    "companion/test_watching.py",
    "companion/test_live_walk.py",
    "companion/measure/",
    "companion/eyes/test_eyes.py",
    "companion/eyes/test_cost.py",
    "companion/eyes/test_hard_light.py",
    "companion/eyes/test_memory.py",
    "companion/eyes/test_other_decks.py",
    "companion/eyes/test_situations.py",
    "companion/eyes/test_without_mat.py",
    "companion/sight/test_look.py",
    "companion/sight/test_locate.py",
    "companion/journal/",
    "companion/commands/test_bench_command.py",
    "companion/commands/test_teach_command.py",
    "companion/wiring/test_teaching_pages.py",
    "companion/table/test_umpire_late.py",
    "hardware/test_painter.py",
    "hardware/test_rehearsed_script.py",
    "models/test_drawing.py",
    "test_field_reports.py",
    "trials/",
    "systemd/test_installing.py",
    "systemd/test_publishing.py",
    "systemd/test_wheels.py",
)
"""Tests that take seconds, by their place under tests/."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the slow ones."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).as_posix().startswith(SLOW):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def _nobody_s_data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the decks and games of whoever runs it. Who writes some says where."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path_factory.getbasetemp() / "nobody-s-data"))


@pytest.fixture(scope="session")
def named() -> frozenset[str]:
    """The name of every test there is."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.rglob("test_*.py"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, kinds))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Decks and recordings that the product doesn't ship: beside the checkout, or where COMPANION_TEST_DATA says."""
    folder = Path(os.environ.get("COMPANION_TEST_DATA", BESIDE_THE_CHECKOUT))
    if not folder.is_dir():
        pytest.skip(f"the test data is not in {folder}: COMPANION_TEST_DATA says where else")
    return folder


@pytest.fixture(scope="session")
def tin(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tin deck, taught once from its scans; its folder."""
    folder = tmp_path_factory.mktemp("decks") / "tin"
    assert main(["teach", "tin", "--from", str(shared_data / "decks" / "tin"), "--out", str(folder)]) == 0
    return folder


@pytest.fixture(scope="session")
def lantern() -> Edition:
    """The shipped deck."""
    return load(shipped_decks()["lantern"])


@pytest.fixture(scope="session")
def red_photos(lantern: Edition, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures of one suit and the back: the smallest deck that can be taught. Copy the folder before you spoil it."""
    folder = tmp_path_factory.mktemp("photos")
    for code in ("R1", "R2", "R3", "R4", "R5", "back"):
        (folder / f"{code}.png").write_bytes(png(lantern.plates[code]))
    return folder


@pytest.fixture
def spoilt(tmp_path: Path) -> Callable[[Path], Path]:
    """A copy of a folder, to be spoilt."""

    def copied(folder: Path) -> Path:
        return Path(shutil.copytree(folder, tmp_path / "spoilt"))

    return copied


def png(picture: npt.NDArray[np.uint8]) -> bytes:
    """A picture as a file's bytes."""
    import cv2

    return cv2.imencode(".png", picture)[1].tobytes()


def painter(edition: Edition, *, markers: bool = True, size: tuple[int, int] = SMALL_FRAME) -> Painter:
    """Draws this deck on a wooden table in good light."""
    return Painter(edition.plates, edition.card_mm, Lens.over(size), Conditions(), seed=1, markers=markers)


@pytest.fixture(scope="session")
def draw_recording(lantern: Edition) -> Callable[..., Path]:
    """Draws into a folder a recording of one card, which appears after six frames."""

    def drawn(
        folder: Path,
        card: str = "R1",
        *,
        presses: Mapping[int, str] | None = None,
        markers: bool = True,
        film: bool = False,
        frames: int = 24,
    ) -> Path:
        draws = painter(lantern, markers=markers)
        lying = LyingCard(card, 120, 100, 4)
        with Recorder(folder, FPS, {"players": 3}, "lantern", film=film) as recorder:
            for count in range(frames):
                recorder.add(draws.frame(Scene((lying,) if count >= 6 else ()), count / FPS))
            recorder.presses = [Press(frame, button) for frame, button in (presses or {}).items()]
        return folder

    return drawn


@pytest.fixture(scope="session")
def evening(draw_recording: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording as numbered pictures: a red 1 is played, then a clue given. Copy it before you spoil it."""
    return draw_recording(tmp_path_factory.mktemp("recordings") / "evening", presses={14: "clue"})


@pytest.fixture
def still(lantern: Edition, tmp_path: Path) -> Callable[..., tuple[Path, Painter]]:
    """A picture of a table with these cards on it, and who painted it."""

    def drawn(*cards: LyingCard, markers: bool = True) -> tuple[Path, Painter]:
        draws = painter(lantern, markers=markers, size=(1280, 720))
        path = tmp_path / "table.png"
        path.write_bytes(png(draws.frame(Scene(cards), 0.0)))
        return path, draws

    return drawn


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("there is no chromium on this machine")
    return {"executable_path": chromium, "chromium_sandbox": False, "args": QUIETLY.split()}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
