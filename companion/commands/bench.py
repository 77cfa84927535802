"""`companion bench`: sight measured on drawn arrivals and on recordings, with its yardsticks in the same run."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.measure.judge import Judged
    from companion.measure.replay import Replayed
    from models.edition import Edition

EXAMPLE = "companion bench --arrivals 440 --seed 3"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument(
        "recordings", nargs="*", type=Path, metavar="RECORDING", help="recordings with truth, read as well"
    )
    parser.add_argument("--deck", help="a taught deck's name or folder (default: lantern, and for a recording its own)")
    parser.add_argument("--style", help="teach and read a deck drawn in this style, one that was never tuned on")
    parser.add_argument(
        "--arrivals", type=int, default=176, metavar="N", help="how many to draw (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="odd seeds judge, even ones are for tuning (default: %(default)s)"
    )
    parser.add_argument(
        "--live", action="store_true", help="measure the whole live program instead: page, phone, processor, memory"
    )
    parser.add_argument(
        "--actions", type=int, default=30, metavar="N", help="with --live: so many are timed (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="a JSON object instead of tables")


def run(args: argparse.Namespace) -> int:
    """Prints what was measured; 1 where any card was named wrongly."""
    import cv2

    from companion.measure.report import counted
    from companion.wiring.decks import find_deck, styled_deck

    cv2.setNumThreads(1)
    edition = styled_deck(args.style) if args.style else find_deck(args.deck or "lantern")
    if args.live:
        return _live(edition, args)
    judgements = _judge(edition, args)
    replays = _replay(args.recordings, args.deck)
    ratios = _ratios(edition, judgements, args.seed) if judgements else {}
    if args.json:
        print(json.dumps(_object(edition, args, judgements, replays, ratios)))
    else:
        _print(edition, args, judgements, replays, ratios)
    wrong = counted(judgements).wrong + sum(one.wrong for one in replays)
    return 1 if wrong else 0


def _live(edition: Edition, args: argparse.Namespace) -> int:
    """The whole program; 1 where it isn't as fast, or as small, as it is to be."""
    from companion.measure.living import measured, sentences

    living = measured(edition, args.actions, args.seed)
    if args.json:
        print(json.dumps(living.figures))
    else:
        print(*sentences(living), sep="\n")
    return 0 if living.is_as_it_should_be else 1


def _judge(edition: Edition, args: argparse.Namespace) -> list[Judged]:
    from tqdm import tqdm

    from companion.measure.arrivals import arrivals
    from companion.measure.judge import judged

    reader = edition.reader()
    drawn = arrivals(args.seed, args.arrivals, edition.plates, edition.card_mm)
    shown = tqdm(drawn, total=args.arrivals, disable=not sys.stderr.isatty(), unit="card")
    return [judged(reader, edition.card_mm, arrival) for arrival in shown]


def _replay(folders: Sequence[Path], deck: str | None) -> list[Replayed]:
    from companion.measure.replay import replayed

    return [replayed(folder, deck) for folder in folders]


def _ratios(edition: Edition, judgements: Sequence[Judged], seed: int) -> dict[str, float]:
    """An idle frame to a full-size difference, and reading a card to whole-frame ORB: this run, this machine."""
    from companion.eyes.eyes import Eyes
    from companion.measure.arrivals import arrivals
    from companion.measure.floors import difference_floor, idle_frame, whole_frame_orb
    from companion.measure.report import stages

    took = stages(judgements)
    first = next(arrivals(seed, 1, edition.plates, edition.card_mm))
    idle = idle_frame(Eyes(edition.reader(), edition.card_mm), first.after)
    return {
        "idle frame / absdiff and threshold": round(idle / difference_floor([first.before, first.after]), 2),
        "whole-frame ORB / reading a card": round(
            whole_frame_orb(first.after, edition.plates) / took.get("read", 1.0), 2
        ),
    }


def _object(
    edition: Edition,
    args: argparse.Namespace,
    judgements: Sequence[Judged],
    replays: Sequence[Replayed],
    ratios: dict[str, float],
) -> dict[str, object]:
    from dataclasses import asdict

    from companion.measure.report import by_disturbance, confusions, counted, stages

    return {
        "deck": edition.name,
        "seed": args.seed,
        "all": asdict(counted(judgements)),
        "disturbances": {name: asdict(counts) for name, counts in by_disturbance(judgements).items()},
        "confusions": confusions(judgements),
        "milliseconds": stages(judgements),
        "ratios": ratios,
        "recordings": [asdict(one) for one in replays],
    }


def _print(
    edition: Edition,
    args: argparse.Namespace,
    judgements: Sequence[Judged],
    replays: Sequence[Replayed],
    ratios: dict[str, float],
) -> None:
    from companion.measure.report import confusions, sentences, stages

    if judgements:
        print(f"Drawn arrivals, one look each: deck {edition.name}, seed {args.seed}, 1280 x 720, one thread.")
        print(*sentences(judgements), sep="\n")
        print("Confusions: " + (", ".join(f"{k} ({n})" for k, n in confusions(judgements).items()) or "none") + ".")
        print("Milliseconds, median: " + ", ".join(f"{k} {v:g}" for k, v in stages(judgements).items()) + ".")
        print("Ratios in this run: " + ", ".join(f"{k} {v:g}" for k, v in ratios.items()) + ".")
    for one in replays:
        print(f"{one.name}: {one.right} of {one.cards} cards right, {one.wrong} wrong, {one.asked} asked; ", end="")
        print(f"final state {'as it should be' if one.same_end else 'differs'}; {one.ms_a_frame:.1f} ms a frame.")
