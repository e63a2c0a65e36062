"""`manage.py rule`: every procedure without browser and database. No test here may touch a database."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from navalassist.engine import REGISTER, Book, odds, to_plain
from tables import parse
from tests.counts import EXAMPLES
from tests.mini import PROCEDURES, rules, texts

ROOT = Path(__file__).resolve().parents[2]
STRIKE = {"side": "axis", "force": "f", "strength": 1, "zone": "inner", "moon": True}
Rule = Callable[..., Any]


@pytest.fixture
def book_file(tmp_path: Path) -> Path:
    path = tmp_path / "book.json"
    path.write_text(json.dumps({"tables": texts.ALL}), "utf-8")
    return path


@pytest.fixture
def rule(mini: None, book_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Rule:
    """Run the command on a situation; what it printed, or (code, standard error) when it stopped."""

    def run(slug: str, situation: Any = None, *words: str, book: Path | None = book_file) -> Any:
        arguments = [slug, *words]
        if situation is not None:
            path = tmp_path / "situation.json"
            path.write_text(situation if isinstance(situation, str) else json.dumps(situation), "utf-8")
            arguments += ["--situation", str(path)]
        if book is not None:
            arguments += ["--book", str(book)]
        capsys.readouterr()
        try:
            call_command("rule", *arguments)
        except SystemExit as stopped:
            said = capsys.readouterr()
            assert said.out == ""
            assert said.err.endswith(".\n")
            assert said.err.count("\n") == 1
            return stopped.code, said.err.rstrip("\n")
        said = capsys.readouterr()
        assert said.err == ""
        return json.loads(said.out) if "--json" in words or "--schema" in words else said.out

    return run


def test_it_lists_every_procedure(mini: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rule")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(REGISTER)
    strike = next(line for line in lines if line.startswith("mini-strike "))
    assert (
        strike.endswith("M.1       Strike at a zone  " + PROCEDURES["mini-strike"].dice) or "Strike at a zone" in strike
    )
    assert any(line.startswith("cargo-contact ") and "33.D" in line for line in lines)
    call_command("rule", "--json")
    listed = json.loads(capsys.readouterr().out)
    assert {
        "slug": "mini-weather",
        "system": "mini",
        "rule": "M.2",
        "title": "Weather",
        "dice": "2d6, 1d6",
    } in listed


def test_it_prints_the_schema_of_a_situation_and_takes_decisions_by_key(rule: Rule) -> None:
    schema = rule("mini-strike", None, "--schema", book=None)
    assert schema == PROCEDURES["mini-strike"].situation.model_json_schema()
    assert schema["properties"]["facts"]["type"] == "object"
    assert schema["properties"]["side"]["description"] == "Whose task force it is."
    sky = {"zone": "outer", "water": "open"}
    done = rule("mini-weather", sky, "--dice", "54 6", "--choose", "weather/cell=storm", "--json")
    assert done["result"] == "storm for 6"
    council = {"zone": "inner"}
    words = ("--choose", "orders/axis=attack", "orders/allied=attack")
    assert rule("mini-orders", council, "--dice", "1 66", *words, "--json")["result"] == ["attack", "attack"]
    assert len(rule("mini-orders", council, *words, "--odds", "--json")["odds"]) == 1


def test_it_carries_a_rule_out_with_typed_dice(rule: Rule) -> None:
    done = rule("mini-strike", STRIKE, "--dice", "6, 66, 5 5, 5 5, 5 5", "--json")
    assert done == rule("mini-strike", STRIKE, "--dice", "6665 5 55  55", "--json")
    assert done["result"] == {"found": True, "hits": 6, "rounds": 2}
    assert [(t["rule"], t["value"], t["applies"]) for t in done["terms"]][:2] == [("M.1", 1, True), ("M.1.c", 1, True)]
    assert done["cells"][0]["table"] == "mini/search"
    assert done["cells"][0]["provenance"] == "printed"
    assert done["effects"][0] == {"key": "zone:inner.hits", "amount": 6, "do": "add"}
    assert [answer["key"] for answer in done["answers"]][:2] == ["search", "ship-1/guns"]
    assert done["rulings"] == {"R-90": "yes"}
    assert (done["procedure"], done["rule"], done["edition"]) == ("mini-strike", "M.1", "miniature of 1900")


def test_the_same_in_lines_for_people(rule: Rule) -> None:
    said = rule("mini-strike", STRIKE, "--dice", "6, 66, 5 5, 5 5, 5 5")
    for line in (
        "M.1  Strike at a zone",
        "    M.1.c  Moon: +1",
        "    M.1.d  Large force: does not apply",
        "    dice: 6",
        "    mini/search, row 6 or more, column 2: C",
        "ruling R-90: yes",
        "result: found yes, hits 6, rounds 2",
        "effect: zone:inner.hits changes by +6",
        "effect: zone:inner.declared becomes tight",
        "effect: mark:struck/f/inner/ is made: ends step, kind struck, place zone:inner, subject task-force:f",
    ):
        assert line in said.splitlines()


def test_exact_odds_are_printed_without_a_gap_where_there_are_no_figures(rule: Rule, mini_book: Book) -> None:
    found = rule("mini-strike", STRIKE, "--odds", "--json")
    exact = odds(PROCEDURES["mini-strike"], rules.Strike.model_validate(STRIKE), mini_book)
    assert sum(Fraction(line["chance"]) for line in found["odds"]) == 1
    assert {json.dumps(line["result"]): Fraction(line["chance"]) for line in found["odds"]} == {
        json.dumps(to_plain(result)): chance for result, chance in exact
    }
    chances = [Fraction(line["chance"]) for line in found["odds"]]
    assert chances == sorted(chances, reverse=True)
    assert found["figures"][0] == {"key": "found", "label": "found", "value": "2/3", "unit": "chance"}
    said = rule("mini-strike", STRIKE, "--odds").splitlines()
    assert said[2:4] == ["found: 2/3", f"hits to expect: {found['figures'][1]['value']} hits"]
    assert said[-1].split()[1:2] == ["found"]
    said = rule("mini-weather", {"zone": "inner", "water": "narrows"}, "--odds").splitlines()
    assert said[:2] == ["M.2  Weather", ""]
    assert said[2].split()[1:] == ["calm", "for", "1"]


def test_a_ruling_and_a_table_of_ones_own(rule: Rule, tmp_path: Path) -> None:
    book = tmp_path / "own.json"
    table = tmp_path / "search.toml"
    table.write_text(texts.SEARCH.replace("6 or more | C C C C", "6 or more | C - C C"), "utf-8")
    tables = texts.ALL | {"mini/search": str(table)}
    book.write_text(json.dumps({"rulings": {"R-90": "no"}, "tables": tables}), "utf-8")
    done = rule("mini-strike", STRIKE, "--dice", "6", "--json", book=book)
    assert (done["result"]["found"], done["rulings"]) == (False, {"R-90": "no"})
    assert done["cells"][0]["version"] == parse(table.read_bytes(), "x").version


OUTER = {"zone": "outer", "water": "open"}
COUNCIL = {"zone": "inner"}
UNKNOWN = "Weather: row 9, column open is not known. What does the printed chart say"
THROWS = "(mini-strike throws 1d6, then 1d6 a gun, then a duel)."


@pytest.mark.parametrize(
    ("slug", "situation", "words", "sentence"),
    [
        ("mini-ram", STRIKE, [], 'There is no procedure "mini-ram"; `manage.py rule` lists them.'),
        ("mini-strike", None, [], "--situation: mini-strike needs one, as a JSON file or - for standard input."),
        ("mini-strike", STRIKE, [], f"--dice: 1 more die is needed, for search {THROWS}"),
        ("mini-strike", STRIKE, ["--dice", "6 6"], f"--dice: 1 more die is needed, for guns {THROWS}"),
        ("mini-strike", STRIKE, ["--dice", "1 6"], f"--dice: 1 die too many: 1 is needed {THROWS}"),
        ("mini-strike", STRIKE, ["--dice", "7"], f"--dice: a die has faces 1 to 6; '7' is none of them {THROWS}"),
        ("mini-strike", STRIKE, ["--dice", "1", "--odds"], "--dice: odds are for all dice; leave it out."),
        ("mini-strike", STRIKE | {"strength": 0}, [], "M.1.b forbids it: A task force without ships cannot strike."),
        ("mini-strike", STRIKE | {"strength": 0}, ["--odds"], "M.1.b forbids it: A task force without ships cannot"),
        ("mini-strike", STRIKE | {"strength": "1"}, [], '--situation: strength: "1" does not fit; give a whole number'),
        ("mini-strike", STRIKE | {"x": 1}, [], "--situation: x: there is no such field; there are side, force, name,"),
        ("mini-strike", "{", [], "--situation: the situation is no JSON text (EOF while parsing an object at line 1"),
        ("mini-strike", "\x00", [], "--situation: the situation is no JSON text ("),
        (
            "mini-weather",
            OUTER,
            ["--dice", "54 6"],
            f"--choose: the moderator seat decides ({UNKNOWN}): add --choose weather/cell=OPTION, one of calm, gale,",
        ),
        (
            "mini-weather",
            OUTER,
            ["--dice", "54", "--choose", "weather/cell=x"],
            f"--choose: {UNKNOWN}?: choose one of calm",
        ),
        ("mini-weather", OUTER, ["--odds"], "There are no exact odds: Weather: the cell of row 9, column open is not"),
        ("mini-orders", COUNCIL, ["--odds"], "There are no exact odds: it depends on a choice: orders of axis."),
        ("mini-orders", COUNCIL, ["--choose", "orders"], '--choose: "orders" does not fit; write KEY=OPTION.'),
        ("mini-orders", COUNCIL, ["--choose", "=x"], '--choose: "=x" does not fit; write KEY=OPTION.'),
    ],
)
def test_bad_input_is_one_sentence(rule: Rule, slug: str, situation: Any, words: list[str], sentence: str) -> None:
    code, said = rule(slug, situation, *words)
    assert code == 2
    assert said.startswith(sentence)
    assert rule(slug, situation, *words, "--json")[0] == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "{",
            "--book: it is no JSON text (Expecting property name enclosed in double quotes: line 1 column 2 (char 1)).",
        ),
        ("[]", '--book: give an object such as {"rulings": {"R-04": "rule36"}, "tables": {"europa/x": "x.toml"}}.'),
        ('{"rulings": 3}', "--book: give an object such as "),
        ('{"rules": {}}', "--book: rules: there is no such field; there are rulings, tables."),
        ('{"rulings": {"R-1": "x"}}', "--book: rulings.R-1: there is no such ruling; there are R-90."),
        ('{"rulings": {"R-90": "x"}}', '--book: rulings.R-90: "x" does not fit; give one of yes, no.'),
        ('{"rulings": {"R-90": null}}', "--book: rulings.R-90: null does not fit; give one of yes, no."),
        ('{"tables": {"a/b": 1}}', "--book: tables.a/b: give the text of a TOML file, or its path."),
        ('{"tables": {"a/b": "/nowhere/x.toml"}}', "--book: tables.a/b: the file /nowhere/x.toml cannot be read."),
        ('{"tables": {"a/b": "x\\u0000y"}}', "--book: tables.a/b: the file x\x00y cannot be read."),
        ('{"tables": {"a/b": "slug = 1\\n"}}', "--book: tables.a/b: a/b: "),
        ('{"tables": {"a/b": "nonsense\\n"}}', "--book: tables.a/b: a/b: the file is not TOML"),
        ("{}", "There are no exact odds")
        if False
        else ('{"tables": {}}', "--situation: it cannot be carried out: the book"),
    ],
)
def test_a_book_that_does_not_fit_is_told(rule: Rule, tmp_path: Path, text: str, sentence: str) -> None:
    book = tmp_path / "bad.json"
    book.write_text(text, "utf-8")
    code, said = rule("mini-strike", STRIKE, "--dice", "1", book=book)
    assert code == 2
    assert said.startswith(sentence)


def test_a_table_of_another_name_and_files_that_cannot_be_read_are_told(
    rule: Rule, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "bad.json"
    book.write_text(json.dumps({"tables": {"mini/weather": texts.SEARCH}}), "utf-8")
    assert rule("mini-strike", STRIKE, book=book) == (
        2,
        '--book: tables.mini/weather: the text is that of the table "mini/search".',
    )
    bad = tmp_path / "bytes"
    bad.write_bytes(b"\xff\xfe")
    for option, name, why in (
        ("--situation", tmp_path / "none", "cannot be read (no such file or directory)."),
        ("--situation", tmp_path, "cannot be read (is a directory)."),
        ("--situation", bad, "is not UTF-8 text."),
        ("--book", bad, "is not UTF-8 text."),
    ):
        extra = [] if option == "--situation" else ["--situation", str(_file(tmp_path, STRIKE))]
        with pytest.raises(SystemExit) as stopped:
            call_command("rule", "mini-strike", option, str(name), *extra)
        assert stopped.value.code == 2
        assert capsys.readouterr().err == f"{option}: {name} {why}\n"


def _file(folder: Path, situation: Any) -> Path:
    path = folder / "good.json"
    path.write_text(json.dumps(situation), "utf-8")
    return path


def test_options_need_a_procedure_and_standard_input_is_a_file_too(
    mini: None, capsys: pytest.CaptureFixture[str], book_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (["--schema"], ["--odds"], ["--situation", "-"]):
        with pytest.raises(SystemExit):
            call_command("rule", *words)
        assert capsys.readouterr().err == "Name the procedure first; `manage.py rule` lists them.\n"
    with pytest.raises(CommandError, match="unrecognized arguments"):
        call_command("rule", "mini-strike", "--dance")
    text = "\ufeff" + json.dumps(STRIKE)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    call_command("rule", "mini-strike", "--situation", "-", "--book", str(book_file), "--dice", "1", "--json")
    assert json.loads(capsys.readouterr().out)["result"]["found"] is False


@settings(
    deadline=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    situation=st.dictionaries(
        st.sampled_from([*STRIKE, "facts", "when", "struck_before", "odd"]),
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.lists(st.integers())),
    ),
    dice=st.text("1234567 x", max_size=6),
    more=st.sampled_from([[], ["--json"], ["--odds"], ["--choose", "a=b"], ["--choose", "a"]]),
)
def test_whatever_is_typed_it_is_done_or_one_sentence(rule: Rule, situation: Any, dice: str, more: list[str]) -> None:
    said = rule("mini-strike", STRIKE | situation, "--dice", dice, *more)
    if isinstance(said, tuple):
        assert said[0] == 2
        assert "Traceback" not in said[1]
        assert "pydantic" not in said[1]


def test_it_runs_as_a_program_without_a_database(tmp_path: Path) -> None:
    environment = {"NAVALASSIST_DATA": str(tmp_path), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, str(ROOT / "manage.py"), "rule"]
    listed = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "cargo-contact" in listed.stdout
    wrong = subprocess.run(
        [*command, "cargo-contact", "--situation", "-"],
        input="{}",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("--situation: side is missing; give one of axis, allied")
    assert not list(tmp_path.glob("*.sqlite3"))
