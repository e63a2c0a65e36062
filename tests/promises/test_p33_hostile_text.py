"""P33: whatever is typed into a text field stays the text it is, on every page, in every fragment and every file."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import pytest
from django.core.management import call_command

from navalassist.auditlog.models import Entry
from navalassist.play.checks.verify import check_campaign
from tests import counts
from tests.promises.http import Answer, Played, send
from tests.promises.kept import rolled_back
from tests.promises.pages import Form, Page, Pairs, masked_name
from tests.promises.recording import Recording

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P33")]
# Each holds the word nv7q, by which it is found again. The first goes into every field, the others take turns.
MARKERS = (
    """"'></td></select><script>alert("nv7q")</script><img src=x onerror=alert(/nv7q/)>{{7*7}}{% debug %}""",
    '<script>alert("nv7q")</script>',
    '"><img src=x onerror=alert(/nv7q/)>',
    "' onfocus='alert(/nv7q/)' autofocus x='",
    '"}\' hx-get="/nv7q/" hx-trigger="load" hx-on::load="alert(1)',
    "</textarea></select></option></title></style></svg><svg onload=alert(/nv7q/)>",
    "{{7*7}}{% debug %}${7*7}nv7q",
    '=HYPERLINK("http://evil.example/nv7q","x")',
    "@nv7q,+1-1|cmd' /C calc'!A0",
    "javascript:alert('nv7q')",
    "nv7q\u202edetrever\u2066\u200b\u0000\u0007\x1b[31m\r\nSet-Cookie: nv7q=1",
    "nv7q" + "é" * 196,
    "\\u003cscript\\u003e nv7q &lt;b&gt; &amp;#x3c;",
    '<hx-partial hx-target="body" hx-swap="outerHTML">nv7q</hx-partial><!--',
)
WORD = "nv7q"
# A campaign's address is made of the letters of its name, and its files are called by it. A name that is typed goes
# along to another rule system's form, quoted throughout.
SAFE = (
    r'/c/[a-z0-9_-]+/|attachment; filename="[a-z0-9_-]+\.(?:json|jsonl|csv|toml|zip|py)"'
    r"|/new/\?system=[a-z_]+&name=[\w.~%+-]*"
)
# Attributes whose value a person or a screen reader gets as text, or that a form sends back as it was typed.
TEXTUAL = {
    "value",
    "title",
    "alt",
    "placeholder",
    "content",
    "label",
    "aria-label",
    "aria-description",
    "summary",
    "datetime",
}
# What a browser saves as a file and never draws. Cells that spreadsheets would run are looked at with the downloads.
DOWNLOADS = {
    "application/json",
    "application/toml",
    "application/x-ndjson",
    "application/zip",
    "text/csv",
    "text/x-python",
}
ADDRESSES = {"href", "action", "formaction", "hx-get", "hx-post", "src", "xlink:href", "data-live"}


@dataclass
class Typed:
    """What was sent, and what came of it."""

    sent: int = 0
    used: set[str] = field(default_factory=set)
    answers: list[Answer] = field(default_factory=list)


def assert_inert(page: Page) -> None:
    """Nothing that was typed is a tag, a handler, a script, an attribute of its own, or an address to go to."""
    assert page.inline == [], page.url
    for tag, attributes in page.elements:
        assert WORD not in tag, page.url
        for name, value in attributes.items():
            where = f"{page.url}: <{tag} {name}={value[:200]!r}>"
            assert WORD not in name, where
            assert not name.startswith(("on", "hx-on", "autofocus")), where
            assert name not in ("style", "srcdoc"), where
            if WORD in value and name in ADDRESSES:
                parts = urlsplit(value)
                assert value.startswith(("/", "?")), where
                assert not value.startswith("//"), where
                assert re.fullmatch(r"[A-Za-z0-9/_.-]*", unquote(parts.path)) or tag == "form", where
            elif WORD in value:
                assert name in TEXTUAL, where
    assert not [a for tag, a in page.elements if tag == "img" or "onerror" in a], page.url
    assert "49" not in re.findall(r"(\d+)\{% debug", page.text), page.url


def assert_inert_answer(answer: Answer) -> None:
    """Pages and fragments as pages; JSON as JSON that says so; nothing else, and no header of the typist's."""
    response = answer.response
    for name, value in response.items():
        assert WORD not in value or re.fullmatch(SAFE, value), f"{answer.url}: {name}: {value}"
    assert set(response.cookies) <= {"navalassist_csrf", "navalassist_session"}
    kind = response.get("Content-Type", "").partition(";")[0]
    if answer.page is not None:
        assert_inert(answer.page)
    elif kind in DOWNLOADS:
        if kind == "application/json" and not response.streaming:
            assert isinstance(json.loads(answer.text), dict)
        assert response["X-Content-Type-Options"] == "nosniff"
        assert re.fullmatch(SAFE, response["Content-Disposition"])
    else:
        assert response.status_code in (301, 302, 405), f"{answer.url}: {kind}"


def text_fields(forms: list[Form]) -> Iterator[tuple[Form, str, Pairs]]:
    """Every form that is sent by POST with each of its buttons, and each of its text fields, once a shape."""
    known = set()
    for form in forms:
        buttons = form.buttons or (("", "", form.action),)
        for name, value, url in buttons if form.method == "post" else ():
            for control in form.fields:
                key = form.shape, masked_name(control.name), url.rstrip("/").rpartition("/")[2], name
                if control.is_text and key not in known:
                    known.add(key)
                    yield form, control.name, [("", url or form.action), (name, value)]


