"""What every test shares."""

import gc
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.template.base import Template
from django.test import Client, TransactionTestCase
from django.test.utils import _TestState

from navalassist.auditlog import triggers
from navalassist.desk.made_once import page
from navalassist.desk.made_once import reading as readings
from navalassist.play import agenda
from navalassist.play import state as states
from tests import counts
from tests.as_read import reading
from tests.made_anew import Proving, proving

# Nothing that collecting makes ever becomes garbage, so the collector rests meanwhile.
gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what only `--all` runs; put what is slow first, so that no worker is left alone with it at the end."""
    for item in items:
        why = None if counts.ALL else counts.LEFT_OUT.get(item.nodeid.partition("[")[0])
        if why is not None:
            item.add_marker(pytest.mark.skip(reason=f"only with --all: {why}"))
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    for item in items:
        stay_together(item)


def stay_together(item: pytest.Item) -> None:
    """Tests of a group go to one worker: pytest-xdist 3.8 says so in a field that pytest 9.2 reads no more."""
    names = sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")})
    group = f"@{'_'.join(names)}"
    if names and getattr(item.config.option, "loadgroup", False) and not item.nodeid.endswith(group):
        item._id = type(item._id).parse(item.nodeid + group)  # type: ignore[attr-defined]


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(autouse=True)
def _nothing_is_remembered() -> Iterator[None]:
    """What this process remembers of a campaign goes with the rows that the database takes back."""
    yield
    states.forget()
    page.MEMORY.forget()


@pytest.fixture(autouse=True, scope="session")
def _kept_pages_are_held_against_new_ones() -> Iterator[None]:
    """Each page that a test gets from memory is made anew beside it, and must be the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "MEMORY", Proving())
        patch.setattr(readings, "_kept", proving(readings._kept))
        yield


@pytest.fixture(autouse=True)
def _lines_of_a_step_do_not_fail(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pages go on without a line that can't be worked out; a test does not, unless it is marked `a_line_fails`."""
    failed: list[str] = []
    logged = agenda.log.exception

    def note(text: str, *words: Any) -> None:
        failed.append(text % words)
        logged(text, *words)

    monkeypatch.setattr(agenda.log, "exception", note)
    yield
    assert not failed or request.node.get_closest_marker("a_line_fails"), failed


@pytest.fixture(autouse=True, scope="session")
def _flush_past_the_log_triggers() -> Iterator[None]:
    """Let the flush after a `transaction=True` test through.

    The log's triggers refuse DELETE, and the flush deletes. They are dropped just before it; the flush itself sends
    post_migrate, whose handler in `auditlog` puts them back.
    """
    original = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def teardown(case: TransactionTestCase) -> None:
        triggers.drop()
        original(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
        yield


@pytest.fixture(autouse=True, scope="session")
def _templates_are_drawn_as_for_a_person(django_test_environment: None) -> None:
    """Django notes for a test what each template was drawn with: a fifth of a page's time, and no test asks for it."""
    Template._render = _TestState.saved_data.template_render  # type: ignore[attr-defined, method-assign]


@pytest.fixture(autouse=True, scope="session")
def _every_form_has_its_key() -> Iterator[None]:
    """What a test writes as a dictionary gets a one-time key, as a form of a page has, unless it names one."""
    original = Client.post

    def post(client: Client, path: str, data: Any = None, *args: Any, **words: Any) -> Any:
        if isinstance(data, dict | None) and "content_type" not in words and not args:
            data = {"submission": uuid.uuid4().hex, **(data or {})}
        return original(client, path, data, *args, **words)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "post", post)
        yield


@pytest.fixture(autouse=True, scope="session")
def _pages_are_read_as_a_browser_lays_them_out() -> Iterator[None]:
    """A template may break its lines where no reader sees it, and no test does (`tests.as_read`)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", reading(Client.request))
        yield
