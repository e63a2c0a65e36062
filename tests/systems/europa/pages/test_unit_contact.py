"""Naval groups and the contact checks of rule 33: what their moves make due, from the checklist to the receipt.

By hand: Malta at 10 is the Axis status of the Central Med, in whose column 9 is contact and 5 is none; on a contact 5
turns back. Taranto lies on the Central Med alone. The Tyrrhenian asks Axis ships for no check (33.B.4.a).
"""

import re
from html import unescape
from typing import Any

import pytest

from navalassist.engine.duties import Moment, Now
from navalassist.play.agenda import duties_at
from navalassist.play.write.writer import NotYours
from navalassist.systems.europa import fleet_edits
from navalassist.systems.europa.system import EUROPA
from tests.in_hand import InHand, words_of
from tests.systems.europa.test_closed import closed

CHECK = "check for contact in the"


@pytest.fixture
def med(med: InHand) -> InHand:
    """The Squadra, two ships in Taranto."""
    med.group("squadra", "axis", "port:taranto", zara="task-force", pola="warship")
    return med


def sail(table: InHand, moves: str = "10 27A:0410", group: str = "squadra", **more: Any) -> None:
    typed = {"zone": "central-med", "because": "fuel is paid at the table"} | more
    table.do("naval-move", group=group, moves=moves, **typed)


def due(table: InHand) -> list[str]:
    """`Zara in the Central Med` for each check that the checklist asks for."""
    return [
        f"{name} in the {zone}"
        for name, zone in re.findall(
            rf"(\w+): {CHECK} (\w+(?: Med)?)", table.words().rpartition("This step")[2].partition("Last verdicts")[0]
        )
    ]


@pytest.mark.rule("E33.A.1", "E33.A.4")
def test_putting_to_sea_in_a_zone_makes_a_check_due_for_each_unit_once(med: InHand) -> None:
    assert due(med) == []
    sail(med)
    assert due(med) == ["Pola in the Central Med", "Zara in the Central Med"]
    assert "of Squadra; the Allied dice" in med.words()
    page = med.get().content.decode()
    link = re.search(r'href="/c/med/(do/unit-contact/\?unit=zara[^"]*)"', page)
    form = med.words(unescape(link[1]))
    assert "Zara (Axis)" in form
    # The odds stand there at once: 23 of 36 in column 10.
    assert "Contact 64 % 23/36" in form
    body = med.do("unit-contact", "41", unit="zara").record["body"]
    assert (body["outcome"]["contact"], body["outcome"]["column"]) == (False, 10)
    assert due(med) == ["Pola in the Central Med"]
    sail(med, "5 27A:0411")
    # It holds for the phase, through all its naval steps.
    med.next_part()
    sail(med, "5 27A:0412")
    assert due(med) == ["Pola in the Central Med"]
    again = med.do("unit-contact", unit="zara")
    assert again.record["body"]["outcome"]["rule"] == "33.A.4"
    assert "Checked already in this zone in this phase: entry" in med.receipt(again)
    moment = Moment(*med.state.clock)
    asked = duties_at(Now(med.state, med.facts, moment, EUROPA))
    passed = [one.line for duty in asked if duty.procedure == "unit-contact" for one in duty.passes]
    assert passed == ["Pola of Squadra: no check for contact in the Central Med"]
    med.until("axis/exploitation")
    # The exploitation phase is another one, and begins at sea (33.A.2, R-57).
    assert due(med) == ["Pola in the Central Med", "Zara in the Central Med"]
    assert "33.A.2" in med.words()


@pytest.mark.rule("E33.A.1", "E33.B.4.a", "E36.A.1.d")
def test_every_zone_of_the_way_counts_and_none_where_nothing_interferes(med: InHand) -> None:
    sail(med, zone="tyrrhenian")
    assert due(med) == ["Pola in the Central Med", "Zara in the Central Med"]
    med.group("cruisers", "axis", "port:naples", bolzano="warship")
    sail(med, "10 26:3518", "cruisers", zone="tyrrhenian")
    assert len(due(med)) == 2
    med.group("boats", "axis", "port:taranto", sub="submarine")
    sail(med, "10 27A:0410", "boats", protected=True)
    assert len(due(med)) == 2
    sail(med, "10 27A:0411", "boats")
    assert "Sub in the Central Med" in due(med)


