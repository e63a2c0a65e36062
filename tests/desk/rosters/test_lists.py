"""Lists: lines are kept one by one or together, what does not fit is told by its column, and secrets stay secret."""

from html import unescape
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import ListMark
from navalassist.play.archive.pack import make
from navalassist.play.storage.bodies import whole_body
from tests.club import Club
from tests.in_hand import InHand, drawn, words_of
from tests.mini.ships import SHIPS, Ship
from tests.promises import archives

LIST = "lists/mini-ship/"
PASTE = f"{LIST}paste/"
OF_ALLIES = frozenset({"public", "allied"})
TRIESTE = {"name": "Trieste", "type": "CA", "protection": "3", "guns": "8 6 4 2 0", "flotation": "4 3 2 1"}


def key_of(table: InHand, name: str) -> str:
    return next(row.partition(":")[2] for row in table.state.rows(Ship.KIND) if table.facts[f"{row}.name"] == name)


def ship(table: InHand, name: str) -> dict[str, Any]:
    return table.state.row(f"{Ship.KIND}:{key_of(table, name)}")


def marked(table: InHand, name: str) -> str:
    return str(table.facts.get(f"list-mark:{Ship.KIND}/{key_of(table, name)}.origin", ""))


def add(table: InHand, typed: Any, **cells: str) -> None:
    answer = table.send(LIST, **typed(**cells))
    assert answer.status_code == 302, words_of(answer)


def test_a_new_line_becomes_a_row_with_its_mark(ships: InHand, typed: Any) -> None:
    add(ships, typed, **TRIESTE, ports="Inner, Outer", origin="printed")
    found = ship(ships, "Trieste")
    assert found["guns"] == [8, 6, 4, 2, 0]
    assert found["ports"] == ["inner", "outer"]
    assert found["side"] == "axis"
    assert marked(ships, "Trieste") == "printed"
    line = ships.text(LIST)
    assert 'value="8 6 4 2 0"' in line
    assert 'value="Inner, Outer"' in line


def test_what_is_not_understood_stays_where_it_was_typed_and_other_lines_are_kept(ships: InHand, typed: Any) -> None:
    add(ships, typed, **TRIESTE)
    add(ships, typed, **{**TRIESTE, "name": "Trento"})
    one, two = key_of(ships, "Trieste"), key_of(ships, "Trento")
    keys = ships.keys(LIST)
    lines = {"line": [one, two], f"{one}.protection": "4", f"{two}.guns": "8 6 7 2 0", f"{two}.type": "CX"}
    answer = ships.post(LIST, **keys, **lines)
    text = words_of(drawn(answer, 422))
    assert "Trento, primary guns “8 6 7 2 0”: not kept. Boxes fall from left to right, and 7 comes after 6." in text
    assert "Did you mean 8 6 2 0?" in text
    assert "1 line is not kept: Trento." in text
    page = unescape(answer.content.decode())
    assert 'value="8 6 7 2 0"' in page
    assert 'value="CX"' in page
    assert ship(ships, "Trieste")["protection"] == 4
    assert ship(ships, "Trento")["type"] == "CA"


def test_lines_of_one_tap_are_one_entry_for_each_side(ships: InHand, typed: Any) -> None:
    for name, side in (("Trieste", "Axis"), ("Trento", "Axis"), ("Aurora", "Allied")):
        add(ships, typed, **{**TRIESTE, "name": name, "side": side})
    keys = {name: key_of(ships, name) for name in ("Trieste", "Trento", "Aurora")}
    before = Entry.objects.count()
    cells = {f"{key}.protection": "5" for key in keys.values()}
    assert ships.send(LIST, line=list(keys.values()), **cells).status_code == 302
    entries = list(Entry.objects.order_by("id")[before:])
    assert {entry.record["seat"] for entry in entries} == {"axis", "allied"}
    titles = [whole_body(entry)["title"] for entry in entries]
    assert any(title.startswith("Ships: ") and "Trento changed" in title for title in titles)
    assert "protection" in ships.receipt(entries[0])


def test_the_same_form_twice_is_one_input_and_nothing_typed_is_none(ships: InHand, typed: Any) -> None:
    keys = ships.keys(LIST)
    for _ in range(2):
        assert ships.post(LIST, **keys, **typed(**TRIESTE)).status_code == 302
    assert len(ships.state.rows(Ship.KIND)) == 1
    before = Entry.objects.count()
    assert ships.send(LIST, **typed(key_of(ships, "Trieste"), **TRIESTE)).status_code == 302
    assert Entry.objects.count() == before


