"""The shared fragments: what numbers, sides, terms, dice and tables look like on a page."""

import re
from fractions import Fraction

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils.safestring import mark_safe

from navalassist.desk import grids
from navalassist.desk.problem import Problem
from navalassist.desk.templatetags import parts
from navalassist.engine import Provenance, Refusal, Term
from tables import RuleTable, all_tables, parse
from tests.as_read import as_read
from tests.in_hand import words_of as words

HOSTILE = '"><script>alert(1)</script>{{ x }}'


def draw(name: str, **context: object) -> str:
    return as_read(render_to_string(f"parts/{name}.html", context))


@pytest.fixture
def anti_shipping() -> RuleTable:
    return all_tables()["europa/33-anti-shipping"]


# Numbers


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 1000), "under 1 %"),
        (Fraction(1, 100), "1 %"),
        (Fraction(1, 8), "13 %"),
        (Fraction(21, 36), "58 %"),
        (Fraction(99, 100), "99 %"),
        (Fraction(995, 1000), "over 99 %"),
        (Fraction(1), "100 %"),
        ("21/36", "58 %"),
    ],
)
def test_a_chance_is_whole_percent_and_never_falsely_certain(chance: Fraction | str, text: str) -> None:
    assert parts.percent(chance) == text


def test_an_exact_fraction_is_shown_only_where_it_is_short_and_a_term_that_does_not_apply_in_brackets() -> None:
    assert parts.exact(Fraction(5, 9999), 36) == "5/9999"
    assert parts.exact(Fraction(129646055, 859963392), 36) == ""
    assert parts.signed(9) == "+ 9"
    assert parts.signed(-5) == "− 5"
    assert parts.signed(-5, False) == "(− 5)"
    assert parts.signed(0, False) == "(0)"
    assert parts.plain(-4) == "−4"


@pytest.mark.parametrize(
    ("value", "over", "text"),
    [(Fraction(7, 12), 36, "21/36"), (Fraction(7, 12), 0, "7/12"), (Fraction(203, 72), 36, "203/72"), (1, 36, "36/36")],
)
def test_the_exact_fraction_keeps_the_dice_as_denominator_where_it_can(
    value: Fraction | int, over: int, text: str
) -> None:
    assert parts.fraction(value, over) == text
    assert parts.exact(value, over or "") == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(203, 72), "2.8"), (Fraction(1, 4), "0.3"), (0, "0.0"), (Fraction(1, 50), "under 0.1"), (-1, "−1.0")],
)
def test_an_expectation_has_one_digit(value: Fraction | int, text: str) -> None:
    assert parts.decimal(value) == text


# Sides and dice


@pytest.mark.parametrize(
    ("side", "text"), [("axis", "■ Axis"), ("allied", "● Allied"), ("vichy", "◇ Vichy"), ("neutral", "○ Neutral")]
)
def test_a_side_has_a_shape_and_a_word(side: str, text: str) -> None:
    assert words(draw("_tag", side=side)) == text


def test_an_unknown_side_is_still_a_word_and_no_side_is_nothing() -> None:
    assert words(draw("_tag", side="soviet")) == "Soviet"
    assert words(draw("_tag", side="allied", text="Allied seat")) == "● Allied seat"
    assert draw("_tag", side="") == ""


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_as_many_dots_as_its_face_says(face: int) -> None:
    html = draw("_die", face=face, size="sm")
    assert html.count("<circle") == face
    assert f'aria-label="die {face}"' in html


def test_a_die_with_more_than_six_faces_shows_a_number_and_a_typed_die_says_so() -> None:
    html = draw("_die", face=17, typed=True)
    assert "<circle" not in html
    assert words(html) == "17"
    assert 'aria-label="die 17, typed"' in html


# Terms, odds, distributions


def test_the_table_of_terms_lists_what_applied_and_what_did_not() -> None:
    terms = [
        Term("33.B.1.a", "Malta's number", 9, facts=("malta:status.number",)),
        Term("33.D", "Empty transport that sails alone", -5, applies=False, ruling="R-02"),
    ]
    links = {"malta:status.number": ("/c/x/log/public/142/", "entry 142")}
    html = draw("_terms", terms=terms, total=9, total_text="Final status", total_rule="R-02", links=links)
    assert "Malta's number entry 142 yes + 9 33.B.1.a" in words(html)
    assert "Empty transport that sails alone no (− 5) 33.D R-02" in words(html)
    assert "Final status 9 R-02" in words(html)
    assert 'href="/c/x/log/public/142/"' in html
    assert 'href="/rulings/#R-02"' in html


