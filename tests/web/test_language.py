"""In which language a phone is spoken to."""

import pytest
from flask import Flask, render_template_string

from companion.sentences import Capital, say, say_number
from web.language import COOKIE, LANGUAGES, bold, chosen_language, speak, spoken, with_marks


@pytest.fixture
def app():
    made = Flask(__name__)
    speak(made)
    return made


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("fr", "fr"),
        ("ko-KR", "ko"),
        ("ro;q=0.4,pl;q=0.9", "ro"),
        ("pl", "en"),
        ("", "en"),
    ],
)
def test_the_browsers_wish_is_followed(app, accepted, code):
    with app.test_request_context(headers={"Accept-Language": accepted}):
        assert chosen_language() == code


def test_what_was_switched_to_comes_before_the_browsers_wish(app):
    answer = app.test_client().post("/language", data={"language": "ko", "back": "/history?before=3"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/history?before=3")
    assert answer.headers["Set-Cookie"].startswith(f"{COOKIE}=ko;")
    with app.test_request_context(headers={"Accept-Language": "de", "Cookie": f"{COOKIE}=ko"}):
        assert chosen_language() == "ko"


def test_no_such_language_changes_nothing(app):
    answer = app.test_client().post("/language", data={"language": "xx", "back": "/"})
    assert (answer.status_code, answer.headers.get("Set-Cookie")) == (303, None)


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "\\\\evil.example/", "/\\evil.example/"])
def test_the_way_back_stays_at_this_table(app, back):
    location = app.test_client().post("/language", data={"language": "de", "back": back}).headers["Location"]
    assert location.startswith("/")
    assert not location.startswith("//")
    assert "\\" not in location


@pytest.mark.parametrize("back", ["http://[bad", "//\u2100/history"])
def test_what_is_no_address_leads_to_the_scoreboard(app, back):
    answer = app.test_client().post("/language", data={"language": "de", "back": back})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_a_template_speaks_what_it_shows(app):
    with app.test_request_context():
        said = say("{who} wins.", who="<b>Ada</b>")
        assert render_template_string("{{ said }}", said=said) == "&lt;b&gt;Ada&lt;/b&gt; wins."
        assert render_template_string('{{ say_number("{n} card", "{n} cards", 2) }}') == "2 cards"


def test_numbers_are_written_as_the_language_writes_them(app):
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert spoken(say("{mean} in the mean", mean=17.5)).startswith("17,5")


def test_outside_of_a_request_english_is_spoken():
    assert spoken(say_number("{n} turn", "{n} turns", 3)) == "3 turns"
    assert "en" in LANGUAGES


def test_a_part_may_be_bold_and_all_else_is_escaped(app):
    with app.test_request_context():
        said = say("{n} of {most} {tokens}", n=bold(7), most=8, tokens=say("<Clocks>"))
        assert with_marks(said) == "<b>7</b> of 8 &lt;Clocks&gt;"
        assert with_marks(say("{who} wins.", who="<b>Ada</b>")) == "&lt;b&gt;Ada&lt;/b&gt; wins."


def test_a_beginning_is_written_with_a_capital(app):
    with app.test_request_context():
        assert spoken(Capital(say("{suit}: top of the pile", suit=say("red")))) == "Red: top of the pile"


def test_a_name_from_right_to_left_turns_no_sentence(app):
    with app.test_request_context():
        assert spoken(say("{who} wins.", who="שרה")) == "\u2068שרה\u2069 wins."
