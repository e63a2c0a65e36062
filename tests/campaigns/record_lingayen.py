#!/usr/bin/env python3
"""Play the Lingayen demo, and write it down: python3 -m tests.campaigns.record_lingayen [FILE]

December 1941 of the theatre campaign, closed, from both sides' orders to the end of the turn, with every rule of it.
There are no dice but those of Pearl Harbor; keys, salts and clock are fixed as in record.py. README.md beside this file
works it out by hand.
"""

import sys
from pathlib import Path
from typing import Any

from tests.campaigns.record import HERE, PLAYER, Table, main

FILE = HERE / "december-1941.jsonl"
SLUG = "december-1941"
TO_LUZON = "E1 D1 D2 D3 D4 D5"
TO_PALAU = "E2 F3 G4 H5 I6 J7 K8 L9 L10"
TO_TAKAO = "L10 K9 J8 I7 H6 G5 F4 F3 E2"
OFF_MANILA = "E6 E7 D6 D5"
DIVISION = tuple(f"troop-{number}" for number in range(1, 5))
BOATS = tuple(f"boats-{number}" for number in range(1, 8))
ESCORT = ("naka", "asagumo", "murasame")


class Lingayen(Table):
    """The shared table of the Lingayen demo."""

    combat = True

    def begin(self) -> Any:
        from navalassist.systems.theatre import setup
        from navalassist.systems.theatre.demo import LINGAYEN

        return setup.begin(LINGAYEN.name, slug=SLUG, scene=LINGAYEN, actor=PLAYER)

    def key(self, kind: str, **fields: Any) -> str:
        """The key of the row that has these fields."""
        values = self.state().values
        rows = (row for row in self.state().rows(kind) if all(values[f"{row}.{at}"] == of for at, of in fields.items()))
        return str(next(rows)).partition(":")[2]

    def order(self, side: str, number: int) -> str:
        """The key of an order."""
        return self.key("pg-order", side=side, number=number)

    def group(self, side: str, number: int) -> str:
        """The key of a group."""
        return self.key("pg-group", side=side, number=number)

    def port(self, port: str, **fields: Any) -> None:
        """A port is corrected in the list, or entered where it is none yet."""
        from navalassist.systems.theatre.edits import Ports

        with self.writing("axis") as writer:
            values = writer.state.values
            edit = Ports().change(values, port, fields) if port else Ports().add(values, fields)
            writer.edit(edit.act, edit.effects, seat="axis", title=edit.title)

    def based(self, aircraft: str, base: str) -> None:
        """An American air unit is moved in the list."""
        from navalassist.systems.theatre.edits import AirUnits

        with self.writing("allied") as writer:
            edit = AirUnits().change(writer.state.values, aircraft, {"base": base})
            writer.edit(edit.act, edit.effects, seat="allied", title=edit.title)

    def enter(self, side: str, entered: str, **fields: Any) -> str:
        """A line of a side's list (`AirUnits`) is entered; its key."""
        from navalassist.systems.theatre import edits

        with self.writing(side) as writer:
            edit = getattr(edits, entered)().add(writer.state.values, {"side": side, **fields})
            writer.edit(edit.act, edit.effects, seat=side, title=edit.title)
        return self.key(getattr(edits, entered).kind.KIND, name=fields["name"])

    def seal(self, side: str) -> None:
        """A side seals its order book."""
        from navalassist.play.rules import order_books

        with self.writing(side) as writer:
            order_books.seal(writer, side)

    def open_books(self) -> None:
        """Both books are opened."""
        from navalassist.play.rules import order_books

        with self.writing("axis") as writer:
            order_books.open_both(writer)

    def meets(self, side: str, order: int, where: str, by: str = "", **sent: tuple[str, ...]) -> None:
        """A side intercepts the enemy's order of this number. by: the row of the force from which ships go."""
        enemy = "allied" if side == "axis" else "axis"
        sighting = self.key("pg-sighting", side=side, order=self.order(enemy, order))
        self.do("pg-intercept", seat=side, sighting=sighting, where=where, force=by, **sent)

    def fought(
        self, number: int, typed: str, result: str, axis: dict[str, Any], allied: dict[str, Any], **more: Any
    ) -> None:
        """Both sides fill the sheet of a battle, one types its result, the other confirms it, and both mark it.

        typed: who types it; result: its lines, each after the key of the battle.
        """
        battle = {"battle": self.key("pg-battle", number=number)}
        for side, units in (("allied", allied), ("axis", axis)):
            self.do("pg-sheet", seat=side, side=side, **battle, **units)
        lines = "; ".join(f"{battle['battle']}-{line}" for line in result.split("; "))
        other = "allied" if typed == "axis" else "axis"
        self.do("pg-result", seat=typed, side=typed, lines=lines, **battle, **more)
        self.do("pg-confirm", seat=other, side=other, **battle)
        for side in ("axis", "allied"):
            self.do("pg-mark", seat=side, side=side, **battle)


