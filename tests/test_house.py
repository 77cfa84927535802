"""The house rules that no linter knows: modules say what they answer, stay small, and load only what they need."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOMS = ("companion", "models", "hardware", "web")
LONGEST_MODULE = 300
TESTS = Path(__file__).resolve().parent


def home_of(room: str) -> Path:
    """Where the room really lies: in the checkout, or in site-packages when the wheel is under test."""
    spec = importlib.util.find_spec(room)
    assert spec is not None, f"{room} can't be imported"
    assert spec.origin is not None, f"{room} has no __init__.py: a tests folder of that name could stand in for it"
    return Path(spec.origin).parent


def modules() -> list[Path]:
    return sorted(module for room in ROOMS for module in home_of(room).rglob("*.py"))


def files_of_the_checkout() -> list[Path]:
    """Every file that git keeps or would keep; skips the test outside a checkout."""
    checkout = TESTS.parent
    if not (checkout / ".git").exists():
        pytest.skip("the suite runs outside a checkout")
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=checkout,
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as reason:
        pytest.skip(f"git can't list the checkout: {reason}")
    paths = [checkout / name for name in listing.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_every_module_opens_with_what_it_answers() -> None:
    silent = [str(path) for path in modules() if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert silent == []


def test_no_module_is_longer_than_a_few_screens() -> None:
    lengths = {str(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST_MODULE} == {}


def test_no_tests_folder_is_a_package_that_shadows_a_room() -> None:
    assert list(TESTS.rglob("__init__.py")) == []


def test_the_names_of_test_files_are_unique() -> None:
    names = [path.name for path in TESTS.rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("module", ["companion", "companion.cli"])
def test_asking_for_help_loads_neither_pictures_nor_web(module: str) -> None:
    heavy = "{'cv2', 'flask', 'numpy'}"
    program = f"import sys, {module}; print(sorted({heavy} & set(sys.modules)))"
    # Run beside this room's real home, so that the checkout or the wheel is asked, whichever is under test.
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=home_of("companion").parent, capture_output=True, text=True, check=False
    )
    assert (answer.stdout.strip(), answer.stderr) == ("[]", "")


def test_a_table_loads_what_makes_papers_only_when_one_is_asked_for() -> None:
    heavy = "{'reportlab', 'PIL', 'pytesseract'}"
    program = f"import sys, companion.wiring.live, web; print(sorted({heavy} & set(sys.modules)))"
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=home_of("companion").parent, capture_output=True, text=True, check=False
    )
    assert (answer.stdout.strip(), answer.stderr) == ("[]", "")


# The brackets keep this file itself from being found.
REGISTRY = re.compile(
    r"--(?:extra-)?index-ur[l][ =]\S|--find-link[s][ =]\S|py[p]i\.(?:org|python)|python[h]osted\.org|pi[w]heels\.org"
    r"|npm[j]s\.(?:org|com)|deb\.debia[n]\.org|archive\.ubunt[u]\.com",
)


def test_no_file_names_a_registrys_address() -> None:
    found = [
        f"{path}:{number}: {line.strip()[:100]}"
        for path in files_of_the_checkout()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if REGISTRY.search(line)
    ]
    assert found == []
