"""The decks it knows: a model of a printed deck is its composition, its look and its trained reader."""
