"""Sightings to moves: what lies on the mat (tracker) and what that means in the game (umpire). Owns no clock."""
