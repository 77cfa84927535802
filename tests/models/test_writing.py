"""A deck's folder is written whole or not at all."""

import pytest

from models.writing import NoRoom, replacing


def write_deck(folder, word):
    (folder / "faces").mkdir()
    (folder / "faces" / "R1.png").write_text(word)
    (folder / "deck.toml").write_text(word)


@pytest.fixture
def deck(tmp_path):
    folder = tmp_path / "decks" / "tin"
    with replacing(folder) as fresh:
        write_deck(fresh, "old")
    return folder


def word_of(deck):
    assert [path.name for path in deck.parent.iterdir()] == [deck.name]  # nothing is left beside it
    return (deck / "deck.toml").read_text()


def test_a_complete_deck_takes_the_old_one_s_place(deck):
    with replacing(deck) as fresh:
        write_deck(fresh, "new")
        assert (deck / "deck.toml").read_text() == "old"
    assert word_of(deck) == "new"


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "decks" / "tin").mkdir(parents=True)
    with replacing(tmp_path / "decks" / "tin") as fresh:
        write_deck(fresh, "new")
    assert word_of(tmp_path / "decks" / "tin") == "new"


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, ValueError])
def test_whatever_goes_wrong_the_old_deck_stays(trouble, deck):
    with pytest.raises(trouble), replacing(deck) as fresh:  # noqa: PT012
        write_deck(fresh, "half")
        raise trouble
    assert word_of(deck) == "old"


def test_a_full_disk_is_told_and_the_old_deck_stays(deck):
    with (
        pytest.raises(NoRoom, match=r"can't be written \(No space left on device\): nothing has changed there"),
        replacing(deck),
    ):
        raise OSError(28, "No space left on device")
    assert word_of(deck) == "old"


def test_a_place_that_can_t_be_taken_gives_the_old_deck_back(deck):
    with pytest.raises(NoRoom, match="nothing has changed there"), replacing(deck) as fresh:
        fresh.rmdir()  # nothing is there to take its place
    assert word_of(deck) == "old"


def test_a_link_to_a_deck_stays_a_link(deck, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(deck)
    with replacing(link) as fresh:
        write_deck(fresh, "new")
    assert (link.is_symlink(), word_of(deck)) == (True, "new")


@pytest.mark.parametrize("name", ["notes.txt", "faces/diary.txt"])
def test_a_deck_to_which_somebody_added_something_is_refused(name, deck):
    (deck / name).write_text("mine")
    with pytest.raises(NoRoom, match=f"holds {name}, which is no part of a taught deck"), replacing(deck):
        pass
    assert (deck / name).read_text() == "mine"


def test_a_file_in_the_way_is_refused(tmp_path):
    (tmp_path / "tin").write_text("mine")
    with pytest.raises(NoRoom, match="is a file: name a folder"), replacing(tmp_path / "tin"):
        pass
    assert (tmp_path / "tin").read_text() == "mine"
