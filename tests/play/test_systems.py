"""What a rule system is made of as it registers."""

from dataclasses import replace

import pytest

from navalassist.engine.rule import RULES, Listed
from navalassist.play.systems import register_system, system_of

SLUG = "gw-bombardment"


def test_the_turn_sequence_has_a_line_for_each_rule_that_is_listed_as_the_rule_says_it() -> None:
    turn, listed, rule = system_of("storm_of_steel").turn, RULES[SLUG].listed, RULES[SLUG].procedure
    assert turn
    assert listed
    (line,) = [line for line in turn.duty if line.key == SLUG]
    assert (line.steps, line.kind, line.title, line.rule) == (listed.steps, "due", listed.title, rule.rule)


def test_a_rule_that_is_listed_in_a_step_that_there_is_not_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    system = system_of("storm_of_steel")
    monkeypatch.setitem(RULES, SLUG, replace(RULES[SLUG], listed=Listed(("*/tea",), due=True, title="Tea")))
    with pytest.raises(ValueError, match="gw-bombardment: no step is"):
        register_system(system)
    assert system_of("storm_of_steel") is system
