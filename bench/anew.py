"""What it takes to make a page anew: processor time of the process, beside a bare view with one template of its bytes.

The campaign's state is at hand, as after a first page of it; and again after an act, when what pages worked out of the
state is gone with it. Pages that are made once for all are forgotten before each request; what it takes to keep one
packed is not counted. The bare view has no middleware.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

from bench.product import folder, open_product
from bench.report import Report, finish, ratios, spread

ROUNDS, UNCOUNTED = 20, 3
# Milliseconds, on a quiet machine.
MOST = 12.0
BOARD, MAP = "board with 12 rows", "map"
PLAYED = 300
Act = Callable[[], None]


def sea(rows: int) -> tuple[str, Act]:
    """A campaign with so many rows of the Axis that wait, and an act of it that leaves them as they are."""
    from bench.campaign import WAYS, new_campaign, shipments, table_viewer
    from navalassist.engine import Set
    from navalassist.play.write.transaction import writing

    campaign, numbers = new_campaign("anew"), count()
    viewer = table_viewer(campaign)
    with writing(viewer) as writer:
        ways = [way for way in WAYS if way[0] == "axis"]
        writer.edit("shipment.add", shipments(ways, writer.state.clock[0], rows), seat="axis")

    def act() -> None:
        with writing(viewer) as writer:
            writer.edit("malta.number", [Set("malta:status.number", 8 + next(numbers) % 5)], seat="axis")

    return campaign.slug, act


def war() -> tuple[str, Act]:
    """The Great War with a fleet on its mission, and an act beside it."""
    from bench.campaign import table_viewer
    from navalassist.engine import Set
    from navalassist.play.dice.server import DiceInput
    from navalassist.play.rules.resolve import carry_out
    from navalassist.play.write.transaction import writing
    from navalassist.systems.storm_of_steel.setup import begin_demo

    campaign, numbers = begin_demo(), count()
    viewer = table_viewer(campaign)
    order = {
        "mission": "bombardment",
        "area": "north-sea-south",
        "fleets": ["scouting-forces"],
        "target": "scarborough",
    }
    with writing(viewer) as writer:
        carry_out(writer, "gw-mission", order, DiceInput())

    def act() -> None:
        with writing(viewer) as writer:
            writer.edit("condition.value", [Set("condition:allied-air.value", 1 + next(numbers) % 3)], seat="allied")

    return campaign.slug, act


def played() -> tuple[str, Act]:
    """A campaign with a few hundred entries in its log, and no act."""
    from bench.campaign import grow, new_campaign

    campaign = new_campaign("log")
    grow(campaign, PLAYED)
    return campaign.slug, lambda: None


def spent(client: Any, path: str) -> float:
    """Milliseconds of the processor for one answer. RuntimeError for one that is no page."""
    from navalassist.desk.made_once.memory import MEMORY

    MEMORY.forget()
    start = time.process_time()
    answer = client.get(path)
    found = (time.process_time() - start) * 1000
    if answer.status_code != 200:
        raise RuntimeError(f"{path} was answered with {answer.status_code}")
    return found


def made(client: Any, name: str, path: str, act: Act) -> tuple[int, list[float], list[float], list[float]]:
    """Bytes of a page; milliseconds round by round: with the state at hand, after an act, and of the bare view."""
    from django.template import Template

    from bench.bare.views import MINIMAL, TEXTS

    text = client.get(path).content.decode()
    TEXTS[name] = Template(f"{{% verbatim %}}{text}{{% endverbatim %}}")
    at_hand, after, bare = [], [], []
    # The collector would count for whoever it happens to stop.
    gc.collect()
    gc.disable()
    for number in range(ROUNDS + UNCOUNTED):
        act()
        one = [spent(client, path), spent(client, path), spent(client, f"{MINIMAL}{name}/")]
        if number >= UNCOUNTED:
            for times, found in zip((after, at_hand, bare), one, strict=True):
                times.append(found)
    gc.enable()
    return len(text.encode()), at_hand, after, bare


def measure() -> Report:
    """Each page in turn."""
    head = ("page", "bytes", "ms", "over the bare view", "ms after an act", "ms of the bare view")
    report = Report("A page made anew", head)
    with folder() as data, _opened(data) as client:
        (seas, act), (log, nothing), (at_war, war_act) = sea(12), played(), war()
        pages = {
            BOARD: (f"/c/{seas}/board/", act),
            MAP: (f"/c/{seas}/", act),
            "log": (f"/c/{log}/log/", nothing),
            "Great War, map": (f"/c/{at_war}/", war_act),
            "Great War, action": (_action(client, at_war), war_act),
        }
        for name, (path, acting) in pages.items():
            size, at_hand, after, bare = made(client, name.replace(" ", "-").replace(",", ""), path, acting)
            told = spread(after, 1) if acting is not nothing else ""
            report.row(name, f"{size:,}", spread(at_hand, 1), spread(ratios(at_hand, bare), 1), told, spread(bare, 2))
            if name in (BOARD, MAP):
                middle = statistics.median(at_hand)
                report.bound(f"{name}, ms of processor time", f"<= {MOST:.0f}", f"{middle:.1f}", middle <= MOST)
    report.notes.append(f"{ROUNDS} rounds; the bound is for a quiet machine like that of the figures.")
    return report


@contextmanager
def _opened(data: Path) -> Iterator[Any]:
    """Somebody who asks for pages of the product, in this process; pages that are made are not packed."""
    os.environ["NAVALASSIST_STATIC"] = str(data / "static")
    open_product(data, "bench.settings")
    from django.core.management import call_command
    from django.test import Client

    call_command("collectstatic", interactive=False, verbosity=0)
    with mock.patch("navalassist.desk.made_once.slots.packed", return_value=()):
        yield Client(HTTP_HOST="127.0.0.1")


def _action(client: Any, slug: str) -> str:
    """The page of the action that is under way: the main page leads there."""
    import re

    found = re.search(rf"/c/{slug}/[\w/-]*action[\w/-]*/(?=[#\"?])", client.get(f"/c/{slug}/").content.decode())
    if found is None:
        raise RuntimeError("no action is under way")
    return found[0]


if __name__ == "__main__":
    sys.exit(finish(measure()))
