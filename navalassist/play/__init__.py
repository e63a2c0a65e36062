"""Play: the only code that changes a campaign. Dice, rules carried out, effects applied, the log written."""
