"""Fleets: units and groups entered by hand, their cards, and moves from the card of a group (36.A, 36.E).

The card says what the group owes as it moves, that it may not move again, and that it is no more.
"""

from html import unescape

import pytest

from navalassist.engine import create
from navalassist.seazones.models import MineBelt
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.in_hand import InHand, drawn, in_hand, words_of
from tests.systems.europa.pages.test_unit_contact import sail

UNIT = {"side": "axis", "name": "Squadra", "kind": "task-force", "strength": "12", "place": "port:taranto"}


def move(table: InHand, group: str, moves: str, status: int = 302, **fields: str) -> str:
    """Move a group as its card does; the receipt, or the page that says why not, in words."""
    zone = {} if "ends" in fields else {"zone": "central-med"}
    return table.tap("do/naval-move/", status, group=group, moves=moves, **{**zone, **fields})


def look(table: InHand, **typed: str) -> str:
    """What a move would mean."""
    return words_of(table.post("do/naval-move/look/", **typed))


def add(table: InHand, **changes: str) -> str:
    table.tap("fleet/", act="add", **{**UNIT, **changes})
    return str(TaskForce.objects.latest("id").key)


def form(table: InHand, *units: str, name: str = "Battle group") -> str:
    table.tap("fleet/", act="form", name=name, units=list(units))
    return str(NavalGroup.objects.latest("id").key)


def test_a_unit_is_added_with_half_its_strength_on_the_back_changed_placed_and_taken_away(med: InHand) -> None:
    key = add(med)
    assert med.facts[f"task-force:{key}.reverse"] == 6
    listed = med.words("fleet/")
    assert "Taranto" in listed
    assert "Squadra task force 12 of 12" in listed
    card = med.words(f"fleet/unit/{key}/")
    assert "Printed 12, half-strength side 6" in card
    assert "Gunfire supports 36.F.1 none used yet" in card
    assert "Fuel 36.E none paid yet" in card
    key = add(med)
    card = f"fleet/unit/{key}/"
    changed = {
        **UNIT,
        "reverse": "6",
        "hits": "1",
        "flipped": "on",
        "refit": "on",
        "mines": "2",
        "arrives": "1941-03-1",
    }
    assert med.send(card, act="change", **changed).status_code == 302
    assert "5 of 6; the half-strength side is up for good" in med.words(card)
    assert "in refit, 2 mine points" in med.words("fleet/")
    assert "why" in med.tap(card, 422, act="place", place="port:naples")
    assert med.send(card, act="place", place="port:naples", note="a slip").status_code == 302
    assert med.facts[f"task-force:{key}.place"] == "port:naples"
    assert "it is there already" in med.tap(card, 422, act="place", place="port:naples")
    assert med.send(card, act="place", place="port:nowhere").status_code == 422
    assert med.send(card, act="remove").status_code == 302
    assert med.client.get(med.home + card).status_code == 404


@pytest.mark.rule("E36.F.1.sov")
def test_the_nation_of_a_task_force_is_chosen_and_one_that_was_typed_before_stays(med: InHand) -> None:
    """Only Soviet ones fire without limit; a nation that no list has is kept where a unit has it."""
    key = add(med, side="allied", nation="Soviet", place="port:valletta")
    assert "without limit" in med.words(f"fleet/unit/{key}/")
    old = TaskForce.new_facts(side="allied", name="Old", place="off", nation="Great Britain")
    med.edit(create("task-force:old", **old), seat="moderator")
    assert '<option value="Great Britain" selected>' in med.text("fleet/unit/old/")


@pytest.mark.rule("E36.F.3", "E36.I")
def test_only_a_task_force_is_flipped_for_good_on_its_card(med: InHand) -> None:
    """A warship has no other side unless one is typed; a transport of 2 with 1 hit shows its other one."""
    warship = add(med, name="Zara", kind="warship", strength="5")
    assert med.facts[f"task-force:{warship}.reverse"] == 0
    flipped = {**UNIT, "name": "Zara", "kind": "warship", "strength": "5", "reverse": "2", "flipped": "on"}
    assert "only a task force" in med.tap(f"fleet/unit/{warship}/", 422, act="change", **flipped)
    counter = add(med, name="Transport", kind="nt", strength="2", hits="1")
    assert "1 of 2; the half-strength side is up 36.I" in med.words(f"fleet/unit/{counter}/")
    assert "Transport naval transport 1 of 2, half-strength side" in med.words("fleet/")


