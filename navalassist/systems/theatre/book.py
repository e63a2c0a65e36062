"""The rulebook of the theatre campaign, in which each rule registers itself."""

from navalassist.engine.rule import Rulebook

SYSTEM = "theatre"
EDITION = "theatre campaign, section 6"

RULES = Rulebook(SYSTEM, EDITION)
rule = RULES.rule
