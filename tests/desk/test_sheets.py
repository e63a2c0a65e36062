"""Paper and back: the turn sheet, late entry of its dice, the report and the take-over sheet, worked by hand."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.desk.answers import Problem
from navalassist.desk.sheets.late import paper_rows
from navalassist.engine import Set, create
from navalassist.play.bodies import body_of
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.verify import check_campaign
from navalassist.play.writer import new_submission, writing
from navalassist.systems.europa.report import checks_of, figures
from navalassist.systems.europa.setup import begin_demo
from tests.promises.http import submit, tables, take_seat
from tests.systems.board import clear, end_steps, now, put, rolled, row, state_of, typed, viewer_of

pytestmark = pytest.mark.django_db
HOME = "/c/mediterranean-1941/"
SHEETS = ("sheet/", "sheet/?side=allied", "late/", "report/", "handover/")
HOSTILE = '"><img src=x onerror=alert(1)><script>nv7q</script>{{7*7}}'
WHEN = {"day": "2026-03-01", "hour": "20:15", "offset": "60"}


@pytest.fixture
def campaign() -> Campaign:
    """The demo with Malta at 9: an Axis item in the Central Med is contacted on 7 to 12, 21 of 36 throws."""
    campaign = begin_demo()
    now(campaign, **{"malta:status.number": 9})
    return campaign


def words(answer: Any) -> str:
    """The words of a page without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def read(client: Client, address: str) -> str:
    answer = client.get(HOME + address)
    assert answer.status_code == 200, address
    return words(answer)


def text_of(client: Client, query: str = "") -> str:
    """The report as it is pasted."""
    found = re.search(
        r'<pre[^>]*id="text"[^>]*>(.*?)</pre>', client.get(f"{HOME}report/{query}").content.decode(), re.S
    )
    assert found
    return unescape(found[1])


def send(client: Client, **fields: str) -> Any:
    """The form of late entry as it is, with these fields typed."""
    page = client.get(f"{HOME}late/").content.decode()
    seen = re.search(r'name="seen" value="([^"]*)"', page)
    assert seen
    return client.post(f"{HOME}late/", {"submission": new_submission(), "seen": seen[1]} | WHEN | fields)


def sound(campaign: Campaign) -> None:
    assert [str(fault) for fault in check_campaign(campaign).faults] == []


# The sheet


def test_the_sheet_has_state_shipments_odds_and_a_box_for_each_die(client: Client, campaign: Campaign) -> None:
    """7 SP are lots of 3, 3 and 1 (33.E): 2 boxes for contact in the one zone with a check, and 3 for the lots."""
    page = client.get(f"{HOME}sheet/")
    told = words(page)
    assert "Mediterranean and Red Sea 1941 Mar I 41, ■ Axis player turn, Naval movement" in told
    assert "the Allied seat rolls (33.D) log head" in told
    assert "Malta stands at 9 Axis cargo in the Central Med is contacted on 21 rolls of 36, 58 %." in told
    assert "Central Med 9 7 to 12, 58 %" in told
    assert "1 7 SP on 7 NTs, Naples–Tripoli All arrive 42 %, expected loss 2.8 RE" in told
    assert "Tyrrhenian not subject, no dice" in told
    assert "Central Med status 9 , contact on 7 to 12 (58 %) contact 3 RE 3 RE 1 RE" in told
    assert page.content.decode().count("<i></i>") == 2 + 3 + 3 + 3  # and what was lost, returned, arrived; the foot
    assert "Die SP or SRP, anywhere 1 R 2 1 RE 3 2 RE 4 E 5 E 6 E" in told


def test_the_sheet_names_declared_zones_points_and_open_marks_with_their_entries(
    client: Client, campaign: Campaign
) -> None:
    now(campaign, **{"zone:south-aegean.declared": "tight", "ledger:allied.vp": 6})
    rolled(campaign, "next", "11")
    told = read(client, "sheet/")
    assert "South Aegean : declared tight entry" in told
    assert "Axis 0, Allied 6" in told
    assert re.search(r"Checked: SP Naples–Tripoli in the Central Med : until: this step entry \d+", told)
    assert "No Axis shipment is planned or at sea." in told


