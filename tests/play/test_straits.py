"""Knowledge, sealed plans, order books and pending damage as any rule system has them, in the straits."""

import io
import re
from collections.abc import Iterator

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.engine import Effect, Remove, Set
from navalassist.engine.knowledge import Knowledge
from navalassist.engine.learnt import Level
from navalassist.engine.orders import hash_of
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections import undo
from navalassist.play.corrections.correct import Correction, NotCorrectable, correct
from navalassist.play.corrections.undo import last_input
from navalassist.play.rules import order_books
from navalassist.play.rules.disclosure import show_rows
from navalassist.play.rules.order_books import BookRefused
from navalassist.play.storage.bodies import body_of
from navalassist.play.turns.beginning import starts
from navalassist.play.write.set_up import StillSetUp
from navalassist.play.write.writer import NotYours
from tests.in_hand import InHand, in_hand, viewer_of
from tests.promises.archives import LOG, files_of, whole
from tests.straits.rules import AIM, FIRE, LISTEN, SAIL, SEARCH
from tests.straits.state import Sailing, Water
from tests.straits.system import begin, install
from tools import verify_log


@pytest.fixture
def straits(monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[InHand]:
    install(monkeypatch.setitem)
    with in_hand(begin()) as table:
        yield table


def known(table: InHand, seat: str, about: str) -> list[object]:
    """Level, words and memory of what a seat knows, as it reads them itself."""
    state = states.load(table.slug)
    facts = viewer_of(table.campaign, seat).view(state.values, state.audiences)
    row = f"knowledge:{about}"
    return [facts.get(f"{row}.{name}") for name in ("level", "words", "memory")]


# Levels of knowledge


@pytest.mark.rule("X.4")
def test_a_search_teaches_the_searcher_in_general_or_in_full_and_nobody_else(straits: InHand) -> None:
    straits.until("south/watch-1/search")
    straits.do(SEARCH, "2", seat="south", side="south", force="n1")
    assert known(straits, "south", "south-straits-force-n1") == [None, None, None]
    straits.do(SEARCH, "3", seat="south", side="south", force="n1")
    seen = "seen in the west, 1901-06, Watch 1, Search: "
    assert known(straits, "south", "south-straits-force-n1") == [
        *("general", "2 warships, transports", [f"{seen}2 warships, transports"])
    ]
    taught = straits.do(SEARCH, "5", seat="south", side="south", force="n1")
    full = "North Heron (cruiser), North Plover (destroyer), North Barge (transport)"
    memory = [f"{seen}{full}", f"{seen}2 warships, transports"]
    assert known(straits, "south", "south-straits-force-n1") == ["full", full, memory]
    assert straits.facts["knowledge:south-straits-force-n1.by"] == taught.reference
    # A lesser sight takes nothing away.
    straits.do(SEARCH, "4", seat="south", side="south", force="n1")
    assert known(straits, "south", "south-straits-force-n1")[0] == "full"
    for seat in ("north", OBSERVER):
        assert known(straits, seat, "south-straits-force-n1") == [None, None, None]
    # Everybody reads that it was searched and how much was seen, and neither words nor cargo.
    for entry in Entry.objects.filter(campaign=straits.campaign, chain="public"):
        assert "Heron" not in entry.content
    assert "tanks" not in str(known(straits, "south", "south-straits-force-n1"))


@pytest.mark.rule("X.4")
def test_a_level_falls_back_with_its_segment_and_what_was_seen_stays_in_memory(straits: InHand) -> None:
    straits.until("south/watch-1/search")
    straits.do(SEARCH, "5", seat="south", side="south", force="n1")
    straits.until("south/watch-1/battle")
    assert known(straits, "south", "south-straits-force-n1")[0] == "full"
    straits.until("south/watch-2/search")
    level, words, memory = known(straits, "south", "south-straits-force-n1")
    assert (level, words, len(memory)) == ("nothing", "", 1)  # type: ignore[arg-type]
    # It fell back on the chain of the side that had learnt it.
    ended = straits.last(chain="south")
    assert body_of(ended, frozenset({"south"}))["act"] == "turn.ends"


@pytest.mark.rule("X.4")
def test_the_log_is_checked_against_what_the_force_held(straits: InHand) -> None:
    straits.until("south/watch-1/search")
    straits.do(SEARCH, "3", seat="south", side="south", force="n1")
    assert [str(fault) for fault in check_campaign(straits.campaign).faults] == []
    row = "knowledge:south-straits-force-n1"
    straits.forged = True
    with straits.writing("south") as writer:
        writer.edit("knowledge.learnt", [Set(f"{row}.words", "9 warships")], chain="south")
    faults = [str(fault) for fault in check_campaign(straits.campaign).faults]
    assert any("what is learnt is not what the force holds" in fault for fault in faults)


@pytest.mark.rule("X.4")
def test_a_corrected_search_teaches_what_it_should_have(straits: InHand) -> None:
    straits.until("south/watch-1/search")
    entry = straits.do(SEARCH, "2", seat="south", side="south", force="n1")
    straits.correct(entry, "mistyped-die", "5")
    assert known(straits, "south", "south-straits-force-n1")[0] == "full"


@pytest.mark.rule("X.4")
@pytest.mark.parametrize(("die", "level"), [("1", "general"), ("5", "full")])
def test_what_a_corrected_search_taught_holds_no_more(straits: InHand, die: str, level: str) -> None:
    """What was known before it does: 3 taught in general, the next search was typed as 5 and showed a 1."""
    straits.until("south/watch-1/search")
    straits.do(SEARCH, "3", seat="south", side="south", force="n1")
    entry = straits.do(SEARCH, "5", seat="south", side="south", force="n1")
    straits.correct(entry, "mistyped-die", die)
    assert known(straits, "south", "south-straits-force-n1")[0] == level
    straits.check()


@pytest.mark.rule("X.4")
def test_nobody_learns_by_a_late_correction(straits: InHand) -> None:
    straits.until("south/watch-1/search")
    entry = straits.do(SEARCH, "2", seat="south", side="south", force="n1")
    straits.end_step()
    with pytest.raises(NotCorrectable, match="its step is over"):
        straits.correct(entry, "mistyped-die", "5")
    assert known(straits, "south", "south-straits-force-n1")[0] is None


@pytest.mark.rule("X.4")
def test_a_search_leads_to_its_own_receipt_and_not_to_what_was_learnt(straits: InHand) -> None:
    straits.until("south/watch-1/search")
    south = straits.at("south")
    told = south.tap(f"do/{SEARCH}/?side=south&force=n1", side="south", force="n1", dice="typed", strip="5")
    assert "Receipt South" not in told
    assert re.match(r"Receipt \d+ ", told)


@pytest.mark.rule("X.4")
def test_a_rule_that_reads_the_contents_teaches_the_same_and_shows_no_more(straits: InHand) -> None:
    """Three ships are heard on 3 and less."""
    straits.until("south/watch-1/search")
    straits.do(LISTEN, "4", seat="south", side="south", force="n1")
    assert known(straits, "south", "south-straits-force-n1")[0] is None
    entry = straits.do(LISTEN, "3", seat="south", side="south", force="n1")
    assert known(straits, "south", "south-straits-force-n1")[:2] == ["general", "2 warships, transports"]
    assert entry.record["body"]["shown"] == {"side": "south", "force": "n1", "heard": True}
    assert "situation" not in body_of(entry, frozenset({"public", "south"}))
    # It looked through the ships of both sides for those of the force: its entry is the moderator's alone.
    corrected = straits.act(correct, entry, Correction("mistyped-die", strip="2"), seat=MODERATOR)
    assert straits.facts["knowledge:south-straits-force-n1.by"] in (entry.reference, corrected.reference)


# Sealed plans, and damage that waits


def battle(table: InHand, north: str, south: str) -> None:
    """Both aim, the second first."""
    table.until("north/watch-1/battle")
    entry = table.do(AIM, seat="north", side="north")
    entry = table.answer(entry, south, seat="south")
    assert body_of(entry, frozenset({"public"}))["waits_for"]["seat"] == "north"
    table.answer(entry, north, seat="north")


@pytest.mark.rule("X.9")
def test_damage_waits_for_the_end_of_the_step_so_that_both_fire_at_full_strength(straits: InHand) -> None:
    battle(straits, "rock=sand", "sand=rock")
    # Rock hits on 4 (8 / 2) and less, 1 twice; Sand on 3 (6 / 2).
    assert straits.figures(FIRE, fort="rock") == {"hit": pytest.approx(4 / 6), "hits": pytest.approx(5 / 6)}
    straits.do(FIRE, "1", seat="north", fort="rock")
    assert straits.facts["straits-fort:sand.hits"] == 0
    assert straits.facts["pending:straits-fort-sand-hits.amount"] == 2
    # Two boxes of Sand are hit, yet it fires with its 6 still.
    assert straits.figures(FIRE, fort="sand")["hit"] == pytest.approx(3 / 6)
    straits.do(FIRE, "3", seat="south", fort="sand")
    straits.end_step()
    assert [straits.facts[f"straits-fort:{fort}.hits"] for fort in ("rock", "sand")] == [1, 2]
    assert straits.rows("pending") == []
    ended = body_of(straits.last(chain="public"), frozenset({"public"}))
    told = {key: (before, after) for key, before, after in ended["changes"]}
    assert told["straits-fort:sand.hits"] == (0, 2)
    assert told["pending:straits-fort-sand-hits.lines"] == (["2 by the fire of Fort Rock"], None)


@pytest.mark.rule("X.9")
def test_damage_goes_no_further_than_the_last_box(straits: InHand) -> None:
    straits.set({"straits-fort:sand.hits": 2})
    battle(straits, "rock=sand", "sand=holds")
    straits.do(FIRE, "1", seat="north", fort="rock")
    straits.end_step()
    assert straits.facts["straits-fort:sand.hits"] == 3


@pytest.mark.rule("X.9")
def test_a_plan_needs_a_choice_in_each_line(straits: InHand) -> None:
    straits.until("north/watch-1/battle")
    entry = straits.do(AIM, seat="north", side="north")
    with pytest.raises(ValueError, match="Fort Sand fires at: choose one of Fort Rock, holds its fire"):
        straits.answer(entry, "sand=sand", seat="south")


# Order books


def order(table: InHand, side: str, key: str, force: str, water: Water) -> None:
    row = Sailing.new(key, side=side, turn=table.state.clock[0], force=force, water=water)
    table.edit(row, seat=side, chain=side)


def test_books_are_sealed_with_a_hash_and_opened_together(straits: InHand) -> None:
    order(straits, "north", "a", "n1", Water.EAST)
    straits.act(order_books.seal, "north", seat="north")
    book = "order-book:1901-06-north"
    assert straits.facts[f"{book}.text"] == ""
    with pytest.raises(BookRefused, match="once every side has sealed"):
        straits.act(order_books.open_both, seat="north")
    order(straits, "south", "b", "s1", Water.NARROWS)
    straits.act(order_books.seal, "south", seat="south")
    assert straits.state.audiences["straits-sailing:a"] == "north"
    # A seal stands: nobody takes it back.
    assert last_input(viewer_of(straits.campaign, "south")) is None
    straits.act(order_books.open_both, seat=MODERATOR)
    assert "straits-sailing:a" not in straits.state.audiences
    text = straits.facts[f"{book}.text"]
    assert hash_of(text) == straits.facts[f"{book}.hash"]
    assert '"water":"east"' in text
    assert last_input(viewer_of(straits.campaign, MODERATOR)) is None
    straits.do(SAIL, seat="north", order="a")
    assert straits.facts["straits-force:n1.water"] == "east"


def test_an_order_that_was_changed_after_its_seal_is_found(straits: InHand) -> None:
    order(straits, "north", "a", "n1", Water.EAST)
    for side in ("north", "south"):
        straits.act(order_books.seal, side, seat=side)
    straits.edit(Set("straits-sailing:a.water", "narrows"), seat="north", chain="north")
    with pytest.raises(BookRefused, match="not those that it sealed"):
        straits.act(order_books.open_both, seat=MODERATOR)
    straits.forged = True
    with straits.writing(MODERATOR) as writer:
        rows = [f"order-book:1901-06-{side}" for side in ("north", "south")]
        effects = [(Set(f"{row}.state", "opened"), Set(f"{row}.text", "{}")) for row in rows]
        writer.edit("orders.opened", [effect for of_row in effects for effect in of_row])
    assert any("its SHA-256 is another" in str(fault) for fault in check_campaign(straits.campaign).faults)


HASH = hash_of("{}")


def forged(straits: InHand, *forgeries: tuple[str, tuple[Effect, ...]], seat: str = MODERATOR) -> str:
    """What the check says of books that were sealed, and then of entries past every rule."""
    order(straits, "north", "a", "n1", Water.EAST)
    for side in ("north", "south"):
        straits.act(order_books.seal, side, seat=side)
    straits.forged = True
    for act, effects in forgeries:
        with straits.writing(seat) as writer:
            writer.edit(act, effects)
    return " ".join(map(str, check_campaign(straits.campaign).faults))


NORTH, SOUTH = "order-book:1901-06-north", "order-book:1901-06-south"


@pytest.mark.parametrize(
    ("effects", "says"),
    [
        ((Set(f"{NORTH}.hash", HASH),), "does more with an order book than to open it"),
        ((Set(f"{NORTH}.state", "opened"),), "the books of all sides in one turn together"),
        ((Set(f"{NORTH}.state", "opened"), Set(f"{SOUTH}.state", "opened")), "opened without its text"),
        ((Remove(NORTH),), "does more with an order book than to open it"),
    ],
)
def test_books_are_opened_by_their_texts_together_and_not_otherwise(straits: InHand, effects, says: str) -> None:
    assert says in forged(straits, ("orders.opened", effects))


def test_an_order_that_was_slipped_in_after_the_seal_is_found(straits: InHand) -> None:
    order(straits, "north", "a", "n1", Water.EAST)
    for side in ("north", "south"):
        straits.act(order_books.seal, side, seat=side)
    straits.forged = True
    later = Sailing.new("b", side="north", turn=straits.state.clock[0], force="n2", water=Water.NARROWS)
    straits.edit(later, seat="north", chain="north")
    with straits.writing(MODERATOR) as writer:
        effects: list[Effect] = []
        for side in ("north", "south"):
            text = straits.facts[f"order-seal:1901-06-{side}.text"]
            row = f"order-book:1901-06-{side}"
            effects += [Set(f"{row}.state", "opened"), Set(f"{row}.text", text)]
        show_rows(writer, ["straits-sailing:a", "straits-sailing:b"])
        writer.edit("orders.opened", effects)
    faults = " ".join(map(str, check_campaign(straits.campaign).faults))
    assert "straits-sailing:b is an order of" in faults


@pytest.mark.rule("X.4")
@pytest.mark.parametrize("act", ["test", "knowledge.learnt"])
def test_what_no_rule_taught_is_found(straits: InHand, act: str) -> None:
    straits.forged = True
    straits.end_step()
    row = Knowledge(
        key="south-straits-force-n1", side="south", about="straits-force:n1", level=Level.FULL, words="nine battleships"
    )
    straits.edit(row.made(), act=act, seat="south", chain="south")
    said = " ".join(map(str, check_campaign(straits.campaign).faults))
    assert re.search("no rule taught it|no rule before it taught anybody", said)


def test_sealed_books_of_a_turn_that_is_over_are_opened_all_the_same(straits: InHand) -> None:
    order(straits, "north", "a", "n1", Water.EAST)
    for side in ("north", "south"):
        straits.act(order_books.seal, side, seat=side)
    turn = straits.state.clock[0]
    while straits.state.clock[0] == turn:
        straits.end_step()
    assert "Jun 1901" in straits.words("orders/") or "1901-06" in straits.words("orders/")
    straits.act(order_books.open_both, seat=MODERATOR)
    assert straits.facts["order-book:1901-06-north.state"] == "opened"


def test_no_rule_changes_an_order_of_a_sealed_book(straits: InHand) -> None:
    order(straits, "north", "a", "n1", Water.EAST)
    straits.act(order_books.seal, "north", seat="north")
    assert "its orders stand until it is open" in straits.refuse(SAIL, seat="north", order="a")
    assert straits.facts["straits-sailing:a.water"] == "east"


def test_an_order_whose_force_is_gone_is_a_fault_of_the_book(straits: InHand) -> None:
    order(straits, "north", "a", "n2", Water.EAST)
    straits.edit(Remove("straits-force:n2"), seat="north")
    assert "no force n2" in straits.at("north").words("orders/")
    with pytest.raises(BookRefused, match="Strike out the order"):
        straits.act(order_books.seal, "north", seat="north")


def test_ones_own_input_is_taken_back_past_the_seal_of_the_other_side(straits: InHand) -> None:
    order(straits, "south", "b", "s1", Water.NARROWS)
    straits.at_table = False
    straits.act(order_books.seal, "north", seat="north")
    last = last_input(viewer_of(straits.campaign, "south", at_table=False))
    assert last is not None
    assert last.chain == "south"


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, db: None) -> Iterator[InHand]:
    """Set up, and begun by a tap of the south; each seat at a device of its own."""
    install(monkeypatch.setitem)
    with in_hand(begin(set_up=True)) as table:
        table.at_table = False
        table.act(starts, seat="south")
        yield table


