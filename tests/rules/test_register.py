"""One test over the whole register: whatever the situation and the dice, a procedure ends, is recorded and undone."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from navalassist import engine
from navalassist.cli import contract
from navalassist.engine.verify import record_answers, record_effect
from navalassist.rules import europa
from navalassist.rules.europa.words import ShippingResult
from navalassist.systems.storm_of_steel import rules as storm_of_steel
from navalassist.systems.theatre import rulings as theatre
from tests.counts import EXAMPLES
from tests.rules import situations_europa, situations_shipping
from tests.rules.situations import situations
from tests.rules.world import ROOT, a_book

ASK_LIMIT = 50
EUROPA = [procedure for procedure in engine.REGISTER.values() if procedure.system == "europa"]
GREAT_WAR = [procedure for procedure in engine.REGISTER.values() if procedure.system == "storm_of_steel"]
# The facts of a battle hang together more than their types say: these are tried stage by stage in their own tests.
SUPERMARINA = {procedure.slug for procedure in engine.REGISTER.values() if procedure.system == "supermarina"}
THEATRE = [procedure for procedure in engine.REGISTER.values() if procedure.system == "theatre"]
# What no row of the contract names, for another leads to it or it only prepares one.
BESIDE = {
    *("anti-shipping-air", "italian-attempt-before", "malta-points", "sea-state", "voyage"),
    *("gw-fleets-stay", "gw-let-pass", "gw-mission"),
}
SITUATIONS = {
    **situations_europa.SITUATIONS,
    **situations_shipping.SITUATIONS,
    # Derived from their types alone; those above say by hand what a type does not.
    **{procedure.slug: situations(procedure.slug) for procedure in [*GREAT_WAR, *THEATRE]},
}


def choices_of(rulings: tuple[engine.Ruling, ...]) -> st.SearchStrategy[dict[str, str]]:
    """Any choice for each ruling that has several."""
    return st.fixed_dictionaries(
        {
            ruling.number.replace("-", "_"): st.sampled_from([choice for choice, _ in ruling.choices])
            for ruling in rulings
            if len(ruling.choices) > 1
        }
    )


BOOKS = {"europa": choices_of(europa.RULINGS), "storm_of_steel": choices_of(storm_of_steel.RULINGS)}
BOOKS["theatre"] = choices_of(theatre.RULINGS)


class Drawn:
    """A dealer whose dice come from hypothesis."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data
        self.asked = 0

    def faces(self, key: str, dice: engine.Dice, label: str) -> tuple[int, ...]:
        self.asked += 1
        return tuple(self._data.draw(st.integers(1, dice.sides), label=f"{key} {n}") for n in range(dice.count))

    def choice(self, key: str, ask: engine.Choose) -> str:
        self.asked += 1
        return self._data.draw(st.sampled_from(sorted(ask.options)), label=key)


def recorded(
    procedure: engine.Procedure, situation: BaseModel, result: engine.Result[engine.Outcome[Any]]
) -> dict[str, Any]:
    """A run as an entry stores it, through JSON text and back."""
    record = {
        "procedure": procedure.slug,
        "edition": procedure.edition,
        "situation": engine.to_plain(situation),
        "answers": record_answers(result.answers),
        "outcome": engine.to_plain(result.value.result),
        "effects": [record_effect(effect) for effect in result.value.effects],
        "rulings": dict(result.rulings),
        "tables": dict(result.tables),
    }
    text: dict[str, Any] = json.loads(engine.canonical(record))
    return text


def check_effects(outcome: engine.Outcome[Any]) -> None:
    """Every effect can be carried out and taken back."""
    state: dict[str, Any] = {effect.key: "before" for effect in outcome.effects if isinstance(effect, engine.Set)}
    state |= {effect.key: 0 for effect in outcome.effects if isinstance(effect, engine.Add)}
    state |= {f"{effect.key}.name": "before" for effect in outcome.effects if isinstance(effect, engine.Remove)}
    before = dict(state)
    changes = engine.apply_effects(outcome.effects, state)
    created = frozenset(
        f"{effect.key}.{name}"
        for effect in outcome.effects
        if isinstance(effect, engine.Create)
        for name, _ in effect.fields
    )
    assert (state != before) is bool(changes)
    engine.take_back(changes, state, created)
    assert state == before


def check_odds(
    procedure: engine.Procedure, situation: BaseModel, result: engine.Result[engine.Outcome[Any]], book: Any
) -> None:
    """The odds add up to exactly 1 and hold the outcome that was met."""
    outcome = result.value
    assert outcome is not None
    try:
        found = engine.odds(procedure, situation, book)
    except engine.NoOdds:
        assert dict(result.rulings).get("R-30") == "printed", "nothing else is left to a seat, and no cell is unknown"
        return
    assert sum(found.weights.values()) == found.total
    alike = "what a seat's choice adds to a result is no part of its odds: field(compare=False)"
    assert found.chance(lambda result: result == outcome.result) > 0, alike
    if procedure.figures:
        for figure in procedure.figures(found):
            assert figure.value >= 0
            assert figure.unit != "chance" or figure.value <= 1


def test_every_procedure_is_tried_here() -> None:
    ways = {way for row in contract.load(ROOT / "docs" / "contract") for way in row.reach}
    named = {way.removeprefix("procedure:") for way in ways if way.startswith("procedure:")}
    known = {procedure.slug for procedure in [*EUROPA, *GREAT_WAR, *THEATRE]}
    assert known == (named - SUPERMARINA) | BESIDE, "name procedure:<slug> as the reach of its row in docs/contract"
    assert known == set(SITUATIONS)


@pytest.mark.parametrize("procedure", [*EUROPA, *GREAT_WAR, *THEATRE], ids=lambda procedure: procedure.slug)
@settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(data=st.data())
def test_whatever_happens_a_procedure_ends_and_can_be_recorded_and_undone(
    procedure: engine.Procedure, data: st.DataObject
) -> None:
    plain = data.draw(SITUATIONS[procedure.slug], label="situation")
    situation = procedure.situation.model_validate(plain)
    assert procedure.situation.model_validate_json(situation.model_dump_json()) == situation
    refusal = procedure.refusal(situation)
    assert refusal is None or (refusal.reason and refusal.rule)

    book = a_book(**data.draw(BOOKS[procedure.system], label="rulings"))
    dealer = Drawn(data)
    result = engine.run(procedure, situation, book, dealer)
    outcome = result.value
    assert outcome is not None
    assert dealer.asked <= ASK_LIMIT

    record = recorded(procedure, situation, result)
    check = engine.verify(record, book)
    assert check.verdict is engine.Verdict.SAME, check.reason
    check_effects(outcome)
    check_odds(procedure, situation, result, book)


@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_what_sailed_is_afloat_lost_or_returned(data: st.DataObject) -> None:
    procedure = engine.REGISTER["cargo-contact"]
    situation: Any = procedure.situation.model_validate(data.draw(situations_shipping.sailings()))
    outcome = engine.run(procedure, situation, a_book(), Drawn(data)).value
    fate, item = outcome.result, situation.item
    assert fate.res_afloat + fate.res_lost + fate.res_returned == item.afloat
    ships = fate.transports_afloat + fate.transports_lost + fate.transports_returned
    assert ships == item.transport_count
    assert min(fate.res_afloat, fate.res_lost, fate.res_returned) >= 0
    assert min(fate.transports_afloat, fate.transports_lost, fate.transports_returned) >= 0
    assert [lot for lot in fate.lots if lot.result not in set(ShippingResult)] == []