def test_sheets_are_linked_where_one_looks(client: Client, campaign: Campaign) -> None:
    for page, wanted in (("", "sheet/"), ("", "report/"), ("", "handover/"), ("board/", "sheet/"), ("log/", "report/")):
        assert f'href="{HOME}{wanted}"' in client.get(HOME + page).content.decode(), (page, wanted)
    assert f'href="{HOME}late/"' in client.get(f"{HOME}sheet/").content.decode()


# Late entry


def test_what_was_rolled_on_paper_is_entered_with_its_real_time(client: Client, campaign: Campaign) -> None:
    """6 3 is a contact in column 9; 4 eliminates 3 REs, 2 one RE of 3, 1 returns 1 RE: 4 lost, 2 arrive, 1 back."""
    answer = send(client, **{"contact-demo-1-2": "6 3", "lots-demo-1-2": "421"})
    assert answer.status_code == 302, words(answer)
    quiet, entry = Entry.objects.filter(procedure="cargo-contact").order_by("id")
    body = entry.record["body"]
    assert body["rolled_at"] == "2026-03-01T19:15:00Z"  # 20:15 on a clock one hour ahead of UTC
    assert (timezone.now() - entry.time).total_seconds() < 60
    assert "rolled_at" not in quiet.record["body"]
    assert body["dice"]["source"] == "typed"
    after = row(campaign, "demo-1")
    assert (str(after["res_lost"]), str(after["res_returned"]), str(after["res_afloat"])) == ("4", "1", "2")
    assert "4 SP, 4 NTs" in words(client.get(answer["Location"]))
    assert "Thrown on paper (UTC) 19:15, 1 Mar 2026" in read(client, f"log/{entry.reference}/")
    assert "thrown on paper at 19:15, 1 Mar 2026 UTC" in read(client, "log/")
    sound(campaign)


def test_rows_are_entered_in_the_order_of_the_sheet_each_check_its_own_entry(
    client: Client, campaign: Campaign
) -> None:
    other = put(campaign, typed("3 SP"))
    answer = send(client, **{f"contact-{other}-2": "12", "contact-demo-1-2": "1 1"})
    assert answer.status_code == 302, words(answer)
    made = list(Entry.objects.filter(procedure="cargo-contact").order_by("id"))
    keys = [entry.record["body"]["situation"]["item"]["key"] for entry in made]
    assert keys == ["demo-1", "demo-1", other, other]
    assert len({entry.submission for entry in made}) == 1
    assert [row(campaign, key)["state"] for key in ("demo-1", other)] == ["arrived", "arrived"]


