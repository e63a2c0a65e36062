"""Charts in play: a version that players typed is an entry, comes into play with the next step, and is read back."""

import hashlib
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Actor, Campaign, TableVersion
from navalassist.campaigns.models import Chart as ChartRow
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Provenance, create
from navalassist.engine.reader import Unknown
from navalassist.play import state as states
from navalassist.play.archive.unpack import Unfit
from navalassist.play.charts.change import change, read_back
from navalassist.play.charts.known import Chart, chart_of, charts_of
from navalassist.play.checks.odds import wrong_odds
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections.undo import undo
from navalassist.play.write.edits import EditError
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import NotYours
from navalassist.seats.models import Seat
from tables import parse
from tables.editing import TypedChart, TypedRow, edited
from tests.mini import texts
from tests.mini.system import begin, do, edit, end_step, mend, seat, tell
from tests.promises.archives import LOG, Records, files_of, forged, imported, looked, whole
from tools import verify_log

WEATHER = "mini/weather"
pytestmark = pytest.mark.django_db


def chart(campaign: Campaign, slug: str = WEATHER) -> Chart:
    return chart_of(states.load(campaign.slug), slug)


def typed(known: Chart, row: str, *cells: str, stamp: Provenance = Provenance.PRINTED) -> str:
    """The text of the next version, with the cells of one row."""
    form = known.form(stamp)
    rows = tuple(TypedRow(row, cells) if one.heading == row else one for one in form.rows)
    made = edited(known.newest_text, TypedChart(form.columns, rows, stamp), known.asked)
    assert made.text, made.faults
    return made.text


def save(campaign: Campaign, row: str, *cells: str, viewer: Viewer | None = None, **stamp: Provenance) -> Entry:
    with writing(viewer or seat(campaign)) as writer:
        return change(writer, WEATHER, typed(chart(campaign), row, *cells, **stamp))


def ticked(viewer: Viewer, *rows: str, read: bool = True) -> Entry:
    with writing(viewer) as writer:
        return read_back(writer, WEATHER, rows, read)


def test_before_anything_was_played_a_change_counts_at_once(campaign: Campaign) -> None:
    entry = save(campaign, "9", "gale", "storm")
    body, known = entry.record["body"], chart(campaign)
    assert (entry.kind, body["act"], body["table"]) == ("edit", "chart.change", WEATHER)
    assert body["title"] == "Weather, version 2: 2 cells printed, in play at once"
    assert parse(body["text"].encode(), "it").version == body["version"] == known.table.version
    assert (known.cell("9", "open"), known.following, known.number) == (("storm", "printed"), None, 2)
    assert known.typed == {"9": "axis"}
    assert do(seat(campaign), "mini-weather", "541", zone="outer").record["body"]["outcome"] == "storm for 1"
    assert not wrong_odds(campaign)


def test_later_it_counts_from_the_next_step_on_and_old_receipts_keep_their_version(campaign: Campaign) -> None:
    first = do(seat(campaign), "mini-weather", "331", zone="outer")
    entry = save(campaign, "6 to 8", "calm", "storm", stamp=Provenance.HOUSE)
    waits = chart(campaign)
    assert (
        entry.record["body"]["title"] == "Weather, version 2: 1 cell printed, 1 cell house, in play from the next step"
    )
    assert waits.table.version == first.record["body"]["tables"][WEATHER]
    assert waits.following is not None
    again = do(seat(campaign), "mini-weather", "331", zone="inner")
    assert again.record["body"]["outcome"] == "calm for 1"
    end_step(seat(campaign))
    now = chart(campaign)
    assert (now.table.version, now.following) == (waits.following.version, None)
    after = do(seat(campaign), "mini-weather", "331", zone="outer").record["body"]
    assert (after["tables"][WEATHER], after["outcome"]) == (now.table.version, "storm for 1")
    assert not wrong_odds(campaign)


