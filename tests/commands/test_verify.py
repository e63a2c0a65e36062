"""`manage.py verify` and `manage.py export` on the command line; what they find is proved with P13 and P18."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from navalassist.auditlog import triggers
from navalassist.campaigns.models import Campaign
from navalassist.cli.management.commands.verify import summary
from navalassist.play.checks.verify import Fault, Report
from navalassist.play.turns import steps
from tests.in_hand import InHand
from tests.mini.story import play_story
from tests.mini.system import START, rows, table_texts

ROOT = Path(__file__).resolve().parents[2]


def test_verify_prints_a_line_for_each_campaign(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    play_story(campaign)
    call_command("verify")
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 1
    assert said[0].startswith("little-war: ")
    assert said[0].endswith(": sound")
    call_command("verify", "little-war")
    assert capsys.readouterr().out.splitlines() == said


def test_verify_names_the_first_bad_entry_and_every_fault(little: InHand, capsys: pytest.CaptureFixture[str]) -> None:
    play_story(little.campaign)
    little.forged = True
    triggers.drop()
    little.campaign.entries.filter(sequence=2).update(seat="x")
    with pytest.raises(SystemExit) as stopped:
        call_command("verify")
    assert stopped.value.code == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("little-war: ")
    assert said[1].startswith("  the first fault is in ")
    assert all("the column seat differs from the text" in line for line in said[2:])
    assert said[0].endswith(f": {len(said) - 2} faults")


def test_verify_of_an_unknown_campaign(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        call_command("verify", "nowhere")
    assert stopped.value.code == 2
    assert capsys.readouterr().err == 'There is no campaign "nowhere"; there are little-war.\n'


@pytest.mark.django_db
def test_verify_without_any_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify")
    assert capsys.readouterr().out == "There is no campaign to check.\n"
    with pytest.raises(SystemExit):
        call_command("verify", "nowhere")
    assert capsys.readouterr().err == 'There is no campaign "nowhere"; there is none at all.\n'


def test_the_summary_counts_faults_and_what_is_not_proved() -> None:
    report = Report(entries=3, rules=2, dice=5, head="7F3K-29QD-4M8T")
    counted = "3 entries, 2 rules run again, 5 dice thrown again, head 7F3K-29QD-4M8T"
    assert summary(report) == f"{counted}: sound"
    report.older, report.steps = ["public/3"], ["public/4", "public/5"]
    assert summary(report) == f"{counted}: sound, but 1 rule and 2 steps not proved"
    assert report.sound
    assert not report.proved
    report.faults.append(Fault("public/2", "x"))
    assert summary(report) == f"{counted}: 1 fault"


def test_export_prints_json_lines_for_the_eyes_of_a_seat(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    play_story(campaign)
    chains = {}
    for seat in ("observer", "axis", "allied", "moderator", "all"):
        call_command("export", "little-war", *(["--all"] if seat == "all" else ["--seat", seat]))
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert lines[0]["campaign"] == str(campaign.identity)
        assert (lines[0]["name"], lines[0]["system"], lines[0]["format"]) == ("Little War", "mini", 1)
        chains[seat] = {json.loads(line["content"])["chain"] for line in lines[1:]}
        assert chains[seat] <= set(lines[0]["audiences"])
    assert chains == {
        "observer": {"public"},
        "axis": {"public"},
        "allied": {"public", "allied"},
        "moderator": {"public", "moderator"},
        "all": {"public", "allied", "moderator"},
    }


def test_export_of_a_system_that_is_not_installed(campaign: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    Campaign.objects.update(system="chess")
    call_command("export", "little-war")
    assert capsys.readouterr().out
    with pytest.raises(SystemExit):
        call_command("export", "little-war", "--seat", "axis")
    assert "give one of moderator, observer" in capsys.readouterr().err


def test_a_campaign_is_begun_with_a_name_for_addresses(mini: None, db: None) -> None:
    campaign = steps.begin(name="Big War!", system="mini", moment=START, rows=rows(), tables=table_texts())
    assert campaign.slug == "big-war"