@pytest.mark.rule("E33.E.R", "E33.E.HALF")
def test_what_is_turned_back_lies_in_its_port_and_moves_no_more(med: InHand) -> None:
    """6 3 is 9, contact at 10; a 6 is half eliminated: 1 hit on 4 points, back to Taranto. A 5 sends Pola after it."""
    sail(med)
    entry = med.do("unit-contact", "63 6", unit="zara")
    assert med.facts["task-force:zara.place"] == "port:taranto"
    assert med.facts["task-force:zara.hits"] == 1
    receipt = med.receipt(entry)
    assert "to Taranto" in receipt
    assert "Central Mediterranean" in receipt.partition("What was given")[2].partition("Odds")[0]
    assert "Air against" not in receipt
    assert "Zara is found in the Central Med: 1 hit, 3 of 4 left; turned back to Taranto." in receipt
    second = med.do("unit-contact", "63 5", unit="pola")
    assert "group:squadra.side" not in med.facts
    ends = "It sailed alone: its group is at an end, and the hexes of its way are asked for no more."
    assert (ends in med.receipt(second), "sailed alone" in receipt) == (True, False)
    assert "in a group that is no more" in med.receipt(entry)
    med.group("again", "axis", "port:taranto")
    med.set({"task-force:zara.place": "group:again"})
    assert "Zara was turned back and may not move again in this player turn" in med.refuse(
        "naval-move", group="again", moves="5 27A:0410", zone="central-med"
    )
    med.until("allied/initial")
    assert "mark:turned-back/zara.kind" not in med.facts


@pytest.mark.rule("E33.A.1", "E33.B.1.b")
def test_an_allied_group_far_from_the_italian_ports_owes_no_check(med: InHand) -> None:
    """Gibraltar lies 53 hexes from Cagliari, the nearest of them; from 10 MPs off it is at least 43. Malta is near."""
    med.group("force-h", "allied", "port:gibraltar", zone="western-med", hood="warship")
    med.group("boats", "allied", "port:valletta", zone="central-med", utmost="submarine")
    med.until("allied/naval-movement")
    hexed = str(med.facts["port:gibraltar.map_reference"])
    sail(med, f"10 {hexed}", "force-h", zone="western-med", seat="allied")
    sail(med, "5 18A:0408", "boats", seat="allied")
    assert due(med) == ["Utmost in the Central Med"]
    found = med.do("unit-contact", "11", seat="allied", unit="utmost").record["body"]["situation"]["leg"]
    assert found["hexes"] <= 15
    free = med.do("unit-contact", seat="allied", unit="hood").record["body"]
    assert (free["outcome"]["contact"], free["outcome"]["rule"]) == (None, "33.B.3.b")
    assert "does not ask for it" in med.misfit("unit-contact", seat="allied", unit="hood", near_soviet_base=True)


@pytest.mark.rule("E33.A.1")
def test_a_unit_in_port_is_put_to_sea_first_and_a_zone_that_nobody_knows_is_asked_for(med: InHand) -> None:
    med.set({"task-force:zara.place": "port:taranto"})
    assert "put it to sea first" in med.misfit("unit-contact", unit="zara")
    med.group("lost", "axis", "hex:18A:2010", gorizia="warship")
    sail(med, "5 18A:2011", "lost", zone="")
    said = med.words()
    assert "Gorizia: check for contact?" in said
    assert "of Lost: in which sea zone isn't known" in said
    assert "in which sea zone its group is" in med.misfit("unit-contact", unit="gorizia")
    assert med.do("unit-contact", "41", unit="gorizia", zone="central-med")


