"""The only code that changes seats and invitations. Each change and its entry are one transaction.

A campaign's moderator may give and end its seats, and so may a club administrator; anybody may leave or hand over their
own. A seat is given and ended, never rewritten, so that both tenures stay to be read. Who may do what is asked here,
whatever a page offers, and of an invitation again when it is used.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Actor, Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER, Viewer
from navalassist.play.people.access import tell
from navalassist.play.people.umpires import has_read_the_other
from navalassist.play.systems import System
from navalassist.play.write.transaction import writing
from navalassist.play.write.writer import NotYours, Writer
from navalassist.seats.models import ADMINISTRATOR, Invitation, Seat, digest_of, new_code

OPEN_FOR = timedelta(days=14)


class SeatRefused(Exception):
    """A change of seats that is not to be, in a sentence for the page."""


def seats_of(system: System) -> tuple[str, ...]:
    """The seats that a campaign has: each side, the moderator's, the observers'."""
    return (*system.sides, MODERATOR, OBSERVER)


def may_manage(viewer: Viewer) -> bool:
    """May this person give and end the seats of others?"""
    return viewer.seat == ADMINISTRATOR or MODERATOR in viewer.seats


def acting(writer: Writer) -> str:
    """The seat in whose right seats are managed. NotYours for anybody else."""
    viewer = writer.viewer
    # Asked of the database, now that nobody else writes: they may have been put out since the request began.
    if viewer.seat == ADMINISTRATOR:
        if not looks_after_club(viewer.actor):
            raise NotYours(ADMINISTRATOR)
        return ADMINISTRATOR
    if not may_manage(viewer) or not _moderates(viewer.actor, viewer.campaign):
        raise NotYours(MODERATOR)
    return MODERATOR


# Who sits at the machine itself has no account, and the log says so.
NOBODY = "00000000-0000-0000-0000-000000000000"


def looks_after_club(actor: str) -> bool:
    """Is it an administrator whose account is open, or whoever sits at the machine itself?"""
    administrators = User.objects.filter(is_staff=True, is_active=True, account__actor__identity=actor)
    return actor == NOBODY or administrators.exists()


def _moderates(actor: str, campaign: Campaign | None) -> bool:
    held = Seat.objects.held().filter(campaign=campaign, seat=MODERATOR, actor__identity=actor)
    return campaign is not None and held.exists()


def give(writer: Writer, person: Actor, seat: str) -> Seat:
    """Give a person a seat. NotYours, SeatRefused."""
    return _begin(writer, "seat.give", person, seat, acting(writer))


def end(writer: Writer, tenure: Seat) -> Entry:
    """End a tenure: by the person themselves, or by who may manage seats. NotYours, SeatRefused."""
    tenure = _still_held(writer, tenure)
    return _end(writer, tenure, "seat.end", _right_over(writer, tenure))


def hand_over(writer: Writer, tenure: Seat, to: Actor) -> Seat:
    """Pass a seat on to another person: one tenure ends and the next begins. NotYours, SeatRefused."""
    tenure = _still_held(writer, tenure)
    return _hand_over(writer, tenure, to, _right_over(writer, tenure))


def found(campaign: Campaign, actor: Actor) -> Seat:
    """Whoever makes a campaign becomes its moderator. NotYours where anybody holds or held a seat of it."""
    with writing(Viewer(campaign, MODERATOR, str(actor.identity))) as writer:
        if Seat.objects.filter(campaign=campaign).exists():
            raise NotYours(MODERATOR)
        return _begin(writer, "seat.give", actor, MODERATOR, MODERATOR)


def invite(writer: Writer, seat: str) -> tuple[Invitation, str]:
    """A moderator's new invitation for a seat, and its code, which is kept nowhere. NotYours, SeatRefused."""
    _known_seat(writer, seat)
    return _invite(writer, seat, _moderator(writer))


def offer(writer: Writer, tenure: Seat) -> tuple[Invitation, str]:
    """A new invitation to take over a seat, the own or as a moderator another's. NotYours, SeatRefused."""
    tenure = _still_held(writer, tenure)
    right = tenure.seat if _is_own(writer, tenure.actor) else _moderator(writer)
    return _invite(writer, tenure.seat, right, tenure)


def _invite(writer: Writer, seat: str, right: str, hands_over: Seat | None = None) -> tuple[Invitation, str]:
    invitation, code = new_invitation(seat, _actor(writer), writer.viewer.campaign, hands_over)
    outgoing = str(hands_over.actor.identity) if hands_over else ""
    tell(writer, "invite.make", seat=right, invited_to=seat, invitation=invitation_mark(invitation), outgoing=outgoing)
    return invitation, code


