"""`companion bench`: sight measured on drawn arrivals, photos, recordings and situations, with its yardsticks in the
same run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from companion.measure.judge import Judged
    from companion.measure.trial import Trial
    from models.edition import Edition

T = TypeVar("T")
EXAMPLE = "companion bench --arrivals 352 --seed 3"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said after the command's name."""
    parser.add_argument(
        "folders",
        nargs="*",
        type=Path,
        metavar="FOLDER",
        help="recordings with truth, or folders of photos named by their card (R1_0.jpg, R1_1.jpg, ...), read as well",
    )
    parser.add_argument("--deck", help="a taught deck's name or folder (default: lantern, and for a folder its own)")
    parser.add_argument("--style", help="teach and read a deck drawn in this style, one that was never tuned on")
    parser.add_argument(
        "--arrivals", type=int, metavar="N", help="how many to draw (default: 192, none where something else is asked)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="odd seeds judge, even ones are for tuning (default: %(default)s)"
    )
    parser.add_argument(
        "--situations", type=int, default=0, metavar="N", help="play each situation N times on drawn tables, too"
    )
    parser.add_argument("--results", type=Path, metavar="FILE", help="go on with a long trial, kept in this file")
    parser.add_argument(
        "--minutes", type=float, default=9.0, help="with --results: how long to go on (default: %(default)g)"
    )
    parser.add_argument(
        "--processes", type=int, default=2, help="with --results: how many at a time (default: %(default)s)"
    )
    parser.add_argument(
        "--taught-from", metavar="A-B", default="0-4", help="photos, from 0: teach from each card's first good one"
    )
    parser.add_argument(
        "--photos", metavar="A-B", default="5-99", help="photos, from 0: read these (default: %(default)s)"
    )
    parser.add_argument(
        "--live", action="store_true", help="measure the whole live program instead: page, phone, processor, memory"
    )
    parser.add_argument(
        "--appliance", action="store_true", help="measure what the program costs a small machine: start, idle, memory"
    )
    parser.add_argument("--pages", action="store_true", help="time the server on each page of a long game")
    parser.add_argument(
        "--actions", type=int, default=30, metavar="N", help="with --live: so many are timed (default: %(default)s)"
    )
    parser.add_argument(
        "--rules", action="store_true", help="time the rules on games of 50 to 400 actions, undo and corrections too"
    )
    parser.add_argument("--json", action="store_true", help="JSON objects, one a line, instead of tables")


def run(args: argparse.Namespace) -> int:
    """Prints what was measured; 1 where any card was named wrongly."""
    import cv2

    from companion.wiring.decks import find_deck, styled_deck

    cv2.setNumThreads(1)
    if args.live:
        return _live(styled_deck(args.style) if args.style else find_deck(args.deck or "lantern"), args)
    if args.appliance:
        return _appliance(find_deck(args.deck or "lantern"), args)
    wrong = (_rules(args) if args.rules else 0) + (_pages(args) if args.pages else 0)
    is_asked = args.folders or args.situations or args.rules or args.pages
    count = args.arrivals if args.arrivals is not None else 0 if is_asked else 192
    if count or args.situations:
        edition = styled_deck(args.style) if args.style else find_deck(args.deck or "lantern")
        wrong += _arrivals(edition, count, args) if count else 0
        wrong += _situations(edition, args) if args.situations else 0
    for folder in args.folders:
        wrong += _recording(folder, args) if (folder / "recording.json").exists() else _photos(folder, args)
    return 1 if wrong else 0


# ---- drawn arrivals


def _arrivals(edition: Edition, count: int, args: argparse.Namespace) -> int:
    """How many were named wrongly, in one look or in several."""
    from companion.measure.report import single, voted
    from companion.measure.strangers import strange_cards
    from companion.measure.tell import arrival_lines, arrival_sentences
    from companion.measure.trial import Trial

    trial = Trial(edition, args.seed, strange_cards(edition.name))
    judgements = _more(trial, count, args) if args.results else list(_bar(trial.judge(edition.reader(), count), count))
    ratios = _ratios(edition, judgements, args.seed)
    if args.json:
        _print_lines(arrival_lines(edition.name, args.seed, judgements, ratios))
    else:
        print(*arrival_sentences(edition.name, args.seed, judgements, ratios), sep="\n")
    several = voted(judgements)
    return single(judgements).wrong + (several.wrong if several is not None else 0)


def _more(trial: Trial, count: int, args: argparse.Namespace) -> list[Judged]:
    """All that is in the file after going on for a while."""
    from companion.measure.trial import continued, kept

    done = len(kept(args.results, trial))
    for _ in _bar(continued(trial, args.results, count, args.minutes, args.processes), max(0, count - done)):
        pass
    return kept(args.results, trial)[:count]


