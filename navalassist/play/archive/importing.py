"""A campaign made of an archive: all or nothing, with an identity of its own, its whole log kept, and a fork said.

The entries are taken over as they stand. The state is made anew as the sum of their effects, and the new campaign is
checked like any other before anything of it stays: what does not verify is not imported. All of that is done in a
scratch database, while the club plays on. Only what is sound is copied into the club's, and only for that others wait.
"""

from __future__ import annotations

import io
import json
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DatabaseError, DataError, IntegrityError, OperationalError, connection, transaction
from django.db.models import Field, Model
from django.utils.text import slugify

from navalassist.auditlog.fold import Fold, moves_of
from navalassist.auditlog.models import Chain, Entry, Payload, Seed, short_code
from navalassist.campaigns.facts import PUBLIC, FactRow, fact_models
from navalassist.campaigns.models import Campaign, FactHistory, TableVersion
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.play.archive.copying import copy
from navalassist.play.archive.forking import fork_chain
from navalassist.play.archive.scratch import here, scratch, within
from navalassist.play.archive.shapes import Unfit, short
from navalassist.play.archive.unpack import Archive, Taken
from navalassist.play.checks.verify import Report, check_campaign
from navalassist.play.dice.server import commitment
from navalassist.play.storage.bodies import joined, rows_for
from navalassist.play.storage.forks import FORK
from navalassist.play.storage.index import rebuild
from navalassist.play.storage.rows import BODY_COLUMNS, entry_row
from navalassist.play.storage.tables import earlier_texts, parsed, versioned_texts
from navalassist.play.systems import SYSTEMS
from navalassist.play.write.submissions import together
from navalassist.play.write.transaction import writing
from tables import TableError

BATCH = 500
SLUG_LENGTH = 60
Work = Callable[..., Any]


@dataclass(frozen=True)
class Imported:
    """What was made of an archive, or would be. report: of the check; heads: audience -> number and code."""

    campaign: Campaign
    report: Report
    clock: tuple[str, str, str]
    heads: dict[str, tuple[int, str]]
    entries: int
    tables: int
    again: bool


@dataclass
class _Sum:
    """What the log comes to: the state, and the dice that were bound and opened. audiences: those that have a chain."""

    fold: Fold
    audiences: Collection[str]
    chains: dict[str, tuple[int, str]] = field(default_factory=dict)
    bound: dict[tuple[str, str], str] = field(default_factory=dict)
    opened: dict[tuple[str, str], bytes] = field(default_factory=dict)
    versions: dict[tuple[str, str], None] = field(default_factory=dict)
    # Texts of tables that players typed: the log holds them whole.
    typed: dict[tuple[str, str], str] = field(default_factory=dict)
    entries: int = 0


class _OnlyTried(Exception):
    """Takes back what was tried."""


@dataclass(frozen=True)
class Prepared:
    """A campaign as it was made of an archive in a scratch database, and checked there."""

    place: Path
    made: Imported

    def keep(self, slug: str = "") -> Imported:
        """Copy it into the club's database, within the transaction that is under way. Unfit where it is not sound.

        slug: the campaign's address, left out one after its name.
        """
        if not self.made.report.sound:
            raise Unfit(f"The log is not sound: {self.made.report.faults[0]}. Nothing was imported.")
        try:
            campaign = copy(self.place, (lambda _: slug) if slug else free_slug)
        except (DataError, IntegrityError) as error:
            raise _not_storable(error) from None
        return replace(self.made, campaign=campaign)


@contextmanager
def prepared(archive: Archive, actor: str, submission: str = "", work: Work = here) -> Iterator[Prepared]:
    """Make the campaign of an archive apart from the club's database, and check it. Unfit; Busy where another is made.

    actor: who imports it; nothing in the file makes anybody someone. submission: the key of the form that asked for it.
    work: what carries a function out, `scratch.apart` for a process of its own.
    """
    with scratch() as place:
        made = work(_made_at, place, archive.data(), archive.most, actor, submission)
        found = Prepared(place, replace(made, again=_was_imported(archive.digest)))
        if connection.vendor != "sqlite" and made.report.sound:
            _try(found)
        yield found


def _try(found: Prepared) -> None:
    """Another database may not hold what SQLite holds."""
    try:
        with transaction.atomic():
            found.keep(str(uuid.uuid4()))
            raise _OnlyTried
    except _OnlyTried:
        pass


