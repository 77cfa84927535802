"""The papers say what is: commands, make targets, paths, pictures and layers that they name are there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import COMMANDS, main

CHECKOUT = Path(__file__).resolve().parents[1]
HOMES = (".", "companion", "models", "hardware", "web", "systemd", "tests")
PAPERS = tuple(str(Path(home) / "README.md") for home in HOMES)
PICTURES = ("models/pictures", "hardware/pictures", "web/pictures")
PICTURES_AT_MOST = 1_000_000

pytestmark = pytest.mark.skipif(not (CHECKOUT / "README.md").is_file(), reason="the papers stay in the checkout")


def text(paper: str) -> str:
    return (CHECKOUT / paper).read_text(encoding="utf-8")


def code(paper: str) -> str:
    """What stands in backquotes, in line or in blocks."""
    return "\n".join(re.findall(r"```.*?```|`[^`]+`", text(paper), re.DOTALL))


def calls(paper: str) -> Iterator[tuple[str, list[str]]]:
    """Each call of the companion: its command, and the options said with it."""
    for line in code(paper).splitlines():
        for command, rest in re.findall(r"(?:^|[`| /])companion ([a-z]+)\b([^`|]*)", line.removeprefix("$ ")):
            yield command, re.findall(r"(?<![\w-])--[a-z-]+", rest.partition("   ")[0])


def links(paper: str) -> list[str]:
    """Paths that a paper links to or shows; addresses and places within the page left out."""
    targets = re.findall(r"\]\(([^)#\s]+)", text(paper))
    return [target for target in targets if "://" not in target]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_command_and_option_named_is_one_of_the_companions(
    paper: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command, options in calls(paper):
        assert command in COMMANDS
        helped = help_of(command, capsys)
        assert [option for option in options if option not in helped] == [], command


def help_of(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main([command, "--help"]) == 0
    return capsys.readouterr().out


def test_the_readme_shows_every_command() -> None:
    assert set(COMMANDS) - {command for command, _ in calls("README.md")} == set()


@pytest.mark.parametrize("paper", PAPERS)
def test_links_and_pictures_are_there(paper: str) -> None:
    home = (CHECKOUT / paper).parent
    assert [target for target in links(paper) if not (home / target).exists()] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_make_targets_are_there(paper: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)", code(paper))) - targets == set()


def test_pictures_are_shown_and_small() -> None:
    pictures = [picture for folder in PICTURES for picture in (CHECKOUT / folder).iterdir()]
    shown = {((CHECKOUT / paper).parent / target).resolve() for paper in PAPERS for target in links(paper)}
    assert [str(picture) for picture in pictures if picture not in shown] == []
    assert sum(picture.stat().st_size for picture in pictures) < PICTURES_AT_MOST


def test_the_house_names_the_layers_that_the_check_holds() -> None:
    contracts = tomllib.loads(text("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    held = [re.findall(r"[a-z.]+", layer) for contract in contracts for layer in contract.get("layers", [])]
    rows = re.findall(r"^\| (`[^|]+) \|", text("companion/README.md"), re.MULTILINE)
    assert [sorted(re.findall(r"`([a-z.]+)`", row)) for row in rows] == [sorted(layer) for layer in held]


def test_modules_that_the_papers_name_are_there() -> None:
    named = {name for paper in PAPERS for name in re.findall(r"`(companion(?:\.[a-z_]+)+)`", text(paper))}
    homes = [CHECKOUT.joinpath(*name.split(".")) for name in sorted(named)]
    assert [str(home) for home in homes if not (home.is_dir() or home.with_suffix(".py").is_file())] == []


def test_no_paper_leads_out_of_the_checkout() -> None:
    assert [paper for paper in (*PAPERS, "CHANGELOG.md") if re.search(r"/work/|\.\./shared", text(paper))] == []


def test_the_changelog_opens_with_what_is_not_released_yet() -> None:
    assert re.findall(r"^## (.+)$", text("CHANGELOG.md"), re.MULTILINE)[0] == "Unreleased"