def test_a_line_that_is_left_is_answered_by_itself(ships: InHand, typed: Any) -> None:
    own = {"new.submission": "line-1", "new.seen": ""}
    by_itself = {"HX-Request": "true"}
    answer = drawn(ships.post(f"{LIST}?only=new", by_itself, **own, **typed(**TRIESTE)))
    assert '<hx-partial hx-target="#line-new"' in answer
    assert 'value="Trieste"' in answer
    assert 'id="line-new"' in answer
    assert "<html" not in answer
    key = key_of(ships, "Trieste")
    wrong = {f"{key}.submission": "line-2", f"{key}.seen": "", "line": key, f"{key}.guns": "many"}
    answer = drawn(ships.post(f"{LIST}?only={key}", by_itself, **wrong), 422)
    assert f'hx-target="#line-{key}"' in answer
    assert "many" in answer
    stale = {"line": key, f"{key}.protection": "9"}
    assert "not one that a page has given out" in drawn(ships.post(f"{LIST}?only={key}", by_itself, **stale), 422)


def test_a_template_fills_new_lines_of_its_type(ships: InHand, typed: Any) -> None:
    add(ships, typed, **TRIESTE)
    assert ships.send(LIST, **{"save-template": key_of(ships, "Trieste")}).status_code == 302
    begun = ships.text(f"{LIST}?new=CA")
    assert 'value="8 6 4 2 0"' in begun.partition('id="line-new"')[2]
    assert "grey" in begun.partition('id="line-new"')[2]
    add(ships, typed, name="Bolzano", type="CA", protection="4", origin="printed")
    found = ship(ships, "Bolzano")
    assert (found["protection"], found["guns"]) == (4, [8, 6, 4, 2, 0])
    assert marked(ships, "Bolzano") == "of-template"
    likely = ships.send(LIST, **typed(key_of(ships, "Bolzano"), type="CA", guns="8 6 7 2 0"))
    assert "Did you mean 8 6 4 2 0?" in words_of(drawn(likely, 422))
    assert "it stands so already" in words_of(
        drawn(ships.send(LIST, **{"save-template": key_of(ships, "Trieste")}), 422)
    )


def test_a_line_is_copied_struck_out_and_that_is_taken_back(ships: InHand, typed: Any) -> None:
    add(ships, typed, **TRIESTE, origin="house")
    key = key_of(ships, "Trieste")
    copy = ships.text(f"{LIST}?copy={key}").partition('id="line-new"')[2]
    assert 'value="8 6 4 2 0"' in copy
    assert 'value="Trieste"' not in copy
    assert ships.send(LIST, strike=key).status_code == 302
    assert not ships.state.rows(Ship.KIND)
    assert not ships.state.rows("list-mark")
    ships.take_back()
    assert marked(ships, "Trieste") == "house"


def test_lines_are_pasted_after_a_look(ships: InHand, typed: Any) -> None:
    add(ships, typed, **TRIESTE, origin="printed")
    ships.send(LIST, **{"save-template": key_of(ships, "Trieste")})
    rows = ("Type\tName\tSide\tPrimary guns", "CA\tTrieste\tAxis\t8 6 4 2 0", "CA\tPola\tAxis\t", "CA\tZara\tAxis\t2 2")
    text = "\n".join((*rows, "CA\tPola\tAxis\t", "CA\tFiume\tAxis\t1\tmore"))
    before = Entry.objects.count()
    look = words_of(drawn(ships.send(LIST, PASTE, text=text, origin="printed", act="look"), 200))
    assert "Trieste is there and says the same" in look
    assert "Pola is new; what is not pasted comes from the template CA" in look
    assert "Zara is not understood and stays out: line 3, primary guns." in look
    assert "Two lines are called so" in look
    assert "5 cells, and there are 4 columns." in look
    assert "Put in 1 line" in look
    assert Entry.objects.count() == before
    assert ships.send(LIST, PASTE, text=text, origin="printed", act="put-in").status_code == 302
    assert Entry.objects.count() == before + 1
    assert ship(ships, "Pola")["flotation"] == [4, 3, 2, 1]
    changed = "Name\tProtection\nTrieste\t9"
    look = words_of(ships.send(LIST, PASTE, text=changed, origin="printed", act="look"))
    assert "Trieste is there and differs: Protection" in look


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Paste lines first"),
        ("Name\tWeight\nA\t1", "“Weight” is no column of this list: it has Name, Side, Type"),
        ("Name\tName\nA\tB", "A column stands twice"),
        ("x" * 100_001, "at most 100,000 are taken"),
        ("a\n" * 302, "at most 300 are taken at once"),
        ("Name\tSide\n<script>alert(1)</script>\tMars", "“Mars” is no choice here: choose one of axis, allied"),
        ("Name\tPorts\nA\tAtlantis", "There is no “Atlantis” here"),
        ("Name\tProtection\nA\t9999999999", "Type a whole number from 0 to 99"),
    ],
)
def test_what_can_not_be_pasted_gets_its_sentence(ships: InHand, text: str, says: str) -> None:
    answer = ships.send(LIST, PASTE, text=text, origin="", act="look")
    assert says.casefold() in words_of(unescape(answer.content.decode())).casefold()
    assert "<script>alert" not in answer.content.decode()


