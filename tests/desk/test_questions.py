"""Questions to the moderator about a row: named as people name it, answered where whoever asked finds the answer."""

import re

from tests.club import Club
from tests.in_hand import InHand
from tests.systems.europa.board import put, typed
from tests.systems.europa.pages.test_pending import sits
from tests.systems.europa.test_closed import closed


def asked(person: InHand, key: str) -> str:
    """Ask about a row; the address of the question."""
    person.tap("disputes/ask/", about=f"shipment:{key}", text="May it call at Malta?")
    return f"disputes/questions/{person.rows('question')[-1]}/"


def test_a_question_names_the_row_and_never_its_key(club: Club) -> None:
    campaign = closed()
    axis, umpire = sits(club, "Anna", "axis", campaign), sits(club, "Ursula", "moderator", campaign)
    allied = sits(club, "Bob", "allied", campaign)
    key = put(campaign, typed("2 SP"))
    said = axis.words(f"disputes/ask/?about=shipment:{key}")
    assert "Ask the moderator about row 1, 2 SP Naples–Tripoli" in said
    question = asked(axis, key)
    for person in (axis, umpire):
        for page in (question, "disputes/"):
            said = person.words(page)
            assert "Question about row 1, 2 SP Naples–Tripoli" in said
            assert key[:8] not in said
    assert "Row 1, 2 SP Naples–Tripoli is held until the answer" in umpire.words(question)
    allied.get(question, 404)
    assert "Naples" not in allied.words("disputes/")


def test_a_held_row_says_so_without_an_empty_bracket(club: Club) -> None:
    campaign = closed()
    axis = sits(club, "Anna", "axis", campaign)
    asked(axis, put(campaign, typed("2 SP")))
    board = axis.words("board/")
    assert "the rest of the game does not." in board
    assert "()" not in board
    assert "Held: the question to the moderator" in board


def test_an_answer_is_a_matter_for_whoever_asked_until_it_is_opened(club: Club) -> None:
    campaign = closed()
    axis, umpire = sits(club, "Anna", "axis", campaign), sits(club, "Ursula", "moderator", campaign)
    question = asked(axis, put(campaign, typed("2 SP")))
    assert "Answer; whatever you say, the row is free again" in umpire.words(question)
    umpire.tap(question, act="answer", text="No, not in this turn.")
    umpire.tap(question, 403, act="read")
    assert "1 matter for you" in axis.words()
    assert "matter for you" not in umpire.words()
    board = axis.words("board/")
    assert "The moderator's answer: No, not in this turn." in board
    assert "Ask Allied to roll row 1" in board or "Allied rolls row 1" in board
    assert "the moderator has answered your question" in axis.words("disputes/").lower()
    form = axis.drawn("disputes/").split(f'action="{axis.at_home(question)}"')[1].split("</form>")[0]
    fields = dict(re.findall(r'name="(submission|act)" value="([^"]*)"', form))
    assert fields["act"] == "read"
    assert axis.post(question, **fields)["Location"] == axis.at_home(question)
    assert "matter for you" not in axis.words()
    assert "No, not in this turn." in axis.words(question)
    assert "I have read it" not in axis.words(question)
    assert "The moderator's answer" in axis.words("board/")
    axis.tap(question, 422, act="read")
    axis.check()
