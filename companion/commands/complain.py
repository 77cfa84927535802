"""How a command complains: one sentence on stderr, after all that it has told on stdout."""

from __future__ import annotations

import sys


def complain(sentence: str) -> None:
    """Tells what is the matter, and what to do."""
    sys.stdout.flush()
    print(f"companion: {sentence}", file=sys.stderr, flush=True)
