"""GW.RAID, GW.MERCHANT, GW.CONTESTED: commerce and transport at sea.

U-boats 4 (two boats of 2) against the Western Escorts' contact 2 + 2: column 1 or less. Mediterranean Division 5 + 2
with colliers against an escort of 2: column 5. Atlantic Raiders 2 and nobody there: column 2. The merchant shipping
level begins at 100, Allied morale at 100, mobilization points at 20.
"""

import re

import pytest

from tests.evenings.at_war import at_map, ended, raided, rolled, ruled, ruled_late, tracked
from tests.evenings.evening import Evening

WEST, GIBRALTAR, MALTA = "Western Approaches", "Atlantic off Gibraltar", "Central Mediterranean"
NOTHING_DUE = "DUE nothing in this step"


def switched(evening: Evening, track: str) -> Evening:
    """A track of yes or no is switched on."""
    return at_map(evening).tap("Change one").tap("yes", near=track)


@pytest.mark.parametrize(
    ("area", "die", "points"),
    [(WEST, "4", 0), (GIBRALTAR, "4", 1), (MALTA, "4", 2)],
)
@pytest.mark.played("GW.RAID")
def test_raiders_less_convoys_are_the_column_of_the_points_lost(
    great_war: Evening, area: str, die: str, points: int
) -> None:
    raided(great_war, area, die).tap("Map").reads(f"merchant shipping level: {100 - points} ", NOTHING_DUE)
    assert not great_war.offers(f"Raid commerce in {area}")


@pytest.mark.played("GW.RAID.usw", "GW.RAID.A")
def test_unrestricted_submarine_warfare_doubles_the_points_and_not_the_escort(great_war: Evening) -> None:
    """A 6 in column 5 is 3+A: 6 points, and the one escort there."""
    switched(great_war, "Unrestricted submarine warfare")
    raided(great_war, MALTA, "6").reads(re.compile("6 points lost; .*; a convoy unit is lost")).tap("Map")
    great_war.reads("merchant shipping level: 94 ").tap("The Allied side takes off 1 unit")
    great_war.tap("Carry it out", units="french-flotilla").reads("lose French Escort Flotilla")


@pytest.mark.played("GW.RAID.A")
def test_an_escort_is_lost_of_its_owners_choice(great_war: Evening) -> None:
    """A 6 in column 1 or less is 1+A."""
    raided(great_war, WEST, "6").reads(re.compile("1 point lost; .*; a convoy unit is lost")).tap("Map")
    great_war.tap("The Allied side takes off 1 unit").tap("Carry it out", units="western-flotilla")
    great_war.tap("Fleets").reads("Western Escorts 1 squadron: combat 2, protection 2, contact 2; escorts convoys")


@pytest.mark.parametrize(("tactic", "area"), [(True, WEST), (False, WEST), (True, GIBRALTAR)])
@pytest.mark.played("GW.RAID.D")
def test_a_raider_is_lost_only_under_the_tactic_and_where_a_convoy_is(
    great_war: Evening, tactic: bool, area: str
) -> None:
    """A 1 is 0+D in both columns."""
    if tactic:
        switched(great_war, "Convoy tactic")
    owed = tactic and area == WEST
    came = "no point lost; the merchant level stays at 100" + ("; a raider is lost." if owed else ".")
    raided(great_war, area, "1").reads(came).tap("Map")
    if not owed:
        great_war.reads(NOTHING_DUE)
        return
    great_war.tap("The Central Powers side takes off 1 unit").tap("Carry it out", units="u-flotilla-2")
    great_war.tap("Fleets").reads("U-boats 1 squadron: combat 2")


