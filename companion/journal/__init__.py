"""The memory: an event is a row, kept across power cuts; folding the rows gives the game back.

Law: what was acknowledged is on the disk; nothing is ever deleted or changed, undo and correct are rows like any other.
"""
