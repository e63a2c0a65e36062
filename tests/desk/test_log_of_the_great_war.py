"""The log, receipts, corrections and disputes of the Great War."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.desk.logbook.settling import STAND, Settled, can_make_up, make_up
from navalassist.desk.logbook.tongue import tongue_of
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from navalassist.play.writer import NotYours, writing
from navalassist.play.written import new_submission
from tests.begun import begin_war_demo as begin_demo
from tests.desk.log_pages import EUROPAS, get, send, shown_rows, sit, text
from tests.mini.system import end_step, facts, seat
from tests.systems.storm_of_steel.carrying import carried_out as rolled

pytestmark = pytest.mark.django_db
WAR = "/c/north-sea-1914/"
WHY = "The mission was not written down."


@pytest.fixture
def campaign_of_war(db: None) -> Iterator[Campaign]:
    """The demo campaign of August 1914."""
    states.forget()
    yield begin_demo()
    states.forget()


@pytest.fixture
def war(campaign_of_war: Campaign) -> Campaign:
    """The same: the High Sea Fleet is off Harwich, and the Grand Fleet has found it."""
    campaign = campaign_of_war
    fleets, target = ("high-sea-fleet",), "harwich"
    rolled(campaign, "gw-mission", "", mission="bombardment", area="heligoland-bight", fleets=fleets, target=target)
    rolled(campaign, "gw-interception", "1 1", action="1", fleets=("grand-fleet",))
    return campaign


def fight(campaign: Campaign) -> Entry:
    """Contact in column 1 at a roll of 3: both fire at once; 5 and 6 of the gunfire take 6 and 8 factors off."""
    contact = rolled(campaign, "gw-contact", "3", action="1")
    rolled(campaign, "gw-combat", "4 5", action="1")
    rolled(campaign, "gw-losses", "", loss="1-allied", units=("battle-squadron-1",))
    return contact


def receipt(client: Client, entry: Entry, tail: str = "") -> str:
    return get(client, f"{WAR}log/{entry.reference}/{tail}")


def last(campaign: Campaign, slug: str) -> Entry:
    return Entry.objects.filter(campaign=campaign, procedure=slug).latest("id")


def test_every_receipt_of_the_great_war_says_names_and_nothing_of_europa(war: Campaign, client: Client) -> None:
    fight(war)
    rolled(war, "gw-bombardment", "5", base="harwich", squadrons=("german-squadron-4",), because=WHY)
    rolled(war, "gw-raid", "3", area="western-approaches", because=WHY)
    end_step(seat(war, "central"), times=2)
    keys = re.compile(r"\b(?:squadron|fleet|action|owed-loss|area|base|land-unit|mark):[a-z0-9]")
    for entry in Entry.objects.filter(campaign=war, chain="public").order_by("id"):
        page = text(receipt(client, entry).partition("Effects as recorded")[0] + "</main>")
        # Malta is a base of this war too, Italians fight in it, and convoys are a duty of fleets.
        assert {word.lower() for word in EUROPAS.findall(page)} <= {"malta", "convoy", "italian"}, entry.reference
        assert keys.findall(page) == [], entry.reference


def test_a_receipt_tells_mission_contact_gunfire_and_losses_in_words(war: Campaign, client: Client) -> None:
    fight(war)
    mission = text(receipt(client, last(war, "gw-mission")))
    assert "Place of High Sea Fleet Wilhelmshaven Heligoland Bight" in mission
    assert "Mission What for. Coastal Bombardment" in mission
    met = text(receipt(client, last(war, "gw-contact")))
    assert "Action The naval action. Action 1, Heligoland Bight" in met
    assert "Both fire at once 12/36 33 % yes" in met
    assert "what comes next waits for the roll on the contact table waits for gunfire" in met
    assert met.count("Every attacking unit is German") == 1
    fire = text(receipt(client, last(war, "gw-combat")))
    assert "Central Powers fire strength 16: 6 protection factors off the enemy" in fire
    assert "Allied loss in Action 1, Heligoland Bight – there" in fire
    assert "Allied loses 6 6/36 17 % yes" in fire
    lost = text(receipt(client, last(war, "gw-losses")))
    assert "Lost: 1st Battle Squadron" in lost
    assert "Place of 1st Battle Squadron Grand Fleet lost" in lost
    assert "Owed The loss. 6 protection factors, Naval Combat Table" in lost


def test_the_facts_of_a_squadron_stand_in_one_line_of_what_was_read(war: Campaign, client: Client) -> None:
    fight(war)
    page = text(receipt(client, last(war, "gw-contact")))
    units = "British, battleship squadron, combat strength 6, protection factor 6, contact rating 1"
    assert f"1st Battle Squadron {units}" in page


def test_the_log_of_the_great_war_is_filtered_by_area_base_fleet_squadron_and_action(
    war: Campaign, client: Client
) -> None:
    fight(war)
    everything = len(shown_rows(get(client, f"{WAR}log/")))
    menus = get(client, f"{WAR}log/")
    for name in ("area", "base", "fleet", "squadron", "action", "land-unit"):
        assert f'<select name="{name}">' in menus
    for query in ("fleet=high-sea-fleet", "squadron=battle-squadron-1", "action=1", "procedure=gw-combat"):
        found = shown_rows(get(client, f"{WAR}log/?{query}"))
        assert 0 < len(found) < everything, query
    assert "Axis" not in text(menus)
    for typed in ("Grand", "gw.combat", "combat"):
        assert 0 < len(shown_rows(get(client, f"{WAR}log/?q={typed}"))) < everything, typed


def test_a_line_of_the_log_says_which_action_it_was(war: Campaign, client: Client) -> None:
    fight(war)
    page = text(get(client, f"{WAR}log/"))
    assert "Fire on the enemy fleet" in page
    assert "Action 1, Heligoland Bight" in page
    assert "Aug 1914 · Central Powers player turn" in page


def test_contact_is_corrected_by_another_field_of_its_form_with_the_same_die(war: Campaign, client: Client) -> None:
    contact = rolled(war, "gw-contact", "3", action="1")
    assert facts(war)["action:1.order"] == "both"
    form = receipt(client, contact, "correct/")
    assert 'name="typed_inshore"' in form
    typed = {"reason": "forgot", "note": "off Harwich", "strip": "", "typed_action": "1", "typed_inshore": "on"}
    send(client, f"{WAR}log/{contact.reference}/correct/", **typed)
    made = Entry.objects.get(campaign=war, kind="correction")
    body = made.record["body"]
    assert body["situation"]["inshore"] is True
    assert [answer["faces"] for answer in body["answers"] if answer.get("faces")] == [[3]]
    # One column further the die is read anew.
    column = {answer["key"]: answer["cells"][0]["column"] for answer in body["answers"] if answer.get("faces")}
    assert column == {"contact": "2"}
    assert check_campaign(war).sound


def test_losses_that_gunfire_no_longer_costs_fall_away_with_its_correction(
    campaign_of_war: Campaign, client: Client
) -> None:
    """Strengths 7 and 8 read the column 6-15: 3 and 5 take 2 and 4 factors off, a 1 takes none."""
    war, division = campaign_of_war, ("mediterranean-division",)
    rolled(war, "gw-mission", "", mission="re-basing", area="ionian", fleets=division, target="pola")
    rolled(war, "gw-interception", "2 2", action="1", fleets=("mediterranean-fleet",))
    rolled(war, "gw-contact", "3", action="1")
    gunfire = rolled(war, "gw-combat", "3 5", action="1")
    rolled(war, "gw-losses", "", loss="1-allied", units=("cruiser-squadron-1",))
    rolled(war, "gw-losses", "", loss="1-central", units=("breslau", "colliers"))
    typed = {"reason": "mistyped-die", "note": "", "strip": "1 1", "typed_action": "1"}
    preview = text(send(client, f"{WAR}log/{gunfire.reference}/correct/preview/", 200, **typed))
    assert preview.count("It would fall away: This loss is owed no longer.") == 2
    send(client, f"{WAR}log/{gunfire.reference}/correct/", **typed)
    values = facts(war)
    assert values["squadron:cruiser-squadron-1.place"] == "fleet:mediterranean-fleet"
    assert {values[f"squadron:{key}.place"] for key in ("breslau", "colliers")} == {"fleet:mediterranean-division"}
    assert not [key for key in values if key.startswith("owed-loss:")]
    assert check_campaign(war).sound


def test_every_rule_opens_the_page_that_corrects_it_whatever_later_entries_took_away(
    war: Campaign, client: Client
) -> None:
    fight(war)
    # The rule reads a loss whose row the owner's choice takes away.
    rolled(war, "gw-losses", "", loss="1-central", units=("german-squadron-1",), because=WHY)
    rolled(war, "gw-bombardment", "1", base="harwich", squadrons=("german-squadron-4",), because=WHY)
    owed = next(key for key in facts(war) if key.startswith("owed-loss:") and key.endswith(".side"))
    rolled(
        war, "gw-losses", "", loss=owed.removeprefix("owed-loss:").removesuffix(".side"), units=("german-squadron-4",)
    )
    rolled(war, "gw-raid", "3", area="western-approaches", because=WHY)
    rolled(war, "gw-contested", "3", area="western-approaches")
    rolled(war, "gw-attrition", "3 3 3 3 3 3", side="central", because=WHY)
    entries = Entry.objects.filter(campaign=war, kind="rule")
    assert entries.count() == 11
    for entry in entries:
        page = text(receipt(client, entry, "correct/"))
        assert "Reason" in page or "It can’t be corrected now" in page, entry.reference


def test_other_fleets_are_sent_on_a_mission_by_a_correction(campaign_of_war: Campaign, client: Client) -> None:
    fleets = {"fleets": ("high-sea-fleet",), "target": "harwich"}
    mission = rolled(campaign_of_war, "gw-mission", "", mission="bombardment", area="heligoland-bight", **fleets)
    typed = {"typed_mission": "bombardment", "typed_area": "heligoland-bight", "typed_target": "harwich"}
    form = {"submission": new_submission(), "seen": "", "reason": "typo", "note": "", "strip": "", **typed}
    answer = client.post(
        f"{WAR}log/{mission.reference}/correct/", {**form, "typed_fleets": ["high-sea-fleet", "scouting-forces"]}
    )
    assert answer.status_code == 302, text(html.unescape(answer.content.decode()))
    values = facts(campaign_of_war)
    assert values["fleet:scouting-forces.place"] == "area:heligoland-bight"
    assert "scouting-group-1" in values["action:1.central"]
    assert check_campaign(campaign_of_war).sound


def test_a_coast_that_was_mistyped_is_corrected_and_the_fortress_stands_again(war: Campaign, client: Client) -> None:
    guns = ("german-squadron-4",)
    shells = rolled(war, "gw-bombardment", "6", base="harwich", squadrons=guns, because=WHY)
    assert facts(war)["base:harwich.fortress"] is False
    typed = {"reason": "typo", "note": "", "strip": "", "typed_action": "", "typed_base": "rosyth"}
    typed["typed_because"] = WHY
    answer = client.post(
        f"{WAR}log/{shells.reference}/correct/",
        {"submission": new_submission(), "seen": "", **typed, "typed_squadrons": list(guns)},
    )
    assert answer.status_code == 302, html.unescape(answer.content.decode())
    assert facts(war)["base:harwich.fortress"] is True
    assert facts(war)["base:rosyth.fortress"] is False
    assert "Harwich" not in Entry.objects.get(campaign=war, kind="correction").record["body"]["situation"]
    assert check_campaign(war).sound


def test_what_was_fought_after_a_contact_is_made_again_with_it(war: Campaign, client: Client) -> None:
    contact = rolled(war, "gw-contact", "3", action="1")
    rolled(war, "gw-combat", "4 5", action="1")
    form = receipt(client, contact, "correct/")
    assert "Later entries that stand on it" in form
    typed = {"reason": "mistyped-die", "note": "", "strip": "4", "typed_action": "1"}
    looked = send(client, f"{WAR}log/{contact.reference}/correct/preview/", 200, **typed)
    assert "Fire on the enemy fleet" in text(looked)
    send(client, f"{WAR}log/{contact.reference}/correct/", **typed)
    assert Entry.objects.filter(campaign=war, kind="correction").count() == 2
    assert check_campaign(war).sound
    # The page of the action strikes out what was corrected, and its strip leads to what stands.
    page = get(client, f"{WAR}action/1/")
    assert page.count("<del>") == page.count("</del> corrected") == 2
    steps = page.partition("strip-of")[2].partition("</ol>")[0]
    assert f"entry {contact.sequence}<" not in steps
    assert f"entry {Entry.objects.get(corrects=contact.reference).sequence}<" in steps


def test_tracks_and_owners_make_up_for_an_entry_that_stands(war: Campaign, client: Client) -> None:
    options = can_make_up(states.load(war.slug))
    assert ("condition.value=allied-morale", "Morale, Allied") in options
    assert ("base.owner=harwich", "Owner of Harwich") in options
    edit_ = tongue_of(states.load(war.slug)).mending.made_up(
        states.load(war.slug), "condition.value", "allied-morale", "98", "agreed"
    )
    assert edit_.effects == (Set("condition:allied-morale.value", 98),)


def test_in_a_club_an_entry_is_made_up_for_with_the_own_tracks_alone(war: Campaign) -> None:
    contact = fight(war)
    allied = seat(war, "allied", at_table=False)
    stands = Settled(contact.reference, STAND, "the fog was forgotten", "", "condition.value=central-morale", "55")
    with pytest.raises(NotYours), writing(allied) as writer:
        make_up(writer, stands, contact.reference)
    assert facts(war)["condition:central-morale.value"] != 55
    with writing(allied) as writer:
        made = make_up(writer, replace(stands, what="condition.value=allied-morale"), contact.reference)
    assert (facts(war)["condition:allied-morale.value"], made.seat) == (55, "allied")
    # Here no correction says that the entry stands; on the page it does, and in the log it must.
    said = f"{made.reference}: {contact.reference} does not say that it makes up for {contact.reference}"
    assert said in [str(fault) for fault in check_campaign(war).faults]


def test_a_dispute_of_the_great_war_is_kept_for_its_sea_area(war: Campaign, client: Client) -> None:
    contact = fight(war)
    sit(client, "allied", WAR)
    sheet = send(client, f"{WAR}log/{contact.reference}/dispute/", text="The light was failing.")
    sit(client, MODERATOR, WAR)
    assert "narrow it to one area" in text(get(client, sheet))
    typed = {"act": "rule", "verdict": "rejected", "ruling": "It was noon.", "scope": "precedent"}
    send(client, sheet, **typed, zone="heligoland-bight")
    assert "Heligoland" in text(get(client, f"{WAR}disputes/"))
    assert "It was noon." in text(get(client, f"{WAR}do/gw-contact/"))
    assert check_campaign(war).sound


def test_a_question_about_a_naval_action_holds_its_next_step(war: Campaign, client: Client) -> None:
    sit(client, "central", WAR)
    send(client, f"{WAR}disputes/ask/", about="action:1", text="Were they seen at all?")
    assert "Action 1" in text(get(client, f"{WAR}disputes/"))
    assert "A question to the moderator is open about this" in text(get(client, f"{WAR}do/gw-contact/?action=1"))


def test_the_log_of_the_great_war_is_taken_as_a_table(war: Campaign, client: Client) -> None:
    fight(war)
    answer = client.post(f"{WAR}log/download/", {"submission": new_submission(), "format": "csv"})
    table = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    rows = list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"))))
    assert {row["player turn"] for row in rows} == {"Central Powers"}
    assert {row["turn"] for row in rows} == {"Aug 1914"}
    assert {"Roll for contact between fleets", "Take off what was lost"} <= {row["procedure"] for row in rows}
