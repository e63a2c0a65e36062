"""X.2: the weather of a sea area, as the players say it; searches and landings there read it."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal, Set, create
from navalassist.engine.duties import EITHER, Duty, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.fights import Said
from navalassist.systems.supermarina.support_rulings import R132
from navalassist.systems.supermarina.turn import RECON_STEPS
from navalassist.systems.supermarina.weather import WEATHER, Sky

SLUG, PARAGRAPH = "sm-weather", "X.2"
INITIAL = "*/initial"


def areas(view: View) -> Options:
    """Every sea area, with its weather now."""
    return [(key, name) for key, name in WEATHER.areas.items()]


def skies(view: View) -> Options:
    """Clear or poor."""
    return [(sky.value, sky.label) for sky in Sky]


class WeatherForm(Form):
    """Where the weather is how."""

    area: str = Ask("Sea area", areas)
    weather: Sky = Ask("Weather", skies)


class AreaWeather(Frozen):
    """A sea area, and its weather before and from now on."""

    area: Words = Says("Sea area", words=WEATHER.areas)
    weather: Sky = Says("Weather")
    before: Words = Says("Weather before", "", words={"": "nobody had said", **WEATHER.states})


def situation(read: Reader, form: WeatherForm) -> AreaWeather:
    return AreaWeather(area=form.area, weather=form.weather, before=read.get(WEATHER.of(form.area), ""))


def why_not(given: AreaWeather) -> Iterator[Refusal]:
    """It changes."""
    if given.weather.value == (given.before or WEATHER.plain):
        yield Refusal(f"{WEATHER.areas[given.area]}: the weather is {given.weather.label} already.", PARAGRAPH)


def duties(now: Now) -> Iterator[Duty]:
    """A line for either side."""
    if not now.ahead:
        yield by_rule(SLUG, "Say the weather of a sea area", seat=EITHER, again=True)


@rule(
    SLUG,
    PARAGRAPH,
    "Weather of a sea area",
    form=WeatherForm,
    situation=situation,
    why_not=why_not,
    may=(INITIAL, *RECON_STEPS),
    duties=duties,
    dice="none",
)
def weather(given: AreaWeather) -> Play[Outcome[Said]]:
    """It holds until somebody says otherwise: the text has no table of it."""
    yield from R132.look()
    value = given.weather.value
    set_now = Set(WEATHER.of(given.area), value) if given.before else create(WEATHER.row(given.area), value=value)
    return Outcome(Said(f"{WEATHER.areas[given.area]}: the weather is {given.weather.label}."), (set_now,))
