"""The way of a group's move on its card: typed or tapped, drawn to scale, with what it will owe (36.A).

By hand, in the demo of Mar I 41. From Gibraltar, 24A:2110, to 25A:0608 are 35 hexes: 29 lines to the edge of sheet 24A,
6 more on 25A. To 25A:2608 are 20 more. 5 by night, 10 by day in turn (R-22): 5n 10 5n 10 5n, then 10 5n 5.
"""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine import create
from navalassist.engine.duties import Duty, Kind, Now
from navalassist.play import state as states
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.systems.europa.allowances import row_of
from tests.begun import begin_demo
from tests.club import Club
from tests.desk.great_war import person
from tests.in_hand import InHand, in_hand, words_of

CARD, CRUISERS = "fleet/group/force-h/", "fleet/group/cruisers/"
WHOLE = "5n 10 5n 10 5n 25A:0608 10 5n 5 25A:2608"
CHIP = re.compile(r'<a id="on-([\w-]+)" href="([^"]+)"')
CELLS = re.compile(r'<td colspan="(\d+)" class="([^"]*)"><b>(\d+)</b><small>([^<]+)</small>')
OWED = re.compile(
    r'<li[^>]*><span class="who">(.*?)</span> <span>(.*?)<small>.*?<span class="(?:big|none)">(.*?)</span></li>',
    re.DOTALL,
)
PLAIN = re.compile(r"<[^>]+>")


@pytest.fixture
def allies(db: None) -> Iterator[InHand]:
    """The demo in the Allied naval movement."""
    with in_hand(begin_demo()) as table:
        table.until("allied/naval-movement")
        yield table


def chips(table: InHand, address: str) -> dict[str, str]:
    """What may come next, with the address to which a tap leads."""
    return {key: unescape(url).removeprefix(table.home) for key, url in CHIP.findall(table.drawn(address))}


def tapped(table: InHand, *keys: str, card: str = CARD) -> str:
    """The address after these taps."""
    for key in keys:
        card = chips(table, card)[key].partition("#")[0]
    return card


def typed(table: InHand, address: str) -> str:
    """The way so far, as it would be typed."""
    found = re.search(r'id="typed-way" maxlength="200" value="([^"]*)"', table.drawn(address))
    assert found is not None
    return unescape(found[1])


def owed(table: InHand, address: str) -> dict[str, tuple[str, str]]:
    """Line -> whose tap, and its chance or a word."""
    lines = OWED.findall(table.drawn(address))
    return {
        unescape(text): (unescape(PLAIN.sub("", who)).strip("■● "), PLAIN.sub("", word)) for who, text, word in lines
    }


@pytest.mark.a_line_fails
def test_what_cannot_be_worked_out_of_a_way_is_said_and_nothing_is_said_to_be_none(allies: InHand) -> None:
    way = f"{CARD}?sheet=25A&hex=0608"
    assert "no enemy interferes on this way" in allies.words(way)

    def count_the_lifeboats(now: Now) -> Iterator[Duty]:
        raise ZeroDivisionError
        yield

    allies.system.duties.append((("*/*",), count_the_lifeboats))
    states.forget()
    try:
        read = allies.words(way)
    finally:
        allies.system.duties.pop()
    assert "Missing here Count the lifeboats can't be worked out; the server's log says why." in read
    assert "no enemy interferes on this way" not in read


@pytest.mark.rule("E36.A.2", "E36.A.2.blk")
def test_a_hex_takes_the_least_mps_that_it_needs_by_night_as_far_as_that_goes(allies: InHand) -> None:
    first = f"{CARD}?sheet=25A&hex=0608"
    assert typed(allies, first) == "5n 10 5n 10 5n 25A:0608"
    second = f"{CARD}?way=5n+10+5n+10+5n+25A:0608&sheet=25A&hex=2608"
    assert typed(allies, second) == WHOLE
    read = allies.words(second)
    assert "Gibraltar Western Med 35 hexes ✓ 25A:0608 Western Med 20 hexes ✓ 25A:2608 Western Med" in read
    assert "By night 20 of 25 By night from there 5, after 5 by day By day 35 your own rules set the limit" in read
    cells = CELLS.findall(allies.drawn(second))
    assert [(mps, span) for span, _, mps, _ in cells] == [(mps, mps) for _, _, mps, _ in cells]
    assert [word for *_, word in cells[-4:]] == ["night", "day", "day first", "night"]


