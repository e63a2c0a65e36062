"""A new campaign is set up before it is played: nothing happens in it, until somebody says that it begins."""

import io

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.corrections import undo as undoing
from navalassist.play.corrections.back import go_back
from navalassist.play.rules import holds
from navalassist.play.turns import steps
from navalassist.play.write import rights, set_up
from navalassist.play.write.writer import Writer
from tests.club import Club
from tests.desk.test_new_campaign import NEW
from tests.in_hand import InHand, begins, drawn, viewer_of, words_of
from tests.promises.archives import LOG, files_of, whole
from tools import verify_log

HOME = "/c/desert-war/"
OWNERS = {"act": "port.owner", "several": "1"}
BEFORE = "it was carried out while the campaign was being set up"


@pytest.fixture
def new(client: Client) -> InHand:
    assert client.post("/new/", NEW | {"submission": "a" * 32}).status_code == 302
    return InHand(Campaign.objects.get(), "axis", client)


def owners(table: InHand, *chosen: str, status: int = 302, key: str = "b") -> str:
    answer = table.client.post(f"{HOME}setup/ports/", OWNERS | {"set": ["", *chosen], "submission": key * 32})
    assert answer.status_code == status, words_of(answer)
    return words_of(answer)


def marks(table: InHand) -> list[str]:
    return [row for row in table.state.rows("mark") if row.startswith("mark:captured")]


def test_nothing_is_played_before_the_campaign_begins(new: InHand) -> None:
    assert "is still being set up" in new.refuse("malta-bombed", hits=2)
    answer = new.client.post(f"{HOME}step/", {"submission": "c" * 32, "confirm": "yes"})
    assert "The campaign is still being set up, and nothing is played in it yet." in drawn(answer, 422)
    assert "This campaign is being set up." in new.words(HOME)
    assert check_campaign(new.campaign).sound
    begins(new.client, HOME)
    assert "This campaign is being set up." not in new.words(HOME)
    new.act(steps.end_step)
    assert check_campaign(new.campaign).sound


def test_the_beginning_is_taken_back_until_the_first_roll(new: InHand) -> None:
    begins(new.client, HOME)
    assert "being set up → being played" in new.words(f"{HOME}log/")
    new.take_back()
    log = new.words(f"{HOME}log/")
    assert "being played → being set up" in log
    assert "open → over" not in log
    assert "is still being set up" in new.refuse("malta-bombed", hits=2)
    begins(new.client, HOME)
    new.do("naval-gunfire", "4", side="axis", strength=12)
    assert undoing.last_input(viewer_of(new.campaign)) is None
    assert check_campaign(new.campaign).sound


def test_it_is_taken_back_behind_a_step_that_came_back(new: InHand) -> None:
    begins(new.client, HOME)
    end = new.act(steps.end_step)
    new.act(go_back, end.reference)
    new.take_back()
    assert set_up.is_open(new.facts)
    assert check_campaign(new.campaign).sound