def axis_orders(table: Lingayen) -> None:
    """Groups are formed; a division lands, cover and carrier watch, others change base; a convoy is guarded."""
    table.port("takao", yard=40)
    table.port("", name="San Fernando", owner="allied", map="far-east", square="E5")
    table.do("pg-form", port="mako", kind="convoy", transports=2, pool="japan-indian")
    table.do("pg-release", group=table.group("axis", 4))
    table.do("pg-join", group="a2", units=("kuma",))
    table.do("pg-form", port="mako", kind="task-force", units=("hatakaze",))
    table.do("pg-form", port="palau", kind="task-force", units=("nachi",), name="Fast cruisers")
    table.do("pg-form", port="mako", kind="convoy", transports=2, pool="japan-indian")
    table.do("pg-form", port="mako", kind="task-force", units=("shimushu",))
    table.do("pg-overland", unit="midgets", port="taipei")
    table.do("pg-route", group="a1", purpose="invasion", route=TO_LUZON)
    landing = {"start": "pg-port:taipei", "group": "a1", "lands": "E5", "pool": "japan-indian", "route": TO_LUZON}
    table.do("pg-invade", troops=(*DIVISION, "snlf"), reduced=("troop-4",), **landing)
    table.do("pg-patrol", group="a2", route="D2 C3 C4")
    table.do("pg-strike-out", order=table.order("axis", 2))
    table.do("pg-patrol", group="a2", route="D2 C3 C4 C5", returns="pg-port:takao")
    table.do("pg-patrol", group="a3", route="L10 K9 J8 I7 H6")
    table.do("pg-air-patrol", air="kate", target="F5")
    table.do("pg-operational", group=table.group("axis", 4), route="D2 E2", returns="pg-port:takao")
    table.do("pg-strategic", group=table.group("axis", 5), route=TO_TAKAO, returns="pg-port:takao")
    sent = {"start": "pg-port:takao", "returns": "pg-port:palau", "pool": "japan-indian", "route": TO_PALAU}
    table.do("pg-send-transports", transports=3, **sent)
    table.do("pg-convoy", group=table.group("axis", 6), route="D2 E2", supplies=2)
    table.do("pg-escort", group=table.group("axis", 7), convoy=table.order("axis", 8), returns="pg-port:takao")
    table.seal("axis")


def allied_orders(table: Lingayen) -> None:
    """Seven boats and the Houston, with a boat that scouts for her, watch the sea off Lingayen."""
    table.based("p-40", f"pg-port:{table.key('pg-port', name='San Fernando')}")
    table.do("pg-leave", seat="allied", group="u1", units=("boats-8",))
    table.do("pg-form", seat="allied", port="manila", kind="task-force", units=("houston", "boats-9"))
    table.do("pg-patrol", seat="allied", group="u1", route=OFF_MANILA)
    table.do("pg-patrol", seat="allied", group=table.group("allied", 2), route=OFF_MANILA)
    table.seal("allied")
    table.step()


def operations(table: Lingayen) -> None:
    """Both search; bombers go for the Houston, she for the cover, the boats for the landing, a PBY for the carrier."""
    table.open_books()
    table.do("pg-search")
    table.meets("axis", 2, "D5", aircraft=("takao-bombers",))
    table.meets("allied", 2, "C5", f"pg-order:{table.order('allied', 2)}", units=("houston",))
    table.meets("allied", 1, "D5", f"pg-order:{table.order('allied', 1)}", units=BOATS)
    table.meets("allied", 3, "H6", aircraft=("pby",))
    table.do("pg-queue", seat="allied")
    surprised(table)
    attacked(table)
    for side in ("axis", "allied"):
        table.do("pg-announced", seat=side, side=side)
    table.step()


def surprised(table: Lingayen) -> None:
    """Bombers of Kure go for Pearl Harbor, where the Yorktown lies: full surprise, and she is in port."""
    from navalassist.systems.theatre.edits import Units

    table.port("pearl-harbor", yard=100)
    with table.writing("allied") as writer:
        edit = Units().change(writer.state.values, "yorktown", {"place": "pg-port:pearl-harbor"})
        writer.edit(edit.act, edit.effects, seat="allied", title=edit.title)
    kure = {"nation": "japan", "type": "bomber", "base": "pg-port:kure", "experience": 300}
    raid = table.enter("axis", "AirUnits", name="Kido Butai", **kure)
    table.do("pg-attack-port", side="axis", port="pearl-harbor", aircraft=(raid,))
    table.do("pg-pearl-harbor", "6 1", seat="allied", attack=table.key("pg-battle", name="Pearl Harbor"))