@pytest.mark.rule("E36.F.3")
def test_a_sunk_unit_stays_sunk_until_its_hits_are_changed(med: InHand) -> None:
    """12 printed, 6 on the other side: 6 hits on that side sink it."""
    key = add(med)
    card = f"fleet/unit/{key}/"
    sunk = {**UNIT, "reverse": "6", "hits": "6", "flipped": "on", "place": "sunk"}
    assert med.send(card, act="change", **sunk).status_code == 302
    assert "6 hits sink it" in med.tap(card, 422, act="place", place="port:naples")
    assert med.facts[f"task-force:{key}.place"] == "sunk"
    assert med.send(card, act="change", **{**sunk, "hits": "5"}).status_code == 302
    assert med.send(card, act="place", place="port:naples").status_code == 302


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": " "}, "Name on the counter: write something here"),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"strength": "0"}, "type a whole number from 1 to 99"),
        ({"reverse": "12"}, "half-strength side is weaker"),
        ({"hits": "12"}, "12 hits sink it"),
        ({"place": "port:nowhere"}, "choose of the list"),
        ({"nation": "Atlantis"}, "Nation: choose of the list"),
        ({"arrives": "x" * 21}, "Arrives: at most 20 characters"),
    ],
)
def test_what_does_not_fit_is_told_and_stays_typed(med: InHand, changes: dict[str, str], told: str) -> None:
    answer = med.send("fleet/", act="add", **{**UNIT, "organisation": "Regia Marina", **changes})
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert told in page
    assert 'value="Regia Marina"' in page
    assert not TaskForce.objects.exists()


def test_units_of_one_place_and_side_form_a_group_that_ends_in_port(med: InHand) -> None:
    one, two = add(med), add(med, name="Second", kind="nt", strength="2")
    far, enemy = add(med, name="Far", place="port:naples"), add(med, name="Foe", side="allied", place="off")
    med.set({f"task-force:{enemy}.place": "port:taranto"})
    off = add(med, name="Later", place="off")
    for units, told in (
        ([], "choose at least one"),
        ([one, far], "in one place"),
        ([one, enemy], "those of one side"),
        ([off], "not in play"),
        (["nobody"], "no longer here"),
    ):
        assert told in med.tap("fleet/", 422, act="form", name="Group", units=units)
    group = form(med, one, two)
    assert med.facts[f"task-force:{one}.place"] == f"group:{group}"
    assert "mixed group, strength 14" in med.words("fleet/")
    assert "of its own side" in med.tap(f"fleet/unit/{enemy}/", 422, act="place", place=f"group:{group}")
    card = f"fleet/group/{group}/"
    keys = med.keys(card)
    taps = [med.post(card, **keys, act="end") for _ in range(2)]
    assert [tap["Location"] for tap in taps] == [f"{med.home}fleet/"] * 2, "the second is answered as the first"
    assert med.facts[f"task-force:{one}.place"] == "port:taranto"
    assert not NavalGroup.objects.exists()


def test_a_group_goes_with_its_last_unit_and_is_set_by_hand(med: InHand) -> None:
    one, two = add(med), add(med, name="Second")
    form(med, one)
    form(med, two, name="Other")
    form(med, one, two, name="Both")
    assert [group.name for group in NavalGroup.objects.all()] == ["Both"]
    assert med.send(f"fleet/unit/{one}/", act="place", place="port:naples", note="a slip").status_code == 302
    assert med.send(f"fleet/unit/{two}/", act="remove").status_code == 302
    assert not NavalGroup.objects.exists()
    group = form(med, add(med))
    card = f"fleet/group/{group}/"
    wanted = {"name": "Battle group", "place": "", "hex": "27A:0410", "zone": "central-med"}
    assert med.send(card, act="change", **{**wanted, "hex": "somewhere"}).status_code == 422
    assert med.send(card, act="change", **wanted).status_code == 302
    assert "Hex 27A:0410 , Central Med" in med.words(card)
    assert "it stands so already" in med.tap(card, 422, act="change", **wanted)
    assert "it is at sea" in med.tap(card, 422, act="end")


@pytest.mark.rule("E36.A.2", "E36.E.1")
def test_a_group_moves_from_its_card_and_pays_for_fuel(med: InHand) -> None:
    unit = add(med)
    group = form(med, unit)
    assert "pays 1 SRP, 5 SPs or 1 SP a naval step" in move(med, group, "10 27A:0410 5n 27A:0411", 422)
    assert "6 MPs by night are too many" in move(med, group, "10 27A:0410 6n", 422, fuel="srp")
    assert "1 SRP of Taranto" in move(med, group, "10 27A:0410 5n 27A:0411", fuel="srp", zone="central-med")
    assert med.facts[f"group:{group}.place"] == "hex:27A:0411"
    assert med.facts[f"group:{group}.zone"] == "central-med"
    assert med.facts[f"task-force:{unit}.fuelled"] == "1941-03-1/axis 5"
    card = med.words(f"fleet/group/{group}/")
    assert "none until 10 MPs by day are spent; 20 left in this phase" in card
    assert "it began the naval step in Taranto" in card
    assert "Own hex only, by night" in card
    assert "Mar I 41: 5 SPs or 1 SRP paid" in med.words(f"fleet/unit/{unit}/")
    assert "36.A.2" in move(med, group, "5n", 422)
    move(med, group, "10", ends="naples")
    assert med.facts[f"group:{group}.place"] == "port:naples"
    assert med.facts[f"group:{group}.zone"] == "tyrrhenian"