@pytest.mark.parametrize(
    ("tactic", "ruling", "lost"),
    [
        (False, "", "; a transport flotilla is lost."),
        (True, "", "; a raider is lost; a transport flotilla is lost."),
        (False, "The flotilla too is lost only where the raider is", "."),
    ],
    ids=["without the tactic", "with it", "ruled otherwise"],
)
@pytest.mark.played("GW.RAID.D2")
def test_a_transport_flotilla_in_the_area_is_lost_besides(
    great_war: Evening, tactic: bool, ruling: str, lost: str
) -> None:
    """A 1 in column 5 is 1+D; the Colliers are with the Mediterranean Division."""
    if tactic:
        switched(great_war, "Convoy tactic")
    if ruling:
        ruled(great_war, ruling)
    raided(great_war, MALTA, "1").reads(f"1 point lost; the merchant level falls to 99{lost}")
    if not tactic and not ruling:
        great_war.tap("Map").tap("The Central Powers side takes off 1 unit")
        great_war.tap("Carry it out", units="colliers").reads("lose Colliers")


SHIPPING = "Merchant shipping outcome of the quarter"


@pytest.mark.played("GW.MERCHANT")
def test_in_august_nobody_looks_at_the_shipping_level(great_war: Evening) -> None:
    ended(great_war, 5).reads("Step Supply and attrition").never_reads(SHIPPING)


@pytest.mark.played("GW.MERCHANT", "GW.MERCHANT.I", "X.1")
def test_once_a_quarter_the_shipping_level_tells_on_allied_morale_and_industry(quarter: Evening) -> None:
    """Of six dice: how many cost no morale, 5, 10, and how many bring a collapse."""
    for level, chances in [
        ("20", "No effect 17 % 1/6 Allied morale −5 33 % 1/3 Allied morale −10 50 % 1/2 Industrial collapse 50 %"),
        ("80", "No effect 67 % 2/3 Allied morale −5 33 % 1/3 Allied morale −10 0 % 0 Industrial collapse 0 %"),
        ("40", "No effect 33 % 1/3 Allied morale −5 50 % 1/2 Allied morale −10 17 % 1/6 Industrial collapse 33 %"),
    ]:
        tracked(quarter, level=level).tap("Map").tap(SHIPPING).reads(chances)
    rolled(quarter, "5").reads("Allied morale falls by 5; industrial collapse").tap("Map")
    quarter.reads("Allied 95", "Industry British Isles at half in the 3rd quarter of 1914", f"✓ {SHIPPING}")
    ended(quarter, 1).never_reads("Industry British Isles").reads("3rd quarter of 1914, which is over")


@pytest.mark.played("GW.MERCHANT.I")
def test_a_collapse_may_be_of_the_quarter_that_begins(quarter: Evening) -> None:
    """R-78: a 5 at level 40 is S/I."""
    tracked(ruled_late(quarter, "a collapse is of the quarter that begins then", "as we began"), level="40").tap("Map")
    rolled(quarter.tap(SHIPPING), "5").reads("industrial collapse").tap("Map")
    said = "Industry British Isles at half in the 4th quarter of 1914"
    ended(quarter.reads(said), 1).reads(said)


@pytest.mark.played("X.6")
def test_the_shipping_level_is_put_right_as_of_a_turn_and_the_outcome_of_its_quarter_follows(quarter: Evening) -> None:
    """A 5 is no effect at level 100; at 40 it is S/I, and morale falls by 5 from 100. A month later the group finds
    that it had forgotten to set 40 as the quarter ended."""
    rolled(quarter.tap(SHIPPING), "5").reads("No effect")
    ended(quarter, 1).tap("Waters").tap("Since an earlier turn")
    quarter.tap("Go on", fact="condition:merchant-level.value").reads("What moved it since moved it by as much")
    was = {"to": "40", "when": "1914-09/allied", "why": "the record sheet says 40"}
    quarter.tap("Show what it would be", **was).reads("Carry it out again, same dice: MORALE −5, INDUSTRIAL COLLAPSE")
    quarter.tap("Put it right", **was, **{f"way-public-{number_of(quarter)}": "same"}).reads(
        "Allied merchant shipping level: 40 since Sep 1914", "Allied merchant shipping level 100 40"
    )
    quarter.tap("Turn report").tap("The turn before").reads("Morale, Allied 100 → 95", "shipping level 100 → 40")


def number_of(evening: Evening) -> str:
    """The entry that is asked about."""
    found = re.search(r"choose what becomes of it Entry (\d+)", evening.page.read)
    assert found, evening.page.read
    return found[1]
