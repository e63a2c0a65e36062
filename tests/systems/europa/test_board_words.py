"""What players write in a row, and the way back to such words."""

from decimal import Decimal
from typing import Any

import pytest

from navalassist.rules.europa.words import CargoKind, TransportKind
from navalassist.systems.europa.board import words

RATES = words.Rates.of("sp=1 srp=5 nt=1")


@pytest.mark.parametrize(
    ("text", "kind", "label", "points", "res"),
    [
        ("7 SP", CargoKind.SP, "", "7", "7"),
        ("7 sps", CargoKind.SP, "", "7", "7"),
        ("2½ SP", CargoKind.SP, "", "2.5", "2.5"),
        ("2 SRP", CargoKind.SRP, "", "2", "10"),
        ("3 RP", CargoKind.RP, "", "3", "3"),
        ("3 replacement points", CargoKind.RP, "", "3", "3"),
        ("Ariete division, 4 REs", CargoKind.UNIT, "Ariete division", "4", "4"),
        ("Ariete division 4 RE", CargoKind.UNIT, "Ariete division", "4", "4"),
        ("5th Indian (2 REs)", CargoKind.UNIT, "5th Indian", "2", "2"),
        ("7,5 SP", CargoKind.SP, "", "7.5", "7.5"),
        ("7.5 SP", CargoKind.SP, "", "7.5", "7.5"),
        ("1/2 SP", CargoKind.SP, "", "0.5", "0.5"),
        ("7 1/2 SP", CargoKind.SP, "", "7.5", "7.5"),
        ("2 ½ SP", CargoKind.SP, "", "2.5", "2.5"),
        ("Ariete division, 1/2 RE", CargoKind.UNIT, "Ariete division", "0.5", "0.5"),
        ("Ariete division, 4,5 REs", CargoKind.UNIT, "Ariete division", "4.5", "4.5"),
        ("I/11 Regiment, 1 RE", CargoKind.UNIT, "I/11 Regiment", "1", "1"),
        ("A regiment on foot, 2 REs", CargoKind.UNIT, "A regiment on foot", "2", "2"),
        ("99 SP", CargoKind.SP, "", "99", "99"),
        ("empty", CargoKind.EMPTY, "", "0", "0"),
        ("4 empty NTs", CargoKind.EMPTY, "", "0", "0"),
        ("warship HMS Warspite", CargoKind.WARSHIP, "HMS Warspite", "0", "0"),
        ("task force Force H", CargoKind.TASK_FORCE, "Force H", "0", "0"),
        ("TF Force H", CargoKind.TASK_FORCE, "Force H", "0", "0"),
        ("carrier Ark Royal", CargoKind.CARRIER, "Ark Royal", "0", "0"),
    ],
)
def test_one_line_says_what_sails(text: str, kind: CargoKind, label: str, points: str, res: str) -> None:
    sails = words.read_sails(text, RATES)
    assert (sails.kind, sails.label) == (kind, label)
    assert (sails.points, sails.res) == (Decimal(points), Decimal(res))


@pytest.mark.parametrize("text", ["carrier Ark Royal +C", "carrier Ark Royal + c", "carrier Ark Royal with code C"])
def test_a_carrier_may_have_a_code_c_fighter(text: str) -> None:
    sails = words.read_sails(text, RATES)
    assert (sails.kind, sails.label, sails.code_c_fighter) == (CargoKind.CARRIER, "Ark Royal", True)


