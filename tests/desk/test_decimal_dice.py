"""Dice of ten on the pages: typed, thrown by the server, shown as they lie on the table, corrected, and proved."""

import io
import re
from fractions import Fraction
from typing import Any

import pytest

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR
from navalassist.cli.rule import Wrong, as_json, book_of, case_of, run_of, run_text
from navalassist.desk.pads import Pad, pad_of
from navalassist.desk.rules.waiting import dice_asked
from navalassist.play.dice.server import face
from tests.desk.log_pages import main, sent, text
from tests.in_hand import InHand
from tests.mini.decimal import PROCEDURE, SLUG, TABLE, ranging
from tests.mini.system import drop, mend, seat
from tools import verify_log

__all__ = ["ranging"]
DO = f"do/{SLUG}/"


def faces(entry: Entry) -> list[Any]:
    return [(answer["dice"], answer["faces"]) for answer in entry.record["body"]["answers"] if "faces" in answer]


def dice_on(page: str) -> list[str]:
    """What the dice of a receipt show, in order, those that are large first."""
    return re.findall(r'<svg class="die[^>]*aria-label="die (\d+)', page)


def proved(table: InHand) -> verify_log.Checker:
    checker = verify_log.Checker(io.BytesIO("\n".join(lines(table.campaign, frozenset({"public"}))).encode()))
    checker.run()
    assert checker.faults == []
    return checker


# Typed


@pytest.mark.parametrize(
    ("zone", "strip", "recorded", "said"),
    [
        ("inner", "0 65", [("1d10", [10]), ("1d100", [65])], "Range 6 5 65, near typed"),
        ("inner", "700", [("1d10", [7]), ("1d100", [100])], "Range 0 0 100, near typed"),
        ("inner", "1/70/66", [("1d10", [1]), ("1d100", [70]), ("2d6", [6, 6])], "Range 7 0 70, close typed"),
        ("outer", "9 65", [("1d10", [9]), ("1d100", [65])], "Range 6 5 65 + 5 = 70, near typed"),
        ("outer", "9 00 1 2", [("1d10", [9]), ("1d100", [100]), ("2d6", [1, 2])], "Range 0 0 100, close typed"),
        ("inner", "4 01", [("1d10", [4]), ("1d100", [1])], "Range 0 1 1, far typed"),
    ],
)
def test_a_strip_is_typed_as_the_dice_lie_and_the_receipt_shows_it(
    ranging: InHand, zone: str, strip: str, recorded: list[Any], said: str
) -> None:
    address = sent(ranging, DO, zone=zone, dice="typed", strip=strip)
    assert faces(ranging.last()) == recorded
    page = ranging.text(address)
    dice = [sign for sign in strip if sign.isdigit()]
    assert dice_on(page)[: len(dice)] == dice
    assert said in text(page)
    assert f"{dice[0]}, then {' '.join(dice[1:])}" in main(ranging, "log/")


