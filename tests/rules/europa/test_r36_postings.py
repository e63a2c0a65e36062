"""Points that come and go: deficits, what sweeping owes (R-46), and the counts of ports; sums by hand."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import REGISTER, Create, Outcome, Set
from navalassist.rules.europa.accounts import Account, account_key
from navalassist.rules.europa.r36_postings import Posted, Posting, Spending, What
from navalassist.rules.europa.stores import Stock
from navalassist.rules.europa.words import Side
from tests.rules.play import play

RECEIVE, SPEND = REGISTER["points-received"], REGISTER["points-spent"]
NAPLES = Stock(row="roster:axis/naples/sp", base=Decimal(10), free=Decimal(8))


def nrps(balance: str | None, sweeping: str = "0") -> Account:
    return Account(side=Side.AXIS, what="nrp", balance=balance, sweeping=sweeping)


def posting(what: What, points: str, **fields: Any) -> Posting:
    return Posting(side=Side.AXIS, what=what, points=Decimal(points), **fields)


def spending(what: What, points: str, **fields: Any) -> Spending:
    return Spending(side=Side.AXIS, what=what, points=Decimal(points), **fields)


def done(situation: Posting) -> Outcome[Posted]:
    rule = SPEND if isinstance(situation, Spending) else RECEIVE
    return play(rule, situation)


@pytest.mark.rule("E36.C.3.def")
@pytest.mark.parametrize(
    ("balance", "sweeping", "points", "after", "owed"),
    [
        # A deficit of 3, of which sweeping made 2: 1½ points come and pay for sweeping first.
        ("-3", "2", "1.5", "-1.5", "0.5"),
        ("-3", "2", "4", "1", "0"),
        ("-3", "0", "1", "-2", None),
    ],
)
def test_points_that_come_pay_for_what_sweeping_owes_first(
    balance: str, sweeping: str, points: str, after: str, owed: str | None
) -> None:
    outcome = done(posting(What.NRP, points, account=nrps(balance, sweeping), reason="OB"))
    assert outcome.result == Posted("NRPs", balance, after, "OB")
    sets = {effect.key: effect.value for effect in outcome.effects if isinstance(effect, Set)}
    assert sets["account:axis/nrp.balance"] == after
    assert sets.get("account:axis/nrp.sweeping") == owed


@pytest.mark.rule("E36.F.2.def")
def test_an_account_begins_with_its_first_points_and_nobody_spends_what_he_has_not_without_a_reason() -> None:
    raf = Account(side=Side.ALLIED, what="arp", organisation="RAF")
    outcome = done(Posting(side=Side.ALLIED, what=What.ARP, points=Decimal(7), account=raf))
    made = outcome.effects[0]
    assert isinstance(made, Create)
    assert (made.key, dict(made.fields)["balance"]) == ("account:allied/arp/raf", "7")
    assert outcome.result.what == "ARPs of RAF"
    short = spending(What.NRP, "2.5", account=nrps("2"))
    assert SPEND.refusal(short).reason == "NRPs in hand: 2, not 2.5."
    insisted = short.model_copy(update={"because": "paid next turn"})
    assert SPEND.refusal(insisted) is None
    assert done(insisted).result.after == "-0.5"
    assert SPEND.refusal(spending(What.NRP, "2", account=nrps("2"))) is None


@pytest.mark.rule("E36.F.2.norep")
def test_aircraft_of_a_carrier_group_in_play_are_neither_repaired_nor_replaced() -> None:
    faa = Account(side=Side.AXIS, what="arp", organisation="FAA", balance="9")
    refusal = SPEND.refusal(spending(What.ARP, "1", account=faa, carrier="Ark Royal"))
    assert refusal.rule == "36.F.2"
    assert "The aircraft of Ark Royal" in refusal.reason


@pytest.mark.rule("E36.F.2.def")
def test_points_of_a_port_come_to_its_count_and_leave_it() -> None:
    outcome = done(posting(What.SP, "3", stock=NAPLES, port="Naples"))
    assert outcome.result == Posted("SPs in Naples", "8", "11")
    assert outcome.effects == (Set("roster:axis/naples/sp.base", "13"),)
    assert done(spending(What.SP, "3", stock=NAPLES, port="Naples")).effects == (
        Set("roster:axis/naples/sp.base", "7"),
    )
    assert SPEND.refusal(spending(What.SP, "9", stock=NAPLES, port="Naples")).reason == "Naples has 8 SP free, not 9."
    new = Stock(row="roster:axis/bari/srp", is_new=True)
    made = done(posting(What.SRP, "2", stock=new, port="Bari")).effects[0]
    assert isinstance(made, Create)
    assert (made.key, dict(made.fields)["base"], dict(made.fields)["port"]) == ("roster:axis/bari/srp", "2", "bari")


@pytest.mark.rule("E36.F.2.def")
def test_victory_points_are_whole_others_need_their_account_or_count_and_no_ledger_runs_over() -> None:
    assert done(posting(What.VP, "3", vps=4)).effects == (Set("ledger:axis.vp", 7),)
    assert done(spending(What.VP, "3", vps=1)).result == Posted("VPs", "1", "-2")
    with pytest.raises(ValidationError, match="whole numbers"):
        posting(What.VP, "0.5")
    for what, fields in ((What.NRP, {}), (What.ARP, {"account": nrps("1")}), (What.SP, {})):
        with pytest.raises(ValidationError, match="need"):
            posting(what, "1", **fields)
    assert [what.label for what in What if what.is_stored] == ["SPs in a port", "SRPs in a port"]
    # 9998 + 1½ is more than 9999; so are debts of 9998 + 1½, whatever the reason.
    full = RECEIVE.refusal(posting(What.NRP, "1.5", account=nrps("9998")))
    assert full.reason == "A ledger holds 9999 points at most here, owed or in hand."
    assert RECEIVE.refusal(posting(What.NRP, "1", account=nrps("9998"))) is None
    assert SPEND.refusal(spending(What.NRP, "1.5", account=nrps("-9998"), because="more")) is not None


@pytest.mark.parametrize(
    "names",
    [
        ("ВВС", "ПВО", "1 ВА", "2 ВА", "1 ПА", "—"),
        ("RAF", "RAF ВВС", "RAF ПВО", "ВВС RAF", "RAF—"),
        ("Forces aériennes", "Forces a riennes", "Forces aeriennes", "Forces aöriennes"),
        ("A B", "A-B", "A+B", "AB", "A & B", "(A) B"),
        ("ANR", "АNR", "ANR 1", "ANR ¹st"),
    ],
)
def test_organisations_that_are_written_otherwise_have_keys_of_their_own(names: tuple[str, ...]) -> None:
    """The second ANR begins with a Cyrillic letter."""
    keys = {account_key(Side.ALLIED, "arp", name) for name in names}
    assert len(keys) == len(names)
    assert all(key.isascii() and len(key) <= 120 for key in keys)


def test_an_organisation_is_the_same_in_any_case_and_with_any_spaces() -> None:
    assert account_key(Side.ALLIED, "arp", "ввс ") == account_key(Side.ALLIED, "arp", "ВВС")
    assert account_key(Side.ALLIED, "arp", " RAF  ввс") == account_key(Side.ALLIED, "arp", "raf ВВС")
    assert account_key(Side.AXIS, "arp", "Regia Aeronautica") == "axis/arp/regia-aeronautica"
    assert account_key(Side.AXIS, "nrp") == "axis/nrp"
