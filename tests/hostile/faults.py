"""The faults of implementations, and what whoever runs such a one is to be told: the exit code, and words of the report."""

from __future__ import annotations

from typing import NamedTuple

CONFORMS, DIFFERS, USAGE, BROKE = 0, 1, 2, 3
HUNG = "time-out: no answer within"
NO_JSON = "protocol error: a line that is no JSON"
OBJECT = "an answer is one JSON object on one line"
ONE_LINE = "write each answer on one line, without a line break within"
ONLY_ANSWERS = "write nothing but answers to standard output, and everything else to standard error"
NOT_PLAIN = "protocol error: a line that is no plain JSON"
MALFORMED = "the answer to act is malformed at ok"
OVERSIZED = "oversized line: a line of more than 1048576 bytes"
LEFT_ONE = "it left 1 program of its own running; the run ended what was left"
GOES_ON = "it must answer every request, `bye` the last of them, before it ends"
NO_HELLO = "The implementation gave no valid answer to hello:"
NO_FAREWELL = "it does not take its leave as the protocol wants"
ALL_WELL = "It conforms in every case that was checked (3)."


class Fault(NamedTuple):
    """A fault: which, what the run is to come to, and what is to be said of it; whether it stays silent for as long as it may."""

    name: str
    code: int
    words: tuple[str, ...]
    silent: bool = False


def _act(name: str, *words: str, silent: bool = False) -> Fault:
    """A fault in one act: two of the three cases go well, and the third is told of."""
    return Fault(name, DIFFERS, ("2 passed", "mini/trouble/allows-1", *words), silent)


def _well(name: str, *words: str) -> Fault:
    """What is no fault of the rules, however odd it is."""
    return Fault(name, CONFORMS, (*words, "3 passed", ALL_WELL))


def _hello(name: str, *words: str, silent: bool = False) -> Fault:
    return Fault(name, BROKE, (NO_HELLO, *words, "3 not run"), silent)


def _bye(name: str, *words: str, silent: bool = False) -> Fault:
    return Fault(name, DIFFERS, ("3 passed", NO_FAREWELL, *words), silent)


