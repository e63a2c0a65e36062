"""One test over the whole register: whatever the situation and the dice, a procedure ends, is recorded and undone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from navalassist.engine import (
    REGISTER,
    Add,
    Choose,
    Create,
    Dice,
    NoOdds,
    Outcome,
    Procedure,
    Result,
    Set,
    Verdict,
    apply_effects,
    canonical,
    odds,
    run,
    take_back,
    to_plain,
    verify,
)
from navalassist.engine.facts import FactValue
from navalassist.engine.verify import record_answers, record_effect
from navalassist.rules.europa import RULINGS, r33_interference
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r33_south_aegean import NEEDED
from navalassist.rules.europa.r36_gibraltar import OWNER
from navalassist.rules.europa.words import (
    CargoKind,
    Declared,
    Owner,
    ShipmentState,
    ShippingResult,
    Side,
    Step,
    TransportKind,
    Zone,
)
from navalassist.rules.europa.world import TURN, WHOLE_NUMBERS, choices_of
from tests.rules.world import a_book

ASK_LIMIT = 50
EUROPA = [procedure for procedure in REGISTER.values() if procedure.system == "europa"]
EXPECTED = {
    "anti-shipping-air",
    "cargo-contact",
    "half-eliminated-rps",
    "italian-attempt-before",
    "italian-interference",
    "malta-bombed",
    "malta-converted",
    "malta-points",
    "malta-repaired",
    "malta-supplied",
    "south-aegean-bombed",
    "south-aegean-zone",
    "supply-line",
    "voyage",
}


# Random situations, drawn as plain data: what a person or a script could send.

sides = st.sampled_from(list(Side))
zones = st.sampled_from(list(Zone))
steps = st.sampled_from(list(Step))
halves = st.integers(0, 20).map(lambda number: str(Decimal(number) / 2))
counts = st.integers(0, 12)
ports = st.sampled_from(["naples", "palermo", "tripoli", "tunis", "ajaccio", "gibraltar"]).map(
    lambda key: {"key": key, "groups": {"palermo": ["sicily"], "ajaccio": ["corsica"]}.get(key, [])}
)
turns = st.sampled_from(["1941-03-1", "1942-01-2", "1943-12-2"])


def fact(key: str) -> st.SearchStrategy[FactValue]:
    """Any value that a fact may have."""
    if key in WHOLE_NUMBERS:
        return st.integers(0, WHOLE_NUMBERS[key])
    if key == TURN:
        return turns
    choices = choices_of(key)
    return st.sampled_from(choices) if choices else st.booleans()


def facts(keys: tuple[str, ...]) -> st.SearchStrategy[dict[str, FactValue]]:
    """Facts for these keys."""
    return st.fixed_dictionaries({key: fact(key) for key in keys})


def legs(zone: st.SearchStrategy[Zone]) -> st.SearchStrategy[dict[str, Any]]:
    """A leg with anything that may be typed."""
    return st.fixed_dictionaries(
        {"zone": zone},
        optional={
            "protected": st.booleans(),
            "hexes": st.one_of(st.none(), st.integers(0, 30)),
            "near_soviet_base": st.booleans(),
            "outside": st.booleans(),
            "air_for": counts,
            "air_against": counts,
            "status": st.one_of(st.none(), st.integers(0, 15)),
        },
    )


@st.composite
def items(draw: st.DrawFn) -> dict[str, Any]:
    """Anything that may sail."""
    kind = draw(st.sampled_from(list(CargoKind)))
    transports = list(TransportKind)
    if kind is CargoKind.EMPTY:
        transports = [transport for transport in transports if transport.is_transport]
    return {
        "key": "row-1",
        "kind": kind,
        "res": draw(halves),
        "transports": draw(st.sampled_from(transports)),
        "transport_count": draw(counts),
        "carries": draw(st.sampled_from(["0.5", "1", "2", "3.5", "5"])),
        "alone": draw(st.booleans()),
        "code_c_fighter": kind is CargoKind.CARRIER and draw(st.booleans()),
        "nation": draw(st.sampled_from(["", "soviet", "italian"])),
        "origin": draw(ports),
        "destination": draw(ports),
        "res_lost": draw(halves),
        "res_returned": draw(halves),
        "hits": draw(counts),
        "state": draw(st.sampled_from(list(ShipmentState))),
        "finished_in": draw(st.sampled_from(["", "1941-03-1/axis"])),
    }


@st.composite
def sailings(draw: st.DrawFn) -> dict[str, Any]:
    """A sailing."""
    side, leg = draw(sides), draw(legs(zones))
    number = draw(st.integers(1, 3))
    return {
        "side": side,
        "item": draw(items()),
        "leg": leg,
        "turn": draw(turns),
        "player_turn": draw(sides),
        "phase": draw(steps),
        "facts": draw(facts(facts_needed(side, leg["zone"]))),
        "leg_number": number,
        "legs": draw(st.integers(number, 4)),
        "already_checked": draw(st.sampled_from(["", "", "", "public/12"])),
    }


@st.composite
def voyages(draw: st.DrawFn) -> dict[str, Any]:
    """A voyage through up to three zones."""
    side, way = draw(sides), draw(st.lists(legs(zones), min_size=1, max_size=3))
    keys = tuple(dict.fromkeys([OWNER, *(key for leg in way for key in facts_needed(side, leg["zone"]))]))
    return {
        "side": side,
        "item": draw(items()),
        "legs": way,
        "turn": draw(turns),
        "player_turn": draw(sides),
        "phase": draw(steps),
        "facts": draw(facts(keys)),
        "checked": draw(st.lists(zones, max_size=2)),
    }


@st.composite
def supply_lines(draw: st.DrawFn) -> dict[str, Any]:
    """A supply line through up to three zones."""
    side, way = draw(sides), draw(st.lists(legs(zones), min_size=1, max_size=3))
    keys = tuple(dict.fromkeys(key for leg in way for key in facts_needed(side, leg["zone"])))
    return {"side": side, "zones": way, "facts": draw(facts(keys))}


air_units = st.fixed_dictionaries(
    {
        "name": st.just("Wellington"),
        "side": sides,
        "fighter": st.booleans(),
        "nature": st.sampled_from(["non-naval", "s", "v", "m"]),
        "tbf": halves,
        "range": st.integers(0, 60),
        "place": st.sampled_from(["box", "naval-patrol", "naval-strike"]),
        "hexes_to_base": st.integers(0, 40),
    }
)


@st.composite
def attempts(draw: st.DrawFn) -> dict[str, Any]:
    """An attempt of the Italian fleet."""
    sea = draw(st.sampled_from(list(r33_interference.Sea)))
    past = st.fixed_dictionaries({"mark": st.just("mark:attempt/x"), "turn": before, "result": results})
    return {
        "sea": sea,
        "turn": draw(turns),
        "player_turn": draw(sides),
        "phase": draw(steps),
        "tried": draw(st.sampled_from(["", "", "public/12"])),
        "history": draw(st.lists(past, max_size=4)),
        "facts": draw(facts(r33_interference.facts_needed(sea))),
    }


before = st.sampled_from(["1940-07-1", "1941-01-1", "1941-02-2"])
results = st.sampled_from(list(r33_interference.Success))
owners = st.sampled_from(list(Owner))
points = st.integers(0, 15)
stores = {
    f"{what}_store": st.fixed_dictionaries(
        {"row": st.just(f"roster:allied/valletta/{what}"), "base": st.one_of(st.none(), halves), "free": halves}
    )
    for what in ("sp", "srp")
}
SITUATIONS: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
    "cargo-contact": sailings(),
    "voyage": voyages(),
    "supply-line": supply_lines(),
    "south-aegean-zone": st.fixed_dictionaries(
        {"extent": st.sampled_from(["tight", "loose"]), "player_turn": sides, "phase": steps, "facts": facts(NEEDED)}
    ),
    "south-aegean-bombed": st.fixed_dictionaries(
        {
            "declared": st.sampled_from(list(Declared)),
            "hits_before": points,
            "hits": points,
            "player_turn": sides,
            "phase": steps,
        }
    ),
    "italian-interference": attempts(),
    "italian-attempt-before": st.fixed_dictionaries(
        {"sea": st.sampled_from(list(r33_interference.Sea)), "turn": before, "now": turns, "result": results}
    ),
    "half-eliminated-rps": st.fixed_dictionaries(
        {"side": sides, "unit": st.just("Ariete"), "points": st.integers(1, 20).map(lambda n: str(Decimal(n) / 2))}
    ),
    "anti-shipping-air": st.fixed_dictionaries({"side": sides, "units": st.lists(air_units, max_size=8)}),
    "malta-bombed": st.fixed_dictionaries({"number": points, "valletta_owner": owners, "hits": points}),
    "malta-repaired": st.fixed_dictionaries(
        {"number": points, "valletta_owner": owners, "points": st.integers(1, 15), "engineer": st.booleans()},
        optional={"in_hand": points},
    ),
    "malta-points": st.fixed_dictionaries({"points": st.integers(1, 15)}, optional={"in_hand": points}),
    "malta-converted": st.fixed_dictionaries(
        {
            "srp": st.integers(3, 6),
            "at_once": st.integers(0, 3),
            "nrp": points,
            "engineer": st.booleans(),
            "valletta_owner": owners,
        },
        optional={"in_hand": points, "nrp_before": points, **stores},
    ),
    "malta-supplied": st.fixed_dictionaries(
        {
            "number": points,
            "valletta_owner": owners,
            "sp": halves,
            "srp": st.integers(1, 9),
            "hits": st.integers(1, 15),
        },
        optional=stores,
    ),
}
books = st.fixed_dictionaries(
    {
        ruling.number.replace("-", "_"): st.sampled_from([choice for choice, _ in ruling.choices])
        for ruling in RULINGS
        if len(ruling.choices) > 1
    }
)


class Drawn:
    """A dealer whose dice come from hypothesis."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data
        self.asked = 0

    def faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...]:
        self.asked += 1
        return tuple(self._data.draw(st.integers(1, dice.sides), label=f"{key} {n}") for n in range(dice.count))

    def choice(self, key: str, ask: Choose) -> str:
        self.asked += 1
        return self._data.draw(st.sampled_from(sorted(ask.options)), label=key)


