"""Files from others, drawn at random: read, or told in one sentence; never a traceback, never half used.

The long forms try thousands: `-m trials`.
"""

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError, Unreadable
from companion.journal.archive import MOST_BYTES, unpacked
from companion.journal.backup import back_up
from companion.journal.restore import restore
from companion.rules.commands import GiveClue
from companion.rules.setup import Setup
from companion.settings import Settings, load_settings
from companion.wiring.decks import shipped_decks
from hardware.recording import Recording, read_recording
from models.edition import load

WALL = 1_780_000_000.0
MOST_IN_THE_CHECK = 100  # which are the same each time
SHORT_OR_LONG = pytest.mark.parametrize("examples", [30, pytest.param(5_000, marks=pytest.mark.trials)])

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def tried(examples, told, attempt, **drawn):
    """Draws so many; prints how many were read where they are many."""
    outcomes, sentences = {"read": 0, "told": 0}, []

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=examples <= MOST_IN_THE_CHECK,
        suppress_health_check=list(HealthCheck),
    )
    @given(**drawn)
    def once(**values):
        try:
            attempt(**values)
            outcomes["read"] += 1
        except CompanionError as why:
            outcomes["told"] += 1
            sentences.append(str(why))

    once()
    assert [said for said in sentences if len(said.splitlines()) != 1 or len(said) > 1000] == []
    if examples > MOST_IN_THE_CHECK:
        told(f"{attempt.__name__.replace('_', ' ')}: {outcomes['read']} read, {outcomes['told']} told in a sentence")


def spoilt(whole):
    """The bytes with some changed, cut, doubled or put in between."""

    @st.composite
    def draw(pick):
        content = bytearray(whole)
        for _ in range(pick(st.integers(1, 4))):
            at = pick(st.integers(0, max(0, len(content) - 1)))
            match pick(st.sampled_from(["flip", "cut", "insert", "double"])):
                case "flip":
                    content[at : at + 1] = bytes([pick(st.integers(0, 255))])
                case "cut":
                    del content[at : at + pick(st.integers(1, 200))]
                case "insert":
                    content[at:at] = pick(st.binary(max_size=20))
                case "double":
                    content[at:at] = content[at : at + pick(st.integers(1, 50))]
        return bytes(content)

    return draw()


POINTS = st.lists(VALUES | st.lists(st.floats() | st.integers(), min_size=2, max_size=2), max_size=5)
HEADS = st.fixed_dictionaries(
    {},
    optional={
        "fps": VALUES | st.integers(1, 60),
        "setup": VALUES | st.fixed_dictionaries({"players": VALUES | st.integers(2, 5)}),
        "deck": VALUES,
        "mat": VALUES | st.just("markers") | st.fixed_dictionaries({"corners": POINTS}),
        "presses": VALUES
        | st.lists(st.fixed_dictionaries({"frame": VALUES, "button": VALUES | st.just("clue")}), max_size=3),
        "truth": VALUES,
    },
)


@SHORT_OR_LONG
def test_any_recording_json_is_read_or_told(examples, told, in_memory):
    folder = in_memory / "recording"
    folder.mkdir(exist_ok=True)

    def recording_json(head):
        (folder / "recording.json").write_bytes(head if isinstance(head, bytes) else json.dumps(head).encode())
        assert isinstance(read_recording(folder), Recording)

    whole = json.dumps({"fps": 15, "setup": {"players": 3}, "presses": [{"frame": 1, "button": "clue"}]}).encode()
    tried(examples, told, recording_json, head=HEADS | VALUES | st.binary(max_size=60) | spoilt(whole))


SETTINGS = b"""\
camera = "auto"
port = 8080
data = "/tmp/x"
[table]
players = ["Ann", "Bo", "Cy"]
variants = ["rainbow"]
options = { talk = "open" }
[zones]
mat = [800, 500]
deck = [640, 250, 760, 460]
[view]
line = 0.42
px_per_mm = 1.4
[pins]
clues = [5, 6, 12]
ok = 27
"""


@SHORT_OR_LONG
def test_any_settings_file_is_read_or_told(examples, told, in_memory):
    path = in_memory / "settings.toml"

    def settings_file(content):
        path.write_bytes(content)
        assert isinstance(load_settings(path), Settings)

    tried(examples, told, settings_file, content=st.binary(max_size=80) | spoilt(SETTINGS))


@pytest.mark.parametrize("examples", [8, pytest.param(400, marks=pytest.mark.trials)])
def test_any_deck_folder_is_read_or_told(examples, told, in_memory):
    folder = Path(shutil.copytree(shipped_decks()["lantern"], in_memory / f"deck-{examples}"))
    whole = {name: (folder / name).read_bytes() for name in ("deck.toml", "reader.npz", "faces/R1.png")}

    def deck_folder(name, drawn):
        content = drawn.draw(st.binary(max_size=80) | spoilt(whole[name]))
        (folder / name).write_bytes(content)
        try:
            load(folder)
        finally:
            (folder / name).write_bytes(whole[name])

    tried(examples, told, deck_folder, name=st.sampled_from(sorted(whole)), drawn=st.data())


@pytest.mark.parametrize("examples", [20, pytest.param(1_500, marks=pytest.mark.trials)])
def test_any_backup_is_restored_or_told_and_then_nothing_has_changed(examples, told, in_memory, plays):
    room = in_memory / f"backups-{examples}"
    base = plays(room / "base", Setup(3), [GiveClue()] * 3)
    here = plays(room / "here", Setup(2), [GiveClue()])
    file, spoilt_file = room / "b.zip", room / "spoilt.zip"
    back_up(base, file, WALL)
    before = files_in(here)

    def backup_file(content):
        spoilt_file.write_bytes(content)
        try:
            restore(here, spoilt_file, WALL)
        except CompanionError:
            assert files_in(here) == before
            raise
        finally:
            if files_in(here) != before:
                shutil.rmtree(here)
                plays(here, Setup(2), [GiveClue()])
                before.clear()
                before.update(files_in(here))

    tried(examples, told, backup_file, content=st.binary(max_size=80) | spoilt(file.read_bytes()))


def files_in(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


NAMES = st.sampled_from(
    ["../pin", "/etc/passwd", "decks/../../x", "decks/a/..", "C:\\x", "decks/a\0b", "pin", "games.sqlite3"]
)


@pytest.mark.parametrize("examples", [20, pytest.param(300, marks=pytest.mark.trials)])
def test_no_zip_puts_anything_outside(examples, told, in_memory):
    room = in_memory / f"zips-{examples}"
    room.mkdir()

    def zip_of_others(names, size, kind):
        path, here = room / "z.zip", room / "here"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in dict.fromkeys(["companion-backup.json", *names]):
                told = zipfile.ZipInfo(name.replace("\0", "") or "x")
                told.external_attr = kind << 16
                archive.writestr(told, b"\0" * size)
        with pytest.raises(Unreadable):
            unpacked(path)
        with pytest.raises(Unreadable):
            restore(here, path, WALL)
        assert sorted(one.name for one in room.iterdir()) in (["z.zip"], ["here", "z.zip"])
        assert not here.exists() or files_in(here) == {}

    sizes = st.sampled_from([0, 10, MOST_BYTES + 1] if examples > MOST_IN_THE_CHECK else [0, 10])
    kinds = st.sampled_from([0o100644, 0o120777, 0o060000, 0])
    tried(
        examples, told, zip_of_others, names=st.lists(NAMES | st.text(max_size=20), max_size=3), size=sizes, kind=kinds
    )
