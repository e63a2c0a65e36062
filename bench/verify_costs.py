"""What each part of `verify` costs: counted while a log is checked. `python -m bench.verify --costs` prints it.

The log is checked by one process. A timer of processor time asks some hundred times a second what is being done, and
its answer counts for the innermost part that it stands in. That takes next to no time itself; a profiler, which notes
every call, would make whatever calls much look dearer than it is.
"""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping
from types import CodeType, FrameType
from typing import Any

from bench.report import Report

# So often the timer asks, in seconds of processor time; a machine may be able to do it less often.
EVERY = 0.002
REST = "all else"
HEAD = ("part", "of the time, %", "an entry, µs", "times the floor")


def parts() -> Mapping[CodeType, str]:
    """The functions that a part begins with. Import it only where Django is set up."""
    from navalassist.auditlog.course import Course
    from navalassist.auditlog.fold import Fold
    from navalassist.engine.verify import verify
    from navalassist.play.checks.examine import Examiner
    from navalassist.play.checks.expected import unlike_rule
    from navalassist.play.checks.rebuilt import TypedCheck
    from navalassist.play.checks.verify import Checker
    from navalassist.play.storage.lines import lines

    facts = "the facts and rulings that it went by are those of the log"
    named: Mapping[str, tuple[Callable[..., Any], ...]] = {
        "its row is read": (lines,),
        "text: SHA-256, canonical form, columns": (Examiner._text,),
        "secret parts, and the shape of every value": (Examiner._parts, Examiner._open),
        "its rule is carried out again": (verify,),
        "whose tap it was, and by what paragraph": (unlike_rule,),
        "what its rule was told is what it read": (Examiner._situation,),
        "what its rule was told is what was typed, on the log before it": (TypedCheck.wrong,),
        facts: (Examiner._read, Fold.misread, Fold.misread_value, Fold.misjudged),
        "its dice are the bound ones": (Examiner._dice,),
        "what it says of those before it": (Course.take,),
        "its effects are added up": (Fold.entry,),
        "what ends with a step": (Checker._end,),
        "what the index should hold of it": (Examiner._index,),
        "the sum is what is stored": (Checker._compare,),
        "the rest, of an entry by itself": (Examiner.examine,),
        "the rest, of how entries hang together": (Checker._entry,),
    }
    return {function.__code__: name for name, functions in named.items() for function in functions}


def counted(work: Callable[[], object]) -> tuple[float, Counter[str]]:
    """The processor time that a work took, and how often the timer found it at each part."""
    found: Counter[str] = Counter()
    of = parts()

    def ask(_: int, frame: FrameType | None) -> None:
        while frame is not None and frame.f_code not in of:
            frame = frame.f_back
        found[of[frame.f_code] if frame is not None else REST] += 1

    before = signal.signal(signal.SIGPROF, ask)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    start = time.process_time()
    try:
        work()
    finally:
        seconds = time.process_time() - start
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return seconds, found


def costs(check: Callable[[], object], floor: Callable[[], object], entries: int) -> dict[str, Any]:
    """Both works in processor time, and what the first is spent on."""
    seconds, found = counted(check)
    start = time.process_time()
    floor()
    return {"seconds": seconds, "parts": found, "floor": time.process_time() - start, "entries": entries}


def costs_report(run: Mapping[str, Any]) -> Report:
    """The table of what was counted."""
    report = Report("What verify costs, part by part", HEAD)
    asked, entry, floor = sum(run["parts"].values()), run["seconds"] / run["entries"] * 1e6, run["floor"]
    for name, times in sorted(run["parts"].items(), key=lambda item: -item[1]):
        share = times / asked
        report.row(name, f"{share:.1%}"[:-1], f"{share * entry:.0f}", f"{share * run['seconds'] / floor:.1f}")
    report.row("all of it", "100", f"{entry:.0f}", f"{run['seconds'] / floor:.1f}")
    report.notes.append(
        f"{run['entries']:,} entries, one process, {run['seconds']:.1f} s of processor time, asked {asked:,} times; "
        f"floor in the same process {floor:.2f} s, {floor / run['seconds']:.3f} of it."
    )
    return report
