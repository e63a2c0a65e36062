"""Play: the only code that changes a campaign. Dice, rules carried out, effects applied, the log written.

A folder imports those below it: `pyproject.toml` has their order.
"""
