"""The page about the dice: what was bound for this turn, what the sides added, what was opened, how to check it."""
