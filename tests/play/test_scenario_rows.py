"""Each row of a scenario is held against what the rules read of it, and its key against its fields; in all systems."""

import pytest

from navalassist.play.scenarios.fit import read_fitted
from navalassist.play.systems import SYSTEMS
from tables.scenarios import ScenarioError

# A table's own check asks the database.
pytestmark = pytest.mark.django_db

ARK = 'side = "allied"\nname = "Ark"\nkind = "carrier"\nstrength = 4\nreverse = 0\nplace = "off"\n'
BELT = 'side = "axis"\nhex = "18A:0404"\npoints = 3\nzone = "central-med"\n'
NRPS = 'side = "axis"\nwhat = "nrp"\nbalance = 3\n'
FOKKE = 'side = "axis"\nname = "SM 79"\nnature = "v"\ntbf = 2\nrange = 20\nzone = "central-med"\n'
LIFT = 'side = "axis"\nport = "naples"\nwhat = "nt"\nbase = 12\n'
GROUP = 'side = "axis"\nname = "Fleet"\nplace = "port:naples"\n'


def head(system: str) -> str:
    turn = SYSTEMS[system].turn
    assert turn is not None
    date = {"europa": "1943-07-1", "supermarina": "1941-11-1"}.get(system, "1941-12")
    first = f'turn = "{date}"\nplayer_turn = "{turn.player_turns[0]}"\nstep = "{next(iter(turn.steps))}"\n'
    named = f'navalassist_scenario = 1\nsystem = "{system}"\ntitle = "Rows"\n'
    return named + first + '[[sources]]\nkey = "known"\ntext = "Common knowledge"\n'


def refusal(row: str, system: str = "europa") -> str:
    try:
        read_fitted(f'{head(system)}{row}source = "known"\n'.encode(), system)
    except ScenarioError as error:
        return str(error)
    return ""


FITS = (
    f'[mines."axis/18A-0404"]\n{BELT}',
    f'[account."axis/nrp"]\n{NRPS}',
    f"[task-force.ark]\n{ARK}",
    f"[air-unit.sm-79]\n{FOKKE}",
    f'[roster."axis/naples/nt"]\n{LIFT}',
    f"[group.fleet]\n{GROUP}",
    "[malta-stock.valletta]\npoints = 4\n",
    '[port.naples]\nmap_reference = "26:0407"\n',
    '[zone.south-aegean]\ndeclared = "loose"\nhits = 3\n',
)


@pytest.mark.parametrize("row", FITS, ids=[row.partition("]")[0] for row in FITS])
def test_a_row_as_the_rules_read_it_fits(row: str) -> None:
    assert refusal(row) == ""


