"""The command line: which command is meant, what is said when it can't be, and with which exit status."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.cli import COMMANDS, main

BESIDE_THE_ROOM = Path(companion.__file__).parents[1]  # the checkout, or site-packages when the wheel is under test
SETUP = '{"setup": {"players": 3}}\n'


def complaint(capsys):
    """What stderr says: one sentence, or the test fails."""
    said = capsys.readouterr().err
    assert said.startswith("companion: ")
    assert said.endswith(".\n")
    assert said.count("\n") == 1
    return said.removeprefix("companion: ").strip()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command, capsys):
    assert main([command, "--help"]) == 0
    said = capsys.readouterr().out
    assert "example:" in said
    assert f"companion {command}" in said.split("example:")[1]


def test_a_library_that_does_not_fit_is_one_sentence_that_names_the_doctor(capsys, monkeypatch):
    from companion.commands import score

    def wanting(args):
        raise ImportError("numpy.core.multiarray failed to import\n\nIMPORTANT: PLEASE READ THIS")

    monkeypatch.setattr(score, "run", wanting)
    assert main(["score", "5"]) == 2
    assert complaint(capsys) == (
        "A library can't be loaded (numpy.core.multiarray failed to import): companion doctor says the mend."
    )


def test_help_lists_every_command(capsys):
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in COMMANDS)


def test_the_version_is_told(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"companion {companion.__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "required: COMMAND"),
        (["wach"], "invalid choice: 'wach'"),
        (["watch"], "required: SOURCE"),
        (["score", "5", "--loud"], "unrecognized arguments: --loud"),
        (["teach", "tin"], "--from --camera is required"),
        (["mat", "x.pdf", "--paper", "a9"], "invalid choice: 'a9'"),
    ],
)
def test_a_wrong_call_is_told_in_one_sentence_that_names_the_help(words, said, capsys):
    assert main(words) == 2
    told = complaint(capsys)
    assert said in told
    assert "--help shows how" in told


def test_a_command_s_name_may_be_an_argument_of_another(capsys):
    assert main(["score", "watch"]) == 2
    assert "'watch' is no top of a pile" in complaint(capsys)


def test_a_folder_where_a_file_is_wanted_is_told_by_its_name(tmp_path, capsys):
    assert main(["referee", str(tmp_path)]) == 2
    assert complaint(capsys) == f"{tmp_path} can't be used: Is a directory."


def test_a_name_that_the_terminal_can_t_show_is_no_reason_to_fail(still, monkeypatch):
    path, _ = still()
    odd = path.rename(path.with_name("tablé.png"))
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert main(["recognise", str(odd)]) == 0
    assert b"tabl\\xe9.png: no card" in written.getvalue()


def companion_process(*words, **how):
    return subprocess.Popen([sys.executable, "-m", "companion", *words], cwd=BESIDE_THE_ROOM, text=True, **how)


def test_nobody_reading_any_more_is_no_error():
    pipe = subprocess.PIPE
    with companion_process("referee", "--json", stdin=pipe, stdout=pipe, stderr=pipe) as process:
        process.stdout.close()
        _, said = process.stdin.write(SETUP * 500), process.stdin.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_told_in_one_sentence():
    with (
        Path("/dev/full").open("w") as full,
        companion_process("score", "5", stdout=full, stderr=subprocess.PIPE) as process,
    ):
        said = process.stderr.read()
    assert (process.returncode, said) == (2, "companion: The system says: No space left on device.\n")


@pytest.mark.parametrize("said", [None, "2"])
def test_opencv_keeps_to_one_processor_whatever_the_command_unless_somebody_says_otherwise(monkeypatch, said):
    monkeypatch.delenv("OPENCV_FOR_THREADS_NUM", raising=False)
    if said is not None:
        monkeypatch.setenv("OPENCV_FOR_THREADS_NUM", said)
    asks = "import companion.cli, cv2; print(cv2.getNumThreads())"
    told = subprocess.run([sys.executable, "-c", asks], cwd=BESIDE_THE_ROOM, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == (said or "1")
