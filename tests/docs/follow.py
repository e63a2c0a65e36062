"""Play a turn of the regatta by its pages alone: `python -m tests.docs.follow` in a copy of the project that has it."""

import os
from typing import Any


def a_turn_is_played_with_the_pages_alone(client: Any) -> None:
    from navalassist.campaigns.models import Campaign
    from navalassist.play import state as states
    from navalassist.play.checks.verify import check_campaign

    form = client.get("/new/?system=regatta").content.decode()
    assert "Wind" in form, form
    assert "Malta's number" not in form, form
    refused = client.post("/new/", {"system": "regatta", "name": "Cup", "wind": "storm", "submission": "a"})
    assert refused.status_code == 422
    assert "Wind: choose light or fresh" in refused.content.decode()
    begun = client.post("/new/", {"system": "regatta", "name": "Cup", "wind": "fresh", "submission": "b"})
    assert begun["Location"] == "/c/cup/", begun.content.decode()
    home = client.get("/c/cup/").content.decode()
    for words in ("Jun 1901", "Red", "This step", 'href="/c/cup/do/regatta-sail/?side=red"', 'href="/c/cup/race/"'):
        assert words in home, (words, home)
    assert "Convoy board" not in home
    assert client.post("/c/cup/setup/begins/", {"submission": "s"})["Location"] == "/c/cup/"
    url = "/c/cup/do/regatta-sail/"
    assert "1.5" in client.post(url + "look/", {"side": "red"}).content.decode()
    done = client.post(url, {"side": "red", "dice": "typed", "strip": "6", "submission": "c"})
    assert done.status_code == 302, done.content.decode()
    receipt = client.get(done["Location"]).content.decode()
    assert "Breeze Table" in receipt
    assert "Red gains 2 legs." in receipt
    assert "2 legs" in client.get("/c/cup/race/").content.decode()
    ruling = {"act": "ruling.choice", "set": "R-901=lee", "submission": "d"}
    assert client.post("/c/cup/setup/rulings/", ruling).status_code == 302
    for wanted in ("blue", "red"):
        assert client.post("/c/cup/step/", {"submission": wanted}).status_code == 302
    assert states.load("cup").clock == ("1901-07", "red", "race")
    assert check_campaign(Campaign.objects.get(slug="cup")).sound


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
    assert client.get("/tables/regatta/breeze/").status_code == 200
    assert "/new/demo/regatta/" in client.get("/").content.decode()
    assert client.post("/new/demo/regatta/")["Location"] == "/c/regatta/"


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.core.management import call_command
    from django.test import Client

    django.setup()
    call_command("migrate", verbosity=0)
    client = Client()
    a_turn_is_played_with_the_pages_alone(client)
    every_page_is_there_and_no_other(client)


if __name__ == "__main__":
    main()