@pytest.mark.rule("E36.E.2")
def test_fuel_step_by_step_leaves_the_stock_of_the_port(med: InHand) -> None:
    unit = add(med)
    group = form(med, unit)
    stock = {"side": "axis", "port-1": "taranto", "what-1": "sp", "count-1": "3", "submission": "stock"}
    assert med.post("board/roster/", **stock).status_code == 302
    assert "Taranto has 3 SP free, not 5" in move(med, group, "5 27A:0410", 422, fuel="sp")
    move(med, group, "5 27A:0410", fuel="step")
    assert med.facts["roster:axis/taranto/sp.base"] == "2"
    assert med.facts[f"task-force:{unit}.fuelled"] == "1941-03-1/axis 1 steps"
    assert "Mar I 41: 1 SP paid, 1 a step" in med.words(f"fleet/unit/{unit}/")
    move(med, group, "5 27A:0411")
    assert med.facts["roster:axis/taranto/sp.base"] == "2"


@pytest.mark.rule("E36.A.2")
def test_against_the_book_with_a_reason_that_the_receipt_shows(med: InHand) -> None:
    group = form(med, add(med, side="allied", place="port:alexandria"))
    assert "Allied player turn" in move(med, group, "5 19A:2410", 422)
    receipt = move(med, group, "5 19A:2410", because="agreed at the table")
    assert "Against the book" in receipt
    assert "agreed at the table" in receipt


@pytest.mark.rule("E36.A.2.f")
@pytest.mark.parametrize("moves", ["5 27A:0410", "5n 27A:0410"])
def test_a_move_tells_of_the_mines_on_its_way(med: InHand, moves: str) -> None:
    group = form(med, add(med))
    belt = MineBelt.new_facts(side="allied", hex="27A:0410", points=3)
    med.edit(create("mines:allied/27A-0410", **belt), seat="allied")
    assert "3 points in 27A:0410" in move(med, group, moves, fuel="srp")


def test_what_a_move_would_mean_is_shown_and_nothing_written(med: InHand) -> None:
    group = form(med, add(med))
    before = med.state.heads
    assert "is no move: write MPs in order" in look(med, group=group, moves="ten", fuel="srp")
    assert "say in which hex it ends, or choose a port" in look(med, group=group, moves="5", fuel="srp")
    page = look(med, group=group, moves="5 27A:0410", fuel="srp", zone="central-med")
    assert "What it would change" in page
    assert "hex 27A:0410" in page
    assert "after this move: 5 MPs now, 25 left in this phase" in page
    assert "Fuel ✓ met 1 SRP of Taranto" in page
    ticks = dict.fromkeys(("protected", "through", "canal"), "on")
    page = look(med, group=group, moves="6n", ends="naples", **ticks)
    for text_of in ("MPs by night ✗ not met", "it is a combat group", "Gibraltar ✗", "Kiel canal ✗", "Fuel ✗"):
        assert text_of in page
    assert med.state.heads == before


@pytest.mark.rule("E36.A.5")
def test_the_kiel_canal_reads_who_holds_kiel() -> None:
    med = InHand(begin("North", malta=10, slug="med", theatres="both"))
    group = form(med, add(med, place="port:kiel", kind="nt", strength="2"))
    assert "36.A.5" in move(med, group, "5", 422, ends="canal:kiel")
    move(med, group, "5", ends="canal:kiel", banks="on")
    assert "The Kiel canal" in med.words(f"fleet/group/{group}/")
    assert "36.A.5.b" in move(med, group, "5 16A:0606", 422, banks="on", attacks="on", zone="north-sea")


