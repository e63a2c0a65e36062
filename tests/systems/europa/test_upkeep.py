"""Set-up edits: what changes together, what is refused, and in which words; whose a port is, and the Baltic.

36.D.1.c: which ports lie in the safe zone of Kronshtadt, as it began and with what it has grown to.

36.D.1.a.6, R-24: Soviet ports wipe out no Axis danger zones, those that the Soviets have taken neither. With the safe
zone on, all hexes of the Baltic outside it are the Axis's (36.D.1.a.3). 3A:2022 lies two hexes from Königsberg in
3A:2020 on one line of the sheet: an Allied port of the West would end the Axis zone there (within 5), a Soviet one
doesn't.
"""

from collections.abc import Callable
from typing import Any

import pytest

from navalassist.campaigns.models import FactHistory
from navalassist.engine import Set, apply_effects
from navalassist.engine.duties import Duty, Kind
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.danger_zones import GROWN_EAST, GROWN_NORTH, Exerts
from navalassist.rules.europa.r36_danger_ports import Event
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.chart import Word, status_of
from navalassist.systems.europa.charted import rings
from navalassist.systems.europa.danger import zone_of
from navalassist.systems.europa.doors.danger_ports import in_area
from navalassist.systems.europa.old_rows import old_shipments
from navalassist.systems.europa.soviet import is_soviet
from navalassist.systems.europa.theatres import port_rows
from navalassist.systems.europa.upkeep import (
    Edit,
    EditError,
    capture,
    condition_value,
    ledger_vp,
    malta_number,
    never_allied,
    port_kind,
    port_operational,
    port_soviet,
    ruling_choice,
    whole,
    zone_declared,
    zone_hits,
    zone_interference,
)
from tests.begun import begin
from tests.in_hand import InHand
from tests.rules.world import a_book
from tests.systems.europa.test_chart import facts_at_the_start

# The entries that set what Massaua came with, and its latch.
TYPED = {"port:massaua.name": "public/1", "port:massaua.ever_allied": "public/9"}


def after(facts: dict[str, Any], edit: Edit) -> dict[str, Any]:
    """The facts once the edit is carried out."""
    left = dict(facts)
    apply_effects(edit.effects, left)
    return left


def test_a_capture_sets_owner_and_source_and_kind_conditions_and_levels_are_set() -> None:
    facts = facts_at_the_start()
    edit = capture(facts, "benghazi", "axis", a_book(), "Apr I 41", "taken by the Afrika Korps.")
    wanted = {"port:benghazi.owner", "port:benghazi.owner_source", "mark:captured/benghazi"}
    assert {effect.key for effect in edit.effects} == wanted
    left = after(facts, edit)
    assert left["port:benghazi.owner"] == "axis"
    assert left["port:benghazi.owner_source"] == "Axis since Apr I 41, entered at the table: taken by the Afrika Korps."
    assert left["port:benghazi.ever_allied"] is True
    facts = facts_at_the_start()
    assert after(facts, port_kind(facts, "tripoli", "major"))["port:tripoli.kind"] == "major"
    assert after(facts, port_operational(facts, "tripoli", "no"))["port:tripoli.operational"] is False
    assert after(facts, condition_value(facts, "suez-canal", "closed"))["condition:suez-canal.value"] == "closed"
    assert after(facts, condition_value(facts, "italy-surrendered", "yes"))["condition:italy-surrendered.value"] is True
    left = after(facts, zone_interference(facts, "eastern-med", "major"))
    assert status_of(Side.ALLIED, Zone.EASTERN_MED, left, a_book()).number == 12
    assert after(facts, ledger_vp(facts, "allied", "−3"))["ledger:allied.vp"] == -3


@pytest.mark.rule("E33.B.8.a.N")
def test_massaua_once_allied_shuts_the_red_sea_to_the_axis_until_a_slip_that_called_it_so_is_taken_back() -> None:
    facts, book = facts_at_the_start(), a_book()
    assert status_of(Side.AXIS, Zone.RED_SEA, facts, book).word is Word.SUBJECT
    taken = after(facts, capture(facts, "massaua", "allied", book))
    assert taken["port:massaua.ever_allied"] is True
    assert status_of(Side.AXIS, Zone.RED_SEA, taken, book).word is Word.BARRED
    retaken = after(taken, capture(taken, "massaua", "axis", book))
    assert status_of(Side.AXIS, Zone.RED_SEA, retaken, book).word is Word.BARRED
    with pytest.raises(EditError, match="is Allied-owned now") as caught:
        never_allied(taken, "massaua", "wrong owner", {})
    assert caught.value.rule == "33.B.8.a"
    back = after(taken, capture(taken, "massaua", "axis", book))
    assert status_of(Side.AXIS, Zone.RED_SEA, back, book).word is Word.BARRED
    edit = never_allied(back, "massaua", "wrong owner", TYPED)
    assert (edit.act, edit.reason) == ("port.never-allied", "wrong owner")
    assert status_of(Side.AXIS, Zone.RED_SEA, after(back, edit), book).word is Word.SUBJECT


