"""P18: a rule is checked by what held when it was carried out, and not by what its own entry says of that."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command

from navalassist.campaigns.models import Campaign
from navalassist.play.checks.odds import wrong_odds
from navalassist.play.rules.precedents import mark_at
from navalassist.systems.europa.setup import DEMO_START, begin
from tables import parse
from tests.mini.story import play_story
from tests.promises.archives import TABLES, Records, described, files_of, forged, imported, looked, whole
from tests.promises.lies import where
from tests.systems.europa.board import put, rolled, typed

pytestmark = [pytest.mark.promise("P18"), pytest.mark.django_db]
SHIPPING = "europa/33-anti-shipping"


@pytest.fixture
def played() -> bytes:
    """The archive of a campaign with two rows that were checked for contact."""
    campaign = begin("Open", malta=10, moment=DEMO_START)
    for _ in range(2):
        rolled(campaign, f"row:{put(campaign, typed('7 SP'))}", "66 222")
    data = whole(campaign)
    assert looked(data).report.sound
    return data


def rules(records: Records) -> list[dict[str, Any]]:
    return [record["body"] for record in records if record["kind"] == "rule"]


def faults(data: bytes, change: Callable[[Records], None]) -> list[str]:
    return [str(fault) for fault in looked(forged(data, change)).report.faults]


def forge_outcome(body: dict[str, Any]) -> None:
    body["outcome"] = {**body["outcome"], "contact": False, "res_lost": "0"}


def test_an_edition_that_never_was_excuses_no_outcome(played: bytes) -> None:
    def change(records: Records) -> None:
        forge_outcome(rules(records)[-1])
        rules(records)[-1]["edition"] = "of yesterday"

    (fault,) = faults(played, change)
    assert "there never was an edition 'of yesterday' of cargo-contact" in fault


def test_an_edition_does_not_come_back_after_a_later_one(played: bytes) -> None:
    def change(records: Records) -> None:
        forge_outcome(rules(records)[-1])
        rules(records)[-1]["edition"] = "33 of 11.09.17"

    (fault,) = faults(played, change)
    assert "the edition '33 of 11.09.17' of cargo-contact was over before it" in fault


@pytest.fixture
def ruled(story: Campaign) -> bytes:
    """The archive of a campaign whose rules look at the ruling R-90."""
    return whole(story)


def went_by(records: Records) -> dict[str, Any]:
    """The first rule that looked at a ruling."""
    return next(body for body in rules(records) if "R-90" in body.get("rulings", ()))


def test_a_ruling_is_the_one_that_held(ruled: bytes) -> None:
    """The set-up chose otherwise than the entry says; or the entry goes by a ruling and does not say so."""

    def change(records: Records) -> None:
        setup = records[where(records, kind="setup")]["body"]
        effect = next(effect for effect in setup["effects"] if effect["key"] == "ruling:R-90")
        effect["fields"]["choice"] = "another"
        row = next(row for row in setup["changes"] if row[0] == "ruling:R-90.choice")
        row[2] = "another"

    found = faults(ruled, change)
    assert any("it went by ruling:R-90.choice as" in fault and "says 'another'" in fault for fault in found), found

    def silent(records: Records) -> None:
        del went_by(records)["rulings"]

    assert any("it would use other rulings or tables" in fault for fault in faults(ruled, silent))


def test_a_ruling_that_the_campaign_has_no_row_of_is_the_default(ruled: bytes) -> None:
    def change(records: Records) -> None:
        went_by(records)["rulings"]["R-90"] = "no"
        setup = records[where(records, kind="setup")]["body"]
        setup["effects"] = [effect for effect in setup["effects"] if effect["key"] != "ruling:R-90"]
        setup["changes"] = [row for row in setup["changes"] if not row[0].startswith("ruling:R-90.")]

    found = faults(ruled, change)
    assert any("it went by ruling:R-90.choice as 'no', but the log before it says 'yes'" in fault for fault in found)


def test_a_table_is_the_one_in_use(played: bytes) -> None:
    files = files_of(played)
    tables = json.loads(files[TABLES])
    shipping = next(table for table in tables["tables"] if table["slug"] == SHIPPING)
    text = shipping["text"] + "\n# another\n"
    version = parse(text.encode(), SHIPPING).version
    tables["tables"].append({**shipping, "text": text, "version": version, "current": False})
    files[TABLES] = json.dumps(tables).encode()

    def change(records: Records) -> None:
        body = rules(records)[-1]
        body["tables"][SHIPPING] = version
        for cell in (cell for answer in body["answers"] for cell in answer.get("cells", ())):
            if cell["table"] == SHIPPING:
                cell["version"] = version

    found = faults(described(files), change)
    assert any(f"it read {SHIPPING} in version {version}; {shipping['version']} was in use" in fault for fault in found)


@pytest.mark.parametrize("provenance", ["precedent", "unknown"])
def test_a_cell_is_read_as_the_moderator_read_it_before(played: bytes, provenance: str) -> None:
    """No entry made a precedent, so none can be read; and what one is kept of is not read anew."""
    mark: dict[str, str] = {}

    def change(records: Records) -> None:
        body = rules(records)[-1]
        cell = next(cell for answer in body["answers"] for cell in answer.get("cells", ()))
        cell["provenance"] = provenance
        mark["key"] = mark_at(cell["table"], cell["row"], cell["column"])
        if provenance == "unknown":
            fields = {"kind": "precedent", "subject": cell["table"], "place": "", "ends": "never", "until": ""}
            setup = records[where(records, kind="setup")]["body"]
            made = fields | {"note": "X"}
            setup["effects"].append({"do": "create", "key": mark["key"], "fields": made})
            setup["changes"] += [[f"{mark['key']}.{name}", None, made[name]] for name in sorted(made)]

    found = faults(played, change)
    assert any(f"it went by {mark['key']}.note" in fault for fault in found), found


def test_there_is_one_set_up(played: bytes) -> None:
    def change(records: Records) -> None:
        edit = records[where(records, kind="edit")]
        edit |= {"kind": "setup"}
        edit["body"] |= {"system": "europa", "name": "Again", "table_versions": {}}

    assert any("a set-up stands within the log" in fault for fault in faults(played, change))


def test_odds_are_worked_out_again_where_that_is_asked_for(
    played: bytes, campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    play_story(campaign)
    assert wrong_odds(campaign) == []
    assert wrong_odds(imported(played).campaign) == []

    def change(records: Records) -> None:
        rules(records)[-1]["odds"][0][2] = "1/1000"

    made = imported(forged(played, change)).campaign
    (fault,) = wrong_odds(made)
    assert fault.what == "the odds that it shows are not those of its situation"
    with pytest.raises(SystemExit):
        call_command("verify", made.slug, "--odds")
    assert str(fault) in capsys.readouterr().out