def look(archive: Archive, actor: str, work: Work = here) -> Imported:
    """What an import would make, and whether it is sound. Nothing is kept. Unfit where it cannot be."""
    with prepared(archive, actor, work=work) as found:
        return found.made


def take_in(archive: Archive, actor: str, submission: str = "", slug: str = "") -> Imported:
    """Make a campaign of an archive. Unfit where it cannot be; then nothing is kept. Nobody waits but for the copy."""
    with prepared(archive, actor, submission) as found, together():
        return found.keep(slug)


def _was_imported(digest: str) -> bool:
    """True where a campaign was made of this very file before. Forks are few, and found campaign by campaign."""
    forks = Entry.objects.filter(campaign__in=Campaign.objects.values("pk"), kind=FORK, chain=PUBLIC)
    return forks.filter(content__contains=f'"{digest}"').exists()


def made_by(submission: str, actor: str) -> Campaign | None:
    """The campaign that this very form of this person made before."""
    if not submission:
        return None
    forks = Entry.objects.filter(campaign__in=Campaign.objects.values("pk"), submission=submission)
    entry = forks.filter(kind=FORK, chain=PUBLIC).select_related("campaign").first()
    return entry.campaign if entry and entry.record["actor"] == actor else None


def free_slug(name: str) -> str:
    """An address for a campaign that none has."""
    plain = slugify(name)[:SLUG_LENGTH] or "campaign"
    slug, number = plain, 1
    while Campaign.objects.filter(slug=slug).exists():
        number += 1
        ending = f"-{number}"
        slug = f"{plain[: SLUG_LENGTH - len(ending)]}{ending}"
    return slug


def _made_at(place: Path, data: bytes, most: int, actor: str, submission: str) -> Imported:
    """Make it in a scratch database. What is wrong in the file itself is said before."""
    archive = Archive(io.BytesIO(data), most)
    archive.check()
    with within(place):
        return _make(archive, actor, submission)


def _make(archive: Archive, actor: str, submission: str) -> Imported:
    manifest = archive.manifest
    if manifest.system not in SYSTEMS:
        there = ", ".join(sorted(SYSTEMS))
        raise Unfit(f"Its rule system is {short(manifest.system)}, which is not installed here; there is {there}.")
    try:
        campaign = Campaign.objects.create(name=manifest.name, system=manifest.system, slug=free_slug(manifest.name))
        total = _take_over(archive, campaign)
        number = _keep_tables(archive, campaign, total)
        with _readable("The log holds something that cannot be read, so nobody could play on"):
            _keep_state(campaign, total)
            rebuild(campaign)
            clock = _fork(archive, campaign, total, actor, submission)
    except OperationalError:
        # A full disk is no fault of the file.
        raise
    except DatabaseError as error:
        raise _not_storable(error) from None
    report = check_campaign(campaign, processes=1)
    heads = {c.audience: (c.sequence, short_code(c.head)) for c in Chain.objects.filter(campaign=campaign)}
    return Imported(campaign, report, clock, heads, total.entries, number, again=False)


def _not_storable(error: DatabaseError) -> Unfit:
    """What no check here foresaw, and what the database would not hold: a text too long, a value out of its range."""
    return Unfit(f"The log holds something that cannot be stored ({short(error)}).")


@contextmanager
def _readable(otherwise: str) -> Iterator[None]:
    """A log whose form is right may still say anything. Unfit with this sentence where no code can do what it says."""
    try:
        yield
    except Unfit:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, ObjectDoesNotExist):
        raise Unfit(f"{otherwise}.") from None


def _take_over(archive: Archive, campaign: Campaign) -> _Sum:
    """The entries as they stand, and what they come to."""
    kept = {(kind, name) for kind, model in fact_models().items() for name in model.FACT_HISTORY}
    total = _Sum(Fold(kept), archive.manifest.audiences)
    taken = archive.entries()
    while batch := list(islice(taken, BATCH)):
        rows = Entry.objects.bulk_create(_row(campaign, entry) for entry in batch)
        Payload.objects.bulk_create(
            Payload(entry=row, audience=audience, salt=salt, content=content)
            for row, entry in zip(rows, batch, strict=True)
            for audience, salt, content in entry.payloads
        )
        for entry in batch:
            with _readable(f"Entry {entry.reference}: what it did cannot be read"):
                _add(total, entry)
    _check_system(archive, total)
    Chain.objects.bulk_create(
        Chain(campaign=campaign, audience=audience, sequence=number, head=digest)
        for audience in archive.manifest.audiences
        for number, digest in [total.chains.get(audience, (0, "0" * 64))]
    )
    return total