def _moderator(writer: Writer) -> str:
    """An administrator names moderators, and they invite: an invitation depends on the right of who made it."""
    if acting(writer) != MODERATOR:
        raise NotYours(MODERATOR)
    return MODERATOR


def revoke(writer: Writer, invitation: Invitation) -> None:
    """Take an open invitation back: by whoever made it, or by who may manage seats. NotYours, SeatRefused."""
    found = INVITATIONS.filter(pk=invitation.pk, campaign=writer.viewer.campaign).first()
    if found is None:
        raise SeatRefused(NO_INVITATION)
    own = found.made_by is not None and _is_own(writer, found.made_by)
    right = writer.viewer.seat if own and not may_manage(writer.viewer) else acting(writer)
    _not_over(found)
    _revoke(writer, found, right)


def _revoke(writer: Writer, invitation: Invitation, right: str) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(revoked=timezone.now())
    tell(writer, "invite.revoke", seat=right, invited_to=invitation.seat, invitation=invitation_mark(invitation))


def take_back(writer: Writer, actor: Actor, right: str) -> None:
    """Take back what a person left open in this campaign and lost the right to: they may have kept one.

    Even where nobody did, such an invitation is refused when it is used; but they may be given their right again.
    """
    for invitation in open_of(actor).filter(campaign=writer.viewer.campaign):
        if not still_rightful(invitation):
            _revoke(writer, invitation, right)


def open_of(actor: Actor) -> QuerySet[Invitation]:
    """The invitations that a person made and that were neither used nor taken back, and are not too old."""
    return INVITATIONS.filter(made_by=actor, used=None, revoked=None, expires__gt=timezone.now()).order_by("id")


def accept(code: str, person: Actor) -> Seat:
    """Use an invitation up: the person gets the seat. SeatRefused where it is none, used, revoked or too old."""
    first = open_invitation(code)
    if first.campaign is None:
        raise SeatRefused(NO_INVITATION)
    with writing(Viewer(first.campaign, first.seat, str(person.identity))) as writer:
        # Read again now that nobody else writes to this campaign: of two taps one finds it used.
        invitation = open_invitation(code)
        tell(
            writer,
            "invite.use",
            seat=invitation.seat,
            invited_to=invitation.seat,
            invitation=invitation_mark(invitation),
        )
        Invitation.objects.filter(pk=invitation.pk).update(used=timezone.now(), used_by=person)
        if invitation.hands_over is None:
            seat = _begin(writer, "seat.give", person, invitation.seat, invitation.seat, given_by=invitation.made_by)
        else:
            seat = _hand_over(writer, invitation.hands_over, person, invitation.seat)
    return seat


INVITATIONS = Invitation.objects.select_related("campaign", "made_by", "hands_over__actor")
NO_INVITATION = "There is no such invitation. Look at the code again, or ask for a new one."


def open_invitation(code: str) -> Invitation:
    """The invitation of a code. SeatRefused where it is none, over, or its maker has lost the right to it."""
    invitation = INVITATIONS.filter(digest=digest_of(code)).first()
    if invitation is None:
        raise SeatRefused(NO_INVITATION)
    still_open(invitation)
    return invitation


def still_open(invitation: Invitation) -> None:
    """SeatRefused where an invitation is over, or whoever made it has lost the right to it."""
    _not_over(invitation)
    if invitation.hands_over is not None and invitation.hands_over.until is not None:
        raise SeatRefused(
            "The seat was to be handed over by somebody who no longer holds it. Ask for a new invitation."
        )
    if not still_rightful(invitation):
        raise SeatRefused("Whoever made this invitation may no longer invite. Ask for a new one.")


def _not_over(invitation: Invitation) -> None:
    match invitation.condition(timezone.now()):
        case "used":
            raise SeatRefused("This invitation has been used. It was for one person; ask for a new one.")
        case "revoked":
            raise SeatRefused("This invitation was taken back. Ask for a new one.")
        case "expired":
            raise SeatRefused("This invitation is too old. Ask for a new one.")


