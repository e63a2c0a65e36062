"""The form by which a check for contact is corrected: what sailed, from where to where, and its leg."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar

from django import forms

from navalassist.desk.logbook.correction_form import CorrectionForm
from navalassist.desk.logbook.record import Body
from navalassist.engine import to_plain
from navalassist.play.state import State
from navalassist.rules.europa.words import CargoKind, TransportKind, Zone
from navalassist.systems.europa.board.routes import asks
from navalassist.systems.europa.log.voyage import ASKED

HALF = Decimal("0.5")
Choices = list[tuple[str, str]]


class HalvesField(forms.DecimalField):
    """An amount of REs in steps of one half; `2½` is read too."""

    default_error_messages = {"invalid": "write a number such as 7 or 2.5"}

    def to_python(self, value: Any) -> Any:
        """The number. ValidationError for what is none."""
        return super().to_python(str(value).replace("½", ".5") if value not in self.empty_values else value)

    def clean(self, value: Any) -> Any:
        """The number within its bounds (beyond them its step may be out of reckoning). ValidationError for another."""
        number = super().clean(value)
        if number is not None and number % HALF:
            raise forms.ValidationError("amounts go in steps of one half")
        return number


class CheckForm(CorrectionForm):
    """What besides can be wrong with a check for contact. Each field's name is its place in the situation."""

    template = "europa/log/_check_fields.html"
    follows = "europa/log/_zone_fields.html"

    kind = forms.ChoiceField(label="What sails", choices=[(k.value, k.label) for k in CargoKind])
    label = forms.CharField(label="Its name", max_length=80, required=False)
    res = HalvesField(label="REs of cargo afloat", min_value=0, max_value=999)
    transports = forms.ChoiceField(label="On", choices=[(t.value, t.label) for t in TransportKind], required=False)
    transport_count = forms.IntegerField(label="Transports afloat", min_value=0, max_value=999)
    carries = HalvesField(label="REs that one carries", min_value=HALF, max_value=999)
    origin = forms.ChoiceField(label="From")
    destination = forms.ChoiceField(label="To")
    zone = forms.ChoiceField(label="Sea zone")
    hexes = forms.IntegerField(label="Hexes to the port that counts", min_value=0, max_value=999, required=False)
    air_for = forms.IntegerField(label="Aircraft for the shipping, TBF", min_value=0, max_value=999)
    air_against = forms.IntegerField(label="Aircraft against it, TBF", min_value=0, max_value=999)
    protected = forms.BooleanField(label="Keeps to protected inshore waters", required=False)
    near_soviet_base = forms.BooleanField(label="Within 3 hexes of a Soviet naval base", required=False)
    status = forms.IntegerField(label="Status agreed at the table", min_value=0, max_value=15, required=False)
    whole = forms.BooleanField(
        label="A wrong cargo was wrong from the first check on: correct them all", required=False
    )
    alone = forms.BooleanField(label="Empty transports sail alone", required=False)
    code_c_fighter = forms.BooleanField(label="Code C fighter aboard a carrier", required=False)

    ITEM = ("kind", "label", "res", "transports", "transport_count", "carries", "alone", "code_c_fighter")
    PORTS = ("origin", "destination")
    # Ticks that are asked of some cargo only.
    ONLY: ClassVar[Mapping[str, str]] = {"alone": "empty", "code_c_fighter": "carrier"}
    LEG = ("zone", "hexes", "air_for", "air_against", "protected", "near_soviet_base", "status")

    def __init__(self, *args: Any, ports: Choices, zones: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.PORTS:
            self.fields[name].choices = ports  # type: ignore[attr-defined]
        self.fields["zone"].choices = zones  # type: ignore[attr-defined]

    def ask_only(self, side: str) -> None:
        """Leave out what the zone's rule does not read: that of the zone that was typed, else of the entry's."""
        typed = str(self.data.get("zone", "")) if self.is_bound else ""
        known = [key for key, _ in self.fields["zone"].choices]  # type: ignore[attr-defined]
        asked = asks(side, typed if typed in known else self.initial["zone"])
        for word, name, _ in ASKED:
            if word not in asked:
                del self.fields[name]

    def changes(self, state: State, body: Body) -> dict[str, Any]:
        """What is different in the item and its leg."""
        return _of_check(self.cleaned_data, state, body["situation"])

    def may_read_anew(self, changes: Mapping[str, Any]) -> bool:
        """Another zone has other facts, as they stood then."""
        return "leg.zone" not in changes


def check_form(state: State, body: Body, typed: Any) -> CheckForm:
    """The form of a check, with what it says now or with what was typed."""
    item, leg = body["situation"]["item"], body["situation"]["leg"]
    values = {name: item[name] for name in CheckForm.ITEM} | {name: leg[name] for name in CheckForm.LEG}
    values |= {name: item[name]["key"] for name in CheckForm.PORTS}
    values |= {"whole": True}
    form = CheckForm(typed, initial=values, ports=_ports(state, item), zones=_zones(state))
    form.ask_only(str(body["situation"]["side"]))
    for name, kind in CheckForm.ONLY.items():
        if item["kind"] != kind:
            del form.fields[name]
    return form


def _ports(state: State, item: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The campaign's ports by name, and those of the entry where they are no longer among them."""
    keys = [row.partition(":")[2] for row in state.rows("port")]
    ports = {key: str(state.values[f"port:{key}.name"]) for key in keys}
    ports |= {item[end]["key"]: item[end]["name"] or item[end]["key"] for end in CheckForm.PORTS}
    return sorted(ports.items(), key=lambda pair: pair[1])


def _zones(state: State) -> list[tuple[str, str]]:
    """The campaign's sea zones by name."""
    keys = [row.partition(":")[2] for row in state.rows("zone")]
    known = {zone.value for zone in Zone}
    return [(key, str(state.values[f"zone:{key}.name"])) for key in keys if key in known]


def _of_check(cleaned: Mapping[str, Any], state: State, situation: Mapping[str, Any]) -> dict[str, Any]:
    item, leg = situation["item"], situation["leg"]
    values = {f"item.{name}": (to_plain(cleaned[name]), item[name]) for name in CheckForm.ITEM if name in cleaned}
    values |= {f"leg.{name}": (cleaned[name], leg[name]) for name in CheckForm.LEG if name in cleaned}
    changes = {path: new for path, (new, old) in values.items() if new != old}
    for end in CheckForm.PORTS:
        key = cleaned[end]
        if key != item[end]["key"]:
            row = f"port:{key}"
            changes[f"item.{end}"] = {
                "key": key,
                "name": state.values[f"{row}.name"],
                "groups": state.values[f"{row}.groups"],
            }
    return changes
