"""`manage.py person …`: the accounts of a club, for whoever sits at the machine itself."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.keeping.ready import tell
from navalassist.play.people import accounts, seats
from navalassist.play.write.transaction import writing
from navalassist.seats.models import ADMINISTRATOR, Account, Seat


class Command(BaseCommand):
    help = "Makes, lists and deletes the accounts of a club, sets passwords and gives seats."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        add = what.add_parser("add", help="make an account; the password is asked for, or read from standard input")
        add.add_argument("name")
        add.add_argument("--administrator", action="store_true", help="may look after all accounts")
        for word, text in (
            ("password", "set a new password; all sessions of this person end"),
            ("remove", "delete a person; campaigns and logs stay, under a neutral name"),
        ):
            what.add_parser(word, help=text).add_argument("name")
        seat = what.add_parser("seat", help="give a seat of a campaign: seat NAME axis mediterranean-1941")
        for word in ("name", "seat", "campaign"):
            seat.add_argument(word)
        what.add_parser("list", help="list the accounts and their seats")

    def handle(self, *args: Any, what: str, **given: Any) -> None:
        tell(self.stdout.write)
        try:
            getattr(self, f"_{what}")(**given)
        except (accounts.PersonRefused, seats.SeatRefused) as error:
            raise CommandError(str(error)) from None

    def _add(self, name: str, administrator: bool, **_: Any) -> None:
        account = accounts.add(name, _password(), administrator=administrator)
        self.stdout.write(f"{account.actor.name} can log in now.")

    def _password(self, name: str, **_: Any) -> None:
        user = _user(name)
        accounts.new_password(user, _password())
        accounts.forget_failures(user)
        self.stdout.write("The new password holds; every session of this person has ended.")

    def _remove(self, name: str, **_: Any) -> None:
        accounts.remove(_user(name))
        self.stdout.write(f"{name} is deleted. The campaigns stay as they are.")

    def _seat(self, name: str, seat: str, campaign: str, **_: Any) -> None:
        found = Campaign.objects.filter(slug=campaign).first()
        if found is None:
            raise CommandError(f"There is no campaign {campaign!r}.")
        actor = _user(name).account.actor
        with writing(Viewer(found, ADMINISTRATOR, accounts.NOBODY)) as writer:
            seats.give(writer, actor, seat)
        self.stdout.write(f"{actor.name} holds the {seat} seat in {found.name}.")

    def _list(self, **_: Any) -> None:
        held: dict[int, list[str]] = {}
        for seat in Seat.objects.held().select_related("campaign"):
            held.setdefault(seat.actor_id, []).append(f"{seat.seat} in {seat.campaign.slug}")
        for account in Account.objects.select_related("user", "actor").order_by("user__username"):
            marks = [*(["administrator"] if account.user.is_staff else [])]
            marks += [] if account.user.is_active else ["closed"]
            self.stdout.write(", ".join([account.actor.name, *marks, *held.get(account.actor_id, [])]))


def _user(name: str) -> User:
    found = User.objects.select_related("account__actor").filter(username=accounts.login_name(name)).first()
    if found is None:
        raise CommandError(f"There is no account {name!r}; manage.py person list  shows them.")
    return found


def _password() -> str:
    """From the terminal, twice; from a pipe, one line."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first = getpass("Password: ")
    if first != getpass("The same again: "):
        raise CommandError("The two passwords are not the same. Nothing was done.")
    return first
