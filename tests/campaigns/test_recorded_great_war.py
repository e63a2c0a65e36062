"""Three recorded months of the Great War: every procedure runs again, and the effects end as README.md says."""

from __future__ import annotations

from navalassist.engine import REGISTER
from tests.campaigns.test_recorded import GREAT_WAR, entries, final

# Worked out by hand in README.md.
ENDS = {
    "campaign:clock.turn": "1914-11",
    "campaign:clock.step": "naval-operations",
    "condition:merchant-level.value": 55,
    "condition:allied-morale.value": 95,
    "condition:central-morale.value": 99,
    "condition:allied-mobilization.value": 19,
    "condition:central-mobilization.value": 20,
    "condition:half-industry.value": "1914-Q3",
    "area:north-sea-south.dominated": "allied",
    "base:hartlepool.fortress": False,
    "base:wilhelmshaven.fortress": False,
    "base:wilhelmshaven.devastated": False,
    "base:cattaro.fortress": True,
    "fleet:mediterranean-division.place": "base:pola",
    "fleet:mediterranean-division.duty": "",
    "fleet:mediterranean-fleet.place": "base:malta",
    "fleet:battle-cruiser-fleet.place": "area:heligoland-bight",
    "fleet:harwich-force.place": "area:north-sea-south",
    "fleet:scouting-forces.place": "area:north-sea-south",
    "fleet:cattaro-flotilla.place": "area:central-mediterranean",
    "fleet:cattaro-flotilla.duty": "raiding",
}
LOST = {
    *("french-flotilla", "breslau", "colliers", "cruiser-squadron-1", "french-squadron-2", "western-cruisers"),
    *("u-flotilla-2", "austrian-boats"),
}
ASHORE_LOST = {"south-west-africa", "east-africa", "serbian-army", "balkan-corps", "canal-force"}
ACTIONS = {
    "1": "commerce was raided in Western Approaches: 0 merchant shipping points",
    "2": "commerce was raided in Central Mediterranean: 3 merchant shipping points",
    "3": "commerce was raided in Atlantic off Gibraltar: 1 merchant shipping point",
    "4": "re-based to Pola",
    "5": "Hartlepool was bombarded: the fortress was eliminated",
    "6": "the Allied fleet returns to Rosyth",
    "7": "Cattaro was bombarded: a unit is lost",
    "8": "both fleets stay",
    "9": "commerce was raided in Western Approaches: 1 merchant shipping point",
    "10": "commerce was raided in Central Mediterranean: 2 merchant shipping points",
    "11": "Wilhelmshaven was bombarded: the fortress was eliminated, enemy morale −1",
    "12": "Great Yarmouth was bombarded: no effect",
}


def test_it_carries_out_every_procedure_of_the_great_war_by_the_book() -> None:
    bodies = [entry.body for entry in entries(GREAT_WAR) if entry.record["kind"] == "rule"]
    assert {body["procedure"] for body in bodies} == {
        slug for slug, procedure in REGISTER.items() if procedure.system == "storm_of_steel"
    }
    assert [body["act"] for body in bodies if body["situation"].get("because")] == []
    assert [body["act"] for body in bodies if (body["outcome"] or {}).get("overruled")] == []


def test_its_effects_end_in_what_was_worked_out_by_hand() -> None:
    rows = final(GREAT_WAR).rows
    found = {fact: rows[fact.rpartition(".")[0]][fact.rpartition(".")[2]] for fact in ENDS}
    assert found == ENDS
    lost = {row for row, fields in rows.items() if row.startswith("squadron:") and fields["place"] == "lost"}
    assert lost == {f"squadron:{key}" for key in LOST}
    ashore = {row for row, fields in rows.items() if row.startswith("land-unit:") and fields["lost"]}
    assert ashore == {f"land-unit:{key}" for key in ASHORE_LOST}
    actions = {row.removeprefix("action:"): fields for row, fields in rows.items() if row.startswith("action:")}
    assert {key: fields["ends"] for key, fields in actions.items()} == ACTIONS
    assert {fields["stage"] for fields in actions.values()} == {"ended"}
    # Every loss is taken off, and the marks of the quarter and of the steps are gone.
    assert [row for row in rows if row.startswith(("owed-loss:", "mark:"))] == []
