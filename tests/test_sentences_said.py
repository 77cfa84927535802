"""What people are told is said by `say`, so that it is collected and can be said in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TELL = {"Refused": 0, "NotAllowed": 0, "CameraError": 0, "CameraAway": 0, "NoPins": 0, "Unteachable": 0}
SHOWN = {"Asked": 1, "Alarm": 1, "Device": 1, "DeviceState": 2, "Judged": 2, "Lying": 2, ".decline": 0, ".warn": 1}
TO_THE_TERMINAL = (
    "commands",
    "measure",
    "hardware/doctor",
    "models/teaching.py",
    "wiring/gridcam.py",
    "models/__main__",
)
"""Who speaks to the terminal only, which stays English."""


def spoken_to_people(tree: ast.AST) -> Iterator[ast.Call]:
    """The calls whose text ends on a page."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) in TELL | SHOWN:
            yield node


def name_of(call: ast.Call) -> str:
    """What is called; of a method with a dot before it."""
    if isinstance(call.func, ast.Attribute):
        return f".{call.func.attr}"
    return call.func.id if isinstance(call.func, ast.Name) else ""


def is_bare(text: ast.expr) -> bool:
    """Whether this is a text with words in it, and no sentence."""
    if isinstance(text, ast.Constant):
        return isinstance(text.value, str) and bool(text.value)
    if isinstance(text, ast.IfExp):
        return is_bare(text.body) or is_bare(text.orelse)
    return isinstance(text, ast.JoinedStr | ast.BinOp)


def bare_in(source: str) -> list[int]:
    """The lines on which people are told a bare text."""
    found = []
    for call in spoken_to_people(ast.parse(source)):
        at = (TELL | SHOWN)[name_of(call)]
        told = [*call.args[at : at + 1], *(word.value for word in call.keywords if word.arg == "say")]
        found += [call.lineno for text in told if is_bare(text)]
    return found


def test_a_bare_text_is_found() -> None:
    assert bare_in('raise Refused("No.")\nraise Refused(say("No."))\nAlarm("what", f"{x} is.", 1.0)\nRefused(why)') == [
        1,
        3,
    ]


@cache
def sources() -> dict[str, str]:
    """The rooms' modules, by their path."""
    paths = sorted(path for room in ("companion", "hardware", "models", "web") for path in (ROOT / room).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_whoever_tells_people_something_says_it() -> None:
    heard = re.compile("|".join(name.strip(".") for name in TELL | SHOWN))
    modules = {path: source for path, source in sources().items() if heard.search(source) and not is_for_terminal(path)}
    assert {path: lines for path, source in modules.items() if (lines := bare_in(source))} == {}


def is_for_terminal(path: str) -> bool:
    """Whether this module's words stay on the terminal."""
    return any(part in path for part in TO_THE_TERMINAL) and path != "companion/commands/safely.py"


def test_a_pattern_is_a_text_that_can_be_collected() -> None:
    """Not one put together first: that would be translated by nobody."""
    assert {path: lines for path, source in sources().items() if (lines := uncollected(source))} == {}


def uncollected(source: str) -> list[int]:
    """The lines on which a pattern is no text as it stands."""
    if "companion.sentences import" not in source:
        return []
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls if any(not isinstance(text, ast.Constant) for text in patterns(call))]


def patterns(call: ast.Call) -> list[ast.expr]:
    """What is to be collected of a call."""
    return call.args[: {"say": 1, "say_number": 2}.get(name_of(call).strip("."), 0)]


def test_a_pattern_put_together_is_found() -> None:
    source = 'from companion.sentences import say\nsay(f"{x}")\nsay("a" + x)\nsay("a")\nsay_number(\n"a", b, 2)'
    assert uncollected(source) == [2, 3, 5]


def test_the_pages_scripts_have_no_words_of_their_own() -> None:
    found = {}
    for path in sorted((ROOT / "web" / "static").glob("*.js")):
        code = re.sub(
            r"(^|\s)//.*|(?:querySelector(?:All)?|closest|matches)\([^)]*\)", "", path.read_text(encoding="utf-8")
        )
        texts = re.findall(r"'([^'#.][^'\n]*)'|`([^`]*)`", code)
        if words := [
            one or other for one, other in texts if re.search(r"[A-Za-z’]{2,} [a-z]{2,}|[A-Z][a-z]+[.?:]", one or other)
        ]:
            found[path.name] = words
    assert found == {}
