"""Measurements: ratios against bare peers, taken side by side in one run. `python -m bench` runs them all."""
