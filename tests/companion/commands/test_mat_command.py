"""`companion mat` as it is called."""

import pytest

from companion.cli import main


def test_the_markers_fit_on_one_sheet(tmp_path, capsys):
    out = tmp_path / "mat.pdf"
    assert main(["mat", str(out)]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: 1 sheet of a4. Print at 100 %")
    assert out.read_bytes().startswith(b"%PDF")
    assert [path.name for path in tmp_path.iterdir()] == ["mat.pdf"]


@pytest.mark.parametrize(("paper", "count"), [("a4", 12), ("a3", 8), ("letter", 12)])
def test_the_whole_mat_takes_as_many_sheets_as_it_must(paper, count, tmp_path, capsys):
    assert main(["mat", str(tmp_path / "mat.pdf"), "--zones", "--paper", paper]) == 0
    assert f": {count} sheets of {paper}." in capsys.readouterr().out


def test_the_same_call_writes_the_same_bytes(tmp_path):
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    assert main(["mat", str(one)]) == main(["mat", str(other)]) == 0
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mat.pdf", "--size", "big"], "'big' is no mat's size"),
        (["mat.pdf", "--size", "nanx500"], "'nanx500' is no mat's size"),
        (["mat.pdf", "--size", "600x400", "--zones"], "The zones need a mat of 760 x 485 mm, and this is 600 x 400"),
        (["notes.txt"], "name a file that ends in .pdf, not 'notes.txt'"),
        (["nowhere/mat.pdf"], "nowhere/mat.pdf can't be written (No such file or directory): name another file."),
    ],
)
def test_a_mat_that_can_t_be_is_told_and_nothing_is_written(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["mat", *words]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
