from tests.in_hand import InHand


def test_x(lingayen):
    table = InHand(lingayen)
    print(table.listed("pg-patrol", "group"))
    e = table.do("pg-patrol", seat="axis", group="a2", route="D2 C3 C4 C5")
    print(table.at("axis").receipt(e)[:1500])
    print(table.refuse("pg-patrol", seat="axis", group="a2", route="D2 C3 C4 C5 C6 C7"))
    print(table.refuse("pg-patrol", seat="axis", group="a1", route="E1 D1 D2 D3 D4 D5 D6 D7 C8 C9 C10 B12 "))
    assert 0
