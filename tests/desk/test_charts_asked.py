"""Charts of a new campaign: unknown cells that play asks for, or stand-ins; and what a cell that is asked for takes."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import Provenance
from navalassist.play.charts.change import change, read_back
from navalassist.play.charts.known import Chart, chart_of
from navalassist.play.checks.odds import wrong_odds
from navalassist.play.checks.verify import check_campaign
from tables.editing import edited
from tests.desk.log_pages import sent as send
from tests.desk.test_new_campaign import NEW
from tests.in_hand import InHand, begins, text
from tests.promises.archives import LOG, files_of, imported, whole

SEEN = "charts/naval-gunnery-table/seen/"
SUCCESS, GUNNERY = "europa/36-success", "europa/36-naval-gunnery"


def test_the_form_names_the_charts_that_are_lost_and_asks_how_they_are_played(client: Client) -> None:
    page = text(client, "/new/?system=europa")
    assert "Success Table" in page
    assert re.findall(r'name="charts" value="([a-z-]+)"', page) == ["own-box", "stand-ins", "pack"]
    assert 'name="charts"' not in text(client, "/new/?system=storm_of_steel")
    refused = client.post("/new/", NEW | {"submission": "a" * 32, "charts": "mine"})
    assert refused.status_code == 422
    assert "say whether you own the box" in refused.content.decode()


@pytest.fixture
def boxed(client: Client) -> InHand:
    """A campaign of somebody who owns the box, with nothing typed in it."""
    assert client.post("/new/", NEW | {"submission": "b" * 32, "charts": "own-box"}).status_code == 302
    begins(client, "/c/desert-war/")
    return InHand(Campaign.objects.get(), "axis", client)


def chart(table: InHand, slug: str = GUNNERY) -> Chart:
    return chart_of(table.state, slug)


def fired(table: InHand) -> Entry:
    return table.do("naval-gunfire", "4", side="axis", strength=12)


def test_who_owns_the_box_begins_with_unknown_cells_and_no_odds(boxed: InHand) -> None:
    assert (chart(boxed).counts["unknown"], chart(boxed, SUCCESS).counts["unknown"]) == (66, 6)
    assert boxed.look("naval-gunfire", side="axis", strength=12).no_odds.startswith(
        "Naval Gunnery Table: the cell of row"
    )
    assert check_campaign(boxed.campaign).sound


def waiting(table: InHand, entry: Entry) -> str:
    return f"{table.home}waiting/{entry.reference}/"


@pytest.mark.rule("X.8")
def test_the_page_that_asks_shows_the_cells_around_and_how_many_are_known(boxed: InHand) -> None:
    entry = fired(boxed)
    boxed.sit(MODERATOR)
    send(boxed, waiting(boxed, entry), other="7")
    again = boxed.do("naval-gunfire", "4", side="axis", strength=11)
    page = boxed.text(waiting(boxed, again))
    words = boxed.words(waiting(boxed, again))
    assert "1 of 66 cells of this chart are known." in words
    assert page.count('class="want"') == 1
    assert re.search(r'<td class="o-precedent">\s*7\s*<small>asked</small>', page)
    assert '<th scope="row" class="here">4</th>' in page


@pytest.mark.rule("X.8")
def test_the_other_side_ticks_that_it_has_seen_the_same_cell(boxed: InHand) -> None:
    entry = fired(boxed)
    boxed.sit(MODERATOR)
    assert "● Allied has seen the same cell." in boxed.words(waiting(boxed, entry))
    send(boxed, waiting(boxed, entry), other="7", seen_by="allied")
    done = boxed.last(kind="rule")
    assert "● Allied has seen the same cell." in boxed.receipt(done)
    assert chart(boxed).ticks == {"4/12": "allied"}
    boxed.check()
    assert imported(whole(boxed.campaign)).report.sound


@pytest.mark.rule("X.8")
def test_without_it_the_receipt_says_that_one_side_typed_it_until_another_seat_has_looked(boxed: InHand) -> None:
    entry = fired(boxed)
    boxed.sit(MODERATOR)
    send(boxed, waiting(boxed, entry), other="7")
    done, place = boxed.last(kind="rule"), {"table": GUNNERY, "row": "4", "column": "12"}
    assert "Typed by one side, after the die." in boxed.receipt(done)
    assert "I have seen the same cell" not in boxed.receipt(done)
    assert "your own seat read it" in boxed.tap(SEEN, 422, submission="a" * 32, **place)
    other = boxed.at("allied")
    assert "● Allied : I have seen the same cell" in other.receipt(done)
    other.tap(SEEN, submission="f" * 32, **place)
    assert "● Allied has seen the same cell." in other.receipt(done)
    assert "somebody else has seen this cell already" in boxed.at("axis").tap(SEEN, 422, submission="c" * 32, **place)
    for wrong in ({"row": "1"}, {"row": "zz"}, {"table": "europa/36-success"}):
        other.tap(SEEN, 422, submission="d" * 32, **{**place, **wrong})
    assert boxed.at("observer").post(SEEN, submission="e" * 32, **place).status_code == 403
    boxed.check()


def test_a_stand_in_for_once_is_seen_by_nobody(boxed: InHand) -> None:
    entry = fired(boxed)
    boxed.sit(MODERATOR)
    send(boxed, waiting(boxed, entry), stand_in="once", seen_by="allied")
    assert chart(boxed).ticks == {}


def test_a_number_that_no_table_listed_is_typed_and_kept_as_a_precedent(boxed: InHand) -> None:
    entry = fired(boxed)
    boxed.sit(MODERATOR)
    page = boxed.text(waiting(boxed, entry))
    assert "row 4, strength 12 is not known" in page
    assert "a whole number from 0 to 12" in page
    assert "The stand-in of this cell is 2" in page
    wrong = boxed.post(waiting(boxed, entry), other="seven", submission="c" * 32)
    assert wrong.status_code == 422
    assert "write a whole number from 0 to 12" in wrong.content.decode()
    send(boxed, waiting(boxed, entry), other=" 7 ")
    assert chart(boxed).cell("4", "12") == ("7", "precedent")
    again = fired(boxed).record["body"]
    assert again["answers"][0]["cells"][0]["provenance"] == "precedent"
    assert check_campaign(boxed.campaign).sound
    assert not wrong_odds(boxed.campaign)
    assert imported(whole(boxed.campaign)).report.sound


def test_a_stand_in_for_this_once_is_marked_and_asked_for_again(boxed: InHand) -> None:
    entry = fired(boxed)
    boxed.sit(MODERATOR)
    send(boxed, waiting(boxed, entry), stand_in="once")
    body = boxed.last().record["body"]
    cells = [cell for answer in body["answers"] for cell in answer.get("cells", ())]
    assert [(cell["value"], cell["provenance"]) for cell in cells] == [("2", "stand-in")]
    assert chart(boxed).cell("4", "12") == (None, "unknown")
    assert fired(boxed).kind == "waiting"
    assert check_campaign(boxed.campaign).sound


def test_stand_ins_from_here_on_are_a_version_for_the_next_step(boxed: InHand) -> None:
    entry = fired(boxed)
    boxed.sit(MODERATOR)
    send(boxed, waiting(boxed, entry), stand_in="from-here-on")
    known = chart(boxed)
    assert (known.counts["stand-in"], known.table.version == known.newest.version) == (66, False)
    assert boxed.last().record["body"]["title"].endswith("66 cells stand-in, in play from the next step")
    boxed.end_steps()
    assert fired(boxed).kind == "rule"
    assert check_campaign(boxed.campaign).sound


def test_the_log_and_the_receipt_say_a_change_and_a_tick_in_words(boxed: InHand) -> None:
    form = chart(boxed, SUCCESS).form()
    rows = tuple(replace(row, cells=("S",)) if row.heading == "4" else row for row in form.rows)
    made = edited(chart(boxed, SUCCESS).newest_text, replace(form, rows=rows))
    entry = boxed.act(change, SUCCESS, made.text)
    tick = boxed.act(read_back, SUCCESS, ["4"], True, seat="allied")
    log = boxed.words("log/")
    assert "Success Table, version 3: 1 cell printed, in play at once" in log
    assert "Success Table: 1 row read back" in log
    assert "Success Table" in boxed.receipt(tick)
    receipt = boxed.receipt(entry)
    assert "europa/36 success" not in receipt
    assert "Success Table" in receipt


def test_a_log_alone_holds_the_text_of_every_version(client: Client) -> None:
    assert client.post("/new/", NEW | {"submission": "d" * 32}).status_code == 302
    begins(client, "/c/desert-war/")
    table = InHand(Campaign.objects.get(), "axis", client)
    form = chart(table, SUCCESS).form()
    made = edited(chart(table, SUCCESS).newest_text, replace(form, touched={(0, 0): Provenance.PRINTED}))
    table.act(change, SUCCESS, made.text)
    taken = imported(files_of(whole(table.campaign))[LOG])
    assert taken.report.sound
    assert taken.campaign is not None
    assert chart(InHand(taken.campaign), SUCCESS).counts["printed"] == 1
