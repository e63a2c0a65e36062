"""A campaign in hand: how tests carry out rules, look at pages, and read what has come of it.

table = InHand(begin_demo())
entry = table.do("danger-contact", "3", group="squadra")        # a rule as its page sends it, with typed dice
assert "no hex" in table.misfit("danger-contact", hex="here")   # what its form says of it
assert "Force H" in table.receipt(entry)                        # a page in words
assert table.facts["task-force:zara.hits"] == 1                 # what it has become
assert "Force H" not in table.at("axis").receipt(entry)         # another seat: what it reads, and what it may do
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from html import unescape
from typing import Any, TypeVar

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist import urls  # noqa: F401 (what the addresses bring a page, a test has without them)
from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.desk.forms import form_for
from navalassist.engine import Effect, Set, create
from navalassist.engine.duties import Duty, Moment, Now
from navalassist.engine.forms import FormErrors
from navalassist.play import state as states
from navalassist.play.agenda import duties_at
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections import undo as undoing
from navalassist.play.corrections.correct import Correction, correct
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import Preview, Refused, answer, carry_out, preview
from navalassist.play.state import State
from navalassist.play.storage.bodies import whole_body
from navalassist.play.systems import System, system_of
from navalassist.play.turns import parts, steps
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import Writer
from navalassist.taskforces.models import NavalGroup, TaskForce

ACTOR = "11111111-1111-1111-1111-111111111111"
KEYS = re.compile(r'name="submission" value="(\w+)">\s*<input type="hidden" name="(seen|clock)" value="([^"]*)"')


def words_of(said: HttpResponse | bytes | str) -> str:
    """What a reader sees: tags away, blanks joined."""
    markup = said.content if isinstance(said, HttpResponse) else said
    markup = markup.decode() if isinstance(markup, bytes) else markup
    return " ".join(unescape(re.sub("<[^>]+>", " ", markup)).split())


def page(client: Client, address: str, status: int = 200) -> HttpResponse:
    answer: HttpResponse = client.get(address)
    assert answer.status_code == status, address
    return answer


def drawn(answer: HttpResponse, status: int = 200) -> str:
    """An answer to the letter; it has this code."""
    assert answer.status_code == status, words_of(answer)
    return answer.content.decode()


def text(client: Client, address: str, status: int = 200) -> str:
    """A page as it is written."""
    return unescape(page(client, address, status).content.decode())


def viewer_of(campaign: Campaign, seat: str = "axis", at_table: bool = True) -> Viewer:
    """Somebody at the shared table, or at a device of his own."""
    return Viewer(campaign, seat, ACTOR, at_table)


def seated(campaign: Campaign, seat: str) -> Client:
    """A browser in a seat, past its page that asks whether the others look away."""
    client = Client()
    answer = client.post(f"/c/{campaign.slug}/seat/", {"seat": seat})
    if "/pass/" in answer["Location"]:
        client.post(answer["Location"])
    return client


def act(
    viewer: Viewer, change: Callable[..., Any], *given: Any, seen: str = "", submission: str = "", **named: Any
) -> Any:
    """One change, written by somebody."""
    with writing(viewer, seen=seen, submission=submission) as writer:
        return change(writer, *given, **named)


def begins(client: Client, home: str) -> None:
    """A campaign that was just made is set up, and begins."""
    assert client.post(f"{home}setup/begins/", {"submission": uuid.uuid4().hex}).status_code == 302


class InHand:
    """A campaign, and a seat of it: the side that moves first where none is named, with a browser in no seat."""

    # Where its addresses begin, below the campaign's own.
    below = ""

    def __init__(self, campaign: Campaign, seat: str = "", client: Client | None = None) -> None:
        self.campaign, self.client = campaign, client or Client()
        self.slug, self.home = campaign.slug, f"/c/{campaign.slug}/{self.below}"
        self.system: System = system_of(campaign.system)
        self.seat = seat or self.system.sides[0]
        self.at_table = True
        # A test that writes what the check of the log is to find says so.
        self.forged = False

    def at(self, seat: str) -> InHand:
        """The same campaign from another seat."""
        return InHand(self.campaign, seat, seated(self.campaign, seat))

    def sit(self, seat: str) -> None:
        """Its browser sits down there."""
        assert self.client.post(f"/c/{self.slug}/seat/", {"seat": seat}).status_code == 302

    def alone(self, seat: str) -> InHand:
        """That seat at a device of its own: it acts for no other."""
        other = InHand(self.campaign, seat)
        other.at_table = False
        return other

    # What is done

    def writing(self, seat: str = "") -> AbstractContextManager[Writer]:
        """Write to it from a seat."""
        return writing(viewer_of(self.campaign, seat or self.seat, self.at_table))

    def act(self, change: Callable[..., Any], *given: Any, seat: str = "", **named: Any) -> Any:
        """One change: `table.act(rows.strike, "demo-1")`."""
        return act(viewer_of(self.campaign, seat or self.seat, self.at_table), change, *given, **named)

    def take_back(self, seat: str = "") -> Entry:
        """The last input of a seat."""
        last = undoing.last_input(viewer_of(self.campaign, seat or self.seat, self.at_table))
        assert last is not None
        return self.act(undoing.undo, last.reference, seat=seat)

    def do(self, slug: str, dice: str = "", *, seat: str = "", **typed: Any) -> Entry:
        """Carry out a rule: what is not typed stands as its form begins, and without dice the server throws."""
        given = DiceInput("typed" if dice else "server", dice)
        with self.writing(seat) as writer:
            entry = carry_out(writer, slug, self._typed(slug, typed), given)
            given.finish()
        return entry

    def _typed(self, slug: str, typed: dict[str, Any]) -> dict[str, Any]:
        form = self.system.forms.get(slug)
        fields = form.model_fields if form else {}
        return {name: field.default for name, field in fields.items() if not field.is_required()} | typed

    def look(self, slug: str, **typed: Any) -> Preview:
        """What the page of a rule shows before the dice."""
        return preview(self.state, slug, self._typed(slug, typed), self.system)

    def listed(self, slug: str, field: str) -> dict[str, str]:
        """What a field of a form lists, in order."""
        made = form_for(self.system.forms[slug], self.facts, self.state.tables)
        return dict(made.base_fields[field].choices)  # type: ignore[attr-defined]

    def situation(self, slug: str, **typed: Any) -> Any:
        """What a rule reads of the campaign."""
        return self.look(slug, **typed).situation

    def units(self, slug: str, *fields: str, **typed: Any) -> list[list[str]]:
        """The keys of the units that a rule reads."""
        found = self.situation(slug, **typed)
        return [[unit.key for unit in getattr(found, field)] for field in fields]

    def figures(self, slug: str, **typed: Any) -> dict[str, Fraction]:
        """The chances that its page shows, by key."""
        return {figure.key: figure.value for figure in self.look(slug, **typed).figures}

    def answer(self, entry: Entry, choice: str, *, seat: str = "") -> Entry:
        """A seat decides what a rule waits for at an entry: `table.answer(entry, "goeben", seat="central")`."""
        with self.writing(seat) as writer:
            return answer(writer, entry, whole_body(entry), choice, DiceInput("server", ""))

    def refuse(self, slug: str, dice: str = "", **typed: Any) -> str:
        """Why the book forbids it."""
        with pytest.raises(Refused) as refused:
            self.do(slug, dice, **typed)
        return str(refused.value)

    def misfit(self, slug: str, dice: str = "", **typed: Any) -> str:
        """What its form says of what does not fit."""
        with pytest.raises(FormErrors) as misfits:
            self.do(slug, dice, **typed)
        return str(misfits.value)

    def edit(self, *effects: Effect, seat: str = "", act: str = "test", **more: Any) -> Entry:
        """Effects by hand, in one entry."""
        return self.act(Writer.edit, act, effects, seat=seat, **more)

    def enter(self, make: Callable[..., Any], *given: Any, seat: str = "") -> Entry:
        """An input as its page makes it: what `make` says of the facts and of what is given."""
        with self.writing(seat) as writer:
            made = make(writer.state.values, *given)
            return writer.edit(made.act, made.effects, seat=seat or self.seat, title=made.title)

    def set(self, facts: dict[str, Any], seat: str = "") -> Entry:
        """Facts by hand: `table.set({"malta:status.number": 3})`."""
        return self.edit(*(Set(key, value) for key, value in facts.items()), seat=seat)

    def group(
        self, key: str, side: str, place: str, zone: str = "", called: str = "", **units: str | dict[str, Any]
    ) -> None:
        """A naval group, and its units by key and kind, or by key and what is known of each."""
        named = NavalGroup.new_facts(side=side, name=called or key.title(), place=place, zone=zone)
        rows = [create(f"group:{key}", **named)]
        for unit, told in units.items():
            about = {"kind": told} if isinstance(told, str) else told
            facts = {"name": unit.title(), "strength": 4, "reverse": 2, "place": f"group:{key}", **about}
            rows.append(create(f"task-force:{unit}", **TaskForce.new_facts(side=side, **facts)))
        self.edit(*rows, seat=side)

    def correct(self, entry: Entry, reason: str = "typo", strip: str = "", **situation: Any) -> Entry:
        """Correct an entry: what was typed, or its dice."""
        return self.act(correct, entry, Correction(reason, situation=situation, strip=strip))

    def next_part(self, seat: str = "") -> Entry:
        """Begin the next naval step."""
        return self.act(parts.next_part, seat=seat)

    def end_steps(self, count: int = 1) -> None:
        """End so many steps. Nothing sails in a combat step: it ends along with the naval movement before it."""
        for _ in range(count):
            self.end_step()
            if self.state.clock[2] == "combat":
                self.end_step()

    def until(self, place: str) -> None:
        """Steps end until `allied/naval-movement` is on."""
        while "/".join(self.state.clock[1:]) != place:
            self.end_step()

    def end_step(self) -> None:
        self.act(steps.end_step, seat=self.system.acting(*self.state.clock[1:]))

    # What has come of it

    @property
    def state(self) -> states.State:
        return states.load(self.slug)

    @property
    def facts(self) -> dict[str, Any]:
        return self.state.values

    def rows(self, kind: str) -> list[str]:
        """The keys of a kind of row: `table.rows("mark")` has `safe/squadra`."""
        return [row.partition(":")[2] for row in self.state.rows(kind)]

    def numbered(self, kind: str, number: int, side: str = "axis") -> str:
        """The key of a side's row by its number, where its key tells nothing: `table.numbered("pg-order", 1)`."""
        fits = {"side": side, "number": number}
        return next(key for key in self.rows(kind) if fits.items() <= self.state.row(f"{kind}:{key}").items())

    def duties(self, place: str = "", turn: str = "") -> list[Duty]:
        """What the step has to do and may do, or another step of this turn or of another one."""
        state = self.state
        now = "/".join(state.clock[1:])
        moment = Moment(turn or state.clock[0], *(place or now).split("/", 1))
        return list(duties_at(Now(state, state.values, moment, self.system)))

    def lines(self, place: str = "", turn: str = "") -> dict[str, Duty]:
        """The same by their words."""
        return {duty.text: duty for duty in self.duties(place, turn)}

    def last(self, **wanted: Any) -> Entry:
        """The last entry, of those that are wanted: `table.last(kind="correction")`."""
        return Entry.objects.filter(campaign=self.campaign, **wanted).latest("id")

    def check(self) -> None:
        """Log and state agree."""
        assert [str(fault) for fault in check_campaign(self.campaign).faults] == []

    # Its pages; addresses begin at the campaign's own

    def at_home(self, address: str) -> str:
        """The whole of an address."""
        return address if address.startswith("/") else self.home + address

    def get(self, address: str = "", status: int = 200) -> HttpResponse:
        return page(self.client, self.at_home(address), status)

    def text(self, address: str = "", status: int = 200) -> str:
        """A page as it is written."""
        return text(self.client, self.at_home(address), status)

    def drawn(self, address: str = "") -> str:
        """A page to the letter: what is escaped in it stays so."""
        return self.get(address).content.decode()

    def words(self, address: str = "", status: int = 200) -> str:
        """A page as it is read."""
        return words_of(self.get(address, status))

    def receipt(self, entry: Entry, tail: str = "") -> str:
        return self.words(f"log/{entry.reference}/{tail}")

    def post(self, address: str, /, headers: dict[str, str] | None = None, **typed: Any) -> HttpResponse:
        """A form that is sent without a look at its page."""
        answer: HttpResponse = self.client.post(self.at_home(address), {"seen": "", **typed}, headers=headers)
        return answer

    def keys(self, address: str, by: str = "seen") -> dict[str, str]:
        """The keys that the first form of a page was drawn with."""
        drawn = (found for found in KEYS.finditer(self.text(address)) if found[2] == by)
        key, _, seen = next(drawn).groups()
        return {"submission": key, by: seen}

    def send(self, address: str, to: str = "", /, by: str = "seen", **typed: Any) -> HttpResponse:
        """That form, to the page or to another address."""
        return self.post(to or address, **{**self.keys(address, by), **typed})

    def tap(self, address: str, status: int = 302, /, **typed: Any) -> str:
        """What one reads after a form was sent: the page that it leads to, or (422) the one that says why not."""
        answer = self.post(address, **typed)
        assert answer.status_code == status, words_of(answer)
        return words_of(self.client.get(answer["Location"]) if status == 302 else answer)


