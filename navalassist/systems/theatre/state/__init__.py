"""What a theatre campaign keeps: each kind of thing once, with its fields, and the words for what they may hold.

Pure classes, a module for what belongs together: words, the map, fleets, orders, battles.
"""
