"""Numbers of the war that a campaign keeps: morale of a side, the merchant shipping level, mobilization points."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Morale = Annotated[int, Field(ge=-999, le=999, strict=True)]
Level = Annotated[int, Field(ge=0, le=9999, strict=True)]