def test_a_correction_goes_by_the_tables_of_its_time(campaign: Campaign) -> None:
    first = do(seat(campaign), "mini-weather", "331", zone="outer")
    save(campaign, "6 to 8", "calm", "storm")
    end_step(seat(campaign))
    mended = mend(seat(campaign), first, "mistyped-die", strip="341").record["body"]
    assert (mended["tables"], mended["outcome"]) == (first.record["body"]["tables"], "gale for 1")
    twice = mend(seat(campaign), Entry.objects.get(kind="correction"), "mistyped-die", strip="441").record["body"]
    assert (twice["tables"], twice["outcome"]) == (first.record["body"]["tables"], "gale for 1")
    assert not wrong_odds(campaign)


def test_a_change_is_taken_back(campaign: Campaign) -> None:
    entry = save(campaign, "9", "gale", "storm")
    with writing(seat(campaign)) as writer:
        undo(writer, entry.reference)
    assert chart(campaign).cell("9", "open") == (None, "unknown")
    assert not states.load(campaign.slug).rows("chart")
    do(seat(campaign), "mini-weather", "331", zone="outer")
    saved = save(campaign, "9", "gale", "calm")
    with writing(seat(campaign)) as writer:
        undo(writer, saved.reference)
    assert chart(campaign).following is None
    end_step(seat(campaign))
    assert chart(campaign).cell("9", "open") == (None, "unknown")


def test_what_was_asked_in_play_stands_in_its_cell_and_is_taken_in_as_printed(campaign: Campaign) -> None:
    entry = do(seat(campaign), "mini-weather", "54", zone="outer")
    tell(seat(campaign, "moderator"), entry, "gale", "1")
    known = chart(campaign)
    assert known.cell("9", "open") == ("gale", "precedent")
    assert (known.counts["precedent"], known.counts["unknown"], known.is_lost) == (1, 0, False)
    save(campaign, "2 to 5", "calm", "gale", stamp=Provenance.HOUSE)
    end_step(seat(campaign))
    now = chart(campaign)
    assert (now.cell("9", "open"), now.cell("2 to 5", "open")) == (("gale", "printed"), ("gale", "house"))
    after = do(seat(campaign), "mini-weather", "541", zone="inner").record["body"]
    assert (after["outcome"], after["answers"][0]["cells"][0]["provenance"]) == ("gale for 1", "printed")
    assert not wrong_odds(campaign)


def test_the_other_side_reads_back_and_a_later_change_takes_the_tick_off(campaign: Campaign) -> None:
    save(campaign, "9", "gale", "storm")
    save(campaign, "2 to 5", "calm", "gale")
    with pytest.raises(EditError, match="your own seat typed it"):
        ticked(seat(campaign), "9")
    with pytest.raises(EditError, match="nobody has typed it"):
        ticked(seat(campaign, "allied"), "6 to 8")
    entry = ticked(seat(campaign, "allied"), "9", "2 to 5")
    assert entry.record["body"]["title"] == "Weather: 2 rows read back"
    assert chart(campaign).ticks == {"9": "allied", "2 to 5": "allied"}
    ticked(seat(campaign, "allied"), "2 to 5", read=False)
    assert chart(campaign).ticks == {"9": "allied"}
    with pytest.raises(EditError, match="nothing would change"):
        ticked(seat(campaign, "allied"), "9")
    save(campaign, "9", "gale", "calm", viewer=seat(campaign, "allied"))
    assert (chart(campaign).ticks, chart(campaign).typed) == ({}, {"9": "allied", "2 to 5": "axis"})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rubbish", "This is no table"),
        (texts.SEARCH, "it is the table mini/search"),
        (texts.WEATHER, "nothing would change"),
        (texts.WEATHER.replace("2d6", "1d6"), "other dice|no table"),
        (texts.WEATHER.replace("narrows", "straits"), "other named lines"),
        (
            texts.WEATHER.replace('calm = "ships sail"\n', 'calm = "ships sail"\nfog = "none sail"\n'),
            "cells of another",
        ),
        (texts.WEATHER + "# " + "x" * 64_000, "at most 64,000 bytes"),
    ],
    ids=["rubbish", "another table", "the same", "other dice", "other columns", "other results", "too long"],
)
def test_what_is_no_version_of_the_table_is_refused_in_words(campaign: Campaign, text: str, why: str) -> None:
    with pytest.raises(EditError, match=why), writing(seat(campaign)) as writer:
        change(writer, WEATHER, text)
    assert TableVersion.objects.filter(campaign=campaign, slug=WEATHER).count() == 1


