from tests.in_hand import InHand
from navalassist.systems.theatre.setup import begin_lingayen


def test_x(lingayen):
    table = InHand(lingayen)
    print(table.listed("pg-patrol", "group"))
    e = table.do("pg-patrol", seat="axis", group="a2", route="D2 C3 C4 C5")
    print(table.at("axis").receipt(e)[:3000])
    assert 0