def test_recorded_terms_draw_like_live_ones_no_terms_say_so_and_an_entry_of_two_facts_is_linked_once() -> None:
    record = {"rule": "33.D", "text": "Empty", "value": -5, "applies": True, "ruling": None, "facts": ["a:b.c"]}
    assert "Empty yes − 5 33.D" in words(draw("_terms", terms=[record]))
    assert "No terms" in words(draw("_terms", terms=[], total=0))
    assert "<tfoot>" not in draw("_terms", terms=[record])
    term = Term("33.D", "Text", 1, facts=("a:b.c", "a:b.d", "a:b.e"))
    link = ("/x/", "entry 3")
    assert parts.entries_of(term, {"a:b.c": link, "a:b.d": link}) == [link]


def test_odds_stand_large_with_the_exact_number_below() -> None:
    assert words(draw("_odds", label="All arrive", value=Fraction(15, 36), over=36)) == "All arrive 42 % 15/36"
    loss = draw("_odds", label="Expected loss", value=Fraction(203, 72), unit="RE")
    assert words(loss) == "Expected loss 2.8 RE 203/72"


def test_a_distribution_has_words_beside_each_bar() -> None:
    rows = [("none", Fraction(1, 2), True), ("1 RE", Fraction(1, 2000)), ("2 RE", Fraction(0))]
    html = draw("_hist", rows=rows, head_text="REs lost", over=36)
    assert '<rect class="good" width="200"' in html
    assert '<rect width="1"' in html
    assert '<rect width="0"' in html
    assert "<title>none: 18/36, 50 %</title>" in html
    assert "1 RE under 1 %" in words(html)
    assert parts.bars([]) == []


# Errors, refusals, pages


def test_what_was_not_done_is_said_in_one_way_and_each_mistake_leads_to_its_field() -> None:
    dice = {"text": "Dice: 7 is no face.", "id": "strip"}
    html = draw("_problem", errors=[dice])
    assert words(html) == "Nothing was done. Dice: 7 is no face."
    assert 'href="#strip"' in html
    assert "data-focus" in html
    assert "data-focus" not in draw("_problem", errors=[dice], still=True)
    problem = Problem(422, "On: write a number.", rule="33.B", others=[("id_to", "To: choose a port.")])
    assert words(draw("_problem", problem=problem)) == (
        "Nothing was done. 2 things to mend: On: write a number. 33.B To: choose a port."
    )
    html = draw("_problem", problem=problem, field="id_on", errors=[dice])
    assert [re.search(f'href="#{place}"', html) is not None for place in ("id_on", "id_to", "strip")] == [True] * 3
    assert draw("_problem", problem=Problem(422, "", more=True)).count("Nothing was done.") == 0
    assert words(draw("_problem")) == ""


def test_a_refusal_gives_reason_and_paragraph_and_the_pager_the_ways_there_are() -> None:
    html = draw("_refusal", refusal=Refusal("It sails in the Allied player turn.", "33.A.4"))
    assert words(html) == "Can't be done: It sails in the Allied player turn. 33.A.4"
    assert draw("_refusal", refusal=None) == ""
    html = draw("_pager", older="?before=80", older_text="Older: entries 31 to 80")
    assert 'href="?before=80"' in html
    assert "Newer" not in html
    assert draw("_pager") == ""


@pytest.mark.promise("P33")
def test_hostile_text_is_inert_in_every_part(anti_shipping: RuleTable) -> None:
    term = {"rule": HOSTILE, "text": HOSTILE, "value": 1, "applies": True, "ruling": None, "facts": ["f"]}
    drawn = [
        draw("_terms", terms=[term], links={"f": (HOSTILE, HOSTILE)}, total=1, total_text=HOSTILE),
        draw("_hist", rows=[(HOSTILE, 1)], head_text=HOSTILE),
        draw("_odds", label=HOSTILE, value=1, unit=HOSTILE),
        draw("_problem", errors=[{"text": HOSTILE, "id": HOSTILE}]),
        draw("_refusal", refusal=Refusal(HOSTILE, HOSTILE)),
        draw("_tag", side=HOSTILE),
        draw("_message", message={"text": HOSTILE, "word": HOSTILE}),
        draw("_pager", older=HOSTILE, older_text=HOSTILE),
        draw("_grid", table=anti_shipping, hits={"r9c9": HOSTILE}),
        str(parts.with_links(HOSTILE + " R-02")),
    ]
    for html in drawn:
        assert "<script" not in html.lower()
        assert "alert(1)" in html


