"""33.D at devices of their own: one side puts to sea and asks, the enemy rolls what he owes, nobody for another.

Dice that are owed and have fallen count, whatever comes after them, and tell nobody more than the log says. Naples to
Tobruk goes by Tyrrhenian, Central and Eastern Mediterranean: no check in the first, two dice in each other one. While
Crete is not all Axis the last is barred to Axis shipping (33.A.2): the row stops before it.
"""

from collections.abc import Iterator

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER, Viewer
from navalassist.engine import DiceError, Remove
from navalassist.engine.reader import Unknown
from navalassist.play.corrections.undo import NothingToUndo, give_up, last_input, undo
from navalassist.play.dice.server import DiceInput
from navalassist.play.state import page_version
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Conflict, NotYours
from navalassist.systems.europa.board import outlook, pending, rolling, rows
from navalassist.systems.europa.board.rolling import Order
from navalassist.systems.europa.setup import DEMO_START
from tests.begun import begin
from tests.in_hand import InHand, act, in_hand
from tests.systems.europa.board import now, put, read_of, row, state_of, typed, viewer_of
from tests.systems.europa.test_closed import closed, fly, known_to_the_enemy, secret

__all__ = ["secret"]


def sitting(campaign: Campaign, seat: str) -> Viewer:
    """Somebody at a device of his own."""
    return Viewer(campaign, seat, f"22222222-2222-2222-2222-{seat.encode().hex():0>12.12}", seats=frozenset({seat}))


def opened() -> Campaign:
    return begin("Open", malta=10, moment=DEMO_START)


@pytest.fixture
def plain(db: None) -> Iterator[Campaign]:
    with in_hand(opened()) as table:
        yield table.campaign


@pytest.fixture(params=["plain", "secret"])
def either(request: pytest.FixtureRequest) -> Campaign:
    return request.getfixturevalue(request.param)


def asked(campaign: Campaign, order: str = "all") -> list[str]:
    act(sitting(campaign, "axis"), pending.ask, Order.of(order))
    return [one.key for one in pending.owed(state_of(campaign))]


def asked_for(campaign: Campaign, sails: str = "7 SP", way: str = "naples tripoli") -> str:
    """A row put on the board, whose dice the enemy owes now."""
    put(campaign, typed(sails, way))
    (key,) = asked(campaign)
    return key


def rolled(campaign: Campaign, key: str, strip: str = "", seat: str = "allied") -> list[Entry]:
    return list(act(sitting(campaign, seat), pending.roll, key, DiceInput("typed" if strip else "server", strip)))


def test_the_side_that_sails_cannot_roll_for_its_enemy(either: Campaign) -> None:
    key = put(either, typed("7 SP"))
    with pytest.raises(NotYours):
        act(sitting(either, "axis"), rolling.roll, Order("row", key), DiceInput())
    asked(either)
    for seat in ("axis", OBSERVER):
        with pytest.raises(NotYours):
            rolled(either, key, "22", seat)


def test_the_enemy_rolls_what_he_owes_through_every_zone(either: Campaign) -> None:
    """Naples to Tripoli: no check in the Tyrrhenian, two dice in the Central Med; 4 is no contact in column 10."""
    key = asked_for(either)
    rolled(either, key, "22")
    assert row(either, key)["state"] == "arrived"
    assert not pending.owed(state_of(either))


def test_a_row_that_waits_for_dice_stays_as_it_is_until_the_question_is_taken_back(plain: Campaign) -> None:
    key = put(plain, typed("7 SP"))
    asked(plain)
    draft = read_of(plain, typed("9 SP")).draft
    assert draft is not None
    axis = sitting(plain, "axis")
    for change, given in ((rows.change, [draft]), (rows.strike, [])):
        with pytest.raises(Unknown, match="take the question back"):
            act(axis, change, key, *given)
    act(axis, pending.recall, key)
    act(axis, rows.change, key, draft)
    with pytest.raises(Unknown, match="no longer owed"):
        rolled(plain, key, "22")


def test_typed_dice_for_contact_are_written_down_before_those_for_the_lots_are_asked_for(either: Campaign) -> None:
    """7 SP are lots of 3, 3 and 1 REs: three dice more after a contact (33.E); each 2 takes 1 RE."""
    key = asked_for(either)
    entries = rolled(either, key, "66")
    check = next(entry for entry in reversed(entries) if entry.procedure == "cargo-contact")
    assert check.kind == "waiting"
    (one,) = pending.owed(state_of(either))
    assert one.waiting == check.reference
    told = outlook.of_row(state_of(either), key, row(either, key))
    assert (told.all_arrive, told.no_odds) == (None, outlook.HALF_ROLLED)
    with pytest.raises(DiceError):
        rolled(either, key, "7")
    with pytest.raises(Unknown, match="has begun"):
        act(sitting(either, "axis"), pending.recall, key)
    rolled(either, key, "2 2 2")
    assert (row(either, key)["res_afloat"], row(either, key)["state"]) == ("4", "arrived")
    assert not pending.owed(state_of(either))


