"""Hostile chart packs, made by code of a good one: each is wrong in one thing, and says which words must refuse it."""

import json
from collections.abc import Iterator
from typing import Any

from tables.packs import MOST_BYTES
from tests.hostile import MIB, Hostile

NO_PACK = "Chart pack: the file is no chart pack"


def all_of(good: dict[str, Any]) -> Iterator[Hostile]:
    """Every hostile pack. good: one with a chart and a list."""
    yield from _no_json(json.dumps(good).encode())
    yield from _shapes(good)
    yield from _charts(good)
    yield from _lists(good)


def _no_json(good: bytes) -> Iterator[Hostile]:
    yield Hostile("a letter", b"Dear all, here are the charts.\n" * 9, NO_PACK)
    yield Hostile("a picture", b"\x89PNG\r\n\x1a\n" + bytes(4000), NO_PACK)
    yield Hostile("a zip", b"PK\x03\x04" + bytes(4000), NO_PACK)
    yield Hostile("cut", good[:-40], NO_PACK)
    yield Hostile("bad UTF-8", good.replace(b'"title"', b'"ti\xfftle"', 1), NO_PACK)
    yield Hostile("half a sign", good.replace(b'"source": "', b'"source": "\\ud800', 1), NO_PACK)
    yield Hostile("deep", b'{"charts":' + b"[" * 30_000 + b"]" * 30_000 + b"}", NO_PACK)
    yield Hostile("not a number", b'{"navalassist_charts": NaN}', "Chart pack: ")
    yield Hostile("ten megabytes", good + b" " * 10 * MIB, "Chart pack: it has at most 1,000,000 bytes; ")
    yield Hostile("a byte too much", good + b" " * (MOST_BYTES + 1 - len(good)), "it has at most 1,000,000 bytes")


def _shapes(good: dict[str, Any]) -> Iterator[Hostile]:
    def said(name: str, value: Any, says: str) -> Hostile:
        return Hostile(f"{name}: {str(value)[:40]}", json.dumps({**good, name: value}).encode(), says)

    yield said("navalassist_charts", 2, "of format 2; this version of NavalAssist reads format 1")
    yield said("navalassist_charts", "\u202e1", "The pack is of format".lower())
    yield said("system", "chess", 'Chart pack: the pack holds charts of "chess"')
    yield said("system", "\u202echess\x07", "Chart pack: the pack holds charts of")
    yield said("system", 7, f"{NO_PACK}: system is no text.")
    yield said("role", "moderator", f"{NO_PACK}: role is not known here.")
    yield said("\u202e<script>", 1, NO_PACK)
    yield said("charts", 7, NO_PACK)
    yield said("charts", good["charts"] * 61, NO_PACK)
    yield said("charts", good["charts"] * 2, 'its charts hold "')
    yield said("lists", good["lists"] * 2, 'its lists hold "')
    without = {name: value for name, value in good.items() if name != "system"}
    yield Hostile("no system", json.dumps(without).encode(), f"{NO_PACK}: system is missing.")


def _charts(good: dict[str, Any]) -> Iterator[Hostile]:
    def said(says: str, **changed: Any) -> Hostile:
        charts = [{**good["charts"][0], **changed}]
        return Hostile(f"chart {list(changed)}", json.dumps({**good, "charts": charts}).encode(), says)

    rows = good["charts"][0]["rows"]
    first = {**rows[0], "cells": [{"text": "x" * 61, "from": "printed"}]}
    yield said(f"{NO_PACK}: charts.1.table", table="../../etc/passwd")
    yield said(f"{NO_PACK}: charts.1.table", table="europa/<script>")
    yield said("title is longer than the 200 characters", title="x" * 201)
    yield said("charts.1.rows.1.cells.1.text is longer than the 60 characters", rows=[first, *rows[1:]])
    yield said("from has to be", rows=[{**rows[0], "cells": [{"text": "1", "from": "stand-in"}]}, *rows[1:]])
    yield said("cells for 2 columns", columns=["1", "2"])
    yield said("more than the 120 parts", rows=rows * 121)
    yield said("heading is longer than the 80 characters", rows=[{**rows[0], "heading": "9" * 81}])
    yield said("heading is empty", rows=[{**rows[0], "heading": ""}])
    tick = {"text": "+1", "from": "house", "words": "Radar"}
    yield said("modifiers has more than the 40 parts", modifiers=[tick] * 41)
    yield said("modifiers.1.text does not fit", modifiers=[{**tick, "text": "1e9"}])
    yield said("a modifier has a condition that the rule sees, or the words of one", modifiers=[{**tick, "words": ""}])
    yield said("modifiers.1.condition does not fit", modifiers=[{**tick, "words": "", "condition": "../moon"}])


def _lists(good: dict[str, Any]) -> Iterator[Hostile]:
    def said(says: str, **changed: Any) -> Hostile:
        lists = [{**good["lists"][0], **changed}]
        return Hostile(f"list {list(changed)}", json.dumps({**good, "lists": lists}).encode(), says)

    (line, *_) = good["lists"][0]["lines"]
    yield said("lists.1.kind", kind="../squadron")
    yield said("a list has each column once, and one of names", columns=["side"])
    yield said("two lines are called", lines=[line, line])
    yield said("lines has more than the 400 parts", lines=[line] * 401)
    yield said("from has to be", lines=[{**line, "from": "of-template"}])