def test_the_enemys_secret_lines_are_not_there(secret: InHand, typed: Any) -> None:
    add(secret, typed, **{**TRIESTE, "name": "Duilio"}, origin="printed")
    key = key_of(secret, "Duilio")
    secret.send(LIST, **{"save-template": key})
    assert "Duilio" in secret.words(LIST)
    enemy = secret.at("allied")
    page = enemy.words(LIST)
    # A word by itself: the head of the log may hold these letters.
    for told in ("Duilio", "Ships, 1", "4 3 2 1", " CA "):
        assert told not in page
    assert "no ship." in page
    assert "Duilio" not in enemy.words("log/")
    # What they try on it is answered as for a line that never was.
    answers = [words_of(enemy.send(LIST, **typed(one, protection="1"))).replace(one, "") for one in (key, "nothing")]
    assert answers[0].partition("Nothing")[0][-200:] == answers[1].partition("Nothing")[0][-200:]
    look = words_of(enemy.send(LIST, PASTE, text="Name\tSide\nDuilio\tAllied", origin="", act="look"))
    assert "Duilio is new" in look
    state, kinds = secret.state, ("mini-ship", "list-mark", "list-template")
    assert {state.audiences[row] for kind in kinds for row in state.rows(kind)} == {"axis"}


def test_a_line_of_the_other_side_is_held_and_an_observer_watches(ships: InHand, typed: Any) -> None:
    add(ships, typed, **{**TRIESTE, "name": "Aurora", "side": "Allied"})
    observer = ships.at("observer")
    assert "The observer seat only watches" in observer.words(LIST)
    answer = observer.post(LIST, submission="watching", **typed(key_of(ships, "Aurora"), protection="1"))
    assert answer.status_code == 403
    assert ship(ships, "Aurora")["protection"] == 3


def test_no_list_of_another_system_and_none_where_there_are_none(ships: InHand, war: InHand) -> None:
    assert "no ship." in ships.words("lists/")
    ships.text("lists/squadron/", 404)
    assert "Lists" in ships.words()


def test_a_player_of_a_club_keeps_no_line_of_the_other_side(club: Club, ships: InHand, typed: Any) -> None:
    allied, axis = (
        InHand(ships.campaign, seat, club.person(name, **{seat: ships.campaign}))
        for name, seat in (("Bob", "allied"), ("Alice", "axis"))
    )
    add(allied, typed, **{**TRIESTE, "name": "Aurora", "side": "Allied"})
    before, key = ship(ships, "Aurora"), key_of(ships, "Aurora")
    told = words_of(drawn(axis.send(LIST, **typed(key, protection="1", side="Axis")), 422))
    assert "1 line is not kept: Aurora." in told
    told = words_of(drawn(axis.send(LIST, **typed(**{**TRIESTE, "name": "Penelope", "side": "Allied"})), 422))
    assert "for the Allied seat to type" in told
    assert ship(ships, "Aurora") == before
    assert len(ships.rows(Ship.KIND)) == 1


def test_lists_with_their_marks_and_templates_come_out_of_an_archive(secret: InHand, typed: Any) -> None:
    add(secret, typed, **TRIESTE, origin="printed")
    secret.send(LIST, **{"save-template": key_of(secret, "Trieste")})
    old = secret.state
    made = archives.imported(archives.whole(secret.campaign))
    new = InHand(made.campaign).at("axis")
    assert made.report.sound
    assert (new.state.values, new.state.audiences) == (old.values, old.audiences)
    assert 'value="8 6 4 2 0"' in new.text(LIST)
    assert b"Trieste" not in b"".join(
        archives.files_of(make(secret.campaign, OF_ALLIES, "allied").file.read()).values()
    )


def test_a_mark_goes_with_its_row_however_that_is_taken_away(ships: InHand, typed: Any) -> None:
    add(ships, typed, **TRIESTE, origin="printed")
    ships.enter(SHIPS.remove, key_of(ships, "Trieste"))
    assert not ships.rows(ListMark.FACT_KIND)
