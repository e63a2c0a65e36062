"""A rule for which something else was typed: its situation is built of that, on what stood when it was carried out.

What would come of the old figures is built along with it: only what differs between the two is corrected. So what is
counted from the campaign, and stands otherwise by now, stays as the entry says it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.record import Body
from navalassist.desk.logbook.state_before import as_it_stood
from navalassist.desk.logbook.wording import wording_of
from navalassist.engine import to_plain
from navalassist.engine.reader import Reader
from navalassist.play.corrections.correct import Correction
from navalassist.play.state import State
from navalassist.play.systems import system_of


def mended(state: State, entry: Entry, body: Body, plain: Correction, typed: Mapping[str, Any]) -> Correction:
    """The correction `plain`, with all that differs by what is typed now. Raises what the rule's builder raises."""
    asked = as_it_stood(state, entry, body)
    was = wording_of(state).policy.typed_for(asked, body)
    before, _ = _built(asked, body, was.whole if was else {})
    now, reader = _built(asked, body, typed)
    changes = {name: value for name, value in now.items() if value != before.get(name)}
    known = {key for key, *_ in body["facts_read"]}
    read = {key: (to_plain(value), state.sources.get(key, "")) for key, value in reader.read.items()}
    return replace(
        plain,
        situation={**changes, **plain.situation},
        read={key: fact for key, fact in read.items() if key not in known},
        typed=typed,
    )


def _built(state: State, body: Body, typed: Mapping[str, Any]) -> tuple[dict[str, Any], Reader]:
    system, reader = system_of(state.campaign.system), Reader(state)
    target = system.forms[body["procedure"]].model_validate(typed).model_dump()
    build: Callable[..., Any] = system.situations[body["procedure"]]
    return build(reader, target).model_dump(mode="json"), reader
