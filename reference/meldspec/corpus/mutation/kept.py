"""Results of mutants noted one a line as they come, so that a run that was ended goes on where it was."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from meldspec.corpus.mutation.outcomes import Outcome, Result


@dataclass(frozen=True)
class Notes:
    """The file of the results of one book; `of` is a digest of what these hang on, and results of anything else do not count."""

    file: Path
    of: str

    def known(self) -> dict[str, Result]:
        """The results that count, by the names of their mutants."""
        return {one.name: one for one in self._read()}

    def _read(self) -> Iterator[Result]:
        if not self.file.exists():
            return
        for line in self.file.read_text(encoding="utf-8").split("\n"):
            try:
                row = json.loads(line)
                if row.pop("of") == self.of:
                    yield Result(**(row | {"outcome": Outcome(row["outcome"])}))
            except (ValueError, TypeError, KeyError, AttributeError):
                # A line that was cut off when a run was ended, or one of an older form: that mutant is tried again.
                continue

    def note(self, results: Iterable[Result]) -> Iterator[Result]:
        """The same results, each written down before it goes on."""
        for one in results:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            # With a line's end in front, so that what follows a line that was cut off is whole.
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write("\n" + json.dumps({"of": self.of, **asdict(one)}, ensure_ascii=False))
            yield one
