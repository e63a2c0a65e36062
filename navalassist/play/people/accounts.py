"""Accounts of a club: made, closed, deleted, given a new password. What bears on a campaign is an entry in it.

A name is what a person logs in with and what others read. The log knows only the actor's opaque identity, so that
a deleted person leaves every campaign whole behind them, under a neutral name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256

from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Actor, Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine.reader import Unknown
from navalassist.play.people import seats
from navalassist.play.people.access import tell
from navalassist.play.people.appointments import appoint
from navalassist.play.write.submissions import together
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import NotYours
from navalassist.review.models import Bookmark, LastLook
from navalassist.seats.models import ADMINISTRATOR, MEMBER, Account, Invitation, ResetLink, Seat, Session
from navalassist.seats.sessions import end_sessions
from navalassist.seats.throttle import forget_the_future
from navalassist.sqlite import write_lock

NAME_LENGTH = 60
# Longer than where a person logged in is asked for (seats.throttle).
KEPT_FOR = timedelta(days=90)
PASSWORD_LENGTH = 200


class PersonRefused(Exception):
    """An account that is not to be made or changed so: a sentence for the page, and the field to blame."""

    def __init__(self, text: str, about: str = "") -> None:
        super().__init__(text)
        self.about = about


def plain_name(typed: str) -> str:
    """A name as it is shown: in one line, in the usual form of its letters."""
    text = unicodedata.normalize("NFKC", typed)
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def login_name(typed: str) -> str:
    """By what an account is found: capital and small letters are the same, since tablets begin with capitals."""
    return unicodedata.normalize("NFKC", plain_name(typed).casefold())[:150]


def add(name: str, password: str, *, administrator: bool = False, by: Actor | None = None) -> Account:
    """A new account. PersonRefused where the name is taken or the password is weak.

    by: who makes them an administrator; None at the machine itself.
    """
    shown = _free_name(name)
    user = User(username=login_name(shown), is_staff=administrator)
    _set_password(user, password)
    with together():
        # Looked at again in the lock: two people may have typed the same name in the same moment.
        _free_name(name)
        user.save()
        account = Account.objects.create(user=user, actor=Actor.objects.create(name=shown))
        if administrator:
            appoint(account.actor, by)
        return account


def _check_administrator(by: User) -> None:
    """NotYours for anybody but an administrator whose account is open now."""
    if not seats.looks_after_club(str(by.account.actor.identity)):
        raise NotYours(ADMINISTRATOR)


def invite(kind: str, by: User) -> tuple[Invitation, str]:
    """An administrator's invitation to the club itself, and its code. kind: MEMBER or ADMINISTRATOR. NotYours."""
    with together():
        _check_administrator(by)
        return seats.new_invitation(ADMINISTRATOR if kind == ADMINISTRATOR else MEMBER, by.account.actor)


def revoke(key: int, by: User) -> None:
    """Take an open invitation to the club back. NotYours, SeatRefused where there is none that is open."""
    with together():
        _check_administrator(by)
        if not _open_to_club().filter(pk=key, expires__gt=timezone.now()).update(revoked=timezone.now()):
            raise seats.SeatRefused(seats.NO_INVITATION)


def _open_to_club() -> QuerySet[Invitation]:
    """Invitations to the club itself that were neither used nor taken back."""
    return Invitation.objects.filter(campaign=None, used=None, revoked=None)


def first_code() -> str:
    """The code by which a new club's first administrator comes in; '' where there is an administrator.

    It is printed on the terminal of the server and nowhere else. An older one holds no more.
    """
    if User.objects.filter(is_staff=True, is_active=True).exists():
        return ""
    with together():
        _open_to_club().filter(made_by=None, seat=ADMINISTRATOR).update(revoked=timezone.now())
        return seats.new_invitation(ADMINISTRATOR, None)[1]


def join(code: str, name: str, password: str) -> Account:
    """A new account by an invitation, which is used up. PersonRefused, SeatRefused."""
    with together():
        invitation = seats.open_invitation(code)
        administrator = invitation.campaign is None and invitation.seat == ADMINISTRATOR
        account = add(name, password, administrator=administrator, by=invitation.made_by)
        if invitation.campaign is None:
            now = timezone.now()
            Invitation.objects.filter(pk=invitation.pk).update(used=now, used_by=account.actor)
        else:
            seats.accept(code, account.actor)
        return account


def become_administrator(code: str, user: User) -> None:
    """Use an administrator's invitation up with an account that is there already. SeatRefused."""
    with together():
        invitation = seats.open_invitation(code)
        if invitation.campaign is not None or invitation.seat != ADMINISTRATOR or user.is_staff:
            raise seats.SeatRefused("This invitation is for somebody who has no account here yet.")
        _promote(user, user)
        appoint(user.account.actor, invitation.made_by)
        Invitation.objects.filter(pk=invitation.pk).update(used=timezone.now(), used_by=user.account.actor)