@pytest.mark.rule("E33.A.4")
def test_in_a_closed_campaign_the_enemy_reads_of_contact_and_of_nothing_else() -> None:
    table = InHand(closed())
    table.group("squadra", "axis", "port:taranto", zara="task-force", pola="warship")
    sail(table)
    missed = table.do("unit-contact", "41", unit="zara")
    met = table.do("unit-contact", "63 1", unit="pola")
    assert missed.record["body"]["shown"] == {
        "side": "axis",
        "zone": "central-med",
        "column": 10,
        "anti_shipping": "no contact",
    }
    told = met.record["body"]["shown"]
    assert (told["anti_shipping"], told["unit"], told["hits"]) == ("contact", "Pola", 0)
    assert "zara" not in str(missed.record).casefold()
    enemy = table.at("allied")
    log = enemy.words("log/")
    assert "NO CONTACT" in log
    assert "Pola; unharmed" in log
    assert "Anti shipping" not in log
    for entry, verdict in ((missed, "No contact"), (met, "Contact")):
        page = enemy.get(f"log/{entry.reference}/").content.decode()
        assert re.search(r'class="word[^"]*">([^<]*)', page)[1].strip().capitalize() == verdict
        # The first of two columns has the dice; what they were read in stands beside it.
        assert "Dice and their source" in page.partition('<div class="two">')[2].partition("</div>")[0]
    table.check()


def lost_at_sea(med: InHand) -> None:
    """A cruiser at sea of which nobody knows whence it came."""
    med.group("lost", "axis", "hex:27A:0410", "central-med", gorizia="warship")


@pytest.mark.rule("E33.E.R", "E33.A.1")
def test_what_is_turned_back_in_one_zone_owes_none_in_the_next(med: InHand) -> None:
    lost_at_sea(med)
    sail(med, "10 27A:0415", "lost", zone="eastern-med")
    assert len(due(med)) == 2
    found = med.do("unit-contact", "63 5", unit="gorizia", zone="central-med").record["body"]["outcome"]
    assert found["turned_back"] == "to its port of origin: bring it there by hand"
    assert due(med) == []
    med.until("axis/exploitation")
    assert due(med) == []
    # Whoever checks it all the same has dice that count, and the mark once.
    again = med.do("unit-contact", "63 5", unit="gorizia").record["body"]
    assert (again["situation"]["already_back"], again["outcome"]["contact"]) == (True, True)
    med.until("allied/initial")
    assert "mark:turned-back/gorizia.kind" not in med.facts


BOTH = ["Pola in the Central Med", "Zara in the Central Med"]


@pytest.mark.rule("E33.A.1", "E33.E.R")
def test_units_whose_group_ends_in_port_still_owe_their_checks(med: InHand) -> None:
    sail(med, "10 27A:0410 20", ends="tripoli")
    med.enter(fleet_edits.end_group, "squadra")
    assert due(med) == BOTH
    assert "in Tripoli; the Allied dice" in med.words()
    assert "Zara (Axis)" in med.words("do/unit-contact/?unit=zara&zone=central-med")
    # The zone need not be named where it entered but one, and it goes back to the port that its group left.
    body = med.do("unit-contact", "63 5", unit="zara").record["body"]
    assert (body["situation"]["group"], body["outcome"]["turned_back"]) == ("", "to Taranto")
    assert med.facts["task-force:zara.place"] == "port:taranto"
    assert due(med) == BOTH[:1]
    assert med.do("unit-contact", "41", unit="pola").record["body"]["outcome"]["contact"] is False
    assert due(med) == []


