"""Follow guides in one process: `python -m tests.docs.follow GUIDE…` in a copy of the project that has their files."""

import importlib
import io
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from tests.docs.guide import commands_of, text_of


def cases_of(test: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """The arguments of each case of a test."""
    tables = [mark.args for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    for names, rows in tables or [((), [()])]:
        yield from (dict(zip(names, row, strict=True)) for row in rows)


def passed(path: str) -> int:
    """How many cases a guide's test has. Fails at the first that does not pass."""
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    cases = [(test, case) for test in tests for case in cases_of(test)]
    for test, case in cases:
        test(**case)
    return len(cases)


def said_by(command: str) -> str:
    """What a command prints: pytest on a file, or manage.py with something typed for it, or one after another."""
    from django.core.management import call_command

    with redirect_stdout(io.StringIO()) as said:
        for part in command.split(" && "):
            typed, _, called = part.rpartition(" | ")
            python, what, *words = shlex.split(called)
            assert python == ".venv/bin/python"
            if [what, *words[:2]] == ["-m", "pytest", "-q"]:
                print(f"{passed(words[2])} passed")
            else:
                assert what == "manage.py"
                sys.stdin = io.TextIOWrapper(io.BytesIO("".join(shlex.split(typed)[1:]).encode()))
                call_command(*words)
    return said.getvalue()


def a_player_reaches_the_rule_and_its_receipt() -> None:
    from django.test import Client

    from navalassist.play.checks.verify import check_campaign
    from navalassist.systems.europa.setup import begin_demo

    campaign = begin_demo()
    client, url = Client(), f"/c/{campaign.slug}/do/scuttling/"
    shown = client.get(url).content.decode()
    the_map = client.get(f"/c/{campaign.slug}/").content.decode()
    assert "when a port with ships in it has fallen" in the_map, the_map
    assert f'href="{url}"' in the_map, the_map
    assert "Scuttle or escape" in shown, shown
    assert "Warships that check" in shown, shown
    looked = client.post(url + "look/", {"side": "axis", "warships": "3"}).content.decode()
    assert "8/27" in looked, looked
    done = client.post(url, {"side": "axis", "warships": "3", "dice": "typed", "strip": "456", "submission": "a"})
    assert done.status_code == 302, done.content.decode()
    receipt = client.get(done["Location"])
    assert receipt.status_code == 200
    assert "Scuttle or escape" in receipt.content.decode()
    the_map = client.get(f"/c/{campaign.slug}/").content.decode()
    assert f'href="{done["Location"]}"><span></span><small>done, entry 3' in the_map, the_map
    assert check_campaign(campaign).sound


def a_turn_is_played_with_the_pages_alone() -> None:
    from django.test import Client

    from navalassist.campaigns.models import Campaign
    from navalassist.play import state as states
    from navalassist.play.checks.verify import check_campaign

    client = Client()
    form = client.get("/new/?system=regatta").content.decode()
    assert "Wind" in form, form
    assert "Regatta" in form, form
    assert "Malta’s number" not in form, form
    refused = client.post("/new/", {"system": "regatta", "name": "Cup", "wind": "storm", "submission": "a"})
    assert refused.status_code == 422
    assert "Wind: choose light or fresh" in refused.content.decode()
    begun = client.post("/new/", {"system": "regatta", "name": "Cup", "wind": "fresh", "submission": "b"})
    assert begun["Location"] == "/c/cup/", begun.content.decode()
    home = client.get("/c/cup/").content.decode()
    for words in ("Jun 1901", "Red", "This step", 'href="/c/cup/do/regatta-sail/?side=red"', 'href="/c/cup/race/"'):
        assert words in home, (words, home)
    assert "Convoy board" not in home
    url = "/c/cup/do/regatta-sail/"
    looked = client.post(url + "look/", {"side": "red"}).content.decode()
    assert "1.5" in looked, looked
    done = client.post(url, {"side": "red", "dice": "typed", "strip": "6", "submission": "c"})
    assert done.status_code == 302, done.content.decode()
    assert "Breeze Table" in client.get(done["Location"]).content.decode()
    assert "2 legs" in client.get("/c/cup/race/").content.decode()
    ruling = {"act": "ruling.choice", "set": "R-901=lee", "submission": "d"}
    assert client.post("/c/cup/setup/rulings/", ruling).status_code == 302
    for wanted in ("blue", "red"):
        assert client.post("/c/cup/step/", {"submission": wanted}).status_code == 302
    assert states.load("cup").clock == ("1901-07", "red", "race")
    every_page_is_there_and_no_other(client)
    assert check_campaign(Campaign.objects.get(slug="cup")).sound
    assert "/new/demo/regatta/" in client.get("/").content.decode()
    assert client.post("/new/demo/regatta/")["Location"] == "/c/regatta/"


def every_page_is_there_and_no_other(client: Any) -> None:
    from navalassist.auditlog.models import Entry

    for address in ("", "log/", "setup/", "setup/rulings/", "do/", "dice/", "disputes/", "archive/", "race/"):
        assert client.get(f"/c/cup/{address}").status_code == 200, address
    for address in ("board/", "fleet/", "sheet/", "waters/"):
        assert client.get(f"/c/cup/{address}").status_code == 404, address
    for entry in Entry.objects.filter(campaign__slug="cup", chain="public"):
        assert client.get(f"/c/cup/log/{entry.reference}/").status_code == 200, entry.reference
    of_the_rules = {"tables": "Breeze Table", "rulings": "R-901", "procedures": "RG.SAIL", "turns": "Regatta"}
    for address, words in of_the_rules.items():
        assert words in client.get(f"/{address}/").content.decode(), address
    assert client.get("/tables/regatta/1-breeze/").status_code == 200


def the_new_row_of_the_contract_is_done_and_reached() -> None:
    from navalassist.cli import contract
    from navalassist.cli.management.commands.coverage import why_not

    rows = {row.id: row for row in contract.load(Path("docs/contract"))}
    assert rows["RG.SAIL"].done
    assert [way for way in rows["RG.SAIL"].reach if why_not(way)] == []


def main(guides: list[str]) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.core.management import call_command
    from django.db import transaction

    django.setup()
    call_command("migrate", verbosity=0)
    for done in (
        a_player_reaches_the_rule_and_its_receipt,
        a_turn_is_played_with_the_pages_alone,
        the_new_row_of_the_contract_is_done_and_reached,
    ):
        # Nothing of it stays: the guide's own commands begin from an empty database.
        with transaction.atomic():
            done()
            transaction.set_rollback(True)
        print(done.__name__)
    for name in guides:
        for command, wanted in commands_of(text_of(name)):
            said = said_by(command)
            assert wanted in said, f"{command}\n{said}"
            print(f"{name}: {command}")


if __name__ == "__main__":
    main(sys.argv[1:])
