"""Late entry: what was rolled on paper is entered with its real time, in order, all of it or nothing."""

import re

import pytest
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.desk.problem import Problem
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.submissions import new_submission
from navalassist.systems.europa.pages.sheets.late import paper_row
from tests.in_hand import InHand, drawn
from tests.in_hand import words_of as words
from tests.promises.http import submit, tables
from tests.systems.europa.board import clear, put, rolled, typed
from tests.systems.europa.pages.test_sheets import HOME, WHEN, paper, send

__all__ = ["paper"]

# Late entry


def test_what_was_rolled_on_paper_is_entered_with_its_real_time(paper: InHand) -> None:
    """6 3 is a contact in column 9; 4 eliminates 3 REs, 2 one RE of 3, 1 returns 1 RE: 4 lost, 2 arrive, 1 back."""
    answer = send(paper, **{"contact-demo-1-2": "6 3", "lots-demo-1-2": "421"})
    assert answer.status_code == 302, words(answer)
    quiet, entry = Entry.objects.filter(procedure="cargo-contact").order_by("id")
    body = entry.record["body"]
    assert body["rolled_at"] == "2026-03-01T19:15:00Z"  # 20:15 on a clock one hour ahead of UTC
    assert (timezone.now() - entry.time).total_seconds() < 60
    assert "rolled_at" not in quiet.record["body"]
    assert body["dice"]["source"] == "typed"
    after = paper.state.row("shipment:demo-1")
    assert (str(after["res_lost"]), str(after["res_returned"]), str(after["res_afloat"])) == ("4", "1", "2")
    assert "4 SP, 4 NTs" in words(paper.client.get(answer["Location"]))
    assert "Thrown on paper (UTC) 19:15, 1 Mar 2026" in paper.words(f"log/{entry.reference}/")
    assert "thrown on paper at 19:15, 1 Mar 2026 UTC" in paper.words("log/")


def test_rows_are_entered_in_the_order_of_the_sheet_each_check_its_own_entry(paper: InHand) -> None:
    other = put(paper.campaign, typed("3 SP"))
    answer = send(paper, **{f"contact-{other}-2": "12", "contact-demo-1-2": "1 1"})
    assert answer.status_code == 302, words(answer)
    made = list(Entry.objects.filter(procedure="cargo-contact").order_by("id"))
    keys = [entry.record["body"]["situation"]["item"]["key"] for entry in made]
    assert keys == ["demo-1", "demo-1", other, other]
    assert len({entry.submission for entry in made}) == 1
    assert [paper.state.row(f"shipment:{key}")["state"] for key in ("demo-1", other)] == ["arrived", "arrived"]


