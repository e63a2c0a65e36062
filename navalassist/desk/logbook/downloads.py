"""The log, or what a filter finds of it, as a file: a table for a spreadsheet, or JSON. As this viewer may read it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_POST

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.campaigns.viewer import MODERATOR
from navalassist.desk.access import at
from navalassist.desk.answers import act_once, problems
from navalassist.desk.at import At
from navalassist.desk.logbook.bookmarks import fresh_of
from navalassist.desk.logbook.filters import NAMES, SINCE, Filters
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.log import by_keys, entries_of
from navalassist.desk.logbook.naming import step_name, turn_name
from navalassist.desk.logbook.people import acted_by
from navalassist.desk.logbook.record import procedure_title, reason_word
from navalassist.desk.logbook.refused import refuse
from navalassist.desk.problem import Problem
from navalassist.desk.words import side_word
from navalassist.play.corrections.standing import followers, word_of
from navalassist.play.people.access import tell
from navalassist.play.storage.bodies import body_of

BATCH = 500
HEAD = (
    *("entry", "turn", "player turn", "step", "time (UTC)", "seat", "person", "kind", "rule", "procedure", "what"),
    *("detail", "dice", "whose dice", "result", "corrected by", "reason", "note", "hash"),
)
# What makes a spreadsheet take a text for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
Row = tuple[Entry, dict[str, Any], Entry | None]


def safe_cell(value: Any) -> str:
    """A text as a cell that no spreadsheet takes for a formula; characters that cannot be seen are left out."""
    text = "".join(one if one.isprintable() else " " for one in str(value)).strip()
    return f"'{text}" if text.startswith(FORMULA) else text


def found(here: At, filters: Filters, floor: int = 0) -> Iterator[Row]:
    """Every entry that the filters find, the oldest first: the entry, its body for these eyes, what corrected it."""
    search, last = filters.search(here), floor
    top = entries_of(here).newest_first().values_list("id", flat=True).first() or 0
    while True:
        keys, stopped = search.oldest(BATCH, above=last)
        keys = [key for key in keys if key <= top]
        entries = with_payloads(by_keys(here, keys))
        after = followers(here.viewer, [entry.reference for entry in entries]) if entries else {}
        for entry in entries:
            yield entry, body_of(entry, here.viewer.audiences), after.get(entry.reference)
        last = max([*keys, stopped])
        if not (keys or stopped) or last >= top:
            return


class Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        """The text itself."""
        return text


def as_csv(here: At, rows: Iterable[Row]) -> Iterator[str]:
    """Lines of a table."""
    writer = csv.writer(Echo(), lineterminator="\r\n")
    yield "\ufeff" + writer.writerow(HEAD)
    names: dict[tuple[str, ...], str] = {}
    for entry, body, after in rows:
        line = line_of(entry, body, here.state)
        doer = (entry.seat, str(entry.record["campaign"]), str(entry.record.get("actor", "")))
        if doer not in names:
            names[doer] = acted_by(entry)
        step = step_name(here.state, entry.step, entry.player_turn)
        moment = (turn_name(here.state, entry.turn), side_word(entry.player_turn), step)
        said = (
            *(entry.reference, *moment, f"{entry.time:%Y-%m-%d %H:%M:%S}", side_word(entry.seat), names[doer]),
            *(entry.kind, str(body.get("rule", "")), procedure_title(body) if body.get("procedure") else ""),
            *(line.title, line.detail, line.dice, line.tag or entry.dice, _came(line.result, after)),
            after.reference if after else "",
            *(reason_word(str(body.get("reason", ""))), str(body.get("note", "")), entry.hash),
        )
        yield writer.writerow([safe_cell(value) for value in said])


def _came(result: str, after: Entry | None) -> str:
    """What came of an entry: `struck out (3 SP lost)` where it does not stand."""
    return f"{word_of(after)} ({result})" if after and result else result


def as_json(here: At, rows: Iterable[Row]) -> Iterator[str]:
    """One JSON object, an entry in each line of it."""
    head = {"campaign": str(here.campaign.identity), "name": here.campaign.name, "seat": here.viewer.seat}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "entries": ['
    between = "\n"
    for entry, body, after in rows:
        corrected = after.reference if after else ""
        record = {name: value for name, value in entry.record.items() if name not in ("body", "submission")}
        told = {"reference": entry.reference, **record, "body": body, "corrected_by": corrected, "hash": entry.hash}
        yield between + json.dumps(told, ensure_ascii=False, sort_keys=True)
        between = ",\n"
    yield "\n]}\n"


FORMATS: dict[str, tuple[str, Callable[[At, Iterable[Row]], Iterator[str]]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "json": ("application/json", as_json),
}


@require_POST
@problems(refuse)
def download(request: HttpRequest, slug: str) -> HttpResponse:
    """What the filters find, as a file. That it was taken is an entry for the moderator."""
    here = at(request, slug)
    form = request.POST.get("format", "")
    if form not in FORMATS:
        raise Problem(422, "Format: choose a table (csv) or JSON.", "format")
    filters = Filters.of(request.POST)
    # Which filters there were, and not what was typed into them: a side's own words may be its secret.
    chosen = sorted(name for name, value in filters.chosen.items() if value)
    # The same page may be asked for its file again: the entry that is there tells of it.
    act_once(request, here, lambda writer: tell(writer, "log.export", chain=MODERATOR, format=form, filters=chosen))
    kind, lines = FORMATS[form]
    rows = found(here, filters, fresh_of(here).place if filters.since else 0)
    answer = StreamingHttpResponse(lines(here, rows), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{slug}-log.{form}"'
    # Django's two kinds of answer have no common name but a base without headers.
    return cast(HttpResponse, answer)


def fields(filters: Filters) -> list[tuple[str, str]]:
    """The filters as hidden fields of the form that asks for the file."""
    found = [(name, filters.chosen[name]) for name in NAMES if filters.chosen[name]]
    return [*found, (SINCE, "1")] if filters.since else found
