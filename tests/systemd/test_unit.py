"""The service's files: what systemd itself says of them, and that they fit the program and each other."""

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.measure.appliance import PEAK_MB
from companion.settings import load_settings

HOME = Path(__file__).resolve().parents[2] / "systemd"
if not HOME.is_dir():
    pytest.skip("the service's files are not in the wheel", allow_module_level=True)

UNIT, NAME, USERS = HOME / "companion.service", HOME / "companion-name.service", HOME / "companion.sysusers.conf"
SCRIPTS = ("install", "rollback", "uninstall", "starter", "first-settings", "publish", "places")
CURRENT = "/opt/hanabi-companion/current"


def asked(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.fixture
def analyze():
    """Asks systemd-analyze."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    return lambda *words: asked("systemd-analyze", *words)


@pytest.fixture(params=[UNIT, NAME], ids=["companion", "name"])
def unit(request, tmp_path):
    """A unit with a program that exists on this machine."""
    copy = tmp_path / request.param.name
    copy.write_text(re.sub(rf"{CURRENT}/[a-z/-]+", "/bin/true", request.param.read_text()))
    return str(copy)


class Settings(configparser.RawConfigParser):
    """systemd's kind of ini: a key may come again, and then adds to the list."""

    class _Lists(dict):
        def __setitem__(self, key, value):
            if key in self and isinstance(value, list):
                self[key].extend(value)
            else:
                super().__setitem__(key, value)

    def __init__(self):
        super().__init__(strict=False, dict_type=self._Lists, delimiters=("=",))
        self.optionxform = str
        self.read(UNIT)


def service(key):
    return Settings().get("Service", key).split("\n")


def test_systemd_finds_nothing_to_complain_of(analyze, unit):
    verified = analyze("verify", unit)
    assert (verified.stdout, verified.stderr, verified.returncode) == ("", "", 0)


def test_the_service_is_exposed_to_two_and_a_half_at_most(analyze, unit):
    judged = analyze("security", "--offline=yes", "--threshold=25", "--no-pager", unit)
    assert judged.returncode == 0, judged.stdout[-200:]


def test_the_exposure_that_the_readme_names_is_the_real_one(analyze, unit):
    said = analyze("security", "--offline=yes", "--no-pager", unit).stdout.strip().splitlines()[-1]
    figure = said.split(": ")[1].split()[0]
    assert f"`systemd-analyze security {Path(unit).stem}`: {figure}" in (HOME / "README.md").read_text()


def test_systemd_can_make_the_user_and_its_groups(tmp_path):
    if shutil.which("systemd-sysusers") is None:
        pytest.skip("systemd-sysusers is not installed")
    (tmp_path / "etc").mkdir()
    made = asked("systemd-sysusers", f"--root={tmp_path}", str(USERS))
    assert made.returncode == 0, made.stderr
    groups = {line.split(":")[0]: line.split(":")[3] for line in (tmp_path / "etc/group").read_text().splitlines()}
    assert (groups["gpio"], groups["video"]) == ("hanabi-companion", "hanabi-companion")
    assert service("User") == ["hanabi-companion"]
    assert set(service("SupplementaryGroups")[0].split()) <= set(groups)


def test_only_pins_and_camera_are_let_through():
    assert service("DevicePolicy") == ["closed"]
    assert service("DeviceAllow") == [f"char-{kind} rw" for kind in ("gpiochip", "video4linux", "media", "dma_heap")]


def test_lgpio_is_named_and_its_pipe_goes_where_the_service_may_write():
    environment = dict(word.split("=", 1) for word in shlex.split(service("Environment")[0]))
    folder = f"/run/{service('RuntimeDirectory')[0]}"
    assert environment["GPIOZERO_PIN_FACTORY"] == "lgpio"
    assert (environment["LG_WD"], service("WorkingDirectory")) == (folder, [folder])


def test_it_is_watched_and_goes_by_the_settings_in_its_own_folder():
    program, command, *words = shlex.split(service("ExecStart")[0])
    folder = f"%S/{service('StateDirectory')[0]}"
    assert (program, command) == (f"{CURRENT}/bin/companion", "run")
    assert dict(zip(words[::2], words[1::2], strict=True)) == {"--config": f"{folder}/settings.toml", "--data": folder}
    assert service("ExecStartPre") == [f"-{CURRENT}/systemd/first-settings {folder}"]
    assert f"COMPANION_DATA={folder}" in service("Environment")[0].split(), "taught decks lie there, too"
    assert (service("Type"), service("WatchdogSec")) == (["notify"], ["20"])


def test_it_is_never_given_up():
    assert Settings().get("Unit", "StartLimitIntervalSec") == "0"
    assert service("Restart") == ["always"]


def test_a_small_machine_keeps_memory_for_itself():
    assert PEAK_MB < int(service("MemoryMax")[0].removesuffix("M")) < 512 * 2 / 3


def test_the_first_settings_ask_for_real_hardware():
    """So that what is missing is said, and never replaced by something pretended."""
    settings = load_settings(HOME / "settings.toml")
    assert (settings.camera, settings.panel, settings.data) == ("picamera2", "gpio", None)


def test_the_first_settings_are_laid_where_there_are_none(tmp_path):
    laid = tmp_path / "settings.toml"
    for _ in range(2):
        assert asked("sh", str(HOME / "first-settings"), str(tmp_path)).returncode == 0
        assert laid.read_text() == (HOME / "settings.toml").read_text()
    laid.write_text("port = 9000\n")
    asked("sh", str(HOME / "first-settings"), str(tmp_path))
    assert laid.read_text() == "port = 9000\n"
    assert list(tmp_path.iterdir()) == [laid]


def test_the_scripts_are_plain_shell():
    for script in SCRIPTS:
        assert asked("sh", "-n", str(HOME / script)).returncode == 0
    if shutil.which("shellcheck"):
        assert (
            asked("shellcheck", "-x", f"--source-path={HOME.parent}", *(str(HOME / one) for one in SCRIPTS)).stdout
            == ""
        )


@pytest.mark.parametrize("script", ["install", "rollback", "uninstall"])
def test_they_refuse_with_a_sentence_where_systemd_is_not_there(script):
    if Path("/run/systemd/system").is_dir():
        pytest.skip("this machine runs systemd: installing here is not what a test may do")
    refused = asked("sh", str(HOME / script))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("This system was not started by systemd")
    assert len(refused.stderr.splitlines()) == 1
