"""The panel of a rule that asks several seats for sealed plans: each makes its own on the page of the operation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.logbook.waits import waiting_url
from navalassist.desk.operations.panels import Next
from navalassist.desk.rules.plans import sealing


def sealed(
    here: At, rule: str, form: Mapping[str, str], text: str, given: QueryDict, more: Mapping[str, Any] | None = None
) -> Next:
    """What is asked of the viewer's seat, and who has sealed. form: what the rule is given."""
    found, viewer = sealing(here, rule, form, given), here.viewer.seat
    out = [seat for seat, is_in in found.seats if not is_in]
    seat = viewer if found.plan or not found.seats else out[0] if len(out) == 1 else ""
    # Once it is begun plans go to the entry that waits for them.
    address = waiting_url(here.campaign.slug, found.entry.reference) if found.entry else ""
    shown = {"sealing": found, "plan": found.plan, "to": address, **(more or {})}
    return Next(rule, seat if seat in here.system.sides else "", text, "sealed", form, "", shown, only=True)