@pytest.mark.parametrize(
    ("fields", "about", "said"),
    [
        ({"contact-demo-1-2": "6"}, "contact-demo-1-2", "Central Med: contact has 1 die, it takes 2."),
        ({"contact-demo-1-2": "68"}, "contact-demo-1-2", "Central Med: die 2 of “contact” is '8'"),
        ({"lots-demo-1-2": "4"}, "contact-demo-1-2", "Central Med: contact has no dice, it takes 2."),
        ({"contact-demo-1-2": "63", "lots-demo-1-2": "4x1"}, "lots-demo-1-2", "die 2 of “lots” is 'x'"),
        ({"contact-demo-1-2": "63", "lots-demo-1-2": "4"}, "lots-demo-1-2", "needed, for lot 2 (3 REs), lot 3 (1 RE)."),
        ({"contact-demo-1-2": "63", "lots-demo-1-2": "4211"}, "lots-demo-1-2", "too many dice under “lots”"),
        ({"contact-demo-1-2": "11", "lots-demo-1-2": "4"}, "lots-demo-1-2", "none without contact"),
        ({"contact-demo-1-1": "63"}, "contact-demo-1-1", "Tyrrhenian: no check is due there"),
        ({"contact-demo-1-2": "11", "contact-demo-1-7": "11"}, "contact-demo-1-7", "came no further"),
        ({"contact-demo-1-2": "11", "hour": ""}, "hour", "Time: say at what time"),
        ({"contact-demo-1-2": "11", "hour": "half past"}, "hour", "a time is written 20:15"),
        ({"contact-demo-1-2": "11", "day": "1 March"}, "day", "a date is written 2026-03-01"),
        ({"contact-demo-1-2": "11", "day": "2199-01-01"}, "hour", "still to come"),
        ({"contact-demo-1-2": "11", "day": "9999-12-31", "offset": "-720"}, "day", "the day on which"),
        ({"contact-demo-1-2": "11", "offset": "13"}, "offset", "Clock: choose one"),
        ({"contact-demo-1-2": "11", "hits": "many"}, "hits", "Hits on Malta: type a whole number from 0 to 15."),
        ({"contact-demo-1-2": "11", "hits": "1", "number": "3"}, "hits", "not both"),
        ({}, "", "Nothing is typed yet"),
    ],
)
def test_a_slip_names_the_row_and_the_die_and_nothing_is_entered_or_lost(
    client: Client, campaign: Campaign, fields: dict[str, str], about: str, said: str
) -> None:
    first = put(campaign, typed("3 SP"))
    before = tables()
    # A row that is right stands before or after the wrong one: all or nothing.
    right = {f"contact-{first}-2": "12"} if fields else {}
    answer = send(client, **right | fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in words(answer)
    assert tables() == before
    for name, text in (right | fields).items():
        if name.endswith(("-1", "-7")) or name == "offset":
            continue
        assert re.search(rf'name="{name}"[^>]*value="{re.escape(text)}"', page), name
    for name in fields.keys() & {"contact-demo-1-1", "contact-demo-1-7"}:
        assert fields[name] in words(answer).partition("no longer waits to sail:")[2]
    if about and not about.endswith(("-1", "-7")):
        assert re.search(rf'name="{about}"[^>]*aria-invalid="true"', page)
    sound(campaign)


def test_a_row_that_was_rolled_meanwhile_stops_everything_and_its_dice_are_shown(
    client: Client, campaign: Campaign
) -> None:
    other = put(campaign, typed("3 SP"))
    rolled(campaign, "row:demo-1", "11")
    count = Entry.objects.count()
    answer = send(client, **{"contact-demo-1-2": "6 3", f"contact-{other}-2": "65"})
    assert answer.status_code == 409
    assert "Typed for a row that no longer waits to sail: 6 3" in words(answer)
    assert 'value="65"' in answer.content.decode()
    assert Entry.objects.count() == count


def test_what_changed_since_the_page_was_drawn_is_a_conflict(client: Client, campaign: Campaign) -> None:
    page = client.get(f"{HOME}late/").content.decode()
    seen = re.search(r'name="seen" value="([^"]*)"', page)
    assert seen
    now(campaign, **{"malta:status.number": 3})
    sent = {"submission": new_submission(), "seen": seen[1], "contact-demo-1-2": "11"} | WHEN
    answer = client.post(f"{HOME}late/", sent)
    assert answer.status_code == 409
    assert row(campaign, "demo-1")["state"] == "planned"
    assert 'value="11"' in answer.content.decode()


def test_a_second_tap_enters_nothing_twice(client: Client, campaign: Campaign) -> None:
    sent = {"submission": new_submission(), "seen": "", "contact-demo-1-2": "11"} | WHEN
    first = client.post(f"{HOME}late/", sent)
    count = Entry.objects.count()
    second = client.post(f"{HOME}late/", sent)
    assert first["Location"] == second["Location"]
    assert Entry.objects.count() == count


def test_hits_on_malta_come_before_the_dice(client: Client, campaign: Campaign) -> None:
    """Malta 9 less 7 hits is 2: a throw of 1 1 makes no contact there, and the entry read the new number."""
    answer = send(client, hits="7", **{"contact-demo-1-2": "11"})
    assert answer.status_code == 302, words(answer)
    assert state_of(campaign).values["malta:status.number"] == 2
    bombed, *_, checked = Entry.objects.filter(kind="rule").order_by("id")
    assert bombed.procedure == "malta-bombed"
    assert ["malta:status.number", 2, bombed.reference] in checked.record["body"]["facts_read"]
    sound(campaign)


def test_malta_s_number_alone_may_come_from_the_sheet(client: Client, campaign: Campaign) -> None:
    assert send(client, number="4").status_code == 302
    assert state_of(campaign).values["malta:status.number"] == 4


def test_a_row_without_dice_is_ticked(client: Client, campaign: Campaign) -> None:
    key = put(campaign, typed("3 RP", "naples cagliari"))
    assert f'name="sailed-{key}"' in client.get(f"{HOME}late/").content.decode()
    assert send(client, **{f"sailed-{key}": "yes", "hour": ""}).status_code == 302
    assert row(campaign, key)["state"] == "arrived"


def test_a_correction_keeps_when_its_dice_were_thrown(client: Client, campaign: Campaign) -> None:
    send(client, **{"contact-demo-1-2": "6 3", "lots-demo-1-2": "421"})
    entry = Entry.objects.filter(dice="typed").get()
    submit(client, f"{HOME}log/{entry.reference}/correct/", "correct/", reason="mistyped-die", strip="63 422")
    assert Entry.objects.get(kind="correction").record["body"]["rolled_at"] == "2026-03-01T19:15:00Z"
    sound(campaign)


def test_what_began_the_step_at_sea_is_checked_where_it_is(client: Client, campaign: Campaign) -> None:
    """33.A.2: stopped in the Central Med, its second leg, it is checked there again in exploitation."""
    clear(campaign)
    key = put(campaign, typed("4 SP", tyrrhenian={}, central_med={"stops": True}))
    for throws in ("11", "13"):
        assert send(client, **{f"contact-{key}-2": throws}).status_code == 302
        assert row(campaign, key)["state"] == "at-sea"
        assert f'name="contact-{key}-2"' not in client.get(f"{HOME}late/").content.decode()
        end_steps(campaign, 1)
    made = [body_of(entry, frozenset({"public"})) for entry in Entry.objects.filter(dice="typed").order_by("id")]
    assert [body["situation"]["phase"] for body in made] == ["naval-movement", "exploitation"]
    assert all(body["situation"]["leg"]["zone"] == "central-med" for body in made)
    sound(campaign)


def test_an_observer_enters_nothing(client: Client, campaign: Campaign) -> None:
    take_seat(client, campaign.slug, "observer")
    assert send(client, **{"contact-demo-1-2": "11"}).status_code == 403
    assert row(campaign, "demo-1")["state"] == "planned"


def test_outside_the_naval_steps_the_form_says_when(client: Client, campaign: Campaign) -> None:
    end_steps(campaign, 2)
    assert "Shipping sails in naval movement and naval exploitation." in read(client, "late/")


# The report


@pytest.fixture
def played(campaign: Campaign) -> Campaign:
    """Two turns, worked by hand.

    Mar I, Axis: 7 SP on 7 NTs, 6 3 contact, 4 2 1: lots of 3, 3, 1 lose 3, 1, 0 and send 1 back: lost 4, back 1,
    arrived 2. 3 RP on 3 NTs are not checked: arrived 3. Sent 10, lost 4, returned 1, arrived 5, the NTs alike.
    Mar I, Allied: a brigade of 2 REs on 2 NTs, contact, and a 6 halves a unit: lost 1, returned 1.
    Mar II, Axis: 3 SP on 3 NTs, 1 3 is no contact in column 8: arrived 3. Malta was bombed once: 9 to 8.
    Apr I, Axis: 4 empty NTs, alone: 5 off the 8 is 3; 6 6 is contact, and they are lots of 3 and 1 NTs; 4 sinks the
    first, 1 sends the second back: lost 3 NTs, returned 1 NT, and no REs at all.
    """
    clear(campaign)
    put(campaign, typed("7 SP"))
    put(campaign, typed("3 RP", "naples cagliari"))
    put(campaign, typed("Brigade, 2 REs", "gibraltar valletta", "allied"))
    rolled(campaign, "all", "63 421")
    end_steps(campaign, 4)
    rolled(campaign, "all", "66 6")
    end_steps(campaign, 4)
    with writing(viewer_of(campaign)) as writer:
        writer.edit("malta.number", [Set("malta:status.number", 8)], title="Malta’s number", note="one raid")
    put(campaign, typed("3 SP"))
    rolled(campaign, "all", "13")
    end_steps(campaign, 8)
    put(campaign, typed("empty", "tripoli naples", on="4 NTs"))
    rolled(campaign, "all", "66 41")
    return campaign


def test_the_pasted_report_of_a_turn_equals_the_hand_worked_figures(client: Client, played: Campaign) -> None:
    text = text_of(client, "?from=1941-03-1&to=1941-03-1")
    assert text.startswith(
        "Mediterranean and Red Sea 1941\nTurn report, Mar I 41\nAs the Axis seat may tell it. Log head "
    )
    assert (
        "Axis, Mar I 41: sent 10 REs, 10 NTs; lost 4 REs, 4 NTs; returned 1 RE, 1 NT; arrived 5 REs, 5 NTs; "
        "1 contact in 1 check.\n" in text
    )
    assert (
        "Allied, Mar I 41: sent 2 REs, 2 NTs; lost 1 RE, 1 NT; returned 1 RE, 1 NT; arrived nothing; "
        "1 contact in 1 check.\n" in text
    )
    contact = Entry.objects.filter(procedure="cargo-contact", content__contains='"faces":[6,3]').get()
    assert (
        "- Mar I 41, Axis: 7 SP Naples–Tripoli, Central Med, status 9, dice 6 3, then 4 2 1: CONTACT. "
        "4 SP, 4 NTs lost; 2 SP, 2 NTs arrive at Tripoli; 1 SP, 1 NT back in Naples "
        f"[entry {contact.sequence}]\n" in text
    )
    assert "Mar II" not in text
    assert "so far" not in text


def test_a_range_is_summed_by_turn_month_and_side(client: Client, played: Campaign) -> None:
    text = text_of(client, "?from=1941-03-1&to=1941-04-1")
    assert "Turn report, Mar I 41 to Apr I 41 (so far)" in text
    for line in (
        (
            "Axis, Mar II 41: sent 3 REs, 3 NTs; lost nothing; returned nothing; arrived 3 REs, 3 NTs; "
            "0 contacts in 1 check."
        ),
        (
            "Axis, Mar 41: sent 13 REs, 13 NTs; lost 4 REs, 4 NTs; returned 1 RE, 1 NT; arrived 8 REs, 8 NTs; "
            "1 contact in 2 checks."
        ),
        "Axis, Apr I 41: sent 4 NTs; lost 3 NTs; returned 1 NT; arrived nothing; 1 contact in 1 check.",
        (
            "Axis, in all: sent 13 REs, 17 NTs; lost 4 REs, 7 NTs; returned 1 RE, 2 NTs; arrived 8 REs, 8 NTs; "
            "2 contacts in 3 checks."
        ),
        (
            "Allied, Mar I 41: sent 2 REs, 2 NTs; lost 1 RE, 1 NT; returned 1 RE, 1 NT; arrived nothing; "
            "1 contact in 1 check."
        ),
    ):
        assert f"{line}\n" in text
    assert "Allied, Mar 41" not in text
    assert "- Mar II 41: 8, one raid [entry " in text
    assert text.count("From 10 to 8.") == 1


def test_this_turn_is_the_report_that_one_sees_first(client: Client, played: Campaign) -> None:
    page = read(client, "report/")
    assert "Turn report, Apr I 41 so far" in page
    assert "Axis shipping Turn Sent" in page
    assert "Apr I 41 4 NTs 3 NTs 1 NT – – – 1 of 1 check" in page
    assert "Malta\n8, unchanged.\n" in text_of(client)
    assert 'class="steps"' in client.get(f"{HOME}report/").content.decode()
    for query in ("?from=1941-03-2", "?from=nonsense&to=1941-03-1", "?from=1999-01-1", "?from=1941-04-1&to=1941-03-1"):
        assert client.get(f"{HOME}report/{query}").status_code == 200


def test_nothing_is_lost_between_sent_and_the_end(played: Campaign) -> None:
    """What was sent is lost, back, there, or at sea; and the facts of the board say the same as the checks."""
    checks = checks_of(viewer_of(played), "1941-01-1", "1941-12-2")
    found = figures(checks)
    assert found.sent.res == found.lost.res + found.returned.res + found.arrived.res + found.at_sea.res == 15
    ships = [load.transports.get("nt", 0) for load in (found.lost, found.returned, found.arrived, found.at_sea)]
    assert found.sent.transports == {"nt": sum(ships)} == {"nt": 19}


def test_a_correction_counts_in_place_of_what_it_corrects(client: Client, campaign: Campaign) -> None:
    """A mistyped last die: 6 3, 4 2 2 in place of 4 2 1. The lot of 1 RE is lost and not sent back: lost 5, back 0."""
    (*_, entry) = rolled(campaign, "row:demo-1", "63 421")
    assert "lost 4 REs, 4 NTs; returned 1 RE, 1 NT; arrived 2 REs, 2 NTs" in text_of(client)
    submit(client, f"{HOME}log/{entry.reference}/correct/", "correct/", reason="mistyped-die", strip="63 422")
    text = text_of(client)
    assert "sent 7 REs, 7 NTs; lost 5 REs, 5 NTs; returned nothing; arrived 2 REs, 2 NTs; 1 contact in 1 check." in text
    assert text.count("CONTACT") == 1


def test_what_stops_at_sea_is_told_so_and_not_lost(client: Client, campaign: Campaign) -> None:
    clear(campaign)
    put(campaign, typed("4 SP", tyrrhenian={"stops": True}, central_med={}))
    rolled(campaign, "all")
    text = text_of(client)
    assert "sent 4 REs, 4 NTs; lost nothing; returned nothing; arrived nothing; at sea 4 REs, 4 NTs; " in text


def test_a_naval_unit_counts_hits_and_no_res(client: Client, campaign: Campaign) -> None:
    """A 6 is half (33.E): a task force takes 1 hit and goes back. It carries no REs and is no transport."""
    clear(campaign)
    put(campaign, typed("task force Littorio"))
    rolled(campaign, "all", "66 6")
    assert (
        "Axis, Mar I 41: sent nothing; lost nothing; returned nothing; arrived nothing; "
        "1 naval unit put to sea; 1 hit; 1 contact in 1 check.\n" in text_of(client)
    )


def test_the_graph_ends_with_the_span(client: Client, played: Campaign) -> None:
    page = client.get(f"{HOME}report/?from=1941-03-1&to=1941-03-1").content.decode()
    assert 'aria-label="Malta’s number by turn: 10 in Mar I 41, then 9 in Mar I 41"' in page


# Taking over


def test_the_take_over_sheet_has_everything_in_force(client: Client, campaign: Campaign) -> None:
    now(
        campaign,
        **{
            "ruling:R-16.choice": "no-corsica",
            "port:tobruk.owner": "axis",
            "port:naples.operational": False,
            "zone:eastern-med.interference": "partial",
        },
    )
    told = read(client, "handover/")
    assert "Take-over sheet What the Axis seat may know" in told
    assert "Malta stands at 9" in told
    assert "Eastern Med : partial interference entry" in told
    assert "Other owner than on 1 March 1941: Tobruk : Axis entry" in told
    assert "Out of order: Naples entry" in told
    assert "■ Axis 1 7 SP on 7 NTs, Naples–Tripoli: planned entry 1" in told
    assert "R-16" in told.partition("At their defaults:")[0]
    assert "R-04 What Malta's number means (rule33)" in told.partition("At their defaults:")[2]
    assert "All as they come with NavalAssist." in told
    assert "What was done, Feb II 41 and Mar I 41" in told
    assert state_of(campaign).heads[0][2] != ""


def test_the_take_over_sheet_tells_the_last_turn_and_how_much_it_leaves_out(client: Client, played: Campaign) -> None:
    """Apr I: one contact. Mar II: a raid and a check; Mar I is in the log. Rows typed and steps ended are not told."""
    told = read(client, "handover/").partition("What was done, Mar II 41 and Apr I 41")[2]
    assert "4 empty NTs Tripoli–Naples, Central Med, status 8 − 5 = 3, 6 6, then 4 1: CONTACT" in told
    for words_not_there in ("Row 1 added", "ended", "7 SP", "NOT SUBJECT"):
        assert words_not_there not in told
    with writing(viewer_of(played, "moderator")) as writer:
        for number in range(70):
            writer.edit("test.set", [Set("malta:status.number", number % 2)], title=f"Raid {number}")
    told = read(client, "handover/").partition("What was done")[2]
    assert "Raid 69" in told
    assert "Raid 9:" not in told
    assert "entries before these are in the log" in told


def test_a_page_of_another_system_or_campaign_is_not_there(client: Client, campaign: Campaign) -> None:
    for address in SHEETS:
        assert client.get(f"/c/nowhere/{address}").status_code == 404


# Promises


@pytest.mark.promise("P4")
@pytest.mark.parametrize("seat", ["axis", "allied", "moderator", "observer"])
def test_reading_any_sheet_writes_nothing(client: Client, played: Campaign, seat: str) -> None:
    take_seat(client, played.slug, seat)
    before, heads = tables(), state_of(played).heads
    for address in (*SHEETS, "report/?from=1941-03-1&to=1941-04-1"):
        for method in (client.get, client.head):
            assert method(HOME + address).status_code == 200
    assert (tables(), state_of(played).heads) == (before, heads)


@pytest.fixture
def secretive(campaign: Campaign) -> Campaign:
    """The Allies have a force, a convoy and an input that only they know of."""
    shipment = state_of(campaign).row("shipment:demo-2") | {"label": "Leviathan brigade", "row": 7, "operation": "s7"}
    force = {"side": "allied", "kind": "task-force", "strength": 3, "code_c_fighter": False, "place": "western-med"}
    made = (
        create("task-force:h", name="Leviathan force", hits=0, **force),
        create("shipment:s7", **shipment),
    )
    with writing(viewer_of(campaign, "allied")) as writer:
        writer.edit("force.add", made, chain="allied", note="Leviathan puts to sea", seat="allied")
    return campaign


@pytest.mark.promise("P22")
@pytest.mark.parametrize(
    ("seat", "may"), [("axis", False), ("observer", False), ("moderator", False), ("allied", True)]
)
def test_no_sheet_tells_a_seat_another_s_secret(client: Client, secretive: Campaign, seat: str, may: bool) -> None:
    take_seat(client, secretive.slug, seat)
    pages = {address: client.get(HOME + address).content.decode() for address in SHEETS}
    assert ("Leviathan" in "".join(pages.values())) is may
    if may:
        assert "Leviathan force" in pages["handover/"]
        assert "Leviathan brigade" in pages["sheet/?side=allied"]
        assert "Leviathan puts to sea" in pages["report/"]


@pytest.mark.promise("P33")
def test_hostile_text_stays_text_on_every_sheet(client: Client, campaign: Campaign) -> None:
    key = put(campaign, typed("3 SP"))
    with writing(viewer_of(campaign, "moderator")) as writer:
        label = Set(f"shipment:{key}.label", HOSTILE[:80])
        writer.edit("test.set", [label, Set("malta:status.number", 8)], note=HOSTILE, title=HOSTILE)
    for address in SHEETS:
        page = client.get(HOME + address).content.decode()
        assert "<img" not in page
        assert "<script>nv7q" not in page
        assert "{{7*7}}" in page or "nv7q" not in page
    answer = send(
        client, **{"contact-demo-1-2": HOSTILE, "hour": HOSTILE, "hits": HOSTILE, f"contact-{HOSTILE}-2": "1"}
    )
    assert answer.status_code in (409, 422)
    assert "<img" not in answer.content.decode()
    sound(campaign)


def test_the_body_of_a_late_entry_is_documented(client: Client, campaign: Campaign) -> None:
    send(client, **{"contact-demo-1-2": "11"})
    entry = Entry.objects.filter(dice="typed").latest("id")
    assert "rolled_at" in body_of(entry, frozenset({"public"}))


def test_boxes_of_many_lots_are_read_whole_and_too_many_signs_are_said() -> None:
    dice = " ".join("123456" * 5)
    [row] = paper_rows({"contact-demo-1-2": "6 3", "lots-demo-1-2": dice}, ["demo-1"])
    assert row.dice[2].lots == dice
    with pytest.raises(Problem, match="at most 400 signs in one box, this has 401") as stop:
        paper_rows({"lots-demo-1-2": "1" * 401}, ["demo-1"])
    assert stop.value.about == "lots-demo-1-2"


def test_the_take_over_sheet_tells_rosters_air_units_and_stock_in_words(client: Client, campaign: Campaign) -> None:
    wellington = {"side": "allied", "name": "Wellington", "nature": "s", "fighter": False, "tbf": "4", "range": 20}
    with writing(Viewer(campaign, "axis", "", at_table=True)) as writer:
        writer.edit("air", [create("air-unit:w", zone="central-med", place="box", hexes_to_base=0, **wellington)])
        naples = {"side": "axis", "port": "naples", "what": "nt", "label": "", "base": "20", "sunk": "2"}
        writer.edit("roster.count", [create("roster:axis/naples/nt", **naples)])
        carry_out(writer, "malta-points", {"points": 3}, DiceInput())
    told = read(client, "handover/")
    assert "Axis roster, Naples : 20 NTs free, 2 sunk entry" in told
    assert "Malta : Malta repair points in hand 3 entry" in told
    assert "Air unit Wellington : type S, " in told
    for internal in ("count without", "what nt", "type type", "Malta stock"):
        assert internal not in told
