"""A second tap of a form by somebody who may not read what the first one wrote: an answer, and no fault."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.desk import answers
from navalassist.play.writer import AlreadyDone, Writer
from navalassist.play.written import new_submission
from tests.desk.logbook_demo import contact, demo, url, written
from tests.desk.test_correction import filled

__all__ = ["contact", "demo"]
AT = "/c/mediterranean-1941/"


@contextmanager
def done_unseen(*_: object) -> Iterator[Writer]:
    """The writing of a form that was carried out before, of which these eyes may read nothing."""
    raise AlreadyDone([])
    yield


@pytest.fixture
def unseen(contact: Entry, monkeypatch: pytest.MonkeyPatch) -> Entry:
    monkeypatch.setattr(answers, "form_writing", done_unseen)
    return contact


@pytest.mark.parametrize(
    ("address", "typed"),
    [
        ("do/malta-bombed/", {"hits": "1", "dice": "server"}),
        ("setup/malta/", {"act": "malta.number", "value": "3"}),
        ("air/central-med/", {"act": "add", "side": "axis", "name": "Ju 88", "tbf": "1"}),
        ("board/undo/", {"entry": "public/1"}),
        ("dice/bind/", {"words": "by chance"}),
    ],
)
def test_a_tap_that_was_done_out_of_sight_is_answered(
    unseen: Entry, client: Client, address: str, typed: dict[str, str]
) -> None:
    count = written(unseen.campaign)
    answer = client.post(AT + address, {"submission": new_submission(), **typed})
    assert answer.status_code == 302, answer.content.decode()
    assert written(unseen.campaign) == count


def test_what_was_done_out_of_sight_to_an_entry_leads_to_the_log(unseen: Entry, client: Client) -> None:
    form = filled(client, unseen, res="5", transport_count="5")
    assert client.post(url(unseen, "correct/"), form)["Location"] == f"{AT}log/"
    raised = client.post(url(unseen, "dispute/"), {"submission": new_submission(), "text": "Wrong."})
    assert raised["Location"] == f"{AT}log/"
