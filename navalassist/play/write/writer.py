"""What one transaction writes: it makes entries, applies effects, binds dice and moves chains on.

`transaction.writing` begins one and ends it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.utils import timezone

from navalassist.auditlog.models import FORMAT, Entry, Payload, Seed
from navalassist.auditlog.shape import RULE_KINDS
from navalassist.auditlog.tags import Tags, tags_of
from navalassist.campaigns.facts import PUBLIC, fact_models
from navalassist.campaigns.models import FactHistory
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Add, Change, Create, Effect, EffectError, Remove, Set, apply_effects, canonical
from navalassist.engine.rows import ROWS, unfit
from navalassist.engine.verify import record_effect
from navalassist.play import state as states
from navalassist.play.dice.server import DICE_SCHEME, Thrown, commitment, new_seed
from navalassist.play.state import PRECEDENTS, State
from navalassist.play.storage import statements
from navalassist.play.storage.bodies import Body, plain_changes
from navalassist.play.storage.index import indexed
from navalassist.play.storage.rows import BODY_COLUMNS, commit, entry_row
from navalassist.play.storage.tables import keep
from navalassist.play.storage.writes import Writes
from navalassist.play.systems import System, system_of
from navalassist.play.write import rights, set_up


class AlreadyDone(Exception):
    """This submission was carried out before: those of its entries that the viewer reads, to be shown again."""

    def __init__(self, entries: list[Entry]) -> None:
        super().__init__(f"carried out as {', '.join(e.reference for e in entries)}")
        self.entries = entries


class Conflict(Exception):
    """The page was drawn from facts that have changed since: which, and by which entry."""

    def __init__(self, changed: list[tuple[str, str]]) -> None:
        super().__init__(", ".join(f"{key} by {entry}" for key, entry in changed))
        self.changed = changed


class NotYours(Exception):
    """The tap belongs to another seat."""

    def __init__(self, seat: str) -> None:
        super().__init__(f"this tap belongs to the {seat} seat")
        self.seat = seat


class Writer:
    """One transaction's worth of entries. `state` is what the campaign will be."""

    def __init__(
        self, viewer: Viewer, state: State, held: statements.Held, submission: str, seen: dict[str, int]
    ) -> None:
        self.viewer = viewer
        self.state = state
        self.system: System = system_of(viewer.campaign.system)
        self.submission = submission
        self.seen = seen
        self.entries: list[Entry] = []
        self._keys = held.keys
        self._chains = {head.audience: head for head in held.heads}
        self._start = {head.audience: head.sequence for head in held.heads}
        self._payloads: list[tuple[Entry, str, str, str]] = []
        self._tags: list[tuple[Entry, Tags]] = []
        self._changes: list[Change] = []
        self._history: list[FactHistory] = []
        self._new_rows: dict[str, str] = {}
        self._gone: set[str] = set()
        self._broken = False
        # The server's dice that this transaction threw.
        self.thrown: list[Thrown] = []

    @classmethod
    def begin(cls, viewer: Viewer, submission: str = "", seen: dict[str, int] | None = None) -> Writer:
        """At the heads as they are now, which stay locked until the transaction ends. AlreadyDone."""
        held = statements.held(viewer.campaign, submission)
        if held.is_done:
            raise AlreadyDone(rights.carried_out(viewer, submission))
        state = states.at_heads(viewer.campaign, states.heads_of(held.heads)).copy()
        return cls(viewer, state, held, submission, seen or {})

    @property
    def has_thrown(self) -> bool:
        """True once dice of the server have fallen in this transaction."""
        return any(one.answers for one in self.thrown)

    def next_reference(self, chain: str = PUBLIC) -> str:
        """What the next entry of a chain will be called."""
        return f"{chain}/{self._chains[chain].sequence + 1}"

    def check_seen(self, facts: Iterable[str]) -> None:
        """Conflict when one of these facts was set after the page was drawn (and not by this very submission)."""
        if not self.seen:
            return
        sources, changed = self.state.sources, []
        # What this seat may not see cannot have been on its page, and no answer may tell that it changed.
        since = {chain: (self.seen.get(chain, 0), self._start.get(chain, 0)) for chain in self.viewer.audiences}
        for key in facts:
            chain, _, number = sources.get(key, "").partition("/")
            seen, start = since.get(chain, (0, 0))
            if number and seen < int(number) <= start:
                changed.append((key, sources[key]))
        if changed:
            raise Conflict(changed)

    def check_seat(self, seat: str) -> str:
        """The seat that an act is recorded under. NotYours when this viewer may not tap for it."""
        if not self.viewer.may_act_as(seat):
            raise NotYours(seat)
        return seat

    def edit(
        self,
        act: str,
        effects: Iterable[Effect],
        *,
        seat: str = "",
        kind: str = "edit",
        chain: str = "",
        anchored: bool = False,
        looked_at: bool = True,
        **fields: Any,
    ) -> Entry:
        """An input without dice: its effects, and an entry that names the act (`port.owner`).

        chain: the audience that the act and every row it touches or makes are for, that of those rows where none is
        named. anchored: with the heads of the other chains. looked_at: a page showed what it changes, and it must
        stand as that page had it.
        """
        effects = tuple(effects)
        chain = chain or self.home_of(effects)
        seat = self.check_seat(seat or self.viewer.seat)
        if kind == "edit" and (needed := rights.seat_needed(self.viewer, self.state.values, effects)):
            raise NotYours(needed)
        if looked_at:
            self.check_seen(self._looked_at(effects))
        self.check_secrecy(effects, frozenset({chain}))
        changes = self.apply(effects, self.next_reference(chain), chain)
        body = Body(act, {"effects": [record_effect(e) for e in effects], "changes": plain_changes(changes), **fields})
        if anchored:
            body.anchors = {audience: head.head for audience, head in sorted(self._chains.items()) if audience != chain}
        if chain != PUBLIC:
            body.secret_to = chain
            body.open_fields = {name: fields[name] for name in BODY_COLUMNS if name in fields}
        entry = self.append(kind, body, seat=seat, chain=chain)
        if chain != PUBLIC:
            self.bind_dice()
        return entry

    def bind_dice(self, *further: str) -> None:
        """Bind the server's dice of this turn: the hash of a seed is an entry before any die can be known.

        The public seed is bound with the turn; an audience with secrets has a seed of its own, bound on its own chain
        at the start of the turn or with its first secret, so that nobody else can ever recompute its secret dice.
        further: audiences that get a seed though they have no secrets as yet.
        """
        secret = set(self.state.audiences.values())
        wanted = [PUBLIC, *sorted(secret), *([MODERATOR] if len(secret) > 1 else []), *further]
        campaign, turn = self.viewer.campaign, self.state.clock[0]
        bound = set(Seed.objects.filter(campaign=campaign, turn=turn).values_list("audience", flat=True))
        for audience in dict.fromkeys(wanted):
            if audience not in bound:
                seed = new_seed()
                Seed.objects.create(campaign=campaign, turn=turn, audience=audience, seed=seed)
                fields = {
                    "turn_bound": turn,
                    "audience": audience,
                    "commitment": commitment(seed),
                    "scheme": DICE_SCHEME,
                }
                self.append("seed", Body("dice.bind", fields), seat="system", chain=audience)

    def _looked_at(self, effects: Iterable[Effect]) -> Iterator[str]:
        """The facts that a page showed and that an input would overwrite."""
        for effect in effects:
            if isinstance(effect, Set):
                yield effect.key
            elif isinstance(effect, Remove):
                model = fact_models().get(effect.key.partition(":")[0])
                yield from (f"{effect.key}.{name}" for name in (model.FACT_FIELDS if model else ()))

    def home_of(self, effects: Collection[Effect]) -> str:
        """The audience of the rows that effects touch or make: a side's, as soon as one of them is its secret."""
        found = {self.audience_of(effect) for effect in effects} - {PUBLIC}
        if len(found) > 1:
            raise EffectError("one entry may not hold secrets of two sides")
        if found and any(isinstance(effect, Create) and self.is_open(effect) for effect in effects):
            raise EffectError("an input on a side's secrets may make nothing that everybody would see")
        return found.pop() if found else PUBLIC

    def audience_of(self, effect: Effect) -> str:
        """Whom the row of an effect is for, or would be."""
        if isinstance(effect, Create):
            return self.system.is_for(self.state, effect.key, dict(effect.fields))
        row = effect.key if isinstance(effect, Remove) else effect.key.rpartition(".")[0]
        return self.state.audiences.get(row, PUBLIC)

    def is_open(self, effect: Effect) -> bool:
        """True for an effect on a row that everybody sees, or would; on a mark, where they see what it marks."""
        if self.audience_of(effect) != PUBLIC:
            return False
        if not isinstance(effect, Create) or not effect.key.startswith("mark:"):
            return True
        subject = str(dict(effect.fields)["subject"])
        return subject in self.state.rows(subject.partition(":")[0]) and subject not in self.state.audiences

    def check_secrecy(self, effects: Iterable[Effect], audiences: frozenset[str]) -> None:
        """EffectError when an effect touches a row of another audience: the entry would tell what is hidden."""
        for effect in effects:
            row = effect.key.rpartition(".")[0] if isinstance(effect, (Set, Add)) else effect.key
            audience = self.state.audiences.get(row, PUBLIC)
            if not isinstance(effect, Create) and audience not in audiences:
                raise EffectError("an entry may not tell of what its readers do not see")

    def apply(self, effects: Iterable[Effect], reference: str, audience_of_new: str = PUBLIC) -> list[Change]:
        """Carry effects out on the state; `reference` becomes the source of what they change.

        After an EffectError nothing of this transaction can be written any more: the state is half changed.
        """
        done: list[tuple[Change, bool]] = []
        for effect in effects:
            try:
                changes = self._apply_one(effect, audience_of_new)
            except EffectError:
                self._broken = True
                raise
            done += [(change, isinstance(effect, Remove)) for change in changes]
        self._check_rows({change.key.rpartition(".")[0] for change, removed in done if not removed})
        for change, removed in done:
            self._note(change, removed, reference)
        if any(change.key.startswith("chart:") for change, _ in done):
            self.state.charts_changed()
        self._changes += [change for change, _ in done]
        return [change for change, _ in done]

    def _apply_one(self, effect: Effect, audience_of_new: str) -> list[Change]:
        if isinstance(effect, Create):
            self._check_create(effect)
        changes = apply_effects((effect,), self.state.values, field_names)
        if isinstance(effect, Create):
            self._new_rows[effect.key] = audience_of_new
            if audience_of_new != PUBLIC:
                self.state.audiences[effect.key] = audience_of_new
        elif isinstance(effect, Remove):
            self._gone.add(effect.key)
            self.state.audiences.pop(effect.key, None)
        return changes

    def _check_create(self, effect: Create) -> None:
        kind = effect.key.partition(":")[0]
        model = fact_models().get(kind)
        if model is None or {name for name, _ in effect.fields} != set(model.FACT_FIELDS):
            raise EffectError(f"{effect.key} lacks or has too many fields")

    def _check_rows(self, rows: Iterable[str]) -> None:
        """Rows of a kind that has a class hold what it takes, if they are still there: else every page would fail."""
        for row in rows:
            fields = self.state.row(row) if row.partition(":")[0] in ROWS else {}
            if fields and (wrong := unfit(row, fields)):
                self._broken = True
                raise EffectError(f"{row} cannot hold this ({wrong})")

    def _note(self, change: Change, removed: bool, reference: str) -> None:
        row, _, name = change.key.rpartition(".")
        kind = row.partition(":")[0]
        if kind == "ruling" or row.startswith(PRECEDENTS):
            self.state.rulings_changed()
        if removed:
            self.state.sources.pop(change.key, None)
            return
        self.state.sources[change.key] = reference
        if name in fact_models()[kind].FACT_HISTORY and change.before != change.after:
            turn, player_turn, _ = self.state.clock
            self._history.append(
                FactHistory(
                    campaign=self.viewer.campaign,
                    fact=change.key,
                    value=change.after,
                    turn=turn,
                    player_turn=player_turn,
                    entry=reference,
                )
            )

    def append(
        self, kind: str, body: Body, *, seat: str, chain: str = PUBLIC, moment: tuple[str, str, str] | None = None
    ) -> Entry:
        """Make the entry: header and body as canonical JSON, chained by hash to the one before.

        StillSetUp for a rule or a step in a campaign that has not begun.
        """
        if kind in (*RULE_KINDS, "clock"):
            set_up.check_begun(self.state.values)
        head = self._chains[chain]
        turn, player_turn, step = moment or self.state.clock
        time = timezone.now()
        content: dict[str, Any] = {
            "format": FORMAT,
            "campaign": str(self.viewer.campaign.identity),
            "chain": chain,
            "sequence": head.sequence + 1,
            "turn": turn,
            "player_turn": player_turn,
            "step": step,
            "time": time.isoformat().replace("+00:00", "Z"),
            "actor": self.viewer.actor,
            "seat": seat,
            "tapped_at": self.viewer.seat,
            "kind": kind,
            "submission": self.submission,
            "body": body.shown(),
            "previous": head.head,
        }
        hidden = body.hidden()
        payloads = [(name, secrets.token_hex(16), canonical(part)) for name, part in hidden.items()]
        if payloads:
            content["commitments"] = [
                {"audience": audience, "commitment": commit(salt, text)} for audience, salt, text in payloads
            ]
        entry = entry_row(self.viewer.campaign, content, canonical(content), time)
        self._payloads += [(entry, *payload) for payload in payloads]
        self._tags.append((entry, tags_of(content, hidden.items())))
        head.sequence, head.head = entry.sequence, entry.hash
        self.entries.append(entry)
        return entry

    def keep_tables(self, slugs: Iterable[str]) -> None:
        """The texts of tables that were read stay with the campaign, so that the entry can be checked for ever."""
        missing = set(slugs) - self.state.kept
        if missing:
            keep(self.viewer.campaign, sorted(missing))
            self.state.kept |= missing

    def flush(self) -> None:
        """Write everything: rows, entries, payloads, history, heads. Called once, inside the transaction."""
        if self._broken:
            raise RuntimeError("an effect failed half-way, and the error was passed over")
        writes = Writes(self._keys)
        states.write(writes, self.state, self._changes, self._new_rows, self._gone)
        writes.entries(self.entries)
        indexed(writes, self.viewer.campaign, self._tags)
        secret = (
            {"entry_id": entry.pk, "audience": audience, "salt": salt, "content": content}
            for entry, audience, salt, content in self._payloads
        )
        writes.rows(Payload, secret)
        writes.rows(FactHistory, map(vars, self._history))
        for audience, chain in self._chains.items():
            if chain.sequence != self._start[audience]:
                writes.head(chain)
        writes.tell_of_heads(self.viewer.campaign, self._chains.values())
        writes.send()
        self.state.heads = states.heads_of(self._chains.values())


def field_names(row: str) -> tuple[str, ...]:
    """The fields of a row by its key (`port:naples`); none for a kind that no model holds."""
    model = fact_models().get(row.partition(":")[0])
    return model.FACT_FIELDS if model else ()