@pytest.mark.rule("E33.A.1")
def test_units_owe_where_they_went_themselves_whatever_group_they_join(med: InHand) -> None:
    med.group("fresh", "axis", "port:naples", bolzano="warship", trieste="warship")
    sail(med)
    med.enter(fleet_edits.place_unit, "zara", "group:fresh", "a slip")
    med.enter(fleet_edits.place_unit, "pola", "port:taranto", "a slip")
    assert sorted(due(med)) == BOTH
    med.group("second", "axis", "port:taranto", fiume="warship")
    sail(med, "10 27A:0410", "second")
    med.enter(fleet_edits.place_unit, "bolzano", "group:second", "a slip")
    # It comes from Naples, and has entered nothing until the group sails on.
    assert not [line for line in due(med) if "Bolzano" in line]
    sail(med, "10 27A:0411", "second")
    assert "Bolzano in the Central Med" in due(med)
    med.until("axis/combat")
    assert not [row for row in med.facts if row.startswith("mark:entered/")]


@pytest.mark.rule("E33.A.1", "E36.A.2")
def test_a_new_group_of_ships_that_moved_and_others_has_moved(med: InHand) -> None:
    med.group("other", "axis", "hex:27A:0410", "central-med", bolzano="warship")
    sail(med, "5n 27A:0410")
    med.enter(fleet_edits.form_group, "New", ["bolzano", "zara", "pola"])
    assert due(med) == BOTH
    strips = [strip for key, strip in med.facts.items() if key.endswith(".strip")]
    assert [[(move["mps"], move["night"]) for move in strip] for strip in strips] == [[(5, True)]]


@pytest.mark.rule("E33.A.2")
def test_what_the_exploitation_found_at_sea_owes_its_check_in_port_too(med: InHand) -> None:
    sail(med)
    med.until("axis/exploitation")
    assert due(med) == BOTH
    med.enter(fleet_edits.place_unit, "zara", "port:taranto", "a slip")
    assert sorted(due(med)) == BOTH


@pytest.mark.rule("E33.B.1.b")
def test_the_fifteen_hexes_are_counted_over_the_whole_phase(med: InHand) -> None:
    """18A:0408 lies off Malta, within 15 hexes of Sicily; where the boat is in the next naval step, nothing is."""
    med.group("boats", "allied", "port:valletta", zone="central-med", utmost="submarine", upright="submarine")
    med.until("allied/naval-movement")
    sail(med, "5 18A:0408", "boats", seat="allied")
    sail(med, "60 18A:3020", "boats", seat="allied")
    owed = ["Upright in the Central Med", "Utmost in the Central Med"]
    assert due(med) == owed
    med.next_part("allied")
    assert due(med) == owed
    sail(med, "5 18A:3021", "boats", seat="allied")
    assert due(med) == owed
    found = med.do("unit-contact", "11", seat="allied", unit="utmost").record["body"]
    assert found["situation"]["leg"]["hexes"] <= 15
    assert found["outcome"]["contact"] is not None


@pytest.mark.rule("E33.B.1.b")
def test_the_way_of_a_ship_goes_with_it_into_a_group_that_parts_and_is_unknown_in_another(med: InHand) -> None:
    hexed = str(med.facts["port:gibraltar.map_reference"])
    med.group("force-h", "allied", "port:gibraltar", zone="western-med", hood="warship", ark="warship")
    med.until("allied/naval-movement")
    sail(med, f"10 {hexed}", "force-h", zone="western-med", seat="allied")
    assert due(med) == []
    med.enter(fleet_edits.form_group, "Part", ["hood"])
    assert due(med) == []
    med.group("other", "allied", "port:gibraltar", zone="western-med", rodney="warship")
    med.enter(fleet_edits.place_unit, "hood", "group:other", "a slip")
    assert due(med) == []
    # The group has the strip of the one that sailed; where Rodney was meanwhile it does not tell.
    sail(med, f"5 {hexed}", "other", zone="western-med", seat="allied")
    assert due(med) == ["Rodney in the Western Med"]


@pytest.mark.rule("E33.E.R")
def test_the_port_of_origin_is_known_in_the_next_naval_step(med: InHand) -> None:
    sail(med)
    med.next_part()
    sail(med, "5 27A:0411")
    found = med.do("unit-contact", "63 5", unit="zara").record["body"]["outcome"]
    assert found["turned_back"] == "to Taranto"


