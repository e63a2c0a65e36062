"""X.5 on paper: a turn of both sides without the program, printed before and entered in one form afterwards.

Malta's number is 10: 1 hit makes it 9. 6 3 is a contact in column 9, and none of a 6 or less but 3 and 2 in column 7.
4, 2, 1 of lots 3, 3, 1: 4 lost, 1 back, 2 arrive. A 6 brings the Italian fleet out.
"""

import pytest

from tests.evenings.evening import Evening

LOOK, ENTER, ADD = "Look at all of it", "Enter all of it", "Add the line"
AXIS, INITIAL, ALLIED = "axis/naval-movement", "allied/initial", "allied/naval-movement"
WHEN = {"day": "2026-03-01", "hour": "20:15"}
ROW = {"contact-demo-1-2": "63", "lots-demo-1-2": "421"}


def form(evening: Evening) -> Evening:
    """From the blanks to the form."""
    evening.tap("Turn sheet").tap("Both sides, whole turn").reads("The turn on paper", "Contact in each column")
    return evening.tap("Enter what was played")


@pytest.mark.played("X.5")
def test_a_turn_of_both_sides_is_printed_played_on_paper_and_entered_at_once(mediterranean: Evening) -> None:
    form(mediterranean).tap("Show these steps", until=ALLIED).reads("Row 2: Infantry brigade", "Passed over as")
    mediterranean.tap(ADD, **{f"kind-{INITIAL}": "Italian naval interference"})
    mediterranean.tap(ADD, **{f"kind-{AXIS}": "Plan a new row"})
    new = {"l2-sails": "3 SP", "l2-origin": "Naples", "l2-destination": "Tripoli"}
    mediterranean.tap(LOOK, hits="1", **{"l1-sea": "Eastern", "l1-strip": "6"}, **ROW, **new)
    mediterranean.reads("its number goes from 10 to 9", "4 SP, 4 NTs lost; 2 SP, 2 NTs arrive at Tripoli")
    mediterranean.reads(
        "Row 3 added", "The Italian fleet interferes in force", "Row 3: 3 SP Naples–Tripoli has not sailed"
    )
    boxes = [field.name for offer in mediterranean.page.offers if offer.form for field in offer.form.fields]
    third = next(name for name in boxes if name.startswith("contact-") and len(name) > 40 and "." not in name)
    sailed = {third: "11"} | {f"contact-allied.naval-movement.demo-2-{leg}": "11" for leg in (1, 2)}
    assert "say at what time" in mediterranean.refused(ENTER, **sailed)
    mediterranean.tap(ENTER, **WHEN).reads("thrown on paper at 20:15, 1 Mar 2026", "MAJOR INTERFERENCE")
    mediterranean.tap("Map").reads("Allied Step Naval movement", "Malta stands at 9")
    mediterranean.tap("Turn report").reads("2 SP", "Axis sent 10 REs")


def lines(evening: Evening, *kinds: str) -> Evening:
    """Lines in the order in which they were played, each of a step and what it is called there."""
    for kind in kinds:
        place, _, words = kind.partition(": ")
        evening.tap(ADD, **{f"kind-{place}": words})
    return evening


@pytest.mark.played("X.5")
def test_fleets_mines_danger_zones_and_repairs_come_back_from_paper(mediterranean: Evening) -> None:
    """Seven strength points of the Cruisers meet one mine point: seven dice, and a 5 is no hit."""
    form(mediterranean).tap("Show these steps", until=ALLIED)
    lines(mediterranean, f"{AXIS}: Move a naval group", f"{AXIS}: Check a naval unit", f"{AXIS}: Name the hexes")
    lines(mediterranean, f"{AXIS}: Damage by mines", f"{AXIS}: Roll for contact in a danger zone")
    lines(
        mediterranean, f"{INITIAL}: Take mines aboard", f"{ALLIED}: Form a naval group", f"{ALLIED}: Move a naval group"
    )
    lines(mediterranean, f"{ALLIED}: Lay mines")
    met: dict[str, str] = dict.fromkeys((f"l{number}-group" for number in (1, 3, 4, 5)), "Cruisers")
    met |= {"l1-moves": "60", "l1-ends": "Tripoli", "l1-fuel": "1 SRP", "l2-unit": "2nd Squadron", "l2-strip": "11"}
    met |= {"l2-zone": "Central Med", "l3-hexes": "18A:0202 18A:0203", "l3-none_met": "on", "l4-strip": "5555555"}
    mediterranean.tap(LOOK, **met, **{"l5-hex": "18A:0203", "l5-strip": "2", "l6-unit": "Minelayer", "l6-points": "2"})
    mediterranean.reads("Cruisers sail from Naples to Tripoli", "2nd Squadron is not found").never_reads("Layer formed")
    loaded = {"l6-cost": "3", "l7-name": "Layer", "l7-units": "minelayer"}
    mediterranean.tap(LOOK, **loaded, **{"l4-hex": "18A:0203"}).reads("2 mine points for 3 NRPs", "Layer formed")
    laid = {"l8-moves": "3 18A:0404", "l8-zone": "Central Med", "l9-unit": "Minelayer", "l9-points": "1"}
    mediterranean.tap(LOOK, **laid, **{"l8-group": "Layer"}).reads("Layer sail")
    mediterranean.tap(ENTER, **WHEN).reads("thrown on paper at 20:15, 1 Mar 2026").tap("Fleets")
    mediterranean.reads("Cruisers", "Layer").tap("Mines").reads("18A:0404")


@pytest.mark.played("X.5")
def test_the_column_after_hits_is_drawn_and_the_refusal_names_it(mediterranean: Evening) -> None:
    """3 hits: column 7. A throw of 7 was a contact in column 10, and is none any more."""
    form(mediterranean).reads("status 10 , contact on").tap(LOOK, hits="3").reads("status 7 , contact on 8 to 12")
    typed = {"contact-demo-1-2": "43", "lots-demo-1-2": "421"}
    assert "after 3 hits column 7: contact on 8 to 12" in mediterranean.refused(ENTER, **typed, **WHEN)


@pytest.mark.played("X.5")
def test_a_naval_action_of_the_great_war_comes_back_from_paper(great_war: Evening) -> None:
    great_war.tap("Turn sheet").tap("Enter what was played")
    here = "kind-central/naval-operations"
    for kind in ("Send a fleet on a mission", "Let a mission pass"):
        great_war.tap(ADD, **{here: kind})
    sent = {"mission": "bombardment", "area": "north-sea-south", "fleets": "scouting-forces", "target": "scarborough"}
    great_war.tap(LOOK, **{f"l1-{name}": value for name, value in sent.items()}).reads("→")
    great_war.tap(ENTER, **{"l2-action": "Action 1"}).tap("Map").reads("Action 1")
