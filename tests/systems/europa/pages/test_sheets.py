"""Paper and back: the turn sheet, late entry of its dice, the report and the take-over sheet, worked by hand."""

import re
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine import Set, create
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.submissions import new_submission
from navalassist.rules.europa.r33_interference import Sea, attempt_mark
from navalassist.rules.europa.success import Success
from navalassist.systems.europa.report import checks_of, figures
from navalassist.taskforces.models import TaskForce
from tests.in_hand import InHand
from tests.in_hand import words_of as words
from tests.promises.http import submit, tables
from tests.systems.europa.board import clear, put, rolled, typed, viewer_of

HOME = "/c/mediterranean-1941/"
SHEETS = ("sheet/", "sheet/?side=allied", "late/", "report/", "handover/")
HOSTILE = '"><img src=x onerror=alert(1)><script>nv7q</script>{{7*7}}'
WHEN = {"day": "2026-03-01", "hour": "20:15", "offset": "60"}


@pytest.fixture
def paper(demo: InHand) -> InHand:
    """The demo with Malta at 9: an Axis item in the Central Med is contacted on 7 to 12, 21 of 36 throws."""
    demo.set({"malta:status.number": 9})
    return demo


def send(paper: InHand, **fields: str) -> Any:
    """The form of late entry as it is, with these fields typed."""
    page = paper.text("late/")
    seen = re.search(r'name="seen" value="([^"]*)"', page)
    return paper.client.post(f"{HOME}late/", {"submission": new_submission(), "seen": seen[1]} | WHEN | fields)


# The sheet


def test_the_sheet_has_state_shipments_odds_and_a_box_for_each_die(paper: InHand) -> None:
    """7 SP are lots of 3, 3 and 1 (33.E): 2 boxes for contact in the one zone with a check, and 3 for the lots."""
    page = paper.client.get(f"{HOME}sheet/")
    told = words(page)
    assert "Turn sheet, ■ Axis Mediterranean and Red Sea 1941 Turn Mar I 41, ■ Axis player turn" in told
    assert "Step Naval movement Rolls ● Allied, 33.D Victory points ■ Axis 0 · ● Allied 0" in told
    assert "1 row: all arrive 42 %, expected loss 2.8 REs." in told
    assert "Malta stands at 9 Axis cargo in the Central Med is contacted on 21 rolls of 36, 58 %." in told
    assert "Central Med 9 7 to 12, 58 %" in told
    assert "1 7 SP on 7 NTs, Naples–Tripoli All arrive 42 %, expected loss 2.8 RE" in told
    assert "Tyrrhenian not subject, no dice" in told
    assert "Central Med status 9 , contact on 7 to 12 (58 %) contact 3 RE 3 RE 1 RE" in told
    assert page.content.decode().count("<i></i>") == 2 + 3 + 3 + 3  # and what was lost, returned, arrived; the foot
    assert "Die SP or SRP, anywhere 1 R 2 1 RE 3 2 RE 4 E 5 E 6 E" in told


def test_the_sheet_names_declared_zones_points_and_marks_that_outlast_the_step(paper: InHand) -> None:
    paper.set({"zone:south-aegean.declared": "tight", "ledger:allied.vp": 6})
    paper.edit(attempt_mark(Sea.EASTERN, "1941-02-2", Success.GREAT_SUCCESS))
    rolled(paper.campaign, "next", "11")
    for page in ("sheet/", "handover/"):
        told = paper.words(page)
        assert "South Aegean : declared tight entry" in told
        assert "■ Axis 0 · ● Allied 6" in told
        assert "Italian attempt in the Eastern Med : great success, Feb II 41 entry" in told
        assert "Checked" not in told
        assert "until" not in told
    sheet = paper.drawn("sheet/")
    assert "No Axis shipment is planned or at sea." in words(sheet)
    assert sheet.count('<li class="on-paper">') == 4, "rows to write on"


def test_sheets_are_linked_where_one_looks(paper: InHand) -> None:
    for page, wanted in (("", "sheet/"), ("", "report/"), ("", "handover/"), ("board/", "sheet/"), ("log/", "report/")):
        assert f'href="{HOME}{wanted}"' in paper.text(page), (page, wanted)
    assert f'href="{HOME}late/"' in paper.text("sheet/")


