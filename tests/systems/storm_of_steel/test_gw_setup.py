"""A new Great War campaign, its demo, and its steps over a whole quarter (R-74)."""

from collections import Counter

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC, fact_models
from navalassist.engine.rows import key_of
from navalassist.play import state as states
from navalassist.play.systems import Moment, Reader, Unknown, system_of
from navalassist.systems.storm_of_steel import afloat
from navalassist.systems.storm_of_steel.conditions import TRACKS
from navalassist.systems.storm_of_steel.places import places
from navalassist.systems.storm_of_steel.rules import RULINGS
from navalassist.systems.storm_of_steel.setup import DEMO_NAME, DEMO_SLUG, begin, begin_demo
from navalassist.systems.storm_of_steel.stand_ins import STAND_INS
from navalassist.systems.storm_of_steel.state import (
    MERCHANT_LEVEL,
    Nation,
    Side,
    SquadronKind,
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
    values = demo.facts
    there = {"pool", *afloat.rows_of(values, "fleet"), *afloat.rows_of(values, "base")}
    for row in afloat.rows_of(values, "squadron"):
        assert values[f"{row}.place"] in there, row
        if values[f"{row}.place"].startswith("fleet:"):
            assert values[f"{values[f'{row}.place']}.side"] == values[f"{row}.side"], row
        factors = tuple(values[f"{row}.{name}"] for name in ("combat", "protection", "contact"))
        assert factors == STAND_INS[SquadronKind(values[f"{row}.kind"])]
        assert Nation(values[f"{row}.nation"]).label
    for row in afloat.rows_of(values, "fleet"):
        assert values[f"{row}.place"] in {*afloat.rows_of(values, "base"), *afloat.rows_of(values, "area")}
        assert afloat.squadrons_at(values, row), f"{row} is empty"
        if values[f"{row}.place"].startswith("base:"):
            assert values[f"{values[f'{row}.place']}.owner"] == values[f"{row}.side"], row
    duties = Counter((values[f"{row}.side"], values[f"{row}.duty"]) for row in afloat.rows_of(values, "fleet"))
    assert duties["central", "raiding"] >= 2
    assert duties["allied", "convoy"] >= 2
    raided = [row for row in afloat.rows_of(values, "area") if values[f"{row}.raiding"]]
    both = [
        row for row in raided if {values[f"fleet:{key}.duty"] for key in afloat.fleets_at(values, row)} >= {"convoy"}
    ]
    assert {key_of(row) for row in both} == {"western-approaches", "central-mediterranean"}
    kinds = {
        values[f"squadron:{key}.kind"] for key in afloat.squadrons_in_area(values, "central-mediterranean", "central")
    }
    assert "trn" in kinds
    units = afloat.rows_of(values, "land-unit")
    assert {values[f"{row}.terrain"] for row in units} == {"desert", "mountain", "other"}
    assert any(values[f"{row}.loc"] for row in units)
    assert any(values[f"{row}.afloat"] for row in units)
    assert any(values[f"{row}.kind"] == "uprising" for row in units)
    assert not afloat.rows_of(values, "owed-loss")
    assert not demo.system.is_closed(values)
    for model in fact_models().values():
        rows = model._default_manager.filter(campaign=demo.campaign)
        assert not rows.exclude(audience=PUBLIC).exists(), model


def test_its_steps_go_round_a_whole_quarter_and_the_log_stays_sound(demo: InHand) -> None:
    seen = []
    for _ in range(18):
        seen.append(demo.state.clock)
        demo.end_step()
    assert [clock[0] for clock in seen] == ["1914-08"] * 6 + ["1914-09"] * 6 + ["1914-10"] * 6
    assert [clock[1] for clock in seen[:6]] == ["central"] * 3 + ["allied"] * 3
    assert demo.state.clock == ("1914-11", "central", "naval-operations")
    assert Entry.objects.filter(campaign=demo.campaign, kind="clock").count() == 18
    demo.check()


def test_the_clock_is_told_in_words() -> None:
    names = system_of("storm_of_steel").names
    assert names.turn("1914-08") == "Aug 1914"
    assert names.step("attrition") == "Supply and attrition"
    assert names.side("central") == "Central Powers"
    assert names.tap("central", "naval-operations") == "Central Powers fleets put to sea; the Allied seat intercepts"
    assert names.tap("allied", "transport") == "Allied player turn"


def test_a_rule_reads_squadrons_with_their_factors_and_forms_offer_what_lies_where_in_words(demo: InHand) -> None:
    reader = Reader(demo.state)
    goeben, breslau = afloat.squadrons_of(reader, ("goeben", "breslau"))
    assert (goeben.name, goeben.nation, goeben.kind) == ("Goeben", Nation.GERMAN, SquadronKind.BC)
    assert (breslau.combat, breslau.protection, breslau.contact) == (2, 2, 2)
    assert reader.read["squadron:goeben.combat"] == 5
    assert afloat.side_of(reader, "squadron:goeben") is Side.CENTRAL
    with pytest.raises(Unknown, match="no naval unit nobody"):
        afloat.squadron_of(reader, "nobody")
    values = demo.facts
    assert afloat.fleets_at(values, "base:wilhelmshaven") == ["high-sea-fleet", "scouting-forces"]
    assert afloat.fleets_at(values, "area:western-approaches", "allied") == ["western-escorts"]
    assert afloat.squadrons_in_area(values, "western-approaches", "central") == ["u-flotilla-1", "u-flotilla-2"]
    assert afloat.bases_on(values, "adriatic", owner="central", kind="naval-base") == ["cattaro", "pola"]
    assert afloat.bases_on(values, "adriatic", owner="neutral") == ["brindisi", "venice"]
    assert afloat.losses_of(values, "1") == []
    assert afloat.next_number(values) == 1
    assert afloat.next_number({**values, "action:1.number": 4}) == 5
    values = {**demo.facts, "squadron:breslau.place": "lost", "land-unit:tsingtao.lost": True}
    squadrons = dict(afloat.squadron_choices(values))
    assert squadrons["goeben"] == "Goeben (German, 5/4/3), Mediterranean Division"
    assert squadrons["turkish-squadron"] == "Turkish Squadron (Turkish, 3/4/0), not in play"
    assert "breslau" not in squadrons
    assert dict(afloat.fleet_choices(values))["grand-fleet"] == "Grand Fleet (Allied), Scapa Flow"
    assert afloat.area_choices(values)[0] == ("norwegian-sea", "Norwegian Sea")
    bases = dict(afloat.base_choices(values))
    assert bases["pola"] == "Pola (Central Powers)"
    assert bases["taranto"] == "Taranto (neutral)"
    units = dict(afloat.land_unit_choices(values))
    assert units["canal-force"] == "Canal Defence Force (Allied)"
    assert "tsingtao" not in units
    for choices in (afloat.squadron_choices, afloat.fleet_choices, afloat.area_choices, afloat.base_choices):
        assert choices(None) == []


def test_naval_actions_are_offered_by_their_stage_the_latest_first(demo: InHand) -> None:
    values = dict(demo.facts)
    for number, stage in ((1, "ended"), (2, "contact"), (3, "fire")):
        fields = {"number": number, "mission": "bombardment", "area": "north-sea-south", "stage": stage}
        values |= {f"action:{number}.{name}": value for name, value in fields.items()}
    assert afloat.action_choices(values, "contact", "fire") == [
        ("3", "Action 3: Coastal Bombardment, North Sea, south"),
        ("2", "Action 2: Coastal Bombardment, North Sea, south"),
    ]
    assert [key for key, _ in afloat.action_choices(values)] == ["3", "2", "1"]
    assert afloat.action_choices(None) == []


def test_the_tracks_are_facts_by_side(demo: InHand) -> None:
    values = demo.facts
    for side in Side:
        assert {morale(side), air_level(side), mobilization(side)} <= values.keys()
        assert 1 <= values[air_level(side)] <= 5
    assert values[MERCHANT_LEVEL] == 100