def test_a_soviet_unit_is_known_by_its_name_and_r55_counts_an_srp_as_two_and_a_half() -> None:
    assert words.read_sails("Soviet 44th division, 3 REs", RATES).nation == "soviet"
    assert words.read_sails("44th division, 3 REs", RATES).nation == ""
    assert words.read_sails("2 SRP", words.Rates.of("sp=1 srp=2.5 nt=1")).res == 5


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Say what sails"),
        ("7", "7 of what?"),
        ("Ariete division", "add its REs, as in “Ariete division, 4 REs”"),
        ("4 REs", "Give the unit a name"),
        ("0 SP", "from ½ to 99"),
        ("100 SP", "What sails: at most 99 REs a row; make two rows of it."),
        ("1000 SP", "What sails: at most 99 REs a row; make two rows of it."),
        ("Ariete division, 150 REs", "What sails: at most 99 REs a row; make two rows of it."),
        ("20 SRP", "What sails: at most 99 REs a row; make two rows of it. 20 SRP are 100 REs."),
        ("7 SP 2 RE", "is more than one thing: one thing a row"),
        ("7 SP, 2 RP", "is more than one thing: one thing a row"),
        ("7 SP and Ariete division, 4 REs", "is more than one thing"),
        ("Ariete division, -4 REs", "below nothing: amounts go from ½ to 99"),
        ("Ariete division, −4 REs", "below nothing: amounts go from ½ to 99"),
        ("-7 SP", "below nothing: amounts go from ½ to 99"),
        ("SP 7", "The number comes first: write 7 SP."),
        ("2/3 SP", "can't be read as what sails"),
        ("2.3 SP", "steps of one half"),
        ("300 SRP", "at most 99 REs a row"),
        ("<script>alert(1)</script>", "can't be read as what sails"),
        (f"warship {'x' * 81}", "at most 80 characters"),
        (f"{'x' * 81}, 2 REs", "at most 80 characters"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(words.Unreadable) as caught:
        words.read_sails(text, RATES)
    assert caught.value.fault.about == "sails"
    assert says in caught.value.fault.text


@pytest.mark.parametrize(
    ("sails", "on", "kind", "count", "carries"),
    [
        ("7 SP", "", TransportKind.NT, 7, "1"),
        ("2½ SP", "", TransportKind.NT, 3, "1"),
        ("7 SP", "8", TransportKind.NT, 8, "1"),
        ("7 SP", "NTs", TransportKind.NT, 7, "1"),
        ("3 SP", "3 LC", TransportKind.LC, 3, "1"),
        ("2 SP", "2 landing barges", TransportKind.LB, 2, "1"),
        ("7 SP", "4 NTs, 2 REs each", TransportKind.NT, 4, "2"),
        ("Ariete, 4 REs", "warships", TransportKind.WARSHIP, 1, "1"),
        ("Ariete, 4 REs", "3 warships", TransportKind.WARSHIP, 3, "1"),
        ("empty", "4 LC", TransportKind.LC, 4, "1"),
        ("4 empty LBs", "", TransportKind.LB, 4, "1"),
        ("7 SP on 7 NTs", "", TransportKind.NT, 7, "1"),
        ("7 SP on 4 NTs, 2 REs each", "", TransportKind.NT, 4, "2"),
        ("7 SP, on 8 LC", "8 lc", TransportKind.LC, 8, "1"),
        ("Ariete division, 4 REs on warships", "", TransportKind.WARSHIP, 1, "1"),
        ("task force Force H", "", TransportKind.NONE, 0, "1"),
    ],
)
def test_on_what_it_sails(sails: str, on: str, kind: TransportKind, count: int, carries: str) -> None:
    carried = words.read_on(on, words.read_sails(sails, RATES), RATES)
    assert (carried.transports, carried.count, carried.carries) == (kind, count, Decimal(carries))


@pytest.mark.parametrize(
    ("sails", "on", "says"),
    [
        ("7 SP", "3 NTs", "7 REs need 7 NTs: 3 carry 3"),
        ("7 SP", "banana", "can't be read"),
        ("7 SP", "200 NTs", "On: at most 99 transports a row; make two rows of it."),
        ("7 SP", "100 warships", "On: at most 99 transports a row"),
        ("99 SP", "NTs, 0.5 REs each", "On: at most 99 transports a row"),
        ("7 SP", "7 NTs, 200 REs each", "On: a transport carries at most 99 REs."),
        ("7 SP on 8 NTs", "7 NTs", "“What sails” says 8 NTs already"),
        ("7 SP on 3 NTs", "", "7 REs need 7 NTs"),
        ("7 SP", "0 NTs", "How many NTs?"),
        ("empty", "", "How many transports sail empty?"),
        ("empty", "warships", "a row of its own"),
        ("carrier Ark Royal", "2 NTs", "sails by itself"),
    ],
)
def test_what_cannot_carry_it_is_told(sails: str, on: str, says: str) -> None:
    with pytest.raises(words.Unreadable) as caught:
        words.read_on(on, words.read_sails(sails, RATES), RATES)
    assert caught.value.fault.about == "on"
    assert says in caught.value.fault.text


def a_row(sails: str, on: str = "") -> dict[str, Any]:
    """The facts of a row that was typed so."""
    what = words.read_sails(sails, RATES)
    carried = words.read_on(on, what, RATES)
    return {
        "cargo": what.kind.value,
        "label": what.label,
        "points": str(what.points),
        "res_afloat": str(what.res),
        "res_lost": "0",
        "res_returned": "0",
        "code_c_fighter": what.code_c_fighter,
        "transports": carried.transports.value,
        "transport_count": carried.count,
        "carries": str(carried.carries),
    }


@pytest.mark.parametrize(
    ("sails", "on"),
    [
        ("7 SP", "7 NTs"),
        ("2 SRP", "10 NTs"),
        ("1 SP", "1 NT"),
        ("2.5 SP", "3 NTs"),
        ("3 RP", "3 LCs"),
        ("Ariete division, 4 REs", "2 NTs, 2 REs each"),
        ("A lone company, 0.5 REs", "warships"),
        ("empty", "4 LBs"),
        ("warship Warspite", ""),
        ("task force Force H", ""),
        ("carrier Ark Royal +C", ""),
        ("carrier", ""),
    ],
)
def test_what_is_shown_can_be_read_again(sails: str, on: str) -> None:
    row = a_row(sails, on)
    assert (words.sails_text(row), words.on_text(row)) == (sails, on)
    assert a_row(words.sails_text(row), words.on_text(row)) == row


def test_a_row_follows_what_sails_has_a_short_name_and_says_amounts_in_its_own_words() -> None:
    assert words.follows(a_row("7 SP"), RATES)
    assert not words.follows(a_row("7 SP", "8 NTs"), RATES)
    assert not words.follows(a_row("7 SP", "7 LCs"), RATES)
    assert not words.follows(a_row("4 empty NTs"), RATES)
    names = [
        words.name_of(a_row(text)) for text in ("7 SP", "Ariete division, 4 REs", "4 empty NTs", "task force Force H")
    ]
    assert names == ["7 SP", "Ariete division", "4 empty NTs", "task force Force H"]
    assert words.amount_text(a_row("7 SP"), "4", 4) == "4 SP, 4 NTs"
    assert words.amount_text(a_row("2 SRP"), "5", 5) == "5 REs, 5 NTs"
    assert words.amount_text(a_row("4 empty NTs"), "0", 1) == "1 NT"
    assert words.amount_text(a_row("7 SP"), "0", 0) == ""
    assert words.amount_text(a_row("warship Warspite"), "0", 0) == ""
