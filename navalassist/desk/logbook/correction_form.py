"""What the form of every correction asks, whatever rule it corrects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from navalassist.desk.logbook.record import Body
from navalassist.play.corrections.reasons import every_reason
from navalassist.play.state import State

TYPED_FIELD = "typed_"


class CorrectionForm(forms.Form):
    """What every correction asks.

    template: the fields of a form that is more than its rule's own; follows: those of them that depend on what was
    chosen, which a look shows anew.
    """

    template: ClassVar[str] = ""
    follows: ClassVar[str] = ""

    reason = forms.ChoiceField(
        label="Reason",
        choices=list(every_reason().items()),
        widget=forms.RadioSelect,
        error_messages={"required": "choose why it is corrected", "invalid_choice": "choose one of those offered"},
    )
    note = forms.CharField(label="Note", max_length=200, required=False)
    strip = forms.CharField(
        label="What the dice showed", max_length=200, required=False, widget=forms.TextInput({"class": "strip"})
    )
    fresh = forms.BooleanField(label="Read these facts as they stand now", required=False)
    today = forms.MultipleChoiceField(
        label="Rulings that have changed since", required=False, widget=forms.CheckboxSelectMultiple
    )

    @property
    def goes_beyond_dice(self) -> bool:
        """True where something beside dice and reason was typed otherwise, or is wrong."""
        own = {*self.fields} - {*CorrectionForm.base_fields}
        return bool(own.intersection(self.errors, self.changed_data) if self.is_bound else self.initial.get("reason"))

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        """The figures that the rule's own form asks for."""
        return [self[name] for name in self.fields if is_typed(name)]

    def changes(self, state: State, body: Body) -> dict[str, Any]:
        """What is different in the situation by the fields that are not the rule's own: dotted place -> value."""
        return {}

    def may_read_anew(self, changes: Mapping[str, Any]) -> bool:
        """True where the facts that were read may be read as they stand now."""
        return True


def is_typed(name: str) -> bool:
    """True for a field of the rule's own form."""
    return name.startswith(TYPED_FIELD)