@pytest.mark.rule("E36.A.1.d", "E33.A.2")
def test_protected_inshore_waters_owe_no_check_in_the_exploitation(med: InHand) -> None:
    med.group("boats", "axis", "port:taranto", sub="submarine")
    med.group("barges", "axis", "port:taranto", barge="lc")
    sail(med, "10 27A:0410", "barges", protected=True)
    med.until("axis/exploitation")
    # One puts to sea along the coast; the other was found there, where it is not checked.
    sail(med, "10 27A:0410", "boats", protected=True)
    assert due(med) == []
    sail(med, "5 27A:0411", "barges")
    assert due(med) == ["Barge in the Central Med"]


@pytest.mark.rule("E36.A.1.d", "E33.A.2")
def test_what_begins_the_exploitation_at_sea_owes_a_check_though_it_goes_inshore(med: InHand) -> None:
    med.group("boats", "axis", "hex:27A:0410", "central-med", sub="submarine")
    med.until("axis/exploitation")
    assert due(med) == ["Sub in the Central Med"]
    sail(med, "10 27A:0411", "boats", protected=True)
    assert due(med) == ["Sub in the Central Med"]


@pytest.mark.parametrize("ended", ["", "gone", "off", "axis/combat", "part"])
def test_a_move_is_corrected_whatever_became_of_its_units(med: InHand, ended: str) -> None:
    sail(med)
    move = med.last(kind="rule")
    if ended == "gone":
        med.enter(fleet_edits.remove_unit, "zara")
    elif ended == "off":
        med.enter(fleet_edits.place_unit, "zara", "off")
    elif ended == "part":
        med.enter(fleet_edits.form_group, "New", ["zara"])
    elif ended:
        med.until(ended)
    med.correct(move, lands=True)
    owed = [] if ended == "axis/combat" else BOTH[:1] if ended in ("gone", "off") else BOTH
    assert sorted(due(med)) == owed
    if ended == "axis/combat":
        assert not [row for row in med.facts if row.startswith("mark:entered/")]


@pytest.mark.rule("E33.D")
def test_the_enemys_seat_rolls_for_a_unit_as_for_cargo(med: InHand) -> None:
    sail(med)
    assert med.do("unit-contact", "41", unit="zara").seat == "allied"
    with pytest.raises(NotYours):
        med.alone("axis").do("unit-contact", "41", unit="pola")
    assert med.alone("allied").do("unit-contact", "41", unit="pola").seat == "allied"


@pytest.mark.rule("E33.D")
def test_in_a_closed_campaign_its_own_side_taps_for_what_the_enemy_may_not_see(db: None) -> None:
    table = InHand(closed())
    table.group("squadra", "axis", "port:taranto", zara="task-force")
    sail(table)
    with pytest.raises(NotYours):
        table.alone("allied").do("unit-contact", "41", unit="zara")
    assert table.alone("axis").do("unit-contact", "41", unit="zara").seat == "axis"
    table.check()


def test_a_roll_that_is_refused_on_a_card_stays_there_with_what_was_typed(med: InHand) -> None:
    """What is due first of the group stands on its card: a die that is none is told there, and kept."""
    sail(med)
    card = "/c/med/fleet/group/squadra/"
    sent = {"group": "squadra", "dice": "typed", "strip": "7", "next": card}
    page = med.post("do/danger-contact/", **sent)
    said = words_of(page)
    assert page.status_code == 422
    assert said.index("Squadra") < said.index("Nothing was done") < said.index("Its units")
    drawn = page.content.decode()
    assert 'name="strip" id="strip" value="7"' in drawn
    assert f'name="next" value="{card}"' in drawn
    for elsewhere in ("/c/med/fleet/group/nobody/", "/c/med/", ""):
        assert "Its units" not in words_of(med.post("do/danger-contact/", **{**sent, "next": elsewhere}))
