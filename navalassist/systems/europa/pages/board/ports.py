"""The ports of a campaign as the choices of a select: the side's own first, then those of others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from navalassist.systems.europa.ends import AFLOAT, BEACH, end_key, end_name, kind_of_end
from navalassist.systems.europa.theatres import ports_shown, zones_shown

OWNERS = {"axis": "Axis", "allied": "Allied", "vichy": "Vichy", "neutral": "Neutral"}


class Ports:
    """The choices for one side, drawn once for all rows of a page."""

    def __init__(self, facts: Mapping[str, Any], side: str) -> None:
        self._facts = facts
        # Of the waters that are played; the sea zones with those in use.
        self.zones = tuple(zone.key for zone in zones_shown(facts))
        ports = (port.key for port in ports_shown(facts) if f"port:{port.key}.name" in facts)
        self._groups = _grouped(side, tuple((key, *map(str, self._port(key))) for key in ports))

    def _port(self, key: str) -> tuple[Any, Any]:
        """Its name and its owner."""
        return self._facts[f"port:{key}.name"], self._facts.get(f"port:{key}.owner", "")

    @cached_property
    def _beaches(self) -> str:
        return self._elsewhere(BEACH, "Beaches: hexes without a port")

    @cached_property
    def _afloat(self) -> str:
        return self._elsewhere(AFLOAT, "Reinforcements that come in afloat")

    def _elsewhere(self, kind: str, label: str) -> str:
        """The ends of a way that are no ports, a zone each."""
        ends = (end_key(kind, zone) for zone in self.zones)
        return _group(label, tuple((end, self._name(end)) for end in ends))

    def _name(self, end: str) -> str:
        name = end_name(self._facts, end)
        return f"{name[:1].upper()}{name[1:]}"

    def options(self, chosen: str, elsewhere: bool = False, origin: bool = False) -> SafeString:
        """The options of one select; the chosen port stands first. What is no port leaves the choice open.

        elsewhere: beaches may be chosen too; origin: and that it came into play afloat.
        """
        if f"port:{chosen}.name" in self._facts:
            first = format_html('<option value="{}" selected>{}', chosen, str(self._port(chosen)[0]))
        elif elsewhere and kind_of_end(chosen):
            first = format_html('<option value="{}" selected>{}', chosen, self._name(chosen))
        else:
            first = mark_safe('<option value="" selected>choose a port')
        more = self._beaches if elsewhere else ""
        more += self._afloat if origin else ""
        return mark_safe(first + self._groups + more)


@lru_cache(maxsize=64)
def _grouped(side: str, ports: tuple[tuple[str, str, str], ...]) -> str:
    """Ports by their owners, the side's own first; each has its key, its name and its owner."""
    order, by_name = [side, *(owner for owner in OWNERS if owner != side)], sorted(ports, key=lambda port: port[1])
    of = {owner: tuple((key, name) for key, name, whose in by_name if whose == owner) for owner in order}
    return "".join(_group(OWNERS[owner], found) for owner, found in of.items() if found)


@lru_cache(maxsize=64)
def _group(label: str, options: tuple[tuple[str, str], ...]) -> str:
    """Options under a heading, each with its value and its words. Their end tags are left out: they are many."""
    drawn = (f'<option value="{conditional_escape(value)}">{conditional_escape(words)}' for value, words in options)
    return f'<optgroup label="{label}">{"".join(drawn)}</optgroup>'
