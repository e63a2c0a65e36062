"""The Great War's squadrons and bases as lists, beside their cards."""

from collections.abc import Iterator

import pytest

from navalassist.play.checks.verify import check_campaign
from tests.begun import begin_war_demo
from tests.in_hand import InHand, in_hand
from tests.systems.storm_of_steel.acting import War

LIST = "lists/squadron/"


@pytest.fixture
def war(db: None) -> Iterator[War]:
    with in_hand(begin_war_demo(), War) as table:
        yield table


def key_of(war: InHand, name: str) -> str:
    return next(row.partition(":")[2] for row, found in named(war) if found == name)


def named(war: InHand) -> list[tuple[str, str]]:
    return [(row, war.facts[f"{row}.name"]) for row in war.state.rows("squadron")]


def test_a_list_shows_every_squadron_and_saves_a_line(war: War) -> None:
    row, name = named(war)[0]
    key = row.partition(":")[2]
    assert name in war.text(LIST)
    answer = war.send(LIST, **{"line": key, f"{key}.combat": "9", f"{key}.origin": "printed"})
    assert answer.status_code == 302
    assert war.facts[f"{row}.combat"] == 9
    assert war.facts[f"list-mark:squadron/{key}.origin"] == "printed"
    assert not check_campaign(war.campaign).faults
