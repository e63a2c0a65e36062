"""P36: an import is all or nothing, previewed, into a new campaign, never as another user or with a role from it."""

import hashlib
import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from navalassist.auditlog.models import Chain, Entry, Payload, Seed
from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import Actor, Campaign, FactHistory, TableVersion
from navalassist.play import state as states
from navalassist.play.archive.importing import made_by
from navalassist.play.archive.pack import LOG, TABLES, make
from navalassist.play.archive.shapes import Unfit
from navalassist.play.checks.verify import check_campaign
from navalassist.play.dice.nonces import commitment_of
from navalassist.play.turns.add_nonce import bind_nonce, show_nonce
from navalassist.seats.models import Seat
from tests.in_hand import InHand
from tests.mini.system import begin, do, edit, end_step, hide_force, mend, seat
from tests.promises import archives
from tests.promises.lies import says, where
from tests.promises.test_p13_bound_dice import export_of, faults
from tests.systems.europa.board import end_steps, put, rolled, typed
from tests.systems.europa.test_closed import closed

pytestmark = [pytest.mark.promise("P36"), pytest.mark.django_db]


def everything() -> dict[str, int]:
    """How many rows there are of all that an import makes."""
    models = [Campaign, Entry, Payload, Chain, Seed, TableVersion, FactHistory, Actor, Seat, *fact_models().values()]
    return {model.__name__: model._default_manager.count() for model in models}


def facts(campaign: Campaign) -> tuple[dict[str, Any], dict[str, str], dict[str, str]]:
    now = states.read(campaign, ())
    return now.values, now.sources, now.audiences


def test_the_new_campaign_is_the_old_one_with_an_identity_of_its_own(story: Campaign, tmp_path: Path) -> None:
    made = archives.imported(archives.whole(story))
    new = made.campaign
    assert new.identity != story.identity
    assert (new.name, new.system) == (story.name, story.system)
    assert new.slug != story.slug
    assert facts(new) == facts(story)
    history = FactHistory.objects.order_by("fact", "id").values_list("fact", "value", "entry", "turn", "player_turn")
    assert list(history.filter(campaign=new)) == list(history.filter(campaign=story))
    assert made.report.sound
    assert made.report.forks == 1
    assert check_campaign(new).faults == check_campaign(story).faults == []
    for seats in ((), ("axis",), ("allied", "axis", "moderator")):
        assert faults(tmp_path, export_of(new, *seats)) == []


def test_the_log_is_kept_whole_and_goes_on_with_a_fork_in_each_chain(story: Campaign) -> None:
    data = archives.whole(story)
    old = {chain.audience: (chain.sequence, chain.head) for chain in Chain.objects.filter(campaign=story)}
    new = archives.imported(data).campaign
    entries = Entry.objects.filter(campaign=new).order_by("id")
    taken = Entry.objects.filter(campaign=story).order_by("id")
    rows = ("content", "hash", "chain", "sequence", "kind", "time", "procedure", "dice")
    assert list(entries.values_list(*rows)[: taken.count()]) == list(taken.values_list(*rows))
    secret = Payload.objects.order_by("id").values_list("audience", "salt", "content")
    assert list(secret.filter(entry__campaign=new)) == list(secret.filter(entry__campaign=story))
    forks = {entry.chain: entry for entry in entries.filter(kind="fork")}
    assert forks.keys() == {audience for audience, (number, _) in old.items() if number}
    for chain, fork in forks.items():
        body = fork.record["body"]
        assert body["act"] == "log.fork"
        assert body["campaign_before"] == str(story.identity)
        assert body["head_before"] == list(old[chain])
        assert body["archive"] == hashlib.sha256(data).hexdigest()
        assert fork.record["previous"] == old[chain][1]
        assert fork.record["campaign"] == str(new.identity)
        assert fork.record["actor"] == archives.ACTOR
    bound = entries.filter(kind="seed", id__gt=forks["public"].pk)
    assert sorted(entry.chain for entry in bound) == ["allied", "public"]
    ended = {entry.record["body"]["commitment"] for entry in taken.filter(kind="seed", turn="0002")}
    named = {committed for fork in forks.values() for _, committed in fork.record["body"].get("unopened", ())}
    assert ended == named


