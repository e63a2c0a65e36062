"""The log, receipts, corrections and disputes of the Great War."""

import csv
import io
from dataclasses import replace

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR
from navalassist.desk.logbook.follow_ups import STAND, Settled, can_make_up, make_up
from navalassist.desk.logbook.wording import wording_of
from navalassist.engine import Set
from navalassist.play.checks.verify import check_campaign
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import NotYours
from tests.desk.log_pages import EUROPAS, main, sent, shown_rows, text
from tests.in_hand import InHand, act
from tests.mini.system import seat

WHY = "The mission was not written down."


@pytest.fixture
def war(great_war: InHand) -> InHand:
    """The same: the High Sea Fleet is off Harwich, and the Grand Fleet has found it."""
    fleets, target = ("high-sea-fleet",), "harwich"
    great_war.do("gw-mission", mission="bombardment", area="heligoland-bight", fleets=fleets, target=target)
    great_war.do("gw-interception", "1 1", action="1", fleets=("grand-fleet",))
    return great_war


def fight(war: InHand) -> Entry:
    """Contact in column 1 at a roll of 3: both fire at once; 5 and 6 of the gunfire take 6 and 8 factors off."""
    contact = war.do("gw-contact", "3", action="1")
    war.do("gw-combat", "4 5", action="1")
    war.do("gw-losses", loss="1-allied", units=("battle-squadron-1",))
    return contact


def test_the_log_says_names_in_words_finds_by_its_rows_and_says_nothing_of_europa(war: InHand) -> None:
    fight(war)
    page = main(war, f"log/{war.last(procedure='gw-contact').reference}/")
    units = "British, battleship squadron, combat strength 6, protection factor 6, contact rating 1"
    for words in (
        "Naval action Action 1, Heligoland Bight",
        "what comes next waits for the roll on the contact table waits for gunfire",
        f"1st Battle Squadron {units}",
    ):
        assert words in page
    assert page.count("Every attacking unit is German") == 1
    menus = war.text("log/")
    everything = len(shown_rows(menus))
    for name in ("area", "base", "fleet", "squadron", "action", "land-unit"):
        assert f'<select name="{name}">' in menus
    by_row = ("fleet=high-sea-fleet", "squadron=battle-squadron-1", "action=1", "procedure=gw-combat")
    for query in (*by_row, "q=Grand", "q=gw.combat", "q=combat"):
        assert 0 < len(shown_rows(war.text(f"log/?{query}"))) < everything, query
    answer = war.post("log/download/", submission=new_submission(), format="csv")
    table = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    rows = list(csv.DictReader(io.StringIO(table.removeprefix("\ufeff"))))
    assert {(row["turn"], row["player turn"]) for row in rows} == {("Aug 1914", "Central Powers")}
    assert {"Roll for contact between fleets", "Take off what was lost"} <= {row["procedure"] for row in rows}
    assert "Axis" not in text(menus)
    for entry in Entry.objects.filter(campaign=war.campaign, chain="public"):
        page = text(war.text(f"log/{entry.reference}/").partition("Effects as recorded")[0] + "</main>")
        # Malta is a base of this war too, Italians fight in it, and convoys are a duty of fleets.
        assert {word.lower() for word in EUROPAS.findall(page)} <= {"malta", "convoy", "italian"}, entry.reference


def test_contact_is_corrected_by_another_field_of_its_form_with_the_same_die(war: InHand) -> None:
    contact = war.do("gw-contact", "3", action="1")
    assert war.facts["action:1.order"] == "both"
    assert 'name="typed_inshore"' in war.text(f"log/{contact.reference}/correct/")
    typed = {"reason": "forgot", "note": "off Harwich", "strip": "", "typed_action": "1", "typed_inshore": "on"}
    sent(war, f"log/{contact.reference}/correct/", **typed)
    made = Entry.objects.get(campaign=war.campaign, kind="correction")
    body = made.record["body"]
    assert body["situation"]["inshore"] is True
    assert [answer["faces"] for answer in body["answers"] if answer.get("faces")] == [[3]]
    # One column further the die is read anew.
    column = {answer["key"]: answer["cells"][0]["column"] for answer in body["answers"] if answer.get("faces")}
    assert column == {"contact": "2"}


