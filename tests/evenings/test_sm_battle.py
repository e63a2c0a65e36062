"""Supermarina's surface battle from the Tarigo demo: two seats at one tablet, sealed plans, own dice."""

import re

import pytest

from tests.evenings.evening import Evening

AXIS, ALLIED = ("luca-tarigo", "lampo", "baleno"), ("jervis", "janus", "mohawk", "nubian")
SIGNS = {"Axis": "■", "Allied": "●"}


def sits(evening: Evening, seat: str) -> Evening:
    """The tablet is handed to a seat, the other looks away, and it goes to the battle."""
    evening.tap(re.compile(f"^. {seat}$"))
    show = f"I am {SIGNS[seat]} {seat}: show my side"
    return to_battle(evening.tap(show) if evening.offers(show) else evening)


def to_battle(evening: Evening) -> Evening:
    return evening.tap("This step").tap("Battle 1, ")


def sealed(evening: Evening, seat: str, **plan: str) -> Evening:
    """A seat seals a plan on the page of the battle; whoever is first begins it."""
    return sits(evening, seat).tap(f"{seat}: seal the plan", **plan)


def lines(ships: tuple[str, ...], at: str, guns: str = "", **other: str) -> dict[str, str]:
    """A plan in which all ships do the same, but these."""
    plan = {f"line-1-{name}{guns}": at for name in ships}
    return plan | {f"line-1-{name.replace('_', '-')}{guns}": target for name, target in other.items()}


def closed_in(evening: Evening) -> Evening:
    """The Axis stands; both close to secondary range."""
    sits(evening, "Axis").go().reads("Axis task force 1 stands and fights.")
    sealed(evening, "Axis", choice="close")
    sealed(evening, "Allied", choice="close").reads("They are at secondary range.")
    return evening


@pytest.mark.played("SM.6.C.ord", "SM.6.C.max", "SM.6.C.lad", "SM.6.C.chn", "SM.6.F.1", "SM.6.C.min")
def test_orders_are_sealed_and_dice_decide_where_they_differ(tarigo: Evening) -> None:
    """It begins at intermediate range, by night; 9 MPs against 36 carry on 23 and 77."""
    sits(tarigo, "Axis").reads("■ Axis 3 warships, 5 transports; the enemy does not see it", "Lampo")
    sits(tarigo, "Allied").reads("● Allied 4 warships", "■ Axis nothing is seen", "night").never_reads("Lampo")
    sits(tarigo, "Axis").go()
    tarigo.reads("yours carries on 23 or less, theirs on 77 or less")
    sealed(tarigo, "Axis", choice="open")
    sealed(tarigo, "Allied", choice="close").reads("Dice decide.")
    to_battle(tarigo).reads("Secondary range 59 %", "Intermediate range 35 %", "Broken off 5 %")
    tarigo.go(dice="typed", strip="68 41").reads("The Allied order is carried: secondary range.")


@pytest.mark.played("SM.6.D.dec", "SM.6.D.hit", "SM.6.D.dmg", "SM.6.F.2", "SM.6.B", "SM.4.C.3", "X.9")
def test_guns_fire_as_declared_and_what_they_hit_counts_for_both_at_once(tarigo: Evening) -> None:
    """Jervis sinks Lampo with 9 and 0, Janus draws Sabaudia and misses; Lampo has still fired."""
    closed_in(tarigo)
    sealed(tarigo, "Allied", **lines(ALLIED, "holds"))
    sealed(tarigo, "Axis", **lines(AXIS, "holds", "/secondary", lampo="1-jervis"))
    sealed(tarigo, "Allied", **lines(ALLIED, "holds", "/secondary", jervis="1-lampo", janus="drawn"))
    sits(tarigo, "Allied").reads("At least one hit 28 %").go(dice="typed", strip="9 0 5 3")
    tarigo.reads("The Allied side hits Lampo")
    sits(tarigo, "Axis").reads("36 hit in this step, counts at its end", "At least one hit 10 %")
    tarigo.go(dice="typed", strip="0 2").reads("Lampo sunk", "Round 2.")


