"""Recorded answers × rules to a judgement: how an implementation reads the open questions, and where it breaks the rules so read.

oracle       what the rules expect of a case under an assignment of readings
evidence     what one case shows of one question; questions: what all its cases show
learn        the assignment of readings that the answers show; nearer: one that explains more of them
company      readings that only beside others give all answers
judgement    every case held to that assignment
arises       whether a case that is answered rightly shows what it is about
excuses      what else would explain a case that departs, and leave the other cases explained
written      which lines wrote what an answer has otherwise
booking      a departure to the lines that decide there; resting: what these lines rest on
findings     departures that are one, told once, and how sure that is
localise     the single line that, spoilt, would explain a finding
one_line     who has one line wrong, where that looks like readings; floored: scores that are never below zero
remembered   the memory that, were it otherwise, would explain wrong refusals
mutants, reading_mutants     what the judge makes of somebody with a line spoilt

A case's requests never hang on the answers, so all of this is a function of what was recorded: neither the order of the cases nor
the number of processes that played them can change it.
"""
