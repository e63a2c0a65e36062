"""Questions to the moderator about a row: named as people name it, answered where whoever asked finds the answer."""

import re

from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.play.verify import check_campaign
from navalassist.play.written import new_submission
from tests.club import Club
from tests.desk.test_owed import word
from tests.systems.board import put, state_of, typed
from tests.systems.test_closed import closed


def send(client: Client, address: str, status: int = 302, **fields: str) -> None:
    assert client.post(address, {"submission": new_submission(), **fields}).status_code == status


def asked(client: Client, campaign: Campaign, key: str) -> str:
    """Ask about a row; the address of the question."""
    home = f"/c/{campaign.slug}/disputes/"
    send(client, f"{home}ask/", about=f"shipment:{key}", text="May it call at Malta?")
    return f"{home}questions/{state_of(campaign).rows('question')[-1].partition(':')[2]}/"


def test_a_question_names_the_row_and_never_its_key(club: Club) -> None:
    campaign = closed()
    axis, umpire = club.person("Anna", axis=campaign), club.person("Ursula", moderator=campaign)
    allied = club.person("Bob", allied=campaign)
    key = put(campaign, typed("2 SP"))
    home = f"/c/{campaign.slug}/"
    assert "Ask the moderator about row 1, 2 SP Naples–Tripoli" in word(
        axis, f"{home}disputes/ask/?about=shipment:{key}"
    )
    question = asked(axis, campaign, key)
    for client in (axis, umpire):
        for page in (question, f"{home}disputes/"):
            assert "Question about row 1, 2 SP Naples–Tripoli" in word(client, page)
            assert key[:8] not in word(client, page)
    assert "Row 1, 2 SP Naples–Tripoli is held until the answer" in word(umpire, question)
    assert allied.get(question).status_code == 404
    assert "Naples" not in word(allied, f"{home}disputes/")


def test_a_held_row_says_so_without_an_empty_bracket(club: Club) -> None:
    campaign = closed()
    axis = club.person("Anna", axis=campaign)
    asked(axis, campaign, put(campaign, typed("2 SP")))
    board = word(axis, f"/c/{campaign.slug}/board/")
    assert "the rest of the game does not." in board
    assert "()" not in board
    assert "Held: the question to the moderator" in board


def test_an_answer_is_a_matter_for_whoever_asked_until_it_is_opened(club: Club) -> None:
    campaign = closed()
    axis, umpire = club.person("Anna", axis=campaign), club.person("Ursula", moderator=campaign)
    home = f"/c/{campaign.slug}/"
    question = asked(axis, campaign, put(campaign, typed("2 SP")))
    assert "Answer; whatever you say, the row is free again" in word(umpire, question)
    send(umpire, question, act="answer", text="No, not in this turn.")
    send(umpire, question, 403, act="read")
    assert "1 matter for you" in word(axis, home)
    assert "matter for you" not in word(umpire, home)
    board = word(axis, f"{home}board/")
    assert "The moderator’s answer: No, not in this turn." in board
    assert "Ask Allied to roll row 1" in board or "Allied rolls row 1" in board
    assert "the moderator has answered your question" in word(axis, f"{home}disputes/").lower()
    form = axis.get(f"{home}disputes/").content.decode().split(f'action="{question}"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(submission|act)" value="([^"]*)"', form))
    assert fields["act"] == "read"
    assert axis.post(question, fields)["Location"] == question
    assert "matter for you" not in word(axis, home)
    assert "No, not in this turn." in word(axis, question)
    assert "I have read it" not in word(axis, question)
    assert "The moderator’s answer" in word(axis, f"{home}board/")
    send(axis, question, 422, act="read")
    assert check_campaign(campaign).sound