Table = TypeVar("Table", bound=InHand)


def assert_read_on(campaign: Campaign, before: State) -> None:
    """What another process reads that had the campaign at hand as it stood before is what its tables hold."""
    heads = states.load(campaign.slug).heads
    whole, read_on = states.read(campaign, heads), states.read(campaign, heads, before)
    assert (read_on.values, read_on.sources, read_on.audiences) == (whole.values, whole.sources, whole.audiences)
    assert {kind: read_on.rows(kind) for kind in fact_models()} == {kind: whole.rows(kind) for kind in fact_models()}


def assert_rows_in_order(state: State) -> None:
    """The rows of each kind stand in the tables as in the state of who has written them."""
    read = states.read(state.campaign, state.heads)
    assert {kind: read.rows(kind) for kind in fact_models()} == {kind: state.rows(kind) for kind in fact_models()}


@contextmanager
def in_hand(campaign: Campaign, kind: type[Table] = InHand) -> Iterator[Table]:
    """It for one test; whatever the test wrote, log and state agree at the end. Without an entry nothing is written."""
    table = kind(campaign)
    begun = table.state
    yield table
    if table.forged:
        return
    if table.state.heads != begun.heads:
        table.check()
        assert_read_on(campaign, begun)
        assert_rows_in_order(table.state)
    else:
        assert states.read(campaign, begun.heads).values == begun.values
