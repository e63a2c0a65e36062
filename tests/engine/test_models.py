"""Situations and forms are built when they are first used; a fault in one is found here, and not at the table."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError

from navalassist.engine.shapes import Form, Frozen, Key
from navalassist.play.systems import SYSTEMS


def below(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for kind in model.__subclasses__():
        if kind.__module__.startswith(("navalassist.", "tables.")):
            yield kind
        yield from below(kind)


def test_every_model_of_the_product_can_be_built() -> None:
    models = set(below(BaseModel))
    # Names within a model are looked up where it was written, and never where it is first used.
    assert [model for model in models if not model.__pydantic_fields_complete__] == []
    for model in models:
        model.model_rebuild()
    assert [model for model in models if not model.__pydantic_complete__] == []
    assert {form for system in SYSTEMS.values() for form in system.forms.values()} <= models


@pytest.mark.parametrize("base", [Frozen, Form])
def test_a_shape_waits_for_its_first_use(base: type[BaseModel]) -> None:
    class Trip(base):  # type: ignore[misc, valid-type]
        side: Literal["axis"]

    assert not Trip.__pydantic_complete__
    with pytest.raises(ValidationError):
        Trip(side="allied")
    assert Trip.__pydantic_complete__


def test_many_threads_that_use_a_model_first_get_the_same() -> None:
    for _ in range(20):

        class Leg(Frozen):
            zone: Key
            hexes: Annotated[int, Field(ge=0)] = 1

        class Trip(Leg):
            legs: tuple[Leg, ...] = ()

        together = Barrier(8)

        def use(trip: type[Trip] = Trip, leg: type[Leg] = Leg, together: Barrier = together) -> str:
            together.wait()
            return trip(zone="north", legs=(leg(zone="south"),)).model_dump_json()

        with ThreadPoolExecutor(8) as threads:
            said = {one.result() for one in [threads.submit(use) for _ in range(8)]}
        assert said == {'{"zone":"north","hexes":1,"legs":[{"zone":"south","hexes":1}]}'}
