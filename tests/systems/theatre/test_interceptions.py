"""Search and interceptions in a campaign: who learns what, what is announced, and what is forbidden."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.auditlog.export import lines
from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, Set
from navalassist.engine.reader import View
from navalassist.systems.theatre.battle import queue
from navalassist.systems.theatre.chain import before
from navalassist.systems.theatre.demo import LINGAYEN
from navalassist.systems.theatre.rulings import CONVOYS, MISSION, ONCE, OPEN, PLAIN, TWICE
from navalassist.systems.theatre.setup import begin
from navalassist.systems.theatre.state.battles import Hunters, Interception, Result, Sighting
from navalassist.systems.theatre.state.words import GroupKind, Mission
from tests.in_hand import InHand
from tests.systems.theatre.at_sea import ALLIED, AXIS, BOATS_1, BOATS_2, COVER, LANDING, at_sea, group, order
from tests.systems.theatre.test_demos import seen_by

BOATS = {"force": "pg-order:boats-2", "units": ("boats-9", "boats-10")}


@pytest.fixture
def ops(lingayen: Campaign) -> InHand:
    """The orders of `at_sea`, and both sides have searched."""
    table = at_sea(lingayen)
    table.do("pg-search", seat="axis")
    return table


def seen(table: InHand, seat: str) -> dict[str, tuple[str, str]]:
    """Mission -> squares, zones: what a seat has of what was spotted."""
    return {one.order: (one.squares, one.zones) for one in seen_by(table.campaign, seat).rows(Sighting)}


def searched(campaign: Campaign, axis: tuple[Create, ...] = (), allied: tuple[Create, ...] = ()) -> InHand:
    table = at_sea(campaign, axis, allied)
    table.do("pg-search", seat="allied")
    return table


def says(table: InHand, seat: str = "allied", **typed: Any) -> str:
    """Why an interception of the landing in D5, or of something else, is refused."""
    return table.refuse("pg-intercept", seat=seat, **({"sighting": "allied-landing", "where": "D5"} | typed))


# --- the search


@pytest.mark.rule("PG.6.4.2", "PG.6.4.2.1")
def test_a_search_teaches_each_side_its_own_and_nobody_else_anything(ops: InHand) -> None:
    """The PBY's 3 are D4, D5 of the landing and C4, C5 of its cover. Nobody of Japan spots boats there."""
    assert seen(ops, "allied") == {"landing": ("D4 D5", ""), "cover": ("C4 C5", "")}
    assert seen(ops, "axis") == {} == seen(ops, "observer")
    again = ops.do("pg-search", seat="allied")
    ops.check()
    assert len(seen(ops, "allied")) == 2
    for seat in ("axis", "observer"):
        assert "learns" not in ops.at(seat).words("log/")
        assert "seen in" not in ops.at(seat).receipt(again)
    mine = ops.at("allied").words("log/")
    assert "Allied learns of a mission of the Axis side" in mine
    assert "landing" not in mine


@pytest.mark.rule("PG.6.4.2")
def test_what_is_known_ends_with_the_turn_and_is_remembered(ops: InHand) -> None:
    ops.end_steps(3)
    ops.check()
    known = {row: ops.facts[f"knowledge:{row}.level"] for row in ops.rows("knowledge")}
    assert known == {"allied-pg-order-landing": "nothing", "allied-pg-order-cover": "nothing"}
    assert "seen in D4, D5, Dec 41, winter" in ops.facts["knowledge:allied-pg-order-landing.memory"][0]


