"""P38: no input makes a fault. Thousands of malformed requests over every form that the pages have.

They are made from the forms' own fields and buttons: in the gate the same in every run, with --all others each time.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from tests import counts
from tests.promises.http import SEATS, Played
from tests.promises.pages import Form, Pairs, masked
from tests.promises.recording import ClubPages, Recording, Two

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.promise("P38")]
BATCH = 250
FORM = "application/x-www-form-urlencoded"
NASTY = (
    "",
    " ",
    "0",
    "-1",
    "00",
    "1e308",
    "1.5",
    "NaN",
    "Infinity",
    "٣",
    "½",
    "９",
    "9" * 30,
    "9" * 5000,
    "-" + "9" * 400,
    "0x10",
    "true",
    "None",
    "null",
    "[]",
    "{}",
    "\x00",
    "a\x00b",
    "\x1b[2J",
    "\r\nSet-Cookie: x=1",
    "\u202e\u2066\u200b",
    "\ud800",
    "\ufffe",
    "💣" * 60,
    "é" * 200,
    "x" * 201,
    "x" * 100_000,
    "' OR 1=1 --",
    '"><script>alert(1)</script>',
    "{{ settings.SECRET_KEY }}",
    "%s%n%d",
    "%00",
    "../../../../etc/passwd",
    "//evil.example/",
    "javascript:alert(1)",
    "axis",
    "observer",
    "moderator",
    "system",
    "row:",
    "row:demo-1",
    "row:demo-1:demo-2",
    "all:all",
    "next",
    "typed",
    "server",
    "66 66 66 66 66 66",
    "6" * 2000,
    "7",
    "6,6;6|6",
    "7 SP",
    "999 SP",
    "0 SP",
    "-3 RP",
    "2½ SRP",
    "1/0 SP",
    "7 SP 7 SP 7 SP",
    "naples=allied",
    "naples=",
    "=allied",
    "nowhere=axis",
    "naples=allied=axis",
    "R-04=rule33",
    "R-99=x",
    "naples",
    "nowhere",
    "tripoli",
    "demo-1",
    "public/1",
    "public/999999",
    "allied/1",
    "public/-1",
    "1941-03-1",
    "1941-13-3",
    "9999-99-9",
    "axis:0,public:0",
    "public:99999999999999999999",
    "axis:" * 500,
    "00000000000000000000000000000000",
    "g" * 32,
)
ACTS = (
    "sails:",
    "sails:7 SP",
    "route:",
    "route:naples",
    "route:naples:tripoli:x",
    "route:nowhere:naples",
    "side:",
    "side:vichy",
)
ACTS += (
    "legs:propose",
    "legs:",
    "leg-drop:0",
    "leg-drop:99",
    "leg-up:1",
    "leg-up:",
    "leg-down:98",
    "leg-drop:-1",
    "leg-add",
    "why",
)
UNKNOWN = (
    "__proto__",
    "zone-1",
    "zone-99",
    "protected-1",
    "hexes-1",
    "status-1",
    "air_for-1",
    "leg",
    "pk",
    "id",
    "a[b][c]",
)
Sending = tuple[str, str, dict[str, Any]]
Change = Callable[[random.Random, str, Pairs], Sending]


def posted(url: str, pairs: Pairs, **more: Any) -> Sending:
    body = urlencode(pairs, errors="surrogatepass")
    return "post", url, {"data": body, "content_type": FORM, **more}


def one_value(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """One field holds something else."""
    place = dice.randrange(len(pairs))
    worse = [*pairs]
    worse[place] = pairs[place][0], dice.choice(ACTS if pairs[place][0] == "act" else NASTY)
    return posted(url, worse)


def many_values(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """Half of the fields do."""
    return posted(url, [(name, dice.choice(NASTY) if dice.random() < 0.5 else value) for name, value in pairs])


def missing(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """Some fields are left out, sometimes all."""
    keep = dice.choice((0.0, 0.3, 0.7, 0.9))
    return posted(url, [pair for pair in pairs if dice.random() < keep])


def twice(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """Fields come twice, with another value."""
    return posted(url, [*pairs, *((name, dice.choice(NASTY)) for name, _ in dice.sample(pairs, min(3, len(pairs))))])


def unknown(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """Fields that no form has, or that belong to another."""
    return posted(
        url, [*pairs, *((dice.choice(UNKNOWN), dice.choice(NASTY)) for _ in range(3)), ("act", dice.choice(ACTS))]
    )


def many_fields(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """More fields than anybody would send, or a name without end."""
    more = [(f"zone-{n}", "central-med") for n in range(dice.choice((50, 1200)))]
    return posted(url, [*pairs, *more, ("n" * 3000, "")])


def other_method(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """Another verb, or the form as an address, where one comes from nowhere that there is."""
    method = dice.choice(("get", "head", "put", "patch", "delete", "options", "trace"))
    if method in ("get", "head"):
        led = {"Referer": dice.choice(("http://[", "http://testserver/c/[x", "http://℀.com/", "é", "//", ""))}
        return method, f"{url}{'&' if '?' in url else '?'}{urlencode(pairs, errors='surrogatepass')}", {"headers": led}
    return method, url, {} if method in ("options", "trace") else {"data": urlencode(pairs), "content_type": FORM}


def other_encoding(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """Bytes that are not UTF-8, or are said to be something else. (Codes that are none of text: see below.)"""
    kind = dice.choice(("latin-1", "utf-16", "utf-7", "no-such-code", "\x80"))
    body = b"&".join(
        name.encode() + b"=%ff%fe%c3(\xff\xfe" + quote(value[:50], errors="ignore").encode() for name, value in pairs
    )
    return "post", url, {"data": body, "content_type": f"{FORM}; charset={kind}"}


def other_type(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """JSON, XML, a broken upload or nothing that has a name, where a form is due."""
    deep = "[" * 5000 + "]" * 5000
    body, kind = dice.choice(
        (
            (json.dumps(dict(pairs)), "application/json"),
            (deep, "application/json"),
            (json.dumps({name: {"a": [value]} for name, value in pairs}), "application/json"),
            ('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "text/xml"),
            ("--x\r\nContent-Disposition: form-data; name=", "multipart/form-data; boundary=x"),
            ("", "multipart/form-data"),
            ("--x--", "multipart/form-data; boundary=" + "x" * 300),
            (
                '--x\r\nContent-Disposition: form-data; name="submission"; filename="../../a"\r\n\r\nz\r\n--x--\r\n',
                "multipart/form-data; boundary=x",
            ),
            ("a=b", ""),
            ("a=b", "text/plain; charset="),
            ("%", FORM),
            ("&&&===&%zz=%zz", FORM),
            (urlencode(pairs, errors="surrogatepass"), "text/html"),
        )
    )
    return "post", url, {"data": body.encode("utf-8", "replace"), "content_type": kind}


def other_address(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """The same form about something that is not there, or with a query that means nothing."""
    nasty = quote(dice.choice(NASTY)[:300], errors="surrogatepass")
    parts = url.split("/")
    places = [n for n, part in enumerate(parts) if part]
    if places:
        parts[dice.choice(places)] = quote(dice.choice(NASTY)[:300], safe="", errors="surrogatepass") or "x"
    return posted(
        "/".join(parts) + dice.choice(("", f"?open={nasty}", f"?last=public/{nasty}", "?open=demo-1&open=x")),
        pairs,
    )


def strange_headers(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """htmx headers that are no such thing, and cookies that are none of ours."""
    value = dice.choice(("true", "false", "x" * 4000, "%", "\x7f", "é"))
    headers = {
        "HX-Request": "true",
        "HX-Current-URL": value,
        "HX-Target": value,
        "HX-Trigger": value,
        "HX-Prompt": value,
    }
    headers |= {
        "Accept-Language": value,
        "Range": "bytes=0-1",
        "If-None-Match": value,
        "Cookie": f"navalassist_session={value}",
    }
    return posted(url, pairs, headers=headers)


def good(dice: random.Random, url: str, pairs: Pairs) -> Sending:
    """As it stands, so that what follows meets a campaign that moves on."""
    return posted(url, pairs)


CHANGES: dict[Change, int] = {
    one_value: 30,
    many_values: 12,
    missing: 10,
    twice: 8,
    unknown: 10,
    many_fields: 1,
    other_method: 7,
    other_encoding: 6,
    other_type: 8,
    other_address: 8,
    strange_headers: 3,
    good: 2,
}


def ways(forms: list[Form]) -> list[tuple[str, Pairs]]:
    """Every address that a form is sent to, once for each shape of form and each kind of button."""
    found: dict[tuple[Any, ...], tuple[str, Pairs]] = {}
    for form in forms:
        for (url, pairs), name in zip(form.sendings(), names_of(form), strict=True):
            found.setdefault((*form.shape, masked(url), name), (url, pairs))
    return list(found.values())


def names_of(form: Form) -> list[str]:
    return [name + value.partition(":")[0] * (name == "act") for name, value, _ in form.buttons] or [""]


def malformed(pages: Recording, dice: random.Random) -> Iterator[Sending]:
    """Requests without end: every form and every way to spoil it in turn."""
    forms = ways(pages.all_forms("axis", "moderator"))
    assert len(forms) > 35
    changes, weights = list(CHANGES), list(CHANGES.values())
    while True:
        for url, pairs in forms:
            change = dice.choices(changes, weights)[0]
            fresh = [
                (name, f"{dice.getrandbits(128):032x}" if name == "submission" else value) for name, value in pairs
            ]
            # A page that was open for long names an old version; most of them name none.
            kept = [pair for pair in fresh if pair[0] != "seen" or dice.random() < 0.2]
            yield change(dice, url, kept or [("x", "1")])


@dataclass
class Heard:
    """What the requests were answered with."""

    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def anew(game: Played, dice: random.Random) -> None:
    """Clear the browser and sit down on some seat."""
    game.client.cookies.clear()
    game.client.post(f"{game.home}seat/", {"seat": dice.choice(SEATS)})


def batch(
    game: Played, dice: random.Random, requests: Iterator[Sending], heard: Heard, anew: Callable[..., None] = anew
) -> None:
    """Send so many, now and then from another seat, a third of them as htmx would."""
    for number in range(BATCH):
        method, url, kwargs = next(requests)
        if number % 50 == 0:
            anew(game, dice)
        if number % 3 == 0:
            kwargs["headers"] = {"HX-Request": "true", **kwargs.get("headers", {})}
        response = game.client.generic(method.upper(), url, **kwargs)
        heard.statuses[response.status_code] += 1
        if response.status_code >= 500:
            error = response.exc_info[1] if getattr(response, "exc_info", None) else ""
            heard.faults.append(f"{response.status_code} {method} {url[:200]} {str(kwargs)[:600]}: {error!r}")


def sent(game: Played, pages: Recording, wanted: int, anew: Callable[..., None] = anew) -> Heard:
    """Send so many malformed requests; no answer is a fault, and the log stays sound."""
    seed = counts.SEED_OF_REQUESTS
    print(f"NAVALASSIST_SEED={seed} makes the same requests")
    dice = random.Random(seed)
    requests = malformed(pages, dice)
    heard = Heard()
    for _ in range(wanted // BATCH):
        # Some of them are good enough to be carried out. Each batch meets the same campaign, or its board would grow.
        with transaction.atomic():
            batch(game, dice, requests, heard, anew)
            for campaign in Campaign.objects.all():
                report = check_campaign(campaign)
                assert report.sound, report.faults[:5]
            transaction.set_rollback(True)
    assert not heard.faults, f"{len(heard.faults)} of {wanted}\n" + "\n".join(heard.faults[:20])
    assert heard.statuses.keys() >= {200, 302, 400, 404, 405, 422}, heard.statuses
    return heard


def test_no_malformed_request_is_answered_with_a_fault(
    open_pages: Recording, game: Played, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("CRITICAL", "django.request")
    game = open_pages.looked_at(raise_request_exception=False)
    statuses = sent(game, open_pages, counts.REQUESTS).statuses
    assert statuses[409] > 0
    assert statuses[422] > counts.REQUESTS / 10


def test_nor_is_one_in_a_club(club_pages: ClubPages, two: Two, caplog: pytest.LogCaptureFixture) -> None:
    """People who hold seats and look after the club send them, and now and then a stranger."""
    caplog.set_level("CRITICAL", "django.request")
    two.club.seat("Ann", "axis", two.hers.campaign)
    two.hers.client.raise_request_exception = False

    def somebody(game: Played, dice: random.Random) -> None:
        game.client.cookies.clear()
        name = dice.choice(("Alice", "Alice", "Alice", "Ann", "Nobody"))
        # One of the requests may have taken the account away.
        if user := User.objects.filter(account__actor__name=name, is_active=True).first():
            game.client.force_login(user, "navalassist.seats.backend.People")
            game.client.post(f"{game.home}seat/", {"seat": dice.choice(SEATS)})

    heard = sent(two.hers, club_pages.hers, counts.REQUESTS_TO_A_CLUB, somebody)
    assert heard.statuses[422] > counts.REQUESTS_TO_A_CLUB / 20
