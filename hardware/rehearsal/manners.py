"""How people behave at the table, as numbers: calm players, lively ones, clumsy ones."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Manners:
    """Shares are probabilities, `_s` seconds, `_mm` millimetres; pairs are the ends of a range."""

    think_s: tuple[float, float] = (1.2, 2.4)
    move_s: tuple[float, float] = (0.8, 1.4)
    #: how far off its place a card is laid, and how crooked (standard deviations)
    jitter_mm: float = 2.5
    jitter_deg: float = 2.5
    #: how far a firework's next card is laid below the one before, unless it is laid squarely on it
    fan_mm: tuple[float, float] = (18.0, 22.0)
    square_share: float = 0.0
    #: discards: in a row, or anywhere at any angle
    heap_share: float = 0.0
    upside_share: float = 0.0
    discard_step_mm: tuple[float, float] = (44.0, 66.0)
    #: a misplayed card is laid among the fireworks first (else straight among the discards), and lies there so long
    misplay_at_fireworks: float = 1.0
    misplay_wait_s: tuple[float, float] = (2.0, 4.0)
    fuse_share: float = 1.0
    press_s: tuple[float, float] = (0.3, 0.9)
    late_share: float = 0.0
    late_s: tuple[float, float] = (1.5, 3.0)
    forget_share: float = 0.0
    #: the next player waits until a late CLUE has been pressed, or else plays on
    wait_share: float = 1.0
    #: a neighbour's arm lays the card for the player in turn
    help_share: float = 0.0
    #: how far a player leans to the side, an action (standard deviation)
    lean_mm: float = 0.0
    take_back_share: float = 0.0
    push_share: float = 0.0
    #: other people's hands, a turn: resting at the edge, or a fan of cards held over the mat
    rest_share: float = 0.0
    fan_share: float = 0.0
    #: draws without taking the hand off the table first
    draw_at_once: float = 0.3


CALM = Manners()
LIVELY = Manners(
    think_s=(0.7, 1.8),
    move_s=(0.7, 1.1),
    jitter_mm=5.0,
    jitter_deg=6.0,
    fan_mm=(12.0, 24.0),
    square_share=0.15,
    heap_share=0.0,
    upside_share=0.3,
    discard_step_mm=(28.0, 56.0),
    misplay_at_fireworks=0.8,
    fuse_share=0.9,
    late_share=0.15,
    take_back_share=0.03,
    push_share=0.05,
    rest_share=0.15,
    fan_share=0.10,
    draw_at_once=0.7,
)
CLUMSY = Manners(
    think_s=(0.6, 2.0),
    move_s=(0.7, 1.5),
    jitter_mm=8.0,
    jitter_deg=10.0,
    fan_mm=(4.0, 24.0),
    square_share=0.3,
    heap_share=0.7,
    upside_share=0.5,
    discard_step_mm=(22.0, 50.0),
    misplay_at_fireworks=0.6,
    misplay_wait_s=(1.5, 5.0),
    fuse_share=0.7,
    late_share=0.35,
    forget_share=0.08,
    take_back_share=0.08,
    push_share=0.15,
    rest_share=0.3,
    fan_share=0.2,
    draw_at_once=0.7,
)

MANNERS = {"calm": CALM, "lively": LIVELY, "clumsy": CLUMSY}
