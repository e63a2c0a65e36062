"""Pages of a long log: any page, at any depth, filtered or not, beside the first page of a short log.

Two campaigns in one database, of the real schema: their entries are copies of really played ones, numbered on, chained
anew and put down with their index. The pages are asked of the product in this process, its middleware included.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bench.product import ROOT, folder, open_product, python
from bench.report import Report, finish, spread

SHORT, LONG = 1_000, 1_000_000
PLAYED = 600
ROUNDS = 15
MOST = 1.15
BATCH = 2_000
# A campaign of so many entries has this many turns of the calendar, and they are told by number here.
ENTRIES_A_TURN = 300
RARE_EVERY = 997
PEOPLE = tuple(f"00000000-0000-4000-8000-{number:012}" for number in range(6))
SEVERAL = "zone, person and typed dice"
# What a log of 1,000 can be asked for as well, and how its page is called here.
ALIKE, SAME = ("zone", "person", "kind", "table", "dice"), "short log, "
PROBES = {
    "newest": "",
    "in the middle": "?before=public/{half}",
    "near the beginning": "?before=public/{early}",
    "one zone, newest": "?zone=central-med",
    "one zone, near the beginning": "?zone=central-med&before=public/{early}",
    "one person, in the middle": f"?person={PEOPLE[3]}&before=public/{{half}}",
    "one kind, near the beginning": "?kind=rules&before=public/{early}",
    "a rare kind, newest": "?kind=corrections",
    "one table, in the middle": "?table=europa/33-anti-shipping&before=public/{half}",
    "typed dice, near the beginning": "?dice=typed&before=public/{early}",
    "a turn": "?turn={turn}",
    SEVERAL: f"?zone=central-med&person={PEOPLE[3]}&dice=typed&before=public/{{half}}",
    "a word that is rare": "?q=needle",
    "an entry by its number": "?at=public/{half}",
    "forward from the beginning": "?after=public/{early}",
}


def build(data: Path, short: int, long: int) -> dict[str, Any]:
    """Play a little, then copy what was played into two long logs. In a process of its own."""
    open_product(data)
    from bench.campaign import grow, new_campaign
    from navalassist.auditlog.models import Entry

    start = time.perf_counter()
    played = new_campaign("played")
    grow(played, PLAYED)
    samples = [
        json.loads(text)
        for text in Entry.objects.filter(campaign=played, chain="public", kind__in=("rule", "edit", "clock"))
        .order_by("id")
        .values_list("content", flat=True)
    ]
    for name, entries in (("short", short), ("long", long)):
        fill(new_campaign(name), samples, entries)
    return {"seconds": time.perf_counter() - start, "entries": short + long}


def fill(campaign: Any, samples: list[dict[str, Any]], entries: int) -> None:
    """Entries of the public chain up to a number, as the samples are, with their index; at the end its head."""
    from django.db import connection, transaction

    from navalassist.auditlog.models import Chain, Entry
    from navalassist.play.state import forget
    from navalassist.play.storage.writes import Writes

    chain = Chain.objects.get(campaign=campaign, audience="public")
    last = Entry.objects.order_by("-id").values_list("id", flat=True)[0]
    made = copies(campaign, samples, chain.sequence, chain.head, entries)
    head = (chain.sequence, chain.head)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")
    while some := list(islice(made, BATCH)):
        with transaction.atomic():
            rows = [row for row, _ in some]
            for number, row in enumerate(rows, start=last + 1):
                row.pk = number
            Entry.objects.bulk_create(rows, batch_size=500)
            writes = Writes()
            writes.tags([(tag, row.pk) for row, tags in some for tag in tags])
            writes.send()
        last, head = rows[-1].pk, (rows[-1].sequence, rows[-1].hash)
    Chain.objects.filter(pk=chain.pk).update(sequence=head[0], head=head[1])
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence('auditlog_entry', 'id'), %s)", [last])
        cursor.execute("ANALYZE")
    forget()


def copies(campaign: Any, samples: list[dict[str, Any]], first: int, head: str, entries: int) -> Iterator[Any]:
    """Entry after entry with the numbers of its tags."""
    from navalassist.auditlog.tags import numbers, tags_of
    from navalassist.engine import canonical
    from navalassist.play.storage.rows import entry_row

    identity, began = str(campaign.identity), datetime(2026, 1, 1, tzinfo=UTC)
    for sequence, sample in zip(range(first + 1, entries + 1), cycle(samples), strict=False):
        when = began + timedelta(seconds=7 * sequence)
        body = sample["body"]
        kind = sample["kind"]
        if sequence % RARE_EVERY == 0:
            body = {**body, "note": "a needle in the hay"}
            if kind == "rule":
                kind, body = "correction", {**body, "corrects": f"public/{sequence - 1}", "reason": "typo"}
        record = {
            **sample,
            "kind": kind,
            "body": body,
            "campaign": identity,
            "sequence": sequence,
            "actor": PEOPLE[sequence % len(PEOPLE)],
            "turn": turn_of(sequence),
            "time": when.isoformat().replace("+00:00", "Z"),
            "submission": "",
            "previous": head,
        }
        row = entry_row(campaign, record, canonical(record), when)
        head = row.hash
        yield row, numbers(identity, tags_of(record).own)


def filters_of(query: str) -> str:
    """The first page with the same filters, of a log that has no such depth and no such turn."""
    kept = [part for part in query.lstrip("?").split("&") if part.partition("=")[0] in ALIKE]
    return "?" + "&".join(kept) if kept else ""


def turn_of(sequence: int) -> str:
    """A turn of a very long war."""
    number = sequence // ENTRIES_A_TURN
    return f"{1900 + number // 24:04}-{number // 2 % 12 + 1:02}-{number % 2 + 1}"


def ask(data: Path, rounds: int) -> dict[str, Any]:
    """Ask for every page in turn, so many times; milliseconds by page. In a process of its own."""
    os.environ["NAVALASSIST_STATIC"] = str(data / "static")
    open_product(data)
    from django.core.management import call_command
    from django.test import Client

    from navalassist.auditlog.models import Chain

    # Names of static files come from the manifest, as they do on the server.
    call_command("collectstatic", interactive=False, verbosity=0)
    client, found = Client(HTTP_HOST="127.0.0.1"), dict[str, list[float]]()
    pages = {"page 1 of the short log": "/c/short/log/"}
    entries = Chain.objects.get(campaign__slug="long", audience="public").sequence
    numbers = {"half": entries // 2, "early": max(60, entries // 100), "turn": turn_of(entries // 3)}
    pages |= {name: "/c/long/log/" + query.format(**numbers) for name, query in PROBES.items()}
    pages |= {SAME + name: "/c/short/log/" + filters_of(query) for name, query in PROBES.items()}
    rows = {}
    for number in range(rounds + 1):
        for name, url in pages.items():
            start = time.perf_counter()
            answer = client.get(url)
            spent = (time.perf_counter() - start) * 1000
            if answer.status_code != 200:
                raise ValueError(f"{url}: {answer.status_code}")
            rows[name] = answer.content.count(b'<tr id="e')
            if number:
                found.setdefault(name, []).append(spent)
    return {"milliseconds": found, "rows": rows, "entries": entries}


def in_own_process(job: str, data: Path, *arguments: str) -> dict[str, Any]:
    """Run a job of this module in a process of its own."""
    command = python("bench.paging", f"--{job}", str(data), *arguments)
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=7200, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def measure(keep: Path | None = None, long: int = LONG, rounds: int = ROUNDS) -> Report:
    """Build both logs if they are not there, then ask."""
    head = ("page", "rows", "ms", "over page 1 of the short log", "over its page 1 with the same filters")
    report = Report("Pages of a long log", head)
    with folder(keep) as home:
        data = home / f"paging-{long}"
        done = data / "built.json"
        if not done.exists():
            print(f"Making a log of {long:,} entries …", file=sys.stderr, flush=True)
            data.mkdir(parents=True, exist_ok=True)
            done.write_text(json.dumps(in_own_process("build", data, "--entries", str(long))))
        found = in_own_process("ask", data, "--rounds", str(rounds))
    times = found["milliseconds"]
    first = times.pop("page 1 of the short log")
    report.row("page 1 of the short log", str(found["rows"]["page 1 of the short log"]), spread(first), "", "")
    worst = 0.0
    for name in PROBES:
        spent, alike = times[name], times[SAME + name]
        ratios = [one / other for one, other in zip(spent, first, strict=True)]
        # A page with fewer rows is drawn faster, which says nothing of how it was found; and where several filters
        # must hold, entries are looked through. Both are only told.
        whole = found["rows"][name] >= found["rows"]["page 1 of the short log"] and name != SEVERAL
        worst = max(worst, statistics.median(ratios)) if whole else worst
        same = [one / other for one, other in zip(spent, alike, strict=True)]
        few = found["rows"][SAME + name] < found["rows"]["page 1 of the short log"]
        report.row(name, str(found["rows"][name]), spread(spent), spread(ratios), "" if few else spread(same))
    text = f"any page of {found['entries']:,} entries over page 1 of {SHORT:,}, the worst median"
    report.bound(text, f"<= {MOST}", f"{worst:.2f}", worst <= MOST)
    report.notes.append(f"{rounds} rounds, every page in turn; asked in the process, all middleware included.")
    return report


def main(argv: list[str] | None = None) -> int:
    """Measure, or do one job for a measurement and print its figures as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.paging", description=__doc__)
    parser.add_argument("--keep", type=Path, help="folder that keeps the logs between runs")
    parser.add_argument("--entries", type=int, default=LONG, help="length of the long log (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    for job in ("build", "ask"):
        parser.add_argument(f"--{job}", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    if given.build:
        print(json.dumps(build(given.build, min(SHORT, given.entries), given.entries)))
    elif given.ask:
        print(json.dumps(ask(given.ask, given.rounds)))
    else:
        return finish(measure(given.keep, given.entries, given.rounds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
