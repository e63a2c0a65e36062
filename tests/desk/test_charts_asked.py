"""Charts of a new campaign: unknown cells that play asks for, or stand-ins; and what a cell that is asked for takes."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.play.charts.change import change, read_back
from navalassist.play.charts.known import Chart, chart_of
from navalassist.play.checks.odds import wrong_odds
from navalassist.play.checks.verify import check_campaign
from tables.editing import edited
from tests.desk.log_pages import sent as send
from tests.desk.test_new_campaign import NEW
from tests.in_hand import InHand, text
from tests.promises.archives import imported, whole

SUCCESS, GUNNERY = "europa/36-success", "europa/36-naval-gunnery"


def test_the_form_names_the_charts_that_are_lost_and_asks_how_they_are_played(client: Client) -> None:
    page = text(client, "/new/?system=europa")
    assert "Success Table" in page
    assert re.findall(r'name="charts" value="([a-z-]+)"', page) == ["own-box", "stand-ins"]
    assert 'name="charts"' not in text(client, "/new/?system=storm_of_steel")
    refused = client.post("/new/", NEW | {"submission": "a" * 32, "charts": "pack"})
    assert refused.status_code == 422
    assert "say whether you own the box" in refused.content.decode()


@pytest.fixture
def boxed(client: Client) -> InHand:
    """A campaign of somebody who owns the box, with nothing typed in it."""
    assert client.post("/new/", NEW | {"submission": "b" * 32, "charts": "own-box"}).status_code == 302
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