def test_play_goes_on_and_what_was_before_can_be_corrected(story: Campaign, tmp_path: Path) -> None:
    before = Entry.objects.filter(campaign=story, procedure="mini-weather", dice="server", turn="0001").latest("id")
    new = archives.imported(archives.whole(story)).campaign
    entry = Entry.objects.get(campaign=new, chain="public", sequence=before.sequence)
    made = mend(seat(new), entry, situation={"water": "open"})
    assert made.record["body"]["corrects"] == entry.reference
    do(seat(new, "allied"), "mini-scout", force="hidden")
    do(seat(new), "mini-weather", "5 5 4", zone="outer")
    do(seat(new), "mini-barrage", guns=3)
    end_step(seat(new), times=4)
    hide_force(new, "another")
    do(seat(new, "allied"), "mini-strike", force="another")
    end_step(seat(new), times=4)
    report = check_campaign(new)
    assert report.faults == []
    assert report.unproved > 0
    for seats in ((), ("axis",), ("allied", "axis", "moderator")):
        assert faults(tmp_path, export_of(new, *seats)) == []


def test_an_import_of_an_import_of_an_import(story: Campaign, tmp_path: Path) -> None:
    campaigns = [story]
    for _ in range(3):
        campaigns.append(archives.imported(archives.whole(campaigns[-1])).campaign)
        do(seat(campaigns[-1]), "mini-weather", zone="inner")
    last = campaigns[-1]
    end_step(seat(last), times=4)
    assert check_campaign(last).faults == []
    export = export_of(last, "axis", "allied", "moderator")
    assert export[0]["identities"] == [str(campaign.identity) for campaign in campaigns]
    assert faults(tmp_path, export) == []


def test_a_preview_says_all_and_changes_nothing(story: Campaign) -> None:
    data, before = archives.whole(story), everything()
    seen = archives.looked(data)
    assert everything() == before
    assert seen.report.sound
    assert seen.entries == Entry.objects.filter(campaign=story).count()
    assert seen.clock == states.load(story.slug).clock
    assert seen.tables == TableVersion.objects.filter(campaign=story).count()
    assert not seen.again
    assert states.load(story.slug).campaign == story


def test_the_same_file_twice_makes_two_campaigns_and_says_so(story: Campaign) -> None:
    data = archives.whole(story)
    one, two = archives.imported(data, "form-1"), archives.imported(data, "form-2")
    assert (one.again, two.again) == (False, True)
    assert len({story.identity, one.campaign.identity, two.campaign.identity}) == 3
    assert len({story.slug, one.campaign.slug, two.campaign.slug}) == 3
    assert (
        made_by("form-1", archives.ACTOR),
        made_by("form-2", archives.ACTOR),
        made_by("form-3", archives.ACTOR),
    ) == (
        one.campaign,
        two.campaign,
        None,
    )
    assert made_by("", archives.ACTOR) is None
    assert made_by("form-1", str(uuid.uuid4())) is None


def test_nobody_becomes_someone_by_a_file(story: Campaign) -> None:
    """The identity of a person of this installation in the file gives no seat, and no name to what was done."""
    person = Actor.objects.create(identity=uuid.UUID("00000000-0000-4000-8000-000000000001"), name="Anna")
    before = everything()
    new = archives.imported(archives.whole(story)).campaign
    after = everything()
    assert (after["Seat"], after["Actor"]) == (before["Seat"], before["Actor"])
    old = Entry.objects.filter(campaign=new, content__contains=str(person.identity))
    assert old.exists()
    assert not old.exclude(content__contains=str(story.identity)).exists()
    mine = Entry.objects.filter(campaign=new, content__contains=f'"campaign":"{new.identity}"')
    assert {entry.record["actor"] for entry in mine} == {archives.ACTOR}


def change_effect(records: archives.Records) -> None:
    records[where(records, act="test.ledger")]["body"]["effects"][1]["amount"] = 70


def change_outcome(records: archives.Records) -> None:
    next(r for r in records if r["kind"] == "rule" and "outcome" in r["body"])["body"]["outcome"] = {"found": True}


def change_die(records: archives.Records) -> None:
    rolled = next(r for r in records if r["body"].get("dice", {}).get("source") == "server" and r["turn"] == "0001")
    rolled["body"]["answers"][0]["faces"] = [7 - face for face in rolled["body"]["answers"][0]["faces"]]


def make_unknown(records: archives.Records) -> None:
    body = records[0]["body"]
    body["effects"].append({"do": "create", "key": "dragon:smaug", "fields": {"hoard": 7}})
    body["changes"].append(["dragon:smaug.hoard", None, 7])


def make_misfit(records: archives.Records) -> None:
    body = records[where(records, act="test.remove")]["body"]
    body["effects"].append({"do": "set", "key": "zone:inner.position", "value": "far"})
    body["changes"].append(["zone:inner.position", 0, "far"])


def open_another_seed(records: archives.Records) -> None:
    records[where(records, kind="reveal")]["body"]["seed"] = "00" * 32


