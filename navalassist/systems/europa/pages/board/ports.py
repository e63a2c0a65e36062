"""The ports of a campaign as the choices of a select: the side's own first, then those of others."""

from __future__ import annotations

from collections.abc import Mapping
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
        self._names = {
            fact[len("port:") : -len(".name")]: str(name)
            for fact, name in facts.items()
            if fact.startswith("port:") and fact.endswith(".name")
        }
        self._owners = {key: str(facts.get(f"port:{key}.owner", "")) for key in self._names}
        # Of the waters that are played; the sea zones with those in use.
        self._shown = {port.key for port in ports_shown(facts)} & set(self._names)
        self.zones = tuple(zone.key for zone in zones_shown(facts))
        self._groups = self._drawn(side)

    def _drawn(self, side: str) -> str:
        order = [side, *(owner for owner in OWNERS if owner != side)]
        return "".join(self._group(owner) for owner in order)

    def _group(self, owner: str) -> str:
        keys = sorted((key for key in self._shown if self._owners[key] == owner), key=lambda key: self._names[key])
        options = "".join(f'<option value="{conditional_escape(k)}">{conditional_escape(self._names[k])}' for k in keys)
        return f'<optgroup label="{OWNERS[owner]}">{options}</optgroup>' if keys else ""

    def _elsewhere(self, kind: str, label: str) -> str:
        """The ends of a way that are no ports, a zone each."""
        ends = (end_key(kind, zone) for zone in self.zones)
        options = "".join(f'<option value="{end}">{conditional_escape(self._name(end))}' for end in ends)
        return f'<optgroup label="{label}">{options}</optgroup>'

    def _name(self, end: str) -> str:
        name = end_name(self._facts, end)
        return f"{name[:1].upper()}{name[1:]}"

    def options(self, chosen: str, elsewhere: bool = False, origin: bool = False) -> SafeString:
        """The options of one select; the chosen port stands first. What is no port leaves the choice open.

        elsewhere: beaches may be chosen too; origin: and that it came into play afloat.
        """
        if chosen in self._names:
            first = format_html('<option value="{}" selected>{}', chosen, self._names[chosen])
        elif elsewhere and kind_of_end(chosen):
            first = format_html('<option value="{}" selected>{}', chosen, self._name(chosen))
        else:
            first = mark_safe('<option value="" selected>choose a port')
        more = self._elsewhere(BEACH, "Beaches: hexes without a port") if elsewhere else ""
        more += self._elsewhere(AFLOAT, "Reinforcements that come in afloat") if origin else ""
        return mark_safe(first + self._groups + more)