def test_mps_before_a_hex_count_for_it(allies: InHand) -> None:
    """10 by day and 5 by night are spent; 20 of 35 are left, of which the first 10 by day."""
    assert typed(allies, f"{CARD}?way=10+5n&sheet=25A&hex=0608") == "10 5n 10 5n 5 25A:0608"


def test_the_way_is_tapped_without_a_script_and_taken_back_word_by_word(allies: InHand) -> None:
    address = tapped(allies, "night", "day-10", "tyrrhenian")
    assert typed(allies, address) == "5n 10 tyrrhenian"
    assert typed(allies, tapped(allies, "last", card=address)) == "5n 10"
    assert "night" not in chips(allies, tapped(allies, "night"))
    assert "5 by night 10 by day first" in allies.words(tapped(allies, "night"))
    assert "last" not in chips(allies, CARD)


def test_only_zones_that_touch_the_last_one_are_offered(allies: InHand) -> None:
    assert {"tyrrhenian", "central-med"} < chips(allies, f"{CARD}?way={WHOLE}").keys()
    assert "aegean" not in chips(allies, f"{CARD}?way={WHOLE}")
    assert "aegean" in chips(allies, f"{CARD}?way={WHOLE} central-med")


def test_an_enemy_port_is_not_offered_and_a_way_that_ends_in_a_port_goes_no_further(allies: InHand) -> None:
    read = allies.text(CARD)
    assert '<option value="naples">Naples,' not in read
    assert '<option value="valletta">Malta (Valletta), at least' in read
    ended = f"{CARD}?port=valletta"
    assert typed(allies, ended).endswith(" valletta")
    assert chips(allies, ended).keys() == {"last"}
    assert "Send Force H: 64 MPs to Malta (Valletta)" in allies.words(ended)


@pytest.mark.rule("E33.A.1", "E33.D", "E36.C.1.a", "E36.D.2")
def test_what_it_will_owe_is_what_it_owes_once_it_is_sent(demo: InHand) -> None:
    """Cruisers of Naples, past 18A:0203 with its Allied mine point, and into the Central Med."""
    way = "5n 10 central-med 18A:0203 3n 18A:0405"
    address = f"{CRUISERS}?way={way}"
    before = owed(demo, address)
    entries = Entry.objects.filter(campaign=demo.campaign).count()
    assert before["2nd Squadron: check for contact in the Central Med"] == ("Allied", "64 %")
    assert before["Cruisers rolls in an Allied danger zone"] == ("Axis", "33 %")
    assert before["Mines: Cruisers in 18A:0203"][0] == "Axis"
    assert Entry.objects.filter(campaign=demo.campaign).count() == entries
    sent = re.findall(r'<input type="hidden" name="(moves|zone|way|group)" value="([^"]*)"', demo.drawn(address))
    fields: dict[str, object] = {name: [value for key, value in sent if key == name][:1] for name, _ in sent}
    fields["way"] = ["tyrrhenian", "central-med"]
    assert demo.send(address, "do/naval-move/", fuel="srp", **fields).status_code == 302
    due = {
        duty.text
        for duty in demo.duties()
        if duty.kind is Kind.DUE and ("cruisers" in duty.url or "squadron-2" in duty.url)
    }
    assert due == before.keys()


@pytest.mark.rule("E33.B.3.b", "E36.D.1.a.2")
def test_what_hangs_on_a_look_at_the_map_is_asked_once_and_settles_both(allies: InHand) -> None:
    address, zone = f"{CARD}?way={WHOLE}", "Force H: is it in a danger zone?"
    contact = "Force H battleships: check for contact in the Western Med"
    open_ = owed(allies, address)
    assert (open_[contact], open_[zone]) == (("Axis", "33 %"), ("Allied", "if so33 %"))
    assert "One look at the map: where is 25A:2608? Cagliari, Axis-owned, lies 4 to 15 hexes away" in allies.words(
        address
    )
    inside, near, far = (owed(allies, f"{address}&look={look}") for look in ("zone", "near", "far"))
    assert (inside[contact][1], inside[zone][1]) == ("33 %", "33 %")
    assert (near[contact][1], near[zone][1]) == ("33 %", "none")
    assert (far[contact][1], far[zone][1]) == ("none", "none")


