"""Hands and eyes: camera, panel, and the table that plays itself."""
