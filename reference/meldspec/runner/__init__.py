"""Corpus × implementation to report: which rules it breaks, which readings it follows.

process, session     the implementation as a child process; one request, one answer
family, watcher      every process that it is made of, found and ended, whatever becomes of the runner
play                 one case, played: what is answered is recorded
held_to, recomputed  the rules, as the judge asks them; a request answered once for all readings that answer it alike
led                  cases that begin with a position, for who takes none
judged, readings, reached    what was recorded comes to: outcomes and findings, readings that are followed, what was never judged
traits, asking       what a case has that not everybody takes; what is asked first, and plain cases before others
upto                 the cases for which the first chapters of a book suffice
outcome              what became of one case, and how much of what could be compared was given
instead              what would have been legal, where something is let be done that is not
unsupported          what is not supported, and what that costs
run, playing, report all cases, and what stands in the end
walk, live, walk_case    played on at random when the cases are done; a deal held at once against the rules; a find as a case
stopping             what tells a run to stop before its end
worker, workers      several processes that play cases side by side; side_by_side: the same done to many things
log, recording_json  what happened, noted as it happens; where a run goes on with it
known, known_file     failures that are known and do not count, and their file
told_finding         what is said of a finding wherever it is told
print, print_findings, print_known, words, report_files, annotations   the report, shown
stored               reports and claims, read from files
claim, checked_claim, badge    what an author publishes, held against a later suite; its badge
matrix, print_matrix reports side by side
python_engine        an engine as an object of Python, asked in this process or as a program
serve, dealt         the reference as an implementation; whether a deal is one that a pack gives
replay               what the rules expect of a case, worked out again
told, told_position  a case in words, and the table before the act to which it leads
"""