# The title block


def head() -> dict[str, object]:
    return {
        "campaign": {"name": "Mediterranean 1941", "slug": "med"},
        "turn": "Mar I 41",
        "player_turn": "axis",
        "step": "Naval movement",
        "tap": {"text": "the Allied seat rolls contact", "side": "allied"},
        "vp": "Axis 0 · Allied 3",
        "log_head": "4M8C-T1ZE-90QK",
        "seat": "axis",
        "seats": [("axis", "Axis", "■", True), ("allied", "Allied", "●", False)],
        "seat_url": "/c/med/seat/",
    }


def page(**context: object) -> str:
    return as_read(render_to_string("base.html", context, request=RequestFactory().get("/c/med/")))


def test_the_title_block_tells_turn_step_tap_points_and_log_head_and_its_seat_is_switched_by_post_only() -> None:
    html = page(head=head(), here="board")
    text = words(html)
    for part in ("Turn Mar I 41", "Player turn ■ Axis", "Step Naval movement", "Log head 4M8C-T1ZE-90QK"):
        assert part in text
    assert '<a href="/c/med/board/" aria-current="page">Convoy board</a>' in html
    assert "Nothing due. ● Allied may act, or end the step" in text
    assert '<a href="/c/med/#step">' in html
    html = page(head=head())
    form = re.search(r'<form class="seat".*?</form>', html, re.DOTALL)
    assert 'method="post" action="/c/med/seat/"' in form[0]
    assert "csrfmiddlewaretoken" in form[0]
    assert '<button name="seat" value="axis" class="side-axis" aria-current="true">' in form[0]
    assert '<input type="hidden" name="next" value="/c/med/">' in form[0]


def test_a_page_without_a_campaign_has_no_boxes_and_no_seats() -> None:
    html = page(here="rulings")
    assert 'class="boxes"' not in html
    assert 'class="seat"' not in html
    assert '<a href="/rulings/" aria-current="page">' in html


@pytest.mark.promise("P34")
def test_the_base_page_has_no_inline_script_style_or_handler() -> None:
    html = page(head=head(), messages=[{"text": "Saved."}])
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*\ssrc=)", html)
    assert "Saved." in html


# Rule tables


def test_a_grid_names_each_cell_and_marks_a_reading_in_its_cell_row_and_column(anti_shipping: RuleTable) -> None:
    html = draw("_grid", table=anti_shipping)
    assert len(re.findall(r'<td id="r\d+c\d+"', html)) == 176
    assert html.count('<small aria-hidden="true">rest.</small><span class="vh">restored</span>') == 15
    assert '<td id="r7c8" class="no pv restored">' in html
    assert '<td id="r9c9" class="c">C</td>' in html
    html = draw("_grid", table=anti_shipping, hits={"r9c9": "lot 1"}, around=9)
    assert '<td id="r9c9" class="c hit">C<span class="lot">lot 1</span><span class="vh">, read here</span></td>' in html
    assert '<th scope="col" class="here">9</th>' in html
    assert "A part of the table." in html


@pytest.mark.parametrize(
    ("around", "columns"),
    [(9, "7 8 9 10 11"), (0, "0 1 2 3 4"), (15, "11 12 13 14 15"), (14, "11 12 13 14 15")],
)
def test_a_part_of_a_table_has_five_columns_also_at_its_edge(
    anti_shipping: RuleTable, around: int, columns: str
) -> None:
    view = grids.grid_view(anti_shipping, around=around)
    assert " ".join(column.label for column in view.columns) == columns
    assert not view.whole