# Two turns with figures for report and take-over sheet


@pytest.fixture
def played(paper: InHand) -> InHand:
    """Two turns, worked by hand.

    Mar I, Axis: 7 SP on 7 NTs, 6 3 contact, 4 2 1: lots of 3, 3, 1 lose 3, 1, 0 and send 1 back: lost 4, back 1,
    arrived 2. 3 RP on 3 NTs are not checked: arrived 3. Sent 10, lost 4, returned 1, arrived 5, the NTs alike.
    Mar I, Allied: a brigade of 2 REs on 2 NTs, contact, and a 6 halves a unit: lost 1, returned 1.
    Mar II, Axis: 3 SP on 3 NTs, 1 3 is no contact in column 8: arrived 3. Malta was bombed once: 9 to 8.
    Apr I, Axis: 4 empty NTs, alone: 5 off the 8 is 3; 6 6 is contact, and they are lots of 3 and 1 NTs; 4 sinks the
    first, 1 sends the second back: lost 3 NTs, returned 1 NT, and no REs at all.
    """
    clear(paper.campaign)
    put(paper.campaign, typed("7 SP"))
    put(paper.campaign, typed("3 RP", "naples cagliari"))
    put(paper.campaign, typed("Brigade, 2 REs", "gibraltar valletta", "allied"))
    rolled(paper.campaign, "all", "63 421")
    paper.end_steps(4)
    rolled(paper.campaign, "all", "66 6")
    paper.end_steps(4)
    paper.edit(Set("malta:status.number", 8), act="malta.number", title="Malta's number", note="one raid")
    put(paper.campaign, typed("3 SP"))
    rolled(paper.campaign, "all", "13")
    paper.end_steps(8)
    put(paper.campaign, typed("empty", "tripoli naples", on="4 NTs"))
    rolled(paper.campaign, "all", "66 41")
    return paper


# Taking over


def test_the_take_over_sheet_has_everything_in_force(paper: InHand) -> None:
    paper.set(
        {
            "ruling:R-16.choice": "no-corsica",
            "port:tobruk.owner": "axis",
            "port:naples.operational": False,
            "zone:eastern-med.interference": "partial",
        }
    )
    told = paper.words("handover/")
    assert "Take-over sheet, ■ Axis Mediterranean and Red Sea 1941 Turn Mar I 41, ■ Axis player turn" in told
    assert "Axis sails; the Allied seat rolls contact. Due: Row 1: 7 SP, Naples–Tripoli" in told
    assert "Malta stands at 9" in told
    assert "Eastern Med : partial interference entry" in told
    assert "Ports Tobruk : Axis entry 4 Naples : out of order entry 4" in told
    assert "Our convoys 1 : 7 SP on 7 NTs, Naples–Tripoli planned" in told
    assert "Central Med 9, 58 % 6, 33 %" in told
    assert "R-16 Corsica on the short route : Ports of Corsica do not count. entry 4 At their defaults: R-04," in told
    assert "All as they come." in told
    assert "What was done, Feb II 41 and Mar I 41" in told
    assert paper.state.heads[0][2] != ""


def test_many_ports_that_changed_hands_are_told_owner_by_owner(paper: InHand) -> None:
    taken = ("tobruk", "athens", "volos", "corfu", "patras", "derna", "benghazi", "heraklion", "limassol", "haifa")
    paper.set({f"port:{port}.owner": "axis" for port in (*taken, "suda-bay")} | {"port:tripoli.owner": "vichy"})
    told = paper.words("handover/")
    assert "Axis : Athens, Benghazi, Corfu, Derna, Haifa," in told
    assert "Vichy : Tripoli" in told


def test_the_take_over_sheet_tells_the_last_turn_and_how_much_it_leaves_out(played: InHand) -> None:
    """Apr I: one contact. Mar II: a raid and a check; Mar I is in the log. Rows typed and steps ended are not told."""
    told = played.words("handover/").partition("What was done, Mar II 41 and Apr I 41")[2]
    assert "4 empty NTs from Tripoli to Naples are found in the Central Med: " in told
    for words_not_there in ("Row 1 added", "ended", "7 SP", "not checked"):
        assert words_not_there not in told
    with played.writing("moderator") as writer:
        for number in range(70):
            writer.edit("test.set", [Set("malta:status.number", number % 2)], title=f"Raid {number}")
    told = played.words("handover/").partition("What was done")[2]
    assert "Raid 69" in told
    assert "Raid 9:" not in told
    assert "entries before these are in the log" in told


