"""Rules text → syntax tree of each line → clause tree. All malformed lines of a text are reported at once."""

from typing import Any as Anything

from meldspec.language import lines
from meldspec.language.by_table import UNREAD, by_table
from meldspec.language.expressions import Nodes
from meldspec.language.extent import PROBLEMS, enough, too_long
from meldspec.language.layout import LogicalLine, logical_lines, margin_problems
from meldspec.language.parse_table import table
from meldspec.language.problems import Diagnostic, Place, RulesError
from meldspec.language.tree_builder import ParsedLine, TreeBuilder


def parse_line(line: LogicalLine, file: str) -> Anything:
    """The node of one logical line.

    Raises RulesError with a single diagnostic where the line is malformed.
    """
    if line.prose:
        return "prose", (line.text.strip()[1:].strip(),)
    if (quick := table()) is not None and (node := by_table(line.text, Nodes(file, line.number, line.text), quick)) is not UNREAD:
        return node
    # Imported here, since nearly every line is well formed, and Lark takes longer to begin than a book to be read.
    from meldspec.language.by_lark import by_lark

    return by_lark(line, file)


def parse(text: str, file: str = "<text>") -> lines.Text:
    """The tree of one rules text.

    Raises RulesError that holds every malformed or misplaced line of the text.
    """
    if problem := too_long(text, file):
        raise RulesError([problem])
    logical = logical_lines(text)
    problems = margin_problems(text, logical, file)
    parsed: list[ParsedLine] = []
    for line in logical:
        if len(problems) > PROBLEMS:
            raise RulesError([*problems[:PROBLEMS], enough(file, line.number)])
        where = Place(file, line.number, line.indent + 1, len(line.text.split("\n", 1)[0]) + 1)
        # A malformed line keeps its place in the tree, so that the lines under it are not reported as misplaced.
        node = None
        try:
            node = parse_line(line, file)
        except RulesError as error:
            problems += error.problems
        parsed.append(ParsedLine(node, line.indent, where, line.first_word))
    misplaced: list[Diagnostic] = []
    tree = TreeBuilder(file, misplaced).text(parsed)
    # A misspelt head makes what stands under it seem misplaced: only lines of which nothing was said are told of.
    told = {problem.place.line for problem in problems}
    problems += [problem for problem in misplaced if problem.place.line not in told]
    if problems or tree is None:
        raise RulesError(problems)
    return tree