def test_losses_that_gunfire_no_longer_costs_fall_away_with_its_correction(great_war: InHand) -> None:
    """Strengths 7 and 8 read the column 6-15: 3 and 5 take 2 and 4 factors off, a 1 takes none."""
    war, division = great_war, ("mediterranean-division",)
    war.do("gw-mission", mission="re-basing", area="ionian", fleets=division, target="pola")
    war.do("gw-interception", "2 2", action="1", fleets=("mediterranean-fleet",))
    war.do("gw-contact", "3", action="1")
    gunfire = war.do("gw-combat", "3 5", action="1")
    war.do("gw-losses", loss="1-allied", units=("cruiser-squadron-1",))
    war.do("gw-losses", loss="1-central", units=("breslau", "colliers"))
    typed = {"reason": "mistyped-die", "note": "", "strip": "1 1", "typed_action": "1"}
    preview = text(sent(war, f"log/{gunfire.reference}/correct/preview/", 200, **typed))
    assert preview.count("It would fall away: This loss is owed no longer.") == 2
    sent(war, f"log/{gunfire.reference}/correct/", **typed)
    values = war.facts
    assert values["squadron:cruiser-squadron-1.place"] == "fleet:mediterranean-fleet"
    assert {values[f"squadron:{key}.place"] for key in ("breslau", "colliers")} == {"fleet:mediterranean-division"}
    assert not [key for key in values if key.startswith("owed-loss:")]


def test_other_fleets_are_sent_on_a_mission_by_a_correction(great_war: InHand) -> None:
    fleets = {"fleets": ("high-sea-fleet",), "target": "harwich"}
    mission = great_war.do("gw-mission", mission="bombardment", area="heligoland-bight", **fleets)
    typed = {"typed_mission": "bombardment", "typed_area": "heligoland-bight", "typed_target": "harwich"}
    typed |= {"reason": "typo", "note": "", "strip": "", "typed_fleets": ["high-sea-fleet", "scouting-forces"]}
    sent(great_war, f"log/{mission.reference}/correct/", **typed)
    values = great_war.facts
    assert values["fleet:scouting-forces.place"] == "area:heligoland-bight"
    assert "scouting-group-1" in values["action:1.central"]


def test_a_coast_that_was_mistyped_is_corrected_and_the_fortress_stands_again(war: InHand) -> None:
    guns = ("german-squadron-4",)
    shells = war.do("gw-bombardment", "6", base="harwich", squadrons=guns, because=WHY)
    assert war.facts["base:harwich.fortress"] is False
    typed = {"reason": "typo", "note": "", "strip": "", "typed_action": "", "typed_base": "rosyth"}
    sent(war, f"log/{shells.reference}/correct/", **typed, typed_because=WHY, typed_squadrons=list(guns))
    assert war.facts["base:harwich.fortress"] is True
    assert war.facts["base:rosyth.fortress"] is False
    assert "Harwich" not in Entry.objects.get(campaign=war.campaign, kind="correction").record["body"]["situation"]


def test_what_was_fought_after_a_contact_is_made_again_with_it(war: InHand) -> None:
    contact = war.do("gw-contact", "3", action="1")
    war.do("gw-combat", "4 5", action="1")
    assert "Later entries that stand on it" in war.text(f"log/{contact.reference}/correct/")
    typed = {"reason": "mistyped-die", "note": "", "strip": "4", "typed_action": "1"}
    looked = sent(war, f"log/{contact.reference}/correct/preview/", 200, **typed)
    assert "Fire on the enemy fleet" in text(looked)
    sent(war, f"log/{contact.reference}/correct/", **typed)
    assert Entry.objects.filter(campaign=war.campaign, kind="correction").count() == 2
    # The page of the action strikes out what was corrected, beside what stands.
    page = war.text("action/1/")
    assert page.count("<del>") == page.count("</del> corrected") == 2
    told = page.partition("Earlier in this action")[2]
    assert f"log/{Entry.objects.get(corrects=contact.reference).reference}/" in told