def test_a_contact_that_waits_for_dice_shows_what_was_met_and_how_many_dice_it_takes(secret: Campaign) -> None:
    key = asked_for(secret)
    check = next(entry for entry in rolled(secret, key, "66") if entry.kind == "waiting")
    shown = body_of(check, frozenset({"public", "allied"}))["shown"]
    assert (shown["contact"], shown["cargo"], shown["res"], shown["lots"]) == (True, "sp", "7", 3)
    seen = known_to_the_enemy(secret)
    assert (seen["level"], seen["cargo"], seen["res"], seen["transport_count"]) == ("known", "sp", "7", 7)
    rolled(secret, key, "2 2 2")
    assert (known_to_the_enemy(secret)["res"], known_to_the_enemy(secret)["transport_count"]) == ("4", 4)


@pytest.mark.parametrize("strip", ["66", "22"])
def test_what_a_roll_left_behind_cannot_be_taken_back_without_its_dice(plain: Campaign, strip: str) -> None:
    """That dice for lots are asked for, or that nothing is owed any more, is no input of its own."""
    key = asked_for(plain)
    typed_in = DiceInput("typed", strip)
    last = act(sitting(plain, "allied"), pending.roll, key, typed_in, submission=new_submission())[-1]
    assert last.kind == "edit"
    for seat in ("allied", "axis", "moderator"):
        assert last_input(sitting(plain, seat)) is None
        with pytest.raises(NothingToUndo):
            act(sitting(plain, seat), undo, last.reference)


def test_too_many_dice_are_refused_with_how_many_were_needed_and_nothing_is_written(plain: Campaign) -> None:
    key = asked_for(plain)
    before = entries_of(plain)
    with pytest.raises(DiceError, match="too many"):
        rolled(plain, key, "22 3")
    with pytest.raises(DiceError, match="1 die too many: 5 are needed"):
        rolled(plain, key, "66 222 3")
    assert entries_of(plain) == before


def entries_of(campaign: Campaign) -> int:
    return Entry.objects.filter(campaign=campaign).count()


def to_tobruk(campaign: Campaign) -> str:
    """A row asked for that may sail all its way."""
    now(campaign, **{"condition:crete-hexes.value": "all-axis"})
    return asked_for(campaign, "7 SP", "naples tobruk")


@pytest.mark.parametrize("strip", ["", "22", "66 222"])
def test_a_zone_that_is_barred_further_on_does_not_take_dice_back(either: Campaign, strip: str) -> None:
    if strip == "66 222" and either.name == "Closed":
        pytest.skip("of a secret row the lots are asked for by themselves")
    key = put(either, typed("7 SP", "naples tobruk"))
    asked(either)
    made = rolled(either, key, strip)
    thrown = [entry for entry in made if entry.dice]
    assert len(thrown) == 1
    if strip:
        assert (row(either, key)["state"], row(either, key)["leg"]) == ("at-sea", 3)
    assert not pending.owed(state_of(either))


def test_a_page_that_is_too_old_for_a_later_zone_keeps_the_dice_of_the_first(plain: Campaign) -> None:
    key = to_tobruk(plain)
    seen = page_version(state_of(plain), sitting(plain, "allied"))
    now(plain, **{"condition:crete-hexes.value": "all-axis"})
    act(sitting(plain, "allied"), pending.roll, key, DiceInput("typed", "22 33"), seen=seen)
    assert row(plain, key)["leg"] == 3
    (one,) = pending.owed(state_of(plain))
    assert (one.waiting, one.begun) == ("", True)


def test_at_one_table_too_the_servers_dice_of_a_zone_stand_where_the_page_was_too_old_for_more(
    plain: Campaign,
) -> None:
    now(plain, **{"condition:crete-hexes.value": "all-axis"})
    key = put(plain, typed("7 SP", "naples tobruk"))
    table = viewer_of(plain, "axis")
    seen = page_version(state_of(plain), table)
    now(plain, **{"condition:crete-hexes.value": "all-axis"})
    made = act(table, rolling.roll, Order("row", key), DiceInput(), seen=seen)
    assert [entry.dice for entry in made if entry.procedure] == ["", "server"]
    assert not Entry.objects.filter(campaign=plain, kind="fallen").exists()
    other = put(plain, typed("7 SP", "naples tobruk"))
    with pytest.raises(Conflict):
        act(table, rolling.roll, Order("row", other), DiceInput("typed", "22 22"), seen=seen)