@pytest.mark.played("SM.6.C.run", "SM.6.E.1", "SM.6.F.3")
def test_a_ship_runs_in_under_fire_and_launches(tarigo: Evening) -> None:
    """Italians launch nothing at night; Mohawk is fired at by three ships first, and then hits on 8."""
    closed_in(tarigo)
    sealed(tarigo, "Allied", **lines(ALLIED, "holds", mohawk="runs-in")).reads("Mohawk runs in to torpedo range")
    sealed(tarigo, "Allied", **lines(ALLIED, "holds", "/secondary"))
    sealed(tarigo, "Axis", **lines(AXIS, "holds", "/secondary"))
    sealed(tarigo, "Axis", **lines(AXIS, "1-mohawk", "/secondary"))
    sits(tarigo, "Axis").go(dice="typed", strip="1 2 3").reads("The Axis side hits nothing.")
    sealed(tarigo, "Allied", **lines(("mohawk",), "1-lampo"))
    to_battle(tarigo).reads("At least one hit 30 %").go(dice="typed", strip="8 7").reads("hits Lampo 2 F")


def broken_off(tarigo: Evening) -> Evening:
    """Both open past intermediate range by night: the force that was engaged leaves, and both mark their sheets."""
    sits(tarigo, "Axis").go()
    sealed(tarigo, "Axis", choice="open")
    sealed(tarigo, "Allied", choice="open").reads("The battle is broken off.")
    sits(tarigo, "Axis").reads("choose 25A:4122 25A:4124 25A:4022 25A:4023 25A:4222 25A:4223 another, typed below")
    assert "25A:4130 is 7 hexes from the battle" in tarigo.refused(tarigo.filled(), hex="other", other="4130")
    tarigo.tap("Carry it out", hex="25A:4124").reads("Axis task force 1 leaves the battle for 25A:4124.")
    tarigo.go().reads("The Axis side marks its sheets: nothing sunk.")
    return sits(tarigo, "Allied").go().reads("The Allied side marks its sheets: nothing sunk.", "is over")


@pytest.mark.played("SM.6.C.off", "SM.8.A.2")
def test_it_is_broken_off_and_both_mark_their_sheets(tarigo: Evening) -> None:
    broken_off(tarigo).tap("Ships").reads("Jervis DD, class 2, sea control, no ammunition")


@pytest.mark.played("SM.6.A.1", "SM.6.A.1.a", "SM.2.D")
def test_all_scatter_and_a_fifth_is_lost(tarigo: Evening) -> None:
    """One of five; nobody fights, and the marker is gone until the force reforms."""
    sits(tarigo, "Axis").reads("1.0 transports lost").tap("All scatter", near="20 % of 5 transports is 1: 1 lost")
    tarigo.reads(re.compile("Axis task force 1 scatters and loses (Adana|Arta|Aegina|Iserlohn|Sabaudia), with "))
    tarigo.reads("is over")
    tarigo.tap("Forces").reads("In no hex: it has scattered, and reforms in the next segment.")


@pytest.mark.played("SM.6.A.1.b")
def test_the_escort_fights_while_its_transports_scatter(tarigo: Evening) -> None:
    sits(tarigo, "Axis").tap("Transports scatter", near="10 %").reads("its escort fights")
    sits(tarigo, "Allied").reads("■ Axis 3 warships")


@pytest.mark.played("SM.6.A.3")
def test_combat_is_avoided_on_two_dice(tarigo: Evening) -> None:
    sits(tarigo, "Axis").reads("23 % combat avoided").tap("Avoid combat", near="two D10")
    tarigo.reads(re.compile("avoids combat|is brought to battle"))


def typed_from_the_box(evening: Evening, chart: str, *blocks: list[str]) -> Evening:
    """All cells of a chart, row by row, as the players' box has them: they count at once before the first act."""
    cells = {f"cell-{number}": block for number, block in enumerate(blocks)}
    return evening.tap("Charts").tap(chart).tap(re.compile("^Save version"), source="My copy", all="on", **cells)


@pytest.mark.played("C4", "C5")
def test_gunfire_reads_the_players_own_charts(tarigo: Evening) -> None:
    """A 6 hits anybody, by night a 7, where the stand-ins ask for a 9; and a 0 takes three gun boxes."""
    typed_from_the_box(sits(tarigo, "Axis"), "Gunnery Tables", *[["6"] * 36] * 3)
    typed_from_the_box(tarigo, "Hit Chart", [*["1G"] * 18, *["3G"] * 6])
    closed_in(tarigo)
    sealed(tarigo, "Allied", **lines(ALLIED, "holds"))
    sealed(tarigo, "Axis", **lines(AXIS, "holds", "/secondary"))
    sealed(tarigo, "Allied", **lines(ALLIED, "holds", "/secondary", jervis="1-lampo"))
    sits(tarigo, "Allied").go(dice="typed", strip="7 0").reads("The Allied side hits Lampo 3 G")


