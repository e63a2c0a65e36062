"""Europa in the year's book: shipping by month, route and port, Malta by month, worked by hand."""

import csv
import io
import re

import pytest

from navalassist.engine import Set
from tests.in_hand import InHand
from tests.systems.europa.board import clear, put, rolled, typed

pytestmark = pytest.mark.rule("X.11")


@pytest.fixture
def played(demo: InHand) -> InHand:
    """Malta at 9: 7 to 12 is contact in the Central Med; the first turn of March.

    Mar I, Axis: 7 SP on 7 NTs, 6 3 contact, 4 2 1: lots of 3, 3, 1 lose 3, 1, 0 and send 1 back: lost 4, back 1,
    arrived 2. 3 RP on 3 NTs to Cagliari are not checked: arrived 3. Mar I, Allied: a brigade of 2 REs, contact, and a 6
    halves a unit: lost 1, returned 1.
    """
    clear(demo.campaign)
    demo.set({"malta:status.number": 9})
    put(demo.campaign, typed("7 SP"))
    put(demo.campaign, typed("3 RP", "naples cagliari"))
    put(demo.campaign, typed("Brigade, 2 REs", "gibraltar valletta", "allied"))
    rolled(demo.campaign, "all", "63 421")
    demo.end_steps(4)
    rolled(demo.campaign, "all", "66 6")
    demo.end_steps(4)
    return demo


def lines(table: InHand, name: str) -> list[list[str]]:
    answer = table.get(f"year/{name}.csv")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_shipping_by_month_route_and_port(played: InHand) -> None:
    """In Apr I 3 SP more sail on 3 NTs; 1 1 is no contact, and they arrive."""
    played.until("axis/naval-movement")
    while not played.state.clock[0].startswith("1941-04"):
        played.end_step()
    played.until("axis/naval-movement")
    put(played.campaign, typed("3 SP"))
    rolled(played.campaign, "all", "11")
    head = ["Sent", "Arrived", "Lost", "Back", "At sea", "Ships sent", "Ships lost", "Contacts", "Checks", "Hits"]
    assert lines(played, "axis-months") == [
        ["Month", *head],
        ["Mar", "10", "5", "4", "1", "0", "10", "4", "1", "1", "0"],
        ["Apr", "3", "3", "0", "0", "0", "3", "0", "0", "1", "0"],
        ["All", "13", "8", "4", "1", "0", "13", "4", "1", "2", "0"],
    ]
    assert lines(played, "axis-routes")[1:] == [
        ["Naples–Tripoli", "10", "5", "4", "1", "0", "10", "4", "1", "2", "0"],
        ["Naples–Cagliari", "3", "3", "0", "0", "0", "3", "0", "0", "0", "0"],
    ]
    assert lines(played, "axis-ports") == [
        ["Port", "Sent from it", "Arrived in it", "Lost on the way there", "Back in it", "Ships arrived"],
        ["Cagliari", "0", "3", "0", "0", "3"],
        ["Naples", "13", "0", "0", "1", "0"],
        ["Tripoli", "0", "5", "4", "0", "5"],
    ]
    assert lines(played, "allied-months")[-1] == ["All", "2", "0", "1", "1", "0", "2", "1", "1", "1", "0"]
    said = played.words("year/")
    assert "Mar 10 5 4 1 0 10 4 1 1 0 Apr 3 3 0 0 0 3 0 0 1 0 All 13 8 4 1 0 13 4 1 2 0" in said


def test_raids_and_repairs_of_malta_by_month(demo: InHand) -> None:
    """Malta at 9. A raid of 3 hits had 2, one of 1 was none: 7. One hit is mended: 8. Then it is counted anew."""
    demo.set({"malta:status.number": 9})
    raid, none = demo.do("malta-bombed", hits=3), demo.do("malta-bombed", hits=1)
    demo.correct(none, hits=0)
    demo.correct(raid, hits=2)
    demo.until("allied/initial")
    demo.do("malta-repaired", seat="allied", points=1, engineer=True)
    head = ["Month", "Raids", "Hits", "Repaired", "Number at the end"]
    assert lines(demo, "malta") == [head, ["Mar", "1", "2", "1", "8"]]
    drawn = demo.client.get(f"{demo.home}year/").content.decode().partition("Malta: raids and repairs")[2]
    heads = re.findall(r"<th scope=\"col\"[^>]*>([^<]*)", drawn.partition("</thead>")[0])
    assert heads == ["Month", "Hits and repairs", "Raids", "Hits", "Repaired", "Number at the end"]
    demo.edit(Set("malta:status.number", 5), act="malta.number", title="Malta's number", note="counted anew")
    assert lines(demo, "malta") == [head, ["Mar", "1", "2", "1", "5"]]