@pytest.mark.rule("E33.A.1")
def test_a_hex_near_ports_of_another_zone_wants_its_zone_said(demo: InHand) -> None:
    """18A:0203 is two hexes from Licata, which lies on the Central Med; Naples does not."""
    address = f"{CRUISERS}?sheet=18A&hex=0203"
    assert "in which sea zone is 18A:0203? Central Med Tyrrhenian" in demo.words(address)
    assert "Send Cruisers" not in demo.words(address)
    assert "Send Cruisers: 14 MPs to 18A:0203" in demo.words(f"{CRUISERS}?way=5n 9 central-med 18A:0203")


@pytest.mark.rule("E36.E.1")
def test_fuel_is_asked_beside_the_button(demo: InHand) -> None:
    read = demo.text(f"{CRUISERS}?way=5n 9 central-med 18A:0203")
    assert 'id="send_fuel"' in read
    assert "choose: it is due" in read
    field = read[read.index('<select name="fuel"') :].partition(">")[0]
    assert "required" not in field
    hidden = re.findall(r'<input type="hidden" name="(moves|zone|group)" value="([^"]*)"', read)
    fields: dict[str, object] = {**dict(hidden), "way": ["tyrrhenian", "central-med"]}
    told = words_of(demo.send(CRUISERS, "do/naval-move/", fuel="", **fields))
    assert "2nd Squadron: an Axis task force that leaves a Mediterranean port pays 1 SRP, 5 SPs or 1 SP" in told


@pytest.mark.rule("E33.B.3.b")
def test_of_a_way_to_a_port_it_is_asked_how_near_it_comes_and_not_where_the_port_is(allies: InHand) -> None:
    told = allies.words(f"{CARD}?port=valletta")
    assert "where is Malta (Valletta)?" not in told
    assert "how near does its way to Malta (Valletta) come to an Axis port?" in told


@pytest.mark.parametrize(
    ("query", "field", "typed", "told"),
    [
        ("way=5n foo", "typed-way", "5n foo", '"foo" is no part of a way'),
        ("way=5n&sheet=25A&hex=06", "typed-hex", "06", "is no hex"),
        ("way=5n&sheet=25A&hex=x", "typed-hex", "x", "is no hex"),
    ],
)
def test_what_does_not_fit_stands_at_its_field(allies: InHand, query: str, field: str, typed: str, told: str) -> None:
    read = allies.text(f"{CARD}?{query}")
    found = re.search(rf'id="{field}"[^>]*value="([^"]*)" aria-invalid="true"', read)
    assert found is not None
    assert found[1] == typed
    assert told in read


@pytest.mark.rule("E36.A.2", "E36.A.2.blk")
@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("5n 25A:0608", "Gibraltar to 25A:0608: 35 hexes, 5 typed"),
        ("10n 25 25A:0608", "10 MPs by night are too many"),
        ("99 99:0101", "lies on no known sheet"),
    ],
)
def test_a_way_against_the_book_is_not_to_be_sent(allies: InHand, way: str, told: str) -> None:
    read = allies.words(f"{CARD}?way={way}")
    assert told in read
    assert "Send Force H" not in read


def test_mps_that_lead_nowhere_wait_for_a_place(allies: InHand) -> None:
    assert "Name the hex or the port to which it comes" in allies.words(f"{CARD}?way=5n 10")


@pytest.mark.rule("E36.A.2")
def test_in_the_enemys_step_it_reacts_by_day(demo: InHand) -> None:
    read = demo.words(f"{CARD}?sheet=25A&hex=0608")
    assert "React with it" in read
    assert "5 by night a reaction is by day" in read
    assert typed(demo, f"{CARD}?sheet=25A&hex=0608") == "35 25A:0608"
    assert 'name="reaction" value="on"' in demo.text(f"{CARD}?sheet=25A&hex=0608")


