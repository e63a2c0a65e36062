"""What sails: items of cargo and naval units (R-54), their ports, and the legs of their way."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from navalassist.engine.shapes import Count, Frozen, Key, Words
from navalassist.rules.europa.amounts import ZERO, tidy
from navalassist.rules.europa.gone import Marks
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.words import CargoKind, ShipmentState, TransportKind, Zone

Res = Annotated[
    Decimal,
    Field(ge=0, le=99, multiple_of=Decimal("0.5"), allow_inf_nan=False),
    AfterValidator(tidy),
]


class PortPlace(Frozen):
    """A port at one end of a voyage."""

    key: Key = Field(description="Key of the port, such as naples.")
    name: Words = Field(default="", description="Name for the page, such as Naples.")
    groups: tuple[Key, ...] = Field(
        default=(), description="What rules count the port among: sicily, sardinia, corsica, pantelleria …"
    )


class Item(Frozen):
    """One item of cargo with its transports, or one naval unit (R-54), as it is afloat now."""

    key: Key = Field(description="Key of the shipment; its facts are shipment:<key>.…")
    kind: CargoKind = Field(description="What sails.")
    label: Words = Field(default="", description="Name for the page, such as 7 SPs.")
    res: Res = Field(default=ZERO, description="REs of cargo afloat, in steps of one half; 0 for what carries none.")
    transports: TransportKind = Field(default=TransportKind.NONE, description="What carries it; empty if nothing does.")
    transport_count: Count = Field(default=0, description="Transports afloat.")
    carries: Res = Field(default=Decimal(1), gt=0, description="REs that one transport carries (R-55).")
    alone: bool = Field(default=True, description="Empty transports sail alone, with nothing else in their hex (33.D).")
    code_c_fighter: bool = Field(default=False, description="A carrier has a code C fighter aboard (33.D).")
    nation: Words = Field(default="", description="Nation of the unit, such as soviet; only the Allied Baltic asks.")
    origin: PortPlace = Field(description="Port of origin: what is returned goes back there.")
    destination: PortPlace = Field(description="Port where the voyage ends.")
    res_lost: Res = Field(default=ZERO, description="REs of cargo lost so far on this voyage.")
    res_returned: Res = Field(default=ZERO, description="REs of cargo returned so far on this voyage.")
    transports_lost: Count = Field(default=0, description="Transports sunk so far on this voyage.")
    transports_returned: Count = Field(default=0, description="Transports returned so far on this voyage.")
    hits: Count = Field(default=0, description="Hits on the naval unit so far on this voyage.")
    state: ShipmentState = Field(default=ShipmentState.PLANNED, description="Where the shipment stands.")
    sailed_in: Words = Field(
        default="",
        description="The turn/player turn/step in which it last sailed or was checked, such as "
        "1941-03-1/axis/naval-movement; or empty.",
    )
    finished_in: Words = Field(
        default="", description="The turn/player turn in which it may move no more, such as 1941-03-1/axis; or empty."
    )

    @model_validator(mode="after")
    def _empties_are_transports(self) -> Self:
        if self.kind is CargoKind.EMPTY and not self.transports.is_transport:
            raise ValueError("empty transports are NTs, LCs or LBs: say which in transports")
        if self.code_c_fighter and self.kind is not CargoKind.CARRIER:
            raise ValueError("code_c_fighter is only for a carrier group")
        return self

    @property
    def afloat(self) -> Decimal:
        """REs that the Shipping Results Table works on: the cargo's, or those that empty transports could carry."""
        if self.kind is CargoKind.EMPTY:
            return tidy(self.transport_count * self.carries)
        return self.res if self.kind.is_cargo else ZERO

    @property
    def is_afloat(self) -> bool:
        """False when nothing is left that could sail. A warship always can: its hits are the owner's affair."""
        return self.afloat > 0 or not self.kind.is_shipping

    @property
    def name(self) -> str:
        """The label, else the kind in words."""
        return self.label or self.kind.label


class Ship(Frozen):
    """A naval unit that sails as a row of the board."""

    unit: NavalUnit = Field(description="The naval unit, as it stands.")
    group: Key | Literal[""] = Field(default="", description="Key of the naval group in which it sails; empty: none.")
    alone: bool = Field(default=False, description="No other unit sails in that group.")
    marks: Marks = Field(default=(), description="The marks on the group, which go with it.")
    home: Key | Literal[""] = Field(
        default="", description="The port to which it is turned back; empty where it is brought back by hand."
    )
    already_back: bool = Field(default=False, description="It was turned back before in this player turn.")
    waits: Words = Field(default="", description="Why it is not checked yet, as a sentence; empty: its ship is there.")


class Leg(Frozen):
    """The part of a voyage in one sea zone, with what only the players at the map can see."""

    zone: Zone = Field(description="The sea zone.")
    protected: bool = Field(
        default=False, description="The way through this zone keeps to protected inshore waters (36.A.1)."
    )
    hexes: Annotated[int, Field(ge=0, le=999, strict=True)] | None = Field(
        default=None,
        description="Hexes to the nearest Axis port that counts for the 15-hex rule (33.B.1.b); left out: within 15.",
    )
    measured: Words = Field(default="", description="From where to where the hexes were counted; empty: typed.")
    near_soviet_base: bool = Field(default=False, description="Passes within 3 hexes of a Soviet naval base (Baltic).")
    outside: bool = Field(
        default=False,
        description="The way keeps out of the South Aegean interdiction zone: more than 2 hexes from Crete while it is "
        "tight, north of weather line D while it is loose (33.B.7).",
    )
    stops: bool = Field(
        default=False, description="The item stops at sea in this zone and sails no further in this step."
    )
    night: bool = Field(
        default=False, description="It has come into this zone by night: no patrol or strike finds it (36.A.2.a)."
    )
    air_for: Count = Field(default=0, description="Modified TBF of aircraft on the side of this shipping (33.C).")
    air_against: Count = Field(default=0, description="Modified TBF of aircraft against this shipping (33.C).")
    status: Annotated[int, Field(ge=0, le=15, strict=True)] | None = Field(
        default=None, description="Naval status agreed at the table, read only where no table prints one (R-51)."
    )
