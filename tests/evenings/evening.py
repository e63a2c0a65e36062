"""An evening at a shipped demo: somebody who reads what a page says, and taps what it offers.

evening.tap("Go on to the Axis naval movement")             # a link, or a button with its form
evening.tap("Carry it out", hits="3")                       # what is typed and chosen, by the names of the fields
evening.go(group="Axis task force 4")                       # an option by the beginning of its words, or by its key
evening.tap("Roll", near="Naples to Tripoli", strip="66 1") # the first of these words after those
evening.reads("Malta stands at 7")                          # what stands on the page that it led to
assert "no such hex" in evening.refused("Carry it out", hexes="x")

No address is typed and nothing is written past the pages: so what an evening sees, play reaches.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import ClassVar

from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from tests.evenings.offered import Offer, Offered, Typed
from tests.promises.http import send, wrong

Words = str | re.Pattern[str]
MOST_STOPS = 5
SAID = re.compile(r"[?&](at=[^&]*&)?last=.*$")
RECEIPT = re.compile(r"^Receipt \d+$")


class Evening:
    """One browser at the shared table, without a script."""

    # Beginning -> address and page of the campaign: those of a copy are the same but for keys that are asked once.
    _opened: ClassVar[dict[str, tuple[str, Offered]]] = {}

    def __init__(self, campaign: Campaign, beginning: str = "") -> None:
        """beginning: what campaigns that are copies of one another have in common; one of them opens for all."""
        self.campaign = campaign
        self.client = Client()
        self._written = Entry.objects.count()
        self._seen: list[str] = []
        if beginning not in self._opened:
            self._get("/")
            self.tap(campaign.name)
            if not beginning:
                return
            self._opened[beginning] = self._seen[-1], self.page
        url, self.page = self._opened[beginning]
        self._seen = ["/", url]

    # What is done

    def tap(self, words: Words, near: str = "", **typed: Typed) -> Evening:
        """Tap the first link or button with these words (after `near`), and read the page that it leads to."""
        offer = self.offer(words, near, set(typed))
        if offer.form is None and not typed:
            return self._get(offer.href)
        answer = self._send(offer, typed)
        assert answer.status_code in (200, 302), f"{offer.words!r} {typed}: {answer.status_code} {wrong(answer)}"
        return self

    def go(self, **typed: Typed) -> Evening:
        """Tap the filled button of the page, with what is typed into its form."""
        return self.tap(self.filled(set(typed)), **typed)

    def filled(self, fields: Collection[str] = ()) -> Words:
        """The words of the filled button whose form has these fields."""
        for offer in self.page.offers:
            names = {field.name for field in offer.form.fields} if offer.form else set()
            if "go" in offer.given.get("class", "").split() and offer.form and set(fields) <= names:
                return re.compile(f"^{re.escape(offer.words)}$")
        raise AssertionError(f"{self.page.url} has no filled button with {sorted(fields)}")

    def receipt(self) -> Evening:
        """The receipt of what was done last, unless it is open."""
        return self.tap(RECEIPT) if self.offers(RECEIPT) else self

    def back(self) -> Evening:
        """The browser's way back: the page before this one, as it stands now.

        What a set-up page says of the last input is no page of its own.
        """
        here, *before = (SAID.sub("", url) for url in reversed(self._seen))
        return self._get(next(url for url in before if url != here))

    def refused(self, words: Words, near: str = "", **typed: Typed) -> str:
        """Why it is not done. The page that says so is read, with all that was typed."""
        answer = self._send(self.offer(words, near, set(typed)), typed)
        assert answer.status_code in (409, 422), f"{words!r} {typed} was done: {answer.status_code}"
        return wrong(answer) or self.page.read

    # What is read

    def reads(self, *words: Words) -> Evening:
        """The page says so."""
        for said in words:
            assert re.search(_pattern(said), self.page.read), (
                f"{self.page.url} does not say {said!r}:\n{self.page.read}"
            )
        return self

    def never_reads(self, *words: Words) -> Evening:
        read = self.page.read
        for said in words:
            assert not re.search(_pattern(said), read), f"{self.page.url} says {said!r}:\n{read}"
        return self

    def offer(self, words: Words, near: str = "", fields: set[str] = frozenset()) -> Offer:  # type: ignore[assignment]
        """The first link or button with these words, after `near`, whose form has these fields."""
        pattern, begin = _pattern(words), 0
        if near:
            begin = self.page.read.find(near)
            assert begin >= 0, f"{self.page.url} does not say {near!r}:\n{self.page.read}"
        for offer in self.page.offers:
            has = {field.name for field in offer.form.fields} if offer.form else set()
            if offer.at >= begin and fields <= has and re.search(pattern, offer.words):
                return offer
        offered = [offer.words for offer in self.page.offers if offer.at >= begin]
        raise AssertionError(f"{self.page.url} offers no {words!r} with {sorted(fields)}; it offers {offered}")

    def offers(self, words: Words) -> bool:
        """Whether it can be tapped here."""
        return any(re.search(_pattern(words), offer.words) for offer in self.page.offers)

    # How

    def _send(self, offer: Offer, typed: dict[str, Typed]) -> HttpResponse:
        self._nothing_beside()
        named = {name: self.page.meant(name, one) if isinstance(one, str) else one for name, one in typed.items()}
        to, pairs = offer.sending(named)
        if offer.form is not None and offer.form.method == "get":
            return self._read(to, self.client.get(to, pairs))
        answer = send(self.client, to, pairs)
        self._written = Entry.objects.count()
        if answer.status_code == 302:
            self._get(answer["Location"])
        else:
            self._read(to, answer)
        return answer

    def _get(self, url: str) -> Evening:
        self._nothing_beside()
        for _ in range(MOST_STOPS):
            answer = self.client.get(
                url, headers={"Referer": f"http://testserver{self._seen[-1]}"} if self._seen else None
            )
            if answer.status_code != 302:
                break
            url = answer["Location"]
        self._read(url, answer)
        self._seen.append(url.partition("#")[0])
        assert answer.status_code == 200, f"{url}: {answer.status_code}"
        return self

    def _read(self, url: str, answer: HttpResponse) -> HttpResponse:
        self.page = Offered(url, answer.content.decode())
        return answer

    def _nothing_beside(self) -> None:
        assert Entry.objects.count() == self._written, "something was written past the pages"


def _pattern(words: Words) -> str:
    return re.escape(words) if isinstance(words, str) else words.pattern
