"""What is said of an entry elsewhere: disputes, questions and proposals in words, and who cites whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry, Tagged
from navalassist.auditlog.payloads import with_payloads
from navalassist.auditlog.tags import number
from navalassist.desk.at import At
from navalassist.desk.logbook.follow_ups import DONE
from navalassist.desk.logbook.log import entries_of
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.record import Body
from navalassist.play.state import State
from navalassist.review.models import UPHELD

# Acts of kind `dispute`, as the log calls them.
SPOKEN = {
    "dispute.raise": "Dispute raised",
    "dispute.argue": "Argument",
    "dispute.rule": "Ruling",
    "dispute.acknowledge": "Ruling acknowledged",
    "dispute.withdraw": "Dispute withdrawn",
    "question.ask": "Question to the moderator",
    "question.answer": "The moderator's answer",
    "question.read": "Answer read",
    "question.drop": "Question withdrawn",
    "correction.propose": "Correction proposed",
    "correction.accept": "Consent to a correction",
    "correction.refuse": "Correction refused",
    "correction.withdraw": "Proposal withdrawn",
}
SHORT = 160
MOST = 30


@dataclass(frozen=True)
class Choice:
    """What was chosen for an entry that had read what a correction changed."""

    url: str
    word: str
    how: str
    why: str


def words_of(body: Body) -> tuple[str, str, str]:
    """Title, detail and result of an entry of kind `dispute`."""
    act = str(body.get("act", ""))
    about = [reference for reference in cited(body) if "/" in reference]
    detail = ", ".join(entry_word(reference) for reference in about[:2])
    said = str(body.get("text") or body.get("question") or body.get("answer") or body.get("note") or "")
    if act == "dispute.rule":
        verdict = "upheld" if body.get("verdict") == UPHELD else "rejected"
        said = f"{verdict}: {body.get('ruling', '')}"
    return SPOKEN.get(act, "A matter for the moderator"), detail, said if len(said) <= SHORT else f"{said[:SHORT]} …"


def sheet_url(body: Body, state: State) -> str:
    """The page of the dispute, question or proposal that an entry is of; '' where it is gone or for other eyes."""
    below = {"dispute": "", "question": "questions/", "proposal": "proposals/"}
    keys = [f"dispute:{body['dispute']}"] if body.get("dispute") else []
    keys += [str(effect["key"]).partition(".")[0] for effect in body.get("effects", ())]
    for kind, _, key in (row.partition(":") for row in keys):
        if kind in below and state.row(f"{kind}:{key}"):
            return f"/c/{state.campaign.slug}/disputes/{below[kind]}{key}/"
    return ""


def cited(body: Body) -> list[str]:
    """The references that an entry of kind `dispute` names."""
    about = [str(one) for one in body.get("about", ())]
    return list(dict.fromkeys([*([str(body["disputes"])] if body.get("disputes") else []), *about]))


def choices_of(body: Body, state: State) -> list[Choice]:
    """What a correction says of the entries that had read what it changed."""
    return [
        Choice(entry_url(state, reference), entry_word(reference), DONE.get(way, way), why)
        for reference, way, why in body.get("settled", ())
    ]


def speaking_of(here: At, entry: Entry) -> list[Entry]:
    """The entries that cite one: disputes, corrections that chose what becomes of it, what makes up for it.

    An input that was taken back speaks of nothing any more.
    """
    identity = str(here.campaign.identity)
    tags = [number(identity, audience, f"cites:{entry.reference}") for audience in sorted(here.viewer.audiences)]
    keys = Tagged.objects.filter(tag__in=tags).values("entry_id")
    found = with_payloads(entries_of(here).filter(pk__in=keys).order_by("id")[:MOST])
    undone = entries_of(here).correcting([one.reference for one in found]).filter(kind="undo")
    gone = set(undone.values_list("corrects", flat=True))
    return [one for one in found if not (one.kind == "edit" and one.reference in gone)]


def told_of(body: Mapping[str, Any], reference: str) -> str:
    """How an entry that cites another one speaks of it: `kept as it is: …`; '' where its own line says it."""
    for one, way, why in body.get("settled", ()):
        if one == reference:
            return f"{DONE.get(way, way)}{f': {why}' if why else ''}"
    if body.get("strikes") == reference:
        return "strikes it out"
    return "makes up for it" if body.get("compensates") == reference else ""
