"""`python -m hardware.rehearsal OUT --faces FOLDER`: a drawn game as a recording that `companion watch` reads."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.pictures import read_picture
from hardware.rehearsal.lens import Lens
from hardware.rehearsal.light import Conditions
from hardware.rehearsal.manners import MANNERS
from hardware.rehearsal.painter import Painter
from hardware.rehearsal.player import deck_after_dealing, play_game
from hardware.rehearsal.recorder import record
from hardware.rehearsal.script import Script


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m hardware.rehearsal", description="Record a drawn game.")
    parser.add_argument("out", type=Path, help="the recording's folder")
    parser.add_argument("--faces", type=Path, required=True, metavar="FOLDER", help="a deck's pictures: R1.png, ...")
    parser.add_argument("--deck", default="lantern", help="the deck's name, for whoever reads it (default: lantern)")
    parser.add_argument("--seed", type=int, default=1, help="which game (default: 1)")
    parser.add_argument("--players", type=int, default=3, choices=(2, 3, 4, 5), help="default: 3")
    parser.add_argument("--manners", default="calm", choices=sorted(MANNERS), help="how people behave")
    parser.add_argument("--actions", type=int, metavar="N", help="only the first so many actions")
    chosen = parser.parse_args()
    faces = {path.stem: read_picture(path) for path in sorted(chosen.faces.glob("*.png"))}
    if "back" not in faces:
        parser.error(f"{chosen.faces} holds no deck's pictures (R1.png, ... back.png)")
    script = Script(
        play_game(chosen.players, chosen.seed)[: chosen.actions],
        chosen.players,
        manners=MANNERS[chosen.manners],
        seed=chosen.seed,
        fps=10.0,
        deck=deck_after_dealing(chosen.players),
    )
    painter = Painter(faces, (63.0, 88.0), Lens.over(tilt_deg=4.0), Conditions(), seed=chosen.seed)
    count = record(chosen.out, script, painter, {"players": chosen.players}, chosen.deck)
    print(f"{count} frames in {chosen.out}: companion watch {chosen.out}")


if __name__ == "__main__":
    main()
