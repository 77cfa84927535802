"""A report: all that helps, nothing that is nobody's business."""

import json
import logging
import threading
import time
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from companion.diagnosis import ok
from companion.errors import Refused
from companion.journal.opening import open_journal
from companion.journal.past import PastGames
from companion.rules.commands import GiveClue
from companion.rules.script import played
from companion.rules.setup import Setup
from companion.session import Session
from companion.settings import Settings
from companion.wiring.lastlines import LONGEST, MOST_LINES, LastLines
from companion.wiring.reporting import Sources, TableReports

PIN = "246810"
THREE = Setup(3, names=("Annabel", "Bo", "Cy"))


@pytest.fixture
def data(tmp_path):
    """A data folder with a game that is on."""
    session = Session(open_journal(tmp_path / "data"))
    session.begin(THREE)
    for command in played(THREE, "R1 clue").log:
        session.handle(command)
    session.close()
    return tmp_path / "data"


@pytest.fixture
def recording(tmp_path):
    """The folder of a recording that is being written."""
    folder = tmp_path / "evening"
    folder.mkdir()
    head = {"fps": 10, "setup": {"players": ["Annabel", "Bo", "Cy"]}, "mat": "markers", "presses": []}
    (folder / "recording.json").write_text(json.dumps(head))
    for number in range(5):
        (folder / f"{number:06d}.jpg").write_bytes(b"a picture")
    return folder


def reports(data, clock=time.monotonic, **other):
    usual = {
        "settings": Settings(table=THREE, data=data),
        "data": data,
        "secrets": (PIN,),
        "names": lambda: ("Annabel", "Bo", "Cy"),
        "recording": lambda: None,
        "findings": lambda: [ok("disk", f"{data} can be written."), ok("told", f"PIN {PIN}, Annabel")],
        "lines": lambda: f"Annabel joined with {PIN}; Bobby too.\n",
        "page": lambda: {"camera": {"state": "up"}, "history": ["a secret"], "names": ["Annabel"]},
        "game": lambda: PastGames(data).game(1),
    }
    return TableReports(Sources(**(usual | other)), clock)


def packed(reports, *, with_names):
    with zipfile.ZipFile(reports.pack(with_names=with_names)) as report:
        return {name: report.read(name).decode() for name in report.namelist()}


def test_it_holds_version_settings_findings_log_and_game(data):
    parts = packed(reports(data), with_names=True)
    assert set(parts) == {"about.json", "settings.json", "doctor.jsonl", "log.txt", "game.txt"}
    assert json.loads(parts["about.json"])["camera"] == {"state": "up"}
    assert json.loads(parts["settings.json"])["table"]["players"] == ["Annabel", "Bo", "Cy"]
    assert json.loads(parts["doctor.jsonl"].splitlines()[0])["seen"] == "(data) can be written."
    assert "Bobby too." in parts["log.txt"]
    assert '["Annabel", "Bo", "Cy"]' in parts["game.txt"]
    assert "R1 clue" in parts["game.txt"]


@pytest.mark.parametrize("with_names", [True, False])
def test_the_pin_the_folder_and_other_things_of_the_page_are_never_in_it(data, recording, with_names):
    parts = packed(reports(data, recording=lambda: recording), with_names=with_names)
    everything = "".join(parts.values())
    for secret in (PIN, str(data), str(Path.home()) + "/", "a secret"):
        assert secret not in everything


def test_names_are_left_out_everywhere_where_that_is_wished(data, recording):
    parts = packed(reports(data, recording=lambda: recording), with_names=False)
    assert "Annabel" not in "".join(parts.values())
    assert "Bobby too." in parts["log.txt"]
    assert "game rr2013 3\n" in parts["game.txt"]
    assert json.loads(parts["recording/recording.json"])["setup"] == {"players": 3}


def test_what_clues_said_is_told_of_no_game_that_is_on_at_a_strict_table(data):
    session = Session(open_journal(data))
    session.handle(GiveClue(to=0, rank=2))
    session.close()
    assert "clue:" not in packed(reports(data), with_names=True)["game.txt"]


def test_pictures_are_in_it_only_while_the_table_is_recorded(data, recording):
    table = reports(data, recording=lambda: recording)
    assert table.has_recording
    parts = packed(table, with_names=True)
    assert [name for name in parts if name.endswith(".jpg")] == [f"recording/{n:06d}.jpg" for n in range(5)]
    assert not reports(data).has_recording


def test_without_a_game_it_says_so(data):
    assert packed(reports(data, game=lambda: None), with_names=True)["game.txt"] == "# There is no game.\n"


def test_findings_that_take_too_long_are_cut_short(data):
    times = iter(range(0, 10_000, 10))

    def for_ever():
        while True:
            yield ok("disk", "slowly")

    slow = reports(data, lambda: float(next(times)), findings=for_ever)
    lines = packed(slow, with_names=True)["doctor.jsonl"].splitlines()
    assert json.loads(lines[-1])["seen"] == "It took too long."
    assert len(lines) < 5


def test_one_report_is_packed_at_a_time(data):
    is_packing, may_end = threading.Event(), threading.Event()

    def waiting():
        is_packing.set()
        may_end.wait(5)
        return ""

    table = reports(data, lines=waiting)
    first: list[BytesIO] = []
    packing = threading.Thread(target=lambda: first.append(table.pack(with_names=False)))
    packing.start()
    assert is_packing.wait(5)
    with pytest.raises(Refused, match="being packed"):
        table.pack(with_names=False)
    may_end.set()
    packing.join(5)
    assert first
    assert table.pack(with_names=False)


def test_the_last_lines_of_the_log_are_kept_and_no_more():
    lines, log = LastLines(), logging.getLogger("a test of lines")
    lines.begin()
    try:
        for number in range(MOST_LINES + 3):
            log.warning("line %s %s", number, "x" * LONGEST)
    finally:
        lines.end()
    log.warning("after the end")
    told = lines.text().splitlines()
    assert len(told) == MOST_LINES
    assert "line 3 " in told[0]
    assert max(map(len, told)) == LONGEST
    assert "after the end" not in lines.text()
