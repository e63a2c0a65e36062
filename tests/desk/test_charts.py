"""Charts that players type: the list, the editor and its one form."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from navalassist.campaigns.models import TableVersion
from navalassist.desk.charts.readers import readers_of
from navalassist.engine import Provenance
from navalassist.play.charts.known import chart_of
from tables.load import parse
from tests.club import Club
from tests.in_hand import InHand, words_of

SUCCESS, GUNNERY = "charts/success-table/", "charts/naval-gunnery-table/"
SLUG = "europa/36-success"
TYPED = ["D", "D", "F", "F", "S", "S*"]
INPUT = re.compile(r"<(?:input|textarea)\b([^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


def fields_of(drawn: str) -> dict[str, Any]:
    """What a browser would send of the form of a chart as its page stands."""
    whole = re.search(r'<form class="stack" id="chart".*?</form>', drawn, re.DOTALL)
    assert whole is not None
    found: dict[str, list[str]] = {}
    for inside in INPUT.findall(whole[0]):
        given = {name: unescape(value) for name, value in ATTRIBUTE.findall(inside)}
        off = given.get("type") in ("radio", "checkbox") and "checked" not in given
        if "name" in given and not off:
            found.setdefault(given["name"], []).append(given.get("value", ""))
    for given, options in re.findall(r"<select\b([^>]*)>(.*?)</select>", whole[0], re.DOTALL):
        name = dict(ATTRIBUTE.findall(given)).get("name", "")
        chosen = re.search(r"<option\b([^>]*)selected>([^<]*)", options) or re.search(
            r"<option\b([^>]*)>([^<]*)", options
        )
        if name and chosen and "disabled" not in given:
            value = dict(ATTRIBUTE.findall(chosen[1])).get("value", chosen[2])
            found.setdefault(name, []).append(unescape(value))
    found.pop("csrfmiddlewaretoken", None)
    return dict(found)


def send(table: InHand, address: str, status: Any = 302, **changed: Any) -> str:
    """The form of a page with some fields changed; what one reads after it."""
    return table.tap(address, status, **{"do": "save", **fields_of(table.drawn(address)), **changed})


def posted(table: InHand, address: str, **changed: Any) -> str:
    """The answer as it is written, which is no redirection."""
    sent = {"do": "save", **fields_of(table.drawn(address)), **changed}
    answer = table.post(address, **sent)
    return answer.content.decode()


def cells_of(table: InHand) -> list[tuple[str | None, str]]:
    """What the newest version of the Success Table says, and where each cell comes from."""
    newest = chart_of(table.state, SLUG).newest
    return [(cell.value, str(cell.provenance)) for line in newest.lines for cell in line]


@pytest.mark.rule("X.8")
def test_the_list_says_how_much_is_printed_and_which_rules_wait(demo: InHand) -> None:
    words = demo.words("charts/")
    assert "72 % of the cells are printed." in words
    assert "308 printed 25 restored 90 stand-in 0 house 0 unknown" in words
    assert "Success Table 36.D.2 read by" in words
    assert "0 of 66 – 66" in words


def test_the_rules_that_read_a_table_are_found_in_what_they_call(demo: InHand) -> None:
    read = {rule.slug for rule in readers_of(demo.system, "europa/36-sea-state")}
    assert read == {"sea-state"}
    assert {rule.slug for rule in readers_of(demo.system, SLUG)} >= {"danger-contact", "mines-swept-in-zone"}


def test_a_table_leads_on_to_its_chart_and_another_system_s_to_the_list(demo: InHand) -> None:
    assert demo.post("charts/").status_code == 405
    assert demo.client.get(f"{demo.home}charts/?of={SLUG}")["Location"] == f"{demo.home}{SUCCESS}"
    assert "Chart by chart" in demo.words("charts/?of=storm_of_steel/bombardment")
    assert f"/c/{demo.slug}/charts/?of={SLUG}" in demo.text(f"/tables/{SLUG}/?c={demo.slug}")
    assert f"{demo.home}charts/" in demo.text("setup/")
    demo.get("charts/no-such-chart/", 404)


@pytest.mark.rule("X.8")
def test_one_form_saves_what_was_typed_as_printed_and_leaves_the_rest_a_stand_in(demo: InHand) -> None:
    words = send(demo, SUCCESS, **{"cell-0": TYPED, "source": "My copy, chart 6"})
    assert "version 2" in words
    assert "1 printed 5 stand-in" in words
    assert cells_of(demo)[:2] == [("D", "stand-in"), ("D", "printed")]
    assert 'value="My copy, chart 6"' in demo.drawn(SUCCESS)


def test_what_was_compared_is_printed_though_it_says_the_same(demo: InHand) -> None:
    send(demo, SUCCESS, all="on")
    assert {origin for _, origin in cells_of(demo)} == {"printed"}


@pytest.mark.rule("X.8")
@pytest.mark.parametrize("stamp", ["house", "stand-in", "restored"])
def test_the_stamp_says_where_cells_come_from(demo: InHand, stamp: str) -> None:
    send(demo, SUCCESS, **{"cell-0": TYPED, "stamp": stamp})
    assert cells_of(demo)[1] == ("D", stamp)


@pytest.mark.rule("X.8")
def test_what_is_stamped_unknown_is_asked_for_whatever_was_typed(demo: InHand) -> None:
    send(demo, SUCCESS, **{"cell-0": TYPED, "touched-0": "0.0=unknown", "stamp": "printed"})
    assert cells_of(demo)[:2] == [(None, "unknown"), ("D", "printed")]
    send(demo, SUCCESS, stamp="unknown", all="on")
    assert {origin for _, origin in cells_of(demo)} == {"unknown"}


def test_each_cell_keeps_the_stamp_that_was_set_as_it_was_typed(demo: InHand) -> None:
    marks = {"touched-0": "0.0=house 1.0=printed 9.9=printed 5.0=nonsense x"}
    send(demo, SUCCESS, **{"cell-0": TYPED, "stamp": "printed", **marks})
    assert [origin for _, origin in cells_of(demo)][:3] == ["house", "printed", "stand-in"]


def test_an_empty_cell_and_a_question_mark_are_unknown(demo: InHand) -> None:
    words = send(demo, SUCCESS, **{"cell-0": ["D", "", "?", "F", "S", "S*"]})
    assert "2 unknown" in words
    assert "4 stand-in" in words


@pytest.mark.rule("X.8")
def test_a_version_counts_from_the_next_step_on_once_something_was_played(demo: InHand) -> None:
    assert "Version 2 counts at once." in demo.words(SUCCESS)
    demo.end_steps(1)
    assert "Version 2 counts from the next step on." in demo.words(SUCCESS)
    before = demo.state.tables[SLUG].version
    assert "Version 2 waits for it too." in send(demo, SUCCESS, **{"cell-0": TYPED})
    assert demo.state.tables[SLUG].version == before
    demo.end_steps(1)
    assert demo.state.tables[SLUG].version.startswith("2-")


def test_a_cell_that_is_not_understood_is_told_below_its_row_and_kept_as_it_was_typed(demo: InHand) -> None:
    drawn = posted(demo, SUCCESS, **{"cell-0": ["D", "<b>H", "F", "F", "S", "T"]})
    words = words_of(drawn)
    assert "Nothing was done. 2 things can't be kept." in words
    assert 'Die 2: "<b>H" is not understood: write one of D, F*, F, S, S*.' in words
    assert 'value="&lt;b&gt;H"' in drawn
    first = re.search(r'id="b0r1c0"[^>]*', drawn)
    assert first is not None
    assert "data-focus" in first[0]
    assert 'aria-describedby="b0r1says"' in first[0]
    assert drawn.count("data-focus") == 1
    assert cells_of(demo)[1] == ("F*", "stand-in")


def test_a_heading_that_does_not_follow_is_told_at_its_row(demo: InHand) -> None:
    assert "Die 4: There is a gap: 3 has no row." in send(
        demo, SUCCESS, 422, **{"row-0": ["1 or less", "2", "4", "5", "6", "7 or more"]}
    )


def test_a_kink_is_shown_once_and_kept_when_it_is_printed_so(demo: InHand) -> None:
    typed = {"cell-0": ["S", "F*", "F", "F", "S", "S*"], "all": "on"}
    drawn = posted(demo, SUCCESS, **typed)
    assert 'A kink: row 2, column result: "F*" is less than the "S"' in words_of(drawn)
    assert re.findall(r'<td class="o-[a-z-]+ kink">\s*<input name="cell-0" id="(\w+)"', drawn) == ["b0r1c0"]
    assert 'href="#b0r1c0"' in drawn
    assert "version 1" in demo.words(SUCCESS)
    answered = {**fields_of(drawn), "do": "accept"}
    assert demo.post(SUCCESS, **answered).status_code == 302
    assert cells_of(demo)[0] == ("S", "printed")
    assert "version 3" in send(demo, SUCCESS, **{"cell-0": ["S", "F*", "F", "F", "S", "S"]})


def test_a_kink_that_nobody_was_shown_is_not_taken_for_looked_at(demo: InHand) -> None:
    typed = {"cell-0": ["S", "F*", "F", "F", "S", "S*"], "all": "on", "do": "accept", "kink": "another one"}
    assert "A kink:" in send(demo, SUCCESS, 422, **typed)


def test_nothing_typed_is_no_version(demo: InHand) -> None:
    assert "It stands so already" in send(demo, SUCCESS, 422)


@pytest.mark.rule("X.8")
def test_the_other_side_reads_rows_back_and_a_later_change_takes_its_tick_away(demo: InHand) -> None:
    send(demo, SUCCESS, **{"cell-0": TYPED})
    assert "Keep the ticks alone" not in demo.words(SUCCESS)
    allied = demo.at("allied")
    send(allied, SUCCESS, do="read", **{"read-0": ["2"]})
    assert dict(chart_of(demo.state, SLUG).ticks) == {"2": "allied"}
    assert "1 of 1" in demo.words("charts/")
    assert "No tick was set" in send(allied, SUCCESS, 422, do="read")
    send(demo, SUCCESS, **{"cell-0": ["D", "F", *TYPED[2:]]})
    assert dict(chart_of(demo.state, SLUG).ticks) == {}


def test_who_typed_a_row_does_not_read_it_back(demo: InHand) -> None:
    send(demo, SUCCESS, **{"cell-0": TYPED})
    assert "No tick was set" in send(demo, SUCCESS, 422, do="read", **{"read-0": ["2"]})


def test_a_form_that_is_older_keeps_what_was_typed_and_shows_what_others_saved(demo: InHand) -> None:
    old = fields_of(demo.drawn(SUCCESS))
    send(demo, SUCCESS, **{"cell-0": TYPED})
    mine = {**old, "do": "save", "cell-0": ["D", "F*", "F", "S", "S", "S*"]}
    answer = demo.post(SUCCESS, **mine)
    assert answer.status_code == 409
    assert "Somebody saved this chart meanwhile." in words_of(answer)
    merged = fields_of(answer.content.decode())
    assert merged["cell-0"] == ["D", "D", "F", "S", "S", "S*"]
    assert demo.post(SUCCESS, do="save", **merged).status_code == 302
    assert [text for text, _ in cells_of(demo)] == ["D", "D", "F", "S", "S", "S*"]


def test_a_second_tap_makes_no_second_version(demo: InHand) -> None:
    sent = {**fields_of(demo.drawn(SUCCESS)), "do": "save", "cell-0": TYPED}
    assert [demo.post(SUCCESS, **sent).status_code for _ in range(2)] == [302, 302]
    assert chart_of(demo.state, SLUG).number == 2


def test_rows_and_columns_come_and_go_with_what_is_typed(demo: InHand) -> None:
    begun = fields_of(demo.drawn(GUNNERY))
    drawn = posted(
        demo, GUNNERY, **{"do": "more-column:0", "touched-0": "0.3=house", "cell-0": ["7", *begun["cell-0"][1:]]}
    )
    more = fields_of(drawn)
    assert more["column-0"] == [*begun["column-0"], ""]
    assert more["cell-0"][:12] == ["7", *begun["cell-0"][1:11], "?"]
    less = fields_of(words := demo.post(GUNNERY, **{**more, "do": "less-column:0.1"}).content.decode())
    assert less["touched-0"] == ["0.2=house"]
    assert "data-focus" in words
    rows = fields_of(demo.post(GUNNERY, **{**less, "do": "more-row:0"}).content.decode())
    assert len(rows["row-0"]) == 7
    fewer = fields_of(demo.post(GUNNERY, **{**rows, "do": "less-row:0.0"}).content.decode())
    assert fewer["row-0"][0] == "2"
    assert fewer["touched-0"] == [""]


@pytest.mark.parametrize(
    "do", ["more-column:0", "less-column:0.0", "more-row:7", "less-row:0.99", "nonsense", "less-row:x"]
)
def test_lines_that_the_rule_looks_for_by_name_stay(demo: InHand, do: str) -> None:
    assert demo.post(SUCCESS, **{**fields_of(demo.drawn(SUCCESS)), "do": do}).status_code == 422


@pytest.mark.parametrize(
    "broken",
    [
        {"cell-0": ["D"]},
        {"row-0": []},
        {"column-0": []},
        {"base-0": "x"},
        {"source": "two\nlines"},
        {"source": "s" * 300},
        {"submission": "?"},
        {"column-0": ["result", "another"], "cell-0": ["D"] * 12},
        {"cell-0": ["\x07"] * 6},
        {"cell-0": ["D" * 100_000] * 6},
        {"row-0": ["\u202e|;="] * 6},
    ],
)
def test_a_broken_form_is_answered_in_words(demo: InHand, broken: dict[str, Any]) -> None:
    sent = {**fields_of(demo.drawn(SUCCESS)), "do": "save", "cell-0": TYPED, **broken}
    answer = demo.post(SUCCESS, **sent)
    assert answer.status_code in (409, 422)
    assert 'role="alert"' in answer.content.decode()
    assert chart_of(demo.state, SLUG).number == 1


# --- pasting


def look(table: InHand, text: str, address: str = GUNNERY, status: Any = 200, **more: Any) -> str:
    return send(table, address, status, **{"do": "look", "paste": text, **more})


def test_a_block_is_looked_at_before_it_goes_into_the_form(demo: InHand) -> None:
    text = "1\t2\n1\tx"
    words = look(demo, text, **{"at-row": "0.3", "at-column": "2"})
    assert "2 rows of 2 cells: 0 new, 1 say the same, 2 differ, 1 not understood." in words
    assert "Die 4, strength 3: 0 stands, 1 is pasted." in words
    assert 'Die 5, strength 4: "x" is not understood' in words
    assert "Put in 3 cells as printed" in words
    drawn = posted(demo, GUNNERY, **{"do": "put", "paste": text, "at-row": "0.3", "at-column": "2"})
    put = fields_of(drawn)
    assert put["touched-0"] == ["3.2=printed 3.3=printed 4.2=printed"]
    assert "3 cells stand in the form now. Save them below." in words_of(drawn)
    assert not list(demo.state.rows("chart")), "nothing is saved"


@pytest.mark.parametrize("text", ["1 2 3", "1,2,3", "1; 2; 3", "1\t2\t3\n\n", '"1"\t"2"\t"3"'])
def test_tabs_semicolons_commas_and_blanks_part_cells(demo: InHand, text: str) -> None:
    assert "1 row of 3 cells: 0 new, 0 say the same, 3 differ" in look(demo, text)


def test_a_block_may_be_turned_round_and_headings_in_it_are_left_out(demo: InHand) -> None:
    assert "1 row of 3 cells" in look(demo, "1\n2\n3", turned="on")
    assert "1 row of 2 cells" in look(demo, "die\t1\t2\n1 or less\t0\t0")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Paste: nothing is there."),
        (" \n\t\n", "Paste: nothing is there."),
        ("1\t" * 200, "this block has 1 rows of 201 cells"),
        ("1\n" * 200, "this block has 200 rows of 1 cells"),
        ("1" * 70_000, "Paste: at most 64,000 characters; these are 70,000."),
    ],
)
def test_a_block_that_is_none_is_answered_in_words(demo: InHand, text: str, said: str) -> None:
    assert said in look(demo, text, status=422)


@pytest.mark.parametrize(
    "hostile", ["<script>alert(1)</script>", "\0\x07\x1b[31m", "\u202eevil", "=cmd|' /C calc'!A0", '"open']
)
def test_hostile_cells_are_shown_as_text_and_not_understood(demo: InHand, hostile: str) -> None:
    drawn = posted(demo, GUNNERY, do="look", paste=f"{hostile}\t1")
    assert "<script>alert" not in drawn
    assert "not understood" in words_of(drawn)
    assert "\x1b" not in re.sub(r"<textarea.*?</textarea>", "", drawn, flags=re.DOTALL)


def test_what_stands_outside_the_chart_is_left_out_and_said(demo: InHand) -> None:
    words = look(demo, "1\t" * 20, **{"at-column": "9"})
    assert "19 outside the chart are left out" in words
    assert "Paste: a block of 1 row has no cell" in look(demo, "1", status=422, **{"at-row": "0.99"})


# --- who may


def test_a_request_without_the_token_of_its_page_changes_nothing(demo: InHand) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(demo.home + SUCCESS, {"do": "save"}).status_code == 403


def test_an_observer_types_nothing_and_ticks_nothing(demo: InHand) -> None:
    watching = demo.at("observer")
    assert "The observer seat only watches" in watching.words(SUCCESS)
    sent = {**fields_of(demo.drawn(SUCCESS)), "cell-0": TYPED}
    assert [watching.post(SUCCESS, **{**sent, "do": do}).status_code for do in ("save", "look", "read")] == [
        403,
        403,
        422,
    ]
    assert chart_of(demo.state, SLUG).number == 1


def test_where_a_campaign_has_a_moderator_the_sides_only_read_back(club: Club, demo: InHand) -> None:
    ursula = InHand(demo.campaign, "moderator", club.person("Ursula", moderator=demo.campaign))
    alice = InHand(demo.campaign, "axis", club.person("Alice", axis=demo.campaign))
    assert "In this campaign the moderator types the charts." in alice.words(SUCCESS)
    sent = {**fields_of(ursula.drawn(SUCCESS)), "do": "save", "cell-0": TYPED}
    assert alice.post(SUCCESS, **sent).status_code == 403
    send(ursula, SUCCESS, **{"cell-0": TYPED})
    send(alice, SUCCESS, do="read", **{"read-0": ["2"]})
    assert dict(chart_of(demo.state, SLUG).ticks) == {"2": "axis"}


def test_a_campaign_of_others_is_as_one_that_is_not_there(club: Club, demo: InHand, war: InHand) -> None:
    stranger = club.person("Bob", central=war.campaign)
    for address in ("charts/", SUCCESS):
        assert stranger.get(demo.home + address).status_code == 404
    assert stranger.post(demo.home + SUCCESS, {"do": "save", "submission": "a"}).status_code == 404


def test_a_receipt_leads_from_a_stand_in_to_its_chart(demo: InHand) -> None:
    entry = demo.do("sea-state", "4", seat="moderator")
    assert f"/c/{demo.slug}/charts/sea-state/" in demo.text(f"log/{entry.reference}/")


# --- charts of codes, of several blocks


def test_every_text_of_a_campaign_stays_a_table(demo: InHand) -> None:
    send(demo, SUCCESS, **{"cell-0": TYPED})
    text = TableVersion.objects.filter(campaign=demo.campaign, slug=SLUG).latest("id").text
    assert parse(text.encode(), SLUG).provenance_counts()[Provenance.PRINTED] == 1


def test_the_whole_table_is_the_version_that_the_campaign_plays(demo: InHand) -> None:
    address = f"log/{demo.do('sea-state', '4', seat='moderator').reference}/"
    assert '<a href="/tables/europa/36-sea-state/#' in demo.text(address)
    send(demo, "charts/sea-state/", all="on")
    demo.end_steps(1)
    assert f'<a href="/c/{demo.slug}/charts/sea-state/">Whole table as it is now</a>' in demo.text(address)


def test_the_list_of_campaigns_says_how_much_of_its_charts_is_printed(demo: InHand, war: InHand) -> None:
    demo.end_steps(1)
    assert "72 % of its charts printed" in words_of(demo.client.get("/"))
    send(demo, "charts/sea-state/", all="on")
    demo.end_steps(1)
    assert "77 % of its charts printed" in words_of(demo.client.get("/"))


@pytest.mark.rule("X.8")
def test_a_banner_says_what_is_lost_until_the_last_cell_is_read_from_print(demo: InHand) -> None:
    assert "Not yet as printed: 6 stand-ins." in demo.words(SUCCESS)
    assert "Each result of 1d6 has one row, and no cell is empty but the unknown ones." in demo.words(SUCCESS)
    rule = "do/italian-interference/?sea=eastern-med"
    assert "Reads Success Table with 6 stand-ins" in demo.words(rule)
    send(demo, SUCCESS, **{"cell-0": ["D", "", *TYPED[2:]], "all": "on"})
    assert "Not yet as printed: 1 unknown cell." in demo.words(SUCCESS)
    assert "Reads Success Table with 1 unknown cell" in demo.words(rule)
    send(demo, SUCCESS, **{"cell-0": TYPED, "all": "on"})
    assert "Not yet as printed" not in demo.words(SUCCESS)
    assert "Reads Success Table" not in demo.words(rule)


@pytest.mark.rule("X.8")
@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (["1 or less", "2", "4", "5", "6", "7 or more"], "There is a gap: 3 has no row"),
        (["1 or less", "2", "2", "3", "4", "5 or more"], ""),
        (["1 or less", "2 to 4", "3", "4", "5", "6 or more"], ""),
        (["2", "3", "4", "5", "6", "7 or more"], ""),
    ],
)
def test_the_dice_are_covered_once_and_nothing_else_is_kept(demo: InHand, rows: list[str], says: str) -> None:
    """1d6 on rows 1 or less to 6 or more: a gap at 3, two rows for 2, two for 3 and 4, and none for 1."""
    assert says in send(demo, SUCCESS, 422, **{"row-0": rows})
    assert chart_of(demo.state, SLUG).number == 1
