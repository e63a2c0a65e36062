"""Ledgers, gunfire supports, carrier groups, ferries and seas as players meet them: the demo campaign's own fleets."""

import re

import pytest

from navalassist.campaigns.models import Account, Mark
from navalassist.engine import Set, create
from navalassist.engine.duties import Duty, Kind, Moment, Now
from navalassist.play.agenda import duties_at
from navalassist.rules.europa.r36_sea_state import Waters
from navalassist.rules.europa.sea_state import SeaState
from navalassist.systems.europa import air
from navalassist.systems.europa.doors.ferries import ferries
from navalassist.systems.europa.sea import sea_kept, waters_of
from navalassist.taskforces.models import Holding, NavalGroup, TaskForce
from tests.in_hand import InHand, words_of


def do(table: InHand, rule: str, status: int = 302, **fields: str) -> str:
    """The receipt, or the page that says why not."""
    return table.tap(f"do/{rule}/", status, **fields)


def duties(table: InHand, place: str, turn: str = "") -> dict[str, Duty]:
    """The duties of a step, the next one of this name; steps end until it is on."""
    for _ in range(16):
        clock = table.state.clock
        if clock[1:] == tuple(place.split("/")) and turn in ("", clock[0]):
            break
        table.end_steps()
    state = table.state
    return {d.text: d for d in duties_at(Now(state, state.values, Moment(*state.clock), table.system))}


def balance(key: str) -> str:
    return str(Account.objects.get(key=key).balance)


# Ledgers


@pytest.mark.rule("E36.F.2.def", "X.3")
def test_points_come_and_go_and_each_posting_leads_to_its_entry(demo: InHand) -> None:
    do(demo, "points-received", side="axis", what="nrp", points="1.5", reason="OB")
    assert "NRPs in hand: 7.5, not 8." in do(demo, "points-spent", 422, side="axis", what="nrp", points="8")
    do(demo, "points-spent", side="axis", what="nrp", points="8", because="agreed")
    assert balance("axis/nrp") == "-0.5"
    page = demo.text("ledgers/")
    shown = words_of(page)
    assert "Naval repair points −½ a deficit" in shown
    assert "Air replacement points, Regia Aeronautica 10" in shown
    assert "Malta repair points 4" in shown
    assert re.search(r'<td class="n">−8</td>.*?href="/c/[^"]+/log/public/4/"', page, re.S)
    assert re.search(r'<td class="n">\+1½</td>.*?href="/c/[^"]+/log/public/3/"', page, re.S)
    assert duties(demo, "axis/initial")["Ledgers: receive and spend points"].small == "a deficit of NRPs"


@pytest.mark.rule("E36.A.4.b1")
def test_what_malta_makes_is_spent_like_any_other_naval_repair_point(demo: InHand) -> None:
    demo.end_steps(5)
    demo.edit(Set("malta-stock:valletta.nrp", 2))
    assert "Naval repair points on Valletta 2 kept apart by an earlier version" in demo.words("ledgers/")
    # 8 in the demo, 1 that is made now, 2 of before.
    do(demo, "malta-converted", srp="0", at_once="0", nrp="1", engineer="on")
    assert balance("allied/nrp") == "11.0"
    page = demo.text("ledgers/")
    assert "Naval repair points on Valletta" not in words_of(page)
    assert re.search(r'Naval repair points</b> <b class="big n">11</b>.*?<td class="n">\+3</td>', page, re.S)
    assert f'href="/c/{demo.slug}/do/malta-converted/"' in page
    do(demo, "points-spent", side="allied", what="nrp", points="11")


@pytest.mark.rule("E36.C.3.def")
def test_what_sweeping_owes_is_said_and_paid_first(demo: InHand) -> None:
    demo.edit(Set("account:axis/nrp.balance", "-3"), Set("account:axis/nrp.sweeping", "2"))
    assert "2 of the deficit made by sweeping: no sweeping in danger zones" in demo.words("ledgers/")
    do(demo, "points-received", side="axis", what="nrp", points="2")
    account = Account.objects.get(key="axis/nrp")
    assert (str(account.balance), str(account.sweeping)) == ("-1.0", "0.0")


