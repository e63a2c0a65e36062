"""How long a roll takes while somebody imports an archive of 3,000 entries, and with nothing else going on.

One table rolls row after row on the shipped server. Meanwhile a second browser sends an archive, and makes a campaign
of it. Rounds without and with the import come in turn.
"""

from __future__ import annotations

import argparse
import http.client
import statistics
import subprocess
import sys
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable
from pathlib import Path

from bench.product import ROOT, folder, open_product, python
from bench.report import Report, finish
from bench.server import TOKEN, cookies_of, post, served

ENTRIES, ROUNDS, QUIET_SECONDS = 3_000, 2, 5.0
# Campaigns whose rows are rolled in turn, and how long the table thinks between two rolls.
GAMES, ROWS, THINKING = 60, 30, 0.05
WORST = 1.0


def build(data: Path, entries: int) -> None:
    """A campaign whose rows wait to be rolled, and the archive of a long one. To be called in a process of its own."""
    open_product(data)
    from bench.campaign import ROLLED_AT_ONCE, grow, new_campaign, shipments, table_viewer
    from navalassist.play.archive.pack import WHOLE, every_audience, make
    from navalassist.play.write.transaction import writing

    long = new_campaign("long")
    grow(long, entries)
    (data / "long.zip").write_bytes(make(long, every_audience(long), WHOLE).file.read())
    for game in range(GAMES):
        with writing(table_viewer(new_campaign(f"rolls-{game}"))) as writer:
            writer.edit("shipment.add", shipments(ROLLED_AT_ONCE, writer.state.clock[0], ROWS), seat="axis")


def roll(port: int, cookies: dict[str, str], game: int) -> tuple[int, float]:
    """Roll the next row of a campaign; the status, and the seconds from the tap to the answer."""
    board = f"/c/rolls-{game}/board/"
    form = {"csrfmiddlewaretoken": TOKEN, "submission": uuid.uuid4().hex, "roll": "next", "dice": "server"}
    start = time.perf_counter()
    status, _, _ = post(port, f"{board}roll/", form, cookies, HX_Request="true", HX_Current_URL="http://127.0.0.1/")
    return status, time.perf_counter() - start


def rolls(port: int, cookies: dict[str, str], games: deque[int], on: Callable[[], bool]) -> list[float]:
    """Roll as long as it goes on, campaign by campaign; one in which nothing is left to be rolled goes."""
    found = []
    while on():
        status, took = roll(port, cookies, games[0])
        if status == 200:
            found.append(took)
            games.rotate(-1)
        elif status == 422:
            games.popleft()
        else:
            raise RuntimeError(f"a roll was answered with {status}")
        time.sleep(THINKING)
    return found


def bring(port: int, cookies: dict[str, str], archive: bytes, took: list[float]) -> None:
    """Send the archive and make a campaign of it; the seconds of both."""
    mark = uuid.uuid4().hex
    head = "--{0}\r\nContent-Disposition: form-data; name={1}\r\n\r\n"
    body = (
        head.format(mark, '"csrfmiddlewaretoken"').encode()
        + f"{TOKEN}\r\n".encode()
        + head.format(mark, '"archive"; filename="war.zip"').encode()
        + archive
        + f"\r\n--{mark}--\r\n".encode()
    )
    sent = {
        "Content-Type": f"multipart/form-data; boundary={mark}",
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
    }
    start = time.perf_counter()
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    wire.request("POST", "/import/", body, sent)
    answer = wire.getresponse()
    text = answer.read()
    if answer.status != 302:
        raise RuntimeError(f"the archive was answered with {answer.status}: {text[:300]!r}")
    took.append(time.perf_counter() - start)
    start = time.perf_counter()
    form = {"csrfmiddlewaretoken": TOKEN, "do": "make"}
    wire.request(
        "POST",
        answer.getheader("Location", ""),
        "&".join(f"{k}={v}" for k, v in form.items()),
        sent | {"Content-Type": "application/x-www-form-urlencoded"},
    )
    if wire.getresponse().status != 302:
        raise RuntimeError("the campaign was not made")
    took.append(time.perf_counter() - start)
    wire.close()


def measure(entries: int) -> Report:
    """Build, serve, roll without and with an import in turn."""
    report = Report("Importing", ("", "rolls", "p50, ms", "p99, ms", "longest, ms"))
    quiet: list[float] = []
    busy: list[float] = []
    looked: list[float] = []
    made: list[float] = []
    with folder() as data:
        subprocess.run(python("bench.importing", "--build", str(data), "--entries", str(entries)), cwd=ROOT, check=True)
        archive = (data / "long.zip").read_bytes()
        with served(data, "navalassist.settings") as (port, _):
            cookies = cookies_of(port, "rolls-0")
            games = deque(range(GAMES))
            for _ in range(ROUNDS):
                until = time.perf_counter() + QUIET_SECONDS
                quiet += rolls(port, cookies, games, lambda until=until: time.perf_counter() < until)  # type: ignore[misc]
                took: list[float] = []
                other = threading.Thread(target=bring, args=(port, cookies, archive, took))
                other.start()
                busy += rolls(port, cookies, games, other.is_alive)
                print(f"{len(quiet)} and {len(busy)} rolls, {took} s", file=sys.stderr, flush=True)
                looked.append(took[0])
                made.append(took[1])
    for name, found in (("nothing else", quiet), ("an import", busy)):
        cut = statistics.quantiles(found, n=100)
        report.row(name, f"{len(found):,}", *(f"{1000 * one:.0f}" for one in (cut[49], cut[98], max(found))))
    worst = max(busy)
    report.bound("the longest roll during an import", f"<= {WORST} s", f"{worst:.2f} s", worst <= WORST)
    seconds = " and ".join(f"{statistics.median(found):.1f}" for found in (looked, made))
    report.notes.append(f"An archive of {entries:,} entries: looked at, and made, in {seconds} s.")
    return report


def main(argv: list[str] | None = None) -> int:
    """Measure; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.importing", description=__doc__)
    parser.add_argument("--build", type=Path, help="only play the campaigns, into this folder")
    parser.add_argument("--entries", type=int, default=ENTRIES, help="of the archive")
    given = parser.parse_args(argv)
    if given.build:
        build(given.build, given.entries)
        return 0
    return finish(measure(given.entries))


if __name__ == "__main__":
    sys.exit(main())
