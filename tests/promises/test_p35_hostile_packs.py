"""P35 for chart packs: each hostile file gets its sentence at once, and nothing of the program's insides."""

import json
import time
import tracemalloc
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from navalassist.auditlog.models import Entry
from navalassist.play.charts.known import charts_of
from tests.begun import begin_war_demo
from tests.hostile.packs import all_of
from tests.in_hand import InHand, in_hand, words_of
from tests.promises.test_p35_hostile_files import INSIDE

pytestmark = [pytest.mark.promise("P35"), pytest.mark.django_db]
SECONDS, BYTES = 2.0, 100 * 1024 * 1024
EVIL = '"><script>alert(1)</script>\u202e\x07=cmd'


@pytest.fixture
def war(db: None) -> Iterator[InHand]:
    with in_hand(begin_war_demo()) as table:
        yield table


@pytest.fixture
def good(war: InHand) -> dict[str, Any]:
    """A pack of the Great War with one chart and one list."""
    chart = next(chart for chart in charts_of(war.state) if chart.newest.cells is None)
    table = chart.newest
    cell = next(cell.value for line in table.lines for cell in line)
    rows = [
        {"heading": row.key, "cells": [{"text": cell, "from": "printed"}] * len(table.columns)} for row in table.rows
    ]
    columns = [column.key for column in table.columns]
    line = {"cells": ["Goeben", "Central Powers"], "from": "printed"}
    lists = [{"kind": "squadron", "title": "Squadrons", "columns": ["name", "side"], "lines": [line]}]
    charts = [{"table": chart.slug, "title": table.title, "source": "Mine", "columns": columns, "rows": rows}]
    return {"navalassist_charts": 1, "system": "storm_of_steel", "charts": charts, "lists": lists}


def sent(table: InHand, data: bytes) -> HttpResponse:
    file = SimpleUploadedFile("any.json", data)
    answer: HttpResponse = table.client.post(f"{table.home}charts/pack/look/", {"file": file})
    return answer


def test_each_hostile_pack_is_refused_in_words_and_leaves_nothing(war: InHand, good: dict[str, Any]) -> None:
    entries, seen = Entry.objects.count(), 0
    for hostile in all_of(good):
        began = time.process_time()
        tracemalloc.start()
        answer = sent(war, hostile.data)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        took = time.process_time() - began
        said = words_of(unescape(answer.content.decode()).partition('role="alert"')[2].partition("</div>")[0])
        assert answer.status_code == 422, hostile.name
        assert hostile.says.casefold() in said.casefold(), f"{hostile.name}: {said!r}"
        assert not INSIDE.search(said), f"{hostile.name}: {said!r}"
        assert said.isprintable(), f"{hostile.name}: {said!r}"
        assert len(said) < 400, hostile.name
        assert took < SECONDS, f"{hostile.name}: {took:.1f} s"
        assert peak < BYTES, f"{hostile.name}: {peak:,} bytes"
        seen += 1
    assert seen > 30
    assert Entry.objects.count() == entries


def test_hostile_text_in_a_pack_is_text_on_its_page_and_in_what_comes_of_it(war: InHand, good: dict[str, Any]) -> None:
    (chart,), (one,) = good["charts"], good["lists"]
    chart |= {"title": EVIL, "source": EVIL, "typed_by": EVIL, "read_by": EVIL}
    one["lines"] = [{"cells": [f"{EVIL}{n}", "Central Powers"], "from": "house"} for n in range(3)]
    unknown = {**chart, "table": "storm_of_steel/nowhere"}
    answer = sent(war, json.dumps({**good, "charts": [chart, unknown], "lists": [one]}).encode())
    assert answer.status_code == 200
    drawn = answer.content.decode()
    assert "<script>alert" not in drawn
    assert "\u202e" not in drawn
    assert "\x07" not in drawn