WRONG = (
    (FITS[0].replace("18A:0404", "zzz"), 'hex: "zzz" is no hex'),
    (FITS[0].replace("18A:0404", "18a:0404"), "hex: write the hex as 18A:0404"),
    (FITS[0].replace("points = 3", "points = 0"), "points: a whole number from 1 to 99"),
    (FITS[0].replace("points = 3", "points = 9999"), "points: a whole number from 1 to 99"),
    (FITS[0].replace('side = "axis"', 'side = "allied"'), "its fields make the key allied/18A-0404"),
    (FITS[0].replace("central-med", "zzz"), "zone: there is no sea zone zzz"),
    (FITS[1].replace('side = "axis"', 'side = "zzz"'), "side: Input should be 'axis' or 'allied'"),
    (FITS[1].replace("axis/nrp", "nrps"), "its fields make the key axis/nrp"),
    (FITS[1] + 'organisation = "zzz"\n', "naval repair points to none"),
    (FITS[1] + "sweeping = -1\n", "sweeping: Input should be greater than or equal to 0"),
    (FITS[1].replace("balance = 3", "balance = 0.3"), "balance: "),
    (FITS[2].replace("strength = 4", "strength = 0"), "strength: Input should be greater than or equal to 1"),
    (FITS[2].replace("strength = 4", "strength = 9999"), "strength: Input should be less than or equal to 99"),
    (FITS[2].replace("reverse = 0", "reverse = 4"), "the half-strength side is weaker"),
    (FITS[2] + "flipped = true\n", "can't be flipped"),
    (FITS[2] + "hits = 9999\n", "hits: Input should be less than or equal to 99"),
    (FITS[2] + "mines = 9999\n", "mines: a whole number from 0 to 99"),
    (FITS[2].replace("task-force.ark", 'task-force."a/b.c"'), "a key has letters, digits and dashes"),
    (FITS[3].replace("tbf = 2", "tbf = -1"), "tbf: Input should be greater than or equal to 0"),
    (FITS[3].replace("range = 20", "range = 9999"), "range: Input should be less than or equal to 200"),
    (FITS[3].replace("sm-79", '"sm 79"'), "a key has letters, digits and dashes"),
    (FITS[4].replace("axis/naples/nt", "axis/bari/nt"), "its fields make the key axis/naples/nt"),
    (FITS[4].replace('"nt"\n', '"unit"\n'), "label: a unit has its name"),
    (FITS[4].replace("naples", "zzz"), "port: there is no port zzz"),
    (FITS[5].replace("group.fleet", 'group."a:b"'), "a key has letters, digits and dashes"),
    (FITS[5] + 'zone = "zzz"\n', "zone: there is no sea zone zzz"),
    (FITS[6].replace("valletta", "tobruk"), "its fields make the key valletta"),
    (FITS[6].replace("points = 4", "points = 32767"), "points: a whole number from 0 to 9999"),
    (FITS[7].replace("26:0407", "zzz"), 'map_reference: "zzz" is no hex'),
    (FITS[8].replace("hits = 3", "hits = 100"), "hits: a whole number from 0 to 99"),
    (FITS[8].replace("south-aegean", "central-med"), "declared: south-aegean alone is declared"),
    ('[zone.central-med]\ninterference = "major"\n', "interference: it is of the zones eastern-med, red-sea alone"),
    ("[malta.status]\nnumber = 16\n", "malta 0 to 15"),
    ("[ledger.axis]\nvp = 10000\n", "vp: it has to be a whole number from -9999 to 9999"),
    ('[ruling.R-04]\nchoice = "zzz"\n', "choice: choose one of rule33, "),
    ('[condition.crete-hexes]\nvalue = "zzz"\n', "value: choose one of "),
    ('[condition.theatres]\nvalue = "zzz"\n', "value: choose one of "),
    ("[condition.theatres]\nvalue = [1]\n", "value: choose one of "),
)


@pytest.mark.parametrize(("row", "words"), WRONG)
def test_a_row_that_the_rules_cannot_read_does_not_fit(row: str, words: str) -> None:
    assert words in refusal(row)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_ruling_has_one_of_its_readings_in_each_system(system: str) -> None:
    number = SYSTEMS[system].rulings[0].number
    assert "choice: choose one of" in refusal(f'[ruling."{number}"]\nchoice = "zzz"\n', system)


def test_points_are_within_their_ledger_in_supermarina_too() -> None:
    assert "from -9999 to 9999" in refusal("[ledger.axis]\nvp = 10000\n", "supermarina")
    assert "from -9999 to 9999" in refusal("[ledger.axis]\nvp = -10000\n", "supermarina")


def test_a_quarter_of_the_great_war_is_written_as_one() -> None:
    row = '[condition.half-industry]\nvalue = "1916-Q3"\n'
    assert refusal(row, "storm_of_steel") == ""
    assert "value: write a quarter as 1914-Q3" in refusal(row.replace("1916-Q3", "zzz"), "storm_of_steel")


def test_a_task_force_of_supermarina_stands_under_its_side_and_number() -> None:
    row = '[force.axis-4]\nside = "axis"\nnumber = 4\nhex = "18A:0404"\n'
    assert refusal(row, "supermarina") == ""
    assert "its fields make the key allied-4" in refusal(row.replace('"axis"', '"allied"'), "supermarina")
    assert "its fields make the key axis-5" in refusal(row.replace("number = 4", "number = 5"), "supermarina")


def test_fuel_of_supermarina_stands_under_no_other_port_or_side() -> None:
    row = '[sm-fuel.tripoli-axis]\nside = "axis"\nplace = "sm-port:tripoli"\npoints = 5\n'
    assert refusal(row, "supermarina") == ""
    assert refusal(row.replace("tripoli-axis", "ours"), "supermarina") == ""
    assert "its key is that of axis fuel" in refusal(row.replace('"axis"', '"allied"'), "supermarina")


def test_what_does_not_fit_is_answered_in_a_few_words() -> None:
    said = refusal(FITS[0].replace("18A:0404", "z" * 1_900))
    assert "mines axis/18A-0404" in said
    assert len(said) <= 801
