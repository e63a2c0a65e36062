"""The page of an operation: the strip of its stages, what waits and for whom, the one act, what was done."""
