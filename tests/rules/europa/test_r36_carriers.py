"""36.F.2 and 36.F.3: carrier groups, their price, what may be mended, and the points that pay; by hand."""

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import REGISTER, Create, Outcome, Remove, Set
from navalassist.rules.europa.accounts import Account, account_key
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.r36_carriers import Arrived, CarrierArrival, CarrierWithdrawal, Withdrawn
from navalassist.rules.europa.r36_postings import Posted, Posting, Spending, What
from navalassist.rules.europa.r36_repairs import Mended, NavalRepair
from navalassist.rules.europa.stores import Stock
from navalassist.rules.europa.words import Side
from tests.rules.play import play

ARRIVE, LEAVE, MEND = REGISTER["carrier-arrives"], REGISTER["carrier-withdraws"], REGISTER["naval-repair"]
ROW = "task-force:cg1"


def a_carrier(**fields: Any) -> NavalUnit:
    plain = {"key": "cg1", "name": "CG 1", "side": Side.ALLIED, "kind": UnitKind.CARRIER, "strength": 4}
    return NavalUnit(**{**plain, **fields})


def nrps(balance: str | None = "20", **fields: Any) -> Account:
    return Account(side=Side.ALLIED, what="nrp", balance=balance, **fields)


def arps(balance: str | None = "20") -> Account:
    return Account(side=Side.ALLIED, what="arp", organisation="Fleet Air Arm", balance=balance)


def coming(**fields: Any) -> CarrierArrival:
    plain = {
        "side": Side.ALLIED,
        "unit": a_carrier(),
        "place": "off",
        "turn": "1942-05-1",
        "due": "1942-05-1",
        "aircraft": ("Martlet", "Swordfish"),
        "to": "port:gibraltar",
        "to_name": "Gibraltar",
    }
    return CarrierArrival(**{**plain, **fields})


def leaving(**fields: Any) -> CarrierWithdrawal:
    plain = {
        "side": Side.ALLIED,
        "unit": a_carrier(),
        "place": "port:gibraltar",
        "turn": "1942-08-1",
        "due": "1942-08-1",
        "aircraft": ("Martlet", "Swordfish"),
        "marked": True,
        "nrps": nrps(),
        "arps": arps(),
    }
    return CarrierWithdrawal(**{**plain, **fields})


@pytest.mark.rule("E36.F.2.in")
def test_a_carrier_group_comes_with_its_aircraft_in_its_turn_neither_early_nor_twice() -> None:
    assert ARRIVE.refusal(coming()) is None
    outcome = play(ARRIVE, coming(fighter=True))
    assert outcome.result == Arrived("Gibraltar", "Martlet; Swordfish")
    assert outcome.effects[:2] == (Set(f"{ROW}.place", "port:gibraltar"), Set(f"{ROW}.code_c_fighter", True))
    made = outcome.effects[2]
    assert (made.key, dict(made.fields)["note"], dict(made.fields)["ends"]) == (
        "mark:aircraft/cg1", "Martlet; Swordfish", "never",
    )  # fmt: skip
    # Its aircraft were named before: the list is written anew.
    again = play(ARRIVE, coming(marked=True))
    assert again.effects == (Set(f"{ROW}.place", "port:gibraltar"), Set("mark:aircraft/cg1.note", "Martlet; Swordfish"))
    assert ARRIVE.refusal(coming(turn="1942-04-2")).reason == "The order of battle brings CG 1 in May I 42."
    assert ARRIVE.refusal(coming(turn="1942-04-2", due=None)) is None
    assert "is in play, or was" in ARRIVE.refusal(coming(place="port:gibraltar")).reason
    for sunk in (a_carrier(hits=4), a_carrier(sunk=True, hits=4)):
        gone = ARRIVE.refusal(coming(place="sunk", unit=sunk, because="raised from the bottom"))
        assert gone.reason == "CG 1 is sunk: change its hits first, if it isn't."
    insisted = coming(turn="1942-04-2", because="scenario note")
    assert ARRIVE.refusal(insisted) is None
    assert "Done because: scenario note" in play(ARRIVE, insisted).result.overruled


