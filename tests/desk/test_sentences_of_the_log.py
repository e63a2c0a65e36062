"""Keys in the sentences of a log: those of the campaign's own rows and chains give way to names, no others."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook.facts import Words
from navalassist.play import state as states
from navalassist.systems.europa import setup as europa
from navalassist.systems.storm_of_steel import setup as great_war

pytestmark = pytest.mark.django_db


def said(campaign: Campaign, text: str) -> str:
    """The sentence as the log of the campaign says it."""
    return Words(states.load(campaign.slug), {}).sentence(text)


def test_rows_and_chains_of_the_campaign_are_named() -> None:
    assert said(europa.begin_demo(), "port:naples since public/2") == "Naples since entry 2"
    assert said(great_war.begin_demo(), "base:kiel since central/2") == "Kiel since entry 2 of the Central chain"


@pytest.mark.parametrize("text", ["the fleet:home", "base:malta and action:stations", "neutral/2", "central/3"])
def test_words_of_other_rule_systems_stay_as_they_were_typed(text: str) -> None:
    assert said(europa.begin_demo(), text) == text