name_another_table = says("0.body.table_versions.mini/search", "another")
leave_out_the_clock = says("0.body.effects", lambda made: [e for e in made if not e["key"].startswith("campaign:")])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (change_effect, "went from 0 to 2"),
        (change_outcome, "The log is not sound: public/"),
        (change_die, "The log is not sound: public/"),
        (make_unknown, 'The log makes "dragon:smaug", which this version does not know.'),
        (make_misfit, 'The log says that "zone:inner.position" is "far", which cannot be.'),
        (name_another_table, 'The table "mini/search" in version "another", which the log names, is not in the file.'),
        (open_another_seed, "the opened seed is not the one that was bound"),
        (leave_out_the_clock, "campaign:clock"),
    ],
)
def test_what_does_not_verify_is_not_imported_and_leaves_nothing(story: Campaign, change: Any, why: str) -> None:
    data, before = archives.whole(story), everything()
    assert archives.looked(archives.forged(data, lambda _: None)).report.sound
    with pytest.raises(Unfit) as refused:
        archives.imported(archives.forged(data, change))
    assert why in str(refused.value)
    assert everything() == before


def test_what_a_side_took_is_refused_since_it_lacks_what_others_keep_secret(story: Campaign) -> None:
    taken = make(story, frozenset({"public", "axis"}), "axis").file.read()
    with pytest.raises(Unfit, match='made for the seat "axis" and lacks what others keep secret'):
        archives.opened(taken)
    # Nor by calling it whole.
    files = archives.files_of(taken)
    with pytest.raises(Unfit, match="the secret part for allied is missing; the whole log is needed"):
        archives.imported(archives.described(files, eyes="all"))


def test_chains_and_names_of_another_campaign_do_not_fit(story: Campaign) -> None:
    other = begin("Other War")
    mine, theirs = archives.files_of(archives.whole(story)), archives.files_of(archives.whole(other))
    with pytest.raises(Unfit, match=r"log\.jsonl, line 1: campaign is"):
        archives.imported(archives.described({**mine, LOG: theirs[LOG]}))
    with pytest.raises(Unfit, match=r"it is not the file that manifest\.json describes"):
        archives.imported(archives.zipped({**mine, TABLES: theirs[TABLES] + b"\n"}))


def test_the_log_alone_as_older_versions_exported_it(story: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("export", story.slug, "--all")
    log = capsys.readouterr().out.encode()
    # Its tables are not in it, and those of the miniature system are not shipped.
    with pytest.raises(Unfit, match="which the log names, is not in the file"):
        archives.imported(log)
    call_command("export", story.slug)
    with pytest.raises(Unfit, match='made for the seat "observer"'):
        archives.imported(capsys.readouterr().out.encode())


def test_an_archive_of_the_same_state_has_the_same_bytes(story: Campaign) -> None:
    assert archives.whole(story) == archives.whole(story)
    edit(seat(story), act="test.nothing")
    assert json.loads(archives.files_of(archives.whole(story))["manifest.json"])["entries"] == Entry.objects.count()


# A closed campaign, with rules that show a part of what they read, comes out whole


MARKER = "Ariete-7731"


def test_a_closed_campaign_is_archived_and_imported(tmp_path: Path) -> None:
    campaign = closed()
    InHand(campaign).act(bind_nonce, "axis", commitment_of("rain"))
    InHand(campaign).act(show_nonce, "axis", "rain")
    first = put(campaign, typed("7 SP"))
    # What was not met by the enemy stays a secret.
    put(campaign, typed(f"{MARKER}, 4 REs"))
    rolled(campaign, f"row:{first}", source="server")
    theirs = make(campaign, frozenset({"public", "allied"}), "allied").file.read()
    assert MARKER.encode() not in _unpacked(theirs)
    data = archives.whole(campaign)
    assert MARKER.encode() in _unpacked(data)
    new = archives.imported(data).campaign
    old, now = states.read(campaign, ()), states.read(new, ())
    assert now.audiences == old.audiences != {}
    marks = {key for key in old.values if key.startswith("mark:nonce/")}
    assert {key: value for key, value in old.values.items() if key not in marks} == now.values
    second = put(new, typed("3 SP"))
    rolled(new, f"row:{second}", source="server")
    end_steps(new, 12)
    assert check_campaign(new).faults == []
    for seats in ((), ("axis",), ("allied",), ("axis", "allied", "moderator")):
        assert faults(tmp_path, export_of(new, *seats)) == [], seats
    assert Entry.objects.filter(campaign=new, kind="fork", chain="axis").exists()


def _unpacked(data: bytes) -> bytes:
    return b"".join(archives.files_of(data).values())