@pytest.mark.rule("E36.A.4.N")
@pytest.mark.parametrize(("scale", "end"), [("rule33", 0), ("rule36", 15)])
def test_an_axis_valletta_puts_malta_at_its_powerless_end_at_once(scale: str, end: int) -> None:
    facts = facts_at_the_start(7) | {"ruling:R-04.choice": scale}
    left = after(facts, capture(facts, "valletta", "axis", a_book(R_04=scale)))
    assert left["malta:status.number"] == end
    with pytest.raises(EditError, match="fixed while the Axis owns Valletta") as refused:
        malta_number(left, "9")
    assert (refused.value.about, refused.value.rule) == ("number", "36.A.4")


@pytest.mark.rule("E36.A.4")
def test_a_valletta_that_is_not_axis_leaves_malta_s_number_which_is_typed_within_0_to_15() -> None:
    facts = facts_at_the_start(7)
    assert after(facts, capture(facts, "valletta", "neutral", a_book()))["malta:status.number"] == 7
    assert after(facts, malta_number(facts, " 15 "))["malta:status.number"] == 15
    for typed in ("16", "-1", "", "seven", "9.5", "１"):
        with pytest.raises(EditError, match="Malta's number: type a whole number from 0 to 15"):
            malta_number(facts, typed)


@pytest.mark.parametrize(("rewrite", "number"), [(False, 4), (True, 11)])
def test_the_other_malta_scale_keeps_the_number_or_writes_it_anew(rewrite: bool, number: int) -> None:
    facts = facts_at_the_start(4)
    left = after(facts, ruling_choice(facts, "R-04", "rule36", rewrite))
    assert (left["ruling:R-04.choice"], left["malta:status.number"]) == ("rule36", number)


def test_the_other_malta_scale_moves_a_fixed_number_to_its_other_end_and_another_ruling_none() -> None:
    facts = facts_at_the_start(0) | {"port:valletta.owner": "axis"}
    assert after(facts, ruling_choice(facts, "R-04", "rule36"))["malta:status.number"] == 15
    facts = facts_at_the_start(4)
    edit = ruling_choice(facts, "R-07", "1", rewrite=True)
    assert edit.effects == (Set("ruling:R-07.choice", "1"),)


def test_hits_need_the_south_aegean_zone_and_go_with_it() -> None:
    facts = facts_at_the_start()
    with pytest.raises(EditError, match="not declared"):
        zone_hits(facts, "2")
    declared = after(facts, zone_declared(facts, "tight"))
    hit = after(declared, zone_hits(declared, "2"))
    assert status_of(Side.AXIS, Zone.SOUTH_AEGEAN, hit, a_book()).number == 10
    ended = after(hit, zone_declared(hit, ""))
    assert (ended["zone:south-aegean.declared"], ended["zone:south-aegean.hits"]) == ("", 0)


WRONG: list[tuple[Callable[[dict[str, Any]], Edit], str, str]] = [
    (lambda f: capture(f, "benghazi", "italy", a_book()), "owner", "Owner of Benghazi: choose one of axis, allied"),
    (lambda f: capture(f, "benghazi", "allied", a_book()), "owner", "it is Allied already"),
    (lambda f: capture(f, "atlantis", "axis", a_book()), "port", "Port: there is none called 'atlantis'"),
    (lambda f: port_kind(f, "tripoli", "huge"), "kind", "choose one of jetty, minor"),
    (lambda f: port_kind(f, "tripoli", "standard"), "kind", "nothing would change"),
    (lambda f: port_operational(f, "tripoli", "maybe"), "operational", "choose yes or no"),
    (lambda f: condition_value(f, "weather", "yes"), "key", "Condition: there is none called 'weather'"),
    (lambda f: condition_value(f, "suez-canal", "yes"), "value", "Suez Canal: choose one of open, closed"),
    (lambda f: condition_value(f, "italy-surrendered", "true"), "value", "choose one of yes, no"),
    (lambda f: ruling_choice(f, "R-99", "x"), "number", "Ruling: there is none called 'R-99'"),
    (lambda f: ruling_choice(f, "R-07", "2"), "choice", "R-07: choose one of 0, 1"),
    (lambda f: zone_interference(f, "baltic", "major"), "zone", "choose one of eastern-med, red-sea"),
    (lambda f: zone_interference(f, "red-sea", "total"), "level", "choose one of minor, partial, major"),
    (lambda f: zone_declared(f, "wide"), "declared", "choose one of not declared, tight, loose"),
    (lambda f: ledger_vp(f, "vichy", "3"), "side", "choose one of axis, allied"),
    (lambda f: ledger_vp(f, "axis", "10000"), "vp", "Victory points, Axis: type a whole number from −9999 to 9999"),
]


