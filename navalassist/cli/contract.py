"""The contract: the rows of docs/contract, the tests that prove them, and whether every claim holds.

Everything here works on data that is handed in, so a test can feed it any case. `manage.py coverage` brings the real
pages, procedures, tables and tests.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

HEADER = ("id", "title", "state", "reach")
STATES = ("open", "done")
_SEPARATOR = re.compile(r"\|(\s*:?-+:?\s*\|)+")
_PLACEHOLDER = re.compile(r"<(\w+)>")

WhyNot = Callable[[str], str | None]
"""From one way to reach a row, such as `procedure:cargo-contact`: None where it exists, else a sentence."""


class ContractError(ValueError):
    """The contract can't be read. The message has a line for each fault, with file and line number."""


@dataclass(frozen=True, slots=True)
class Row:
    """One paragraph of a rulebook: its id, our title, whether it is done, and the ways for a user to reach it."""

    id: str
    family: str
    title: str
    done: bool
    reach: tuple[str, ...]
    place: str


RULE = "rule"
PLAYED = "played"


@dataclass(frozen=True, slots=True)
class Mark:
    """One test (`tests/a/test_b.py::test_c`) that claims to prove, or to reach, the row with this id."""

    row: str
    test: str


@dataclass(frozen=True, slots=True)
class Marks:
    """What one test file, or many, claim: the readable marks and a sentence for each one that says nothing."""

    marks: tuple[Mark, ...] = ()
    faults: tuple[str, ...] = ()


# Reading the rows


def load(folder: Path) -> tuple[Row, ...]:
    """Read every family file in the folder, in order of name; README.md is no family.

    Raises ContractError where a line is no row, an id stands twice or belongs to another family, or nothing is there.
    """
    rows: list[Row] = []
    faults: list[str] = []
    for file in sorted(folder.glob("*.md")):
        if file.name != "README.md":
            more, wrong = read_family(file.read_text(encoding="utf-8"), file.stem, file.name)
            rows += more
            faults += wrong
    faults += _doubles(rows)
    if not rows:
        faults.append(f"no rows in {folder}")
    if faults:
        raise ContractError("\n".join(faults))
    return tuple(rows)


def read_family(text: str, family: str, file: str) -> tuple[list[Row], list[str]]:
    """Read the tables of one file. Returns its rows, and a sentence for each line that is no row."""
    rows: list[Row] = []
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith("|") or _SEPARATOR.fullmatch(line.strip()):
            continue
        cells = tuple(cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|"))
        if cells == HEADER:
            continue
        place = f"{file}:{number}"
        wrong = _fault(cells, family)
        if wrong:
            faults.append(f"{place}: {wrong}")
            continue
        id_, title, state, reach = cells
        ways = tuple(way.strip() for way in reach.split(",") if way.strip())
        rows.append(Row(id_.strip("`"), family, title, state == "done", ways, place))
    return rows, faults


def _fault(cells: tuple[str, ...], family: str) -> str | None:
    """Say what is wrong with the cells of one line, or None."""
    if len(cells) != len(HEADER):
        return f"a row has {len(HEADER)} cells ({', '.join(HEADER)}), this line has {len(cells)}"
    id_, title, state, _ = cells
    if not re.fullmatch(r"`[^`\s]+`", id_):
        return f"the id {id_!r} should stand in backticks, without spaces"
    if not id_.strip("`").startswith(family):
        return f"the row {id_} does not belong to the family {family}"
    if not title:
        return f"the row {id_} has no title"
    if state not in STATES:
        return f"the state of {id_} is {state!r}; it can be {' or '.join(STATES)}"
    return None


def _doubles(rows: Iterable[Row]) -> Iterator[str]:
    seen: dict[str, Row] = {}
    for row in rows:
        first = seen.setdefault(row.id, row)
        if first is not row:
            yield f"{row.place}: the row {row.id} stands already at {first.place}"


# Reading the tests


def load_marks(folder: Path, base: Path, kind: str = RULE) -> Marks:
    """Read the marks of a kind in every test file below the folder, importing none; names are relative to base."""
    found: list[Mark] = []
    faults: list[str] = []
    for file in sorted({*folder.rglob("test_*.py"), *folder.rglob("*_test.py")}):
        one = marks_in(file.read_text(encoding="utf-8"), file.relative_to(base).as_posix(), kind)
        found += one.marks
        faults += one.faults
    return Marks(tuple(found), tuple(faults))


def marks_in(source: str, file: str, kind: str = RULE) -> Marks:
    """Read the marks of a kind in one test file.

    A mark counts where it stands on a test or on its class, in a `pytestmark`, or on one case of a parametrised test; a
    name that a decorator uses is followed to its assignment in the module. A test that is marked `skip` or `xfail`
    proves nothing. Faults name the marks that stand on no test, and those whose ids are not plain strings.
    """
    return _TestFile(ast.parse(source, file), file, kind).read()


class _TestFile:
    """Walks the tests of one file and collects their marks."""

    def __init__(self, tree: ast.Module, file: str, kind: str) -> None:
        self.tree = tree
        self.file = file
        self.kind = kind
        self.assigned = dict(_assignments(tree.body))
        self.marks: list[Mark] = []
        self.claimed: set[ast.AST] = set()

    def read(self) -> Marks:
        self._block(self.tree.body, [], self.file)
        faults = [f"{self.file}:{line}: {text}" for line, text in sorted(self._faults())]
        return Marks(tuple(self.marks), tuple(faults))

    def _block(self, body: list[ast.stmt], inherited: list[ast.expr], name: str) -> None:
        """Read the tests of a module or class; `inherited` holds the decorators of all that surrounds them."""
        own = [value for target, value in _assignments(body) if target == "pytestmark"]
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                self._test([*inherited, *own, *node.decorator_list], f"{name}::{node.name}")
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                self._block(node.body, [*inherited, *own, *node.decorator_list], f"{name}::{node.name}")

    def _test(self, decorators: list[ast.expr], name: str) -> None:
        nodes = list(self._within(decorators, set()))
        self.claimed.update(nodes)
        if any(_is_mark(node, "skip") or _is_mark(node, "xfail") for node in nodes):
            return
        ids = [id_ for node in nodes if isinstance(node, ast.Call) for id_ in _ids(node, self.kind) or ()]
        self.marks += [Mark(id_, name) for id_ in dict.fromkeys(ids)]

    def _within(self, roots: Iterable[ast.AST], followed: set[str]) -> Iterator[ast.AST]:
        """Every node below the roots, and below the module's assignments that they name."""
        for root in roots:
            for node in ast.walk(root):
                yield node
                if isinstance(node, ast.Name) and node.id in self.assigned and node.id not in followed:
                    followed.add(node.id)
                    yield from self._within([self.assigned[node.id]], followed)

    def _faults(self) -> Iterator[tuple[int, str]]:
        called = {node.func: node for node in ast.walk(self.tree) if isinstance(node, ast.Call)}
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Attribute) or not _is_mark(node, self.kind):
                continue
            if node not in self.claimed:
                yield node.lineno, f"this {self.kind} mark stands on no test"
            if node not in called or _ids(called[node], self.kind) is None:
                needs = f'row ids as plain strings, such as pytest.mark.{self.kind}("E33.D")'
                yield node.lineno, f"a {self.kind} mark needs {needs}"