@pytest.mark.rule("E36.F.2.out")
@pytest.mark.parametrize("place", ["port:gibraltar", "group:force-h", "sunk"])
def test_it_leaves_from_wherever_it_is_and_however_it_stands(place: str) -> None:
    assert LEAVE.refusal(leaving(place=place)) is None
    alone = {"last_of": "force-h", "marks": ("mark:safe/force-h",)} if place.startswith("group") else {}
    effects = play(LEAVE, leaving(place=place, **alone)).effects
    assert Set(f"{ROW}.place", "withdrawn") in effects
    assert Remove("mark:aircraft/cg1") in effects
    assert ({Remove("mark:safe/force-h"), Remove("group:force-h")} <= set(effects)) is place.startswith("group")


@pytest.mark.rule("E36.F.2.out", "E36.F.2.in")
def test_its_air_units_leave_with_it_and_what_has_paid_for_its_damage_is_whole_as_it_comes_again() -> None:
    """They are withdrawn wherever they may be, in an Anti-Shipping Box too."""
    outcome = play(LEAVE, leaving(air_units=(("f1", "Martlet"), ("s1", "Swordfish"))))
    assert {Remove("air-unit:f1"), Remove("air-unit:s1")} <= set(outcome.effects)
    assert outcome.result.aircraft == "Martlet; Swordfish"
    # A flipped one with 1 hit has paid for 3 of 4 points: both are cleared.
    outcome = play(LEAVE, leaving(unit=a_carrier(reverse=2, flipped=True, hits=1)))
    assert outcome.result.nrps_spent == 9
    assert {Set(f"{ROW}.flipped", False), Set(f"{ROW}.hits", 0)} <= set(outcome.effects)
    assert ARRIVE.refusal(coming(place="withdrawn")) is None
    assert Set(f"{ROW}.place", "port:gibraltar") in play(ARRIVE, coming(place="withdrawn")).effects


@pytest.mark.rule("E36.F.2.in", "E36.F.2.out")
def test_only_the_allied_player_calls_on_carrier_groups_which_leave_in_their_turn_and_from_play() -> None:
    ours = {"side": Side.AXIS, "unit": a_carrier(side=Side.AXIS)}
    for rule, situation in ((ARRIVE, coming(**ours)), (LEAVE, leaving(**ours))):
        assert "Only Allied carrier groups" in rule.refusal(situation).reason
        assert rule.refusal(situation.model_copy(update={"because": "our scenario"})) is None
    assert LEAVE.refusal(leaving(turn="1942-07-2")).reason == "The order of battle takes CG 1 away in Aug I 42."
    for place in ("off", "withdrawn"):
        assert LEAVE.refusal(leaving(place=place)).reason == "CG 1 is not in play."
    assert "came with 2 air units" in LEAVE.refusal(leaving(aborted=2, eliminated=1)).reason
    # Where nobody named its aircraft, nobody knows how many came: a mark without names, and none at all.
    for marked in (True, False):
        assert LEAVE.refusal(leaving(aircraft=(), marked=marked, aborted=1, eliminated=1)) is None
    insisted = leaving(place="withdrawn", marked=False, because="agreed")
    assert LEAVE.refusal(insisted) is None
    assert play(LEAVE, insisted).effects == ()


@pytest.mark.rule("E36.F.2.a", "E36.F.2.def")
def test_what_a_withdrawal_costs_may_become_a_deficit_three_nrps_a_hit_and_twelve_if_sunk() -> None:
    # 2 hits: 6 of 20 NRPs. Sunk: all 4 points, 12 NRPs, as the paragraph's example has it.
    hurt = play(LEAVE, leaving(unit=a_carrier(hits=2)))
    assert hurt.result == Withdrawn(2, 6, "14", 0, "")
    assert Set("account:allied/nrp.balance", "14") in hurt.effects
    sunk = play(LEAVE, leaving(unit=a_carrier(hits=4, sunk=True), place="sunk"))
    assert (sunk.result.hits, sunk.result.nrps_spent, sunk.result.nrps_left) == (4, 12, "8")
    # A flipped one: printed 4, half-strength side 2 without hits, so 2 points are gone.
    assert leaving(unit=a_carrier(reverse=2, flipped=True)).nrp_cost == 6
    # 12 NRPs of 5, 6 ARPs of an account that nobody has begun: deficits of 7 and 6.
    sunk = a_carrier(hits=4, sunk=True)
    outcome = play(LEAVE, leaving(unit=sunk, place="sunk", aborted=2, nrps=nrps("5"), arps=arps(None)))
    assert (outcome.result.nrps_left, outcome.result.arps_left) == ("-7", "-6")
    assert Set("account:allied/nrp.balance", "-7") in outcome.effects
    assert not [e for e in outcome.effects if isinstance(e, Set) and e.key.endswith(".sweeping")]
    made = next(e for e in outcome.effects if isinstance(e, Create))
    assert made.key == "account:allied/arp/fleet-air-arm"
    assert dict(made.fields)["balance"] == "-6"