def _ratios(edition: Edition, judgements: Sequence[Judged], seed: int) -> dict[str, float]:
    """An idle frame to a full-size difference, and reading a card to whole-frame ORB: this run, this machine."""
    from companion.eyes.eyes import Eyes
    from companion.measure.arrivals import arrivals
    from companion.measure.floors import idle_figures, whole_frame_orb
    from companion.measure.report import stages

    took = stages(judgements)
    first = next(arrivals(seed, 1, edition.plates, edition.card_mm))
    return {
        **idle_figures(lambda: Eyes(edition.reader(), edition.card_mm), first.after),
        "whole-frame ORB / reading a card": round(
            whole_frame_orb(first.after, edition.plates) / took.get("read", 1.0), 2
        ),
    }


# ---- situations, recordings, photos, the live program


def _situations(edition: Edition, args: argparse.Namespace) -> int:
    from companion.measure.situations import SITUATIONS
    from companion.measure.staging import House
    from companion.measure.tell import situation_lines, situation_sentences

    house = House(edition)
    plays = [(situation, 2 * n + args.seed) for n in range(args.situations) for situation in SITUATIONS]
    found = [house.play(situation, seed) for situation, seed in _bar(plays, len(plays))]
    if args.json:
        _print_lines(situation_lines(edition.name, found))
    else:
        print(*situation_sentences(edition.name, args.seed, found), sep="\n")
    return sum(one.outcome.value == "wrong" for one in found)


def _recording(folder: Path, args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from companion.measure.replay import replayed

    one = replayed(folder, args.deck)
    if args.json:
        _print_lines([{"what": "recording", **asdict(one)}])
    else:
        print(f"{one.name}: {one.right} of {one.cards} cards right, {one.wrong} wrong, {one.asked} asked; ", end="")
        print(f"final state {'as it should be' if one.same_end else 'differs'}; {one.ms_a_frame:.1f} ms a frame.")
    return one.wrong


def _photos(folder: Path, args: argparse.Namespace) -> int:
    from companion.measure.labelled import photos_by_card, read_photos, taught_from
    from companion.measure.report import single
    from companion.measure.tell import photo_lines, photo_sentences
    from companion.wiring.decks import find_deck

    photos = photos_by_card(folder)
    edition, used = (
        (find_deck(args.deck), frozenset()) if args.deck else taught_from(photos, _numbers(args.taught_from))
    )
    numbers = [number for number in _numbers(args.photos) if number < photos.most]
    many = sum(1 for _, path in photos.numbered(numbers) if path not in used)
    judgements = list(_bar(read_photos(edition, photos, numbers, used), many))
    if args.json:
        _print_lines(photo_lines(folder.name, edition.name, judgements))
    else:
        print(*photo_sentences(folder.name, sorted(path.name for path in used), judgements), sep="\n")
    return single(judgements).wrong


def _live(edition: Edition, args: argparse.Namespace) -> int:
    """The whole program; 1 where it isn't as fast, or as small, as it is to be."""
    from companion.measure.living import measured, sentences

    living = measured(edition, args.actions, args.seed)
    if args.json:
        _print_lines([living.figures])
    else:
        print(*sentences(living), sep="\n")
    return 0 if living.is_as_it_should_be else 1


def _appliance(edition: Edition, args: argparse.Namespace) -> int:
    """What a small machine bears; 1 where it is more than it should be."""
    from companion.measure.appliance import measured, sentences

    appliance = measured(edition)
    if args.json:
        _print_lines([appliance.figures])
    else:
        print(*sentences(appliance), sep="\n")
    return 0 if appliance.is_as_it_should_be else 1


def _pages(args: argparse.Namespace) -> int:
    """The server's time on each page; 1 where one takes longer than it should."""
    from companion.measure import pages

    measured = pages.costs()
    if args.json:
        _print_lines(pages.lines(measured))
    else:
        print(*pages.sentences(measured), sep="\n")
    return 0 if pages.are_as_they_should_be(measured) else 1


def _rules(args: argparse.Namespace) -> int:
    """The rules' speed; 1 where a step costs more in a long game than in a short one."""
    from companion.measure import rules_speed

    measured = rules_speed.costs()
    if args.json:
        _print_lines(rules_speed.lines(measured))
    else:
        print(*rules_speed.sentences(measured), sep="\n")
    return int(max(rules_speed.growth(measured).values()) > rules_speed.MOST_GROWTH)


def _numbers(said: str) -> range:
    """`3` or `0-4`, ends included. Raises Unreadable."""
    from companion.errors import Unreadable

    first, _, last = said.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()):
        raise Unreadable(f"{said!r} names no photos: write a number from 0, or two like 0-4.")
    return range(int(first), int(last or first) + 1)


def _bar(steps: Iterable[T], total: int) -> Iterator[T]:
    from tqdm import tqdm

    yield from tqdm(steps, total=total, disable=not sys.stderr.isatty())


def _print_lines(lines: Iterable[Mapping[str, object]]) -> None:
    import json

    for line in lines:
        print(json.dumps(line))