def _check_system(archive: Archive, total: _Sum) -> None:
    if not total.entries:
        raise Unfit("The log holds no entries.")
    wanted = {PUBLIC, *SYSTEMS[archive.manifest.system].sides, MODERATOR}
    if set(archive.manifest.audiences) != wanted:
        there = ", ".join(sorted(wanted))
        raise Unfit(f"Its chains are {', '.join(sorted(archive.manifest.audiences))}; {there} were expected.")


def _row(campaign: Campaign, taken: Taken) -> Entry:
    try:
        row = entry_row(campaign, taken.record, taken.content, datetime.fromisoformat(taken.record["time"]))
    except (ValueError, TypeError, AttributeError):
        raise Unfit(f"Entry {taken.reference}: its head cannot be read; is the file of a newer version?") from None
    if wrong := _misfit(row, ("turn", "player_turn", "step", "kind", *BODY_COLUMNS, "seat", "submission", "dice")):
        raise Unfit(f"Entry {taken.reference}: {wrong} is {short(getattr(row, wrong))}, which is too long.")
    return row


def _misfit(row: Model, names: Iterable[str]) -> str:
    """The first of these fields whose value is none of its kind; '' when all fit. Values are made plain on the way."""
    for name in names:
        field: Field[Any, Any] = row._meta.get_field(name)  # type: ignore[assignment]
        try:
            value = field.to_python(getattr(row, name))
            if value is None and not field.null:
                return name
            field.run_validators(value)
            setattr(row, name, value)
        except (ValidationError, TypeError, ValueError, ArithmeticError):
            return name
    return ""


def _add(total: _Sum, taken: Taken) -> None:
    """What an entry adds to the sum."""
    record, reference = taken.record, taken.reference
    total.entries += 1
    total.chains[record["chain"]] = (record["sequence"], taken.hash)
    parts = {audience: json.loads(content) for audience, _, content in taken.payloads}
    order = [c["audience"] for c in record.get("commitments", ())]
    body = joined(record["body"], (parts[audience] for audience in order))
    _add_dice(total, record, body)
    for slug, version in (*body.get("tables", {}).items(), *body.get("table_versions", {}).items()):
        total.versions[str(slug), str(version)] = None
    if "table" in body and "text" in body:
        total.versions[str(body["table"]), str(body["version"])] = None
        total.typed[str(body["table"]), str(body["version"])] = str(body["text"])
    if not body.get("effects"):
        return
    audience, for_all = rows_for(record)
    moves, unlike = moves_of(body)
    wrong = unlike or total.fold.entry(reference, audience, (record["turn"], record["player_turn"]), moves, for_all)
    if wrong:
        raise Unfit(f"Entry {reference}: {wrong}.")


def _add_dice(total: _Sum, record: dict[str, Any], body: dict[str, Any]) -> None:
    """Seeds that were bound and opened; a fork ends those of its turn that were not."""
    if record["kind"] == "seed":
        if body["audience"] not in total.audiences:
            whom = short(body["audience"])
            raise Unfit(
                f"Entry {record['chain']}/{record['sequence']}: its dice are bound for {whom}, who has no chain."
            )
        total.bound[body["turn_bound"], body["audience"]] = body["commitment"]
    elif record["kind"] == "reveal":
        seed = bytes.fromhex(body["seed"])
        key = (body["turn_bound"], body["audience"])
        if commitment(seed) != total.bound.get(key):
            raise Unfit(f"Entry {record['chain']}/{record['sequence']}: the opened seed is not the one that was bound.")
        total.opened[key] = seed
    elif record["kind"] == FORK:
        for key in _open_seeds(total, record["chain"]):
            if key[0] == record["turn"]:
                del total.bound[key]


def _open_seeds(total: _Sum, chain: str) -> list[tuple[str, str]]:
    """The dice that were bound on a chain and are not open."""
    return sorted(key for key in total.bound if key[1] == chain and key not in total.opened)