@pytest.mark.rule("PG.6.4.2")
@pytest.mark.parametrize(
    ("mission", "status", "found"),
    [
        (Mission.OPERATIONAL, "ready", {"cover": ("G11", "")}),
        (Mission.OPERATIONAL, "damaged", {}),
        (Mission.STRATEGIC, "ready", {}),
        (Mission.INVASION, "ready", {}),
    ],
)
def test_who_searches_from_where(lingayen: Campaign, mission: Mission, status: str, found: dict[str, Any]) -> None:
    """After a base change from the new port, Davao in G10: CA 2 - 1 = 1 sees G11. On other orders from nowhere."""
    axis = (order("cover", AXIS, "a3", route="L10 K11 J11 I11 H12 G11 F12"),)
    allied = (
        group("h", ALLIED, GroupKind.TASK_FORCE, "manila"),
        Set("pg-unit:houston.group", "h"),
        Set("pg-unit:houston.status", status),
        order("h", ALLIED, "h", mission, route="E6 E7", returns="pg-port:davao"),
    )
    assert seen(searched(lingayen, axis, allied), "allied") == found


@pytest.mark.rule("PG.6.4.2", "PG.6.4.3.4")
def test_a_mission_is_not_met_in_a_port_but_at_a_small_island(lingayen: Campaign) -> None:
    """Boats in D2, where Mako is a small island, and their base Manila: the landing passes D2; Takao, E2, is land."""
    boats = order("b", ALLIED, "u2", route="E6 E7 D6 D5 D4 D3 D2")
    table = searched(lingayen, (order("landing", AXIS, "fleet", Mission.CONVOY, "E1 D2 E2"),), (boats,))
    assert seen(table, "allied") == {"landing": ("D2", "")}
    there = {"sighting": "allied-landing", "force": "pg-order:b", "units": ("boats-9",), "seat": "allied"}
    assert "choose a square" in table.misfit("pg-intercept", where="E2", **there)
    table.do("pg-intercept", where="D2", **there)


@pytest.mark.rule("PG.6.4.2.1", "PG.6.4.3.1")
def test_flotillas_are_spotted_by_asw_search_and_intercepted_by_what_attacks_them(lingayen: Campaign) -> None:
    """Two destroyers on patrol in D6, DD 1 - 1 - 1 = 0, meet the flotilla there; cruisers alone may not fight it."""
    axis = (
        group("dds", AXIS, GroupKind.TASK_FORCE, "mako"),
        Set("pg-unit:hatakaze.group", "dds"),
        Set("pg-unit:kuma.group", "dds"),
        order("dds", AXIS, "dds", route="D2 D3 D4 D5 D6"),
    )
    table = searched(lingayen, axis, (BOATS_1, BOATS_2))
    assert seen(table, "axis") == {"boats-1": ("D6", ""), "boats-2": ("D6", "")}
    hunt = {"sighting": "axis-boats-1", "where": "D6", "force": "pg-order:dds"}
    assert "None of these attacks submarines" in says(table, "axis", **hunt, units=("kuma",))
    entry = table.do("pg-intercept", seat="axis", **hunt, units=("kuma", "hatakaze"))
    assert "(patrol, submarine flotilla) in D6 with 1 CL, 1 DD." in table.at("observer").receipt(entry)
    table.check()


@pytest.mark.rule("PG.6.4.2.1")
def test_asw_search_may_be_two_less(lingayen: Campaign) -> None:
    """Bombers of search 3 over D5, two squares off the flotilla in B5: 3 - 1 - 1 = 1; in Europe's way 3 - 2 - 1 = 0."""
    patrol = order("air", AXIS, "", Mission.AIR_PATROL, air="takao-bombers", target="C6")
    for choice, found in (("once", {"boats-1": ("D6", ""), "boats-2": ("D6", "")}), (TWICE, {})):
        table = fresh(lingayen, {"R-208": choice})
        at_sea(table.campaign, (patrol,))
        table.do("pg-search", seat="axis")
        assert seen(table, "axis") == found, choice


def fresh(campaign: Campaign, rulings: dict[str, str]) -> InHand:
    """Another one, in which doubtful places are read so."""
    return InHand(begin(f"With {rulings}", scene=LINGAYEN, slug=f"w{Campaign.objects.count()}", rulings=rulings))


# --- what is announced


