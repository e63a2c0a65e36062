"""An address that only takes forms says so when it is reloaded, and the rules are one tap away."""

from django.test import Client

from tests.begun import begin_demo


def test_a_reloaded_form_address_is_a_page_in_words(client: Client, db: None) -> None:
    campaign = begin_demo()
    answer = client.get(f"/c/{campaign.slug}/undo/")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert "only takes what a form sends" in answer.content.decode()


def test_rules_by_themselves_are_linked_from_every_page_of_a_campaign(client: Client, db: None) -> None:
    campaign = begin_demo()
    assert f'href="/c/{campaign.slug}/do/"' in client.get(f"/c/{campaign.slug}/log/").content.decode()
