"""What whole families of classes have in common: nodes of the syntax tree, expressions, resolved lines."""

from dataclasses import dataclass, field
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Immutable:
    """Whatever is below this is a frozen dataclass without saying so, its fields by name alone where its head says `kw_only`."""

    # No `slots`: for them `dataclass` makes a second class, and a class that is being made cannot be exchanged for it here.

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        dataclass(frozen=True, kw_only=kw_only)(cls)