@pytest.mark.parametrize(("make", "about", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_what_does_not_fit_is_refused_with_the_field_and_what_would_be_right(
    make: Callable[[dict[str, Any]], Edit], about: str, words: str
) -> None:
    with pytest.raises(EditError) as refused:
        make(facts_at_the_start())
    assert refused.value.about == about
    assert words in str(refused.value)


def test_a_number_of_any_length_is_refused_and_not_read() -> None:
    with pytest.raises(EditError):
        whole("9" * 5000, "vp", "Victory points", 0, 15)


@pytest.mark.parametrize("state", ["arrived", "returned", "lost", "struck"])
def test_a_voyage_that_is_over_leaves_the_board_after_a_turn(state: str) -> None:
    values = {"shipment:a.turn": "1941-02-2", "shipment:a.state": state}
    assert old_shipments(values, "1941-03-1") == ["shipment:a"]
    assert old_shipments(values, "1941-02-2") == []


@pytest.mark.parametrize("state", ["planned", "at-sea"])
def test_what_has_still_to_sail_stays(state: str) -> None:
    assert old_shipments({"shipment:a.turn": "1941-01-1", "shipment:a.state": state}, "1941-03-1") == []


@pytest.mark.rule("E36.D.1.c.4")
def test_a_zone_that_has_grown_goes_only_with_the_ports_of_what_it_gained() -> None:
    """Riga at 1B:2511 is east of column 0012, at 1B:1930 on row 1900; some 480 km from Kronshtadt it is in no other."""
    east: dict[str, Any] = {"port:riga.map_reference": "1B:2511"}
    north: dict[str, Any] = {"port:riga.map_reference": "1B:1930"}
    assert in_area(east, "riga", Event.GONE) is in_area(north, "riga", Event.GONE) is False
    assert in_area(east | {GROWN_EAST: True}, "riga", Event.GONE) is True
    assert in_area(east | {GROWN_NORTH: True}, "riga", Event.GONE) is False
    assert in_area(north | {GROWN_NORTH: True}, "riga", Event.GONE) is True
    assert in_area({GROWN_NORTH: True}, "riga", Event.GONE) is None
    assert in_area({GROWN_EAST: True}, "kronshtadt", Event.GONE) is True


@pytest.mark.rule("E36.D.1.c.3")
def test_a_hex_far_south_of_what_the_zone_has_gained_stays_the_axis_s() -> None:
    """16A:0515 lies six hexes from Kiel, 54.3 degrees north: at most 55.8, and row 1B:1900 runs north of 56."""
    facts = facts_at_the_start() | {"condition:baltic-border.value": "safe-zone", GROWN_NORTH: True}
    near_kiel = facts | {"port:kiel.map_reference": "16A:0509", "port:kiel.owner": "neutral"}
    assert zone_of(near_kiel, a_book(), Hex.of("16A:0515"), "baltic").exerts is Exerts.AXIS
    # 20 hexes from Kiel it may be as far north as 59 degrees: only the map tells.
    assert zone_of(near_kiel, a_book(), Hex.of("16A:0529"), "baltic").exerts is Exerts.UNKNOWN


def border_duty(border: str, **owners: str) -> Duty:
    """What the checklist says of the border, with these owners."""
    north = InHand(begin("North", malta=10, slug="north", theatres="both"))
    stood = {} if border == "stands" else {"condition:baltic-border.value": border}
    north.set({f"port:{key}.owner": owner for key, owner in owners.items()} | stood)
    return next(duty for duty in north.duties() if duty.procedure == "baltic-border")


@pytest.mark.django_db
@pytest.mark.rule("E36.D.1.a.3", "E36.D.1.c.1")
@pytest.mark.parametrize(
    ("border", "owners", "kind"),
    [
        ("stands", {"tallinn": "axis"}, Kind.DUE),
        ("stands", {"hango": "axis"}, Kind.DUE),
        # Riga is not of the line.
        ("stands", {"riga": "axis"}, Kind.MAY),
        ("fell", {"tallinn": "axis"}, Kind.MAY),
    ],
)
def test_the_border_is_due_once_a_port_of_the_line_has_fallen(border: str, owners: dict[str, str], kind: Kind) -> None:
    assert border_duty(border, **owners).kind is kind


@pytest.mark.django_db
@pytest.mark.rule("E36.D.1.a.3")
def test_a_border_that_is_passed_over_is_told() -> None:
    duty = border_duty("stands", tallinn="axis")
    assert (duty.small, "event=falls" in duty.url) == ("Tallinn is Axis-owned", True)
    assert [passed.line for passed in duty.passes] == [
        "Tallinn has fallen, and the border in the Baltic stands where it was"
    ]


HEX = Hex.of("3A:2022")


def north() -> dict[str, Any]:
    """A campaign of the north, with the safe zone on."""
    found = facts_at_the_start()
    for row in port_rows("both", {}, "1941-03-1"):
        found |= {f"{row.key}.{name}": value for name, value in row.fields}
    return found | {
        "condition:baltic-border.value": "safe-zone",
        "port:konigsberg.map_reference": "3A:2020",
        "port:kronshtadt.map_reference": "1B:1505",
    }


def taken(facts: dict[str, Any], port: str, owner: str = "allied") -> dict[str, Any]:
    return after(facts, capture(facts, port, owner, a_book()))


def whose(facts: dict[str, Any]) -> Exerts:
    return zone_of(facts, a_book(), HEX, "baltic").exerts


@pytest.mark.rule("E36.D.1.a.6")
def test_a_port_that_the_soviets_have_taken_ends_no_axis_zone_and_no_ring_of_the_west_is_drawn_round_it() -> None:
    facts = north()
    assert whose(facts) is Exerts.AXIS
    fallen = taken(facts, "konigsberg")
    assert is_soviet(fallen, "konigsberg")
    assert whose(fallen) is Exerts.AXIS
    surrendered = fallen | {"condition:italy-surrendered.value": True}
    assert whose(surrendered) is Exerts.AXIS
    # Rings count the same way.
    before = sum(ring.side == "allied" for ring in rings(facts, "north"))
    assert sum(ring.side == "allied" for ring in rings(taken(facts, "konigsberg"), "north")) == before


@pytest.mark.rule("E36.D.1.a.6")
def test_whose_an_allied_port_is_may_be_said_until_the_port_changes_hands() -> None:
    fallen = taken(north(), "konigsberg")
    western = after(fallen, port_soviet(fallen, "konigsberg", "no"))
    assert not is_soviet(western, "konigsberg")
    # Nobody's: the Axis zone is gone, and a naval base reaches one hex only.
    assert whose(western) is Exerts.NOBODY
    back = after(western, port_soviet(western, "konigsberg", "yes"))
    assert whose(back) is Exerts.AXIS
    with pytest.raises(EditError, match="it stands so already"):
        port_soviet(back, "konigsberg", "yes")
    with pytest.raises(EditError, match="choose yes or no"):
        port_soviet(back, "konigsberg", "perhaps")
    with pytest.raises(EditError, match="is not Allied-owned"):
        port_soviet(north(), "konigsberg", "yes")
    again = taken(taken(western, "konigsberg", "axis"), "konigsberg")
    assert is_soviet(again, "konigsberg")


@pytest.mark.parametrize(
    ("port", "soviet"),
    [("tallinn", True), ("hango", True), ("danzig", True), ("stettin", True), ("kiel", False), ("copenhagen", False)],
)
def test_who_takes_a_port_where_nobody_says(port: str, soviet: bool) -> None:
    facts = north()
    owned = facts if facts[f"port:{port}.owner"] == "allied" else taken(facts, port)
    assert is_soviet(owned, port) is soviet


def test_the_page_of_an_allied_port_asks_whose_it_is_and_keeps_the_answer(demo: InHand) -> None:
    page = "setup/ports/naples/"
    assert "soviet-yes" not in demo.text(page)
    assert demo.send(page, act="port.owner", set="naples=allied").status_code == 302
    assert 'id="soviet-no" aria-pressed="true"' in demo.text(page)
    assert demo.send(page, act="port.soviet", set="naples=yes").status_code == 302
    assert 'id="soviet-yes" aria-pressed="true"' in demo.text(page)


def test_every_owner_of_a_port_is_kept_in_order(demo: InHand) -> None:
    demo.set({"port:benghazi.owner": "axis"})
    owners = FactHistory.objects.of(demo.campaign, "port:benghazi.owner")
    assert [change.value for change in owners] == ["allied", "axis"]
