"""The rows of the board as the templates draw them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString

from navalassist.desk.access import SEATS, sits_nobody
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_url, short_entry
from navalassist.engine import NoOdds
from navalassist.play.state import State
from navalassist.play.systems import enemy_of
from navalassist.play.write.submissions import new_submission
from navalassist.rules.europa.words import Step
from navalassist.systems.europa.board import drafts, moves, outlook, rolling, routes
from navalassist.systems.europa.board.drafts import Read, RowForm
from navalassist.systems.europa.board.outlook import Outlook
from navalassist.systems.europa.board.roster import Roster, amount
from navalassist.systems.europa.board.rows import (
    SAILS_ON,
    has_sailed,
    here_of,
    legs_behind,
    owes,
    pair_text,
    port_name,
    stays,
)
from navalassist.systems.europa.board.words import name_of, on_text
from navalassist.systems.europa.board.worked import Worked, worked_of
from navalassist.systems.europa.landings import waits
from navalassist.systems.europa.pages.board import chips
from navalassist.systems.europa.pages.board.fates import fates_of
from navalassist.systems.europa.pages.board.legs import AtSea, LegDrawn, planned, saved
from navalassist.systems.europa.pages.board.meanwhile import asked_about
from navalassist.systems.europa.pages.board.ports import Ports
from navalassist.systems.europa.situations import began_at_sea

NEW = "new"
BY_CANAL = "Another way leads by the Kiel canal: choose it under Zones."


@dataclass
class Drawn:
    """One row. `read`: what its form means; `row`: the saved row, None for the new one."""

    here: At
    ports: Ports
    roster: Roster
    read: Read
    key: str = NEW
    row: dict[str, Any] | None = None
    opened: bool = False
    changes: dict[str, Any] = field(default_factory=dict)
    blank: bool = False
    problem: Any = None

    @property
    def state(self) -> State:
        return self.here.state

    @property
    def form(self) -> RowForm:
        return self.read.form

    @property
    def side(self) -> str:
        return self.form.side

    @property
    def url(self) -> str:
        """Where the row is saved."""
        return f"/c/{self.here.campaign.slug}/board/row/" + (f"{self.key}/" if self.row else "")

    @property
    def draft_url(self) -> str:
        """Where the row is shown as it would be."""
        return f"/c/{self.here.campaign.slug}/board/" + (f"row/{self.key}/" if self.row else "") + "draft/"

    @cached_property
    def submission(self) -> str:
        return new_submission()

    @property
    def dirty(self) -> bool:
        """True when something is typed that is not saved."""
        return bool(self.changes or (self.read.faults and self.row))

    @cached_property
    def sailed(self) -> bool:
        """True once it has put to sea: cargo and origin stay."""
        return self.row is not None and has_sailed(self.row)

    @cached_property
    def done(self) -> bool:
        """True when it sails no more."""
        return self.row is not None and self.row["state"] not in SAILS_ON

    @property
    def faults(self) -> tuple[drafts.Fault, ...]:
        return () if self.blank else self.read.faults

    @cached_property
    def wrong(self) -> set[str]:
        """The fields to blame."""
        return {fault.about for fault in self.faults}

    @property
    def title(self) -> str:
        """What sails, in short, from where to where."""
        return f"{name_of(self.row)}, {pair_text(self.state, self.row)}" if self.row else "new row"

    @property
    def what(self) -> str:
        """What sails, as it stands typed."""
        return name_of(self.would) if self.would else ""

    @property
    def way(self) -> str:
        """From where to where, as it stands typed."""
        return pair_text(self.state, self.would) if self.would else ""

    @cached_property
    def on_hint(self) -> str:
        """What an empty "On" stands for."""
        if self.read.draft is not None:
            return on_text(drafts.draft_fields(self.read.draft))
        return on_text(self.row) if self.row else "NTs"

    @cached_property
    def would(self) -> dict[str, Any]:
        """The row as it would be with what is typed; empty where that cannot be read."""
        if self.row is None:
            return planned(self.read.draft, self.state.clock[0])
        return saved(self.state, self.key, self.row) | self.changes

    @cached_property
    def stock(self) -> str:
        """What of its transports and cargo is free where it starts, `12 NTs, 30 SP`; '' where no count is kept."""
        if not self.would or self.done or self.sailed:
            return ""
        return ", ".join(
            amount(count.free, part.ware, self.would["label"]) for part, count in self.roster.at(self.would)
        )

    @cached_property
    def short(self) -> str:
        """What is missing there for it to sail, as a sentence."""
        return self.roster.why_short(self.would) if self.would and not self.done else ""

    @property
    def empties(self) -> str:
        """The transports that arrived and could sail back empty: `5 NTs`."""
        return moves.to_send(self.state, self.key, self.row) if self.row else ""

    @property
    def asks_alone(self) -> bool:
        """True when it is asked whether these transports sail alone."""
        what = drafts.draft_fields(self.read.draft) if self.read.draft else self.row
        return what is not None and drafts.asks_alone(what["cargo"], what["transports"])

    @property
    def origins(self) -> SafeString:
        return self.ports.options(self.form.origin, elsewhere=True, origin=True)

    @property
    def destinations(self) -> SafeString:
        return self.ports.options(self.form.destination, elsewhere=True)

    @property
    def lands(self) -> str:
        """Where its owner says in which port it lies, of a returned reinforcement that came in afloat; else ''."""
        return f"/c/{self.state.campaign.slug}/landing/{self.key}/" if self.row and waits(self.row) else ""

    @property
    def origin_name(self) -> str:
        return port_name(self.state, self.form.origin)

    @cached_property
    def outlook(self) -> Outlook:
        """Its odds; of what is typed where that can be read."""
        if self.row is None:
            return outlook.of_draft(self.state, self.read.draft) if self.read.draft else Outlook()
        if self.changes:
            return outlook.of_change(self.state, self.key, self.row, self.changes)
        return Outlook() if self.read.faults else outlook.of_row(self.state, self.key, self.row)

    @cached_property
    def legs(self) -> list[dict[str, Any]]:
        """The zones with status and chance, under their short names."""
        name = routes.zone_names(self.state)
        looks = self.outlook.legs
        if not looks:
            return [{"name": name(leg.zone), "kind": "free", "words": ""} for leg in self.form.legs]
        return [
            {
                "name": name(look.zone),
                "kind": look.kind,
                "words": look.words,
                "rule": look.rule,
                "total": look.total,
                "contact": look.contact,
                "url": entry_url(self.state, look.entry) if look.entry else "",
            }
            for look in looks
        ]

    @cached_property
    def foreign(self) -> list[str]:
        """The ports of the way that are not its own side's."""
        return routes.foreign_ends(self.state, self.side, self.form.origin, self.form.destination)

    @property
    def dice_hint(self) -> str:
        """Which dice are typed for it."""
        checks = sum(look.kind == "subject" for look in self.outlook.legs)
        if not checks and self.outlook.legs:
            return "no dice, no zone checks it"
        return "2 for contact, then 1 a lot" + (", zone after zone" if checks > 1 else "")

    @cached_property
    def notes(self) -> list[str]:
        """What a player should think of; nothing that is forbidden."""
        way = [{"zone": leg.zone} for leg in self.form.legs]
        gaps = routes.gaps(self.state, self.form.origin, self.form.destination, way)
        loading = self.outlook.notes if self.row is None or self.dirty or self.opened else ()
        return [*loading, *gaps, *([BY_CANAL] if self.sea.canal and not self.sailed else [])]

    @property
    def editor(self) -> list[LegDrawn]:
        """The legs to edit; those that lie behind are fixed, and so is the zone that it is at sea in."""
        behind, settled = (legs_behind(self.row), self.row["leg"] - 1) if self.row else (0, 0)
        known = set(self.zones_by_key)
        asked = [routes.asks(self.side, leg.zone) if leg.zone in known else frozenset() for leg in self.form.legs]
        return [
            LegDrawn(n, leg, asks, n <= settled, n <= behind)
            for n, (leg, asks) in enumerate(zip(self.form.legs, asked, strict=True), start=1)
        ]

    @property
    def at_sea(self) -> str:
        """The zone that it is at sea in; '' for what is in port."""
        here = here_of(self.row) if self.row else ""
        return self.zones_by_key.get(here, here)

    @property
    def due(self) -> str:
        """The rule that has it checked where it is, before it sails on; '' where none does."""
        if not self.row or not began_at_sea(self.row, self.state.clock) or self.stays:
            return ""
        if self.state.clock[1] != self.side or not Step(self.state.clock[2]).is_naval:
            return ""
        return "33.A.2" if self.state.clock[2] == Step.EXPLOITATION else "R-57"

    @cached_property
    def stays(self) -> bool:
        """True for a row that stays at sea in this step."""
        return self.row is not None and stays(self.row, self.state.clock)

    @cached_property
    def stops(self) -> bool:
        """True when it is to stop at sea in this step: then it does not arrive in it."""
        return self.outlook.voyage is not None and self.outlook.voyage.legs[-1].stops

    @property
    def more(self) -> int:
        """The number of a leg that could be added; 0 when there are enough."""
        return len(self.form.legs) + 1 if len(self.form.legs) < routes.MOST_LEGS else 0

    @cached_property
    def zones_by_key(self) -> dict[str, str]:
        """Every sea zone by its name."""
        values = self.state.values
        return {row.partition(":")[2]: values[f"{row}.name"] for row in self.state.rows("zone")}

    @property
    def zones(self) -> list[tuple[str, str]]:
        """The zones that a leg may be changed to: of the waters that are played, and those of this row."""
        wanted = {*self.ports.zones, *(leg.zone for leg in self.form.legs)}
        return [(key, name) for key, name in self.zones_by_key.items() if key in wanted]

    @property
    def terms(self) -> list[dict[str, Any]]:
        """Each zone that is checked: its terms, which throws make contact, the lots."""
        voyage = self.outlook.voyage
        return [
            {
                "name": self.zones_by_key.get(look.zone, look.zone),
                "terms": look.terms,
                "total": look.total,
                "contact": look.contact,
                "needs": outlook.contact_on(self.state, look.total),
                "worked": self.worked.get(look.zone),
                "links": outlook.sources_of(self.state, look.terms, self.here.campaign.slug),
            }
            for look in self.outlook.legs
            if look.total is not None and voyage is not None
        ]

    @property
    def unchecked(self) -> list[dict[str, Any]]:
        """Each zone without a check, and why."""
        return [
            {"name": self.zones_by_key.get(look.zone, look.zone), "why": look.why, "rule": look.rule}
            for look in self.outlook.legs
            if look.why
        ]

    @property
    def lots(self) -> str:
        """The lots of a contact, in REs."""
        return outlook.lots_text(self.outlook.voyage) if self.outlook.voyage else ""

    @cached_property
    def worked(self) -> Mapping[str, Worked]:
        """How its chance comes about, zone by zone; empty where there is none."""
        voyage = self.outlook.voyage
        return worked_of(self.state, voyage) if voyage is not None and self.outlook.all_arrive is not None else {}

    @property
    def spread(self) -> list[Any]:
        """The distribution of what may be lost; empty where there is none."""
        if self.outlook.voyage is None or self.outlook.all_arrive is None:
            return []
        try:
            return outlook.spread(self.state, self.outlook.voyage)
        except NoOdds:
            return []

    @cached_property
    def naval(self) -> bool:
        """True for a row that is no shipping: it counts hits."""
        return self.outlook.voyage is not None and not self.outlook.voyage.item.kind.is_shipping

    @property
    def roller(self) -> str:
        """The seat whose dice they are (33.D)."""
        return enemy_of(self.side, self.here.system)

    @property
    def waits_for(self) -> str:
        """Whose dice it waits for, as a sentence; the moderator's, where nobody sits at the seat that owes them."""
        seat = SEATS[self.roller][0]
        if sits_nobody(self.here, self.roller):
            return f"Nobody sits at the {seat} seat: the moderator rolls"
        return f"Waits for the {seat} dice"

    @property
    def can_roll(self) -> bool:
        found, held = self.outlook, self.dirty or self.done or self.waits or self.owes
        return self.row is not None and not (held or found.shut or found.not_now)

    @cached_property
    def locked(self) -> bool:
        """True for a row that this viewer may read and not change: another side's, where people have devices."""
        viewer = self.here.viewer
        return self.row is not None and not viewer.at_table and not viewer.may_act_as(self.side)

    @cached_property
    def owes(self) -> bool:
        """True while the enemy has been asked to roll for it."""
        return self.row is not None and owes(self.state, self.key)

    @property
    def asked(self) -> dict[str, Any] | None:
        """The question to the moderator about it, and the answer."""
        return asked_about(self.here, self.key) if self.row else None

    @cached_property
    def waits(self) -> bool:
        """True while a check of it waits for a decision."""
        return self.row is not None and rolling.waits(self.state, self.key, self.row)

    @property
    def fates(self) -> list[dict[str, Any]]:
        """What became of it: lost, arrived, returned, hits."""
        return fates_of(self.state, self.row) if self.row else []

    @property
    def receipt(self) -> tuple[str, str]:
        """Address and number of the entry that moved it last; empty when none did."""
        source = self.state.sources.get(f"shipment:{self.key}.state", "")
        return (entry_url(self.state, source), short_entry(source)) if source else ("", "")

    @property
    def cargo_chips(self) -> list[str]:
        return chips.cargo(self._lately, self.side)

    @cached_property
    def sea(self) -> AtSea:
        return AtSea(self.state, self.form, self.key, self.row)

    @property
    def way_chips(self) -> list[tuple[str, str]]:
        return chips.ways(self._lately, self.side, self.state.values)

    @cached_property
    def _lately(self) -> list[dict[str, Any]]:
        return chips.rows_lately(self.here, self.state.values, self.side)
