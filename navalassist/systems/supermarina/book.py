"""The rulebook of Supermarina II, in which each rule registers itself."""

from navalassist.engine.rule import Rulebook

SYSTEM = "supermarina"
EDITION = "Supermarina II, beta playtest of 1991"

RULES = Rulebook(SYSTEM, EDITION)
rule = RULES.rule