def _keep_tables(archive: Archive, campaign: Campaign, total: _Sum) -> int:
    """The texts of the tables; of a log alone those that this version has too. How many there are."""
    sent = {(t.slug, t.version): (t.text, t.current) for t in archive.tables()}
    if archive.is_log:
        texts = {**earlier_texts(campaign.system), **versioned_texts(campaign.system)}
        shipped = {tuple(key.split("@", 1)): text for key, text in texts.items()}
        sent = {at: (shipped[at], True) for at in total.versions if at in shipped}
        sent |= {at: (text, False) for at, text in total.typed.items()}
    for slug, version in total.versions:
        if (slug, version) not in sent:
            raise Unfit(
                f"The table {short(slug)} in version {short(version)}, which the log names, is not in the file."
            )
    for (slug, version), (text, _) in sent.items():
        try:
            table = parsed(text, slug)
        except TableError:
            raise Unfit(f"The table {short(slug)} in version {short(version)} is no rule table.") from None
        if (table.slug, table.version) != (slug, version):
            raise Unfit(f"The table {short(slug)} in version {short(version)} says that it is another one.")
    TableVersion.objects.bulk_create(
        TableVersion(campaign=campaign, slug=slug, version=version, text=text, current=current)
        for (slug, version), (text, current) in sent.items()
    )
    return len(sent)


def _keep_state(campaign: Campaign, total: _Sum) -> None:
    """The state as the log makes it, its history, and the seeds that are open."""
    fold = total.fold
    rows: dict[type[FactRow], list[FactRow]] = {}
    for row, fields in fold.rows.items():
        kind, _, key = row.partition(":")
        model = fact_models().get(kind)
        if model is None or set(fields) - set(model.FACT_FIELDS):
            raise Unfit(f"The log makes {short(row)}, which this version does not know. Is the file of a newer one?")
        rows.setdefault(model, []).append(_fact_row(campaign, model, key, fields, fold))
    for model, made in rows.items():
        model._default_manager.bulk_create(made, batch_size=BATCH)
    FactHistory.objects.bulk_create(
        FactHistory(campaign=campaign, fact=fact, value=value, entry=entry, turn=turn, player_turn=player_turn)
        for fact, values in fold.history.items()
        for value, entry, turn, player_turn in values
    )
    Seed.objects.bulk_create(
        Seed(campaign=campaign, turn=turn, audience=audience, seed=seed)
        for (turn, audience), seed in total.opened.items()
    )


def _fact_row(campaign: Campaign, model: type[FactRow], key: str, fields: dict[str, Any], fold: Fold) -> FactRow:
    """A row of the state. Unfit where a value is none of its field."""
    row = f"{model.FACT_KIND}:{key}"
    sources, audience = fold.sources[row], fold.audiences.get(row, PUBLIC)
    made = model(campaign=campaign, key=key, audience=audience, sources=sources, **fields)
    if name := _misfit(made, ("key", *fields)):
        raise Unfit(f"The log says that {short(f'{row}.{name}')} is {short(fields.get(name, key))}, which cannot be.")
    return made


def _fork(archive: Archive, campaign: Campaign, total: _Sum, actor: str, submission: str) -> tuple[str, str, str]:
    """Each chain goes on as the new campaign; the dice of the running turn are bound anew. Where the clock stands."""
    viewer = Viewer(campaign, MODERATOR, actor, at_table=True)
    before = {chain.audience: (chain.sequence, chain.head) for chain in Chain.objects.filter(campaign=campaign)}
    with writing(viewer, submission=submission) as writer:
        if "campaign:clock.turn" not in writer.state.values:
            raise Unfit("The log has no clock, so nobody could play on.")
        for audience in sorted(before, key=lambda name: (name != PUBLIC, name)):
            if before[audience][0]:
                unopened = [[key[0], total.bound[key]] for key in _open_seeds(total, audience)]
                head = before[audience]
                name = archive.manifest.name
                fork_chain(
                    writer, audience, archive.manifest.campaign, head, archive.digest, unopened, name_before=name
                )
        turn, _, step = writer.state.clock
        # Every page names them.
        writer.system.names.turn(turn), writer.system.names.step(step)
        writer.bind_dice(
            *sorted(audience for bound, audience in total.bound.keys() - total.opened.keys() if bound == turn)
        )
    return writer.state.clock
