"""A look at what several entries would be tells of each, also behind one that needs dice which are not thrown."""

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from tests.desk.logbook_demo import end_turn, voyage
from tests.desk.test_past_fact import NOW
from tests.in_hand import words_of
from tests.systems.europa.board import end_steps, put, rolled, state_of, typed

__all__ = ["voyage"]


@pytest.mark.rule("X.6")
def test_what_stands_on_no_dice_that_are_not_thrown_is_shown_and_each_has_its_field(
    voyage: Campaign, client: Client
) -> None:
    """Malta at 9 has a contact on 7 to 12, at 2 on 3, 11 and 12: 1 2 is one then, whose lots need dice; 6 3 is none."""
    end_turn(voyage)
    while state_of(voyage).clock[2] != "naval-movement":
        end_steps(voyage, 1)
    for dice in ("63 12 22", "63 12 22", "63 63 11"):
        rolled(voyage, f"row:{put(voyage, typed('6 SP', 'brindisi rhodes'))}", dice)
    end_turn(voyage)
    asked = {"fact": "malta:status.number", "to": "2", "when": NOW, "why": "so it was", "submission": "m", "seen": ""}
    answer = client.post(f"/c/{voyage.slug}/log/since/preview/", {**asked, "all": "same"})
    page = words_of(answer)
    checks = Entry.objects.filter(campaign=voyage, procedure="cargo-contact", turn="1941-03-2").order_by("id")
    _, one, behind_one, _, two, _, _, three = checks
    assert "5 entries would be made again, in this order" in page
    assert page.count("Waits: effect on lot 1, with dice that are not thrown yet: throw them, and type them") == 2
    assert page.count("It stands on further dice of an entry before it") == 2
    assert f"Entry {behind_one.sequence} It stands on further dice" in page
    assert f"Entry {three.sequence} 6 SP, Brindisi–Rhodes in the Central Mediterranean" in page
    assert "column 2 = 9 NO CONTACT" in page
    assert page.count("Further dice are needed, effect on lot 1") == 2
    for check in (one, two):
        assert f'name="dice-public-{check.sequence}"' in answer.content.decode()
