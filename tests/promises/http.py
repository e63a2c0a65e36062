"""What the promises over HTTP share: asking, sending, a crawler, a played campaign."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.db import connection
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Chain, Entry
from navalassist.campaigns.models import Campaign
from navalassist.systems.europa.setup import begin_demo
from tests.promises.pages import Form, Page, Pairs, kind_of, masked

SEATS = ("axis", "allied", "moderator", "observer")


@dataclass
class Answer:
    """An answered request."""

    url: str
    response: HttpResponse

    @property
    def text(self) -> str:
        return self.response.content.decode()

    @property
    def whole(self) -> str:
        """Status, headers, cookies and text: all that a browser is told."""
        given = self.response
        return f"{given.status_code} {dict(given.headers)} {given.cookies}\n{given.content.decode('utf-8', 'replace')}"

    @cached_property
    def page(self) -> Page | None:
        """What a browser reads, where it is HTML."""
        html = self.response.get("Content-Type", "").startswith("text/html")
        return Page(self.url, self.text) if html else None


def ask(client: Client, url: str, method: str = "get", **kwargs: Any) -> Answer:
    """One request by the test client; a fault inside is a 500, as a person would get it."""
    return Answer(url, getattr(client, method)(url, **kwargs))


def plain(answer: Answer) -> Answer:
    """The answer without what the test client and Django depend on it."""
    given = answer.response
    content = b"".join(given.streaming_content) if given.streaming else given.content  # type: ignore[attr-defined]
    response = HttpResponse(content, status=given.status_code, headers=dict(given.headers))
    response.cookies = given.cookies
    return Answer(answer.url, response)


def send(client: Client, url: str, pairs: Pairs, **kwargs: Any) -> HttpResponse:
    """POST a form's pairs, with fields that occur twice kept twice."""
    body = urlencode(pairs, errors="surrogatepass")
    return client.post(url, body, content_type="application/x-www-form-urlencoded", **kwargs)


def submit(
    client: Client,
    url: str,
    action: str,
    button: Pairs | None = None,
    find: Mapping[str, str] | None = None,
    **typed: str,
) -> HttpResponse:
    """Open a page, type into its form and send it, as a person without script does. Fails unless it was done."""
    answer = ask(client, url)
    assert answer.page is not None, f"{url}: {answer.response.status_code}"
    form = answer.page.form(action, **find or {})
    to = form.action if form.action.endswith(action) else next(u for _, _, u in form.buttons if u.endswith(action))
    response = send(client, to, form.values(**typed) + (button or []))
    assert response.status_code == 302, f"{to} {typed}: {response.status_code} {wrong(response)}"
    return response


def crawl(
    client: Client, *starts: str, of_a_kind: int = 4000, most: int = 4000, within: str = "/", deep: bool = False
) -> Iterator[Answer]:
    """Every page that links lead to, and every form that is sent by GET, each once.

    Filters of a list multiply: an address with a query is followed only from a page without one; deep: or where it is
    the first of its kind. of_a_kind: so many pages are read that differ only in what they are about; within: how an
    address begins that is followed, a pattern.
    """
    waiting = deque(dict.fromkeys(url for url in ("/", *starts) if re.match(within, url)))
    known = {*waiting}
    kinds: Counter[str] = Counter()
    while waiting:
        answer = plain(ask(client, waiting.popleft()))
        yield answer
        if answer.page is None:
            continue
        found = answer.page.links()
        for form in answer.page.forms():
            if form.method == "get":
                found += [f"{urlsplit(form.action).path}?{urlencode(pairs)}" for pairs in form_reads(form)]
        for url in (url for url in found if not url.startswith("/static/")):
            if "?" in answer.url and "?" in url:
                wanted = deep and kinds[kind_of(url)] == 0
            else:
                wanted = kinds[masked(url)] < of_a_kind
            if url not in known and wanted and re.match(within, url):
                kinds.update((kind_of(url), masked(url)))
                assert len(known) < most, f"more than {most} addresses; the last were {list(known)[-5:]}"
                known.add(url)
                waiting.append(url)


def form_reads(form: Form) -> Iterator[Pairs]:
    """A GET form as it stands, and once for each choice of each of its fields."""
    yield form.values()
    for control in form.fields:
        for option in control.options:
            yield form.values(**{control.name: option})