def test_a_table_that_is_not_there_is_unknown(campaign: Campaign) -> None:
    with pytest.raises(Unknown), writing(seat(campaign)) as writer:
        change(writer, "mini/none", texts.WEATHER)
    with pytest.raises(LookupError):
        chart(campaign, "mini/none")


def test_who_may_change_rulings_may_change_charts_and_where_nobody_moderates_every_side(campaign: Campaign) -> None:
    alone = seat(campaign, at_table=False)
    save(campaign, "9", "gale", "storm", viewer=alone)
    with pytest.raises(NotYours):
        save(campaign, "9", "gale", "calm", viewer=seat(campaign, "observer"))
    actor = Actor.objects.create(name="Ada")
    held = Seat.objects.create(campaign=campaign, seat="moderator", actor=actor, since=timezone.now(), entry="public/3")
    with pytest.raises(NotYours):
        save(campaign, "9", "gale", "calm", viewer=alone)
    save(campaign, "9", "gale", "calm", viewer=seat(campaign, "moderator", at_table=False))
    ticked(alone, "9")
    held.delete()


def test_charts_of_a_campaign_stand_by_their_printed_chart(campaign: Campaign) -> None:
    found = charts_of(states.load(campaign.slug))
    assert [(one.slug, one.name, one.total) for one in found] == [
        ("mini/gunfire", "Gunfire", 8),
        ("mini/search", "Search", 24),
        ("mini/weather", "Weather", 8),
    ]


@pytest.fixture
def played(campaign: Campaign) -> bytes:
    """The archive of a campaign whose weather was changed at once, later once more, and read back."""
    save(campaign, "9", "gale", "storm")
    ticked(seat(campaign, "allied"), "9")
    do(seat(campaign), "mini-weather", "331", zone="outer")
    save(campaign, "6 to 8", "calm", "storm")
    end_step(seat(campaign))
    do(seat(campaign), "mini-weather", "331", zone="inner")
    return whole(campaign)


def test_an_archive_carries_versions_and_rows(mini: None, played: bytes) -> None:
    made = imported(played).campaign
    assert made is not None
    assert check_campaign(made).sound
    known = chart(made)
    assert (known.number, known.ticks, known.typed) == (3, {"9": "allied"}, {"9": "axis", "6 to 8": "axis"})
    assert not told_by_tool(played)


def told_by_tool(archive: bytes) -> list[str]:
    checker = verify_log.Checker(io.BytesIO(files_of(archive)[LOG]))
    checker.run()
    return [what for _, what in checker.faults]


def acts(records: Records, act: str) -> list[dict[str, Any]]:
    return [record["body"] for record in records if record["body"]["act"] == act]


def wrong_text(records: Records) -> None:
    acts(records, "chart.change")[0]["text"] += "# more"


def another_version(records: Records) -> None:
    """The text is rubbish, and everything else says so rightly."""
    body = acts(records, "chart.change")[1]
    said, body["text"] = body["version"], "rubbish"
    version = f"3-{hashlib.sha256(b'rubbish').hexdigest()[:12]}"
    rename(records, said, version)


def rename(records: Records, said: str, version: str) -> None:
    for record in records:
        text = json.dumps(record["body"])
        record["body"] = json.loads(text.replace(said, version))


def later_than_it_says(records: Records) -> None:
    """The second version is in play at once."""
    body = acts(records, "chart.change")[1]
    body["effects"][0]["key"] = body["changes"][0][0] = f"chart:{WEATHER}.version"


