"""The moderator's desk in a closed campaign: search, files, corrections and disputes tell nothing that is hidden."""

from collections.abc import Iterator

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.play import state as states
from navalassist.play.write.submissions import new_submission
from tests.desk.test_correction import form_of
from tests.in_hand import in_hand, seated
from tests.promises.closed import MARKERS, UNIT, planned

pytestmark = [pytest.mark.promise("P24"), pytest.mark.promise("P29")]
OTHERS = ("allied", MODERATOR, OBSERVER)


@pytest.fixture
def campaign() -> Iterator[Campaign]:
    with in_hand(planned()) as table:
        yield table.campaign


def at(campaign: Campaign, tail: str = "") -> str:
    return f"/c/{campaign.slug}/{tail}"


def check_of(campaign: Campaign) -> Entry:
    found = Entry.objects.filter(campaign=campaign, chain="public", procedure="cargo-contact").order_by("-id").first()
    assert found is not None
    return found


def taken(client: Client, campaign: Campaign, **typed: str) -> str:
    answer = client.post(at(campaign, "log/download/"), {"submission": new_submission(), **typed})
    assert answer.status_code == 200
    return answer.getvalue().decode()  # type: ignore[attr-defined, no-any-return]


def test_its_own_side_finds_what_the_others_do_not(campaign: Campaign) -> None:
    words = [marker.casefold().replace("-", "+") for marker in MARKERS]
    asked = [f"log/?q={word}" for word in words] + ["log/?item=x", "log/?zone=western-med", "log/?port=naples&q=sp"]
    assert UNIT in seated(campaign, "axis").get(at(campaign, f"log/?q={words[0]}")).content.decode()
    for seat in OTHERS:
        client = seated(campaign, seat)
        for query in asked:
            page = client.get(at(campaign, query)).content.decode()
            assert not [marker for marker in MARKERS if marker in page], (seat, query)
        for word in words:
            assert "No entry fits these filters" in client.get(at(campaign, f"log/?q={word}")).content.decode(), seat


@pytest.mark.parametrize("form", ["csv", "json"])
def test_no_file_of_another_seat_holds_a_secret(campaign: Campaign, form: str) -> None:
    assert UNIT in taken(seated(campaign, "axis"), campaign, format=form)
    for seat in OTHERS:
        client = seated(campaign, seat)
        for filters in ({}, {"kind": "rules"}, {"seat": "axis"}, {"q": UNIT}, {"port": "naples"}):
            text = taken(client, campaign, format=form, **filters)
            assert not [marker for marker in MARKERS if marker in text], (seat, filters)


def test_nobody_corrects_what_he_may_not_read_and_no_answer_tells_of_it(campaign: Campaign) -> None:
    entry = check_of(campaign)
    url = at(campaign, f"log/{entry.chain}/{entry.sequence}/")
    count = Entry.objects.filter(campaign=campaign).count()
    for seat in OTHERS:
        client = seated(campaign, seat)
        typed = {"reason": "typo", "kind": "sp", "res": "5", "transports": "nt", "transport_count": "5", "note": ""}
        for tail in ("correct/", "correct/preview/"):
            answer = client.post(url + tail, {"submission": new_submission(), **typed, "strip": "66"})
            assert answer.status_code in (403, 404, 409, 422), (seat, tail, answer.status_code)
            assert not [marker for marker in MARKERS if marker in answer.content.decode()]
        assert client.get(url + "correct/").status_code == 200
        assert client.get(url + "what-if/").status_code in (200, 404)
    assert Entry.objects.filter(campaign=campaign).count() == count


def test_its_own_side_corrects_it_and_the_others_see_that_it_was(campaign: Campaign) -> None:
    entry = check_of(campaign)
    url = at(campaign, f"log/{entry.chain}/{entry.sequence}/correct/")
    own = seated(campaign, "axis")
    typed = {**form_of(own.get(url).content.decode()), "reason": "wrong-cargo", "res": "5", "transport_count": "5"}
    answer = own.post(url, typed)
    assert answer.status_code == 302, answer.content.decode()
    assert Entry.objects.filter(campaign=campaign, corrects=entry.reference).exists()
    for seat in OTHERS:
        page = seated(campaign, seat).get(at(campaign, "log/?corrected=yes")).content.decode()
        assert f'id="e{entry.sequence}"' in page
        assert not [marker for marker in MARKERS if marker in page]


def test_a_side_that_saw_a_check_may_dispute_what_it_saw(campaign: Campaign) -> None:
    entry = check_of(campaign)
    url = at(campaign, f"log/{entry.chain}/{entry.sequence}/dispute/")
    answer = seated(campaign, "allied").post(
        url, {"submission": new_submission(), "text": "The dice fell off the table"}
    )
    assert answer.status_code == 302, answer.content.decode()
    for seat in ("axis", *OTHERS):
        page = seated(campaign, seat).get(answer["Location"])
        assert page.status_code == 200, seat
        if seat != "axis":
            assert not [marker for marker in MARKERS if marker in page.content.decode()]


def test_a_question_about_a_hidden_row_is_for_its_side_alone(campaign: Campaign) -> None:
    own = seated(campaign, "axis")
    row = next(r for r in _rows(campaign) if r.startswith("shipment:"))
    asked = own.post(
        at(campaign, "disputes/ask/"), {"submission": new_submission(), "about": row, "text": f"May {UNIT} sail?"}
    )
    assert asked.status_code == 302, asked.content.decode()
    for seat in OTHERS:
        client = seated(campaign, seat)
        assert UNIT not in client.get(at(campaign, "disputes/")).content.decode()
        assert client.get(at(campaign, f"disputes/ask/?about={row}")).status_code == 404
        sent = {"submission": new_submission(), "about": row, "text": "x"}
        assert client.post(at(campaign, "disputes/ask/"), sent).status_code in (403, 404, 422)


def _rows(campaign: Campaign) -> list[str]:
    return list(states.load(campaign.slug).audiences)