FAULTS = (
    # It says nothing.
    _act("hang", HUNG, "is the output flushed after every line?", silent=True),
    _act("hang_within_a_line", "7 bytes, but no end of line, within", "end each answer with a newline", silent=True),
    _act("hang_shouting", HUNG, "stderr xxx", silent=True),
    _act("ignore_sigterm", HUNG, silent=True),
    _act("stop", "the process was stopped, as by SIGSTOP", silent=True),
    _act("no_newline", "111 bytes, but no end of line, within", "end each answer with a newline", silent=True),
    _act("too_slowly", "bytes, but no end of line, within", silent=True),
    _act("over_standard_error", HUNG, "looks like one: write answers to standard output", silent=True),
    _act("daemon_and_hang", HUNG, silent=True),
    _act("close_output", "crash: closed its standard output and stayed"),
    _act("close_input", "crash: closed its standard input, so that it can read no request, and stayed", silent=True),
    _act("all_closed", "crash: closed its standard", "and stayed"),
    # It ends.
    _act("die", "crash: ended without an answer (exit status 3)", "stderr the last words"),
    _act("exit_0", "crash: ended without an answer (exit status 0)", GOES_ON),
    _act("exit_1", "crash: ended without an answer (exit status 1)", "stderr KeyError: 'pile'"),
    _act("exit_255", "(exit status 255)"),
    _act("answer_and_die", "3 seat 0 discards 2C", "(exit status 0)", GOES_ON),
    _act("die_by_signal", "(ended by SIGKILL)"),
    _act("segfault", "(ended by SIGSEGV)"),
    _act("abort", "(ended by SIGABRT)"),
    _act("recursion", "(exit status 1)", "stderr RecursionError: maximum recursion depth exceeded"),
    _act("half_a_line_and_exit", "ended after 20 bytes without an end of line (exit status 0); end each answer with a newline"),
    _act("no_newline_and_exit", "ended after 111 bytes without an end of line (exit status 0); end each answer with a newline"),
    # It has children.
    _act("fork_and_die", "exit status 4 without an answer, while a process it had started kept its output open", silent=True),
    _act("daemon_and_exit", "(exit status 5)", LEFT_ONE),
    _well("fork_own_group_and_answer", LEFT_ONE),
    _well("daemon_and_answer", LEFT_ONE),
    _well("children_that_stay", "it left 20 programs of its own running; the run ended what was left"),
    _act("answered_by_a_child", "'debug: drawn'", ONLY_ANSWERS),
    # It writes too much.
    _act("flood", "the answer to act has no seq, expected '5'"),
    _act("flood_one_line", OVERSIZED),
    _act("floods_both", OVERSIZED),
    _act("big_line", OVERSIZED, "an answer is one short JSON object"),
    _act("two_lines", "more than one line for one request", "answer each request with one line"),
    _act("late_line", "a second line for one request: seq '5' was answered already"),
    _act("repeat_late", "a second line for one request: seq '5' was answered already"),
    _act("debug_line", NO_JSON, "'debug: drawing'", ONLY_ANSWERS),
    _well("shout_and_answer"),
    _well("pad", "not fields of the protocol, misspelt perhaps: padding"),
    _well("make_names_up", "not fields of the protocol, misspelt perhaps: 5-0, 5-1"),
    _well("pad_a_place"),
    Fault("long_reason", CONFORMS, ("2 passed", "xxx… (900000 characters)", "1 unsupported")),
    _act("many_cards", "trouble leaves another table, in 1 case", "expected hands[0]: 9H 8D 7C"),
    # It is no JSON.
    _act("empty_line", "an empty line, expected an answer"),
    _act("blank_line", "an empty line, expected an answer"),
    _act("no_json", NO_JSON, "'Player 1 draws a card'", ONLY_ANSWERS),
    _act("prompt", NO_JSON, '\'> {"seq"', ONLY_ANSWERS),
    _act("nul", NO_JSON, OBJECT),
    _act("pretty", NO_JSON, ONE_LINE),
    _act("single_quotes", NO_JSON, "double quotes", OBJECT),
    _act("comma_at_the_end", NO_JSON, OBJECT),
    _act("two_objects_a_line", NO_JSON, "something stands behind the answer: end each answer with a newline"),
    _act("words_behind", NO_JSON, "something stands behind the answer: end each answer with a newline"),
    _act("byte_order_mark", "a line that begins with a byte order mark", "write UTF-8 without one"),
    _act("utf_16", "a line that is no UTF-8, at byte 0"),
    _act("no_utf8", "a line that is no UTF-8, at byte 8"),
    _act("not_a_number", NOT_PLAIN, "NaN is no JSON number"),
    _act("infinity", NOT_PLAIN, "Infinity is no JSON number"),
    _act("too_large_a_float", NOT_PLAIN, "1e400 is larger than any number that programs keep"),
    _act("huge_number", NOT_PLAIN, "a number of 5000 digits; expected at most 18"),
    _act("long_digits", NOT_PLAIN, "a number of 5000 digits; expected at most 18"),
    _act("nested_too_deep", NOT_PLAIN, "brackets within brackets without end"),
    _act("brackets_within", NOT_PLAIN, "brackets within brackets without end"),
    _act("key_twice", NOT_PLAIN, "the key 'seq' stands twice in one object"),
    _well("carriage_return"),
    _well("slowly"),
    # It is no answer.
    _act("no_object", "a line that is no JSON object: '[1, 2]'"),
    _act("json_null", "a line that is no JSON object: 'null'"),
    _act("wrong_seq", "has seq 'one hundred', expected '5'"),
    _act("number_seq", "has seq 5, expected '5'; repeat it as it came, a string"),
    _act("seq_null", "has seq null, expected '5'; repeat it as it came, a string"),
    _act("seq_before", "seq '4' was answered already"),
    _act("no_seq", "has no seq, expected '5'"),
    _act("ok_and_error", "the answer has ok and error, expected one of ok, unsupported and error"),
    _act("neither", "the answer has only seq, verdict, expected one of ok, unsupported and error"),
    _act("ok_null", MALFORMED, "found null, expected an object"),
    _act("ok_list", MALFORMED, "found [], expected an object"),
    _act("no_verdict", MALFORMED, "expected a field 'verdict'"),
    _act("loud_verdict", "ok.verdict: found 'LEGAL', expected one of legal, illegal, unsupported"),
    _act("verdict_true", "ok.verdict: found true, expected one of legal, illegal, unsupported"),
    _act("no_observation", MALFORMED, "expected a field 'observation'"),
    _act("observation_null", "ok.observation: found null, expected an object"),
    _act("stock_as_text", "ok.observation.stock: found '3', expected a whole number"),
    _act("stock_true", "ok.observation.stock: found true, expected a whole number"),
    _act("stock_negative", "ok.observation.stock: found -1, expected 0 or more"),
    _act("stock_null", "ok.observation.stock: found null, expected a whole number"),
    _act("hands_no_list", "ok.observation.hands: found {'0': ['7C']}, expected an array"),
    _act("bad_observation", "ok.observation.hands[0][0]: found '10H', expected a card"),
    _act("card_lower", "found '7c', expected a card: rank AKQJT98765432, then suit CDHS; or JK"),
    _act("introduces_itself", MALFORMED, "found {'implementation'"),
    _act("error", "errored: list index out of range", "stderr Traceback: the whole story"),
    _act("error_text", "malformed at error: found 'boom', expected an object"),
    _act("escapes_in_error", "errored: \\x1b[31mred\\x1b[0m"),
    # It is an answer, and wrong.
    _act("illegal", "trouble refuses what the rules allow, in 1 case", "expected legal found illegal"),
    _act("escapes", "refuses what the rules allow, in 1 case", "expected legal found illegal"),
    _act("wrong_stock", "trouble leaves another table, in 1 case", "expected stock: 3 found stock: 99"),
    _act("hands_of_others", "trouble leaves another table, in 1 case", 'found hands: [["7C"], ["8D"], ["9H"]]'),
    _act("waver", "unsteady in 1 case", "request 2 was answered otherwise"),
    _act("waver_and_die", "unsteady in 1 case", "then crash"),
    Fault("unsupported", CONFORMS, ("2 passed", "1 unsupported", "no such pack here")),
    Fault("unsupported_verdict", CONFORMS, ("2 passed", "1 unsupported", "cannot say that")),
    _well("says_little", "not fields of the protocol, misspelt perhaps: hand"),
    _well("nothing_seen", "stock 80%"),
    _well("in_another_folder"),
    _well("without_standard_error"),
    # It begins badly.
    _hello("hello_hang", HUNG, "is the output flushed after every line? ", silent=True),
    _hello("hello_exit_0", "(exit status 0)", GOES_ON),
    _hello("hello_exit_1", "(exit status 1)", "stderr: cannot find the cards"),
    _hello("hello_by_signal", "(ended by SIGKILL)"),
    _hello("hello_no_json", "'Welcome to Fake 1.0!'", ONLY_ANSWERS),
    _hello("hello_banner", "'Fake 1.0, ready'", ONLY_ANSWERS),
    Fault("hello_error", BROKE, ("answered hello with an error: no table free.",)),
    Fault("hello_unsupported", BROKE, ("answered hello with unsupported: protocol 1 only.",)),
    _hello("hello_twice", "more than one line for one request"),
    _hello("hello_variants_text", "malformed at ok.variants: found 'mini', expected an array"),
    _hello("hello_nobody", "malformed at ok.implementation: found {}, expected a field 'name'"),
    _hello("hello_number_for_a_version", "ok.implementation.version: found 1, expected a string"),
    _hello("hello_readings_list", "ok.readings: found ['draw'], expected an object"),
    _hello("hello_huge", OVERSIZED),
    _hello("hello_deep", "brackets within brackets without end"),
    Fault("hello_no_variants", USAGE, ("Fake does not play mini: in its answer to hello it names no variant.",)),
    Fault("hello_other_variant", USAGE, ("Fake does not play mini: in its answer to hello it names maxi.",)),
    _well("hello_many_variants"),
    _well("hello_long_name", f"{'Fake' * 15}… 1 (Python) against 3 cases of mini"),
    _well("hello_escapes", "\\x1b[2JFake\\u202e \\x07 1 (Python) against"),
    _well("hello_unknown_question", "moon"),
    _well("hello_unknown_feature"),
    # It ends badly.
    _bye("bye_hang", HUNG, silent=True),
    _bye("bye_stays", "still running", "after it had answered bye", silent=True),
    _bye("bye_fails", "exit status 7 after bye, expected exit status 0"),
    _bye("bye_by_signal", "ended by SIGTERM after bye"),
    _bye("bye_silent", "ended without an answer (exit status 0)", GOES_ON),
    _bye("bye_error", "bye was not answered with ok"),
    _bye("bye_two_lines", "more than one line for one request"),
    _bye("bye_last_words", "'Good night!\\n'", ONLY_ANSWERS.partition(", and ")[2]),
    _bye("bye_floods", "the answer to bye has no seq"),
    _well("bye_daemon", LEFT_ONE),
    # It is so all the time.
    Fault("always_pretty", BROKE, (ONE_LINE, "3 protocol error", "It only broke: nothing can be said about the rules.")),
    Fault("always_a_byte_order_mark", BROKE, ("byte order mark", "It only broke: nothing can be said about the rules.")),
    Fault("always_an_error", BROKE, ("errored: not yet written", "It only broke: nothing can be said about the rules.")),
    Fault("always_unsupported", DIFFERS, ("not yet written", "Nothing could be checked, so nothing conforms.")),
)
