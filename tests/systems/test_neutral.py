"""What every campaign has names no rule, no rule system and none of the kinds of things that a system counts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import navalassist
from navalassist.campaigns.facts import fact_models
from navalassist.engine import REGISTER
from navalassist.play.systems import SYSTEMS

HOUSE = Path(navalassist.__file__).parent
PACKAGES = ("desk", "play", "auditlog", "reference")
# Every campaign has these kinds: its clock and what it counts, and what people ask and dispute.
OF_ALL = ("navalassist.campaigns.", "navalassist.review.")
# Words that logs hold and that stay for good, each with the files that know them.
STORED = {
    "zone": (
        "auditlog/course.py",
        "desk/logbook/cases.py",
        "desk/review/disputes.py",
        "play/disputes/disputes.py",
    ),
    "shipment": ("auditlog/course.py", "auditlog/shape.py"),
    "task-force": ("auditlog/course.py",),
}


def names_of_systems() -> set[str]:
    """Slugs of rules, keys of systems, kinds of their rows."""
    kinds = {kind for kind, model in fact_models().items() if not model.__module__.startswith(OF_ALL)}
    rules = {rule.slug for rule in REGISTER.values() if rule.system in ("europa", "storm_of_steel")}
    return kinds | rules | (SYSTEMS.keys() - {"mini"})


def texts_in(file: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module, without its docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


@pytest.mark.parametrize("package", PACKAGES)
def test_what_every_campaign_has_names_nothing_of_a_system(package: str) -> None:
    foreign, found = names_of_systems(), []
    assert {"shipment", "squadron", "gw-bombardment", "cargo-contact", "europa"} <= foreign
    for file in sorted((HOUSE / package).rglob("*.py")):
        name = file.relative_to(HOUSE).as_posix()
        for line, text in texts_in(file) if "/migrations/" not in name else ():
            # A name alone, or one that begins a row, a fact or an address: `port`, `port:naples`, `port/{}`.
            word = re.split(r"[:./]", text, maxsplit=1)[0]
            if word in foreign and name not in STORED.get(word, ()):
                found.append(f"{name}:{line}: {text!r}")
    assert not found


@pytest.mark.parametrize(("word", "name"), [(word, name) for word, names in STORED.items() for name in names])
def test_nothing_is_let_pass_that_is_gone(word: str, name: str) -> None:
    texts = [text for _, text in texts_in(HOUSE / name)]
    assert any(text == word or text.startswith(f"{word}:") for text in texts)
