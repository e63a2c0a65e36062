"""Exact odds from the generic engine, against icepool and against 2,000 runs of a plain Monte Carlo.

Every form starts with nothing remembered: our Enumerator is new, icepool's caches are cleared, before each call. The
forms are called in turn in every round, and the ratios are taken round by round.
"""

from __future__ import annotations

import gc
import math
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bench.odds_cases import CASES, Case, Spread, book, forget_icepool, monte_carlo, of_engine
from bench.report import Report, finish, ratios, spread

ROUNDS = 15
# So much faster than icepool over all cases, by their geometric mean.
MEAN = 4


def clock(function: Callable[[], Any], repeats: int, before: Callable[[], None] | None = None) -> float:
    """Milliseconds of one call, from several; `before` is run before each and not counted."""
    spent = 0
    for _ in range(repeats):
        if before is not None:
            before()
        start = time.perf_counter_ns()
        function()
        spent += time.perf_counter_ns() - start
    return spent / repeats / 1e6


def spread_of(die: Any) -> Spread:
    """The fractions of an icepool die."""
    return {value: Fraction(times, die.denominator()) for value, times in die.items()}


def worst_error(found: Spread, exact: Spread) -> float:
    """The greatest error of one probability."""
    return float(max(abs(found.get(value, Fraction(0)) - exact.get(value, Fraction(0))) for value in {*found, *exact}))


def fastest(case: Case) -> Callable[[], Any]:
    """icepool's best form of the case on this machine, the best of five calls each."""
    best = {form: min(clock(form, 1, forget_icepool) for _ in range(5)) for form in case.icepool}
    return min(best, key=lambda form: best[form])


def measure_case(case: Case, report: Report) -> float:
    """One line of the table and its two bounds; returns the median ratio to icepool."""
    ours, peer = of_engine(case.ours, book()), fastest(case)
    exact = dict(ours())
    forget_icepool()
    wrong = [form.__name__ for form in case.icepool if spread_of(form()) != exact]
    off = worst_error(monte_carlo(case.throw, 1), exact)
    mine, ice, carlo = [], [], []
    for number in range(ROUNDS):
        gc.collect()
        gc.disable()
        mine.append(clock(ours, case.repeats))
        ice.append(clock(peer, case.repeats, forget_icepool))
        carlo.append(clock(lambda seed=number: monte_carlo(case.throw, seed), 1))
        gc.enable()
    against_ice, against_carlo = ratios(ice, mine), ratios(carlo, mine)
    report.row(
        f"{case.name} {case.title}",
        spread(mine, 3),
        spread(ice, 3),
        spread(carlo, 2),
        spread(against_ice, 1),
        spread(against_carlo, 1),
        f"{off:.3f}",
    )
    equal = "equal" if not wrong else "differ from " + ", ".join(wrong)
    report.bound(f"odds {case.name}, fractions against icepool", "equal", equal, not wrong)
    middle = sorted(against_ice)[len(against_ice) // 2]
    report.bound(f"odds {case.name}, icepool's time over ours", "> 1", spread(against_ice, 1), middle > 1)
    return middle


def measure() -> Report:
    """All four cases."""
    head = ("case", "ours, ms", "icepool, ms", "2,000 runs, ms", "icepool / ours", "runs / ours", "error of the runs")
    report = Report("Exact odds", head)
    found = [measure_case(case, report) for case in CASES]
    mean = math.prod(found) ** (1 / len(found))
    report.bound("odds, icepool's time over ours, geometric mean", f">= {MEAN}", f"{mean:.1f}", mean >= MEAN)
    report.notes.append(f"{ROUNDS} rounds, median (least..greatest).")
    report.notes.append("icepool's form is the fastest of those in `odds_cases.py` on the machine that measures.")
    report.notes.append(
        "Error of the runs: the worst of one chance in one set of 2,000 runs; ours and icepool's are 0."
    )
    return report


if __name__ == "__main__":
    sys.exit(finish(measure()))