def _free_name(typed: str) -> str:
    name = plain_name(typed)
    if not name:
        raise PersonRefused("Name: type the name that the others know you by.", "name")
    if len(name) > NAME_LENGTH:
        raise PersonRefused(f"Name: at most {NAME_LENGTH} characters, this has {len(name)}.", "name")
    if User.objects.filter(username=login_name(name)).exists():
        raise PersonRefused("Name: somebody here has this name already. Choose another, or log in.", "name")
    return name


def _set_password(user: User, password: str) -> None:
    if len(password) > PASSWORD_LENGTH:
        raise PersonRefused(f"Password: at most {PASSWORD_LENGTH} characters.", "password")
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise PersonRefused("Password: " + " ".join(error.messages), "password") from None
    user.set_password(password)


def new_password(user: User, password: str) -> None:
    """Set a password; every session of this person but the one that asks ends by it. PersonRefused where it is weak."""
    _set_password(user, password)
    with write_lock():
        user.save(update_fields=["password"])
    end_sessions(user.pk)


def forget_failures(user: User) -> None:
    """Wrong passwords that were tried before a new one was set no longer count."""
    with write_lock():
        AccessAttempt.objects.filter(username=user.username).delete()


def came(user: User) -> None:
    """A login is an entry, for the moderators, in every campaign in which the person holds a seat."""
    _tell_campaigns(user, user.account.actor, "person.login", chain=MODERATOR)


def new_reset(user: User, by: User) -> str:
    """The code of a link to a new password for somebody. It holds for a day, and until the password changes, the person
    logs in, or `by` may no longer make one. NotYours.

    That it was made is an entry that everybody may read: with it somebody could come in another's name.
    """
    with together():
        if not may_reset(user, User.objects.get(pk=by.pk)):
            raise NotYours(MODERATOR)
        token = default_token_generator.make_token(user)
        made = {"made_by": by, "made": timezone.now()}
        ResetLink.objects.update_or_create(digest=_digest(user, token), defaults={"user": user, **made})
        _tell_campaigns(user, by.account.actor, "person.reset", right_of=by)
    return f"{urlsafe_base64_encode(force_bytes(user.pk))}.{token}"


def _digest(user: User, token: str) -> str:
    return sha256(f"{user.pk} {token}".encode()).hexdigest()


