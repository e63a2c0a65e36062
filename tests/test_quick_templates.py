"""Templates drawn the short way give what Django's own give, whatever stands behind a name."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.template import Context, Engine, Template
from django.template.loader import get_template
from django.utils.functional import lazystr
from django.utils.safestring import mark_safe

from navalassist.quick_templates import QuickTemplate

HOSTILE = """<b>"&'"""


class Colour(StrEnum):
    """A text that has names of its own."""

    RED = "red"

    @property
    def label(self) -> str:
        return "Red & gold"


class Pair(NamedTuple):
    """A tuple whose places have names."""

    one: int
    other: str


class Ship:
    """What templates ask for: attributes, what is worked out, what is called, and what may not be."""

    name = HOSTILE
    items = "its own"

    @property
    def speed(self) -> int:
        return 7

    @property
    def broken(self) -> str:
        raise AttributeError("something inside is missing")

    def told(self) -> str:
        return "told & heard"

    def needs(self, more: int) -> int:
        return more

    def sink(self) -> str:
        return "sunk"

    @property
    def lost(self) -> str:
        raise ObjectDoesNotExist("no such row")

    sink.alters_data = True  # type: ignore[attr-defined]

    def left_alone(self) -> str:
        return "called"

    left_alone.do_not_call_in_templates = True  # type: ignore[attr-defined]

    def __str__(self) -> str:
        return HOSTILE


class Keyed:
    """Fields by key alone."""

    def __getitem__(self, key: str) -> str:
        return {"name": "by key"}[key]

    other = "by attribute"


SHOWN: dict[str, Any] = {
    "text": HOSTILE,
    "safe": mark_safe(HOSTILE),
    "lazy": lazystr(HOSTILE),
    "number": 1234567,
    "yes": True,
    "none": None,
    "half": 0.5,
    "exact": Decimal("7.50"),
    "day": date(1941, 3, 1),
    "ship": Ship(),
    "keyed": Keyed(),
    "colour": Colour.RED,
    "pair": Pair(3, HOSTILE),
    "list": [HOSTILE, [1, 2]],
    "dict": {"items": "a key", "1": "one", 1: "not asked for", "deep": {"ship": Ship()}},
    "call": lambda: {"name": HOSTILE},
    "kind": Ship,
}
TEXTS = (
    *("{{ text }}", "{{ safe }}", "{{ lazy }}", "{{ number }}", "{{ yes }}", "{{ none }}", "{{ half }}", "{{ exact }}"),
    *("{{ day }}", "{{ ship }}", "{{ ship.name }}", "{{ ship.speed }}", "{{ ship.told }}", "{{ ship.needs }}"),
    *(
        "{{ ship.lost }}",
        "{% if ship.lost.more %}a{% else %}b{% endif %}",
        "{% with a=ship.lost %}{{ a }}{% endwith %}",
    ),
    *(
        "{{ ship.sink }}",
        "{{ ship.left_alone|yesno }}",
        "{{ ship.items }}",
        "{{ ship.nothing }}",
        "{{ ship.name.upper }}",
    ),
    *(
        "{{ keyed.name }}",
        "{{ keyed.other }}",
        "{{ keyed.nothing }}",
        "{{ colour }}",
        "{{ colour.label }}",
        "{{ colour.0 }}",
    ),
    *("{{ pair.one }}", "{{ pair.1 }}", "{{ pair.7 }}", "{{ pair.nothing }}", "{{ list.0 }}", "{{ list.1.1 }}"),
    *(
        "{{ dict.items }}",
        "{{ dict.1 }}",
        "{{ dict.keys|length }}",
        "{{ dict.deep.ship.speed }}",
        "{{ dict.nothing.more }}",
    ),
    *(
        "{{ call.name }}",
        "{{ kind.name }}",
        "{{ nothing }}",
        "{{ nothing.more }}",
        "{{ 'a&b' }}",
        "{{ 7 }}",
        "{{ 7.5 }}",
    ),
    *("{{ text|upper }}", "{{ nothing|default:text }}", "{{ number|add:ship.speed }}"),
    *(
        "{{ nothing|default:'&' }}",
        "{{ list|join:', ' }}",
        "{{ text|safe }}",
        "{{ safe|cut:'b' }}",
        "{{ text|cut:safe }}",
    ),
    "{% if nothing %}a{% elif ship.nothing %}b{% elif nothing == None %}c{% endif %}",
    "{% if nothing.more in list or ship.speed > 6 and not none %}a{% endif %}{% if text|length > 3 %}b{% endif %}",
    "{% for a, b in dict.deep.items %}{{ a }}{{ b.name }}{{ forloop.counter }}{% empty %}none{% endfor %}",
    "{% for one in list %}{{ one }}{{ forloop.last }}{% endfor %}{% for one in nothing %}{% empty %}none{% endfor %}",
    "{% with a=ship.name b=nothing %}{{ a }}{{ b }}{{ ship.speed }}{% endwith %}{% firstof nothing none text %}",
    "{% with a=none.name b=ship.nothing.more %}{{ a }}{{ b }}{{ none.name.more }}{% endwith %}{{ a }}{{ none.first }}",
    "{% with ship=dict.deep %}{% with text=ship.ship.speed %}{{ text }}{% endwith %}{{ text }}{% endwith %}{{ ship }}",
    "{% if none.name %}a{% elif not none.name and number == 7 or text in nothing %}b{% else %}c{% endif %}",
    "{% if not none and ship.speed >= 7 %}{% if none %}{% else %} <b>{{ text }}</b>{# no #}\n{% endif %}{% endif %}",
    "{% if safe|length > ship.speed %}a{% elif text|default:none %}b{% endif %}{% verbatim %}{{ a }}{% endverbatim %}",
    "{% autoescape off %}{{ text }}{{ safe }}{{ number }}{{ ship }}{{ text|upper }}{% endautoescape %}",
    "{% include 'parts/_opt.html' with row=dict name=text kind='radio' %}",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_template_gives_what_django_gives(text: str) -> None:
    assert drawn(QuickTemplate, text) == drawn(Template, text)


def test_what_goes_wrong_behind_a_name_goes_wrong_as_with_django() -> None:
    for made in (QuickTemplate, Template):
        with pytest.raises(AttributeError, match="something inside is missing"):
            drawn(made, "{{ ship.broken }}")


def test_names_of_a_part_are_gone_after_it_also_where_it_fails() -> None:
    context = Context(SHOWN)
    template = QuickTemplate("{% with a=text %}{{ ship.broken }}{% endwith %}", engine=Engine.get_default())
    with pytest.raises(AttributeError):
        template.render(context)
    assert "a" not in context


def drawn(made: Callable[..., Template], text: str) -> str:
    """A template of this kind, with these values."""
    return str(made(text, engine=Engine.get_default()).render(Context(SHOWN)))


def test_the_pages_are_drawn_so() -> None:
    assert type(get_template("europa/board/board.html").template) is QuickTemplate  # type: ignore[attr-defined]
    assert type(get_template("base.html").template) is QuickTemplate  # type: ignore[attr-defined]
