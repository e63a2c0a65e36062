"""P3: a double click, a retry after a time-out, two tablets: carried out once, and all are shown the same result."""

import random
import threading
from collections import defaultdict

import pytest
from django.db import connections

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Add
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import carry_out
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import AlreadyDone
from tests.mini.system import begin, facts, seat

pytestmark = [pytest.mark.promise("P3"), pytest.mark.django_db(transaction=True)]
THREADS, SUBMISSIONS = 16, 80
DOUBLE = 0.3


@pytest.fixture
def storm_field(mini: None) -> Campaign:
    return begin()


def submit(campaign: Campaign, key: str) -> list[str]:
    """One tap: a roll and a victory point. The references of the entries that it made, now or before."""
    viewer = seat(campaign)
    try:
        with writing(viewer, submission=key) as writer:
            carry_out(writer, "mini-weather", {"zone": "inner"}, DiceInput())
            writer.edit("point", [Add("ledger:axis.vp", 1)])
            return [entry.reference for entry in writer.entries]
    except AlreadyDone as done:
        return [entry.reference for entry in done.entries]


def taps() -> list[list[str]]:
    """What each thread submits: every key by one thread or more, many twice in a row."""
    chance = random.Random(33)
    work: list[list[str]] = [[] for _ in range(THREADS)]
    for number in range(SUBMISSIONS):
        for thread in chance.sample(range(THREADS), 1 if chance.random() > DOUBLE else 3):
            work[thread] += [f"tap-{number}"] * (1 if chance.random() > DOUBLE else 2)
    for keys in work:
        chance.shuffle(keys)
    return work


def test_a_storm_of_double_taps_from_sixteen_threads(storm_field: Campaign) -> None:
    campaign, work = storm_field, taps()
    results: dict[str, list[list[str]]] = defaultdict(list)
    errors: list[BaseException] = []
    start = threading.Barrier(THREADS)

    def tap_away(keys: list[str]) -> None:
        try:
            start.wait()
            for key in keys:
                results[key].append(submit(campaign, key))
        except BaseException as error:
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=tap_away, args=(keys,)) for keys in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert sum(map(len, work)) > SUBMISSIONS * 1.3
    assert len(results) == SUBMISSIONS
    for key, shown in results.items():
        assert all(references == shown[0] for references in shown), key
        made = Entry.objects.filter(campaign=campaign, submission=key).order_by("id")
        assert [entry.reference for entry in made] == shown[0]
        assert len(shown[0]) == 2
    assert facts(campaign)["ledger:axis.vp"] == SUBMISSIONS
    assert Entry.objects.filter(campaign=campaign).count() == 2 + 2 * SUBMISSIONS
    assert check_campaign(campaign).faults == []
    assert states.load(campaign.slug).values == facts(campaign)


def test_a_retry_after_a_restart_gets_the_first_dice(storm_field: Campaign) -> None:
    first = submit(storm_field, "one")
    faces = Entry.objects.get(chain="public", sequence=3).record["body"]["answers"]
    states.forget()
    connections.close_all()
    assert submit(storm_field, "one") == first
    assert Entry.objects.get(chain="public", sequence=3).record["body"]["answers"] == faces


def test_what_failed_was_not_carried_out_and_may_be_sent_again(storm_field: Campaign) -> None:
    class Interrupted(Exception):
        pass

    def interrupted() -> None:
        with writing(seat(storm_field), submission="one") as writer:
            carry_out(writer, "mini-weather", {"zone": "inner"}, DiceInput())
            raise Interrupted

    with pytest.raises(Interrupted):
        interrupted()
    assert not Entry.objects.filter(submission="one").exists()
    # The dice that had fallen are all that is left of it, and the second try reads them.
    fallen = Entry.objects.get(chain="public", sequence=3)
    assert (fallen.kind, fallen.submission) == ("fallen", "")
    assert submit(storm_field, "one") == ["public/4", "public/5"]
    again = Entry.objects.get(chain="public", sequence=4).record["body"]
    thrown = {answer["key"]: answer["faces"] for answer in fallen.record["body"]["answers"]}
    assert {answer["key"]: answer["faces"] for answer in again["answers"] if "faces" in answer} == thrown
