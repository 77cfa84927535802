"""The memory: an event is a row, kept across power cuts; folding the rows gives the game back.

Law: what was acknowledged is on the disk; no row is ever deleted or changed. Undo, correct, and that a game is
forgotten are rows like any other.
"""
