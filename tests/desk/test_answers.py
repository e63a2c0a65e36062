"""Answers of every page: to forms alone, to a second tap, to NUL in what was sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import _quote  # type: ignore[attr-defined]

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.test import Client, RequestFactory

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk import answers
from navalassist.desk.answers import problem_of
from navalassist.engine import EffectError
from navalassist.middleware import WithoutNul
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import AlreadyDone, Writer
from navalassist.seats.sessions import SessionStore
from navalassist.taskforces.models import RowDraft
from tests.begun import begin_demo
from tests.club import Club
from tests.desk.logbook_demo import url, written
from tests.desk.test_correction import filled


def test_an_effect_that_can_not_be_carried_out_is_told_in_words(caplog: pytest.LogCaptureFixture) -> None:
    problem = problem_of(EffectError("mark:turned-back/gorizia is there already"))
    assert (problem.status, "mark:" in problem.text) == (422, False)
    assert "mark:turned-back/gorizia is there already" in caplog.text


def test_a_reloaded_form_address_is_a_page_in_words_that_links_the_rules(client: Client) -> None:
    campaign = begin_demo()
    answer = client.get(f"/c/{campaign.slug}/undo/")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert "only takes what a form sends" in answer.content.decode()
    assert f'href="/c/{campaign.slug}/do/"' in client.get(f"/c/{campaign.slug}/log/").content.decode()


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


ROW = {"side": "axis", "sails": "9\0 SP", "on": "", "origin": "naples", "dest\0ination": "tripoli", "x": "\0"}


@pytest.fixture
def campaign(club: Club) -> Iterator[Campaign]:
    return begin_demo()


def heard(request: HttpRequest) -> tuple[QueryDict, QueryDict]:
    """Address and form of a request as a page gets them."""
    given: list[HttpRequest] = []

    def page(request: HttpRequest) -> HttpResponse:
        given.append(request)
        return HttpResponse()

    WithoutNul(page).process_view(request, page, (), {})
    page(request)
    return given[0].GET, given[0].POST


def test_it_is_dropped_from_names_and_values_and_all_else_stays() -> None:
    read, form = heard(RequestFactory().post("/?a=%00&a=1%002&b=3", {"na\0me": "x\0y", "name": ["1", "\0", "2"]}))
    assert read.getlist("a") == ["", "12"]
    assert read.getlist("b") == ["3"]
    assert form.getlist("name") == ["xy", "1", "", "2"]
    with pytest.raises(AttributeError):
        form["name"] = "a form is read, not written"


def test_what_a_stranger_sends_is_not_read(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    whole = HttpRequest._load_post_and_files  # type: ignore[attr-defined]

    def load(request: HttpRequest) -> None:
        read.append(request.path)
        whole(request)

    for kind in (HttpRequest, WSGIRequest):
        monkeypatch.setattr(kind, "_load_post_and_files", load, raising=False)
    assert Client(enforce_csrf_checks=True).post("/import/", {"archive": "x"}).status_code == 403
    assert Client().post("/import/", {"archive": "x"}).status_code == 302
    assert read == []


def test_an_address_with_it_is_no_page_of_ours(club: Club, campaign: Campaign) -> None:
    alice = club.person("Alice", axis=campaign)
    for path in ("/%00", f"/c/{campaign.slug}/board/row/%00/draft/", "/join/%00/", f"/c/{campaign.slug}/log/?q=%00"):
        expected = (404, 405) if "?" not in path else (200,)
        assert alice.get(path).status_code in expected, path


def test_what_is_typed_into_a_row_is_kept_without_it(club: Club, campaign: Campaign) -> None:
    assert club.person("Alice", axis=campaign).post(f"/c/{campaign.slug}/board/draft/", ROW).status_code == 200
    assert RowDraft.objects.get().fields["sails"] == "9 SP"
    assert RowDraft.objects.get().fields["destination"] == "tripoli"


@pytest.mark.parametrize("key", ["\0aaaaaaaaaa", "\0" * 32, "A" * 32, "a" * 31, "a" * 33, "é" * 32, "a" * 31 + "'"])
def test_a_cookie_that_names_no_session_is_none(club: Club, key: str) -> None:
    said = f"{settings.SESSION_COOKIE_NAME}={_quote(key)}"
    assert Client().get("/", headers={"Cookie": said}).status_code == 302
    assert SessionStore(key).session_key is None


def test_a_session_that_was_made_is_one(club: Club) -> None:
    made = SessionStore()
    made["seat"] = "axis"
    made.create()
    assert SessionStore(made.session_key).load()["seat"] == "axis"
