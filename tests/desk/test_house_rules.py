"""A rule of a group's own is off until its campaign's players turn it on."""

from dataclasses import replace

import pytest

from navalassist.engine import REGISTER, Roller
from navalassist.engine.duties import Duty, Moment, Now
from navalassist.engine.rule import PLAYED, RULES, Rulebook, house_rule
from navalassist.play.systems import SYSTEMS
from navalassist.systems.storm_of_steel.rules.bombardment import BombardmentForm, bombard, situation
from tests.in_hand import InHand

SLUG = "gw-bombardment"
SWITCH = house_rule("H-11", "HOUSE.GUNS", "Guns of our own", "Ships shell coasts as this group has agreed.")
WORDS = "Guns of our own: this campaign does not play it; H-11 of the rulings is its switch."


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch, war: InHand) -> InHand:
    """The demo of the Great War, as if bombardment were such a rule."""
    system = SYSTEMS["storm_of_steel"]
    monkeypatch.setitem(RULES, SLUG, replace(RULES[SLUG], house=SWITCH))
    monkeypatch.setitem(SYSTEMS, "storm_of_steel", replace(system, rulings=(*system.rulings, SWITCH)))
    return war


def test_it_is_neither_listed_nor_done_until_it_is_switched_on(house: InHand) -> None:
    typed = {"base": "dover", "squadrons": ("german-squadron-1",), "because": "no reason passes it over"}
    assert house.refuse(SLUG, "4", **typed) == WORDS
    assert "Bombard a coast" not in house.words("do/")
    assert "Guns of our own" in house.words("setup/rulings/")
    assert house.post("setup/rulings/", act="ruling.choice", set=f"H-11={PLAYED}", submission="a").status_code == 302
    assert "Bombard a coast" in house.words("do/")
    house.do(SLUG, "4", **typed)


@pytest.mark.parametrize("address", ["/procedures/", "/turns/"])
def test_the_reference_pages_say_that_it_is_off_until_it_is_switched_on(house: InHand, address: str) -> None:
    assert "off until H-11 of a campaign's rulings turns it on" in house.words(address)


def test_its_duties_stand_in_no_step_of_a_campaign_without_it(house: InHand, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, known = Rulebook("storm_of_steel", "of today"), RULES[SLUG]
    monkeypatch.setitem(RULES, "probe", known)
    monkeypatch.setitem(REGISTER, "probe", REGISTER.get("probe"))
    declare = rules.rule(
        "probe", "HOUSE.GUNS", "Probe", form=BombardmentForm, situation=situation, roller=Roller.OWNER,
        may="*/*", duties=lambda now: [Duty("Shell")], house=SWITCH,
    )  # fmt: skip
    declare(bombard)
    (_, made), state = rules.duties[0], house.state
    now = Now(state, state.values, Moment(*state.clock))
    assert list(made(now)) == []
    monkeypatch.setattr(type(state.book), "ruling", lambda book, ruling: PLAYED)
    assert list(made(now)) == [Duty("Shell")]
