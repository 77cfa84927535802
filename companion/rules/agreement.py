"""A setup as a JSON object, and back: what a table agreed on, with the edition's values for what it left open.

Law: strict like every reader here, and `read_setup(write_setup(s)) == s`.
"""

from __future__ import annotations

from companion.errors import ImpossibleSetup
from companion.rules.editions import DEFAULT_EDITION, EDITIONS
from companion.rules.fields import Fields
from companion.rules.options import DiscardAtFull, Loss, Options, Talk
from companion.rules.setup import Setup, default_options, refuse_clash
from companion.rules.variants import VARIANTS
from companion.sentences import say

_LONGEST_NAME = 40


def read_setup(value: object) -> Setup:
    """The setup of an object with `players` and, all optional, `starter`, `edition`, `variants`, `options`."""
    fields = Fields.of(value, "a setup")
    names = _read_names(fields)
    players = len(names) if names else fields.number("players")
    edition = fields.maybe_text("edition")
    variants = _read_variants(fields)
    setup = Setup(
        players=players,
        names=names,
        starter=fields.maybe_number("starter") or 0,
        edition=DEFAULT_EDITION if edition is None else edition,
        variants=variants,
        options=_read_options(fields, edition, variants),
    )
    fields.refuse_others()
    return setup


def write_setup(setup: Setup) -> dict[str, object]:
    """The object of a setup, every option written out."""
    return {
        "players": list(setup.names) if setup.names else setup.players,
        "starter": setup.starter,
        "edition": setup.edition,
        "variants": list(setup.variants),
        "options": write_options(setup.options),
    }


def write_options(options: Options) -> dict[str, object]:
    """The object of a table's options."""
    return {
        "zero_clue": options.zero_clue,
        "discard_at_full": options.discard_at_full.value,
        "loss": options.loss.value,
        "lose_on_lost_card": options.lose_on_lost_card,
        "talk": options.talk.value,
    }


def _read_names(fields: Fields) -> tuple[str, ...]:
    if not fields.is_list("players"):
        return ()
    names = tuple(fields.take("players", list))
    if not names:
        raise ImpossibleSetup(say("Hanabi is for 2 to 5 players: name them."))
    return tuple(_read_name(name) for name in names)


def _read_name(name: object) -> str:
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise ImpossibleSetup(say("Each player's name must be a text of letters."))
    if len(name.strip()) > _LONGEST_NAME:
        raise ImpossibleSetup(
            say(
                "A player's name may have {most} letters: shorten {name!r}...",
                most=_LONGEST_NAME,
                name=name.strip()[:12],
            )
        )
    return name.strip()


def _read_variants(fields: Fields) -> tuple[str, ...]:
    named = fields.maybe("variants", list) or []
    for name in named:
        if not isinstance(name, str):
            raise ImpossibleSetup(say("'variants' must be a list of texts."))
    refuse_clash(tuple(named))
    return tuple(name for name in VARIANTS if name in named)


def _read_options(fields: Fields, edition: str | None, variants: tuple[str, ...]) -> Options:
    known = edition if edition in EDITIONS else DEFAULT_EDITION
    default = default_options(known, variants)
    given = Fields(fields.maybe("options", dict) or {}, "the options")
    zero_clue, loses = given.maybe_flag("zero_clue"), given.maybe_flag("lose_on_lost_card")
    options = Options(
        zero_clue=default.zero_clue if zero_clue is None else zero_clue,
        discard_at_full=given.maybe_choice("discard_at_full", DiscardAtFull) or default.discard_at_full,
        loss=given.maybe_choice("loss", Loss) or default.loss,
        lose_on_lost_card=default.lose_on_lost_card if loses is None else loses,
        talk=given.maybe_choice("talk", Talk) or default.talk,
    )
    given.refuse_others()
    return options
