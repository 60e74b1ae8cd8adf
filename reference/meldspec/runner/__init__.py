"""Corpus × implementation to report: which rules it breaks, which readings it follows.

process, session     the implementation as a child process; one request, one answer
family, watcher      every process that it is made of, found and ended, whatever becomes of the runner
courses, play        the ways a case may rightly go; one case, played
readings, combined   which readings the answers show; several at once
outcome              what became of one case, and how much of what could be compared was given
run, playing, report all cases, and what they come to
stopping             what tells a run to stop before its end
log, outcome_json    what happened, noted as it happens; where a run goes on with it
print, words, report_files   the report, shown
serve                the reference as an implementation
replay               what the rules expect of a case, worked out again
told, told_position  a case in words, and the table before the act to which it leads
"""