def forms_of(answers: Iterable[Answer]) -> list[Form]:
    """One form of every shape that is sent by POST."""
    forms = (form for answer in answers if answer.page for form in answer.page.forms())
    return list({form.shape: form for form in forms if form.method == "post"}.values())


def token_of(client: Client, url: str) -> str:
    """The token against forged requests that a page's forms hold."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(url).content.decode())
    assert found is not None
    return found[1]


def take_seat(client: Client, slug: str, seat: str) -> None:
    """Sit down, past the page that asks whether the others look away."""
    answer = client.post(f"/c/{slug}/seat/", {"seat": seat})
    assert answer.status_code == 302
    if "/pass/" in answer["Location"]:
        assert client.post(answer["Location"]).status_code == 302


@dataclass
class Played:
    """A campaign after a little play: where it is, and the pages that its forms led to."""

    campaign: Campaign
    client: Client
    seen: list[str] = field(default_factory=list)
    # How the addresses begin of the pages that are read of it, and whether filters of filters are.
    within: str = "/"
    deep: bool = False

    @property
    def home(self) -> str:
        return f"/c/{self.campaign.slug}/"

    @property
    def board(self) -> str:
        return f"{self.home}board/"

    def do(
        self,
        url: str,
        action: str,
        button: Pairs | None = None,
        find: Mapping[str, str] | None = None,
        **typed: str,
    ) -> str:
        """Send a form; the address that it led to."""
        led_to = submit(self.client, url, action, button, find, **typed)["Location"]
        self.seen.append(led_to)
        return led_to

    def crawl(self, of_a_kind: int = 4000) -> Iterator[Answer]:
        """Every page, or so many of a kind."""
        starts = dict.fromkeys([*self.seen, f"{self.board}?open=demo-1", f"{self.home}do/"])
        return crawl(self.client, *starts, of_a_kind=of_a_kind, within=self.within, deep=self.deep)

    def heads(self) -> list[tuple[str, str, str]]:
        return heads(campaign=self.campaign)


def heads(**of: Any) -> list[tuple[str, str, str]]:
    """Campaign, audience and head of each chain, or of those of a campaign, as the database has them now."""
    return sorted(Chain.objects.filter(**of).values_list("campaign__slug", "audience", "head"))


def play(client: Client) -> Played:
    """The demo campaign after a little of everything: rows, dice of both kinds, set-up, undo, steps, a correction."""
    game = Played(begin_demo(), client)
    board, port = game.board, f"{game.home}setup/ports/naples/"
    row = {"sails": "3 RP", "on": "NTs", "origin": "taranto", "destination": "durazzo", "side": "axis"}
    game.do(board, "board/row/", **row)
    game.do(board, "demo-1/copy/")
    game.do(board, "undo/")
    game.do(board, "board/roll/", [("roll", "row:demo-1")])
    game.do(port, port, [("set", "naples=allied")], {"act": "port.owner"}, note="A try")
    game.do(port, port, [("set", "naples=axis")], {"act": "port.owner"})
    game.do(f"{game.home}do/malta-bombed/", "do/malta-bombed/", hits="3")
    game.do(game.home, "step/", until="allied/naval-movement", confirm="yes")
    game.do(board, "board/roll/", [("roll", "row:demo-2")], dice="typed", strip="66 6")
    rolled = Entry.objects.filter(campaign=game.campaign, dice="typed").latest("id")
    game.do(f"{game.home}log/{rolled.reference}/correct/", "correct/", reason="mistyped-die", strip="66 1")
    game.do(game.home, "step/", until="axis/naval-movement", confirm="yes")
    game.do(board, "board/row/", **row | {"sails": "2 SP", "destination": "tripoli", "origin": "naples"})
    game.do(board, "board/row/", **row | {"sails": "4 empty NTs", "on": ""})
    return game


def tables() -> dict[str, int]:
    """How many rows every table of the database has."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        counts = {}
        for name in names:
            cursor.execute(f'SELECT COUNT(*) FROM "{name}"')
            counts[name] = cursor.fetchone()[0]
    return counts


def wrong(response: HttpResponse) -> str:
    """What an answer says went wrong."""
    found = re.findall(r'class="(?:msg bad|why-not)[^>]*>(.*?)</(?:div|p)>', response.content.decode(), re.S)
    return " | ".join(re.sub(r"<[^>]+>|\s+", " ", part).strip() for part in found)
