"""Row 3: files cut at every length and with flipped bits: detected, nothing wrong shown, put aside under a dated name.

Of the database and its WAL the short forms are in tests/companion/journal. Settings are what a person writes: a flipped
bit there is told with its line, or is what somebody may have meant; it never ends in a traceback.
"""

import random
import shutil
import tempfile
from collections import Counter
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
from companion.wiring.keeping import JsonStore, TableStore, kept_pin, pin_in
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


NEW_PIN = "000000"


@pytest.fixture
def small(in_memory, monkeypatch):
    """A folder with the small files, and of each: what reads it, what it reads where all is well, and where not."""
    monkeypatch.setattr("companion.wiring.keeping.new_pin", lambda: NEW_PIN)
    folder = Path(tempfile.mkdtemp(dir=in_memory))
    table, gate = TableStore(folder / "table.json"), JsonStore(folder / "gate.json")
    cards = [KeptCard("R1", CORNERS), KeptCard("B4", CORNERS)]
    table.save(cards)
    gate.save({"salt": "00" * 16, "locked": True, "tries": {"addresses": {}, "ago": [1.5, 2.25]}})
    with monkeypatch.context() as first:
        first.setattr("companion.wiring.keeping.new_pin", lambda: "471108")
        pin = kept_pin(folder)
    return folder, {
        "table.json": (table.load, cards, []),
        "gate.json": (gate.load, gate.load(), None),
        "pin": (lambda: kept_pin(folder), pin, NEW_PIN),
    }


@pytest.mark.parametrize("name", ["table.json", "gate.json", "pin"])
def test_a_small_file_cut_or_flipped_anywhere_is_put_aside_and_begun_anew(small, name, caplog, told):
    folder, files = small
    path = folder / name
    whole, (read, right, nothing) = path.read_bytes(), files[name]
    spoilt_ones, harmless = cuts(whole) + flips(whole), 0
    for spoilt in spoilt_ones:
        path.write_bytes(spoilt)
        found = read()
        if found == right and whole.startswith(spoilt.rstrip()):
            harmless += 1
            continue  # only what ends it is missing, or is another blank
        assert found == nothing, spoilt
        assert [aside.read_bytes() for aside in asides(folder)] == [spoilt]
        assert "was damaged" in caplog.messages[-1]
        said = len(caplog.messages)
        assert (read(), len(caplog.messages)) == (nothing, said), "what is begun anew is no damage"
        asides(folder)[0].unlink()
    told(f"{name}: {len(spoilt_ones)} times cut or flipped, {len(spoilt_ones) - harmless} moved aside, 0 believed")


@pytest.mark.parametrize("kept", [b"471108\n", b"471108"])
def test_a_pin_of_the_version_before_has_no_checksum_and_is_read(tmp_path, kept):
    (tmp_path / "pin").write_bytes(kept)
    assert kept_pin(tmp_path) == pin_in(tmp_path / "pin") == "471108"
    assert (tmp_path / "pin").read_bytes() == kept, "whoever goes back to that version finds it too"


def test_a_damaged_pin_is_told_in_the_log_without_its_digits(tmp_path, caplog):
    pin = kept_pin(tmp_path)
    (tmp_path / "pin").write_text(f"{pin}7\n")
    assert len(kept_pin(tmp_path)) == 6
    assert "it holds no PIN of 6 digits" in caplog.text
    assert pin not in caplog.text


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
@pytest.mark.parametrize(("name", "lengths"), [("deck.toml", None), ("reader.npz", 100), ("faces/R3.png", 100)])
def test_a_deck_with_300_bits_flipped_one_by_one_or_cut_is_refused(deck, name, lengths, told):
    """`lengths`: at how many it is cut, None for every one."""
    whole = (deck / name).read_bytes()
    seal = whole.find(b"checksum = ")
    spoilt = flips(whole) + cuts(whole, step=max(1, len(whole) // (lengths or len(whole))))
    unnoticed = deck_judged(deck, name, spoilt)
    harmless = [
        one for one in unnoticed if seal >= 0 and one[:seal] + one[seal + 79 :] == whole[:seal] + whole[seal + 79 :]
    ]
    told(
        f"{name} of {len(whole)} bytes: {len(spoilt)} times cut or flipped, {len(unnoticed) - len(harmless)} unnoticed"
        f" ({len(harmless)} in the word 'checksum' itself: nothing that counts has changed)"
    )
    assert len(unnoticed) == len(harmless)


@pytest.fixture(scope="module")
def crashed(in_memory):
    """By what is spoilt: the database of a table that was ended, and the WAL of one that crashed with its last entries
    there; the files beside it, and the game's log."""
    live, left = in_memory / "live", {}
    session = Session(open_journal(live, wall=lambda: WALL))
    session.begin(Setup(3))
    session.handle(GiveClue())
    session.close()
    session = Session(open_journal(live, wall=lambda: WALL))
    for number in range(4):
        session.handle(Undo() if number == 2 else GiveClue())
    left["-wal"] = kept_in(live)
    log = session.game.log
    session.close()
    left[""] = kept_in(live)
    return left, log


def kept_in(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.mark.trials
@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_journal_cut_at_every_length_or_flipped_shows_nothing_wrong(crashed, in_memory, told, suffix):
    left, log = crashed
    name = f"{NAME}{suffix}"
    whole = left[suffix][name]
    spoilt_ones = cuts(whole) + flips(whole, often=3 * FLIPS)
    came = Counter(opened(left[suffix] | {name: spoilt}, name, log, in_memory / "spoilt") for spoilt in spoilt_ones)
    told(
        f"{name} of {len(whole)} bytes: {len(spoilt_ones)} times cut or flipped, "
        + ", ".join(f"{number} {what}" for what, number in sorted(came.items()))
    )
    assert set(came) <= {"shown whole", "moved aside", "told to be cut"}
    if suffix == "":
        assert came["told to be cut"] <= 2, "of a file of one byte or none there is nothing to be moved aside"
        assert came["moved aside"] >= len(whole) - 2
    else:
        assert came["told to be cut"] >= len(whole), "SQLite itself leaves off where a WAL ends"


def opened(files, name, log, folder):
    """What comes of these files when the table starts: what it does with a damaged one, or what is wrong."""
    folder.mkdir()
    for other, content in files.items():
        (folder / other).write_bytes(content)
    journal = open_journal(folder, wall=lambda: WALL)
    try:
        saved = journal.last()
        kept = () if saved is None else saved.log
        return judged(journal, folder, kept == log and saved is not None, kept == log[: len(kept)], files[name])
    finally:
        journal.close()
        shutil.rmtree(folder)


def judged(journal, folder, is_whole, is_right, spoilt):
    if journal.trouble is not None or not is_right:
        return f"wrong: {journal.trouble}"
    said = " ".join(journal.remarks)
    if aside := asides(folder):
        is_kept = spoilt in [path.read_bytes() for path in aside]
        return "moved aside" if is_kept and "it lies in" in said else f"wrong: {aside}, {said}"
    if is_whole:
        return "shown whole"
    return "told to be cut" if "The journal was cut" in said else f"wrong: {said}"
