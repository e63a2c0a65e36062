"""Lists of modifiers: typed and pasted in the editor, ticked on the form of a rule, told on its receipt."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.desk.charts.readers import tables_of
from navalassist.engine import REGISTER, Book, Provenance, odds
from navalassist.engine.forms import ticked_table
from navalassist.play.charts.known import Chart, chart_of
from navalassist.play.checks.odds import wrong_odds
from navalassist.play.storage.tables import shipped_texts
from navalassist.play.systems import SYSTEMS
from navalassist.systems.europa import setup
from tables import all_tables, parse
from tables.editing import as_typed, edited
from tables.lists import TypedModifier
from tests.desk.test_charts import GUNNERY, fields_of, posted, send
from tests.desk.test_packs import brought, sent, taken_out
from tests.in_hand import InHand, words_of
from tests.promises.archives import imported, whole
from tests.systems.storm_of_steel.rules.test_gw_contact import a_roll

PAGE, SLUG, RULE = "charts/italian-naval-interference/", "europa/33-interference", "italian-interference"
RED = "-1 the attempt is in the red sea; lost VPs are divided by 3"
NAVAL_CONTACT = "storm_of_steel/naval-contact"
WORDS = "The Italian fleet has radar"


def chart(table: InHand) -> Chart:
    return chart_of(table.state, SLUG)


def lines(table: InHand, *more: tuple[str, str, str, str]) -> dict[str, list[str]]:
    """The fields of the list as its page has them, with lines in place of those that wait.

    more: what each adds, its condition, its words, where it comes from.
    """
    drawn = fields_of(table.drawn(PAGE))
    names = [f"{name}-of-0" for name in ("value", "condition", "words", "origin")]
    columns = [drawn[name] for name in names]
    kept = [line for line in zip(*columns, strict=True) if any(line[:3])]
    return dict(zip(names, map(list, zip(*kept, *more, strict=True)), strict=True))


def with_radar(table: InHand, value: str = "-1") -> str:
    return send(table, PAGE, **lines(table, (value, "", WORDS, "house")))


def tick(table: InHand) -> str:
    """The key of the box."""
    (key,) = table.listed(RULE, "ticks")
    return key


@pytest.fixture
def allied(demo: InHand) -> InHand:
    """The Allied initial phase, in which the Italian fleet tries."""
    demo.until("allied/initial")
    return demo


@pytest.mark.rule("X.8")
def test_the_editor_has_a_line_for_each_modifier_and_lines_that_wait(demo: InHand) -> None:
    found = fields_of(demo.drawn(PAGE))
    assert found["value-of-0"] == ["-2", "-1", "-1", "+1", "+2", "", ""]
    assert found["condition-of-0"][:3] == ["earlier-disaster", "earlier-complete-failure", "red-sea"]
    assert "A Disaster at any earlier time" in demo.words(PAGE)


@pytest.mark.rule("X.8")
def test_a_line_of_words_is_asked_from_the_next_step_on_and_stands_on_the_receipt(allied: InHand) -> None:
    """A Success needs 5 or more: with -1 it is a 6 that does. The receipt of before says nothing of it."""
    before = allied.do(RULE, "3", sea="red-sea", seat="axis")
    assert "1 cell house, in play from the next step" in with_radar(allied)
    assert chart(allied).newest.modifiers[-1].cell.provenance is Provenance.HOUSE
    assert WORDS not in allied.words(f"do/{RULE}/?sea=eastern-med")
    allied.end_step()
    allied.until("allied/initial")
    page = allied.words(f"do/{RULE}/?sea=eastern-med")
    assert page.count(WORDS) == 2
    plain, ticked = (
        allied.figures(RULE, sea="eastern-med"),
        allied.figures(RULE, sea="eastern-med", ticks=[tick(allied)]),
    )
    assert sum(plain[key] for key in ("partial", "major")) > sum(ticked[key] for key in ("partial", "major"))
    assert WORDS not in allied.receipt(before)


def now(table: InHand) -> Entry:
    """An attempt with the box ticked, in a list that has it."""
    with_radar(table)
    return _again(table)


def _again(table: InHand) -> Entry:
    table.end_step()
    table.until("allied/initial")
    typed: dict[str, Any] = {"sea": "eastern-med", "ticks": [tick(table)], "dice": "typed", "strip": "5"}
    assert table.post(f"do/{RULE}/", submission="f" * 32, **typed).status_code == 302
    return table.last(kind="rule")


@pytest.mark.rule("X.8")
def test_what_was_ticked_is_kept_and_verified_with_the_version_of_the_list(allied: InHand) -> None:
    entry = now(allied)
    body = entry.record["body"]
    assert body["typed"]["ticks"] == body["situation"]["ticks"] == [tick(allied)]
    assert body["tables"][SLUG] == chart(allied).table.version
    receipt = allied.receipt(entry)
    assert f"{WORDS} yes − 1" in receipt
    allied.check()
    assert not wrong_odds(allied.campaign)
    assert imported(whole(allied.campaign)).report.sound


@pytest.mark.rule("X.8")
def test_a_correction_returns_the_ticks_though_the_list_has_changed_since(allied: InHand) -> None:
    entry = now(allied)
    send(allied, PAGE, **{name: values[:-1] for name, values in lines(allied).items()})
    allied.end_step()
    assert tick_gone(allied)
    page = allied.drawn(f"log/{entry.reference}/correct/")
    assert WORDS in page
    box = page[page.index('name="typed_ticks"') - 80 : page.index('name="typed_ticks"') + 200]
    assert "checked" in box


def tick_gone(table: InHand) -> bool:
    return not any(item.is_ticked for item in chart(table).table.modifiers)


def test_a_correction_takes_the_tick_off_and_reads_the_same_die(allied: InHand) -> None:
    entry = now(allied)
    sent = {"submission": "e" * 32, "reason": "typo", "note": "no radar", "typed_sea": "eastern-med"}
    assert allied.post(f"log/{entry.reference}/correct/", **sent).status_code == 302
    body = allied.last(kind="correction").record["body"]
    assert (body["typed"]["ticks"], body["situation"]["ticks"]) == ([], [])
    allied.check()


def test_a_tick_of_words_that_are_gone_is_refused_with_a_sentence(allied: InHand) -> None:
    now(allied)
    allied.end_step()
    allied.until("allied/initial")
    words = allied.tap(f"do/{RULE}/", 422, sea="eastern-med", ticks=["tick-nothing"], submission="d" * 32)
    assert "the list says something else by now" in words
    refused = allied.refuse(RULE, "4", sea="eastern-med", ticks=("tick-nothing",), seat="axis")
    assert refused.startswith("What was ticked stands in the list no more")


def test_faults_are_told_below_their_lines_and_nothing_typed_is_lost(demo: InHand) -> None:
    sent = lines(demo, ("<b>", "", WORDS, "house"), ("-1", "", "", "printed"))
    drawn = posted(demo, PAGE, **sent)
    words = words_of(drawn)
    assert 'Modifier 6: "<b>" is no number' in words
    assert "Modifier 7: Choose what the rule sees, or write in words what holds." in words
    assert 'value="&lt;b&gt;"' in drawn
    assert drawn.count("data-focus") == 1
    assert len(chart(demo).newest.modifiers) == 5


def test_a_line_is_taken_out_and_its_condition_adds_nothing_from_then_on(allied: InHand) -> None:
    sent = lines(allied)
    sent["condition-of-0"] = ["-" if key == "red-sea" else key for key in sent["condition-of-0"]]
    assert "1 modifier taken out" in send(allied, PAGE, **sent)
    allied.end_step()
    allied.until("allied/initial")
    look = allied.look(RULE, sea="red-sea")
    assert not look.no_odds
    red, eastern = (allied.figures(RULE, sea=sea) for sea in ("red-sea", "eastern-med"))
    assert (red["partial"], red["major"]) == (eastern["partial"], eastern["major"])
    assert '<option value="red-sea">' in allied.drawn(PAGE)


def test_modifiers_are_pasted_looked_at_and_put_in(demo: InHand) -> None:
    text = f"-3\tA Disaster at any earlier time.\n+1; {WORDS}\nnothing here\n" + RED
    look = words_of(posted(demo, PAGE, do="look", paste=text, **{"at-row": "0.list"}))
    assert "4 modifiers: 1 new, 1 say the same, 1 differ, 1 not understood." in look
    assert 'Line 3: "nothing here" has no number' in look
    put = posted(demo, PAGE, do="put", paste=text, stamp="house", **{"at-row": "0.list"})
    assert "3 modifiers stand in the form now" in words_of(put)
    demo.tap(PAGE, **{**fields_of(put), "do": "save"})
    assert [item.number for item in chart(demo).newest.modifiers] == [-3, -1, -1, 1, 2, 1]
    assert "at most 64,000 characters" in words_of(
        posted(demo, PAGE, do="look", paste="x" * 70_000, **{"at-row": "0.list"})
    )
    assert "nothing is there" in words_of(posted(demo, PAGE, do="look", paste=" ", **{"at-row": "0.list"}))
    assert "at most 40 modifiers" in words_of(
        posted(demo, PAGE, do="look", paste="+1 x\n" * 41, **{"at-row": "0.list"})
    )


def test_another_seat_reads_a_modifier_back(demo: InHand) -> None:
    with_radar(demo)
    row = chart(demo).newest.modifiers[-1].cell.row
    other = demo.at("allied")
    send(other, PAGE, do="read", **{"read-0": [row]})
    assert chart(demo).ticks == {row: "allied"}


def test_a_list_that_no_rule_asks_ticks_of_takes_what_the_rule_sees(demo: InHand) -> None:
    page = demo.drawn("charts/anti-shipping-table/")
    assert "value-of-0" in page
    assert 'placeholder="in words"' not in page


def test_half_a_list_is_refused(demo: InHand) -> None:
    sent = lines(demo)
    assert "did not come whole" in send(demo, PAGE, 422, **{**sent, "value-of-0": sent["value-of-0"][1:]})


def test_every_form_that_ticks_names_a_list_that_its_rule_reads_and_its_situation_keeps_the_ticks() -> None:
    found = 0
    for system in SYSTEMS.values():
        for slug, form in system.forms.items():
            if table := ticked_table(form):
                found += 1
                assert all_tables()[table].listed, slug
                assert table in tables_of(slug), slug
                assert "ticks" in REGISTER[slug].situation.model_fields, slug
    assert found >= 5


def test_a_shift_that_the_group_typed_moves_the_column_of_the_great_war() -> None:
    """Ratings are equal, so the column is 0; a mist of the group's own shifts it 2 to the left: column -2, where a
    1 and a 2 are no contact."""
    text = shipped_texts("storm_of_steel")[NAVAL_CONTACT]
    typed = as_typed(parse(text.encode(), "it"))
    mist = TypedModifier("-2", "", "Mist", Provenance.HOUSE)
    made = edited(text, replace(typed, modifiers=(*(typed.modifiers or ()), mist)))
    book = Book({**all_tables(), NAVAL_CONTACT: parse(made.text.encode(), "it")})
    plain, ticked = a_roll(), a_roll(ticks=(mist.key,))
    rule = REGISTER["gw-contact"]
    chances = [odds(rule, roll, book).chance(lambda made: made.result == "N") for roll in (plain, ticked)]
    assert chances == [Fraction(1, 6), Fraction(2, 6)]


@pytest.mark.rule("X.8")
def test_a_line_of_words_goes_into_another_campaign_with_a_chart_pack_and_is_asked_there(allied: InHand) -> None:
    with_radar(allied)
    pack = taken_out(allied)
    (chart_out,) = pack["charts"]
    assert {"text": "-1", "from": "house", "condition": None, "words": WORDS} in chart_out["modifiers"]
    other = InHand(setup.begin("Another table", malta=5, demo=True), "axis")
    other.until("allied/initial")
    look = sent(other, pack)
    assert "1 fill an unknown cell" not in words_of(look)
    brought(other, look, "chart-0")
    assert chart(other).newest.modifiers[-1].line.text == WORDS
    other.end_steps(1)
    other.until("allied/initial")
    assert WORDS in other.words(f"do/{RULE}/?sea=eastern-med")


def test_words_that_no_form_of_the_campaign_asks_for_stay_out_of_it(demo: InHand) -> None:
    """Nobody could tick them: the rule of the Naval Gunnery Table lists no words."""
    send(demo, GUNNERY, all="on")
    pack = taken_out(demo)
    pack["charts"][0]["modifiers"] = [{"text": "+1", "from": "house", "words": WORDS}]
    said = words_of(sent(demo, pack))
    assert f"Stays out: {WORDS}, “+1”: No form of this campaign asks for such words." in said