@pytest.mark.parametrize(
    ("strip", "sentence"),
    [
        ("0 70 0 6", "Dice: die 4 has faces 1 to 6; '0' is none of them."),
        ("0 70 6 9", "Dice: die 5 has faces 1 to 6; '9' is none of them."),
        ("0 7x", "Dice: die 3 has faces 0 to 9; 'x' is none of them."),
        ("0 7", "1 more D10 is needed, read as tens and ones, for range."),
        ("", "1 more D10 is needed, for hour."),
        ("0 70", "2 more dice are needed, for hits."),
        ("0 65 6", "Dice: 1 die too many: 3 are needed."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_die_and_nothing_is_written(
    ranging: InHand, strip: str, sentence: str
) -> None:
    before = Entry.objects.count()
    page = sent(ranging, DO, 422, zone="inner", dice="typed", strip=strip)
    assert sentence in text(page)
    assert f'value="{strip}"' in page
    assert Entry.objects.count() == before


def test_a_look_at_the_form_takes_digits_and_no_other_sign(ranging: InHand) -> None:
    look = f"{DO}look/"
    assert "strip_error" not in sent(ranging, look, 200, zone="inner", dice="typed", strip="0 79")
    letter = sent(ranging, look, 422, zone="inner", dice="typed", strip="0x")
    assert "Dice: a die has faces 0 to 9; 'x' is none of them." in text(letter)
    weather = sent(ranging, "do/mini-weather/look/", 422, zone="inner", dice="typed", strip="0")
    assert "Dice: a die has faces 1 to 6; '0' is none of them." in text(weather)


# The strip and the pad


def test_the_form_says_what_its_strip_takes_and_begins_with_the_first_die(ranging: InHand) -> None:
    page = ranging.text(f"{DO}?zone=inner")
    assert "1d10, then d100, 2d6 if it is close" in text(page)
    assert 'inputmode="numeric" pattern="[0-9 ,;+\\/\\-]*"' in page
    assert "The 0 of a D10 is ten; a d100 is tens, then ones, and 00 is a hundred." in text(page)
    assert re.findall(r'data-face="(\w+)"', page) == [*"1234567890", "back"]
    assert 'data-next="0"' in page
    assert '<output class="small">D10</output>' in page
    other = ranging.text("do/mini-weather/?zone=inner")
    assert 'pattern="[1-6 ,;+\\/\\-]*"' in other
    assert re.findall(r'data-face="(\w+)"', other) == [*"123456", "back"]
    assert "data-next" not in other
    assert "D10" not in other


def test_a_pad_says_a_sign_for_each_digit_of_what_is_asked_first() -> None:
    assert [pad_of(PROCEDURE, first).next for first in ("", "1d10", "1d100", "2d6", "2 x 1d100")] == [
        "",
        "0",
        "TO",
        "66",
        "TOTO",
    ]
    assert (pad_of(PROCEDURE, "1d100").first, pad_of(PROCEDURE, "2d6").first, Pad().first) == ("tens", "", "")


def test_a_rule_that_waits_asks_for_its_next_die_by_its_pad(ranging: InHand) -> None:
    body = {"procedure": SLUG, "waits_for": {"key": "range", "kind": "roll", "dice": "1d100"}}
    pad = dice_asked(ranging.state, body | {"dice": {"source": "typed"}}).pad
    assert pad == Pad(True, "TO")


def test_thrown_is_thrown_where_the_cell_is_not_known_and_the_rest_is_typed_after_the_answer(ranging: InHand) -> None:
    ranging.sit(MODERATOR)
    entry = ranging.do(SLUG, "0 70", zone="outer")
    address = f"waiting/{entry.reference}/"
    page = ranging.text(address)
    assert "row 75, column haze is not known" in page
    assert 'pattern="[0-9 ,;+\\/\\-]*"' in page
    assert re.findall(r'data-face="(\w+)"', page) == [*"1234567890", "back"]
    assert "The 0 of a D10 is ten" in page
    assert "a die has faces 1 to 6; '0' is none of them" in text(
        sent(ranging, address, 422, choice="close", strip="6 0")
    )
    sent(ranging, address, choice="close", strip="6 1")
    assert faces(ranging.last()) == [("1d10", [10]), ("1d100", [70]), ("2d6", [6, 1])]
    assert "its dice 0 7 0 are read again; typed: 6 1" in ranging.receipt(ranging.last())


def test_dice_that_were_given_up_lie_ready_as_they_lie(ranging: InHand) -> None:
    entry = ranging.do(SLUG, "0 70", zone="outer")
    drop(seat(ranging.campaign), entry)
    page = ranging.text(f"{DO}?zone=outer")
    assert dice_on(page) == ["0", "7", "0"]
    # Which die comes after those nobody knows.
    assert 'data-next=""' in page
    assert faces(ranging.do(SLUG, zone="outer")) == faces(entry)


# Odds


def test_odds_are_a_hundred_equal_throws(ranging: InHand) -> None:
    assert ranging.figures(SLUG, zone="inner") == {"near": Fraction(40, 100)}
    assert "near or close 40 % 2/5" in main(ranging, f"{DO}?zone=inner")


# Corrections


def test_a_mistyped_ones_is_corrected_and_what_it_was_stands_in_the_log(ranging: InHand) -> None:
    first = ranging.do(SLUG, "3 71", zone="inner")
    form = ranging.text(f"log/{first.reference}/correct/")
    assert 'data-next="0"' in form
    assert dice_on(form)[:3] == ["3", "7", "1"]
    typed = {"reason": "mistyped-die", "note": "", "typed_zone": "inner"}
    refused = sent(ranging, f"log/{first.reference}/correct/", 422, **typed, strip="3 7")
    assert "1 more D10 is needed, read as tens and ones, for range" in text(refused)
    assert "close" in text(sent(ranging, f"log/{first.reference}/correct/preview/", 200, **typed, strip="3 70 1 2"))
    sent(ranging, f"log/{first.reference}/correct/", **typed, strip="3 70 1 2")
    made = ranging.last(kind="correction")
    assert faces(made) == [("1d10", [3]), ("1d100", [70]), ("2d6", [1, 2])]
    assert ranging.facts["zone:inner.hits"] == 6


def test_another_zone_reads_the_same_dice_and_says_so_as_they_lie(ranging: InHand) -> None:
    first = ranging.do(SLUG, "0 62", zone="inner")
    again = mend(seat(ranging.campaign), first, situation={"zone": "outer"})
    assert faces(again) == faces(first)
    assert "same dice" in ranging.receipt(again)
    third = mend(seat(ranging.campaign), again, reason="mistyped-die", strip="0 00 6 6")
    page = ranging.receipt(third)
    assert "0 0 0" in page


# The server's


def test_the_servers_dice_are_proved_by_the_receipt_the_check_and_the_tool_alone(ranging: InHand) -> None:
    made = [ranging.do(SLUG, zone="inner") for _ in range(40)]
    near = next(entry for entry in made if len(faces(entry)) == 2)
    thrown = [number for entry in made for dice, shown in faces(entry) for number in shown if dice == "1d100"]
    assert all(1 <= number <= 100 for number in thrown)
    assert len(set(thrown)) > 20
    while ranging.state.clock[0] == "0001":
        ranging.end_step()
    number = sum(len(shown) for entry in made for _, shown in faces(entry))
    assert "2 of 2 faces recomputed just now: as recorded" in ranging.receipt(near)
    ranging.check()
    assert proved(ranging).dice == number


@pytest.mark.parametrize("sides", [10, 100])
def test_the_tool_makes_the_very_faces_of_the_server(sides: int) -> None:
    for index in range(200):
        ours = face(bytes(range(32)), "c", "public/7", SLUG, "range", index, sides, "n")
        assert verify_log.face(bytes(range(32)), "c", "public", 7, SLUG, "range", index, sides, "n") == ours


def test_a_command_reads_a_strip_and_says_what_lies(ranging: InHand) -> None:
    case = case_of(PROCEDURE, '{"zone": "inner"}', book_of(PROCEDURE, as_json({"tables": {"mini/range": TABLE}})), {})
    told = run_text(case, run_of(case, "0 65")).splitlines()
    assert [line.strip() for line in told if "dice:" in line] == ["dice: 0", "dice: 6 5"]
    with pytest.raises(Wrong, match="--dice: die 2 has faces 0 to 9; 'x' is none of them"):
        run_of(case, "0x")
