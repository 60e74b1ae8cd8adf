"""What the judge makes of implementations with one line spoilt: `python -m tests.judge.mutants GAME [NUMBER] [SEED]`.

Each is found (cases depart), comes to a reading (which is named), is undecided, or is never seen; under each found one the line
that the findings are put down to.
"""

import random
import sys
import time
from collections import Counter

from tests.judge.spoilt import answers_spoilt, found, mutants_of, oracle_of

from meldspec.judge.findings import Finding
from meldspec.judge.judgement import Judgement, Verdict, judge
from meldspec.judge.oracle import DEFAULTS


def told(variant: str, judgement: Judgement) -> tuple[str, str]:
    """What a judgement comes to, and on what."""
    assignment = judgement.learnt.assignment
    verdicts = Counter(one.verdict for one in judgement.cases)
    if verdicts[Verdict.DEPARTS]:
        lines = "; ".join(_named(finding) for finding in found(variant, judgement))
        return "found", f"{verdicts[Verdict.DEPARTS]} cases depart: {lines}"
    if assignment:
        return "comes to a reading", ", ".join(f"{question} = {reading}" for question, reading in sorted(assignment))
    if all(oracle_of(variant).explains(one.transcript, DEFAULTS) for one in judgement.cases):
        return "never seen", ""
    return "undecided", ", ".join(sorted({question for one in judgement.cases for question in one.questions}))


def _named(finding: Finding) -> str:
    """A finding in a few words."""
    cause = f", as if {finding.cause.line} {finding.cause.what}" if finding.cause else ""
    return f"{', '.join(finding.lines) or finding.clause} {finding.sort} ({len(finding.cases)}){cause}"


def main(variant: str, number: int = 20, seed: int = 1) -> None:
    """Print a line for each of some mutants taken at random, and how many came to what."""
    some = mutants_of(variant)
    random.Random(seed).shuffle(some)
    counts: Counter[str] = Counter()
    for mutant in some[:number]:
        began = time.process_time()
        what, how = told(variant, judge(oracle_of(variant), answers_spoilt(variant, mutant)))
        counts[what] += 1
        print(f"{mutant}\n    {what}: {how} ({time.process_time() - began:.1f} s)", flush=True)
    print(f"{variant}, {sum(counts.values())} of {len(some)}: {dict(counts)}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
