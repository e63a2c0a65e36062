"""A rule of a group's own that asks the other side: what may come between question and answer, and what pages say."""

import pytest

from navalassist.desk.logbook.correction_form import TYPED_FIELD
from navalassist.engine.rule import NOT_PLAYED
from navalassist.play.corrections.undo import give_up
from tests.desk.a_raid import SLUG, raided_mark, switched, taken_up
from tests.in_hand import InHand, words_of

RAID = {"raider": "austrian-boats", "base": "malta"}
OTHER = {"raider": "german-flotilla-1", "base": "malta"}

# A correction of the first raid, as its form sends it.
TYPED = {f"{TYPED_FIELD}{name}": key for name, key in RAID.items()}
MISTYPED = {"reason": "mistyped-die", "strip": "1", "note": "", **TYPED}


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch, war: InHand) -> InHand:
    """The demo of the Great War in which the rule is played."""
    return taken_up(monkeypatch, war)


def test_an_answer_that_something_else_has_overtaken_says_what_and_how_to_go_on(house: InHand) -> None:
    waiting = house.do(SLUG, "5", **RAID)
    other = house.do(SLUG, "3", **OTHER)
    house.sit("allied")
    address = f"waiting/{waiting.reference}/"
    asked = house.situation(SLUG, **RAID).there[0].key
    refused = house.send(address, choice=asked)
    assert refused.status_code == 409
    said = words_of(refused)
    assert "The answer can't stand, for something else was done since the question." in said
    assert f"it is there already, by entry {other.sequence}." in said
    assert "Take that back or correct it, and answer then, or give this up below." in said
    assert house.last() == other
    house.act(give_up, waiting, "no-need")


def test_while_it_waits_receipt_and_log_say_who_and_where(house: InHand) -> None:
    waiting = house.do(SLUG, "5", **RAID)
    assert "Raid to try: Torpedo Flotilla, Malta" in house.receipt(waiting)
    assert "Raid to try: Torpedo Flotilla, Malta" in house.words("log/")


def test_what_waits_is_corrected_once_it_is_answered_and_its_page_says_so(house: InHand) -> None:
    waiting = house.do(SLUG, "5", **RAID)
    page = house.text(f"log/{waiting.reference}/correct/")
    assert "It waits for an answer. Once it is answered, the answer can be corrected, and its dice with it." in page
    assert f'href="/c/{house.slug}/waiting/{waiting.reference}/"' in page
    house.sit("central")
    assert "Was a die mistyped? Answer first" in house.words(f"waiting/{waiting.reference}/")
    entry = house.answer(waiting, house.situation(SLUG, **RAID).there[0].key, seat="allied")
    house.correct(entry, "mistyped-die", strip="3")


def test_where_it_is_off_its_page_says_so_at_once_and_offers_nothing(house: InHand) -> None:
    assert "Carry it out" in house.words(f"do/{SLUG}/")
    switched(house, NOT_PLAYED)
    page = house.text(f"do/{SLUG}/")
    assert "Raids to try: this campaign does not play it; H-11 of the rulings is its switch." in page
    assert "Carry it out" not in page
    assert f'href="/c/{house.slug}/setup/rulings/"' in page


def test_a_mark_of_a_rule_that_is_off_is_unheeded(house: InHand) -> None:
    house.do(SLUG, "3", **RAID)
    assert house.refuse(SLUG, "3", **OTHER) == "It was raided already."
    switched(house, NOT_PLAYED)
    assert f"{raided_mark('malta')}.kind" in house.facts
    assert not house.situation(SLUG, **OTHER).raided


def test_a_second_raid_knows_that_the_first_waits(house: InHand) -> None:
    assert not house.situation(SLUG, **OTHER).waits
    house.do(SLUG, "5", **RAID)
    assert house.situation(SLUG, **OTHER).waits


def test_what_is_chosen_changes_what_others_list_and_nothing_open_is_a_mistake(house: InHand) -> None:
    page = house.post(f"do/{SLUG}/follow/", raider="austrian-boats", base="", submission="a").content.decode()
    assert page.index('value="malta"') < page.index('<optgroup label="others">') < page.index('value="kiel"')
    assert "choose of the list" not in page


def test_a_correction_names_who_had_read_what_it_changes_though_what_it_corrects_had_not_set_it(house: InHand) -> None:
    """At 1 the raider is lost: its fleet has sailed since."""
    entry = house.do(SLUG, "3", **RAID)
    sailed = house.do(
        "gw-mission", mission="general-engagement", area="ionian", fleets=("cattaro-flotilla",),
        against=("mediterranean-fleet",),
    )  # fmt: skip
    form = f"log/{entry.reference}/correct/"
    preview = words_of(house.send(form, f"{form}preview/", **MISTYPED))
    named = f"which had read what it changes, and stay as they are: entry {sailed.sequence}"
    assert named in preview
    corrected = house.correct(entry, "mistyped-die", strip="1")
    assert house.facts["squadron:austrian-boats.place"] == "lost"
    assert f"Look at these too: they had read what it changes entry {sailed.sequence}" in house.receipt(corrected)


def test_a_late_correction_does_not_say_that_a_mark_was_made_whose_time_is_over(house: InHand) -> None:
    entry = house.do(SLUG, "3", **RAID)
    house.until("allied/naval-operations")
    house.send(f"log/{entry.reference}/correct/", **MISTYPED)
    assert f"{raided_mark('malta')}.kind" not in house.facts
    said = house.receipt(house.last(kind="correction"))
    assert "Place of Torpedo Flotilla Cattaro Flotilla lost" in said
    assert "Raided: Malta no yes" not in said
