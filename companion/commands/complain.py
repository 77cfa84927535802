"""How a command complains: one sentence on stderr, after all that it has told on stdout."""

from __future__ import annotations

import os
import sys


def complain(sentence: str) -> None:
    """Tells what is the matter, and what to do."""
    try:
        sys.stdout.flush()
    except OSError:  # a full disk: what is left can't be told there, and the sentence must be
        give_up_stdout()
    print(f"companion: {sentence}", file=sys.stderr, flush=True)


def give_up_stdout() -> None:
    """What is still to be written there goes nowhere, and Python doesn't complain of it at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