@pytest.mark.rule("PG.6.4", "PG.6.4.3", "PG.6.4.3.1")
def test_an_interception_is_announced_to_everybody(ops: InHand) -> None:
    entry = ops.do("pg-intercept", seat="allied", sighting="allied-landing", where="D5", **BOATS)
    one = seen_by(ops.campaign, "observer").rows(Interception)[0]
    assert (one.number, one.order, one.by, one.ships) == (1, "landing", "boats-2", True)
    assert (one.force, one.square, one.distance) == ("2 SS", "D5", 0)
    assert seen_by(ops.campaign, "allied").row(Hunters, one.key).units == ("boats-9", "boats-10")
    for seat in ("axis", "observer"):
        read = ops.at(seat).receipt(entry)
        assert not seen_by(ops.campaign, seat).rows(Hunters)
        assert "intercepts a mission of the Axis side (invasion, transport convoy) in D5 with 2 SS." in read
        assert "Submarines 9" not in read
        assert "in D4" not in read
        # Nor does the raw log name a ship, by its key.
        assert "boats-9" not in "".join(lines(ops.campaign, frozenset({"public", seat})))
    ops.check()


@pytest.mark.rule("PG.6.4.3.1", "PG.6.4.3.2", "PG.6.4.3.3", "PG.6.4.2.1")
def test_what_the_book_forbids(ops: InHand) -> None:
    """Houston's CA at Manila, E6: 2 - 1 = 1, and D5 is 2 squares away. B-17 4 - 1 = 3, P-40 2 - 1 = 1."""
    assert "D5 is 2 squares from Manila, and Houston, the slowest, reaches 1." in says(
        ops, force="pg-port:manila", units=("houston", "peary")
    )
    assert "D5 is 1 square from Allied submarine flotilla 1" in says(ops, force="pg-order:boats-1", units=("boats-1",))
    assert "P-40, which is 1" in says(ops, aircraft=("p-40",))
    assert "Tick what is sent" in says(ops)
    # A force that is chosen without ships is not taken for aircraft alone.
    assert "or choose aircraft alone" in says(ops, force="pg-port:manila", aircraft=("b-17",))
    typed = {"sighting": "allied-landing", "where": "D5", "seat": "allied"}
    mixed = {"force": "pg-order:boats-2", "units": ("boats-9", "boats-1")}
    assert "ships of the one force" in ops.misfit("pg-intercept", **typed, **mixed)
    assert "own air units" in ops.misfit("pg-intercept", **typed, aircraft=("kate",))
    assert "choose a square" in ops.misfit("pg-intercept", **(typed | {"where": "D3"}), **BOATS)


@pytest.mark.rule("PG.6.4.3.2", "PG.6.4.3.3")
def test_one_fleet_a_mission_and_aircraft_beside_it(ops: InHand) -> None:
    """The flotilla goes against the landing; then no other fleet may, but the B-17 may, and neither twice."""
    at = {"sighting": "allied-landing", "seat": "allied"}
    ops.do("pg-intercept", where="D5", force="pg-order:boats-2", units=("boats-9",), **at)
    assert "one is all" in says(ops, force="pg-order:boats-2", units=("boats-10",))
    ops.do("pg-intercept", where="D4", aircraft=("b-17",), **at)
    assert "B-17 is sent against another mission already" in says(
        ops, sighting="allied-cover", where="C4", aircraft=("b-17",)
    )
    assert ops.facts["pg-interception:1941-12-2.distance"] == 3
    ops.do("pg-intercept", where="D5", force="pg-order:boats-2", units=("boats-10",), because="agreed", **at)
    ops.check()


@pytest.mark.rule("PG.6.5.1.3")
def test_by_the_other_reading_one_interception_is_all(lingayen: Campaign) -> None:
    """R-255: the B-17 goes against the landing, so the flotilla may not."""
    table = fresh(lingayen, {"R-255": ONCE})
    at_sea(table.campaign).do("pg-search", seat="axis")
    at = {"sighting": "allied-landing", "seat": "allied"}
    table.do("pg-intercept", where="D4", aircraft=("b-17",), **at)
    assert "attacked once a turn (R-255)" in says(table, force="pg-order:boats-2", units=("boats-9",))