def recorded(procedure: Procedure, situation: BaseModel, result: Result[Outcome[Any]]) -> dict[str, Any]:
    """A run as an entry stores it, through JSON text and back."""
    assert result.value is not None
    record = {
        "procedure": procedure.slug,
        "edition": procedure.edition,
        "situation": to_plain(situation),
        "answers": record_answers(result.answers),
        "outcome": to_plain(result.value.result),
        "effects": [record_effect(effect) for effect in result.value.effects],
        "rulings": dict(result.rulings),
    }
    text: dict[str, Any] = json.loads(canonical(record))
    return text


def check_effects(outcome: Outcome[Any]) -> None:
    """Every effect can be carried out and taken back."""
    state: dict[str, Any] = {effect.key: "before" for effect in outcome.effects if isinstance(effect, Set)}
    state |= {effect.key: 0 for effect in outcome.effects if isinstance(effect, Add)}
    before = dict(state)
    changes = apply_effects(outcome.effects, state)
    created = frozenset(
        f"{effect.key}.{name}" for effect in outcome.effects if isinstance(effect, Create) for name, _ in effect.fields
    )
    assert (state != before) is bool(changes)
    take_back(changes, state, created)
    assert state == before


def check_odds(procedure: Procedure, situation: BaseModel, result: Result[Outcome[Any]], book: Any) -> None:
    """The odds add up to exactly 1 and hold the outcome that was met."""
    outcome = result.value
    assert outcome is not None
    try:
        found = odds(procedure, situation, book)
    except NoOdds:
        assert dict(result.rulings).get("R-30") == "printed", "nothing else is left to a seat, and no cell is unknown"
        return
    assert sum(found.weights.values()) == found.total
    assert found.chance(lambda result: result == outcome.result) > 0
    if procedure.figures:
        for figure in procedure.figures(found):
            assert figure.value >= 0
            assert figure.unit != "chance" or figure.value <= 1


