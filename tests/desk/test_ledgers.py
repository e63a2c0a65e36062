"""Ledgers, gunfire supports, carrier groups, ferries and seas as players meet them: the demo campaign's own fleets."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Account, Campaign, Mark
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Set, create
from navalassist.play import state as states
from navalassist.play.duties import Duty, Kind, Now, duties_at
from navalassist.play.systems import Moment, system_of
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.rules.europa.r36_sea_state import Waters
from navalassist.rules.europa.sea_state import SeaState
from navalassist.systems.europa import air
from navalassist.systems.europa.doors.ferries import ferries
from navalassist.systems.europa.sea import sea_kept, waters_of
from navalassist.taskforces.models import Holding, NavalGroup, TaskForce
from tests.begun import begin_demo
from tests.systems.board import end_steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(db: None) -> Iterator[Campaign]:
    states.forget()
    campaign = begin_demo()
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def edit(demo: Campaign, *effects: object) -> None:
    with writing(Viewer(demo, "moderator", "00000000-0000-4000-8000-000000000001", at_table=True)) as writer:
        writer.edit("test.edit", list(effects))  # type: ignore[arg-type]


def do(client: Client, demo: Campaign, rule: str, **fields: str) -> tuple[int, str]:
    """Status, and the receipt or the page that says why not, as plain words."""
    form = {"submission": f"{rule}-{Entry.objects.count()}", "seen": "", **fields}
    answer = client.post(f"/c/{demo.slug}/do/{rule}/", form)
    page = client.get(answer["Location"]) if answer.status_code == 302 else answer
    return answer.status_code, words(page.content.decode())


def words(page: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", page).split())


def duties(demo: Campaign, place: str, turn: str = "") -> dict[str, Duty]:
    """The duties of a step, the next one of this name; steps end until it is on."""
    for _ in range(16):
        clock = states.load(demo.slug).clock
        if clock[1:] == tuple(place.split("/")) and turn in ("", clock[0]):
            break
        end_steps(demo, 1)
    state = states.load(demo.slug)
    moment = Moment(*state.clock)
    return {d.text: d for d in duties_at(Now(state, state.values, moment, system_of("europa")))}


def balance(key: str) -> str:
    return str(Account.objects.get(key=key).balance)


# Ledgers


@pytest.mark.rule("E36.F.2.def")
def test_points_come_and_go_and_each_posting_leads_to_its_entry(client: Client, demo: Campaign) -> None:
    assert do(client, demo, "points-received", side="axis", what="nrp", points="1.5", reason="OB")[0] == 302
    status, text = do(client, demo, "points-spent", side="axis", what="nrp", points="8")
    assert (status, "NRPs in hand: 7.5, not 8." in text or text) == (422, True)
    assert do(client, demo, "points-spent", side="axis", what="nrp", points="8", because="agreed")[0] == 302
    assert balance("axis/nrp") == "-0.5"
    page = client.get(f"/c/{demo.slug}/ledgers/").content.decode()
    shown = words(page)
    assert "Naval repair points −½ a deficit" in shown
    assert "Air replacement points, Regia Aeronautica 10" in shown
    assert "Malta repair points 4" in shown
    assert re.search(r'<td class="n">−8</td>.*?href="/c/[^"]+/log/public/4/"', page, re.S)
    assert re.search(r'<td class="n">\+1½</td>.*?href="/c/[^"]+/log/public/3/"', page, re.S)
    assert duties(demo, "axis/initial")["Ledgers: receive and spend points"].small == "a deficit of NRPs"


@pytest.mark.rule("E36.A.4.b1")
def test_what_malta_makes_is_spent_like_any_other_naval_repair_point(client: Client, demo: Campaign) -> None:
    end_steps(demo, 5)
    edit(demo, Set("malta-stock:valletta.nrp", 2))
    assert "Naval repair points on Valletta 2 kept apart by an earlier version" in words(
        client.get(f"/c/{demo.slug}/ledgers/").content.decode()
    )
    # 8 in the demo, 1 that is made now, 2 of before.
    made = do(client, demo, "malta-converted", srp="0", at_once="0", nrp="1", engineer="on")
    assert (made[0], balance("allied/nrp")) == (302, "11.0")
    page = client.get(f"/c/{demo.slug}/ledgers/").content.decode()
    assert "Naval repair points on Valletta" not in words(page)
    assert re.search(r'Naval repair points</b> <b class="big n">11</b>.*?<td class="n">\+3</td>', page, re.S)
    assert f'href="/c/{demo.slug}/do/malta-converted/"' in page
    assert do(client, demo, "points-spent", side="allied", what="nrp", points="11")[0] == 302


@pytest.mark.rule("E36.C.3.def")
def test_what_sweeping_owes_is_said_and_paid_first(client: Client, demo: Campaign) -> None:
    edit(demo, Set("account:axis/nrp.balance", "-3"), Set("account:axis/nrp.sweeping", "2"))
    assert "2 of the deficit made by sweeping: no sweeping in danger zones" in words(
        client.get(f"/c/{demo.slug}/ledgers/").content.decode()
    )
    do(client, demo, "points-received", side="axis", what="nrp", points="2")
    account = Account.objects.get(key="axis/nrp")
    assert (str(account.balance), str(account.sweeping)) == ("-1.0", "0.0")


def test_points_of_a_port_are_those_of_the_roster(client: Client, demo: Campaign) -> None:
    status, text = do(client, demo, "points-received", side="axis", what="sp", port="naples", points="3")
    assert (status, "nobody counts SPs of the Axis side yet" in text) == (422, True)
    fields = {"side": "axis", "label": "", "sunk": "0", "what": "sp"}
    edit(demo, create("roster:axis/naples/sp", port="naples", base="10", **fields))
    assert do(client, demo, "points-spent", side="axis", what="sp", port="naples", points="3")[0] == 302
    assert do(client, demo, "points-received", side="axis", what="sp", port="bari", points="2")[0] == 302
    assert {(row.port, str(row.base)) for row in Holding.objects.all()} == {("naples", "7.00"), ("bari", "2.00")}
    page = client.get(f"/c/{demo.slug}/ledgers/").content.decode()
    assert "All ports SP 9" in words(page)
    postings = words(client.get(f"/c/{demo.slug}/ledgers/stock/axis/naples/").content.decode())
    assert "SP −3" in postings
    assert "SP +10" in postings
    assert "Nothing was posted here yet" in words(
        client.get(f"/c/{demo.slug}/ledgers/stock/allied/naples/").content.decode()
    )
    for wrong in ("nobody/naples", "axis/atlantis"):
        assert client.get(f"/c/{demo.slug}/ledgers/stock/{wrong}/").status_code == 404


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"what": "nrp", "points": "0"}, "type a number above 0, in whole points or halves"),
        ({"what": "nrp", "points": "0.3"}, "type a number above 0, in whole points or halves"),
        ({"what": "vp", "points": "1.5"}, "victory points are whole numbers"),
        ({"what": "arp", "points": "1"}, "say whose air replacement points, such as RAF"),
        ({"what": "arp", "points": "1", "organisation": "x" * 31}, "write at most 30 signs"),
        ({"what": "srp", "points": "1"}, "choose the port where the SRPs are"),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field(
    client: Client, demo: Campaign, fields: dict[str, str], sentence: str
) -> None:
    status, text = do(client, demo, "points-received", side="axis", **fields)
    assert status == 422
    assert sentence in text


def test_victory_points_and_a_new_organisation(client: Client, demo: Campaign) -> None:
    do(client, demo, "points-received", side="allied", what="vp", points="3")
    do(client, demo, "points-received", side="allied", what="arp", points="2", organisation="RAF")
    assert states.load(demo.slug).values["ledger:allied.vp"] == 3
    assert balance("allied/arp/raf") == "2.0"


@pytest.mark.rule("E36.F.2.norep")
def test_arps_are_not_spent_on_aircraft_of_a_carrier_group_in_play(client: Client, demo: Campaign) -> None:
    page = client.get(f"/c/{demo.slug}/do/points-spent/").content.decode()
    assert "of Ark Royal (Allied)" in page
    assert "of Formidable" not in page
    fields = {"side": "allied", "what": "arp", "organisation": "Fleet Air Arm", "points": "1", "carrier": "ark-royal"}
    status, text = do(client, demo, "points-spent", **fields)
    assert (status, "neither repaired nor replaced while it is in play" in text) == (422, True)
    # While one is in play nobody passes over the question.
    status, text = do(client, demo, "points-spent", **fields | {"carrier": ""})
    assert (status, "say whether they are for its aircraft" in text) == (422, True)
    assert "neither repaired" not in do(client, demo, "points-spent", **fields | {"carrier": "of-none"})[1]
    # Of a side without carrier groups nothing is asked.
    text = do(client, demo, "points-spent", **fields | {"side": "axis", "carrier": ""})[1]
    assert "say whether" not in text


# Carrier groups


@pytest.mark.rule("E36.F.2.in")
def test_a_carrier_group_arrives_when_its_turn_has_come(client: Client, demo: Campaign) -> None:
    assert "Formidable arrives" not in duties(demo, "allied/initial")
    status, text = do(client, demo, "carrier-arrives", unit="formidable", to="port:suez", aircraft="Fulmar")
    assert (status, "The order of battle brings Formidable in Mar II 41." in text) == (422, True)
    assert duties(demo, "allied/initial", "1941-03-2")["Formidable arrives"].kind is Kind.DUE
    fields = {"unit": "formidable", "to": "port:suez", "aircraft": "Fulmar,  Albacore ,", "fighter": "on"}
    assert do(client, demo, "carrier-arrives", **fields)[0] == 302
    unit = TaskForce.objects.get(key="formidable")
    assert (unit.place, unit.code_c_fighter) == ("port:suez", True)
    assert Mark.objects.get(key="aircraft/formidable").note == "Fulmar; Albacore"
    assert duties(demo, "allied/initial", "1941-03-2")["Formidable withdraws"].kind is Kind.MAY
    assert do(client, demo, "carrier-arrives", unit="formidable", to="port:suez")[0] == 422


def test_many_aircraft_are_too_many(client: Client, demo: Campaign) -> None:
    names = ",".join(f"Fulmar {n}" for n in range(13))
    status, text = do(client, demo, "carrier-arrives", unit="formidable", to="port:suez", aircraft=names)
    assert (status, "name at most 12 air units" in text) == (422, True)


@pytest.mark.rule("E36.F.2.out", "E36.F.2.a", "E36.F.2.b", "E36.F.2.c")
def test_a_carrier_group_leaves_its_group_and_pays(client: Client, demo: Campaign) -> None:
    # 1 hit: 3 NRPs of 8. One aborted, one eliminated: 9 ARPs of 6.
    edit(demo, Set("task-force:force-h-1.place", "port:gibraltar"), Set("task-force:ark-royal.leaves", "later"))
    fields = {"unit": "ark-royal", "aborted": "1", "eliminated": "1"}
    assert do(client, demo, "carrier-withdraws", **fields)[0] == 302
    assert (balance("allied/nrp"), balance("allied/arp/fleet-air-arm")) == ("5.0", "-3.0")
    unit = TaskForce.objects.get(key="ark-royal")
    assert (unit.place, unit.hits) == ("withdrawn", 0)
    assert not NavalGroup.objects.filter(key="force-h").exists()


@pytest.mark.rule("E36.F.2.out", "E36.F.2.b", "E36.F.2.c")
def test_a_carrier_group_without_named_aircraft_takes_those_that_are_ticked_along(
    client: Client, demo: Campaign
) -> None:
    """The field of its aircraft was left empty, as its default is; its Fulmars stand in a box and count there."""
    flies = {"side": "allied", "name": "Fulmar", "nature": "non-naval", "tbf": "1", "range": "20", "fighter": "on"}
    flies |= {"zone": "central-med", "place": "box", "hexes_to_base": "0"}
    with writing(Viewer(demo, "moderator", "00000000-0000-4000-8000-000000000001", at_table=True)) as writer:
        made = air.add(writer.state.values, flies)
        writer.edit(made.act, made.effects, seat="allied", title=made.title)
    (key,) = (row.partition(":")[2] for row in states.load(demo.slug).rows("air-unit"))
    duties(demo, "allied/initial", "1941-03-2")
    assert do(client, demo, "carrier-arrives", unit="formidable", to="port:suez")[0] == 302
    assert "Fulmar, Central Med" in words(client.get(f"/c/{demo.slug}/do/carrier-withdraws/").content.decode())
    fields = {"unit": "formidable", "aborted": "1", "eliminated": "1", "air_units": key}
    assert do(client, demo, "carrier-withdraws", **fields)[0] == 302
    assert not states.load(demo.slug).rows("air-unit")
    assert "Formidable arrives" not in duties(demo, "allied/initial", "1941-03-2")


@pytest.mark.rule("E36.F.2.out")
def test_losses_need_an_organisation_and_the_turn_of_the_order_of_battle(client: Client, demo: Campaign) -> None:
    status, text = do(client, demo, "carrier-withdraws", unit="ark-royal")
    assert (status, "takes Ark Royal away in Nov I 41" in text) == (422, True)
    edit(demo, Set("task-force:ark-royal.organisation", ""))
    status, text = do(client, demo, "carrier-withdraws", unit="ark-royal", aborted="1")
    assert (status, "say whose ARPs pay for the air units" in text) == (422, True)
    assert do(client, demo, "carrier-withdraws", unit="ark-royal", because="lent to the Home Fleet")[0] == 302
    assert NavalGroup.objects.filter(key="force-h").exists()


@pytest.mark.rule("E36.F.2.norep", "E36.F.3")
def test_units_are_mended_but_no_carrier_group(client: Client, demo: Campaign) -> None:
    assert duties(demo, "axis/initial")["Mend a naval unit"].small == "1 naval unit has hits"
    status, text = do(client, demo, "naval-repair", unit="ark-royal", hits="1", cost="1")
    assert (status, "not mended while it is in play" in text) == (422, True)
    assert do(client, demo, "naval-repair", unit="squadron-2", hits="1", cost="1.5")[0] == 302
    assert (TaskForce.objects.get(key="squadron-2").hits, balance("axis/nrp")) == (0, "4.5")
    assert "Mend a naval unit" not in duties(demo, "axis/initial")


# Gunfire supports


@pytest.mark.rule("E36.F.1.rec", "E36.F.1.q")
def test_gunfire_supports_are_counted_on_the_card_and_a_quarter_spends_mps(client: Client, demo: Campaign) -> None:
    edit(demo, Set("group:battle-fleet.place", "hex:18A:0404"))
    line = duties(demo, "axis/naval-movement")["Gunfire support: 1st Squadron"]
    assert line.small == "8 of 8 left in 1941"
    status, text = do(client, demo, "gunfire-support", unit="squadron-1", support="half")
    assert status == 302, text
    assert TaskForce.objects.get(key="squadron-1").supports == {"1941": 1}
    card = words(client.get(f"/c/{demo.slug}/fleet/unit/squadron-1/").content.decode())
    assert "1941: 1" in card
    assert do(client, demo, "gunfire-support", unit="squadron-1", support="quarter")[0] == 302
    group = NavalGroup.objects.get(key="battle-fleet")
    assert group.strip == [{"mps": 15, "night": False, "to": "18A:0404", "began": "hex:18A:0404"}]
    assert TaskForce.objects.get(key="squadron-1").supports == {"1941": 1}
    assert "Mediterranean Fleet" in client.get(f"/c/{demo.slug}/do/gunfire-support/").content.decode()
    for unit in ("squadron-2", "med-fleet"):
        # In port, by itself or in a group, there are no MPs for a quarter.
        status, text = do(client, demo, "gunfire-support", unit=unit, support="quarter")
        assert (status, "at sea in a hex, in a naval step" in text or text) == (422, True)


@pytest.mark.rule("E36.F.1.sov")
def test_a_soviet_task_force_has_no_limit_on_its_line(client: Client, demo: Campaign) -> None:
    edit(demo, Set("task-force:force-h-1.nation", "Soviet Union"), Set("group:force-h.place", "hex:18A:0407"))
    assert duties(demo, "allied/naval-movement")["Gunfire support: Force H battleships"].small == "without limit"


# Ferries


@pytest.mark.rule("E36.G.1", "E36.G.2", "E36.G.3")
def test_a_landing_craft_serves_until_it_is_hit_or_the_player_turn_ends(client: Client, demo: Campaign) -> None:
    status, text = do(client, demo, "ferry-set", unit="craft-1", across="19A:2417")
    assert (status, "A ferry is named in the initial phase." in text or text) == (422, True)
    assert "Let a landing craft serve as a ferry" in duties(demo, "allied/initial")
    status, text = do(client, demo, "ferry-set", unit="craft-1", across="19A:2417")
    assert (status, "A major river hexside Hexside 19A:2416 and 19A:2417" in text or text) == (302, True)
    hexside = "19A:2416 and 19A:2417, sea"
    line = duties(demo, "allied/initial")[f"Ferry: Landing craft 1, {hexside}"]
    assert line.small == "a major river for its side until the player turn ends"
    edit(demo, Set("task-force:craft-1.flipped", True))
    line = duties(demo, "allied/initial")[f"Ferry: Landing craft 1, {hexside}"]
    assert line.small == "ended: the craft is damaged"
    assert do(client, demo, "ferry-set", unit="craft-1", across="19A:2415")[0] == 422
    end_steps(demo, 4)
    state = states.load(demo.slug)
    assert list(ferries(state, state.values)) == []


@pytest.mark.rule("E36.G.3")
def test_a_craft_that_moves_serves_no_longer(client: Client, demo: Campaign) -> None:
    duties(demo, "allied/initial")
    group = {"side": "allied", "name": "Lighters", "place": "port:alexandria"}
    edit(
        demo,
        create("group:lighters", **NavalGroup.new_facts(**group)),
        Set("task-force:craft-1.place", "group:lighters"),
    )
    assert do(client, demo, "ferry-set", unit="craft-1", across="19A:2417")[0] == 302
    moved = [{"mps": 5, "night": False, "to": ""}]
    edit(demo, Set("group:lighters.strip", moved), Set("group:lighters.strip_of", "1941-03-1/allied"))
    state = states.load(demo.slug)
    assert [ended for _, _, ended in ferries(state, state.values)] == ["the craft has moved"]


@pytest.mark.rule("E36.G.1")
def test_a_ferrys_hex_is_typed_where_nobody_knows_it(client: Client, demo: Campaign) -> None:
    duties(demo, "axis/initial")
    status, text = do(client, demo, "ferry-set", unit="barge-1", across="18A:0407")
    assert (status, "nobody knows the hex where it lies: type it" in text) == (422, True)
    fields = {"unit": "barge-1", "at": "18A:0408", "across": "18A:0407", "water": "great river"}
    assert do(client, demo, "ferry-set", **fields)[0] == 302


# Transport counters


@pytest.mark.rule("E36.I")
def test_a_transport_counter_is_a_unit_of_strength_two(client: Client, demo: Campaign) -> None:
    card = words(client.get(f"/c/{demo.slug}/fleet/unit/transport-1/").content.decode())
    assert "Strength 2 of 2" in card
    assert "half-strength side 1" in card


# The sea


def test_the_state_of_a_sea_holds_until_the_turn_ends(client: Client, demo: Campaign) -> None:
    line = duties(demo, "axis/initial")["How is the Mediterranean?"]
    assert line.small == "calm where nobody says otherwise"
    assert do(client, demo, "sea-state", waters="mediterranean", typed="stormy")[0] == 302
    values = states.load(demo.slug).values
    assert sea_kept(values, "central-med") is SeaState.STORMY
    assert sea_kept(values, "north-sea") is sea_kept(values, "") is None
    assert duties(demo, "axis/initial")["How is the Mediterranean?"].small == "stormy in this turn"
    again = {"waters": "mediterranean", "typed": "", "dice": "typed", "strip": "6"}
    status, text = do(client, demo, "sea-state", **again)
    assert (status, "The state of the Mediterranean stands for this turn: stormy." in text) == (422, True)
    assert sea_kept(states.load(demo.slug).values, "adriatic") is SeaState.STORMY
    status, text = do(client, demo, "sea-state", **again, because="the wrong map")
    assert (status, "the wrong map" in text) == (302, True)
    assert sea_kept(states.load(demo.slug).values, "adriatic") is SeaState.ROUGH
    end_steps(demo, 8)
    assert sea_kept(states.load(demo.slug).values, "central-med") is None
    assert [waters_of(zone) for zone in ("red-sea", "black-sea", "baltic", "arctic")] == [
        *(Waters.RED_SEA, Waters.BLACK_SEA, Waters.BALTIC, Waters.ATLANTIC),
    ]