@pytest.mark.rule("PG.6.5.1.3", "PG.6.5.1.4")
def test_who_was_sunk_or_sent_home_by_a_battle_of_this_turn_is_not_sent(ops: InHand) -> None:
    """Boats 9 took 3 damage in a battle of this turn, and boats 10 attacked in it."""
    ops.do("pg-battle", kind="interception", attacker="allied", name="C5", map="far-east", distance=0)
    typed = {"battle": "1", "side": ALLIED}
    for key, damage in (("boats-9", 3), ("boats-10", 0)):
        line = Result(key=f"1-{key}", of=f"pg-unit:{key}", name=key, damage=damage, **typed)
        ops.edit(line.made(), chain="public")
    ops.set({"pg-battle:1.stage": "ended", "pg-battle:1.reported": "axis"})
    assert "took 3 damage in battle 1, and goes home" in says(ops, force="pg-order:boats-2", units=("boats-9",))
    assert "attacked in battle 1: a unit attacks once" in says(ops, force="pg-order:boats-2", units=("boats-10",))


@pytest.mark.rule("PG.6.4.3.3")
def test_the_range_of_aircraft_may_count_as_printed(lingayen: Campaign) -> None:
    """P-40 of range 2: D5 is 2 squares from Manila."""
    table = fresh(lingayen, {"R-245": PLAIN})
    at_sea(table.campaign).do("pg-search", seat="axis")
    table.do("pg-intercept", seat="allied", sighting="allied-landing", where="D5", aircraft=("p-40",))


ZONE = order("boats-1", ALLIED, "u1", zones="central-pacific")


@pytest.mark.rule("PG.6.4.4", "PG.6.4.4.1")
@pytest.mark.parametrize(("kind", "said"), [(GroupKind.CONVOY, ""), (GroupKind.TASK_FORCE, "convoys alone")])
def test_in_a_sea_zone_patrols_of_it_intercept_and_only_aircraft_on_patrol_there(
    lingayen: Campaign, kind: GroupKind, said: str
) -> None:
    """A boat of interception 0 in the Central Pacific meets what passes there; the PBY has to patrol it."""
    table = fresh(lingayen, {"R-243": CONVOYS})
    axis = (group("far", AXIS, kind, "palau"), order("far", AXIS, "far", Mission.CONVOY, zones="central-pacific"))
    flown = order("air", ALLIED, "", Mission.AIR_PATROL, air="pby", zones="central-pacific")
    at_sea(table.campaign, axis, (ZONE, flown)).do("pg-search", seat="axis")
    assert seen(table, "allied") == {"far": ("", "central-pacific")}
    there = {"sighting": "allied-far", "where": "central-pacific"}
    assert "B-17 is not on patrol in that sea zone." in says(table, **there, aircraft=("b-17",))
    assert "Manila is not on patrol" in says(table, **there, force="pg-port:manila", units=("peary",))
    sent = {**there, "force": "pg-order:boats-1", "units": ("boats-1",), "aircraft": ("pby",)}
    if said:
        assert said in says(table, **sent)
        return
    entry = table.do("pg-intercept", seat="allied", **sent)
    assert table.facts["pg-interception:1941-12-1.zone"] == "central-pacific"
    assert "in Central Pacific with 1 SS and 1 air unit" in table.at("observer").receipt(entry)
    table.check()


# --- chains


AGAINST_THE_LANDING = {"sighting": "allied-landing", "where": "D5", "force": "pg-order:h", "units": ("houston",)}


def chained(table: InHand) -> None:
    """Allied cruisers patrol C5, meet Japan's cover there, and are met by it."""
    cruisers = (
        group("h", ALLIED, GroupKind.TASK_FORCE, "manila"),
        Set("pg-unit:houston.group", "h"),
        order("h", ALLIED, "h", route="E6 E7 D6 C5"),
    )
    at_sea(table.campaign, (LANDING, COVER), cruisers).do("pg-search", seat="axis")


