"""Controls of forms are drawn here as by Django's own templates, which take ten times as long."""

import re

from django import forms
from django.forms.renderers import DjangoTemplates

from navalassist.desk.controls import DRAWN, Controls

HOSTILE = "\"'><b>&amp;"


class EveryControl(forms.Form):
    """A control of each kind, with words that must not become a page."""

    name = forms.CharField(max_length=9, initial=HOSTILE, help_text="Its name")
    hits = forms.IntegerField(min_value=1, initial=0)
    tick = forms.BooleanField(required=False, initial=True)
    hidden = forms.CharField(widget=forms.HiddenInput)
    day = forms.DateField(required=False, disabled=True)
    secret = forms.CharField(widget=forms.PasswordInput)
    place = forms.ChoiceField(choices=[("", "none"), (HOSTILE, HOSTILE), ("Italy", [("naples", "Naples"), (1, "one")])])
    some = forms.MultipleChoiceField(choices=[("a", "A"), ("b", HOSTILE)], widget=forms.CheckboxSelectMultiple)
    one = forms.ChoiceField(choices=[("a", "A")], widget=forms.RadioSelect)


def drawn(**given: object) -> list[str]:
    """Every control and every box of the form, without the spaces between elements."""
    form = EveryControl(**given)  # type: ignore[arg-type]
    boxes = [box.tag() for name in ("some", "one") for box in form[name]]
    return [re.sub(r"\s+(?=<)", "", text) for text in [str(field) for field in form] + boxes]


def test_they_are_what_djangos_templates_make_of_them() -> None:
    """Untouched, and with what somebody typed."""
    typed = {"name": "x", "hits": HOSTILE, "place": "naples", "some": ["b"], "one": "a"}
    for data in (None, typed):
        assert drawn(data=data, renderer=Controls()) == drawn(data=data, renderer=DjangoTemplates())


def test_every_kind_of_control_that_is_drawn_here_has_a_template() -> None:
    for name in DRAWN:
        DjangoTemplates().get_template(name)