def test_below_a_grid_stand_the_chances_of_its_cells_and_the_rows_of_its_source(anti_shipping: RuleTable) -> None:
    (line,) = grids.grid_view(anti_shipping, chances=True).chances
    assert line.label == "C"
    assert line.ways == (3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 23, 26, 28, 30, 32, 33)
    assert "58 % 21/36" in words(draw("_grid", table=anti_shipping, chances=True))
    rows = {row.head.label: row for row in grids.grid_view(anti_shipping, printed=True).rows}
    assert "".join(cell.text or "." for cell in rows["2"].as_printed) == "–C–––––C–––––..."
    assert [cell.lost for cell in rows["3"].as_printed] == [False] * 16
    assert grids.grid_view(anti_shipping).rows[0].as_printed == ()


def test_a_list_of_conditions_is_drawn_with_headings_and_paragraphs() -> None:
    table = all_tables()["europa/33-axis-sea-zones"]
    anchor = table.anchor("western-med/allied-port-held", "result")
    html = draw("_grid", table=table, hits=[anchor])
    assert "Western Mediterranean" in html
    assert f'id="{anchor}" class="c hit"' in html
    brief = grids.grid_view(table, hits=[anchor], brief=True)
    assert [row.text for row in brief.rows] == ["Gibraltar, Oran or Algiers is Allied-owned."]


def test_a_table_of_stand_ins_says_so_once() -> None:
    table = all_tables()["europa/36-success"]
    html = draw("_grid", table=table)
    assert words(html).count("Every cell is stand-in") == 1
    assert 'class="c pv stand-in">D</td>' in html
    assert grids.counts_in_words(table) == "all 6 cells stand-in"


MIXED = b"""
slug = "mini/1-mixed"
number = 1
title = "Mixed"
rule = "1"
source = "none"
caption = "A cell of each kind."
rows = "named"
columns = "named"
unmarked = "printed"
results = ["A", "-5"]
grid = \"\"\"
row | one two three
a   | A   A!  ?
b   | -5  A~  A^
\"\"\"
[why]
restored = "Lost."
stand-in = "Invented."
house = "Voted."
unknown = "Never seen."
"""


def test_each_kind_of_cell_has_its_own_word() -> None:
    table = parse(MIXED, "mixed.toml")
    html = draw("_grid", table=table)
    for provenance in (Provenance.RESTORED, Provenance.STAND_IN, Provenance.HOUSE, Provenance.UNKNOWN):
        assert f'pv {provenance}"><b>' in html
        assert parts.provenance_short(provenance) in words(html)
    assert "−5" in words(html)
    assert "?" in words(html)
    assert "1 house house : changed by the club" in words(draw("_legend", counts=table.provenance_counts()))
    assert grids.counts_in_words(table) == "2 of 6 cells printed, 1 restored, 1 stand-in, 1 house, 1 unknown"


def test_cells_that_are_not_as_printed_are_listed_in_words(anti_shipping: RuleTable) -> None:
    lines = grids.odd_cells(anti_shipping)
    assert lines[0].row == "Row 2"
    assert lines[0].cells == (("7", "r2c7"), ("14", "r2c14"), ("15", "r2c15"))
    assert sum(len(line.cells) for line in lines) == 15
    (first, _) = grids.odd_cells(all_tables()["europa/33-axis-sea-zones"])
    assert first.row.startswith("Aegean")
    assert first.cells[0][0] == "see it"


def test_ruling_numbers_in_a_sentence_become_links() -> None:
    assert parts.with_links("Held once (R-02).") == ('Held once (<a class="rule-no" href="/rulings/#R-02">R-02</a>).')


# Parts that are drawn once


def test_a_part_is_drawn_once_for_the_same_values_and_a_text_is_not_taken_for_markup() -> None:
    parts.drawn.cache_clear()
    texts = [parts.drawn("parts/_sum_line.html", title=title, big="7") for title in ("<b>", mark_safe("<b>"), "<b>")]
    assert "&lt;b&gt;" in texts[0]
    assert "<b><b></b>" in texts[1]
    assert texts[2] is texts[0]
    assert parts.drawn.cache_info().misses == 2


def test_the_mark_of_a_side_is_its_sign_and_word_or_another_text() -> None:
    assert words(parts.side_mark("axis")) == "■ Axis"
    assert words(parts.side_mark("axis", "<Rome>")) == "■ <Rome>"
    assert parts.side_mark("") == ""