@pytest.mark.rule("E36.A.2.a", "E36.A.2.e")
def test_a_patrol_finds_a_group_by_day_only_and_gunfire_by_night_has_its_page_and_odds(med: InHand) -> None:
    group = form(med, add(med))
    move(med, group, "5n 27A:0410", fuel="srp")
    find = {"submission": "find", "group": group}
    assert "36.A.2.a" in med.tap("do/naval-found/", 422, **find)
    move(med, group, "5 27A:0411")
    med.tap("do/naval-found/", **find)
    assert f"mark:found/{group}.kind" in med.facts
    form(med, add(med))
    fire = {"strength": "12", "side": "axis", "gun": "naval", "night": "on"}
    assert "Hits to expect" in words_of(med.post("do/naval-gunfire/look/", **fire))
    assert "Axis naval units of strength 3 score" in med.tap("do/naval-gunfire/", dice="typed", strip="6", **fire)


def test_the_map_lists_the_groups_that_may_move_and_observers_look_on(med: InHand) -> None:
    form(med, add(med), name="Squadra navale")
    assert "Move Squadra navale" in med.words("")
    observer = med.at("observer")
    assert "The observer seat only watches" in observer.words("fleet/")
    assert observer.post("fleet/", act="add", **UNIT).status_code == 403


def test_in_a_closed_campaign_the_enemy_sees_neither_unit_nor_group() -> None:
    with in_hand(begin("Closed", malta=10, slug="med", rulings={"R-56": "closed"})) as table:
        own, enemy = table.at("axis"), table.at("allied")
        group = form(own, add(own), name="Secret")
        assert "Secret" not in enemy.text("fleet/")
        assert "Secret" not in enemy.text()
        assert enemy.client.get(f"{enemy.home}fleet/group/{group}/").status_code == 404
        assert "1 SRP of Taranto" in move(own, group, "5 27A:0410", fuel="srp")
        for address in ("log/", "fleet/", ""):
            assert "27A:0410" not in enemy.text(address)
        found = own.post("do/naval-found/", group=group)
        assert found.status_code == 302, words_of(found)
        told = enemy.words(found.headers["Location"])
        assert "hex 27A:0410" in told.casefold().replace("27a", "27A")
        assert "Secret" not in told


@pytest.mark.rule("E36.E.1")
def test_the_card_of_an_axis_group_in_port_says_that_fuel_is_due_and_others_owe_none(med: InHand) -> None:
    group = form(med, add(med))
    card = f"fleet/group/{group}/"
    assert "Due as it leaves port, for Squadra: 1 SRP, 5 SPs, or 1 SP a naval step" in med.words(card)
    assert '<option value="" selected>choose: it is due</option>' in med.text(card)
    assert "nothing is due" not in med.text(card)
    move(med, group, "5 27A:0410", fuel="srp")
    assert "Due as it leaves port" not in med.words(card)
    assert "nothing is due" in med.text(card)
    for changes in ({"side": "allied", "place": "port:alexandria"}, {"kind": "warship"}):
        group = form(med, add(med, **changes))
        assert "Due as it leaves port" not in med.words(f"fleet/group/{group}/")


@pytest.mark.rule("E33.E.R")
def test_what_was_turned_back_says_so_and_its_group_that_is_no_more_leads_back(med: InHand) -> None:
    """6 3 is contact at 10, and a 5 turns back: the only unit of its group lies in Taranto again."""
    unit = add(med)
    group = form(med, unit)
    sail(med, group=group)
    med.do("unit-contact", "63 5", unit=unit)
    gone = drawn(med.client.get(f"{med.home}fleet/group/{group}/"), 404)
    assert "A group ends with its last unit" in words_of(gone)
    assert f'href="{med.home}board/"' in gone
    assert "turned back: may not move again in this player turn" in med.words("fleet/")
    assert "It may not move again in this player turn 33.E" in med.words(f"fleet/unit/{unit}/")
    again = form(med, unit, name="Once more")
    assert "The group moves only against the book, with a reason" in med.words(f"fleet/group/{again}/")
    assert "Move Once more" not in med.words("")
    move(med, again, "5 27A:0410", 422, fuel="srp")
    assert med.client.post(f"{med.home}fleet/group/{group}/", {"act": "end"}).status_code == 404


@pytest.mark.rule("E36.A.2")
def test_a_look_says_met_only_where_the_distance_is_known(med: InHand) -> None:
    """18A:0407, Malta's hex, to 18A:0410 is 3 hexes; of sheet 27A nothing is known here."""
    group = form(med, add(med, side="allied", place="port:valletta", kind="warship"))
    way = {"group": group, "zone": "central-med"}
    for moves, told in (
        ("5 18A:0410", "MPs for the way ✓ met Malta (Valletta) to 18A:0410: 3 hexes, 5 typed"),
        ("40 27A:0410", "MPs for the way not known Malta (Valletta) to 27A:0410: distance not known"),
        ("1 18A:3030", "MPs for the way ✗ not met"),
    ):
        assert told in look(med, moves=moves, **way)
