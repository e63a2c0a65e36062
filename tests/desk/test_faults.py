"""Pages that say what went wrong need nothing that can be missing: no collected files, and no database."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.test import Client, override_settings
from django.urls import path

from navalassist import club_urls, settings, urls
from navalassist.collected import Storage
from navalassist.desk import faults


def refuse(request: HttpRequest) -> HttpResponse:
    raise Http404


def fail(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


def only_a_form(request: HttpRequest) -> HttpResponse:
    return HttpResponseNotAllowed(["POST"])


handler500 = urls.handler500
urlpatterns = [path("gone/", refuse), path("fault/", fail), path("form/", only_a_form)]


@pytest.fixture(autouse=True)
def _database(tmp_path: Path) -> Iterator[None]:
    """No test here may open it; the product's own storage of static files has no manifest."""
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": "navalassist.collected.Storage"}}
    with override_settings(ROOT_URLCONF=__name__, STATIC_ROOT=tmp_path, STORAGES=storages):
        assert staticfiles_storage.url("css/app.css") == "/static/css/app.css"
        yield


@pytest.mark.parametrize(
    ("status", "title", "asked"),
    [
        pytest.param(400, "Not understood", {"path": "/form/", "headers": {"host": "a.stranger"}}, id="a foreign name"),
        pytest.param(403, "Nothing was done", {"path": "/form/", "method": "POST"}, id="a form from elsewhere"),
        pytest.param(404, "Nothing here", {"path": "/nothing/"}, id="no such address"),
        pytest.param(404, "Nothing here", {"path": "/gone/"}, id="no such campaign"),
        pytest.param(405, "Nothing to see here", {"path": "/form/"}, id="an address of forms"),
        pytest.param(500, "A fault in NavalAssist", {"path": "/fault/"}, id="a fault"),
    ],
)
def test_an_error_page_needs_no_manifest_and_no_database(status: int, title: str, asked: dict[str, Any]) -> None:
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    answer = client.generic(asked.get("method", "GET"), asked["path"], headers=asked.get("headers"))
    text = answer.content.decode()
    assert (answer.status_code, f"<h1>{title}</h1>" in text) == (status, True), text
    assert '<link rel="stylesheet" href="/static/css/app.css">' in text
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_where_files_were_collected_a_page_may_name_no_other(tmp_path: Path) -> None:
    found = {"version": "1.1", "hash": "", "paths": {"css/app.css": "css/app.0123456789ab.css"}}
    (tmp_path / "staticfiles.json").write_text(json.dumps(found), "utf-8")
    storage = Storage()
    assert storage.url("css/app.css") == "/static/css/app.0123456789ab.css"
    with pytest.raises(ValueError, match="Missing staticfiles manifest entry"):
        storage.url("css/gone.css")


def test_where_even_its_page_fails_a_fault_is_told_in_plain_html(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(request: HttpRequest) -> HttpResponse:
        raise OSError("the templates are gone")

    monkeypatch.setattr(faults, "server_error", broken)
    answer = Client(raise_request_exception=False).get("/fault/")
    assert (answer.status_code, answer.content.decode()) == (500, faults.BARE)


def test_both_servers_have_that_page() -> None:
    assert urls.handler500 == club_urls.handler500 == "navalassist.desk.faults.fault"