def checks_say(table: InHand, said: str) -> list[bool]:
    """Of each fault that the check here finds, and the one that is given out alone, whether it says so."""
    table.forged = True
    checker = verify_log.Checker(io.BytesIO(files_of(whole(table.campaign))[LOG]))
    checker.run()
    faults = [*map(str, check_campaign(table.campaign).faults), *(what for _, what in checker.faults)]
    return [said in fault for fault in faults]


def test_that_the_campaign_begins_is_not_taken_back_past_the_seal_of_the_other_side(
    begun: InHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    starting = last_input(viewer_of(begun.campaign, "south", at_table=False))
    assert starting is not None
    begun.act(order_books.seal, "north", seat="north")
    assert last_input(viewer_of(begun.campaign, "south", at_table=False)) is None
    order(begun, "south", "b", "s1", Water.NARROWS)
    begun.take_back("south")
    assert last_input(viewer_of(begun.campaign, "south", at_table=False)) is None
    monkeypatch.setattr(undo, "last_input", lambda viewer: starting)
    begun.act(undo.undo, starting.reference, seat="south")
    said = "it says otherwise than by its beginning whether the campaign is being set up"
    assert checks_say(begun, said) == [True, True]


def test_a_book_that_was_sealed_in_a_set_up_is_found(begun: InHand, monkeypatch: pytest.MonkeyPatch) -> None:
    begun.take_back("south")
    with pytest.raises(StillSetUp):
        begun.act(order_books.seal, "north", seat="north")
    monkeypatch.setattr(order_books, "check_begun", lambda values: None)
    begun.act(order_books.seal, "north", seat="north")
    assert checks_say(begun, "it was carried out while the campaign was being set up") == [True, True]


def test_a_book_with_something_wrong_is_not_sealed_and_one_seals_for_oneself(straits: InHand) -> None:
    order(straits, "north", "a", "n1", Water.WEST)
    with pytest.raises(BookRefused, match="Force 1 is in the west already"):
        straits.act(order_books.seal, "north", seat="north")
    straits.at_table = False
    with pytest.raises(NotYours):
        straits.act(order_books.seal, "north", seat="south")


def test_a_switch_opens_both_as_soon_as_both_are_sealed(straits: InHand) -> None:
    straits.act(order_books.switch, True, seat=MODERATOR)
    order(straits, "north", "a", "n1", Water.EAST)
    # Each on a tablet of its own: the second seal opens what the other side has written, too.
    straits.at_table = False
    for side in ("south", "north"):
        straits.act(order_books.seal, side, seat=side)
    assert {straits.facts[f"order-book:1901-06-{side}.state"] for side in ("north", "south")} == {"opened"}
