"""Pixels to sightings, with no state of its own. Import its modules by name: none is loaded here, because cv2 is
heavy."""
