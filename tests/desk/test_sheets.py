"""Paper and back: the turn sheet, late entry of its dice, the report and the take-over sheet, worked by hand."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Set, create
from navalassist.play.bodies import body_of
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.play.written import new_submission
from navalassist.taskforces.models import TaskForce
from tests.begun import begin_demo
from tests.promises.http import tables, take_seat
from tests.systems.board import clear, end_steps, now, put, rolled, state_of, typed, viewer_of

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


def send(client: Client, **fields: str) -> Any:
    """The form of late entry as it is, with these fields typed."""
    page = client.get(f"{HOME}late/").content.decode()
    seen = re.search(r'name="seen" value="([^"]*)"', page)
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
    assert re.search(r"Checked: SP Naples–Tripoli in the Central Med, row 1: 7 SP : until: this step entry \d+", told)
    assert "No Axis shipment is planned or at sea." in told


def test_sheets_are_linked_where_one_looks(client: Client, campaign: Campaign) -> None:
    for page, wanted in (("", "sheet/"), ("", "report/"), ("", "handover/"), ("board/", "sheet/"), ("log/", "report/")):
        assert f'href="{HOME}{wanted}"' in client.get(HOME + page).content.decode(), (page, wanted)
    assert f'href="{HOME}late/"' in client.get(f"{HOME}sheet/").content.decode()


# Two turns with figures for report and take-over sheet


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
        create("task-force:h", **TaskForce.new_facts(name="Leviathan force", hits=0, **force)),
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


def test_the_take_over_sheet_tells_rosters_air_units_and_stock_in_words(client: Client, campaign: Campaign) -> None:
    wellington = {"side": "allied", "name": "Wellington", "nature": "s", "fighter": False, "tbf": "4", "range": 20}
    with writing(Viewer(campaign, "axis", "", at_table=True)) as writer:
        writer.edit("air", [create("air-unit:w", zone="central-med", place="box", hexes_to_base=0, **wellington)])
        naples = {"side": "axis", "port": "naples", "what": "nt", "label": "", "base": "20", "sunk": "2"}
        writer.edit("roster.count", [create("roster:axis/naples/nt", **naples)])
        carry_out(writer, "malta-points", {"points": 3}, DiceInput())
    told = read(client, "handover/")
    assert "Axis roster, Naples : 20 NTs free, 2 sunk entry" in told
    assert "Malta : Malta repair points in hand 7 entry" in told
    assert "Air unit Wellington : type S, " in told
    for internal in ("count without", "what nt", "type type", "Malta stock"):
        assert internal not in told