@pytest.mark.rule("E36.F.2.b", "E36.F.2.c", "E36.F.2.def")
def test_arps_are_three_for_an_aborted_and_six_for_an_eliminated_air_unit_of_their_own_organisation() -> None:
    outcome = play(LEAVE, leaving(aborted=2))
    assert (outcome.result.arps_spent, outcome.result.arps_left) == (6, "14")
    assert Set("account:allied/arp/fleet-air-arm.balance", "14") in outcome.effects
    assert account_key(Side.ALLIED, "arp", "  FLEET air  arm") == "allied/arp/fleet-air-arm"
    assert arps().title == "ARPs of Fleet Air Arm"
    # One aborted and one eliminated: 3 + 6 = 9.
    assert play(LEAVE, leaving(eliminated=1)).result.arps_spent == 6
    assert play(LEAVE, leaving(aborted=1, eliminated=1)).result.arps_left == "11"
    for fields in ({"what": "arp"}, {"what": "nrp", "organisation": "RAF"}):
        with pytest.raises(ValidationError, match="belong to an organisation"):
            Account(side=Side.ALLIED, **fields)


@pytest.mark.rule("E36.F.2.norep")
def test_carrier_groups_and_their_aircraft_in_play_are_not_mended() -> None:
    repair = NavalRepair(side=Side.ALLIED, unit=a_carrier(hits=2), hits=1, cost=Decimal(1), account=nrps())
    refusal = MEND.refusal(repair)
    assert (refusal.rule, "is not mended while it is in play" in refusal.reason) == ("36.F.2", True)
    insisted = repair.model_copy(update={"because": "dockyard scenario"})
    assert MEND.refusal(insisted) is None
    assert "dockyard scenario" in play(MEND, insisted).result.overruled
    faa = Account(side=Side.AXIS, what="arp", organisation="FAA", balance="9")
    refusal = SPEND.refusal(spending(What.ARP, "1", account=faa, carrier="Ark Royal"))
    assert refusal.rule == "36.F.2"
    assert "The aircraft of Ark Royal" in refusal.reason


def force(hits: int, **fields: Any) -> NavalUnit:
    plain = {"key": "tf1", "name": "TF 1", "side": Side.AXIS, "strength": 12, "reverse": 6, "hits": hits}
    return NavalUnit(**{**plain, **fields})


def mending(unit: NavalUnit, hits: int, cost: str = "2", balance: str = "4") -> NavalRepair:
    account = Account(side=Side.AXIS, what="nrp", balance=balance)
    return NavalRepair(side=Side.AXIS, unit=unit, hits=hits, cost=Decimal(cost), account=account)


@pytest.mark.rule("E36.F.3")
def test_repairs_need_hits_and_points_and_never_bring_a_task_force_above_its_half_strength_side() -> None:
    # The paragraph's example: 12 points, 5 hits, then 2 more: the 6-point side is up with 1 hit, strength 5.
    hurt = force(5).damaged(2)
    assert (hurt.flipped, hurt.hits, hurt.current) == (True, 1, 5)
    outcome = play(MEND, mending(hurt, 1))
    assert outcome.result == Mended(5, 6, "2")
    assert outcome.effects == (Set("task-force:tf1.hits", 0), Set("account:axis/nrp.balance", "2"))
    refusal = MEND.refusal(mending(hurt, 2))
    assert (refusal.rule, "its half-strength side is up for good" in refusal.reason) == ("36.F.3", True)
    # No reason mends what is gone for good.
    assert MEND.refusal(mending(hurt, 2).model_copy(update={"because": "please"})) is not None
    assert MEND.refusal(mending(force(0), 1)).reason == "TF 1: has 0 hits to mend, not 1."
    assert MEND.refusal(mending(force(12, sunk=True), 1)).reason == "TF 1 is sunk."
    assert MEND.refusal(mending(force(3), 1, cost="4.5")).reason == "Naval repair points in hand: 4, not 4.5."
    assert MEND.refusal(mending(force(3), 3)) is None
    assert play(MEND, mending(force(3), 3, cost="0")).effects == (Set("task-force:tf1.hits", 0),)
    assert play(MEND, mending(force(0), 1, cost="0")).effects == ()


