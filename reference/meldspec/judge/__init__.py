"""Recorded answers × rules to a judgement: how an implementation reads the open questions, and where it breaks the rules so read.

oracle       what the rules expect of a case under an assignment of readings
evidence     what one case shows of one question
learn        the assignment of readings that the answers show
judgement    every case held to that assignment, with nothing excused
written      which lines wrote what an answer has otherwise
booking      a departure to the lines that decide there
findings     departures that are one, told once, and how sure that is
localise     the single line that, spoilt, would explain a finding
remembered   the memory that, were it otherwise, would explain wrong refusals

A case's requests never hang on the answers, so all of this is a function of what was recorded: neither the order of the cases nor
the number of processes that played them can change it.
"""
