"""Corpus × implementation to report: which rules it breaks, which readings it follows.

case               a line of a corpus: requests, expectations, worlds
process, session   the implementation as a child process; one request, one answer
protocol, shape    what an answer may be; everything else is a protocol error
compare, share     what is compared, and how much of it was given
worlds, play       the ways a case may rightly go; one case, played
readings, combined which readings the answers show; several at once
run, report        all cases, and what they come to
request, serve      what is asked, read strictly; the reference as an implementation
recompute, replay   what the rules expect of a case, worked out again
print, transcript, words, junit, report_json   the report, shown
"""
