"""The filters of the log as a person meets them: chips for what is asked for most, a menu for each filter."""

from __future__ import annotations

from dataclasses import dataclass

from navalassist.campaigns.models import Actor
from navalassist.desk.at import At
from navalassist.desk.logbook.filters import KINDS, SINCE, Filters
from navalassist.desk.logbook.log import turns_until
from navalassist.desk.logbook.naming import step_name, turn_name
from navalassist.desk.logbook.wording import wording_of
from navalassist.desk.moments import moments_of_turn
from navalassist.desk.sides import seats_of
from navalassist.desk.words import side_word
from navalassist.engine import REGISTER
from navalassist.engine.duties import Moment
from navalassist.seats.models import FORMER, Seat

Choices = list[tuple[str, str]]
YES: Choices = [("yes", "yes")]


@dataclass(frozen=True)
class Option:
    """One choice of a filter."""

    value: str
    label: str
    current: bool
    url: str = ""


def chips(here: At, filters: Filters, fresh: str = "") -> list[Option]:
    """What is asked for most, as links: everything, what is new with how much that is, and what players follow."""
    now = filters.chosen["kind"]
    found = [Option("", "All", not filters, "?")]
    if fresh or filters.since:
        url = filters.address(**{SINCE: "" if filters.since else "1"})
        found.append(Option(SINCE, f"Since I last looked{fresh}", filters.since, url))
    for kind, followed in wording_of(here.state).facts.followed.items():
        found.append(Option(kind, followed.label, kind == now, filters.address(kind="" if kind == now else kind)))
    return found


def menus(here: At, filters: Filters) -> list[tuple[str, str, list[Option]]]:
    """The filters: name, label, choices, the first of them "all"."""
    state = here.state
    procedures = [p for p in REGISTER.values() if p.system == here.campaign.system]
    turns = turns_until(str(here.campaign.identity), state.clock[0])
    found: list[tuple[str, str, str, Choices]] = [
        ("kind", "Kind", "everything", [(kind, label) for kind, (label, _) in KINDS.items() if kind]),
        ("turn", "Turn", "all turns", [(t, turn_name(state, t)) for t in turns]),
        ("step", "Step", "all steps", _steps(here)),
        (
            "seat",
            "Seat",
            "all seats",
            [*((key, name) for key, (name, _) in seats_of(here.system).items()), ("system", "System")],
        ),
        ("person", "Person", "everybody", people(here)),
        ("procedure", "Rule", "all rules", [(p.slug, f"{p.rule} {p.title}") for p in procedures]),
        *wording_of(state).facts.menus(here),
        ("table", "Table", "all tables", sorted((slug, table.title) for slug, table in state.tables.items())),
        ("dice", "Dice", "any", [("server", "the server's"), ("typed", "typed")]),
        ("disputed", "Disputed", "all", YES),
        ("corrected", "Corrected or taken back", "all", YES),
    ]
    if filters.chosen["operation"]:
        found.append(("operation", "Voyage or operation", "all", []))
    return [
        (name, label, _options(filters.chosen[name], every, choices))
        for name, label, every, choices in found
        if choices or filters.chosen[name]
    ]


def _steps(here: At) -> Choices:
    """The steps of a turn, as the campaign's system has them."""
    return [
        (m.place, f"{side_word(m.player_turn)}: {step_name(here.state, m.step, m.player_turn)}")
        for m in moments_of_turn(Moment(*here.state.clock), here.system)[0]
    ]


def people(here: At) -> Choices:
    """Who holds or held a seat, by name. At one table nobody has one; a receipt leads to what its person did."""
    if here.viewer.at_table:
        return []
    held = Seat.objects.filter(campaign=here.campaign).values_list("actor__identity", "actor__name").distinct()
    return sorted(((str(identity), name or FORMER) for identity, name in held), key=lambda pair: pair[1])


def person_named(here: At, actor: str) -> str:
    """How the person of an entry is called; '' for whoever has no name, as nobody has at one table."""
    if here.viewer.at_table:
        return ""
    return Actor.objects.filter(identity=actor).values_list("name", flat=True).first() or ""


def _options(now: str, every: str, choices: Choices) -> list[Option]:
    """A filter's choices; one that the address names and the campaign does not know is still shown."""
    options = [Option("", every, not now), *(Option(value, label, value == now) for value, label in choices)]
    if now and not any(option.current for option in options):
        options.append(Option(now, now, True))
    return options
