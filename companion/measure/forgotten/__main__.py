"""`python -m companion.measure.forgotten`: drawn games in which clues are never pressed, or up to 3 s late.

Each is played before a player who taps each question once, as it was; at the end the game is compared with the truth.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from companion.measure.forgotten.trial import FORGETFUL, Look, Outcome, Table, played
from companion.measure.forgotten.unpainted import Unpainted


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m companion.measure.forgotten", description=__doc__)
    parser.add_argument("--games", type=int, default=10, metavar="N", help="so many for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5], metavar="N", help="default: 2 3 4 5")
    parser.add_argument("--seed", type=int, default=1, help="the first game's; the next ones are 2 apart (default: 1)")
    parser.add_argument("--most", type=int, metavar="N", help="only the first so many actions of each game")
    parser.add_argument("--forgotten", type=float, default=0.05, metavar="X", help="share of clues (default: 0.05)")
    parser.add_argument("--late", type=float, default=0.10, metavar="X", help="share of presses (default: 0.10)")
    parser.add_argument("--pixels", action="store_true", help="through drawn frames and the real eyes: minutes a game")
    chosen = parser.parse_args()
    manners = replace(FORGETFUL, forget_share=chosen.forgotten, late_share=chosen.late)
    outcomes: list[Outcome] = []
    for players in chosen.players:
        for number in range(chosen.games):
            table = Table(chosen.seed + 2 * number, players, manners, most=chosen.most)
            outcomes.append(played(table, painted(table) if chosen.pixels else _unpainted(table)))
        for line in sentences([one for one in outcomes if one.table.players == players], f"{players} players"):
            print(line, flush=True)
    for line in sentences(outcomes, "all"):
        print(line)


def _unpainted(table: Table) -> Look:
    return Unpainted(np.random.default_rng((table.seed, 5))).look


def painted(table: Table) -> Look:
    """Frames painted of each scene, and the eyes that look at them at a table."""
    from companion.ports import Frame
    from companion.sight.sighting import Seen
    from companion.wiring.decks import find_deck
    from companion.wiring.watched import eyes_for
    from hardware.rehearsal.lens import Lens
    from hardware.rehearsal.light import Conditions
    from hardware.rehearsal.painter import Painter
    from hardware.rehearsal.scene import Scene

    edition = find_deck("lantern")
    rng = np.random.default_rng((table.seed, 77))
    lens = Lens.over(tilt_deg=float(rng.uniform(0, 8)), tilt_towards_deg=float(rng.uniform(0, 360)), k1=-0.02)
    painter = Painter(edition.plates, edition.card_mm, lens, Conditions.random(rng, 0.25), table.seed)
    eyes = eyes_for(edition)

    def look(scene: Scene, at: float, index: int) -> Seen:
        return eyes.look(Frame(painter.frame(scene, at), at, index))

    return look


def sentences(outcomes: Sequence[Outcome], name: str) -> Iterator[str]:
    """The figures, and the games that came out wrong."""

    def total(key: str) -> int:
        return sum(int(getattr(one, key)) for one in outcomes)

    right = sum(one.is_right for one in outcomes)
    yield (
        f"{name}: {right} of {len(outcomes)} games right; {total('actions')} actions, {total('dropped')} presses "
        f"dropped ({total('early')} of them before the second card), {total('late')} late; {total('taps')} taps, "
        f"{total('added')} clues added at the end, {total('false')} false questions, {total('others')} others."
    )
    for one in outcomes:
        if not one.is_right:
            yield f"  wrong: seed {one.table.seed}, {one.dropped} dropped, {one.early} early, {dict(one.differs)}"


if __name__ == "__main__":
    main()
