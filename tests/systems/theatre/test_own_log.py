"""The log as a side reads its own secrets: by names, in lines, receipts and the menus of its filters."""

from __future__ import annotations

import re

from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook.wording import words_for
from tests.in_hand import InHand

MENU = re.compile(r'<select name="(pg-[a-z]+)".*?</select>', re.S)


def test_inputs_on_own_secrets_name_units_and_groups_and_no_keys(lingayen: Campaign) -> None:
    table = InHand(lingayen)
    table.do("pg-form", seat="axis", port="mako", kind="task-force", units=("hatakaze",))
    group = table.numbered("pg-group", 4)
    routed = table.do("pg-route", seat="axis", group=group, purpose="patrol", route="D2 D3")
    joined = table.do("pg-join", seat="axis", group=group, units=("kuma",))
    axis = table.at("axis")
    assert "Route of Axis task force 4 none D2 D3" in axis.receipt(routed)
    assert "Group of Kuma none Axis task force 4" in axis.receipt(joined)
    assert "Pg " not in axis.words("log/")
    assert table.at("allied").words("log/").count("Axis task force") == 0


def test_menus_of_the_log_have_names_and_only_what_the_seat_sees(lingayen: Campaign) -> None:
    for seat, has, lacks in (("axis", "Kongo and Haruna", "Houston"), ("allied", "Houston", "Kongo")):
        menus = {found[1]: found[0] for found in MENU.finditer(InHand(lingayen).at(seat).text("log/"))}
        assert f">{has}<" in menus["pg-unit"]
        assert lacks not in menus["pg-unit"]
        assert "Pg " not in "".join(menus.values())


def test_a_name_is_told_to_who_sees_the_row_and_to_nobody_from_the_whole_state(lingayen: Campaign) -> None:
    whole = InHand(lingayen).state
    seen = [whole.seen_by(frozenset({"public", seat})) for seat in ("axis", "allied")]
    told = [words_for(state, {}).row("pg-unit:kongo") for state in (*seen, whole)]
    assert told == ["Kongo and Haruna", "a naval unit", "a naval unit"]