def type_everywhere(game: Played, forms: list[Form]) -> Typed:
    """Markers into every text field of every form, the rest as it stands; by htmx and by a plain form in turn."""
    typed, others = Typed(), counts.InTurn(MARKERS[1:])
    for number, (form, name, ((_, url), button)) in enumerate(text_fields(forms)):
        for place, marker in enumerate((MARKERS[0], *others.take())):
            fresh = [
                (n, f"{number:016x}{place:016x}" if n == "submission" else v) for n, v in form.values(**{name: marker})
            ]
            pairs = [pair for pair in fresh if pair[0] not in ("seen", "clock")] + ([button] if button[0] else [])
            headers = {"HX-Request": "true"} if (number + place) % 2 else {}
            response = send(game.client, url, pairs, headers=headers)
            typed.answers.append(Answer(f"{url} {name}={marker[:20]!r}", response))
            typed.sent += 1
            typed.used.add(marker)
    return typed


def type_what_is_kept(game: Played) -> None:
    """The fields whose text is kept for good: names of what sails, reasons, notes, a campaign's name."""
    board, port = game.board, f"{game.home}setup/ports/derna/"
    for number, marker in enumerate(MARKERS):
        plain = " ".join(re.sub(r"[\x00-\x1f]", " ", marker).split())
        row = {"on": "2 NTs", "origin": "naples", "destination": "tripoli", "side": "axis"}
        owner = ("axis", "allied")[number % 2]
        tries = [
            (board, "board/row/", [], {}, row | {"sails": f"{plain[:75]} (2 RE)"}),
            (board, "board/templates/", [], {}, {"name": f"{number} {plain[:55]}"}),
            (
                f"{board}roster/",
                "board/roster/",
                [],
                {},
                {"port-1": "naples", "name-1": plain[:80], "what-1": "unit", "count-1": "2"},
            ),
            (port, port, [("set", f"derna={owner}")], {"act": "port.owner"}, {"note": marker}),
            ("/new/", "/new/", [], {}, {"name": plain[:110], "year": "1941"}),
        ]
        for url, action, button, find, words in tries:
            game.do(url, action, button, find, **words)


def test_every_text_field_of_every_form_is_inert_in_its_own_answer(open_pages: Recording, game: Played) -> None:
    typed = type_everywhere(open_pages.looked_at("axis"), open_pages.all_forms("axis"))
    assert typed.sent > 25 * 2
    assert typed.used == set(MARKERS)
    for answer in typed.answers:
        assert_inert_answer(answer)
    shown = [answer for answer in typed.answers if WORD in answer.text]
    assert len(shown) > typed.sent / 4, "what was typed should come back with the reason why it was not taken"


@pytest.fixture(scope="session")
def hostile_pages(open_pages: Recording, django_db_blocker: Any) -> Recording:
    """The same campaign after all of that was typed."""
    with django_db_blocker.unblock(), rolled_back():
        game = open_pages.game()
        type_what_is_kept(game)
        return Recording.of(game, {"axis": counts.PAGES_OF_A_HOSTILE_KIND, "observer": counts.PAGES_BESIDE})


def test_what_is_kept_is_inert_on_every_page_and_in_every_file(hostile_pages: Recording) -> None:
    campaign = hostile_pages.game().campaign
    kept = Entry.objects.filter(campaign=campaign, content__contains=WORD)
    assert kept.count() >= 2 * len(MARKERS)
    shown: set[str] = set()
    kinds = set()
    for answer in hostile_pages.answers():
        assert_inert_answer(answer)
        kinds.add(answer.response["Content-Type"])
        if answer.page is not None:
            shown |= {marker for marker in MARKERS if marker[:20] in answer.page.text}
    files = {"application/json", "application/toml", "text/csv; charset=utf-8", "text/x-python; charset=utf-8"}
    assert kinds == {"text/html; charset=utf-8", *files}
    assert {MARKERS[0], MARKERS[1], MARKERS[2]} <= shown
    assert check_campaign(campaign).sound


def test_an_export_stays_json_line_by_line(hostile_pages: Recording, capsys: pytest.CaptureFixture[str]) -> None:
    game = hostile_pages.game()
    call_command("export", game.campaign.slug, "--all")
    lines = capsys.readouterr().out.split("\n")
    found = [json.loads(line) for line in lines if line]
    assert len(found) > 40
    assert any(MARKERS[0] in json.dumps(line) or "nv7q" in str(line) for line in found)
    assert all(isinstance(line, dict) for line in found)


@pytest.mark.parametrize(
    "where",
    ["?open={}", "log/?at={}", "log/?zone={}&item={}", "log/public/{}/", "setup/ports/?country={}", "zones/{}/"],
)
def test_text_in_an_address_is_inert(game: Played, where: str) -> None:
    for marker in MARKERS:
        url = game.home + ("board/" if where.startswith("?") else "") + where.replace("{}", quote(marker, safe=""))
        response = game.client.get(url)
        assert response.status_code in (200, 400, 404, 422), url
        assert_inert(Page(url, response.content.decode()))