def in_play_by_no_entry(records: Records) -> None:
    """A step brings a version into play that did not wait for it."""
    body = acts(records, "turn.step")[0]
    first = acts(records, "chart.change")[0]["version"]
    for effect, done in zip(body["effects"], body["changes"], strict=True):
        if effect["key"].endswith(".version"):
            effect["value"] = done[2] = first


def never_in_play(records: Records) -> None:
    """A step ends, and the version that waited for it waits on."""
    body = acts(records, "turn.step")[0]
    body["effects"] = [e for e in body["effects"] if not e["key"].startswith("chart:")]
    body["changes"] = [c for c in body["changes"] if not c[0].startswith("chart:")]


def read_in_another_version(records: Records) -> None:
    last, first = acts(records, "mini-weather")[-1], acts(records, "mini-weather")[0]
    last["tables"] = first["tables"]
    last["answers"] = first["answers"]
    last["outcome"] = first["outcome"]


def ticked_by_the_typist(records: Records) -> None:
    record = next(one for one in records if one["body"]["act"] == "chart.read-back")
    record["seat"] = "axis"
    record["body"]["effects"][0]["fields"]["note"] = "axis"
    next(c for c in record["body"]["changes"] if c[0].endswith(".note"))[2] = "axis"


def ticked_by_a_plain_input(records: Records) -> None:
    body = acts(records, "chart.read-back")[0]
    del body["table"]
    body["act"] = "mark.add"


def typed_by_another(records: Records) -> None:
    body = acts(records, "chart.change")[0]
    body["effects"][0]["fields"]["typed"] = {"9": "allied"}
    next(c for c in body["changes"] if c[0].endswith(".typed"))[2] = {"9": "allied"}


def more_rows_than_changed(records: Records) -> None:
    body = acts(records, "chart.change")[1]
    for said in (body["effects"], [dict(zip(("key", "before", "value"), c, strict=True)) for c in body["changes"]]):
        next(one for one in said if one["key"].endswith(".typed"))["value"]["2 to 5"] = "axis"
    for effect in acts(records, "turn.step")[0]["effects"]:
        assert not effect["key"].endswith(".typed")


@pytest.mark.promise("P18")
@pytest.mark.parametrize(
    ("forge", "by_the_tool"),
    [
        (wrong_text, True),
        (another_version, False),
        (later_than_it_says, True),
        (in_play_by_no_entry, True),
        (never_in_play, True),
        (read_in_another_version, True),
        (ticked_by_the_typist, True),
        (ticked_by_a_plain_input, True),
        (typed_by_another, True),
        (more_rows_than_changed, False),
    ],
)
def test_what_a_log_says_wrongly_of_a_chart_is_found(
    mini: None, played: bytes, forge: Callable[[Records], None], by_the_tool: bool
) -> None:
    archive = forged(played, forge)
    assert bool(told_by_tool(archive)) == by_the_tool
    try:
        faults = looked(archive).report.faults
    except Unfit as unfit:
        faults = [unfit]
    assert faults


def test_a_version_in_play_that_no_entry_set_is_found(campaign: Campaign) -> None:
    save(campaign, "9", "gale", "storm")
    row = ChartRow.objects.get(campaign=campaign)
    ChartRow.objects.filter(pk=row.pk).update(version="")
    assert any("chart:mini/weather.version" in str(fault) for fault in check_campaign(campaign).faults)
    ChartRow.objects.filter(pk=row.pk).update(version=row.version)
    TableVersion.objects.filter(version=row.version).update(text=texts.WEATHER)
    assert any("missing or was changed" in str(fault) for fault in check_campaign(campaign).faults)
    TableVersion.objects.filter(version=row.version).update(text=Entry.objects.last().record["body"]["text"])


def test_a_chart_is_changed_by_its_own_act_alone(mini: None) -> None:
    campaign = begin()
    edit(seat(campaign), create(f"chart:{WEATHER}", version="", next="", typed={}))
    assert any("changes a chart, and does not say so" in str(fault) for fault in check_campaign(campaign).faults)