def attacked(table: Lingayen) -> None:
    """The attack on Luzon is ordered, both sides react, and fighters of San Fernando meet the landing in D5."""
    table.do("pg-assault", order=table.order("axis", 1))
    landing = {"landing": table.key("pg-beach", square="E5")}
    table.do("pg-react", seat="allied", side="allied", kind="ground", name="26th Cavalry", **landing)
    table.do("pg-react", side="axis", kind="partisans", name="Sakdalista", **landing)
    table.do("pg-sortie", seat="allied", aircraft=("p-40",), **landing)


def battles(table: Lingayen) -> None:
    """Four are fought at sea, and the Houston gives up what she was on her way for; nobody fights for the beach."""
    table.do("pg-queue", seat="allied")
    came = "; ".join(f"{key}: inside" for key in (*ESCORT, *(f"axis-transport-{number}" for number in range(1, 9))))
    table.fought(
        7, "allied", f"{came}; air-p-40: damage 2", {"units": ESCORT, "transports": 8}, {"aircraft": ("p-40",)}
    )
    carrier = {"units": ("ryujo", "shiokaze")}
    table.fought(1, "allied", "ryujo: damage 3, gained 10; shiokaze: inside; air-pby: damage 1, gained 20",
                 carrier, {"aircraft": ("pby",)})  # fmt: skip
    sail = "; ".join(f"axis-transport-{number}: inside" for number in range(1, 7))
    met = "naka: damage 2, inside; asagumo: gained 30, inside; murasame: damage 1, inside"
    lost = "boats-1: sunk; boats-2: damage 4; axis-transport-7: sunk; axis-transport-8: sunk"
    table.fought(2, "axis", f"{met}; {sail}; {lost}", {"units": ESCORT, "transports": 8}, {"units": BOATS},
                 left="allied", left_on=14)  # fmt: skip
    table.fought(3, "allied", "houston: damage 2, inside; boats-9: inside; air-takao-bombers: damage 1, gained 15",
                 {"aircraft": ("takao-bombers",)}, {"units": ("houston", "boats-9")})  # fmt: skip
    table.do("pg-break-off", seat="allied", interception=table.key("pg-interception", number=2))
    raided(table)
    table.step()


def raided(table: Lingayen) -> None:
    """Two waves at Pearl Harbor, where the Yorktown is raised; a battle for a small island, by hand."""
    raid, yorktown = {"aircraft": (table.key("pg-air", name="Kido Butai"),)}, {"units": ("yorktown",)}
    hurt = f"air-{raid['aircraft'][0]}: damage 1, gained 10"
    table.fought(5, "axis", f"yorktown: damage 3; shipyard-1: damage 5; {hurt}", raid, yorktown)
    table.do("pg-shipyard", seat="allied", port="pearl-harbor", work="bombed", points=150)
    table.do("pg-second-wave", first=table.key("pg-battle", number=5))
    table.fought(8, "axis", "yorktown: sunk", raid, yorktown)
    table.do("pg-raise", seat="allied", unit="yorktown")
    table.enter("allied", "Troops", name="Scouts on Batan", nation="usa", strength=5, place="E3")
    table.do("pg-battle", kind="island", attacker="axis", name="E3", map="far-east")
    table.fought(9, "axis", "air-kate-1: damage 1", {"aircraft": ("kate",)}, {})


def coming_home(table: Lingayen) -> None:
    """The carrier makes for the yard of Takao and is bombed on her way; missions end in port, and so does the turn.

    Another battle is entered by hand, and nobody comes to it.
    """
    table.do("pg-battle", seat="allied", kind="air", attacker="allied", name="D4", map="far-east", late=True, last=True)
    table.do("pg-yard", unit="ryujo", port="takao")
    table.do("pg-search", seat="allied")
    table.meets("allied", 10, "G4", aircraft=("b-17",))
    table.do("pg-queue", seat="allied")
    table.fought(
        11, "allied", "ryujo: damage 1, inside; air-b-17: gained 5", {"units": ("ryujo",)}, {"aircraft": ("b-17",)}
    )
    table.port("balikpapan", owner="axis")
    leaves = {"port": "pg-port:balikpapan", "to": "pg-port:manila"}
    table.do("pg-evacuate", seat="allied", units=("boise", "paul-jones"), **leaves)
    scouts = table.key("pg-troop", name="Scouts on Batan")
    leaves = {"island": table.key("pg-battle", number=9), "to": "pg-port:manila", "pool": "usa-indian"}
    table.do("pg-leave-island", seat="allied", troops=(scouts,), **leaves)
    table.do("pg-land", order=table.order("axis", 1), lost=("troop-1",))
    for side, numbers in (("axis", (2, 3, 5, 6, 8, 9, 10)), ("allied", (1, 2))):
        for number in numbers:
            table.do("pg-end-mission", seat=side, order=table.order(side, number))
    table.step()


def play() -> None:
    """The whole of it."""
    table = Lingayen()
    for part in (axis_orders, allied_orders, operations, battles, coming_home):
        part(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE, play, SLUG)