def user_of_reset(who: str, token: str) -> User | None:
    """For whom a link to a new password is, while it holds."""
    try:
        user = User.objects.select_related("account__actor").get(pk=int(urlsafe_base64_decode(who)), is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    if not default_token_generator.check_token(user, token):
        return None
    link = ResetLink.objects.select_related("made_by").filter(digest=_digest(user, token)).first()
    return user if link is not None and may_reset(user, link.made_by) else None


def reset(who: str, token: str, password: str) -> User | None:
    """Set a new password by a link; None where it holds no more. PersonRefused where the password is weak."""
    with together():
        user = user_of_reset(who, token)
        if user is not None:
            new_password(user, password)
            forget_failures(user)
    return user


def stop(user: User, by: User) -> None:
    """Close an account for a while: its sessions end and its open links are taken back, its seats stay.

    NotYours, PersonRefused for the last administrator.
    """
    with together():
        _check_administrator(by)
        _not_the_last_administrator(user)
        User.objects.filter(pk=user.pk).update(is_active=False)
        _end_sessions(user)
        _take_links_back(user, by)
        _tell_campaigns(user, by.account.actor, "person.stop", right_of=by)


def resume(user: User, by: User) -> None:
    """Open a closed account again. NotYours."""
    with together():
        _check_administrator(by)
        User.objects.filter(pk=user.pk).update(is_active=True)
        _tell_campaigns(user, by.account.actor, "person.resume", right_of=by)


def make_administrator(user: User, by: User) -> None:
    """Let a person look after the club's accounts; who plays with them reads it in the log. NotYours."""
    with together():
        _check_administrator(by)
        _promote(user, by)
        appoint(user.account.actor, by.account.actor)


def _promote(user: User, by: User) -> None:
    User.objects.filter(pk=user.pk).update(is_staff=True)
    _tell_campaigns(user, by.account.actor, "person.promote", right_of=by)


def remove(user: User, by: User | None = None) -> None:
    """Delete a person, by own wish (`by` is themselves) or by an administrator (None: at the machine itself).

    Seats and sessions end, open links are taken back, the name goes; campaigns and logs stay as they are.
    NotYours; PersonRefused for the last administrator; SeatRefused for the last moderator where others play.
    """
    own = by is not None and by.pk == user.pk
    with together():
        if by is not None and not own:
            _check_administrator(by)
        found = User.objects.select_related("account__actor").filter(pk=user.pk).first()
        if found is None:
            raise PersonRefused("This account has been deleted already.")
        user, actor = found, found.account.actor
        _not_the_last_administrator(user)
        for tenure in _held_by(actor):
            viewer = _in_the_right_of(tenure.campaign, by, tenure.seat if own else ADMINISTRATOR)
            with writing(viewer) as writer:
                seats.end(writer, tenure)
        User.objects.filter(pk=user.pk).update(is_active=False)
        _take_links_back(user, by)
        _end_sessions(user)
        for model in (AccessAttempt, AccessLog):
            model.objects.filter(username=user.username).delete()
        for marked in (Bookmark, LastLook):
            marked.objects.filter(actor=actor.identity).delete()
        Actor.objects.filter(pk=actor.pk).update(name="")
        user.delete()


def _take_links_back(user: User, by: User | None) -> None:
    """With a closed account go its open invitations, of campaigns and of the club, and the links that it made.

    They would be refused while it is closed; they are not to hold again where it is opened.
    """
    actor = user.account.actor
    _open_to_club().filter(made_by=actor).update(revoked=timezone.now())
    ResetLink.objects.filter(made_by=user).delete()
    invited = {found.campaign_id: found.campaign for found in seats.open_of(actor) if found.campaign is not None}
    for _, campaign in sorted(invited.items()):
        right = MODERATOR if by is not None and by.pk == user.pk else _right_in(campaign, by)
        with suppress(Unknown), writing(_in_the_right_of(campaign, by, right)) as writer:
            seats.take_back(writer, actor, right)


def _held_by(actor: Actor) -> Iterable[Seat]:
    """A person's seats: campaigns in one order, so that two never wait crosswise; in each the moderator's last."""
    found = Seat.objects.held().filter(actor=actor).select_related("campaign", "actor")
    return sorted(found, key=lambda tenure: (tenure.campaign_id, tenure.seat == MODERATOR))


def _in_the_right_of(campaign: Campaign, user: User | None, seat: str) -> Viewer:
    return Viewer(campaign, seat, str(user.account.actor.identity) if user else NOBODY)


NOBODY = seats.NOBODY


def _tell_campaigns(user: User, actor: Actor, act: str, *, chain: str = PUBLIC, right_of: User | None = None) -> None:
    """An entry in every campaign in which this person holds a seat."""
    campaigns: dict[int, tuple[Campaign, str]] = {}
    for tenure in _held_by(user.account.actor):
        campaigns.setdefault(tenure.campaign_id, (tenure.campaign, tenure.seat))
    for campaign, seat in campaigns.values():
        right = seat if right_of is None or right_of.pk == user.pk else _right_in(campaign, right_of)
        # A campaign of a rule system that is no longer installed can't be written to, and must keep nobody out.
        with suppress(Unknown), writing(Viewer(campaign, right, str(actor.identity))) as writer:
            tell(writer, act, chain=chain, person=str(user.account.actor.identity))


def _right_in(campaign: Campaign, user: User | None) -> str:
    found = Seat.objects.held().of_user(user.pk if user else None).filter(campaign=campaign, seat=MODERATOR)
    return MODERATOR if found.exists() else ADMINISTRATOR


def _not_the_last_administrator(user: User) -> None:
    """Asked within `together`: of two who close each other at once one finds that they are the last."""
    administrators = set(User.objects.filter(is_staff=True, is_active=True).values_list("pk", flat=True))
    if administrators == {user.pk}:
        raise PersonRefused("This is the club's last administrator. Make somebody else one first.")


def _end_sessions(user: User) -> None:
    """What is kept of a person's sessions goes; without the account or with a new password they were void anyway."""
    end_sessions(user.pk)


def tidy() -> None:
    """Take away sessions that are over, and notes of logins and wrong passwords that nothing looks at any more."""
    forget_the_future(timezone.now())
    long_ago = timezone.now() - KEPT_FOR
    with write_lock():
        Session.objects.filter(expire_date__lte=timezone.now()).delete()
        ResetLink.objects.filter(made__lt=timezone.now() - timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)).delete()
        for model in (AccessAttempt, AccessLog):
            model.objects.filter(attempt_time__lt=long_ago).delete()


def may_reset(user: User, by: User) -> bool:
    """May `by` make a link for a new password of this person?

    An administrator may. A moderator may where all that the person could do with it is in campaigns that they moderate:
    whoever makes the link could use it themselves. Asked again when the link is used.
    """
    if not by.is_active:
        return False
    if by.is_staff:
        return True
    if user.is_staff:
        return False
    moderated = Seat.objects.held().of_user(by.pk).filter(seat=MODERATOR).values_list("campaign", flat=True)
    held = set(Seat.objects.held().of_user(user.pk).values_list("campaign", flat=True))
    return bool(held) and held <= set(moderated)
