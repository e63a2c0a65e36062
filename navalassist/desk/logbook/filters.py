"""What the log is asked for: filters and words in the address, and what of the index they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from navalassist.auditlog.models import RULE_KINDS
from navalassist.auditlog.search import Column, Condition, Listed, Search, Tagged
from navalassist.auditlog.tags import CORRECTED, DISPUTED, SET_UP, number, tagged_kinds, words
from navalassist.campaigns.models import FactHistory
from navalassist.desk.at import At
from navalassist.desk.logbook.facts import Followed
from navalassist.desk.logbook.references import entries_by_reference
from navalassist.desk.logbook.tongue import tongue_of
from navalassist.desk.sides import seats_of
from navalassist.engine import REGISTER

# A kind of the log's own, and the kinds of entries that it shows; or tags, where the kind does not say it.
KINDS: dict[str, tuple[str, Column | tuple[str, ...]]] = {
    "": ("Everything", ()),
    "dice": ("Dice rolls", ("dice:server", "dice:typed")),
    "rules": ("Rules carried out", Column("kind", RULE_KINDS)),
    "inputs": ("Inputs", Column("kind", ("edit", "undo"))),
    "setup": ("Set-up", (SET_UP,)),
    "corrections": ("Corrections", Column("kind", ("correction", "undo"))),
    "disputes": ("Disputes", Column("kind", ("dispute",))),
    "clock": ("Turns and seeds", Column("kind", ("clock", "seed", "reveal", "nonce", "fork", "fallen"))),
    "access": ("Seats", Column("kind", ("access", "fork"))),
}
# The filters in the order in which they are asked: what fits the fewest entries first.
NAMES = (
    *("operation", "item", *sorted(tagged_kinds() - {"shipment", "port", "zone"}), "disputed"),
    *("corrected", "q", "turn", "port", "zone", "table", "procedure", "person"),
    *("kind", "step", "seat", "dice"),
)
# Filters that name one thing of the index.
PLAIN = {
    "item": "shipment:{}",
    **{kind: f"{kind}:{{}}" for kind in tagged_kinds() - {"shipment"}},
    "table": "table:{}",
    "procedure": "procedure:{}",
    "person": "actor:{}",
    "step": "step:{}",
    "seat": "seat:{}",
    "dice": "dice:{}",
}
YES = {"disputed": DISPUTED, "corrected": CORRECTED}
MOST_WORDS = 6
SINCE = "since"
# Changes of a fact that is followed.
MOST_FOLLOWED = 2000


@dataclass(frozen=True)
class Filters:
    """What the address asks for; a value that the campaign does not know finds nothing. since: only what is new."""

    chosen: Mapping[str, str]
    since: bool = False

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filters:
        """From the query of an address."""
        return cls({name: query.get(name, "").replace("\0", "").strip()[:80] for name in NAMES}, bool(query.get(SINCE)))

    def __bool__(self) -> bool:
        return any(self.chosen.values()) or self.since

    def address(self, **other: str) -> str:
        """The query of an address with these filters, some of them replaced."""
        values = {**self.chosen, SINCE: "1" if self.since else "", **other}
        return "?" + urlencode({name: value for name, value in values.items() if value}, safe="/")

    def search(self, here: At) -> Search:
        """What is searched for, the rarest condition first."""
        found = [self._condition(name, here) for name in NAMES if self.chosen[name]]
        conditions = [one for several in found for one in several]
        return Search(here.campaign.pk, tuple(sorted(here.viewer.audiences)), tuple(conditions))

    def _condition(self, name: str, here: At) -> list[Condition]:
        value = self.chosen[name]
        if name in PLAIN:
            return [tagged(here, PLAIN[name].format(value))]
        if name in YES:
            return [tagged(here, YES[name])]
        if name == "kind":
            if value in (followed := tongue_of(here.state).facts.followed):
                return [_of_followed(here, followed[value])]
            _, fits = KINDS.get(value, ("", Column("kind", (value,))))
            return [fits] if isinstance(fits, Column) else [tagged(here, *fits)]
        if name == "q":
            return [tagged(here, *meant(here, word)) for word in value.split()[:MOST_WORDS]]
        return [Column(name, (value,))]


def _of_followed(here: At, followed: Followed) -> Condition:
    """The entries that have its tags; or those that set its facts, the latest of them."""
    if followed.tags:
        return tagged(here, *followed.tags)
    seen = [fact for fact in followed.facts if fact in here.state.values]
    rows = FactHistory.objects.filter(campaign=here.campaign, fact__in=seen).order_by("-id")
    entries = entries_by_reference(here, rows.values_list("entry", flat=True)[:MOST_FOLLOWED])
    return Listed(tuple(sorted(entry.pk for entry in entries.values())))


def tagged(here: At, *tags: str) -> Tagged:
    """Entries with one of these tags, as far as this viewer may know of it."""
    identity = str(here.campaign.identity)
    return Tagged(tuple(number(identity, a, tag) for a in sorted(here.viewer.audiences) for tag in tags))


def meant(here: At, typed: str) -> list[str]:
    """What a word of a search may stand for: a word that somebody wrote, or the name of a thing that the log knows."""
    found = [f"word:{word}" for word in words(typed)[:1]]
    return list(dict.fromkeys([*found, *_named(here, typed)]))


CAME = {"contact": ("came:contact",), "contacts": ("came:contact",), "lost": ("came:lost",), "losses": ("came:lost",)}
MOST_NAMES = 12


def _named(here: At, typed: str) -> Iterator[str]:
    word = typed.casefold()
    yield from CAME.get(word, ())
    if word in ("corrected", "disputed"):
        yield word
    if word in ("typed", "server"):
        yield f"dice:{word}"
    yield from (f"seat:{seat}" for seat, (name, _) in seats_of(here.system).items() if name.casefold() == word)
    first, found = next(iter(words(typed)), ""), 0
    for kind in tongue_of(here.state).facts.searched:
        for row in here.state.rows(kind):
            if found < MOST_NAMES and _fits(first, str(here.state.values.get(f"{row}.name", ""))):
                found += 1
                yield row
    for slug, procedure in REGISTER.items():
        named_so = _fits(first, procedure.title) or _of_paragraph(word, procedure.rule)
        if procedure.system == here.campaign.system and named_so:
            yield f"procedure:{slug}"
    for slug, table in here.state.tables.items():
        if _fits(first, table.title):
            yield f"table:{slug}"


def _fits(word: str, name: str) -> bool:
    """Is it a word of this name, or the beginning of one?"""
    return any(one == word or (len(word) > 2 and one.startswith(word)) for one in words(name))


def _of_paragraph(typed: str, rule: str) -> bool:
    """`33.d`, `36.a.4`: the paragraph or one that it stands in."""
    rule = rule.casefold()
    return "." in typed and (rule == typed or rule.startswith(f"{typed}."))