def test_outside_naval_steps_the_card_says_when_groups_move(allies: InHand) -> None:
    allies.until("axis/initial")
    read = allies.words(CARD)
    assert "Naval groups move in the naval movement and naval exploitation steps" in read
    assert "Another kind of move" in read


def test_the_mps_of_the_campaigns_own_rule_end_the_chips(allies: InHand) -> None:
    """12 a naval step: after 5 by night no 10 more, and 7 are left."""
    allies.edit(create(row_of(UnitKind.CARRIER), choice="12"), seat="allied")
    read = allies.words(f"{CARD}?way=5n")
    assert "10 by day it has 12 a naval step" in read
    assert "7 of 12 MPs left in this naval step" in read
    allies.set({f"{row_of(UnitKind.CARRIER)}.choice": "60"}, seat="allied")
    assert "10 by day it has" not in allies.words(f"{CARD}?way=5n")


def test_moves_made_before_in_the_phase_count(allies: InHand) -> None:
    allies.do("naval-move", group="force-h", moves="5n 5 24A:3110", zone="western-med", seat="allied")
    read = allies.words(CARD)
    assert "5 by night 5 by day first" in read
    assert "By night 5 of 25 By night from there 5, after 5 by day By day 5" in read


def test_the_whole_way_carries_its_zones_to_the_rule(allies: InHand) -> None:
    address = f"{CARD}?way={WHOLE} 5 central-med 5n 20 valletta"
    fields = re.findall(r'<input type="hidden" name="way" value="([a-z-]+)"', allies.drawn(address))
    assert fields == ["western-med", "central-med"]
    assert 'name="ends" value="valletta"' in allies.text(address)


@pytest.mark.rule("E36.A.2.e")
def test_gunnery_knows_the_group_at_sea_and_that_it_is_by_night(allies: InHand) -> None:
    """Force H has 8 of 8 and 3 of 4 left: 11, at night a quarter, 2."""
    assert "Fire with Force H" not in allies.lines()
    allies.do("naval-move", group="force-h", moves="5 24A:2610 5n 24A:3110", zone="western-med", seat="allied")
    duty = allies.lines()["Fire with Force H"]
    assert duty.small == "strength 11, hex 24A:3110, by night"
    assert "Fire with Force H" in allies.words(CARD)
    form = allies.text(duty.url)
    assert 'name="strength" value="11"' in form
    entry = allies.do("naval-gunfire", "6", strength=11, side="allied", night=True, ships="Force H", seat="allied")
    assert "Force H of strength 2 scores" in allies.receipt(entry)


@pytest.mark.rule("E36.D.2")
def test_what_a_link_answers_stands_folded_below_the_odds(demo: InHand) -> None:
    demo.do("naval-move", group="cruisers", moves="5n 10 18A:0203", zone="central-med", fuel="srp")
    read = demo.drawn("do/danger-contact/?group=cruisers")
    odds, button, fields = (read.index(words) for words in ("33 %", "Carry it out", 'name="came_back"'))
    assert odds < button < fields
    assert "Naval group: <b>Cruisers (Axis)</b>" in read
    posted = demo.post("do/danger-contact/look/", group="cruisers", submission="x").content.decode()
    assert posted.index('name="came_back"') < posted.index("Carry it out")


@pytest.mark.rule("E36.B.1")
def test_scuttling_names_the_ships_that_lie_there(demo: InHand) -> None:
    demo.set({"port:naples.owner": "allied", "port:naples.ever_allied": True})
    assert (
        demo.lines()["Axis ships in Naples: scuttle or escape"].small == "Naples is Allied-owned; there: 2nd Squadron"
    )
    assert "Naples, Allied-owned: 2nd Squadron (Axis)" in demo.text("do/ships-scuttled/")


def test_in_a_club_only_its_own_side_enters_the_way_of_a_group(allies: InHand, club: Club) -> None:
    for name, seat in (("Ann", "allied"), ("Bob", "axis")):
        page = person(club, allies, name, seat).text(f"{CARD}?way={WHOLE}")
        assert ("Send Force H: 55 MPs to 25A:2608" in page) is (seat == "allied")
        assert ('id="move"' in page) is (seat == "allied")