def _assignments(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def _is_mark(node: ast.AST, name: str) -> bool:
    """Whether the node is `pytest.mark.<name>`, or `mark.<name>`."""
    if not isinstance(node, ast.Attribute) or node.attr != name:
        return False
    owner = node.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )


def _ids(call: ast.Call, kind: str) -> list[str] | None:
    """The ids of a mark; an empty list for any other call; None where they are missing or no plain strings."""
    if not _is_mark(call.func, kind):
        return []
    ids = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return ids if ids and len(ids) == len(call.args) and not call.keywords else None


# Judging the claims


def problems(rows: Iterable[Row], rules: Marks, played: Marks, why_not: WhyNot) -> list[str]:
    """Name every claim that does not hold: a sentence each, beginning with the row id or the place.

    A done row needs a test that names it (rules), a test that reaches it from a shipped demo through what a player does
    (played), and ways to reach it that all exist. A test may name only rows that the contract has.
    """
    rows = tuple(rows)
    known = {row.id for row in rows}
    proven, reached = ({mark.row for mark in found.marks} for found in (rules, played))
    found = []
    for row in rows:
        if row.done:
            lacks = _lacks(row, proven, reached, why_not)
            found += [f"{row.id} ({row.place}): called done, but {reason}" for reason in lacks]
    found += [
        f"{mark.test}: names {mark.row}, which is no row of the contract"
        for mark in (*rules.marks, *played.marks)
        if mark.row not in known
    ]
    return [*found, *rules.faults, *played.faults]


def _lacks(row: Row, proven: set[str], reached: set[str], why_not: WhyNot) -> Iterator[str]:
    if row.id not in proven:
        yield "no test that runs is marked with it"
    if row.id not in reached:
        yield "no evening reaches it from a demo"
    if not row.reach:
        yield "it names no way for a user to reach it"
    for way in row.reach:
        reason = why_not(way)
        if reason:
            yield reason


def filled(path: str, samples: dict[str, str]) -> str:
    """Fill the names in angle brackets of a page's path: from samples where it has the name, else with 1."""
    return _PLACEHOLDER.sub(lambda match: samples.get(match[1], "1"), path)


def summary(rows: Iterable[Row]) -> list[str]:
    """A line for each family, `E33 done 52 open 27`, in order of name, and one for the total."""
    rows = tuple(rows)
    families = sorted({row.family for row in rows})
    parts = [(family, [row for row in rows if row.family == family]) for family in families]
    return [_counted(name, part) for name, part in [*parts, ("total", list(rows))]]


def _counted(name: str, rows: list[Row]) -> str:
    done = sum(row.done for row in rows)
    return f"{name} done {done} open {len(rows) - done}"
