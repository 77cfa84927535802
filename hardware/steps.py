"""Something shown step by step over time: what a lamp row or a buzzer does, for how long each.

Law: pure; `at` and `changes` ask the same list of times, so that no rounding parts them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Generic, TypeVar

_Shown = TypeVar("_Shown")


@dataclass(frozen=True, slots=True)
class Steps(Generic[_Shown]):
    """What is shown in turn, each with its seconds, since `began` (monotonic)."""

    steps: tuple[tuple[_Shown, float], ...] = ()
    began: float = 0.0

    def at(self, at: float) -> _Shown | None:
        """What is shown at this time; None before the beginning and after the end."""
        if at < self.began:
            return None
        return next((shown for (shown, _), ends in zip(self.steps, self._ends(), strict=True) if at < ends), None)

    def changes(self, at: float) -> float | None:
        """When the step of this time ends; None where nothing is shown any more."""
        return next((ends for ends in self._ends() if at < ends), None)

    def _ends(self) -> list[float]:
        return list(accumulate((seconds for _, seconds in self.steps), initial=self.began))[1:]
