"""P16: abandoning, restoring, importing or forking a campaign never re-opens a consumed roll silently."""

import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from navalassist.auditlog.export import lines as export_lines
from navalassist.auditlog.models import Chain, Entry, Seed, short_code
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.play.archive.pack import take
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import body_of, recorded_faces
from tests.mini.system import do, end_step, hide_force, seat
from tests.promises.archives import imported, whole
from tests.promises.test_p13_bound_dice import export_of, faults

pytestmark = [pytest.mark.promise("P16"), pytest.mark.django_db]
GUNS = 20


def faces(entry: Entry) -> tuple[int, ...]:
    body = body_of(entry, frozenset({"public", "axis", "allied", MODERATOR}))
    return next(iter(recorded_faces(body).values()))


def test_export_roll_import_roll_both_logs_show_it_and_the_dice_differ(campaign: Campaign, tmp_path: Path) -> None:
    hide_force(campaign)
    data = take(seat(campaign, MODERATOR), whole=True).file.read()
    here = do(seat(campaign), "mini-barrage", guns=GUNS)
    here_secret = do(seat(campaign, "allied"), "mini-strike", force="hidden")
    # The first roll did not please, so the campaign is taken from the archive once more, and again.
    news = [imported(data).campaign for _ in range(2)]
    rolled = [do(seat(new), "mini-barrage", guns=GUNS) for new in news]
    secret = [do(seat(new, "allied"), "mini-strike", force="hidden") for new in news]
    thrown = {faces(entry) for entry in (here, *rolled)}
    assert len(thrown) == 3
    assert here_secret.reference != secret[0].reference or here_secret.hash != secret[0].hash
    # The log that was left behind tells of the archive, and goes on.
    taken = Entry.objects.get(campaign=campaign, kind="access", chain=MODERATOR)
    told = body_of(taken, frozenset({MODERATOR}))
    assert (told["act"], told["eyes"], taken.seat) == ("log.export", "all", MODERATOR)
    end_step(seat(campaign), times=4)
    # Each of the new ones tells where it comes from, in its own log, to everybody.
    for new in news:
        fork = Entry.objects.get(campaign=new, kind="fork", chain="public")
        assert fork.record["body"]["campaign_before"] == str(campaign.identity)
        assert fork.record["body"]["archive"] == told["archive"]
        assert fork.record["campaign"] == str(new.identity)
        end_step(seat(new), times=4)
    for one in (campaign, *news):
        assert check_campaign(one).faults == []
        assert faults(tmp_path, export_of(one)) == []
    assert len({one.identity for one in (campaign, *news)}) == 3


def by_page(campaign: Campaign) -> bytes:
    return take(seat(campaign, MODERATOR), whole=True).file.read()


def by_the_archive_command(campaign: Campaign) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        call_command("archive", campaign.slug, f"{folder}/war.zip", "--all", stdout=io.StringIO())
        return Path(folder, "war.zip").read_bytes()


@pytest.mark.parametrize("taking", [by_page, by_the_archive_command])
def test_everybody_reads_that_the_whole_was_taken_and_up_to_which_entry(
    campaign: Campaign, taking: Callable[[Campaign], bytes]
) -> None:
    """So whoever plays on from before a roll has said before that roll that he could."""
    hide_force(campaign)
    head = Chain.objects.get(campaign=campaign, audience="public")
    data = taking(campaign)
    lines = [json.loads(line) for line in export_lines(campaign, frozenset({"public"}))]
    bodies = [json.loads(line["content"])["body"] for line in lines[1:]]
    up_to = [head.sequence, head.head]
    # The hash of the file is not among it: that changes with what is secret.
    assert bodies[-1] == {"act": "log.export", "eyes": "all", "heads": {"public": up_to}}
    new = imported(data).campaign
    fork = Entry.objects.get(campaign=new, kind="fork", chain="public")
    assert fork.record["body"]["head_before"] == up_to
    page = Client().get(f"/c/{campaign.slug}/log/").content.decode()
    assert f"An export was taken, with everything, up to public/{head.sequence}" in page
    assert check_campaign(campaign).faults == []


def test_what_a_seat_takes_is_told_to_the_moderator_alone(campaign: Campaign) -> None:
    """No campaign can be made of it."""
    before = Chain.objects.get(campaign=campaign, audience="public").head
    take(seat(campaign, "axis"), whole=False)
    take(seat(campaign, MODERATOR), whole=False)
    assert Chain.objects.get(campaign=campaign, audience="public").head == before


def test_the_seed_of_the_running_turn_is_another_one(campaign: Campaign) -> None:
    new = imported(whole(campaign)).campaign
    seeds = [bytes(Seed.objects.get(campaign=one, audience="public").seed) for one in (campaign, new)]
    assert seeds[0] != seeds[1]


def test_an_archive_whose_fork_is_cut_away_is_not_sound(campaign: Campaign, tmp_path: Path) -> None:
    """Who would hide that a log was imported has to cut its last entries, or to name another campaign."""
    new = imported(whole(campaign)).campaign
    do(seat(new), "mini-barrage", guns=3)
    export = export_of(new)
    at = next(n for n, line in enumerate(export) if '"kind":"fork"' in line.get("content", ""))
    cut = [export[0], *export[1:at], *export[at + 1 :]]
    found = faults(tmp_path, cut)
    assert any("does not follow the entry before it" in fault for fault in found), found
    before = [{**export[0], "heads": {"public": [2, ""]}}, *export[1:at]]
    assert any("the fork is missing" in fault for fault in faults(tmp_path, before))


def test_the_code_of_the_old_head_is_still_found_in_the_new_log(campaign: Campaign, tmp_path: Path) -> None:
    kept = short_code(Chain.objects.get(campaign=campaign, audience="public").head)
    new = imported(whole(campaign)).campaign
    do(seat(new), "mini-barrage", guns=3)
    assert faults(tmp_path, export_of(new), kept) == []
