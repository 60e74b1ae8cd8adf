"""Corpus × implementation to report: which rules it breaks, which readings it follows.

process, session     the implementation as a child process; one request, one answer
family               every process that it is made of, found and ended
courses, play        the ways a case may rightly go; one case, played
readings, combined   which readings the answers show; several at once
outcome              what became of one case, and how much of what could be compared was given
run, report          all cases, and what they come to
print, words, report_files   the report, shown
serve                the reference as an implementation
replay               what the rules expect of a case, worked out again
"""
