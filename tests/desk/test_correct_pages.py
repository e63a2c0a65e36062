"""The page that corrects an entry opens for every rule, however its situation holds what was typed."""

from __future__ import annotations

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from tests.campaigns.record_fleets import Fleets, allied_turn, axis_turn
from tests.desk.logbook_demo import text
from tests.desk.test_naval_steps import med
from tests.in_hand import InHand

__all__ = ["med"]

pytestmark = pytest.mark.django_db


def page_of(entry: Entry) -> str:
    return f"/c/{entry.campaign.slug}/log/{entry.chain}/{entry.sequence}/correct/"


def test_the_first_of_two_supports_of_a_task_force_is_corrected_and_the_second_made_again(
    med: InHand,
) -> None:
    """Both use up one of the year's: the second counts from what the first leaves."""
    first = med.do("gunfire-support", unit="zara", support="half")
    second = med.do("gunfire-support", unit="zara", support="half")
    assert page_of(second).replace("correct/", "") in med.text(page_of(first))
    sent = {"reason": "typo", "typed_support": "quarter", "submission": "1" * 32}
    shown = med.post(page_of(first) + "preview/", **sent).content.decode()
    assert "2 entries would be made again" in shown


def test_every_rule_of_the_recorded_fleets_has_its_page(db: None, client: Client) -> None:
    """Played anew, for the recording itself is not in the database."""
    table = Fleets()
    axis_turn(table)
    allied_turn(table)
    entries = Entry.objects.filter(campaign=table.campaign, kind__in=("rule", "correction"))
    assert entries.count() > 30
    for entry in entries:
        text(client, page_of(entry))