def test_every_procedure_of_the_system_is_tried_here() -> None:
    assert {procedure.slug for procedure in EUROPA} == EXPECTED == set(SITUATIONS)


@pytest.mark.parametrize("procedure", EUROPA, ids=lambda procedure: procedure.slug)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_whatever_happens_a_procedure_ends_and_can_be_recorded_and_undone(
    procedure: Procedure, data: st.DataObject
) -> None:
    plain = data.draw(SITUATIONS[procedure.slug], label="situation")
    situation = procedure.situation.model_validate(plain)
    assert procedure.situation.model_validate_json(situation.model_dump_json()) == situation
    refusal = procedure.refusal(situation)
    assert refusal is None or (refusal.reason and refusal.rule)

    book = a_book(**data.draw(books, label="rulings"))
    dealer = Drawn(data)
    result = run(procedure, situation, book, dealer)
    outcome = result.value
    assert outcome is not None
    assert dealer.asked <= ASK_LIMIT

    record = recorded(procedure, situation, result)
    check = verify(record, book)
    assert check.verdict is Verdict.SAME, check.reason
    check_effects(outcome)
    check_odds(procedure, situation, result, book)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_sailed_is_afloat_lost_or_returned(data: st.DataObject) -> None:
    procedure = REGISTER["cargo-contact"]
    situation: Any = procedure.situation.model_validate(data.draw(sailings()))
    outcome = run(procedure, situation, a_book(), Drawn(data)).value
    assert outcome is not None
    fate, item = outcome.result, situation.item
    assert fate.res_afloat + fate.res_lost + fate.res_returned == item.afloat
    ships = fate.transports_afloat + fate.transports_lost + fate.transports_returned
    assert ships == item.transport_count
    assert min(fate.res_afloat, fate.res_lost, fate.res_returned) >= 0
    assert min(fate.transports_afloat, fate.transports_lost, fate.transports_returned) >= 0
    assert [lot for lot in fate.lots if lot.result not in set(ShippingResult)] == []