@pytest.mark.rule("PG.6.4.5")
def test_a_force_that_intercepts_may_be_intercepted_and_then_give_up(lingayen: Campaign) -> None:
    """Houston, 2 - 1 = 1, goes from C5 for the landing in D5. Kongo's patrol goes for Houston: fought first."""
    table = InHand(lingayen)
    chained(table)
    table.do("pg-intercept", seat="allied", **AGAINST_THE_LANDING)
    table.do("pg-intercept", seat="axis", sighting="axis-h", where="C5", force="pg-order:cover", units=("kongo",))
    give_up = {"interception": "1941-12-1"}
    assert "in the Battle phase" in table.refuse("pg-break-off", seat="allied", **give_up)
    table.end_step()
    assert "Nobody intercepts this force" in table.refuse("pg-break-off", seat="axis", interception="1941-12-2")
    assert "comes first" in table.refuse("pg-break-off", seat="allied", **give_up)
    table.do("pg-queue")
    assert [one.interception for one in queue(View(table.facts), "1941-12")] == ["1941-12-2", "1941-12-1"]
    table.set({"pg-battle:1.stage": "ended"})
    line = table.at("allied").lines()["Give up interception 1 in D5"]
    assert (line.seat, line.rule) == ("allied", "PG.6.4.5")
    table.do("pg-break-off", seat="allied", **give_up)
    assert table.rows("pg-interception") == ["1941-12-2"]
    table.check()


@pytest.mark.rule("PG.6.4.5")
def test_interceptors_may_be_left_alone(lingayen: Campaign) -> None:
    table = fresh(lingayen, {"R-214": MISSION})
    chained(table)
    table.do("pg-intercept", seat="allied", **AGAINST_THE_LANDING)
    met = {"sighting": "axis-h", "where": "C5", "force": "pg-order:cover", "units": ("kongo",)}
    assert "interceptors are left alone" in says(table, "axis", **met)


@pytest.mark.rule("PG.6.4.2")
def test_where_everybody_sees_everything_both_sides_read_what_was_spotted(lingayen: Campaign) -> None:
    table = fresh(lingayen, {"R-201": OPEN})
    at_sea(table.campaign).do("pg-search", seat="axis")
    page = table.at("observer").words("interceptions/")
    assert "● Allied has spotted 2 missions" in page
    assert "■ Axis has spotted nothing" in page
    assert "Only ● Allied" not in page
    table.check()


@pytest.mark.rule("PG.6.4.2", "PG.6.3.3")
def test_a_patrol_from_off_the_map_is_met_in_its_square_and_looks_out_from_there(lingayen: Campaign) -> None:
    """From Kure by two zones to S10. Against raiders 1 and on this map 1 less: boats see them in S10 alone.

    The raiders' own 1 is 0 there: of the convoy they see S10 and no square beside it.
    """
    freight = group("freight", ALLIED, GroupKind.CONVOY, "darwin", 3)
    convoy = order("convoy", ALLIED, "freight", Mission.CONVOY, "S12 S11 S10 S9")
    watch = order("watch", ALLIED, "u1", route="S11 S10")
    table = InHand(lingayen)
    table.do("pg-form", port="kure", kind="raiders", units=("aikoku",))
    raiders = table.numbered("pg-group", 4)
    typed = {"zones": "North Pacific, Central Pacific", "route": "T10 S10"}
    table.do("pg-patrol", group=raiders, **typed)
    patrol = table.numbered("pg-order", 1)
    table.edit(freight, convoy, watch, seat="allied", act="pg-order.add")
    table.until("axis/operations")
    table.do("pg-search", seat="allied")
    assert seen(table, "allied") == {patrol: ("S10", "")}
    assert seen(table, "axis") == {"convoy": ("S10", "")}