def test_points_of_a_port_are_those_of_the_roster(demo: InHand) -> None:
    assert "nobody counts SPs of the Axis side yet" in do(
        demo, "points-received", 422, side="axis", what="sp", port="naples", points="3"
    )
    fields = {"side": "axis", "label": "", "sunk": "0", "what": "sp"}
    demo.edit(create("roster:axis/naples/sp", port="naples", base="10", **fields))
    do(demo, "points-spent", side="axis", what="sp", port="naples", points="3")
    do(demo, "points-received", side="axis", what="sp", port="bari", points="2")
    assert {(row.port, str(row.base)) for row in Holding.objects.all()} == {("naples", "7.00"), ("bari", "2.00")}
    assert "All ports SP 9" in words_of(demo.text("ledgers/"))
    postings = demo.words("ledgers/stock/axis/naples/")
    assert "SP −3" in postings
    assert "SP +10" in postings
    assert "Nothing was posted here yet" in demo.words("ledgers/stock/allied/naples/")
    for wrong in ("nobody/naples", "axis/atlantis"):
        demo.get(f"ledgers/stock/{wrong}/", 404)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"what": "nrp", "points": "0"}, "type a number above 0, in whole points or halves"),
        ({"what": "nrp", "points": "0.3"}, "type a number above 0, in whole points or halves"),
        ({"what": "vp", "points": "1.5"}, "victory points are whole numbers"),
        ({"what": "arp", "points": "1"}, "say whose air replacement points, such as RAF"),
        ({"what": "arp", "points": "1", "organisation": "x" * 31}, "write at most 30 characters"),
        ({"what": "srp", "points": "1"}, "choose the port where the SRPs are"),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(demo: InHand, fields: dict[str, str], sentence: str) -> None:
    assert sentence in do(demo, "points-received", 422, side="axis", **fields)


@pytest.mark.rule("E36.I")
def test_victory_points_a_new_organisation_too_many_aircraft_and_a_counter_of_strength_two(demo: InHand) -> None:
    do(demo, "points-received", side="allied", what="vp", points="3")
    do(demo, "points-received", side="allied", what="arp", points="2", organisation="RAF")
    assert demo.facts["ledger:allied.vp"] == 3
    assert balance("allied/arp/raf") == "2.0"
    names = ",".join(f"Fulmar {n}" for n in range(13))
    assert "name at most 12 air units" in do(
        demo, "carrier-arrives", 422, unit="formidable", to="port:suez", aircraft=names
    )
    card = demo.words("fleet/unit/transport-1/")
    assert "Strength 2 of 2" in card
    assert "half-strength side 1" in card


@pytest.mark.rule("E36.F.2.norep")
def test_arps_are_not_spent_on_aircraft_of_a_carrier_group_in_play(demo: InHand) -> None:
    page = demo.text("do/points-spent/")
    assert "of Ark Royal (Allied)" in page
    assert "of Formidable" not in page
    fields = {"side": "allied", "what": "arp", "organisation": "Fleet Air Arm", "points": "1", "carrier": "ark-royal"}
    assert "neither repaired nor replaced while it is in play" in do(demo, "points-spent", 422, **fields)
    # While one is in play nobody passes over the question.
    assert "say whether they are for its aircraft" in do(demo, "points-spent", 422, **fields | {"carrier": ""})
    do(demo, "points-spent", **fields | {"carrier": "of-none"})
    # Of a side without carrier groups nothing is asked.
    assert "say whether" not in do(demo, "points-spent", 422, **fields | {"side": "axis", "carrier": ""})


# Carrier groups


@pytest.mark.rule("E36.F.2.in")
def test_a_carrier_group_arrives_when_its_turn_has_come(demo: InHand) -> None:
    assert "Formidable arrives" not in duties(demo, "allied/initial")
    assert "The order of battle brings Formidable in Mar II 41." in do(
        demo, "carrier-arrives", 422, unit="formidable", to="port:suez", aircraft="Fulmar"
    )
    assert duties(demo, "allied/initial", "1941-03-2")["Formidable arrives"].kind is Kind.DUE
    fields = {"unit": "formidable", "to": "port:suez", "aircraft": "Fulmar,  Albacore ,", "fighter": "on"}
    do(demo, "carrier-arrives", **fields)
    unit = TaskForce.objects.get(key="formidable")
    assert (unit.place, unit.code_c_fighter) == ("port:suez", True)
    assert Mark.objects.get(key="aircraft/formidable").note == "Fulmar; Albacore"
    assert duties(demo, "allied/initial", "1941-03-2")["Formidable withdraws"].kind is Kind.MAY
    do(demo, "carrier-arrives", 422, unit="formidable", to="port:suez")