def test_both_checks_find_that_it_was_taken_back_behind_a_step_that_stands(
    new: InHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One step came back, and one did not."""
    begins(new.client, HOME)
    began = undoing.last_input(viewer_of(new.campaign))
    new.act(go_back, new.act(steps.end_step).reference)
    new.act(steps.end_step)
    monkeypatch.setattr(undoing, "last_input", lambda viewer: began)
    new.take_back()
    said = "it says otherwise than by its beginning whether the campaign is being set up"
    assert [said in str(fault) for fault in check_campaign(new.campaign).faults] == [True]
    checker = verify_log.Checker(io.BytesIO(files_of(whole(new.campaign))[LOG]))
    checker.run()
    assert [said in what for _, what in checker.faults] == [True]


def test_a_second_tap_finds_it_begun(new: InHand) -> None:
    begins(new.client, HOME)
    answer = new.client.post(f"{HOME}setup/begins/", {"submission": "d" * 32})
    assert "The campaign has begun already." in drawn(answer, 422)


def test_owners_of_one_page_are_one_entry_and_none_of_them_a_capture(new: InHand) -> None:
    """June 1942: Tobruk and Benghazi are Axis, Alexandria is Allied."""
    count = Entry.objects.count()
    owners(new, "alexandria=axis", "benghazi=allied", "gibraltar=axis")
    assert Entry.objects.count() == count + 1
    assert [new.facts[f"port:{port}.owner"] for port in ("alexandria", "benghazi", "gibraltar")] == [
        "axis",
        "allied",
        "axis",
    ]
    assert (marks(new), new.state.rows("mark")) == ([], [])
    assert "Owner of Alexandria, and 2 more" in new.words(f"{HOME}log/")
    assert "Captured" not in new.words(HOME)
    begins(new.client, HOME)
    answer = new.client.post(
        f"{HOME}setup/ports/", {"act": "port.owner", "set": "benghazi=axis", "submission": "e" * 32}
    )
    assert answer.status_code == 302
    assert marks(new) == ["mark:captured/benghazi"]
    assert check_campaign(new.campaign).sound


def test_an_owner_that_was_set_by_mistake_leaves_nothing_behind(new: InHand) -> None:
    assert new.facts["port:naples.ever_allied"] is False
    owners(new, "naples=allied")
    assert new.facts["port:naples.ever_allied"] is True
    owners(new, "naples=axis", key="f")
    assert new.facts["port:naples.ever_allied"] is False


@pytest.mark.rule("E33.B.8.a.N")
def test_an_owner_of_the_set_up_is_no_slip_once_the_campaign_has_begun(new: InHand) -> None:
    """Naples begins Allied and falls: it was Allied-owned. Taranto was called so in play, by mistake."""
    owners(new, "naples=allied")
    begins(new.client, HOME)
    for number, owner in enumerate(("naples=axis", "taranto=allied", "taranto=axis")):
        sent = {"act": "port.owner", "set": owner, "submission": str(number) * 32}
        assert new.client.post(f"{HOME}setup/ports/", sent).status_code == 302
    said = {"naples": (422, True), "taranto": (302, False)}
    for port, (status, latched) in said.items():
        page = f"{HOME}setup/ports/{port}/"
        assert ("They never owned it: a slip" in new.text(page)) is not latched, port
        sent = {"act": "port.never-allied", "key": port, "value": "wrong owner", "submission": port.ljust(32, "x")}
        answer = new.client.post(page, sent)
        assert ("was Allied-owned as the campaign began" in words_of(drawn(answer, status))) is latched, port
        assert new.facts[f"port:{port}.ever_allied"] is latched, port


def test_what_does_not_fit_is_named_and_nothing_of_the_page_is_set(new: InHand) -> None:
    said = owners(new, "alexandria=axis", "benghazi=mars", status=422)
    assert "Owner of Benghazi: choose one of" in said
    assert new.facts["port:alexandria.owner"] == "allied"
    sent = OWNERS | {"set": ["suez=axis", "benghazi=mars"], "submission": "g" * 32}
    assert 'value="suez=axis" selected' in drawn(new.client.post(f"{HOME}setup/ports/", sent), 422)
    assert "Nothing was chosen" in owners(new, status=422, key="h")


def test_a_page_of_several_that_is_sent_once_the_campaign_has_begun_is_told_so(new: InHand) -> None:
    begins(new.client, HOME)
    said = owners(new, "alexandria=axis", status=422)
    assert "The campaign has begun since this page was drawn" in said
    assert "there is none called" not in said
    assert new.facts["port:alexandria.owner"] == "allied"


def test_more_than_can_be_set_at_once_are_refused_and_none_of_them_left_out(new: InHand) -> None:
    said = owners(new, *["alexandria=axis"] * 400, "benghazi=allied", status=422)
    assert "At most 400 are set at once; these are 401." in said
    assert new.facts["port:alexandria.owner"] == "allied"


def test_conditions_of_one_page_are_one_entry(new: InHand) -> None:
    count = Entry.objects.count()
    sent = {"act": "condition.value", "several": "1", "set": ["suez-canal=closed", "italy-surrendered=yes"]}
    assert new.client.post(f"{HOME}setup/conditions/", sent | {"submission": "i" * 32}).status_code == 302
    assert Entry.objects.count() == count + 1
    assert new.facts["condition:suez-canal.value"] == "closed"
    assert new.facts["condition:italy-surrendered.value"] is True


def test_both_checks_of_the_log_find_what_was_played_in_a_set_up(new: InHand, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a program would write it that knows nothing of the phase."""
    monkeypatch.setattr(set_up, "check_begun", lambda values: None)
    monkeypatch.setattr(holds, "is_open", lambda values: False)
    new.do("naval-gunfire", "4", side="axis", strength=12)
    new.act(steps.end_step)
    faults = [str(fault) for fault in check_campaign(new.campaign).faults]
    assert sum(BEFORE in fault for fault in faults) == 2, faults
    checker = verify_log.Checker(io.BytesIO(files_of(whole(new.campaign))[LOG]))
    checker.run()
    assert sum(BEFORE in what for _, what in checker.faults) == 2


def test_both_checks_find_a_phase_that_was_opened_again(new: InHand) -> None:
    begins(new.client, HOME)
    new.set({set_up.FACT: set_up.OPEN})
    said = "it says otherwise than by its beginning whether the campaign is being set up"
    assert [said in str(fault) for fault in check_campaign(new.campaign).faults] == [True]


def test_a_demo_and_an_older_campaign_are_played_at_once(demo: InHand) -> None:
    assert set_up.FACT not in demo.facts
    assert "This campaign is being set up." not in demo.words(demo.home)


def test_in_a_club_a_campaign_that_is_kept_for_its_moderator_begins_by_the_moderator_alone(club: Club) -> None:
    alice = club.person("Alice")
    home = alice.post("/new/", NEW | {"submission": "j" * 32})["Location"]
    campaign = Campaign.objects.get()
    bob = club.person("Bob", axis=campaign)
    keep = rights.keep_for(states.load(campaign.slug).values, MODERATOR)
    club.by("Alice", campaign, Writer.edit, "set-up.by", [keep])
    assert "is for the Moderator seat" in drawn(bob.post(f"{home}setup/begins/", {"submission": "k" * 32}), 403)
    begins(alice, home)
    assert not set_up.is_open(states.load(campaign.slug).values)
