"""The pages of bombardment, raids, merchant shipping, transport and attrition: form, terms, odds, one roll, receipt."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.in_hand import InHand

pytestmark = pytest.mark.django_db
# Rule: what its address begins the form with, what is posted, the dice, and words of page and receipt.
Case = tuple[str, str, Mapping[str, object], str, str, str]
# By agreement, so that each rule is carried out in the first step of the demo, and without a mission.
WHY = {"because": "agreed"}
CASES: tuple[Case, ...] = (
    ("gw-bombardment", "base=dover&squadrons=german-squadron-1&because=agreed",
     {"base": "dover", "squadrons": ["german-squadron-1"], **WHY},
     "5", "Column 1", "The fortress was eliminated"),
    ("gw-raid", "area=central-mediterranean&because=agreed", {"area": "central-mediterranean", **WHY},
     "1", "Column 5", "1 point; raiders may be lost"),
    ("gw-merchant", "because=agreed", WHY, "6", "Expected loss of Allied morale", "No effect"),
    ("gw-contested", "area=western-approaches", {"area": "western-approaches"},
     "6", "Column 1", "4 points lost, and a general engagement"),
    ("gw-attrition", "ships=u-flotilla-1&because=agreed", {"ships": ["u-flotilla-1"], **WHY},
     "1 6 6 2", "Expected naval units eliminated 0.3 units", "2 units lost"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "query", "given", "dice", "before", "after"), CASES, ids=[case[0] for case in CASES])
def test_a_rule_has_its_page_and_its_receipt(
    demo: InHand,
    rule: str,
    query: str,
    given: Mapping[str, object],
    dice: str,
    before: str,
    after: str,
) -> None:
    assert before in demo.words(f"do/{rule}/?{query}")
    fields = {"submission": "one", "seen": "public:2", "dice": "typed", "strip": dice, **given}
    sent = demo.post(f"do/{rule}/", **fields)
    assert (sent.status_code, sent["Location"]) == (302, f"{demo.home}log/public/3/")
    assert after in demo.words("log/public/3/")


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_an_empty_form_is_answered_with_what_is_missing(demo: InHand, case: Case) -> None:
    demo.get(f"do/{case[0]}/")


@pytest.mark.rule("GW.RAID", "GW.INT")
def test_the_line_of_an_area_with_raiders_opens_the_form_of_a_mission_with_its_fleets(demo: InHand) -> None:
    home = demo.get().content.decode()
    query = "mission=raiding&amp;area=western-approaches&amp;fleets=u-boats"
    assert f'href="/c/{demo.slug}/do/gw-mission/?{query}"' in home
    page = demo.get(f"do/gw-mission/?{query.replace('&amp;', '&')}").content.decode()
    assert '<option value="raiding" selected>' in page
    assert '<option value="western-approaches" selected>' in page
    assert re.search(r'name="fleets" value="u-boats"[^>]* checked', page)
    assert f'href="/c/{demo.slug}/do/gw-mission/?mission=bombardment"' in home