@pytest.mark.played("C6", "C7")
def test_torpedoes_read_the_players_own_charts(tarigo: Evening) -> None:
    """A 5 hits anybody, where the stand-ins ask for an 8, and every hit does 1 F."""
    typed_from_the_box(sits(tarigo, "Allied"), "Torpedo Attack Table", ["5"] * 6)
    typed_from_the_box(tarigo, "Torpedo Damage Table", ["1"] * 3)
    closed_in(tarigo)
    sealed(tarigo, "Allied", **lines(ALLIED, "holds", mohawk="runs-in"))
    sealed(tarigo, "Allied", **lines(ALLIED, "holds", "/secondary"))
    sealed(tarigo, "Axis", **lines(AXIS, "holds", "/secondary"))
    sealed(tarigo, "Axis", **lines(AXIS, "holds", "/secondary"))
    sealed(tarigo, "Allied", **lines(("mohawk",), "1-lampo"))
    to_battle(tarigo).go(dice="typed", strip="5 7").reads("hits Lampo 1 F")


def test_the_other_seat_is_offered_the_seat_whose_tap_it_is_and_lands_where_it_waits(tarigo: Evening) -> None:
    """What answers reads the Axis's secrets: the Allied seat can't send it, and takes the Axis seat from there."""
    sits(tarigo, "Allied").reads("It waits for the ■ Axis seat.")
    tarigo.tap("Take the ■ Axis seat").tap("I am ■ Axis: show my side").reads("stand, scatter, or avoid combat")
    tarigo.go().reads("Axis task force 1 stands and fights.")


def test_own_dice_of_ten_sides_have_ten_keys(tarigo: Evening) -> None:
    """A volley asks for 1D10 a line: the pad has a 0, which is ten."""
    closed_in(tarigo)
    sealed(tarigo, "Allied", **lines(ALLIED, "holds"))
    sealed(tarigo, "Axis", **lines(AXIS, "holds", "/secondary"))
    sealed(tarigo, "Allied", **lines(ALLIED, "1-lampo", "/secondary"))
    sits(tarigo, "Allied").reads("7 8 9 0 ⌫")


def test_a_plan_is_filled_in_one_tap_without_a_script_and_sealed_by_the_next(tarigo: Evening) -> None:
    """Each preset shows the form again; the form of the first side begins the rule, and the other waits on the page."""
    closed_in(tarigo)
    sits(tarigo, "Axis").reads("Next, ● Allied : declare torpedo attacks", "It waits for the ● Allied seat.")
    to_battle(tarigo.tap("Take the ● Allied seat").tap("I am ● Allied: show my side"))
    tarigo.tap("Each holds its torpedoes").tap("Allied: seal the plan").reads("Torpedo attacks: nobody.")
    tarigo.tap("All on Lampo").reads("Lampo 4 59 %").tap("Best chance on each").reads("Luca Tarigo 4 59 %")
    tarigo.tap("Allied: seal the plan").reads("● Allied has sealed ✓", "■ Axis seals its plan", "change the plan")
    sits(tarigo, "Axis").tap("Each holds fire").tap("Axis: seal the plan").reads("The fire plans are shown: 4 lines.")
    sits(tarigo, "Allied").reads("Jervis , secondary 6, at Luca Tarigo: hits on 9 or 10")


def test_a_battle_in_which_nothing_is_left_ends_with_what_came_of_it_and_what_comes_next(tarigo: Evening) -> None:
    sits(tarigo, "Axis").go()
    sealed(tarigo, "Axis", choice="open")
    sealed(tarigo, "Allied", choice="open")
    sits(tarigo, "Allied").tap("This step").tap("Forces").reads("Seen in battle 1, while it lasts: DD Luca Tarigo")
    sits(tarigo, "Axis").go(hex="25A:4124")
    tarigo.go()
    sits(tarigo, "Allied").go().reads("The battle is over after 1 round", "The Axis side left the battle.")
    tarigo.reads("Nothing was hit, and no torpedo launched.").tap("This step: act, or end it")
