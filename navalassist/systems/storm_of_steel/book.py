"""The rulebook of the Great War tables, in which each rule registers itself."""

from navalassist.engine.rule import Rulebook

SYSTEM = "storm_of_steel"
EDITION = "SOS tables of 0912"
# What is carried out otherwise since 0.6.0; see CHANGELOG.md.
EDITION_2 = "SOS tables of 0912 (2)"

RULES = Rulebook(SYSTEM, EDITION)
rule = RULES.rule