@pytest.mark.rule("E36.F.2.out", "E36.F.2.a", "E36.F.2.b", "E36.F.2.c")
def test_a_carrier_group_leaves_its_group_and_pays(demo: InHand) -> None:
    # 1 hit: 3 NRPs of 8. One aborted, one eliminated: 9 ARPs of 6.
    demo.edit(Set("task-force:force-h-1.place", "port:gibraltar"), Set("task-force:ark-royal.leaves", "later"))
    fields = {"unit": "ark-royal", "aborted": "1", "eliminated": "1"}
    do(demo, "carrier-withdraws", **fields)
    assert (balance("allied/nrp"), balance("allied/arp/fleet-air-arm")) == ("5.0", "-3.0")
    unit = TaskForce.objects.get(key="ark-royal")
    assert (unit.place, unit.hits) == ("withdrawn", 0)
    assert not NavalGroup.objects.filter(key="force-h").exists()


@pytest.mark.rule("E36.F.2.out", "E36.F.2.b", "E36.F.2.c")
def test_a_carrier_group_without_named_aircraft_takes_those_that_are_ticked_along(demo: InHand) -> None:
    """The field of its aircraft was left empty, as its default is; its Fulmars stand in a box and count there."""
    flies = {"side": "allied", "name": "Fulmar", "nature": "non-naval", "tbf": "1", "range": "20", "fighter": "on"}
    flies |= {"zone": "central-med", "place": "box", "hexes_to_base": "0"}
    demo.enter(air.add, flies, seat="allied")
    (key,) = demo.rows("air-unit")
    duties(demo, "allied/initial", "1941-03-2")
    do(demo, "carrier-arrives", unit="formidable", to="port:suez")
    assert "Fulmar, Central Med" in demo.words("do/carrier-withdraws/")
    fields = {"unit": "formidable", "aborted": "1", "eliminated": "1", "air_units": key}
    do(demo, "carrier-withdraws", **fields)
    assert not demo.state.rows("air-unit")
    assert "Formidable arrives" not in duties(demo, "allied/initial", "1941-03-2")


@pytest.mark.rule("E36.F.2.out")
def test_losses_need_an_organisation_and_the_turn_of_the_order_of_battle(demo: InHand) -> None:
    assert "takes Ark Royal away in Nov I 41" in do(demo, "carrier-withdraws", 422, unit="ark-royal")
    demo.edit(Set("task-force:ark-royal.organisation", ""))
    assert "say whose ARPs pay for the air units" in do(demo, "carrier-withdraws", 422, unit="ark-royal", aborted="1")
    do(demo, "carrier-withdraws", unit="ark-royal", because="lent to the Home Fleet")
    assert NavalGroup.objects.filter(key="force-h").exists()


@pytest.mark.rule("E36.F.2.norep", "E36.F.3")
def test_units_are_mended_but_no_carrier_group(demo: InHand) -> None:
    assert duties(demo, "axis/initial")["Mend a naval unit"].small == "1 naval unit has hits"
    assert "not mended while it is in play" in do(demo, "naval-repair", 422, unit="ark-royal", hits="1", cost="1")
    do(demo, "naval-repair", unit="squadron-2", hits="1", cost="1.5")
    assert (TaskForce.objects.get(key="squadron-2").hits, balance("axis/nrp")) == (0, "4.5")
    assert "Mend a naval unit" not in duties(demo, "axis/initial")


# Gunfire supports


@pytest.mark.rule("E36.F.1.rec", "E36.F.1.q")
def test_gunfire_supports_are_counted_on_the_card_and_a_quarter_spends_mps(demo: InHand) -> None:
    demo.edit(Set("group:battle-fleet.place", "hex:18A:0404"))
    line = duties(demo, "axis/naval-movement")["Gunfire support: 1st Squadron"]
    assert line.small == "8 of 8 left in 1941"
    do(demo, "gunfire-support", unit="squadron-1", support="half")
    assert TaskForce.objects.get(key="squadron-1").supports == {"1941": 1}
    assert "1941: 1" in demo.words("fleet/unit/squadron-1/")
    do(demo, "gunfire-support", unit="squadron-1", support="quarter")
    group = NavalGroup.objects.get(key="battle-fleet")
    assert group.strip == [{"mps": 15, "night": False, "to": "18A:0404", "began": "hex:18A:0404"}]
    assert TaskForce.objects.get(key="squadron-1").supports == {"1941": 1}
    assert "Mediterranean Fleet" in demo.text("do/gunfire-support/")
    for unit in ("squadron-2", "med-fleet"):
        # In port, by itself or in a group, there are no MPs for a quarter.
        assert "at sea in a hex, in a naval step" in do(demo, "gunfire-support", 422, unit=unit, support="quarter")


