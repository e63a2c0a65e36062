"""Several naval steps in a phase (R-66): the players begin the next one, and what belongs to a naval step ends with it.

By hand, in the Axis naval movement of Mar I 41. The Squadra lies at sea in 18A:0407 off Valletta, among three Allied
mine points (36.C.1.b) and in the danger zone of Valletta, an Allied naval base (36.D.2): both are due again in every
naval step that it begins there. Night MPs are counted over the phase (R-22): a block of 5 that ended the first naval
step leaves none at the beginning of the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Set, create
from navalassist.play import parts
from navalassist.play import state as states
from navalassist.play.bodies import whole_body
from navalassist.play.correct import Correction, correct
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.systems import Unknown
from navalassist.play.verify import check_campaign
from navalassist.play.writer import NotYours, writing
from navalassist.seazones.models import MineBelt
from navalassist.systems.europa import EUROPA, air, fleet
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.desk.test_closed import seated
from tests.systems.board import end_steps, viewer_of
from tests.systems.test_closed import closed

pytestmark = pytest.mark.django_db
HOME = "/c/med/"
SEA, HEX = "hex:18A:0407", "18A:0407"


def fleet_of(campaign: Campaign, place: str = SEA, **unit: Any) -> None:
    """The Squadra as a group of one task force, and Allied mines off Valletta."""
    group = NavalGroup.new_facts(side="axis", name="Squadra", place=place, zone="central-med")
    force = TaskForce.new_facts(side="axis", name="Zara", strength=4, reverse=2, place="group:squadra", **unit)
    with writing(viewer_of(campaign)) as writer:
        writer.edit("test", (create("group:squadra", **group), create("task-force:zara", **force)))
    belt = MineBelt.new_facts(side="allied", hex=HEX, zone="central-med", points=3)
    with writing(viewer_of(campaign, "allied")) as writer:
        writer.edit("test", (create("mines:allied/18A-0407", **belt),))


@pytest.fixture
def med(db: None) -> Iterator[Campaign]:
    states.forget()
    campaign = begin("Med", malta=10, slug="med", theatres="both")
    fleet_of(campaign)
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def do(campaign: Campaign, slug: str, strip: str = "", **typed: Any) -> Entry:
    """A rule by its own page: what is not typed has its default."""
    fields = EUROPA.forms[slug].model_fields
    plain = {name: info.default for name, info in fields.items() if not info.is_required()}
    with writing(viewer_of(campaign)) as writer:
        return carry_out(writer, slug, plain | typed, DiceInput("typed" if strip else "server", strip))


def begin_next(campaign: Campaign, seat: str = "axis") -> Entry:
    with writing(viewer_of(campaign, seat)) as writer:
        return parts.next_part(writer)


def values(slug: str = "med") -> dict[str, Any]:
    return states.load(slug).values


def marks() -> set[str]:
    return {row.removeprefix("mark:") for row in states.load("med").rows("mark")}


def plain(content: bytes) -> str:
    return " ".join(re.sub("<[^>]+>", " ", unescape(content.decode())).split())


def words(client: Client, address: str = "") -> str:
    answer = client.get(HOME + address)
    assert answer.status_code == 200, address
    return plain(answer.content)


def tap(client: Client, address: str = "part/", **fields: str) -> HttpResponse:
    """The button as the map draws it."""
    page = client.get(HOME).content.decode()
    found = re.search(r'name="submission" value="(\w+)"><input type="hidden" name="clock" value="([^"]*)"', page)
    assert found is not None
    data = {"submission": found[1], "clock": found[2], **fields}
    answer: HttpResponse = client.post(HOME + address, data)
    return answer


@pytest.mark.rule("E36.C.1.b")
@pytest.mark.rule("E36.D.2")
def test_who_begins_the_next_naval_step_at_sea_owes_both_checks_again(client: Client, med: Campaign) -> None:
    assert "Mines: Squadra in 18A:0407 36.C.1 3 points: it began the naval step at sea there" in words(client)
    assert "Squadra rolls in an Allied danger zone" in words(client)
    do(med, "mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    do(med, "danger-contact", "3", group="squadra")
    assert {"mined/squadra/18A-0407", "safe/squadra", "zone-checked/squadra"} <= marks()
    said = words(client)
    assert "Mines: Squadra" not in said
    assert "Squadra rolls in" not in said
    begin_next(med)
    assert marks() == {"part/now"}
    said = words(client)
    assert "Mines: Squadra in 18A:0407 36.C.1 3 points: it began the naval step at sea there" in said
    assert "Squadra rolls in an Allied danger zone" in said
    do(med, "mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    do(med, "danger-contact", "3", group="squadra")
    end_steps(med, 1)
    assert marks() == set()


@pytest.mark.rule("E36.C.1.a")
def test_a_hex_that_it_comes_through_again_in_the_next_naval_step_is_checked_again(
    client: Client, med: Campaign
) -> None:
    do(med, "mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    do(med, "naval-move", group="squadra", moves="5 18A:0406", zone="central-med")
    begin_next(med)
    assert "Mines: Squadra" not in words(client)
    do(med, "naval-move", group="squadra", moves="2 18A:0407 3 18A:0408", zone="central-med")
    assert "Mines: Squadra in 18A:0407 36.C.1 3 points: it entered the hex" in words(client)


@pytest.mark.rule("E36.A.2")
@pytest.mark.rule("E36.A.2.blk")
def test_night_is_counted_over_the_phase_and_moves_by_the_naval_step(client: Client, med: Campaign) -> None:
    """10 by day and 5 by night, then in the second naval step nothing by night before 10 more by day (R-22)."""
    do(med, "naval-move", group="squadra", moves="10 5n 18A:0409", zone="central-med")
    begin_next(med)
    assert fleet.night_words(values(), "squadra") == "none until 10 MPs by day are spent; 20 left in this phase"
    assert fleet.moved_now(values(), "squadra") == ()
    assert fleet.began_at(values(), "squadra") == "hex:18A:0409"
    do(med, "naval-move", group="squadra", moves="10 5n 18A:0410", zone="central-med")
    assert fleet.began_at(values(), "squadra") == "hex:18A:0409"
    assert [(move.mps, move.naval_step) for move in fleet.strip_now(values(), "squadra")] == [
        (10, 1),
        (5, 1),
        (10, 2),
        (5, 2),
    ]
    assert "naval_step" not in values()["group:squadra.strip"][0]
    assert fleet.night_words(values(), "squadra") == "none until 10 MPs by day are spent; 15 left in this phase"
    assert "naval step 2" in words(client, "fleet/group/squadra/")


@pytest.mark.rule("E36.E.2")
@pytest.mark.rule("E36.E.3")
def test_fuel_is_paid_in_each_naval_step_in_which_it_moves_up_to_5_in_a_player_turn(
    client: Client, med: Campaign
) -> None:
    """9 SPs at Taranto: 1 in each of five naval steps leaves 4; the third is spent in port, and costs nothing."""
    stock = {"side": "axis", "port-1": "taranto", "what-1": "sp", "count-1": "9", "submission": "stock"}
    assert client.post(f"{HOME}board/roster/", stock).status_code == 302
    with writing(viewer_of(med)) as writer:
        writer.edit("test", (Set("group:squadra.place", "port:taranto"),))
    left = []
    for naval_step in range(1, 8):
        if naval_step > 1:
            begin_next(med)
        if naval_step != 3:
            fuel = "step" if naval_step == 1 else ""
            do(
                med,
                "naval-move",
                group="squadra",
                moves="1 27A:0410",
                zone="central-med",
                fuel=fuel,
                fuel_port="taranto",
            )
            do(med, "naval-move", group="squadra", moves="1 27A:0411", zone="central-med", fuel_port="taranto")
        left.append(values()["roster:axis/taranto/sp.base"])
    assert left == ["8", "7", "7", "6", "5", "4", "4"]
    assert values()["task-force:zara.fuelled"] == "1941-03-1/axis 5 steps"


def test_what_is_due_in_the_naval_step_is_asked_about_first(client: Client, med: Campaign) -> None:
    assert "This step: naval step 1" in words(client)
    assert "Begin naval step 2… skips 1 danger-zone roll and 1 mine check" in words(client).replace(
        "1 mine check and 1 danger-zone roll", "1 danger-zone roll and 1 mine check"
    )
    answer = tap(client)
    asked = plain(answer.content)
    assert answer.status_code == 409
    assert "Axis naval movement, Mar I 41, naval step 1" in asked
    assert "Squadra in 18A:0407: no roll in the danger zone" in asked
    assert "naval step 1, once over, cannot be taken back" in asked
    assert 'action="/c/med/part/"' in answer.content.decode()
    assert marks() == set()
    assert tap(client, confirm="yes").status_code == 302
    said = words(client)
    assert "Step Naval movement, naval step 2" in said
    assert "now, naval step 2" in said
    assert "Naval step 2 begins" in words(client, "log/")
    end_steps(med, 1)
    assert "naval step 2" not in words(client).replace("Begin naval step 2", "")
    assert "Step Naval exploitation Whose tap" in words(client)


def test_a_page_of_the_naval_step_before_ends_nothing(client: Client, med: Campaign) -> None:
    stale = {"clock": "1941-03-1/axis/naval-movement", "confirm": "yes"}
    begin_next(med)
    told = [tap(client, address, **stale) for address in ("part/", "step/")]
    assert [answer.status_code for answer in told] == [409, 409]
    assert all("Naval step 1 had ended already." in answer.content.decode() for answer in told)
    other = tap(client, "step/", clock="1941-03-1/axis/air", confirm="yes")
    assert "The step had ended already." in other.content.decode()
    assert parts.part_now(values()) == 2
    assert tap(client, confirm="yes").status_code == 302
    assert parts.part_now(values()) == 3
    assert [entry.record["body"]["act"] for entry in Entry.objects.filter(kind="clock")] == ["turn.naval-step"] * 2


def test_only_the_moving_side_begins_it_and_only_where_a_step_has_naval_steps(client: Client, med: Campaign) -> None:
    with pytest.raises(NotYours), writing(Viewer(med, "allied", viewer_of(med).actor)) as writer:
        parts.next_part(writer)
    begin_next(med, "moderator")
    end_steps(med, 1)
    begin_next(med)
    end_steps(med, 1)
    assert values()["campaign:clock.step"] == "initial"
    with pytest.raises(Unknown, match="has no parts"):
        begin_next(med)
    said = words(client)
    assert "naval step" not in said.partition("This step")[2].partition("End step")[0]


def test_it_stays_as_the_end_of_a_step_does_and_anchors_all_heads(client: Client, med: Campaign) -> None:
    entry = begin_next(med)
    assert sorted(whole_body(entry)["anchors"]) == ["allied", "axis", "moderator"]
    assert "which began the next part of the step; that stays as it is." in words(client)


@pytest.mark.rule("E33.A.4")
def test_one_check_an_item_zone_and_phase_stays_over_naval_steps(med: Campaign) -> None:
    about = {"subject": "shipment:x", "place": "zone:central-med", "until": "", "note": ""}
    with writing(viewer_of(med)) as writer:
        writer.edit("test", (create("mark:checked/x", kind="checked", ends="step", **about),))
    begin_next(med)
    assert marks() == {"checked/x", "part/now"}


@pytest.mark.rule("E36.D.2.M")
def test_missions_and_what_they_found_end_with_the_naval_step(client: Client, med: Campaign) -> None:
    with writing(viewer_of(med, "allied")) as writer:
        unit = {"side": "allied", "name": "Wellington", "nature": "v", "tbf": "3", "range": "10", "fighter": ""}
        edit = air.add(writer.state.values, {**unit, "zone": "central-med", "place": "naval-patrol"})
        writer.edit(edit.act, edit.effects, seat="allied")
    do(med, "naval-found", group="squadra")
    assert "With this naval step: 1 group that a patrol or strike has found" in words(client)
    begin_next(med)
    row = states.load("med").rows("air-unit")[0]
    assert values()[f"{row}.place"] == ""
    assert "mark:found/squadra.kind" not in values()


def test_what_a_correction_makes_of_an_earlier_naval_step_ends_at_once(med: Campaign) -> None:
    """The roll of 3 was a 4: safe all the same, in a naval step that is over."""
    entry = do(med, "danger-contact", "3", group="squadra")
    begin_next(med)
    with writing(viewer_of(med, "moderator")) as writer:
        correct(writer, entry, Correction("mistyped-die", strip="4"))
    assert marks() == {"part/now"}
    second = do(med, "danger-contact", "3", group="squadra")
    with writing(viewer_of(med, "moderator")) as writer:
        correct(writer, second, Correction("mistyped-die", strip="4"))
    assert marks() == {"part/now", "safe/squadra", "zone-checked/squadra"}


def test_in_a_closed_campaign_secret_marks_end_on_their_own_chain(db: None) -> None:
    states.forget()
    campaign = closed()
    fleet_of(campaign)
    do(campaign, "danger-contact", "3", group="squadra")
    before = seated(campaign, "allied").get(f"/c/{campaign.slug}/log/").content
    begin_next(campaign)
    ended, begun = Entry.objects.filter(kind="clock").order_by("id")
    assert (ended.chain, begun.chain) == ("axis", "public")
    assert [effect["do"] for effect in whole_body(begun)["effects"]] == ["create"]
    page = plain(seated(campaign, "allied").get(f"/c/{campaign.slug}/log/").content)
    assert "Naval step 2 begins" in page
    assert "quadra" not in page
    assert b"quadra" not in before
    assert not [row for row in states.load(campaign.slug).rows("mark") if "squadra" in row]
    assert check_campaign(campaign).sound
    states.forget()


def test_the_mark_that_counts_them_is_no_news_and_needs_no_row_of_its_own(client: Client, med: Campaign) -> None:
    begin_next(med)
    assert "Naval steps counted" not in words(client)
    assert "Naval steps counted" in words(client, "handover/")
    assert parts.part_now({key: value for key, value in values().items() if not key.startswith(parts.ROW)}) == 1


@pytest.mark.rule("E36.A.1.a")
@pytest.mark.rule("E36.A.2")
def test_the_other_side_may_react_with_its_groups_by_day(client: Client, med: Campaign) -> None:
    assert "groups may react" not in words(client)
    group = NavalGroup.new_facts(side="allied", name="Force K", place="port:valletta", zone="central-med")
    ship = TaskForce.new_facts(side="allied", name="Aurora", strength=2, reverse=1, place="group:k")
    with writing(viewer_of(med, "allied")) as writer:
        writer.edit("test", (create("group:k", **group), create("task-force:aurora", **ship)))
    assert "Allied groups may react ● Allied 36.A.2" in words(client)
    page = client.get(f"{HOME}do/naval-move/?reaction=on").content.decode()
    assert re.search(r'name="reaction"[^>]* checked', page)
    end_steps(med, 2)
    assert "groups may react" not in words(client)
