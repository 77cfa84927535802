"""In which language a phone is spoken to: the one switched to on it, else its browser's, else English.

Law: sentences are made once and in English (`companion.sentences`); only here, when a template shows one or an answer
is told, does it become another language's, by the catalogue `languages/<code>/LC_MESSAGES/messages.po` (`.mo` is what
is read). What has no translation stays English, and the check fails on it. Keys, codes and addresses have no language.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, has_request_context, redirect, request
from flask_babel import Babel, format_decimal, get_locale, gettext, ngettext

from companion.sentences import Sentence, say, say_number

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "ro": "Română", "ko": "한국어"}
"""Each language in its own name; English needs no catalogue."""

COOKIE = "language"
_FOLDER = Path(__file__).parent / "languages"
_A_YEAR_S = 365 * 24 * 3600
_FROM_THE_RIGHT = ("ar", "fa", "he", "ur")


def chosen_language() -> str:
    """The code of this request's language: the cookie's, else the best that the browser accepts, else `en`."""
    if not has_request_context():
        return "en"
    switched_to = request.cookies.get(COOKIE)
    if switched_to in LANGUAGES:
        return switched_to
    return request.accept_languages.best_match(list(LANGUAGES), default="en")


def speak(app: Flask) -> None:
    """Gives an application its languages: templates have `say` and `say_number`, and speak each sentence they show."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(_FOLDER)
    Babel(app, locale_selector=chosen_language)
    app.jinja_env.finalize = _shown
    app.jinja_env.filters["spoken"] = spoken
    app.jinja_env.globals.update(
        say=say, say_number=say_number, languages=LANGUAGES, language=_language, direction=_direction
    )
    app.register_blueprint(_switch())


def spoken(text: object) -> str:
    """A sentence in this request's language, its parts too; any other text as it is."""
    if not isinstance(text, Sentence):
        return str(text)
    pattern = gettext(text.pattern) if text.plural is None else ngettext(text.pattern, text.plural, text.number)
    shown: str = pattern.format_map({name: _part(part) for name, part in text.parts.items()})
    return shown


def _part(part: object) -> object:
    match part:
        case Sentence():
            return spoken(part)
        case float():
            return format_decimal(part)
        case _:
            return part


def _shown(value: object) -> object:
    return spoken(value) if isinstance(value, Sentence) else value


def _language() -> str:
    return str(get_locale() or "en")


def _direction() -> str:
    return "rtl" if _language().partition("_")[0] in _FROM_THE_RIGHT else "ltr"


def _switch() -> Blueprint:
    switch = Blueprint("language", __name__)

    @switch.post("/language")
    def switch_language() -> Response:
        """One phone's choice: nothing of the table changes, so no PIN is asked."""
        back = redirect(_back(request.form.get("back", "/")), 303)
        if (code := request.form.get("language", "")) in LANGUAGES:
            back.set_cookie(COOKIE, code, max_age=_A_YEAR_S, samesite="Strict")
        return Response(back.get_data(), back.status_code, back.headers)

    return switch


def _back(address: str) -> str:
    """A page of this table, never another site's."""
    parts = urlsplit(address.replace("\\", "/"))
    path = "/" + parts.path.lstrip("/")
    return f"{path}?{parts.query}" if parts.query else path
