"""A new Great War campaign, its demo, and its steps over a whole quarter (R-74)."""

from collections import Counter
from typing import Any

import pytest

from navalassist.campaigns.facts import PUBLIC, fact_models
from navalassist.engine.duties import Moment
from navalassist.engine.reader import View
from navalassist.play import state as states
from navalassist.play.systems import system_of
from navalassist.systems.storm_of_steel import forces
from navalassist.systems.storm_of_steel.actions import ACTIONS
from navalassist.systems.storm_of_steel.conditions import TRACKS
from navalassist.systems.storm_of_steel.places import places
from navalassist.systems.storm_of_steel.rules import RULINGS
from navalassist.systems.storm_of_steel.setup import DEMO_NAME, DEMO_SLUG, begin, begin_demo
from navalassist.systems.storm_of_steel.stand_ins import STAND_INS
from navalassist.systems.storm_of_steel.state import (
    MERCHANT_LEVEL,
    Action,
    Nation,
    Side,
    SquadronKind,
    Stage,
    air_level,
    mobilization,
    morale,
)
from tests.in_hand import InHand


@pytest.fixture
def demo(db: None) -> InHand:
    return InHand(begin_demo())


def test_a_new_campaign_has_its_places_tracks_and_rulings_and_no_fleets(db: None) -> None:
    campaign = begin("Ours", moment=Moment("1915-01", "allied", "transport"), rulings={"R-35": "tactic"})
    state = states.load(campaign.slug)
    assert state.clock == ("1915-01", "allied", "transport")
    assert len(state.rows("area")) == len(places().areas)
    assert len(state.rows("base")) == len(places().bases)
    assert all(state.values[track.fact] == track.begins for track in TRACKS.values())
    chosen = {ruling.number: state.values[f"ruling:{ruling.number}.choice"] for ruling in RULINGS}
    assert chosen["R-35"] == "tactic"
    assert all(chosen[r.number] == r.default for r in RULINGS if r.number != "R-35")
    assert not state.rows("fleet")
    assert not state.rows("squadron")
    InHand(campaign).check()


def test_the_demo_begins_in_august_1914_sound_and_open_with_units_of_every_kind_each_somewhere(demo: InHand) -> None:
    assert (demo.campaign.name, demo.slug, demo.campaign.system) == (DEMO_NAME, DEMO_SLUG, "storm_of_steel")
    assert demo.state.clock == ("1914-08", "central", "naval-operations")
    demo.check()

    def of(kind: str) -> dict[str, dict[str, Any]]:
        return {f"{kind}:{key}": demo.state.row(f"{kind}:{key}") for key in demo.rows(kind)}

    fleets, bases, areas, squadrons, land = map(of, ("fleet", "base", "area", "squadron", "land-unit"))
    for squadron in squadrons.values():
        place = str(squadron["place"])
        assert place in {"pool", *fleets, *bases}
        assert place not in fleets or fleets[place]["side"] == squadron["side"]
        factors = tuple(squadron[name] for name in ("combat", "protection", "contact"))
        assert factors == STAND_INS[SquadronKind(squadron["kind"])]
        assert Nation(squadron["nation"]).label
    for row, fleet in fleets.items():
        assert fleet["place"] in {*bases, *areas}
        assert fleet["place"] not in bases or bases[fleet["place"]]["owner"] == fleet["side"], row
        assert row in {squadron["place"] for squadron in squadrons.values()}, f"{row} is empty"
    duties = Counter((fleet["side"], fleet["duty"]) for fleet in fleets.values())
    assert min(duties["central", "raiding"], duties["allied", "convoy"]) >= 2
    convoyed = {fleet["place"] for fleet in fleets.values() if fleet["duty"] == "convoy"}
    both = {row for row, area in areas.items() if area["raiding"]} & convoyed
    assert both == {"area:western-approaches", "area:central-mediterranean"}
    raiders = {row for row, fleet in fleets.items() if fleet["place"] == "area:central-mediterranean"}
    assert "trn" in {one["kind"] for one in squadrons.values() if one["place"] in raiders and one["side"] == "central"}
    assert {unit["terrain"] for unit in land.values()} == {"desert", "mountain", "other"}
    assert all(any(unit[name] for unit in land.values()) for name in ("loc", "afloat"))
    assert "uprising" in {unit["kind"] for unit in land.values()}
    assert not demo.rows("owed-loss")
    assert not demo.system.is_closed(demo.facts)
    for model in fact_models().values():
        rows = model._default_manager.filter(campaign=demo.campaign)
        assert not rows.exclude(audience=PUBLIC).exists(), model


def test_the_clock_is_told_in_words() -> None:
    names = system_of("storm_of_steel").names
    assert names.turn("1914-08") == "Aug 1914"
    assert names.step("attrition") == "Supply and attrition"
    assert names.side("central") == "Central Powers"
    assert names.tap("central", "naval-operations") == "Central Powers fleets put to sea; the Allied seat intercepts"
    assert names.tap("allied", "transport") == "Allied player turn"


def test_forms_offer_what_lies_where_in_words(demo: InHand) -> None:
    gone = {"squadron:breslau.place": "lost", "land-unit:tsingtao.lost": True}
    view = View({**demo.facts, **gone})
    squadrons, units = dict(forces.squadrons(view)), dict(forces.land_units(view))
    assert squadrons["goeben"] == "Goeben (German, 5/4/3), Mediterranean Division"
    assert squadrons["turkish-squadron"] == "Turkish Squadron (Turkish, 3/4/0), not in play"
    assert units["canal-force"] == "Canal Defence Force (Allied)"
    assert not {"breslau", "tsingtao"} & (squadrons.keys() | units.keys())
    assert dict(forces.fleets(view))["grand-fleet"] == "Grand Fleet (Allied), Scapa Flow"
    assert forces.areas(view)[0] == ("norwegian-sea", "Norwegian Sea")
    bases = dict(forces.bases(view))
    assert (bases["pola"], bases["taranto"]) == ("Pola (Central Powers)", "Taranto (neutral)")
    for choices in (forces.squadrons, forces.fleets, forces.areas, forces.bases):
        assert choices(View(None)) == []


def test_naval_actions_are_offered_by_their_stage_the_latest_first(demo: InHand) -> None:
    values = dict(demo.facts)
    for number, stage in ((1, "ended"), (2, "contact"), (3, "fire")):
        fields = {"side": "central", "mission": "bombardment", "area": "north-sea-south", "stage": stage}
        made = Action.new(str(number), number=number, **fields)
        values |= {f"action:{number}.{name}": value for name, value in made.fields}
    assert ACTIONS.listed(Stage.CONTACT, Stage.FIRE)(View(values)) == [
        ("3", "Action 3: Coastal Bombardment, North Sea, south"),
        ("2", "Action 2: Coastal Bombardment, North Sea, south"),
    ]
    assert [key for key, _ in ACTIONS.listed()(View(values))] == ["3", "2", "1"]
    assert ACTIONS.listed()(View(None)) == []


def test_the_tracks_are_facts_by_side(demo: InHand) -> None:
    values = demo.facts
    for side in Side:
        assert {morale(side), air_level(side), mobilization(side)} <= values.keys()
        assert 1 <= values[air_level(side)] <= 5
    assert values[MERCHANT_LEVEL] == 100