def test_tracks_and_owners_make_up_for_an_entry_and_a_question_holds_the_next_step_of_an_action(war: InHand) -> None:
    options = can_make_up(war.state)
    assert ("condition.value=allied-morale", "Morale, Allied") in options
    assert ("base.owner=harwich", "Owner of Harwich") in options
    edit_ = wording_of(war.state).policy.made_up(war.state, "condition.value", "allied-morale", "98", "agreed")
    assert edit_.effects == (Set("condition:allied-morale.value", 98),)
    war = war.at("central")
    sent(war, "disputes/ask/", about="action:1", text="Were they seen at all?")
    assert "Action 1" in main(war, "disputes/")
    assert "A question to the moderator is open about this" in main(war, "do/gw-contact/?action=1")


def test_in_a_club_an_entry_is_made_up_for_with_the_own_tracks_alone(war: InHand) -> None:
    contact = fight(war)
    allied = seat(war.campaign, "allied", at_table=False)
    stands = Settled(contact.reference, STAND, "the fog was forgotten", "", "condition.value=central-morale", "55")
    with pytest.raises(NotYours):
        act(allied, make_up, stands, contact.reference)
    assert war.facts["condition:central-morale.value"] != 55
    made = act(allied, make_up, replace(stands, what="condition.value=allied-morale"), contact.reference)
    assert (war.facts["condition:allied-morale.value"], made.seat) == (55, "allied")
    # Here no correction says that the entry stands; on the page it does, and in the log it must.
    war.forged = True
    said = f"{made.reference}: {contact.reference} does not say that it makes up for {contact.reference}"
    assert said in [str(fault) for fault in check_campaign(war.campaign).faults]


def test_a_dispute_of_the_great_war_is_kept_for_its_sea_area(war: InHand) -> None:
    contact = fight(war)
    war = war.at("allied")
    sheet = sent(war, f"log/{contact.reference}/dispute/", text="The light was failing.")
    war = war.at(MODERATOR)
    assert "narrow it to one area" in main(war, sheet)
    typed = {"act": "rule", "verdict": "rejected", "ruling": "It was noon.", "scope": "precedent"}
    sent(war, sheet, **typed, zone="heligoland-bight")
    assert "Heligoland" in main(war, "disputes/")
    assert "It was noon." in main(war, "do/gw-contact/")


@pytest.mark.rule("GW.CONTESTED.GE")
def test_a_crossing_becomes_a_general_engagement_by_a_correction_after_another_action_has_begun(
    great_war: InHand,
) -> None:
    """It was to be action 1; a mission is that meanwhile, so the engagement takes the next number."""
    great_war.until("central/transport")
    crossing = great_war.do("gw-contested", "4", area="western-approaches")
    where = {"area": "heligoland-bight", "fleets": ("high-sea-fleet",), "target": "harwich"}
    great_war.do("gw-mission", mission="bombardment", **where, because="the staff is early")
    typed = {"reason": "mistyped-die", "note": "", "strip": "6", "typed_area": "western-approaches"}
    looked = sent(great_war, f"log/{crossing.reference}/correct/preview/", 200, **typed)
    assert "a general engagement begins" in text(looked)
    sent(great_war, f"log/{crossing.reference}/correct/", **typed)
    engaged = great_war.last(kind="correction").record["body"]
    assert engaged["outcome"]["action"] == engaged["situation"]["number"] == 2
    assert [great_war.facts[f"action:{number}.mission"] for number in (1, 2)] == ["bombardment", "general-engagement"]