@pytest.mark.rule("PG.6.4.3.2", "PG.6.5.1.1")
def test_on_the_sheet_is_what_was_sent_and_what_sails_with_the_mission(ops: InHand) -> None:
    """The B-17 meet the cover alone. Its carrier's aircraft may defend it; the escort of the convoys is elsewhere."""
    ops.do("pg-intercept", seat="allied", sighting="allied-cover", where="C5", aircraft=("b-17",))
    ops.until("axis/battle")
    ops.do("pg-queue")
    allied, axis = {"battle": "1", "side": "allied"}, {"battle": "1", "side": "axis"}
    elsewhere = ops.refuse("pg-sheet", seat="allied", **allied, aircraft=("b-17", "pby"))
    assert elsewhere == "PBY is not sent: leave out what is elsewhere."
    ops.do("pg-sheet", seat="allied", **allied, aircraft=("b-17",))
    elsewhere = ops.refuse("pg-sheet", **axis, units=("kongo", "naka", "asagumo"))
    assert elsewhere == "Naka and Natori and Asagumo and Minegumo are not of the mission: leave out what is elsewhere."
    ops.do("pg-sheet", **axis, units=("kongo", "ashigara"), aircraft=("kate",))


@pytest.mark.rule("PG.6.4.5")
@pytest.mark.parametrize(
    ("units", "by", "joined", "first"),
    [
        (("kongo", "asagumo"), "cover", ("joiner",), True),
        (("asagumo",), "joiner", (), True),
        (("kongo",), "cover", (), False),
    ],
)
def test_whoever_meets_one_patrol_of_a_joint_force_is_fought_before_it(
    lingayen: Campaign, units: tuple[str, ...], by: str, joined: tuple[str, ...], first: bool
) -> None:
    """The destroyers of Taipei join the cover in Mako, and both meet boats in C5: DD 1 - 1 - 1 = 0, the same square.

    Bombers that meet the destroyers on their way to Mako, in D1, are fought before that where destroyers are sent.
    """
    there = {"staging": "pg-port:mako", "target": "C5"}
    axis = (
        order("cover", AXIS, "a2", route="D2 C3 C4 C5", start="pg-port:mako"),
        order("joiner", AXIS, "a1", route="D2 C3 C4 C5", route_there="E1 D1 D2", joins="cover", **there),
    )
    table = searched(lingayen, axis, (order("boats-1", ALLIED, "u1", route="E6 E7 D6 C5"),))
    sent = {"sighting": "axis-boats-1", "where": "C5", "force": "pg-order:cover", "units": units}
    table.do("pg-intercept", seat="axis", **sent, because="what sees and attacks boats is not asked here")
    (made,) = View(table.facts).rows(Interception)
    assert (made.by, made.joined) == (by, joined)
    bombers = Interception(key="x", side=ALLIED, turn=made.turn, number=2, order="joiner", map="far-east", square="D1")
    assert before(made, (made, bombers)) == ((bombers,) if first else ())
    table.check()


@pytest.mark.rule("PG.6.4")
def test_both_sides_say_that_they_announce_no_more_and_are_asked_again_when_the_other_does(ops: InHand) -> None:
    """Who has spotted nothing is asked too: else the question would tell."""

    def asked() -> list[str]:
        lines = (duty for duty in ops.duties() if duty.procedure == "pg-announced")
        return [duty.seat for duty in lines if duty.passes]

    assert asked() == ["axis", "allied"]
    ops.do("pg-announced", seat="allied", side="allied")
    ops.do("pg-announced", seat="axis", side="axis")
    assert asked() == []
    assert "has said so" in ops.refuse("pg-announced", seat="axis", side="axis")
    ops.do("pg-intercept", seat="allied", sighting="allied-landing", where="D5", **BOATS)
    assert asked() == ["axis"]
    entry = ops.do("pg-announced", seat="axis", side="axis")
    assert "The Axis side has nothing more to announce." in ops.at("observer").receipt(entry)
    assert asked() == []
    ops.end_step()
    assert "Operations" in ops.refuse("pg-announced", seat="axis", side="axis")
    ops.check()
