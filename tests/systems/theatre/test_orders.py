from tests.in_hand import InHand
from navalassist.play.rules import order_books


def test_x(lingayen):
    table = InHand(lingayen)
    e = table.do("pg-patrol", seat="axis", group="a2", route="D2 C3 C4 C5")
    e = table.do("pg-patrol", seat="axis", group="a3", route="L10 K10 J10 I10 H11 G12 G11", because="x")
    print(table.at("axis").words("")[:2500])
    print(table.at("axis").words("orders/"))
    print(table.at("axis").words("do/pg-patrol/?group=a1")[:3000])
    for s in ("axis", "allied"):
        table.act(order_books.seal, s, seat=s)
    print(table.at("allied").words("orders/"))
    print(table.at("axis").words("")[:1500])
    table.end_step()
    table.act(order_books.open_both, seat="allied")
    print(table.at("allied").words("orders/"))
    print(table.at("axis").words("orders/"))
    table.until("axis/logistics")
    print(table.at("allied").words("orders/"))
    print(table.at("allied").words("log/"))
    table.check()
    assert 0
