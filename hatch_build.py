"""What the metadata of the package says only where it is known: the addresses of whoever publishes it (decision 42)."""

import os
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ADDRESSES = {"Documentation": "MELDSPEC_SITE", "Source": "MELDSPEC_SOURCE"}
"""What an address is called in the metadata, and the variable of the environment that names it while the package is built."""


class Addresses(MetadataHookInterface):
    """Puts those addresses into the metadata that are named."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Where nobody says where the pages are, the package leads nowhere."""
        metadata["urls"] = {what: address for what, name in ADDRESSES.items() if (address := os.environ.get(name))}
