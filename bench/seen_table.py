"""Who plays and who looks on, for `bench.seen`: a process of its own, which is told what to do line by line.

`table N` makes the campaigns and N people with a tablet each, and answers with their logins, the moderator's first;
`secret` writes an entry of each side of the closed campaign; `act` commits one where nobody looks, and answers with the
moment of its commit.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bench.live_writer import act, login

if TYPE_CHECKING:
    from bench.campaign import Way
    from navalassist.campaigns.models import Campaign

OPEN, CLOSED, WAR = "seen-open", "seen-closed", "seen-war"
# Who looks on, in turn.
SEATS = dict.fromkeys((OPEN, CLOSED), ("axis", "allied", "observer")) | {WAR: ("central", "allied", "observer")}
# A word that stands in what a side keeps to itself in the closed campaign, and nowhere else.
SECRETS = {"axis": "Leviathan-7731", "allied": "Basilisk-6620"}
ROWS, ENTRIES = 12, 120
PASSWORD = "correct horse battery"
# A real hash takes a third of a second, and nobody logs in with these passwords.
FAST = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def table(tablets: int) -> list[str]:
    """The campaigns, and the keys of the logins of the moderator and of so many others."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = FAST
    from bench.campaign import WAYS, new_campaign
    from navalassist.systems.europa.setup import begin

    games = [new_campaign(OPEN), begin("Measured seen-closed", malta=10, slug=CLOSED, rulings={"R-56": "closed"})]
    keys = people([*games, war()], tablets)
    for game in games:
        play(game)
    sail(games[0], [*WAYS])
    for side, word in SECRETS.items():
        sail(games[1], [way for way in WAYS if way[0] == side], word)
        put_to_sea(games[1], side)
    return keys


def people(games: list[Campaign], tablets: int) -> list[str]:
    """Everybody has an account, a login, and one seat of each campaign."""
    from navalassist.campaigns.viewer import MODERATOR, Viewer
    from navalassist.play.people import accounts, seats
    from navalassist.play.write.transaction import writing
    from navalassist.seats.models import ADMINISTRATOR

    everybody = [accounts.add(f"Person {number}", PASSWORD) for number in range(tablets + 1)]
    for game in games:
        with writing(Viewer(game, ADMINISTRATOR, accounts.NOBODY)) as writer:
            seats.give(writer, everybody[0].actor, MODERATOR)
            for number, account in enumerate(everybody[1:]):
                seats.give(writer, account.actor, SEATS[game.slug][number % len(SEATS[game.slug])])
    return [login(account) for account in everybody]


def war() -> Campaign:
    """The demo of the Great War, with a bombardment at sea."""
    from bench.campaign import table_viewer
    from navalassist.play.dice.server import DiceInput
    from navalassist.play.rules.resolve import carry_out
    from navalassist.play.systems import system_of
    from navalassist.play.write.transaction import writing
    from navalassist.systems.storm_of_steel.setup import SYSTEM, begin

    game = begin("Measured seen-war", slug=WAR, demo=True)
    fields = system_of(SYSTEM).forms["gw-mission"].model_fields
    mission = {"mission": "bombardment", "area": "north-sea-south", "target": "scarborough"}
    asked = {name: field.default for name, field in fields.items() if not field.is_required()} | mission
    with writing(table_viewer(game)) as writer:
        carry_out(writer, "gw-mission", asked | {"fleets": ("scouting-forces",)}, DiceInput())
    return game


def play(game: Campaign) -> None:
    """Play until a page of the log is full of what was played, and a turn begins."""
    from bench.campaign import grow, length
    from navalassist.play import state as states

    grow(game, length(game) + ENTRIES)
    while states.load(game.slug).clock[1] != "axis":
        grow(game, length(game) + 1)


def sail(game: Campaign, ways: list[Way], word: str = "") -> None:
    """Twelve rows on the board, planned; units among them go by this word."""
    from bench.campaign import shipments, table_viewer
    from navalassist.engine import create
    from navalassist.play.write.transaction import writing

    with writing(table_viewer(game)) as writer:
        for row in shipments(ways, writer.state.clock[0], ROWS):
            fields = dict(row.fields)
            named = fields | {"label": word if fields["cargo"] == "unit" else ""}
            writer.edit("shipment.add", [create(row.key, **named)], seat=str(fields["side"]))


def put_to_sea(game: Campaign, side: str) -> None:
    """A group of a side at sea, with a unit in it; both go by its word."""
    from bench.campaign import table_viewer
    from navalassist.engine import create
    from navalassist.play.write.transaction import writing
    from navalassist.taskforces.models import NavalGroup, TaskForce

    named = {"side": side, "name": SECRETS[side]}
    group = create(f"group:{side}", **NavalGroup.new_facts(**named, place="hex:26:2612", zone="central-med"))
    unit = create(f"task-force:{side}", **TaskForce.new_facts(**named, strength=3, place=f"group:{side}"))
    with writing(table_viewer(game)) as writer:
        writer.edit("group.form", [group, unit], seat=side, title=f"{SECRETS[side]} formed")


def secret() -> None:
    """Each side of the closed campaign changes its unit at sea, so that its word stands among the newest entries."""
    from bench.campaign import table_viewer
    from navalassist.campaigns.models import Campaign
    from navalassist.engine import Set
    from navalassist.play.write.transaction import writing

    with writing(table_viewer(Campaign.objects.get(slug=CLOSED))) as writer:
        for side, word in SECRETS.items():
            strength = f"task-force:{side}.strength"
            changed = Set(strength, 7 - writer.state.values[strength])
            writer.edit("unit.change", [changed], seat=side, title=f"{word} changed")


def main() -> None:
    """Until nobody asks any more."""
    import django

    django.setup()
    does: dict[str, Callable[..., Any]] = {"table": table, "secret": secret, "act": act}
    for line in sys.stdin:
        word, *number = line.split()
        print(json.dumps(does[word](*map(int, number))), flush=True)


if __name__ == "__main__":
    main()
