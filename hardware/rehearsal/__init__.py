"""The table that plays itself: drawn camera frames, pretend fingers, recordings. Import from its modules."""
