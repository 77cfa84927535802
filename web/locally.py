"""Dates and numbers as the reader's language writes them: filters for templates.

Law: nothing here is English; what a language has no way to write is passed over to Babel's own.
"""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_skeleton
from flask import Flask
from flask_babel import format_date, format_decimal, format_time, get_locale

from companion.sentences import Sentence, say


def locally(app: Flask) -> None:
    """Gives an application these filters."""
    app.jinja_env.filters.update(dated=dated, month=month, decimal=decimal)


def dated(when: datetime | None) -> Sentence:
    """Day and time; that the clock wasn't set, where there is none."""
    if when is None:
        return say("the clock wasn’t set")
    day, hour = format_date(when, "medium", rebase=False), format_time(when, "short", rebase=False)
    return say("{day}, {hour}", day=day, hour=hour)


def month(first: date) -> str:
    """The month of a day, with its year."""
    return str(format_skeleton("yMMMM", first, locale=get_locale()))


def decimal(number: float | None) -> str:
    """A number with one place at most; a dash for none."""
    return "–" if number is None else str(format_decimal(round(number, 1)))