def test_a_page_of_another_system_or_campaign_is_not_there(paper: InHand) -> None:
    for address in SHEETS:
        assert paper.client.get(f"/c/nowhere/{address}").status_code == 404


# Promises


@pytest.mark.promise("P4")
@pytest.mark.parametrize("seat", ["axis", "allied", "moderator", "observer"])
def test_reading_any_sheet_writes_nothing(played: InHand, seat: str) -> None:
    played.sit(seat)
    before, heads = tables(), played.state.heads
    for address in (*SHEETS, "report/?from=1941-03-1&to=1941-04-1"):
        for method in (played.client.get, played.client.head):
            assert method(HOME + address).status_code == 200
    assert (tables(), played.state.heads) == (before, heads)


@pytest.fixture
def secretive(paper: InHand) -> InHand:
    """The Allies have a force, a convoy and an input that only they know of."""
    shipment = paper.state.row("shipment:demo-2") | {"label": "Leviathan brigade", "row": 7, "operation": "s7"}
    force = {"side": "allied", "kind": "task-force", "strength": 3, "code_c_fighter": False, "place": "western-med"}
    made = create("task-force:h", **TaskForce.new_facts(name="Leviathan force", hits=0, **force))
    put_to_sea = {"chain": "allied", "note": "Leviathan puts to sea"}
    paper.edit(made, create("shipment:s7", **shipment), seat="allied", **put_to_sea)
    return paper


@pytest.mark.promise("P22")
@pytest.mark.parametrize(
    ("seat", "may"), [("axis", False), ("observer", False), ("moderator", False), ("allied", True)]
)
def test_no_sheet_tells_a_seat_another_s_secret(secretive: InHand, seat: str, may: bool) -> None:
    secretive.sit(seat)
    pages = {address: secretive.text(address) for address in SHEETS}
    assert ("Leviathan" in "".join(pages.values())) is may
    if may:
        assert "Leviathan force" in pages["handover/"]
        assert "Leviathan brigade" in pages["sheet/?side=allied"]
        assert "Leviathan puts to sea" in pages["report/"]


@pytest.mark.promise("P33")
def test_hostile_text_stays_text_on_every_sheet(paper: InHand) -> None:
    key = put(paper.campaign, typed("3 SP"))
    label = Set(f"shipment:{key}.label", HOSTILE[:80])
    paper.edit(label, Set("malta:status.number", 8), seat="moderator", note=HOSTILE, title=HOSTILE)
    for address in SHEETS:
        page = paper.drawn(address)
        assert "<img" not in page
        assert "<script>nv7q" not in page
        assert "{{7*7}}" in page or "nv7q" not in page
    answer = send(paper, **{"contact-demo-1-2": HOSTILE, "hour": HOSTILE, "hits": HOSTILE, f"contact-{HOSTILE}-2": "1"})
    assert answer.status_code in (409, 422)
    assert "<img" not in answer.content.decode()


def test_the_body_of_a_late_entry_is_documented(paper: InHand) -> None:
    send(paper, **{"contact-demo-1-2": "11"})
    assert "rolled_at" in body_of(Entry.objects.filter(dice="typed").latest("id"), frozenset({"public"}))


