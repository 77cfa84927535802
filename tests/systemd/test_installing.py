"""Installing, updating, going back and taking away, on a machine that is a folder; and a power cut at every step."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2] / "systemd"
if not HOME.is_dir():
    pytest.skip("the service's files are not in the wheel", allow_module_level=True)

UNITS = ("companion.service", "companion-name.service")


def versions(machine):
    return sorted(path.name for path in (machine.home / "versions").iterdir())


def restarts(machine):
    return [line for line in machine.log if " restart " in line]


def play_a_game(machine, text="a game"):
    folder = machine.root / "var/lib/hanabi-companion"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "games.sqlite3").write_text(text)
    return folder


def test_an_installed_version_runs_from_a_folder_of_its_own(machine):
    assert machine.run("install") == 0, machine.said
    assert machine.runs() == "1"
    assert re.fullmatch(r"versions/1-[0-9a-f]{10}", str((machine.home / "current").readlink()))
    for unit in UNITS:
        assert (machine.root / "usr/local/lib/systemd/system" / unit).read_text() == (HOME / unit).read_text()
    assert "systemctl --quiet --root=" in next(line for line in machine.log if " enable " in line)


def test_each_version_brings_its_own_units(machine):
    unit, placed = machine.checkout / "systemd/companion.service", machine.root / "usr/local/lib/systemd/system"
    machine.run("install")
    unit.write_text(unit.read_text() + "# newer\n")
    machine.run("install")
    assert (placed / "companion.service").read_text().endswith("# newer\n")
    machine.run("rollback")
    assert not (placed / "companion.service").read_text().endswith("# newer\n")
    assert sorted(path.name for path in placed.iterdir()) == sorted(UNITS)


def test_what_systemd_enables_is_tied_to_no_version(machine):
    """systemctl follows a unit that is a link, and would enable the version that it leads to for ever."""
    if shutil.which("systemctl") is None:
        pytest.skip("systemctl is not installed")
    machine.run("install")
    for unit in UNITS:
        subprocess.run(["systemctl", f"--root={machine.root}", "enable", unit], capture_output=True, check=True)
    made = [path for path in (machine.root / "etc/systemd").rglob("*") if path.is_symlink()]
    assert {str(path.readlink()) for path in made} == {f"/usr/local/lib/systemd/system/{unit}" for unit in UNITS}


def test_the_second_time_nothing_is_changed(machine):
    machine.run("install")
    before = machine.files()
    assert machine.run("install") == 0
    assert "is installed already" in machine.said
    assert machine.files() == before
    assert restarts(machine) == []


def test_an_update_keeps_the_version_before_and_no_older_one(machine):
    for version in ("1", "2", "3"):
        machine.release(version)
        assert machine.run("install") == 0, machine.said
    assert machine.runs() == "3"
    assert [name[0] for name in versions(machine)] == ["2", "3"]
    assert len(list((machine.home / "environments").iterdir())) == 1


def test_another_lock_gets_an_environment_of_its_own_and_the_old_version_keeps_the_old_one(machine):
    machine.run("install")
    (machine.checkout / ".requirements" / "pi.txt").write_text("flask==3.2\n")
    machine.run("install")
    links = {(path / "environment").resolve().name for path in (machine.home / "versions").iterdir()}
    assert len(links) == 2
    assert links == {path.name for path in (machine.home / "environments").iterdir()}


def test_going_back_and_forth(machine):
    assert machine.run("install") == 0
    machine.release("2")
    assert machine.run("install") == 0
    assert (machine.run("rollback"), machine.runs()) == (0, "1")
    assert (machine.run("rollback"), machine.runs()) == (0, "2")


def test_without_a_version_before_there_is_no_going_back(machine):
    machine.run("install")
    assert machine.run("rollback") == 1
    assert machine.said == "No version before this one is kept, so nothing was changed.\n"
    assert machine.runs() == "1"


def test_a_version_that_does_not_come_up_gives_way_to_the_one_before(machine):
    for version in ("1", "2"):
        machine.release(version)
        machine.run("install")
    machine.release("3")
    assert machine.run("install", BROKEN="/3-") == 1
    assert re.search(r"Version 3-\w+ does not come up, so 2-\w+ plays on", machine.said)
    assert (machine.runs(), len(restarts(machine))) == ("2", 2)
    assert (machine.run("rollback"), machine.runs()) == (0, "1")


def test_going_back_to_a_version_that_does_not_come_up_changes_nothing(machine):
    machine.run("install")
    machine.release("2")
    machine.run("install")
    assert machine.run("rollback", BROKEN="/1-") == 1
    assert "does not come up either" in machine.said
    assert machine.runs() == "2"


def test_games_are_backed_up_before_another_version_takes_over_and_five_backups_are_kept(machine):
    machine.run("install")
    data = play_a_game(machine)
    machine.run("install")
    assert not (data / "backups").exists(), "the same version again needs no backup"
    for version in range(2, 9):
        machine.release(str(version))
        play_a_game(machine, f"a game of version {version - 1}")
        assert machine.run("install") == 0, machine.said
    kept = sorted((data / "backups").iterdir())
    assert [path.read_text() for path in kept[-1:]] == ["a game of version 7"]
    assert len(kept) == 5


def test_where_games_can_not_be_backed_up_nothing_changes_unless_it_is_left_out(machine):
    machine.run("install")
    shutil.rmtree(play_a_game(machine) / "backups", ignore_errors=True)
    (machine.root / "var/lib/hanabi-companion/backups").mkdir()
    (machine.root / "var/lib/hanabi-companion/games.sqlite3").unlink()
    (machine.root / "var/lib/hanabi-companion/games.sqlite3").mkdir()  # nobody can read that
    machine.release("2")
    assert machine.run("install") == 1
    assert "BACKUP=no" in machine.said
    assert machine.runs() == "1"
    assert (machine.run("install", BACKUP="no"), machine.runs()) == (0, "2")


def test_taken_away_nothing_is_left_but_the_games(machine):
    (machine.root / "etc").mkdir(parents=True)
    machine.run("install")
    play_a_game(machine)
    assert machine.run("uninstall") == 0, machine.said
    assert list(machine.files()) == ["var/lib/hanabi-companion/games.sqlite3"]
    folders = ("opt/hanabi-companion", "etc/sysusers.d", "usr/local/lib/systemd")
    assert not any((machine.root / folder).exists() for folder in folders), "no empty folder either"
    assert machine.run("uninstall") == 0, "it may be run again"
    assert machine.run("uninstall", DATA="gone") == 0
    assert machine.files() == {}


def test_the_first_layout_gives_way_to_versions(machine):
    """Before there were versions a service of the same name lay in /etc, and hid the new one."""
    old = machine.root / "etc/systemd/system/companion.service"
    for path, text in ((old, "ExecStart=/opt/hanabi-companion/venv/bin/companion run"), (machine.home / "venv/x", "")):
        path.parent.mkdir(parents=True)
        path.write_text(text)
    assert machine.run("install") == 0
    assert (old.exists(), (machine.home / "venv").exists()) == (False, False)


def test_what_is_new_is_on_the_disk_before_it_gets_its_place(machine):
    machine.run("install")
    placed = [n for n, line in enumerate(machine.log) if line.startswith("mv -T") and ".new " in line]
    assert len(placed) == 2
    for n in placed:
        synced = [line for line in machine.log[:n] if line.startswith("sync -f")][-1]
        assert synced.removeprefix("sync -f ") in machine.log[n]
    switched = next(n for n, line in enumerate(machine.log) if line.endswith("/current"))
    assert switched > placed[-1]


def cuts(machine, script):
    """Cuts the power before each thing that the script does, on the same machine again and again; after each cut."""
    start = machine.tmp / "before"
    shutil.copytree(machine.root, start, symlinks=True)
    number = 1
    while True:
        shutil.rmtree(machine.root)
        shutil.copytree(start, machine.root, symlinks=True)
        if machine.run(script, CUT_BEFORE=str(number)) == 0:
            return
        yield number
        number += 1


def test_an_update_cut_at_any_step_leaves_the_old_version_or_the_new_one(machine):
    (machine.root / "etc").mkdir(parents=True)
    machine.run("install")
    play_a_game(machine)
    machine.release("2")
    ran = []
    for _ in cuts(machine, "install"):
        ran.append(machine.runs())
    assert len(ran) > 20
    assert ran == sorted(ran), "never the old one again after the new one"
    assert set(ran) == {"1", "2"}


def test_after_a_cut_installing_again_makes_it_whole(machine):
    machine.run("install")
    machine.release("2")
    for number in (4, 7, 10):
        assert machine.run("install", CUT_BEFORE=str(number)) != 0
    assert machine.run("install") == 0, machine.said
    assert machine.runs() == "2"
    assert [name[0] for name in versions(machine)] == ["1", "2"]
    assert [path for path in machine.home.rglob(".*") if path.name != ".requirements"] == []


def test_going_back_cut_at_any_step_leaves_one_of_both(machine):
    machine.run("install")
    machine.release("2")
    machine.run("install")
    ran = [machine.runs() for _ in cuts(machine, "rollback")]
    assert set(ran) == {"1", "2"}
    assert ran == sorted(ran, reverse=True)