@pytest.mark.parametrize(
    ("fields", "about", "said"),
    [
        ({"contact-demo-1-2": "6"}, "contact-demo-1-2", "Central Med: contact has 1 die, it takes 2."),
        ({"contact-demo-1-2": "68"}, "contact-demo-1-2", "Central Med: die 2 of “contact” is '8'"),
        ({"lots-demo-1-2": "4"}, "contact-demo-1-2", "Central Med: contact has no dice, it takes 2."),
        ({"contact-demo-1-2": "63", "lots-demo-1-2": "4x1"}, "lots-demo-1-2", "die 2 of “lots” is 'x'"),
        ({"contact-demo-1-2": "63", "lots-demo-1-2": "4"}, "lots-demo-1-2", "needed, for lot 2 (3 REs), lot 3 (1 RE)."),
        ({"contact-demo-1-2": "63", "lots-demo-1-2": "4211"}, "lots-demo-1-2", "too many dice under “lots”"),
        ({"contact-demo-1-2": "11", "lots-demo-1-2": "4"}, "lots-demo-1-2", "none without contact"),
        ({"contact-demo-1-1": "63"}, "contact-demo-1-1", "Tyrrhenian: no check is due there"),
        ({"contact-demo-1-2": "11", "contact-demo-1-7": "11"}, "contact-demo-1-7", "came no further"),
        ({"contact-demo-1-2": "11", "hour": ""}, "hour", "Time: say at what time"),
        ({"contact-demo-1-2": "11", "hour": "half past"}, "hour", "a time is written 20:15"),
        ({"contact-demo-1-2": "11", "day": "1 March"}, "day", "a date is written 2026-03-01"),
        ({"contact-demo-1-2": "11", "day": "2199-01-01"}, "hour", "still to come"),
        ({"contact-demo-1-2": "11", "day": "9999-12-31", "offset": "-720"}, "day", "the day on which"),
        ({"contact-demo-1-2": "11", "offset": "13"}, "offset", "Clock: choose one"),
        ({"contact-demo-1-2": "11", "hits": "many"}, "hits", "Hits on Malta: type a whole number from 0 to 15."),
        ({"contact-demo-1-2": "11", "hits": "1", "number": "3"}, "hits", "not both"),
        ({}, "", "Nothing is typed yet"),
    ],
)
def test_a_slip_names_the_row_and_the_die_and_nothing_is_entered_or_lost(
    paper: InHand, fields: dict[str, str], about: str, said: str
) -> None:
    first = put(paper.campaign, typed("3 SP"))
    before = tables()
    # A row that is right stands before or after the wrong one: all or nothing.
    right = {f"contact-{first}-2": "12"} if fields else {}
    answer = send(paper, **right | fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in words(answer)
    assert tables() == before
    for name, text in (right | fields).items():
        if name.endswith(("-1", "-7")) or name == "offset":
            continue
        assert re.search(rf'name="{name}"[^>]*value="{re.escape(text)}"', page), name
    for name in fields.keys() & {"contact-demo-1-1", "contact-demo-1-7"}:
        assert fields[name] in words(answer).partition("no longer waits to sail:")[2]
    if about and not about.endswith(("-1", "-7")):
        assert re.search(rf'name="{about}"[^>]*aria-invalid="true"', page)


def test_a_row_that_was_rolled_meanwhile_stops_everything_and_its_dice_are_shown(paper: InHand) -> None:
    other = put(paper.campaign, typed("3 SP"))
    rolled(paper.campaign, "row:demo-1", "11")
    count = Entry.objects.count()
    answer = drawn(send(paper, **{"contact-demo-1-2": "6 3", f"contact-{other}-2": "65"}), 409)
    assert "Typed for a row that no longer waits to sail: 6 3" in words(answer)
    assert 'value="65"' in answer
    assert Entry.objects.count() == count


def test_what_changed_since_the_page_was_drawn_is_a_conflict(paper: InHand) -> None:
    page = paper.text("late/")
    seen = re.search(r'name="seen" value="([^"]*)"', page)
    paper.set({"malta:status.number": 3})
    sent = {"submission": new_submission(), "seen": seen[1], "contact-demo-1-2": "11"} | WHEN
    answer = drawn(paper.client.post(f"{HOME}late/", sent), 409)
    assert paper.state.row("shipment:demo-1")["state"] == "planned"
    assert 'value="11"' in answer


def test_a_second_tap_enters_nothing_twice(paper: InHand) -> None:
    sent = {"submission": new_submission(), "seen": "", "contact-demo-1-2": "11"} | WHEN
    first = paper.client.post(f"{HOME}late/", sent)
    count = Entry.objects.count()
    assert first["Location"] == paper.client.post(f"{HOME}late/", sent)["Location"]
    assert Entry.objects.count() == count


def test_lots_that_hits_on_malta_have_made_needless_are_refused_with_the_column(paper: InHand) -> None:
    """The sheet says contact on 7 to 12; 3 hits less is column 6, on 9 to 12 and on a 3: a throw of 7 is none there."""
    told = paper.words("sheet/")
    assert "Each hit on Malta moves Axis cargo in the Central Med one column to the left" in told
    assert "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 11 and 12" in told
    answer = send(paper, hits="3", **{"contact-demo-1-2": "43", "lots-demo-1-2": "421"})
    assert answer.status_code == 422
    assert "there are none without contact; after 3 hits column 6: contact on 3, 9 to 12." in words(answer)


def test_hits_on_malta_come_before_the_dice(paper: InHand) -> None:
    """Malta 9 less 7 hits is 2: a throw of 1 1 makes no contact there, and the entry read the new number."""
    answer = send(paper, hits="7", **{"contact-demo-1-2": "11"})
    assert answer.status_code == 302, words(answer)
    assert paper.state.values["malta:status.number"] == 2
    bombed, *_, checked = Entry.objects.filter(kind="rule").order_by("id")
    assert bombed.procedure == "malta-bombed"
    assert ["malta:status.number", 2, bombed.reference] in checked.record["body"]["facts_read"]


def test_malta_s_number_alone_may_come_from_the_sheet_and_a_row_without_dice_is_ticked(paper: InHand) -> None:
    assert send(paper, number="4").status_code == 302
    assert paper.state.values["malta:status.number"] == 4
    key = put(paper.campaign, typed("3 RP", "naples cagliari"))
    assert f'name="sailed-{key}"' in paper.text("late/")
    assert send(paper, **{f"sailed-{key}": "yes", "hour": ""}).status_code == 302
    assert paper.state.row(f"shipment:{key}")["state"] == "arrived"


def test_a_correction_keeps_when_its_dice_were_thrown(paper: InHand) -> None:
    send(paper, **{"contact-demo-1-2": "6 3", "lots-demo-1-2": "421"})
    entry = Entry.objects.filter(dice="typed").get()
    submit(paper.client, f"{HOME}log/{entry.reference}/correct/", "correct/", reason="mistyped-die", strip="63 422")
    assert Entry.objects.get(kind="correction").record["body"]["rolled_at"] == "2026-03-01T19:15:00Z"


def test_what_began_the_step_at_sea_is_checked_where_it_is(paper: InHand) -> None:
    """33.A.2: stopped in the Central Med, its second leg, it is checked there again in exploitation."""
    clear(paper.campaign)
    key = put(paper.campaign, typed("4 SP", tyrrhenian={}, central_med={"stops": True}))
    for throws in ("11", "13"):
        assert send(paper, **{f"contact-{key}-2": throws}).status_code == 302
        assert paper.state.row(f"shipment:{key}")["state"] == "at-sea"
        assert f'name="contact-{key}-2"' not in paper.text("late/")
        paper.end_steps()
    made = [body_of(entry, frozenset({"public"})) for entry in Entry.objects.filter(dice="typed").order_by("id")]
    assert [body["situation"]["phase"] for body in made] == ["naval-movement", "exploitation"]
    assert all(body["situation"]["leg"]["zone"] == "central-med" for body in made)


def test_an_observer_enters_nothing(paper: InHand) -> None:
    paper.sit("observer")
    assert send(paper, **{"contact-demo-1-2": "11"}).status_code == 403
    assert paper.state.row("shipment:demo-1")["state"] == "planned"


def test_outside_the_naval_steps_the_form_says_when(paper: InHand) -> None:
    paper.end_steps(2)
    assert "Shipping sails in naval movement and naval exploitation." in paper.words("late/")


def test_boxes_of_many_lots_are_read_whole_and_too_many_signs_are_said() -> None:
    dice = " ".join("123456" * 5)
    row = paper_row({"contact-demo-1-2": "6 3", "lots-demo-1-2": dice}, "demo-1")
    assert row.dice[2].lots == dice
    with pytest.raises(Problem, match="at most 400 characters in one box, this has 401") as stop:
        paper_row({"lots-demo-1-2": "1" * 401}, "demo-1")
    assert stop.value.about == "lots-demo-1-2"