def test_the_take_over_sheet_speaks_as_a_player_does(paper: InHand) -> None:
    """Fleets by port with what is left of them, points, and what is seen of the other side; no field of a row."""
    wellington = {"side": "allied", "name": "Wellington", "nature": "s", "fighter": False, "tbf": "4", "range": 20}
    naples = {"side": "axis", "port": "naples", "what": "nt", "label": "", "base": "20", "sunk": "2"}
    unit = create("air-unit:w", zone="central-med", place="box", hexes_to_base=0, **wellington)
    paper.edit(unit, create("roster:axis/naples/nt", **naples))
    paper.do("malta-points", points=3)
    ours, _, theirs = paper.words("handover/").partition("Seen of the other side")
    for told in (
        "Our fleets Cruisers, Naples : 2nd Squadron, 1 hit 7 of 8 Battle fleet, Taranto : 1st Squadron 12 of 12",
        "Mines in 18A:0404 : Central Med 2 points Our points Naval repair points 6",
        "Air replacement points, Regia Aeronautica 10 NT in ports : Naples 20 (2 sunk) entry 4 20 NTs",
    ):
        assert told in ours
    for told in (
        "Force H, Gibraltar : Ark Royal, 1 hit, code C fighter, leaves Nov I 41 3 of 4",
        "Formidable : arrives Mar II 41 4",
        "Wellington, Central Med : Anti-Shipping Box, type S, range 20 entry 4 TBF 4",
        "Malta's repair points entry 5 7",
        "● Allied convoys 2 : Infantry brigade on 2 NTs, Gibraltar–Malta (Valletta) planned",
    ):
        assert told in theirs
    for internal in ("what nrp", "kind task force", "strength of the", "place ", "Account ", "this step"):
        assert internal not in ours + theirs
    assert "■ Axis fleets" in paper.at("moderator").words("handover/")


# The report of a turn or a span, worked by hand


def text_of(table: InHand, query: str = "") -> str:
    """The report as it is pasted."""
    found = re.search(r'<pre[^>]*id="text"[^>]*>(.*?)</pre>', table.text(f"report/{query}"), re.S)
    return str(found[1])


def test_the_pasted_report_has_the_figures_worked_by_hand_of_a_turn_and_a_span(played: InHand) -> None:
    text = text_of(played, "?from=1941-03-1&to=1941-03-1")
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
    text = text_of(played, "?from=1941-03-1&to=1941-04-1")
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
    page = played.words("report/")
    assert "Turn report, Apr I 41 (so far) Mediterranean" in page
    assert "Axis shipping Sent Way Contact Lost Back Arrived 4 empty NTs Tripoli–Naples Central Med, 17 %: " in page
    assert "6 6, then 4 1, contact 3 NTs 1 NT – ● Allied shipping Nothing sailed." in page
    assert "Apr I 41 4 NTs 1 of 1 check 3 NTs 1 NT – – –" in played.words("report/?from=1941-03-1&to=1941-04-1")
    assert "Malta\n8, unchanged.\n" in text_of(played)
    assert 'class="steps"' not in played.drawn("report/")
    for query in ("?from=1941-03-2", "?from=nonsense&to=1941-03-1", "?from=1999-01-1", "?from=1941-04-1&to=1941-03-1"):
        assert played.client.get(f"{HOME}report/{query}").status_code == 200
    page = played.drawn("report/?from=1941-03-1&to=1941-03-1")
    assert "Malta's number by turn: 10 in Mar I 41, then 9 in Mar I 41" in page
    # The line is a line and no wedge, without the style of the map: of what lies in it nothing is filled.
    line = re.search(r'<path d="M20 [^"]*H[^>]*>', page)
    assert line is not None
    assert 'fill="none" stroke="currentColor"' in line[0]


def test_the_report_says_what_arrived_where(played: InHand) -> None:
    """Mar I: of the 7 SP, 2 are at Tripoli and 1 is back at Naples; to be expected was a loss of 203/72."""
    page = played.words("report/?from=1941-03-1&to=1941-03-1")
    assert "Axis sent 10 REs, 10 NTs: 5 REs, 5 NTs arrived; 4 REs, 4 NTs lost; 1 RE, 1 NT back. Allied sent" in page
    assert "Central Med, 58 %: 6 3, then 4 2 1, contact 4 SP, 4 NTs 1 SP, 1 NT 2 SP, 2 NTs" in page
    assert "3 RP on 3 NTs Naples–Cagliari not checked – – 3 RP, 3 NTs 10 REs, 10 NTs 1 contact in 1 check" in page
    assert "Arrived where ■ Tripoli : 2 SP, 2 NTs ■ Naples : 1 SP, 1 NT back ■ Cagliari : 3 RP, 3 NTs" in page
    assert "■ Axis 2.8 REs 4 REs a little worse" in page
    assert "Arrived where\n- Axis, Tripoli: 2 SP, 2 NTs\n" in text_of(played, "?from=1941-03-1&to=1941-03-1")


