"""P2: nothing is half applied. Whatever statement fails, the campaign stands as it stood before."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection

from navalassist.auditlog.models import Chain, Entry, Payload, Seed
from navalassist.campaigns.models import Campaign, FactHistory
from navalassist.campaigns.viewer import MODERATOR
from navalassist.engine import Add, Set
from navalassist.keeping import integrity
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from tests.databases import ON_POSTGRESQL
from tests.mini.system import begin, do, edit, end_step, facts, hide_force, mend, seat, tell

pytestmark = [pytest.mark.promise("P2"), pytest.mark.django_db(transaction=True)]
STRIKE = "6, 66 6 66, 66, 5 5 5 5"
Act = Callable[[Campaign, Entry, Entry], object]


@pytest.fixture
def begun(mini: None) -> tuple[Campaign, Entry, Entry]:
    """A campaign with a rule that was carried out, in the last step of its turn, and another rule that waits there."""
    campaign = begin()
    hide_force(campaign)
    struck = do(seat(campaign), "mini-strike", STRIKE, force="open")
    end_step(seat(campaign), times=3)
    return campaign, struck, do(seat(campaign), "mini-weather", "5 4", zone="outer")


@contextmanager
def failing_at(number: int) -> Iterator[list[str]]:
    """The database fails at the statement of this number; the list holds those that were asked for."""
    asked: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append(sql)
        if len(asked) == number:
            raise OperationalError("the disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield asked


def picture(campaign: Campaign) -> list[Any]:
    """Everything that the database holds of a campaign."""
    tables = (Chain, Entry, Payload, Seed, FactHistory)
    return [facts(campaign), *(list(model._default_manager.order_by("id").values()) for model in tables)]


THE_END = "the end of a turn"
ACTS: dict[str, Act] = {
    "an edit of several rows": lambda c, s, w: edit(
        seat(c), Set("zone:inner.declared", "tight"), Add("ledger:axis.vp", 1), Set("condition:fog.value", True)
    ),
    "a secret": lambda c, s, w: hide_force(c, "second"),
    "a rule with server dice": lambda c, s, w: do(seat(c), "mini-strike", force="open"),
    "a secret rule": lambda c, s, w: do(seat(c, "allied"), "mini-strike", force="hidden"),
    "a correction": lambda c, s, w: mend(seat(c), s, situation={"strength": 1}),
    "an answer": lambda c, s, w: tell(seat(c, MODERATOR), w, "storm", "6"),
    THE_END: lambda c, s, w: end_step(seat(c)),
    "a new campaign": lambda c, s, w: begin("Second War"),
}


@pytest.mark.parametrize("name", ACTS)
def test_an_act_that_fails_at_any_statement_leaves_nothing(begun: tuple[Campaign, Entry, Entry], name: str) -> None:
    campaign, struck, waiting = begun
    if name == THE_END:
        # A step ends once what was asked in it is answered.
        tell(seat(campaign, MODERATOR), waiting, "storm", "6")
    before, campaigns, number = picture(campaign), Campaign.objects.count(), 0
    while True:
        number += 1
        with failing_at(number) as asked:
            try:
                ACTS[name](campaign, struck, waiting)
            except OperationalError:
                pass
            else:
                break
        assert len(asked) >= number
        assert picture(campaign) == before
        assert Campaign.objects.count() == campaigns
        assert states.load(campaign.slug).values == before[0]
    # PostgreSQL is given all that an act writes in one statement.
    assert number > (2 if ON_POSTGRESQL else 3), "no statement was made to fail"
    assert picture(campaign) != before or Campaign.objects.count() > campaigns
    assert integrity.faults() == []
    assert all(check_campaign(each).faults == [] for each in Campaign.objects.all())
