"""Charts that players type: the list, the editor and its one form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

import pytest

from tests.in_hand import InHand

SUCCESS, GUNNERY = "charts/success-table/", "charts/naval-gunnery-table/"
ROWS = ("1 or less", "2", "3", "4", "5", "6 or more")
TYPED = ("D", "D", "F", "F", "S", "S*")
INPUT = re.compile(r"<(input|textarea)\b([^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')


def form(table: InHand, address: str) -> dict[str, Any]:
    """What a browser would send of the form of a chart as its page stands."""
    return fields_of(table.drawn(address))


def fields_of(drawn: str) -> dict[str, Any]:
    whole = re.search(r'<form class="stack" id="chart".*?</form>', drawn, re.DOTALL)
    assert whole is not None
    found: dict[str, list[str]] = {}
    for _, inside in INPUT.findall(whole[0]):
        given = {name: unescape(value) for name, value in ATTRIBUTE.findall(inside)}
        off = given.get("type") in ("radio", "checkbox") and "checked" not in given
        if "name" in given and not off:
            found.setdefault(given["name"], []).append(given.get("value", "on" if "checked" in given else ""))
    found.pop("csrfmiddlewaretoken", None)
    return dict(found)


def send(table: InHand, address: str, status: int = 302, **changed: Any) -> str:
    """The form of a page with some fields changed; what one reads after it."""
    return table.tap(address, status, **{"do": "save", **form(table, address), **changed})


@pytest.fixture
def chart(demo: InHand) -> InHand:
    return demo


def test_the_list_says_how_much_is_printed_and_which_rules_wait(chart: InHand) -> None:
    words = chart.words("charts/")
    assert "Success Table" in words
    assert "What waits for your box" in words


def test_the_success_table_is_typed_in_one_form(chart: InHand) -> None:
    words = send(chart, SUCCESS, **{"cell-0": TYPED, "source": "My copy, chart 6"})
    assert "version 2" in words
    assert "My copy, chart 6" in chart.drawn(SUCCESS)