def test_srps_stay_srps(paper: InHand) -> None:
    """2 SRP are 10 REs (R-55), lots of 3, 3, 3 and 1: 3 lost, 3 back, 1 lost, 1 lost: 5 lost, 3 back, 2 there."""
    clear(paper.campaign)
    put(paper.campaign, typed("2 SRP"))
    rolled(paper.campaign, "all", "66 4 1 2 4")
    page = paper.words("report/")
    assert "2 SRP on 10 NTs Naples–Tripoli Central Med, 58 %: 6 6, then 4 1 2 4, contact 1 SRP (5 REs), 5 NTs" in page
    assert "■ Tripoli : 0.4 SRP (2 REs), 2 NTs" in page


def test_what_is_struck_out_is_not_told_as_if_it_stood(paper: InHand) -> None:
    """Three hits on Malta were no raid at all: 9, 6, and 9 again; only the first 10 to 9 is a change."""
    bombed = paper.do("malta-bombed", hits=3)
    assert "Malta 10 → 6" in paper.words("report/")
    corrected = paper.correct(bombed, "typo", hits=0)
    page = paper.words("report/")
    assert "Malta 10 → 9" in page
    assert f"{corrected.sequence} ■ Bombing of entry {bombed.sequence} struck out: no raid was flown" in page
    assert "3 hits" not in page
    assert "- Mar I 41: 9, Malta's number" in text_of(paper)
    assert "9 → 6" not in paper.words("handover/")
    assert "· 3 hits" not in paper.text()


def test_nothing_is_lost_between_sent_and_the_end(played: InHand) -> None:
    """What was sent is lost, back, there, or at sea; and the facts of the board say the same as the checks."""
    checks = checks_of(viewer_of(played.campaign), "1941-01-1", "1941-12-2")
    found = figures(checks)
    assert found.sent.res == found.lost.res + found.returned.res + found.arrived.res + found.at_sea.res == 15
    ships = [load.transports.get("nt", 0) for load in (found.lost, found.returned, found.arrived, found.at_sea)]
    assert found.sent.transports == {"nt": sum(ships)} == {"nt": 19}


def test_a_correction_counts_in_place_of_what_it_corrects(paper: InHand) -> None:
    """A mistyped last die: 6 3, 4 2 2 in place of 4 2 1. The lot of 1 RE is lost and not sent back: lost 5, back 0."""
    (*_, entry) = rolled(paper.campaign, "row:demo-1", "63 421")
    assert "lost 4 REs, 4 NTs; returned 1 RE, 1 NT; arrived 2 REs, 2 NTs" in text_of(paper)
    submit(paper.client, f"{HOME}log/{entry.reference}/correct/", "correct/", reason="mistyped-die", strip="63 422")
    text = text_of(paper)
    assert "sent 7 REs, 7 NTs; lost 5 REs, 5 NTs; returned nothing; arrived 2 REs, 2 NTs; 1 contact in 1 check." in text
    assert text.count("CONTACT") == 1


def test_what_stops_at_sea_is_told_so_and_not_lost(paper: InHand) -> None:
    clear(paper.campaign)
    put(paper.campaign, typed("4 SP", tyrrhenian={"stops": True}, central_med={}))
    rolled(paper.campaign, "all")
    text = text_of(paper)
    assert "sent 4 REs, 4 NTs; lost nothing; returned nothing; arrived nothing; at sea 4 REs, 4 NTs; " in text


def test_a_naval_unit_counts_hits_and_no_res(paper: InHand) -> None:
    """A 6 is half (33.E): a task force takes 1 hit and goes back. It carries no REs and is no transport."""
    clear(paper.campaign)
    put(paper.campaign, typed("task force Littorio"))
    rolled(paper.campaign, "all", "66 6")
    assert (
        "Axis, Mar I 41: sent nothing; lost nothing; returned nothing; arrived nothing; "
        "1 naval unit put to sea; 1 hit; 1 contact in 1 check.\n" in text_of(paper)
    )


@pytest.mark.parametrize("sheet", ["sheet/", "report/", "handover/"])
def test_the_last_act_stands_above_a_sheet_and_is_not_printed(paper: InHand, sheet: str) -> None:
    page = paper.text(f"{sheet}?last=public/1")
    assert re.search(r'<div class="no-print"><section class="last stack"', page)
