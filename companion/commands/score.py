"""`companion score`: the final-score calculator."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping

EXAMPLE = "companion score 5 3 4 1 3"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument("tops", nargs="+", metavar="TOP", help="the rank on top of each pile: 5 3 4 1 3, or R5 Y3 ...")
    parser.add_argument("--edition", default="rr2013", help="whose words rate the score (default: %(default)s)")
    parser.add_argument("--variant", action="append", default=[], help="a variant played; may be said again")
    parser.add_argument("--lost", action="store_true", help="the third misplay ended the game")
    parser.add_argument("--json", action="store_true", help="a JSON object instead of a sentence")


def run(args: argparse.Namespace) -> int:
    """Prints score, perfect score and rating."""
    from companion.scoring import score_tops

    found = score_tops(args.tops, args.edition, tuple(args.variant), lost=args.lost)
    print(json.dumps(found) if args.json else _sentence(found, lost=args.lost))
    return 0


def _sentence(found: Mapping[str, object], *, lost: bool) -> str:
    score, rating = found["score"], found["rating"]
    if score is None:
        return "The game is lost and not counted." if lost else "Such a game is won or not won: no points are counted."
    return f"{score} of {found['perfect']} points{f': {rating}' if rating else ''}."
