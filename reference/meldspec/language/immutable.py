"""What whole families of classes have in common: nodes of the syntax tree, expressions, resolved lines."""

from dataclasses import dataclass, field
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Immutable:
    """Whatever is below this is a frozen dataclass without saying so."""

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        dataclass(frozen=True, kw_only=kw_only)(cls)
