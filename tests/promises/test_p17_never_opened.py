"""P17: a commitment that was never opened is an alarm in both verifiers, not a silent gap."""

from pathlib import Path
from typing import Any

import pytest

from navalassist.auditlog import triggers
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import Body
from navalassist.play.write.writer import Writer
from tests.in_hand import InHand
from tests.mini.system import do, end_step, hide_force, seat
from tests.promises.archives import imported, reforged, whole
from tests.promises.lies import where
from tests.promises.tampering import run
from tests.promises.test_p13_bound_dice import Lines, export_of, faults

pytestmark = [pytest.mark.promise("P17"), pytest.mark.django_db]


def play(campaign: Campaign) -> Campaign:
    """Two turns that are over, with secret dice of one side."""
    hide_force(campaign)
    do(seat(campaign), "mini-weather", zone="inner")
    end_step(seat(campaign), times=4)
    do(seat(campaign, "allied"), "mini-strike", force="hidden")
    end_step(seat(campaign), times=4)
    return campaign


@pytest.fixture
def over(campaign: Campaign) -> Campaign:
    return play(campaign)


@pytest.mark.parametrize("chain", ["public", "allied"])
@pytest.mark.parametrize("turn", ["0001", "0002"])
def test_a_seed_that_the_server_keeps_to_itself_is_an_alarm(
    little: InHand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chain: str, turn: str
) -> None:
    campaign, little.forged = little.campaign, True
    append = Writer.append

    def silent(writer: Writer, kind: str, body: Body, **where: Any) -> Any:
        if kind == "reveal" and (body.fields["turn_bound"], body.fields["audience"]) == (turn, chain):
            return None
        return append(writer, kind, body, **where)

    monkeypatch.setattr(Writer, "append", silent)
    play(campaign)
    assert faults(tmp_path, export_of(campaign, "allied")) == [
        f"turn {turn}: its dice ({chain}) were bound but never opened"
    ]
    report = check_campaign(campaign)
    assert [str(fault) for fault in report.faults] == [f"turn {turn}: its dice ({chain}) were bound but never opened"]
    assert report.unopened == [turn if chain == "public" else f"{turn} ({chain})"]


def test_a_reveal_that_is_taken_out_of_the_database_is_named(over: Campaign, little: InHand) -> None:
    little.forged = True
    entry = Entry.objects.get(campaign=over, kind="reveal", chain="public", turn="0001")
    triggers.drop()
    run("DELETE FROM auditlog_entry WHERE id = %s", entry.pk)
    found = [str(fault) for fault in check_campaign(over).faults]
    assert any("its dice (public) were bound but never opened" in fault for fault in found), found


def test_the_running_turn_is_no_alarm(over: Campaign, tmp_path: Path) -> None:
    assert faults(tmp_path, export_of(over, "allied")) == []
    assert check_campaign(over).unopened == []


def test_a_fork_explains_only_the_turn_that_it_cut_short(over: Campaign, tmp_path: Path) -> None:
    new = imported(whole(over)).campaign
    do(seat(new), "mini-weather", zone="inner")
    end_step(seat(new), times=4)
    assert check_campaign(new).faults == []
    export = export_of(new, "allied")
    assert faults(tmp_path, export) == []

    def hide_what_ended(records: Lines) -> None:
        del records[where(records, kind="fork", chain="public")]["body"]["unopened"]

    found = faults(tmp_path, reforged(export, hide_what_ended))
    assert any("it does not name the dice that were bound and not opened" in fault for fault in found)
