"""In which language a phone is spoken to: the one switched to on it, else its browser's, else English.

Law: sentences are made once and in English (`companion.sentences`); only here, when a template shows one or an answer
is told, does it become another language's, by the catalogue `languages/<code>/LC_MESSAGES/messages.po` (`.mo` is what
is read). What has no translation stays English, and the check fails on it. Keys, codes and addresses have no language.
"""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask, Response, g, has_app_context, has_request_context, request
from flask_babel import Babel, format_decimal, get_domain, get_locale
from markupsafe import Markup, escape

from companion.sentences import Capital, Sentence, joined, say, say_number
from web.answers import A_YEAR_S, back_to, gone_to
from web.words import isolated

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "ro": "Română", "ko": "한국어"}
"""Each language in its own name; English needs no catalogue."""

COOKIE = "language"
_FOLDER = Path(__file__).parent / "languages"
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
    app.jinja_env.filters.update(spoken=spoken, with_marks=with_marks)
    app.jinja_env.globals.update(
        say=say,
        say_number=say_number,
        joined=joined,
        capital=Capital,
        bold=bold,
        languages=LANGUAGES,
        language=_language,
        direction=_direction,
    )
    app.register_blueprint(_switch())


def spoken(text: object) -> str:
    """A sentence in this request's language, its parts too; any other text as it is."""
    if not isinstance(text, Sentence):
        return str(text)
    shown = _pattern(text).format_map({name: _part(part) for name, part in text.parts.items()})
    return shown[:1].upper() + shown[1:] if isinstance(text, Capital) else shown


def with_marks(text: object) -> Markup:
    """The same as HTML: what is HTML among its parts stays so, all else is escaped."""
    if not isinstance(text, Sentence):
        return escape(text)
    parts = {name: with_marks(part) if isinstance(part, Sentence) else _part(part) for name, part in text.parts.items()}
    return escape(_pattern(text)).format(**parts)


def bold(text: object) -> Markup:
    """A part of a sentence in bold."""
    return Markup("<b>{}</b>").format(with_marks(text))


def _pattern(text: Sentence) -> str:
    if not has_app_context():
        return text.pattern if text.plural is None or text.number == 1 else text.plural
    if "catalogue" not in g:  # looked for once a request: a page says some hundred sentences
        g.catalogue = get_domain().get_translations()
    found = g.catalogue.ugettext(text.pattern) if text.plural is None else _of_number(text, text.plural)
    return str(found)


def _of_number(text: Sentence, plural: str) -> object:
    return g.catalogue.ungettext(text.pattern, plural, text.number)


def _part(part: object) -> object:
    match part:
        case Sentence():
            return spoken(part)
        case float():
            return format_decimal(part)
        case Markup():
            return part
        case str():
            return isolated(part)
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
        back = gone_to(back_to(request.form.get("back", "/")))
        if (code := request.form.get("language", "")) in LANGUAGES:
            back.set_cookie(COOKIE, code, max_age=A_YEAR_S, samesite="Strict")
        return back

    return switch
