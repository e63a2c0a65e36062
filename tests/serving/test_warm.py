"""When the server has begun, the main pages are made once for nobody."""

from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any

import pytest
from django.conf import settings
from django.template import engines
from django.test import override_settings
from django.urls import Resolver404

from navalassist import collector, stopping
from navalassist.serving.warm import warm
from navalassist.systems.europa.setup import begin_demo
from navalassist.wsgi import application as product
from navalassist.wsgi import leads_to

pytestmark = pytest.mark.django_db(transaction=True)
MAIN = ["/", "/c/{0}/", "/c/{0}/board/", "/c/{0}/fleet/", "/c/{0}/log/", "/c/{0}/log/public/2/"]


class Asked:
    """The product, which keeps what it was asked and how it answered."""

    def __init__(self, before: Callable[[str], None] = lambda address: None) -> None:
        self.answers: dict[str, str] = {}
        self._before = before

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self._before(environ["PATH_INFO"])

        def began(status: str, *about: Any) -> Any:
            self.answers[environ["PATH_INFO"]] = status
            return start(status, *about)

        return product(environ, began)


def warmed(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked for, in a thread of its own as in the server."""
    settled: list[bool] = []
    monkeypatch.setattr(collector, "settle", lambda: settled.append(True))
    thread = Thread(target=warm, args=[asked])
    thread.start()
    thread.join()
    assert settled == [True]
    return list(asked.answers)


def test_campaigns_map_the_pages_of_its_head_and_the_newest_receipt_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    slug, asked = begin_demo().slug, Asked()
    assert warmed(asked, monkeypatch) == [address.format(slug) for address in MAIN]
    assert set(asked.answers.values()) == {"200 OK"}


def test_without_a_campaign_there_is_one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    assert warmed(Asked(), monkeypatch) == ["/"]


def test_a_page_that_fails_is_left_to_whoever_opens_it_and_the_others_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(address: str) -> None:
        if address.endswith("/board/"):
            raise SystemError("a fault")

    slug = begin_demo().slug
    assert warmed(Asked(fault), monkeypatch) == [address.format(slug) for address in MAIN if "board" not in address]


def test_a_server_that_is_asked_to_stop_makes_no_more_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked()
    slug = begin_demo().slug
    monkeypatch.setattr(stopping, "asked", lambda: len(asked.answers) == 2)
    assert warmed(asked, monkeypatch) == [address.format(slug) for address in MAIN[:2]]


@override_settings(CLUB=True)
def test_a_club_s_pages_are_shown_to_nobody_and_only_their_templates_read(monkeypatch: pytest.MonkeyPatch) -> None:
    loader = engines["django"].engine.template_loaders[0]  # type: ignore[attr-defined]
    loader.reset()
    begin_demo()
    assert warmed(Asked(), monkeypatch) == []
    assert len(loader.get_template_cache) > 200


def test_an_address_is_looked_up_once_and_one_that_leads_nowhere_each_time() -> None:
    among = settings.ROOT_URLCONF
    assert leads_to("/new/", among) is leads_to("/new/", among)
    for _ in range(2):
        with pytest.raises(Resolver404):
            leads_to("/nowhere/", among)