def test_a_row_whose_typed_dice_lie_ready_does_not_take_back_those_of_the_row_before(plain: Campaign) -> None:
    """Two dice of the second row were typed, and it was given up; then all rows are rolled by the server."""
    first, second = put(plain, typed("7 SP")), put(plain, typed("7 SP"))
    asked(plain)
    (waits,) = [entry for entry in rolled(plain, second, "66") if entry.kind == "waiting"]
    table = InHand(plain)
    table.act(give_up, waits, "no-need", seat="allied")
    for key in (first, second):
        table.edit(Remove(f"mark:owed/{key}"), chain="public")
    made = table.act(rolling.roll, Order.of("all"), DiceInput())
    assert {entry.dice for entry in made} >= {"server"}
    assert row(plain, first)["state"] != "planned"
    assert row(plain, second)["leg"] == 2
    with pytest.raises(DiceError, match=r"Row 2: 7 SP.*CONTACT"):
        table.act(rolling.roll, Order("row", second), DiceInput())


@pytest.mark.parametrize("cargo", ["7 SP", "2 SP"])
def test_more_dice_than_are_openly_owed_tell_nothing_of_a_secret_row(cargo: str, db: None) -> None:
    """Whatever the first two show, and however many lots there are, the same sentence."""
    campaign = closed(R_62="nothing")
    key = asked_for(campaign, cargo)
    before = entries_of(campaign)
    said = set()
    for pair in ("11", "34", "45", "66"):
        with pytest.raises(DiceError) as error:
            rolled(campaign, key, pair + "2" * 20)
        said.add(str(error.value))
    assert said == {"20 dice too many: 2 are needed now, and any others after that"}
    assert entries_of(campaign) == before


def test_of_a_secret_row_as_many_dice_are_taken_as_it_has_lots_and_lacking_ones_tell_nothing_of_it(
    secret: Campaign,
) -> None:
    key = asked_for(secret)
    with pytest.raises(DiceError) as error:
        rolled(secret, key, "6")
    assert "contact in the Central Mediterranean" in str(error.value)
    assert "Naples" not in str(error.value)
    assert "SP" not in str(error.value)
    rolled(secret, key, "66")
    with pytest.raises(DiceError, match="1 die too many: 3 are needed now"):
        rolled(secret, key, "2222")
    rolled(secret, key, "2")
    with pytest.raises(DiceError, match="1 die too many: 2 are needed now"):
        rolled(secret, key, "222")
    rolled(secret, key, "22")
    assert not pending.owed(state_of(secret))


def test_secret_air_units_are_not_shown_before_dice_are_thrown_where_they_fly(secret: Campaign) -> None:
    now(secret, **{"condition:crete-hexes.value": "all-axis"})
    fly(secret, "eastern-med")
    key = asked_for(secret, "7 SP", "naples tobruk")
    made = rolled(secret, key, "22")
    assert "rows.shown" not in [entry.record["body"]["act"] for entry in made]
    assert "allied" in state_of(secret).audiences.values()
    (one,) = pending.owed(state_of(secret))
    assert one.begun
    made = rolled(secret, key, "22")
    assert "rows.shown" in [entry.record["body"]["act"] for entry in made]


def test_a_question_is_not_taken_back_once_dice_of_a_zone_have_fallen(either: Campaign) -> None:
    key = to_tobruk(either)
    rolled(either, key, "22")
    (one,) = pending.owed(state_of(either))
    assert (one.waiting, one.begun) == ("", True)
    with pytest.raises(Unknown, match="has begun"):
        act(sitting(either, "axis"), pending.recall, key)
    # The odds of the zone before it hold.
    assert outlook.of_row(state_of(either), key, row(either, key)).all_arrive is not None
    rolled(either, key, "66")
    assert pending.owed(state_of(either))[0].waiting
    rolled(either, key, "222")
    assert not pending.owed(state_of(either))


def test_a_question_may_be_taken_back_while_only_zones_without_dice_are_behind(plain: Campaign) -> None:
    key = to_tobruk(plain)
    act(sitting(plain, "allied"), pending.roll, key, DiceInput("typed", ""))
    assert row(plain, key)["leg"] == 2
    act(sitting(plain, "axis"), pending.recall, key)
    assert not pending.owed(state_of(plain))