@pytest.mark.rule("E36.F.3")
@pytest.mark.parametrize("kind", [UnitKind.WARSHIP, UnitKind.SUBMARINE, UnitKind.NT, UnitKind.LC])
def test_every_other_unit_is_mended_to_its_full_strength(kind: UnitKind) -> None:
    # 5 points, 2 on the other side: with 3 hits it has 2, and 3 hits mended make it a 5 again.
    hurt = force(0, kind=kind, strength=5, reverse=2).damaged(3)
    assert play(MEND, mending(hurt, 3)).result == Mended(2, 5, "2")


# Points that come and go: deficits, what sweeping owes, and the counts of ports; sums by hand.


RECEIVE, SPEND = REGISTER["points-received"], REGISTER["points-spent"]
NAPLES = Stock(row="roster:axis/naples/sp", base=Decimal(10), free=Decimal(8))


def axis_nrps(balance: str | None, sweeping: str = "0") -> Account:
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
    outcome = done(posting(What.NRP, points, account=axis_nrps(balance, sweeping), reason="OB"))
    assert outcome.result == Posted("NRPs", balance, after, "OB")
    sets = {effect.key: effect.value for effect in outcome.effects if isinstance(effect, Set)}
    assert sets["account:axis/nrp.balance"] == after
    assert sets.get("account:axis/nrp.sweeping") == owed


@pytest.mark.rule("E36.F.2.def")
def test_an_account_begins_with_its_first_points_and_nobody_spends_what_he_has_not_without_a_reason() -> None:
    raf = Account(side=Side.ALLIED, what="arp", organisation="RAF")
    outcome = done(Posting(side=Side.ALLIED, what=What.ARP, points=Decimal(7), account=raf))
    made = outcome.effects[0]
    assert (made.key, dict(made.fields)["balance"]) == ("account:allied/arp/raf", "7")
    assert outcome.result.what == "ARPs of RAF"
    short = spending(What.NRP, "2.5", account=axis_nrps("2"))
    assert SPEND.refusal(short).reason == "NRPs in hand: 2, not 2.5."
    insisted = short.model_copy(update={"because": "paid next turn"})
    assert SPEND.refusal(insisted) is None
    assert done(insisted).result.after == "-0.5"
    assert SPEND.refusal(spending(What.NRP, "2", account=axis_nrps("2"))) is None


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
    assert (made.key, dict(made.fields)["base"], dict(made.fields)["port"]) == ("roster:axis/bari/srp", "2", "bari")


@pytest.mark.rule("E36.F.2.def")
def test_victory_points_are_whole_others_need_their_account_or_count_and_no_ledger_runs_over() -> None:
    assert done(posting(What.VP, "3", vps=4)).effects == (Set("ledger:axis.vp", 7),)
    assert done(spending(What.VP, "3", vps=1)).result == Posted("VPs", "1", "-2")
    with pytest.raises(ValidationError, match="whole numbers"):
        posting(What.VP, "0.5")
    for what, fields in ((What.NRP, {}), (What.ARP, {"account": axis_nrps("1")}), (What.SP, {})):
        with pytest.raises(ValidationError, match="need"):
            posting(what, "1", **fields)
    assert [what.label for what in What if what.is_stored] == ["SPs in a port", "SRPs in a port"]
    # 9998 + 1½ is more than 9999; so are debts of 9998 + 1½, whatever the reason.
    full = RECEIVE.refusal(posting(What.NRP, "1.5", account=axis_nrps("9998")))
    assert full.reason == "A ledger holds 9999 points at most here, owed or in hand."
    assert RECEIVE.refusal(posting(What.NRP, "1", account=axis_nrps("9998"))) is None
    assert SPEND.refusal(spending(What.NRP, "1.5", account=axis_nrps("-9998"), because="more")) is not None


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
