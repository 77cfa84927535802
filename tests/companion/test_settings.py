"""The settings file: strict, and what is wrong is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import companion.settings
from companion.errors import Unreadable
from companion.rules.options import Talk
from companion.settings import Settings, Zones, load_settings, read_settings
from hardware.pins import Pins

WHOLE = """\
camera = "usb:1"
panel = "mock"
deck = "tin"
host = "127.0.0.1"
port = 9000
data = "/tmp/games"

[table]
players = ["Ann", "Bo", "Cy"]
starter = 1
edition = "storm"
variants = ["rainbow"]
options = { talk = "open" }

[zones]
mat = [900, 600]
fireworks = [40, 15, 860, 205.5]

[pins]
clues = [27, 6, 12, 13, 16, 17, 18, 19]
ok = 5
"""


def test_an_empty_file_is_the_defaults():
    assert read_settings("") == Settings()
    assert read_settings("# nothing\n\n") == Settings()


def test_everything_can_be_set():
    settings = read_settings(WHOLE)
    assert (settings.camera, settings.panel, settings.deck) == ("usb:1", "mock", "tin")
    assert (settings.host, settings.port) == ("127.0.0.1", 9000)
    assert settings.data == Path("/tmp/games")
    assert settings.table is not None
    assert (settings.table.names, settings.table.starter, settings.table.edition) == (("Ann", "Bo", "Cy"), 1, "storm")
    assert settings.table.options.talk is Talk.OPEN
    assert settings.zones == Zones(mat=(900, 600), fireworks=(40, 15, 860, 205.5))
    assert settings.pins == {"clues": (27, 6, 12, 13, 16, 17, 18, 19), "ok": 5}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('\ncamara = "auto"', "s.toml, line 2: 'camara' is no setting: choose from camera, panel, "),
        ("camera = 5", "s.toml, line 1: 'camera' must be a text."),
        ('# port\nport = "80"', "s.toml, line 2: 'port' must be a number from 1 to 65535."),
        ("port = true", "s.toml, line 1: 'port' must be a number from 1 to 65535."),
        ("port = 0", "s.toml, line 1: 'port' must be a number from 1 to 65535."),
        ("port = 80.5", "s.toml, line 1: 'port' must be a number from 1 to 65535."),
        ("table = 5", "s.toml, line 1: 'table' must be a table: write [table]."),
        ('deck = "lantern"\n[[zones]]\nmat = 1', "s.toml, line 2: 'zones' must be a table: write [zones]."),
        ("[table]\nplayers = 9", "s.toml, line 1: [table] Hanabi is for 2 to 5 players, not 9."),
        ("[table]\nplayers = 3\nstarter = 'me'", "s.toml, line 3: [table] 'starter' must be a whole number."),
        (
            "[table]\nplayers = 3\n\ncolour = 1",
            "s.toml, line 4: [table] Unknown key 'colour' in a setup: leave it out.",
        ),
        ("[zones]\nmat = [800]", "s.toml, line 2: 'mat' in [zones] must be 2 numbers in brackets, in millimetres."),
        ("port = 8080\n[zones]\n\ndeck = [9, 9, 1, 20]", "s.toml, line 4: 'deck' in [zones] has no area: write left, "),
        (
            "[zones]\nfirework = [1]",
            "s.toml, line 2: 'firework' in [zones] is no setting: choose from mat, fireworks, ",
        ),
        (
            "[pins]\nclue = [24]",
            "s.toml, line 2: 'clue' in [pins] must be a BCM number, or false where it isn't wired.",
        ),
        ("[pins]\nclue = true", "s.toml, line 2: 'clue' in [pins] must be a BCM number"),
        (
            "[pins]\nclue = 24\nfuses = [5, 6, 7, 8]",
            "s.toml, line 3: 'fuses' in [pins] must be up to 3 BCM numbers in ",
        ),
        ("zones.mat = 5", "s.toml, line 1: 'mat' in [zones] must be 2 numbers"),
    ],
)
def test_what_is_wrong_is_named_with_file_key_and_line(text, said):
    with pytest.raises(Unreadable) as why:
        read_settings(text, "s.toml")
    assert str(why.value).startswith(said)


def test_fewer_lamps_and_buttons_are_a_shorter_row_or_false():
    said = "[pins]\nclues = [5, 6, 12]\nfuses = false\nfinal = false\nundo = false\nbuzzer = 9"
    assert read_settings(said).pins == {"clues": (5, 6, 12), "fuses": (), "final": None, "undo": None, "buzzer": 9}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("port = 80\n[pins]\nok = 27\nclue = 17", "s.toml, line 4: [pins] Pin 17 is named twice, for clue lamp 6 and "),
        (
            "[pins]\n\nfinal = 14",
            "s.toml, line 3: [pins] Pin 14 can't be the final-round lamp: it is kept free for the ",
        ),
        ("pins.fuses = [20, 20]", "s.toml, line 1: [pins] Pin 20 is named twice, for fuse lamp 1 and for fuse lamp 2"),
    ],
)
def test_a_wiring_that_can_t_be_is_named_with_its_line(said, why):
    with pytest.raises(Unreadable) as refused:
        read_settings(said, "s.toml", Pins.of)
    assert str(refused.value).startswith(why)


def test_bad_toml_is_told_with_its_line():
    with pytest.raises(Unreadable, match=r"s\.toml can't be read: .*line 2"):
        read_settings("port = 1\nport 2", "s.toml")


def test_a_file_is_read_and_one_that_is_no_text_is_told(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(WHOLE)
    assert load_settings(path).port == 9000
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Unreadable, match="is no text"):
        load_settings(path)


def reading(text: str) -> str:
    """What reading this text is told with, empty where it can be read."""
    try:
        read_settings(text, "s.toml")
    except Unreadable as why:
        return str(why)
    return ""


def test_a_file_cut_or_flipped_anywhere_is_read_or_told_in_a_sentence():
    for length in range(len(WHOLE)):
        flipped = WHOLE[:length] + chr(ord(WHOLE[length]) ^ 2) + WHOLE[length + 1 :]
        for told in (reading(WHOLE[:length]), reading(flipped)):
            assert not told or told.startswith("s.toml")


def test_the_example_in_the_docstring_is_read():
    lines = (companion.settings.__doc__ or "").splitlines()
    example = "\n".join(line for line in lines if line.startswith("    "))
    assert read_settings("\n".join(line[4:] for line in example.splitlines())).port == 8080


# ---- the view: tables without markers


def test_four_corners_by_hand_are_pixels():
    view = read_settings("[view]\ncorners = [[101, 80], [1180, 84], [1175, 640], [98.5, 652]]").view
    assert view.corners == ((101, 80), (1180, 84), (1175, 640), (98.5, 652))
    assert view.line is None


def test_a_table_line_is_a_share_or_two_points():
    said = "[view]\nline = 0.42\nfireworks = 'left'\npx_per_mm = 1.4\nswap_red_blue = true\nmirrored = true"
    view = read_settings(said).view
    assert (view.line, view.fireworks, view.px_per_mm) == (0.42, "left", 1.4)
    assert view.swap_red_blue
    assert view.mirrored
    assert read_settings("[view]\nline = [[0, 300], [1280, 310]]").view.line == ((0, 300), (1280, 310))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("line = 2", "share from 0.05"),
        ("line = [[0, 1], [2, 3]]", "lie apart"),
        ("line = [[0, 300]]", "2 points"),
        ("corners = [[1, 2], [3, 4], [5, 6]]", "4 points"),
        ("corners = 'left'", "4 points"),
        ("corners = [[0, 0], [9, 0], [9, 9], [0, 9]]\nline = 0.4", "say one of them"),
        ("fireworks = 'under'", "above, below, left, right"),
        ("px_per_mm = 0", "0.2 to 50"),
        ("px_per_mm = true", "0.2 to 50"),
        ("mirrored = 1", "true or false"),
        ("lines = 1", "no setting"),
    ],
)
def test_a_view_that_can_not_be_is_named_with_its_line(said, why):
    with pytest.raises(Unreadable, match=why) as refused:
        read_settings(f"port = 80\n[view]\n{said}", "table.toml")
    assert "table.toml, line" in str(refused.value)
