"""The style sheet stays small, draws only its own files, and gives every colour in light and in dark."""

import re

import brotli
import pytest
from django.conf import settings

CSS = settings.BASE_DIR / "static" / "css" / "app.css"
SOURCE = CSS.read_text(encoding="utf-8")


def test_the_sheet_is_small_enough_for_a_first_visit_over_a_telephone() -> None:
    assert len(SOURCE.encode()) <= 24 * 1024
    assert len(brotli.compress(SOURCE.encode())) <= 6 * 1024


@pytest.mark.promise("P34")
def test_the_sheet_fetches_nothing_from_elsewhere() -> None:
    assert "@import" not in SOURCE
    assert "@font-face" not in SOURCE
    for address in re.findall(r"url\(([^)]*)\)", SOURCE):
        address = address.strip('"')
        assert address.startswith("#") or (CSS.parent / address).resolve().is_file(), address


@pytest.mark.parametrize("name", ["app.css", "chart.css"])
def test_every_colour_of_the_light_page_has_its_dark_one(name: str) -> None:
    light, dark = re.findall(r":root \{(.*?)\}", (CSS.parent / name).read_text("utf-8"), re.DOTALL)[:2]
    colour = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6})")
    assert dict(colour.findall(light)).keys() == dict(colour.findall(dark)).keys()


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        *[(ink, ground, 6) for ink in ("ink", "ink-2") for ground in ("paper", "sheet", "well")],
        *[(side, ground, 4.5) for side in ("axis", "allied", "vichy") for ground in ("paper", "sheet", "well")],
        *[("on-accent", side, 4.5) for side in ("axis", "allied", "vichy")],
        *[("ink", wash, 6) for wash in ("wash", "axis-wash", "allied-wash", "vichy-wash")],
        *[(side, f"{side}-wash", 4.5) for side in ("axis", "allied", "vichy")],
        *[("rule-2", ground, 4.5) for ground in ("paper", "sheet")],
    ],
)
def test_text_and_borders_of_controls_can_be_told_from_their_ground(
    mode: int, ink: str, ground: str, least: float
) -> None:
    colours = dict(
        re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", re.findall(r":root \{(.*?)\}", SOURCE, re.DOTALL)[mode])
    )
    assert contrast(colours[ink], colours[ground]) >= least