def still_rightful(invitation: Invitation) -> bool:
    """Could whoever made an invitation make it now? Asked when it is used: a link outlives a closed account.

    To the club an administrator invites, to a seat a moderator, and anybody to their own. Without a maker it is that of
    the machine itself, for the first administrator.
    """
    maker, tenure = invitation.made_by, invitation.hands_over
    if maker is None:
        return True
    if invitation.campaign is None:
        return looks_after_club(str(maker.identity))
    if not User.objects.filter(is_active=True, account__actor=maker).exists():
        return False
    if tenure is not None and tenure.actor_id == maker.pk:
        return tenure.until is None
    return _moderates(str(maker.identity), invitation.campaign)


def invitation_mark(invitation: Invitation) -> str:
    """What the log calls an invitation: enough of its hash to tell it from others."""
    return invitation.digest[:12]


def new_invitation(
    seat: str, made_by: Actor | None, campaign: Campaign | None = None, hands_over: Seat | None = None
) -> tuple[Invitation, str]:
    """The row of a new invitation, and its code."""
    code, now = new_code(), timezone.now()
    invitation = Invitation.objects.create(
        digest=digest_of(code),
        campaign=campaign,
        seat=seat,
        hands_over=hands_over,
        made_by=made_by,
        made=now,
        expires=now + OPEN_FOR,
    )
    return invitation, code


def _begin(
    writer: Writer,
    act: str,
    person: Actor,
    seat: str,
    right: str,
    *,
    after: Seat | None = None,
    given_by: Actor | None = None,
) -> Seat:
    _known_seat(writer, seat)
    campaign = writer.viewer.campaign
    if Seat.objects.held().filter(campaign=campaign, seat=seat, actor=person).exists():
        raise SeatRefused("That person holds this seat already.")
    if has_read_the_other(writer, person, seat):
        raise SeatRefused(HAS_READ)
    outgoing = str(after.actor.identity) if after else ""
    entry = tell(writer, act, seat=right, person=str(person.identity), held_seat=seat, outgoing=outgoing)
    return Seat.objects.create(
        campaign=campaign,
        seat=seat,
        actor=person,
        since=entry.time,
        given_by=given_by or _actor(writer),
        after=after,
        entry=entry.reference,
    )


HAS_READ = (
    "That person has read the other side's secrets or plays that side, and takes no seat of this one while the "
    "campaign is closed. A moderator may tap for a side that nobody plays."
)


def _hand_over(writer: Writer, tenure: Seat, to: Actor, right: str) -> Seat:
    if tenure.actor_id == to.pk:
        raise SeatRefused("The seat can only be handed over to somebody else.")
    seat = _begin(writer, "seat.hand-over", to, tenure.seat, right, after=tenure, given_by=tenure.actor)
    _close(writer, tenure, seat.entry, right)
    return seat


def _end(writer: Writer, tenure: Seat, act: str, right: str) -> Entry:
    others = Seat.objects.held().filter(campaign=tenure.campaign_id).exclude(pk=tenure.pk)
    last = tenure.seat == MODERATOR and not others.filter(seat=MODERATOR).exists()
    if last and others.exclude(actor=tenure.actor_id).exists():
        raise SeatRefused(LAST_MODERATOR)
    entry = tell(writer, act, seat=right, person=str(tenure.actor.identity), held_seat=tenure.seat)
    _close(writer, tenure, entry.reference, right)
    return entry


LAST_MODERATOR = (
    "The last moderator cannot leave while others play. Hand the seat over, or give it to somebody else first."
)


def _close(writer: Writer, tenure: Seat, entry: str, right: str) -> None:
    Seat.objects.filter(pk=tenure.pk).update(until=timezone.now(), ended_by=_actor(writer), end_entry=entry)
    take_back(writer, tenure.actor, right)


def _right_over(writer: Writer, tenure: Seat) -> str:
    """The right in which a tenure is ended or handed over: the person's own seat, or that of who manages seats."""
    own = _is_own(writer, tenure.actor) and writer.viewer.seat != ADMINISTRATOR
    return tenure.seat if own else acting(writer)


def _is_own(writer: Writer, actor: Actor) -> bool:
    return str(actor.identity) == writer.viewer.actor


def _still_held(writer: Writer, tenure: Seat) -> Seat:
    found = Seat.objects.held().select_related("actor").filter(pk=tenure.pk, campaign=writer.viewer.campaign).first()
    if found is None:
        raise SeatRefused("That seat is no longer held by that person.")
    return found


def _known_seat(writer: Writer, seat: str) -> None:
    if seat not in seats_of(writer.system):
        raise SeatRefused("This campaign has no such seat.")


def _actor(writer: Writer) -> Actor | None:
    return Actor.objects.filter(identity=writer.viewer.actor).first()