@pytest.mark.rule("E36.F.1.sov")
def test_a_soviet_task_force_has_no_limit_on_its_line(demo: InHand) -> None:
    demo.edit(Set("task-force:force-h-1.nation", "Soviet Union"), Set("group:force-h.place", "hex:18A:0407"))
    assert duties(demo, "allied/naval-movement")["Gunfire support: Force H battleships"].small == "without limit"


# Ferries


@pytest.mark.rule("E36.G.1", "E36.G.2", "E36.G.3")
def test_a_landing_craft_serves_until_it_is_hit_or_the_player_turn_ends(demo: InHand) -> None:
    assert "A ferry is named in the initial phase." in do(demo, "ferry-set", 422, unit="craft-1", across="19A:2417")
    assert "Let a landing craft serve as a ferry" in duties(demo, "allied/initial")
    assert "Landing craft 1 ferries between 19A:2416 and 19A:2417, sea, which counts as a major river hexside." in do(
        demo, "ferry-set", unit="craft-1", across="19A:2417"
    )
    hexside = "19A:2416 and 19A:2417, sea"
    line = duties(demo, "allied/initial")[f"Ferry: Landing craft 1, {hexside}"]
    assert line.small == "a major river for its side until the player turn ends"
    demo.edit(Set("task-force:craft-1.flipped", True))
    line = duties(demo, "allied/initial")[f"Ferry: Landing craft 1, {hexside}"]
    assert line.small == "ended: the craft is damaged"
    do(demo, "ferry-set", 422, unit="craft-1", across="19A:2415")
    demo.end_steps(4)
    state = demo.state
    assert list(ferries(state, state.values)) == []


@pytest.mark.rule("E36.G.3")
def test_a_craft_that_moves_serves_no_longer(demo: InHand) -> None:
    duties(demo, "allied/initial")
    demo.group("lighters", "allied", "port:alexandria")
    demo.set({"task-force:craft-1.place": "group:lighters"})
    do(demo, "ferry-set", unit="craft-1", across="19A:2417")
    assert "Ferry: Landing craft 1" in demo.words("fleet/group/lighters/"), "its card says what it does"
    moved = [{"mps": 5, "night": False, "to": ""}]
    demo.edit(Set("group:lighters.strip", moved), Set("group:lighters.strip_of", "1941-03-1/allied"))
    state = demo.state
    assert [ended for _, _, ended in ferries(state, state.values)] == ["the craft has moved"]


@pytest.mark.rule("E36.G.1")
def test_a_ferrys_hex_is_typed_where_nobody_knows_it(demo: InHand) -> None:
    duties(demo, "axis/initial")
    assert "nobody knows the hex where it lies: type it" in do(
        demo, "ferry-set", 422, unit="barge-1", across="18A:0407"
    )
    fields = {"unit": "barge-1", "at": "18A:0408", "across": "18A:0407", "water": "great river"}
    do(demo, "ferry-set", **fields)


# Transport counters


# The sea


def test_the_state_of_a_sea_holds_until_the_turn_ends(demo: InHand) -> None:
    line = duties(demo, "axis/initial")["How is the Mediterranean?"]
    assert line.small == "calm where nobody says otherwise"
    do(demo, "sea-state", waters="mediterranean", typed="stormy")
    values = demo.facts
    assert sea_kept(values, "central-med") is SeaState.STORMY
    assert sea_kept(values, "north-sea") is sea_kept(values, "") is None
    assert duties(demo, "axis/initial")["How is the Mediterranean?"].small == "stormy in this turn"
    again = {"waters": "mediterranean", "typed": "", "dice": "typed", "strip": "6"}
    assert "The state of the Mediterranean stands for this turn: stormy." in do(demo, "sea-state", 422, **again)
    assert sea_kept(demo.facts, "adriatic") is SeaState.STORMY
    assert "the wrong map" in do(demo, "sea-state", **again, because="the wrong map")
    assert sea_kept(demo.facts, "adriatic") is SeaState.ROUGH
    demo.end_steps(8)
    assert sea_kept(demo.facts, "central-med") is None
    assert [waters_of(zone) for zone in ("red-sea", "black-sea", "baltic", "arctic")] == [
        *(Waters.RED_SEA, Waters.BLACK_SEA, Waters.BALTIC, Waters.ATLANTIC),
    ]
