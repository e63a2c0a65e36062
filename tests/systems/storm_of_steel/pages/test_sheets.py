"""The sheets of the Great War: turn sheet, turn report and take-over sheet, with a naval action played by hand."""

from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.play.write.submissions import new_submission
from tests.in_hand import InHand, words_of
from tests.promises.http import tables

WHEN = {"day": "2026-03-01", "hour": "20:15", "offset": "60"}


@pytest.fixture
def fought(war: InHand) -> InHand:
    """Action 1: the Scouting Forces (7/6) against Scarborough, intercepted; the British fire first and need 6 off."""
    war.do(
        "gw-mission", mission="bombardment", area="north-sea-south", fleets=["scouting-forces"], target="scarborough"
    )
    war.do("gw-interception", "1 1", seat="allied", action="1", fleets=["battle-cruiser-fleet"])
    war.do("gw-contact", "6", seat="allied", action="1")
    war.do("gw-decision", seat="allied", action="1", choice="fire-first")
    war.do("gw-combat", "6", seat="allied", action="1")
    return war


def test_the_turn_sheet_has_actions_tracks_fleets_and_rows_for_missions(fought: InHand) -> None:
    page = fought.words("sheet/")
    assert "Turn sheet, ■ Central Powers" in page
    assert "Turn Aug 1914, ■ Central Powers player turn Step Naval operations Quarter 3rd quarter of 1914" in page
    assert "Due: The Central Powers side takes off 6 protection factors." in page
    assert "Action 1 : Coastal Bombardment, North Sea, south, Scarborough waits for the losses to be taken off" in page
    assert "Action 1, loss : Naval Combat Table 6 protection factors" in page
    assert "Track ■ Central Powers ● Allied Morale 100 100 Mobilization points 20 20 Air Level 1 1" in page
    assert "Scouting Forces, North Sea, south : I Scouting Group, II Scouting Group entry 3 7 · 6 · 2" in page
    assert "Mission Area, target Fleets Intercepted by 2 dice Contact Gunfire, both sides Lost Came of it 1 2 3" in page


def test_the_take_over_sheet_has_the_viewers_own_fleets_first(fought: InHand) -> None:
    page = fought.words("handover/")
    assert "Take-over sheet, ■ Central Powers" in page
    assert page.index("Our fleets") < page.index("● Allied fleets")
    assert "Western Approaches : commerce is raided" in page
    assert "Central Powers: Cattaro, Danzig, Kiel, Pola, Wilhelmshaven." in page
    assert "What was done, Aug 1914" in page
    fought.set({"base:zeebrugge.owner": "central", "area:adriatic.dominated": "central"})
    page = fought.at("allied").words("handover/")
    assert "Take-over sheet, ● Allied" in page
    assert page.index("Our fleets") < page.index("■ Central Powers fleets")
    assert "Zeebrugge : Central Powers, port entry 8" in page
    assert "Adriatic : dominated by Central Powers entry 8" in page


def test_the_report_tells_actions_step_by_step_losses_and_who_sailed_where(fought: InHand) -> None:
    page = fought.words("report/")
    assert "1 naval action; no squadron lost." in page
    assert "■ Scouting Forces : Wilhelmshaven – North Sea, south" in page
    assert "Tracks None has moved." in page
    fought.do("gw-losses", loss="1-central", units=["scouting-group-1", "scouting-group-2"])
    fought.set({"condition:allied-morale.value": 98})
    page = fought.words("report/")
    assert "1 naval action; 2 squadrons lost." in page
    assert "■ Central Powers: I Scouting Group" in page
    assert "Morale, Allied 100 → 98" in page
    text = page.partition("To paste into a mail or a forum")[2]
    assert "Action 1, Central Powers: Coastal Bombardment, North Sea, south, Scarborough" in text
    assert "- Central Powers: II Scouting Group [entry 8]" in text
    assert "- Scouting Forces: Wilhelmshaven – North Sea, south" in text


def test_a_step_that_was_corrected_is_told_once_in_the_turn_that_it_was_of(fought: InHand) -> None:
    """A 2 in place of the 6, found a turn later: the report of August has it, and September's has no action."""
    gunfire = Entry.objects.get(campaign=fought.campaign, procedure="gw-combat")
    august = fought.words("report/")
    assert august.count("6 protection factors off the Central Powers fleet") == 2  # and in the text to paste
    while fought.state.clock[0] == "1914-08":
        fought.end_step()
    corrected = fought.correct(gunfire, "mistyped-die", "2")
    page = fought.words("report/?from=1914-08&to=1914-08")
    assert f"[entry {corrected.sequence}]" in page
    assert f"[entry {gunfire.sequence}]" not in page
    assert "6 protection factors off" not in page
    assert "No naval action; no squadron lost." in fought.words("report/")


def test_a_naval_action_on_paper_comes_to_what_taps_do(war: InHand) -> None:
    """The action of `fought`, line by line in one form: 6 protection factors are owed."""
    lines: tuple[tuple[str, dict[str, str]], ...] = (
        ("gw-mission", {"mission": "bombardment", "area": "north-sea-south", "fleets": "scouting-forces"}),
        ("gw-interception", {"action": "1", "fleets": "battle-cruiser-fleet", "strip": "1 1"}),
        ("gw-contact", {"action": "1", "strip": "6"}),
        ("gw-decision", {"action": "1", "choice": "fire-first"}),
        ("gw-combat", {"action": "1", "strip": "6"}),
    )
    here = "/".join(war.state.clock[1:])
    form: dict[str, Any] = {"line": [], "submission": new_submission(), "seen": "", "l1-target": "scarborough"} | WHEN
    for number, (rule, typed) in enumerate(lines, start=1):
        form["line"].append(f"{here}|{rule}|{number}")
        form |= {f"l{number}-{name}": value for name, value in typed.items()}
    before = tables()
    looked = words_of(war.post("late/look/", **form))
    assert looked.count("→") == len(lines)
    assert tables() == before
    assert war.post("late/", **form).status_code == 302
    made = Entry.objects.filter(campaign=war.campaign, kind="rule").order_by("id")
    assert [entry.procedure for entry in made] == [rule for rule, _ in lines]
    assert "Action 1, loss : Naval Combat Table 6 protection factors" in war.words("sheet/")
    assert "Send a fleet on a mission" in war.words("paper/")
