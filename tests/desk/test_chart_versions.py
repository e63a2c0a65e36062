"""The versions of a chart: who typed each and when, each of them to be read."""

from __future__ import annotations

import re

import pytest

from navalassist.play.charts.known import chart_of
from navalassist.play.corrections.undo import undo
from tests.club import Club
from tests.desk.test_charts import SLUG, SUCCESS, TYPED, send
from tests.in_hand import InHand, words_of

LIST = f"{SUCCESS}versions/"
LINKS = re.compile(r'href="([^"]*charts/success-table/versions/0/[^"]+)"')


@pytest.mark.rule("X.8")
def test_each_version_says_who_typed_it_and_when_and_can_be_read(demo: InHand) -> None:
    send(demo, SUCCESS, **{"cell-0": TYPED, "source": "My copy, chart 6"})
    demo.end_step()
    send(demo, SUCCESS, **{"cell-0": ["D", "D", "D", *TYPED[3:]], "stamp": "house"})
    assert "version 3, all versions" in demo.words(SUCCESS)
    words = demo.words(LIST)
    assert words.index("Version 3 from the next step on") < words.index("Version 2 in play") < words.index("Version 1")
    assert "1 cell house, in play from the next step ■ Axis , Mar I 41, Combat," in words
    assert "as the campaign began" in words
    first, second, third = (words_of(demo.get(link)) for link in reversed(LINKS.findall(demo.drawn(LIST))))
    assert "version 1" in first
    assert "Source: My copy, chart 6." in second
    assert "1 cell printed, in play at once." in second
    assert "version 3, from the next step on" in third
    assert "house" in third


def test_a_version_that_was_taken_back_says_so(demo: InHand) -> None:
    send(demo, SUCCESS, **{"cell-0": TYPED})
    demo.act(undo, demo.last(kind="edit").reference)
    words = demo.words(LIST)
    assert "Version 2 taken back" in words
    assert "Version 1 in play" in words
    assert chart_of(demo.state, SLUG).number == 1


@pytest.mark.parametrize(
    "address", ["no-such/versions/", "success-table/versions/0/2-abc/", "success-table/versions/9/1-a/"]
)
def test_what_there_never_was_is_not_there(demo: InHand, address: str) -> None:
    demo.get(f"charts/{address}", 404)


def test_strangers_find_no_version_of_a_campaign_of_others(club: Club, demo: InHand, war: InHand) -> None:
    link = f"{demo.home}{LIST}0/{demo.state.tables[SLUG].version}/"
    stranger = club.person("Bob", central=war.campaign)
    assert [stranger.get(address).status_code for address in (demo.home + LIST, link)] == [404, 404]
