"""Row 3: files cut at every length and with flipped bits: detected, nothing wrong shown, put aside under a dated name.

Of the database and its WAL the short forms are in tests/companion/journal. Settings are what a person writes: a flipped
bit there is told with its line, or is what somebody may have meant; it never ends in a traceback.
"""

import random
import shutil
import tempfile
from pathlib import Path

import pytest

from companion.errors import Unreadable
from companion.eyes.first import KeptCard
from companion.journal.opening import NAME, open_journal
from companion.rules.commands import GiveClue, Undo
from companion.rules.setup import Setup
from companion.session import Session
from companion.settings import read_settings
from companion.wiring.decks import shipped_decks
from companion.wiring.keeping import JsonStore, TableStore
from models.edition import NoDeck, load

WALL = 1_780_000_000.0
CORNERS = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))
FLIPS = 300
WHOLE = b"""\
port = 8080
deck = "lantern"

[table]
players = ["Ann", "Bo", "Cy"]
options = { talk = "open" }

[zones]
mat = [800, 500]
fireworks = [40, 15, 760, 205]
"""


def flipped(whole, bit):
    spoilt = bytearray(whole)
    spoilt[bit // 8] ^= 1 << bit % 8
    return bytes(spoilt)


def flips(whole, seed=1, often=FLIPS):
    bits = range(len(whole) * 8)
    return [flipped(whole, bit) for bit in random.Random(seed).sample(bits, min(often, len(bits)))]


def cuts(whole, step=1):
    return [whole[:length] for length in range(0, len(whole), step)]


def asides(folder):
    return [path for path in folder.iterdir() if ".damaged." in path.name]


@pytest.fixture
def small(in_memory):
    """A folder with the small files, and of each: what reads it, what it reads where all is well, and where not."""
    folder = Path(tempfile.mkdtemp(dir=in_memory))
    table, gate = TableStore(folder / "table.json"), JsonStore(folder / "gate.json")
    cards = [KeptCard("R1", CORNERS), KeptCard("B4", CORNERS)]
    table.save(cards)
    gate.save({"salt": "00" * 16, "locked": True, "tries": {"addresses": {}, "ago": [1.5, 2.25]}})
    return folder, {
        "table.json": (table.load, cards, []),
        "gate.json": (gate.load, gate.load(), None),
    }


@pytest.mark.parametrize("name", ["table.json", "gate.json"])
def test_a_small_file_cut_or_flipped_anywhere_is_put_aside_and_begun_anew(small, name, caplog):
    folder, files = small
    path = folder / name
    whole, (read, right, nothing) = path.read_bytes(), files[name]
    for spoilt in cuts(whole) + flips(whole):
        path.write_bytes(spoilt)
        found = read()
        if found == right and whole.startswith(spoilt.rstrip()):
            continue  # only what ends it is missing, or is another blank
        assert found == nothing, spoilt
        assert not path.exists()
        assert [aside.read_bytes() for aside in asides(folder)] == [spoilt]
        assert "was damaged" in caplog.messages[-1]
        asides(folder)[0].unlink()


def test_a_small_file_of_the_version_before_has_no_checksum_and_is_read(tmp_path):
    (tmp_path / "gate.json").write_text('{"locked": true}')
    assert JsonStore(tmp_path / "gate.json").load() == {"locked": True}


def test_settings_cut_or_flipped_are_read_or_told_in_a_sentence():
    told = [reading(spoilt.decode(errors="surrogateescape")) for spoilt in cuts(WHOLE) + flips(WHOLE)]
    assert [said for said in told if said and (not said.startswith("s.toml") or "\n" in said)] == []
    assert sum(map(bool, told)) > FLIPS / 2


def reading(text):
    """What reading this text is told with, empty where it can be read."""
    try:
        read_settings(text, "s.toml")
    except Unreadable as why:
        return str(why)
    return ""


def deck_spoilt(folder, name, spoilt):
    """Whether a deck with this file is refused in one sentence."""
    (folder / name).write_bytes(spoilt)
    try:
        load(folder)
    except NoDeck as why:
        return str(folder) in str(why) and str(why).endswith(".")
    return False


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    """A copy of the shipped deck."""
    return Path(shutil.copytree(shipped_decks()["lantern"], tmp_path_factory.mktemp("decks") / "deck"))


DECK_FILES = ("deck.toml", "reader.npz", "faces/R3.png")


def deck_judged(deck, name, spoilt_ones):
    """What wasn't noticed."""
    whole = (deck / name).read_bytes()
    try:
        return [spoilt for spoilt in spoilt_ones if spoilt != whole and not deck_spoilt(deck, name, spoilt)]
    finally:
        (deck / name).write_bytes(whole)


@pytest.mark.parametrize("name", DECK_FILES)
def test_a_deck_with_a_file_cut_or_flipped_is_refused_in_a_sentence(deck, name):
    whole = (deck / name).read_bytes()
    spoilt = flips(whole, often=3) + cuts(whole, step=len(whole) // 2)
    assert [one for one in deck_judged(deck, name, spoilt) if b"checksum" in one or name != "deck.toml"] == []


def without(toml, seal):
    """A deck.toml without the line that begins there."""
    return toml[:seal] + toml[seal + len('checksum = ""\n') + 64 :]


@pytest.mark.trials
@pytest.mark.parametrize("name", DECK_FILES)
def test_a_deck_with_any_of_300_bits_flipped_or_cut_at_100_lengths_is_refused(deck, name, told):
    whole = (deck / name).read_bytes()
    seal = whole.find(b"checksum = ")
    spoilt = flips(whole) + cuts(whole, step=max(1, len(whole) // 100))
    unnoticed = deck_judged(deck, name, spoilt)
    harmless = [
        one for one in unnoticed if seal >= 0 and one[:seal] + one[seal + 79 :] == whole[:seal] + whole[seal + 79 :]
    ]
    told(
        f"{name}: {len(spoilt)} times cut or flipped, {len(unnoticed) - len(harmless)} unnoticed"
        f" ({len(harmless)} in the word 'checksum' itself: nothing that counts has changed)"
    )
    assert len(unnoticed) == len(harmless)


@pytest.fixture(scope="module")
def crashed(in_memory):
    """A journal as a crash leaves it, with its last entries in the WAL; its log."""
    folder = in_memory / "crashed"
    session = Session(open_journal(in_memory / "live", wall=lambda: WALL))
    session.begin(Setup(3))
    for number in range(6):
        session.handle(Undo() if number % 3 == 2 else GiveClue())
    shutil.copytree(in_memory / "live", folder, ignore=shutil.ignore_patterns("*-shm"))
    log = session.game.log
    session.close()
    rest = in_memory / "at-rest"
    shutil.copytree(in_memory / "live", rest)
    return {"": rest, "-wal": folder}, log


@pytest.mark.trials
@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_journal_cut_at_every_length_and_flipped_shows_nothing_wrong(crashed, in_memory, told, suffix):
    folders, log = crashed
    whole = (folders[suffix] / f"{NAME}{suffix}").read_bytes()
    spoilt_ones = cuts(whole, step=13) + flips(whole, often=3 * FLIPS)
    wrong = aside = 0
    for spoilt in spoilt_ones:
        folder = Path(shutil.copytree(folders[suffix], in_memory / "spoilt"))
        (folder / f"{NAME}{suffix}").write_bytes(spoilt)
        journal = open_journal(folder, wall=lambda: WALL)
        saved = journal.last()
        kept = () if saved is None else saved.log
        is_whole = saved is not None and kept == log
        wrong += not (is_whole or (kept == log[: len(kept)] and journal.remarks)) or journal.trouble is not None
        aside += bool(asides(folder))
        journal.close()
        shutil.rmtree(folder)
    told(f"{NAME}{suffix}: {len(spoilt_ones)} times cut or flipped, {wrong} shown wrong, {aside} moved aside")
    assert wrong == 0
