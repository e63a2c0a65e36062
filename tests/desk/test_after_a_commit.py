"""What fails after a commit is never called undone: the log shows what was done."""

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.desk.rules import views
from tests.begun import begin_demo


@pytest.mark.promise("P3")
def test_a_page_that_cannot_be_drawn_leads_to_the_log(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = begin_demo()

    def broken(*args: object) -> None:
        raise ValueError("cannot be drawn")

    monkeypatch.setattr(views, "done", broken)
    answer = client.post(f"/c/{campaign.slug}/do/malta-bombed/", {"hits": "2", "submission": "a", "seen": "public:2"})
    assert Entry.objects.count() == 3
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{campaign.slug}/log/")
