"""The house keeps its own plan: layers without circles, sizes, names that are no texts, and no law of any game in the core.

What the plan wants and the code does not have yet stands in `KNOWN`, place by place. `KNOWN` only shrinks: a place that is put
right is taken out, or the test fails.
"""

import ast
import re
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "reference" / "meldspec"

LAYERS = (
    "data", "files", "cache", "language", "book", "table", "definition", "engine", "protocol", "position", "ruling", "sources",
    "compare", "corpus", "judge", "runner", "site", "cli",
    "pytest_plugin",
)  # fmt: skip
"""Each may import itself and what stands before it."""

CORE = ("language", "book", "table", "definition", "engine", "protocol", "position", "ruling")
SPEAK_OF_NO_GAME = (*CORE, "compare", "corpus", "judge", "runner")
"""In these the places, kinds, acts, sizes and options of a game come from its book."""
HALL = ("language", "book", "table", "definition", "engine")
"""In these not even the protocol's names of fields are known."""
FIELDS = {"foot", "feet", "frozen", "garbage", "joker", "jokers", "red three", "red threes"}
"""Words of the games that the protocol's messages have as names of fields."""
CORE_MAY_IMPORT = {"lark", "meldspec", *sys.stdlib_module_names}

FILE_LINES, FUNCTION_LINES, MEDIAN_LINES = 500, 40, 10
COMMENTS = 20
"""So many lines in a thousand are comments, at least: they say why, where a reader would wonder."""

KNOWN: Mapping[str, tuple[str, ...]] = {
    "circle": (),
    "comments": (),
    "first line": (),
    "game": (),
    "import": (),
    "names as text": (),
    "number": (),
    "type checking": (),
}  # fmt: skip
"""For each rule the places that do not keep it yet. Nothing is added here."""

GAME_WORDS = {
    "ask leave", "black three", "canasta", "deuce", "foot", "frozen", "garbage", "joker", "kitty",
    "red three", "samba", "seven",
}  # fmt: skip
"""Words of the games, in the singular; the names of the variants are read from the spec besides."""

MANY_KINDS = 6
"""A `match` over so many kinds of nodes is meant for all of them; one over fewer picks some out."""

LOADER = "engine/compile/load"
"""Makes functions of what was compiled."""

SMALL = {"table": 2, "definition": 2, "engine": 2}
"""Numbers up to this one, elsewhere up to 9, may count places and arguments; above it, a number of the rules is law in Python."""

EVENTS = {f"{name}Event" for name in ("Alias", "Scalar", "SequenceStart", "SequenceEnd", "MappingEnd", "StreamEnd")}
YAML_MAY = {"safe_load", "YAMLError", "SafeLoader", "CSafeLoader", *EVENTS, "safe_dump"}
"""The events of the safe loader are no values at all. The C loader is the safe one, only quicker."""
# Each pattern is spelt so that it does not find itself.
LEFT_OPEN = re.compile(r"\bT[O]DO\b|\bF[I]XME\b|\bX[X]X\b|\bH[A]CK\b|Not[I]mplementedError|type: [i]gnore|# n[o]qa")
ELSEWHERE = re.compile(
    r"(?<![\w.:/])/(?:home|root|Users|work|tmp)/\w|[A-Z]:\\\\?Users|"
    r"\b(?:pypi|pythonhosted|npmjs|crates)\.(?:org|io|com)\b|index-(?:url)\b"
)

HINTS = ("/home/", "/root/", "/Users/", "/work/", "/tmp/", ":\\", "pypi", "pythonhosted", "npmjs", "crates", "index-")
"""Without one of these a text has nothing of the sort, which is sooner found out."""


def sources(*folders: str) -> list[Path]:
    """The Python files below the given top-level folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of one Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """All of it, laid out once for all tests."""
    return list(ast.walk(parsed(path)))


def place(path: Path, line: int) -> str:
    """A place as an editor takes it: file, colon, line."""
    return f"{path.relative_to(ROOT)}:{line}"


def layer(path: Path) -> str:
    """The layer a module of the package belongs to; empty for the package's own `__init__`."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    # To run the package is to run a command.
    return {"__init__": "", "__main__": "cli"}.get(first, first)


def files_in(layers: Iterable[str]) -> list[Path]:
    """The modules of some layers."""
    return [path for path in sources("reference") if layer(path) in layers]


def check_known(rule: str, found: Iterable[tuple[str, str]]) -> None:
    """Only the places that are known break a rule, and all of these do; what is found is places with what they have."""
    rows = list(found)
    assert [f"{where}: {what}" for where, what in rows if where not in KNOWN[rule]] == []
    put_right = set(KNOWN[rule]) - {where for where, _ in rows}
    assert put_right == set(), f"these keep the rule now; take them out of KNOWN[{rule!r}]"


def module(path: Path) -> str:
    """A module as the package has it, `engine/play`."""
    return str(path.relative_to(PACKAGE).with_suffix(""))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, wherever the import stands, as its line and full dotted name."""
    package = ("meldspec", *path.relative_to(PACKAGE).parts[:-1])
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (above, node.module) if part)
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method of a file."""
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, from `def` to its end."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def words(path: Path) -> Iterator[tuple[int, str]]:
    """What the program itself says, names and strings, as lower-case words; docstrings are left out."""
    prose = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield node.lineno, text.lower()
            case ast.keyword(arg="frozen" | "frozen_default", value=ast.Constant(value=True)):
                pass  # dataclass(frozen=True) and the like: Python's word, not the game's
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield node.lineno, spaced(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, spaced(name)


def spaced(name: str) -> str:
    """`frozen_pile` and `FrozenPile` alike as `frozen pile`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower()


def game_words() -> re.Pattern[str]:
    """The words of the games and the names of the variants that the spec holds."""
    variants = {path.stem for path in (ROOT / "spec" / "variants").glob("*.rules")}
    return re.compile(rf"\b(?:{'|'.join(sorted(GAME_WORDS | variants))})s?\b")


def rule_numbers() -> set[int]:
    """Every number that stands in the rules text; the paragraphs that a clause cites are none of the rules."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "spec").rglob("*.rules"))
    lines = (line for text in texts for line in text.splitlines() if not line.startswith("  cites "))
    return {int(digits) for line in lines for digits in re.findall(r"\b\d+\b", line)}


def tracked() -> list[Path]:
    """The files under version control; skips where there is none, as in a source distribution."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout: which files are tracked is not known")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_every_module_has_a_layer() -> None:
    """Every module of the package belongs to one of the arrows of the flow."""
    strangers = {layer(path) for path in sources("reference")} - {"", *LAYERS}
    assert not strangers, f"no layer of {LAYERS}: {strangers}"


def test_imports_run_one_way() -> None:
    """What stands earlier in the flow never imports what stands later."""
    back = []
    for path in sources("reference"):
        allowed = LAYERS[: LAYERS.index(layer(path)) + 1] if layer(path) else ()
        for line, name in imports(path):
            top, _, rest = name.partition(".")
            target = rest.split(".")[0]
            if top == "meldspec" and target in LAYERS and target not in allowed:
                back.append(f"{place(path, line)} {layer(path)} imports {name}")
    assert back == []


def edges() -> dict[str, set[str]]:
    """Which modules each module imports, wherever the import stands and if only for types."""
    names = {".".join(("meldspec", *path.relative_to(PACKAGE).with_suffix("").parts)): path for path in sources("reference")}
    names = {name.removesuffix(".__init__"): path for name, path in names.items()}
    short = {name: module(path) for name, path in names.items()}
    return {
        module(path): {
            short[target]
            for _, imported in imports(path)
            for target in (imported, imported.rpartition(".")[0])
            if target in names and target != name
        }
        for name, path in names.items()
    }


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Modules that lead to one another, by what each one reaches."""

    def reached(start: str) -> set[str]:
        seen, open_ = set[str](), [start]
        while open_:
            new = graph[open_.pop()] - seen
            seen |= new
            open_ += new
        return seen

    reach = {name: reached(name) for name in graph}
    groups = {frozenset(other for other in reach[name] if name in reach[other]) for name in graph if name in reach[name]}
    return sorted(sorted(group) for group in groups)


def test_no_modules_run_in_a_circle() -> None:
    """Whoever reads a module has read all that it needs, imports for types alone and those inside functions counted."""
    check_known("circle", ((name, f"one of {len(group)} in a circle") for group in circles(edges()) for name in group))


def test_nothing_is_imported_for_types_alone() -> None:
    """What a module needs it imports for all to see."""
    found = [
        (module(path), f"line {node.lineno}")
        for path in sources("reference")
        for node in nodes(path)
        if isinstance(node, ast.Name | ast.Attribute | ast.alias)
        and "TYPE_CHECKING" in (getattr(node, "id", ""), getattr(node, "attr", ""), getattr(node, "name", ""))
    ]
    check_known("type checking", found)


def test_core_needs_nothing_but_lark() -> None:
    """The core runs on the standard library and Lark alone, so that it runs in a browser."""
    found = [
        (module(path), f"line {line} {name}")
        for path in files_in(CORE)
        for line, name in imports(path)
        if name.split(".")[0] not in CORE_MAY_IMPORT
    ]
    check_known("import", found)


def test_no_game_is_spoken_of() -> None:
    """No variant, meld kind or card of any game is named in the core, nor above it but for the names of the protocol's fields."""
    pattern = game_words()
    found = [
        (module(path), f"line {line} {hit.group()!r} in {said!r}")
        for path in files_in(SPEAK_OF_NO_GAME)
        for line, said in words(path)
        for hit in pattern.finditer(said)
        if layer(path) in HALL or hit.group().replace("_", " ") not in FIELDS
    ]
    check_known("game", found)


@cache
def named(path: Path) -> set[int]:
    """The numbers of module constants that have a docstring, which says what bounds them: they are the machine's, not a game's."""
    body = parsed(path).body
    said = [
        node
        for node, after in pairwise(body)
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
    ]
    return {id(one) for node in said if targets(node) and all(name.isupper() for name in targets(node)) for one in ast.walk(node)}


def targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    """The names that a statement gives a value."""
    given = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [one.id for target in given for one in ast.walk(target) if isinstance(one, ast.Name)]


def test_no_number_of_the_rules_stands_in_the_core() -> None:
    """A number that the rules text gives stands there and nowhere in the core."""
    numbers = rule_numbers()
    found = [
        (module(path), f"line {node.lineno} {node.value}")
        for path in files_in(CORE)
        for node in nodes(path)
        if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in named(path)
        if node.value > SMALL.get(layer(path), 9) and node.value in numbers
    ]
    check_known("number", found)


def built(node: ast.expr) -> bool:
    """Whether an expression puts a text together."""
    return isinstance(node, ast.JoinedStr | ast.BinOp) or (
        isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "format"
    )


def as_text(node: ast.AST) -> str:
    """What looks for something in the program by a name in a text; empty for all else."""
    match node:
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name)) if name == "namespace":
            return ast.unparse(node)
        case ast.Subscript(value=ast.Call(func=ast.Name(id="globals" | "locals" | "vars"))):
            return ast.unparse(node)
        case ast.Call(func=ast.Name(id="getattr" | "setattr" | "hasattr"), args=[_, name, *_]) if built(name):
            return ast.unparse(node)
        case ast.Call(func=ast.Name(id="eval")):
            return ast.unparse(node)
    return ""


def test_no_name_is_a_text() -> None:
    """What a module offers is reached by its name, which a reader, an editor and the type checker can follow."""
    found = [(module(path), said) for path in sources("reference") for node in nodes(path) if (said := as_text(node))]
    # Where the compiler's text is made into functions, and nowhere else, it must be evaluated.
    check_known("names as text", [one for one in found if not (one[0] == LOADER and one[1].startswith("eval("))])


def test_every_module_says_what_it_holds() -> None:
    """The first line of every module tells what is in it."""
    first = {path: (ast.get_docstring(parsed(path)) or "").partition("\n")[0] for path in sources("reference")}
    check_known(
        "first line", ((module(path), repr(said)) for path, said in first.items() if not re.fullmatch(r"\S.{10,}[.:]", said))
    )


def test_comments_say_why() -> None:
    """Of a thousand lines that are not blank so many are comments."""
    lines = [line.strip() for path in sources("reference") for line in path.read_text(encoding="utf-8").splitlines()]
    share = 1000 * sum(line.startswith("# ") for line in lines) / sum(map(bool, lines))
    check_known("comments", [("reference", f"{share:.1f} in 1,000")] if share < COMMENTS else [])


def test_files_are_short() -> None:
    """A file is read in one sitting."""
    sizes = {path: path.read_text(encoding="utf-8").count("\n") for path in python_files()}
    assert [f"{place(path, 1)} {size} lines" for path, size in sizes.items() if size > FILE_LINES] == []


def test_functions_are_short() -> None:
    """A function fits a screen, and half of the package's functions fit a hand."""
    long = [
        f"{place(path, node.lineno)} {node.name}: {length(node)} lines"
        for path in python_files()
        for node in functions(path)
        if length(node) > FUNCTION_LINES
    ]
    assert long == []
    lengths = [length(node) for path in sources("reference") for node in functions(path)]
    assert statistics.median(lengths) <= MEDIAN_LINES


def python_files() -> list[Path]:
    """Every Python file of the project."""
    return sources("reference", "tests", "conformance")


def test_nothing_is_left_open() -> None:
    """No file carries a note of work undone, nor silences a check."""
    found = [
        f"{place(path, number)} {line.strip()}"
        for path in python_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if LEFT_OPEN.search(line)
    ]
    assert found == []


def node_kinds() -> set[str]:
    """The kinds of nodes of the tree, the resolved tree and the sheet, as a `case` names them."""
    homes = {"tree": "language/tree.py", "lines": "language/lines.py", "": "book/core.py", "sheet": "book/sheet.py"}
    return {
        f"{module}.{node.name}" if module in ("tree", "lines") else node.name
        for module, file in homes.items()
        for node in parsed(PACKAGE / file).body
        if isinstance(node, ast.ClassDef)
    }


def told_apart(pattern: ast.pattern) -> Iterator[str]:
    """The kinds that one `case` is about."""
    match pattern:
        case ast.MatchClass(cls=kind):
            yield ast.unparse(kind)
        case ast.MatchOr(patterns=patterns):
            yield from (name for inner in patterns for name in told_apart(inner))
        case ast.MatchAs(pattern=ast.pattern() as inner):
            yield from told_apart(inner)


def handed_on(case: ast.match_case) -> set[str]:
    """What the calls within one `case` are about."""
    return {ast.unparse(argument) for node in ast.walk(case) if isinstance(node, ast.Call) for argument in node.args}


def test_matches_over_nodes_are_complete() -> None:
    """Whatever tells many kinds of nodes apart tells all of them apart, or hands on what it does not know itself."""
    kinds = node_kinds()
    matches = [(path, node) for path in sources("reference") for node in nodes(path) if isinstance(node, ast.Match)]
    # The last case is `assert_never(node)`, or hands the node to a function whose own match takes the kinds that are left.
    found = [
        place(path, node.lineno)
        for path, node in matches
        if len({name for case in node.cases for name in told_apart(case.pattern)} & kinds) >= MANY_KINDS
        if ast.unparse(node.subject) not in handed_on(node.cases[-1])
    ]
    assert found == []


def test_yaml_is_only_read_safely() -> None:
    """YAML, which people write by hand, is read by `safe_load` and by nothing else; what is written is plain, too."""
    used = []
    for path in python_files():
        for node in nodes(path):
            match node:
                case ast.Attribute(value=ast.Name(id="yaml"), attr=name):
                    used.append((path, node.lineno, name))
                case ast.ImportFrom(module="yaml", names=names):
                    used += [(path, node.lineno, alias.name) for alias in names]
    assert [f"{place(path, line)} yaml.{name}" for path, line, name in used if name not in YAML_MAY] == []


def test_no_file_names_a_machine() -> None:
    """No tracked file holds a path of somebody's machine or the host of a package registry."""
    found = []
    for path in tracked():
        text = path.read_text(encoding="utf-8", errors="replace")
        if not any(hint in text for hint in HINTS):
            continue
        found += [f"{place(path, text.count(chr(10), 0, hit.start()) + 1)} {hit.group()}" for hit in ELSEWHERE.finditer(text)]
    assert found == []


def every_test() -> Iterator[tuple[Path, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every test function, with its file."""
    for path in sources("tests"):
        yield from ((path, node) for node in functions(path) if node.name.startswith("test_"))


def test_every_test_says_what_it_shows() -> None:
    """Every test says in one sentence what it shows."""
    silent = []
    for path, node in every_test():
        said = ast.get_docstring(node) or ""
        if not re.fullmatch(r"[^\n]+[.!?]", said.replace("\n", " ")) or re.search(r"[.!?] +[A-Z]", said):
            silent.append(f"{place(path, node.lineno)} {node.name}: {said!r}")
    assert silent == []


def test_every_test_asserts() -> None:
    """Every test can fail."""
    asserting = re.compile(r"\bassert\b|raises|\w*(?:assert|check|expect)\w*\(")
    lines = {path: path.read_text(encoding="utf-8").splitlines() for path in sources("tests")}
    idle = [
        f"{place(path, node.lineno)} {node.name}"
        for path, node in every_test()
        if not any(asserting.search("\n".join(lines[path][one.lineno - 1 : one.end_lineno])) for one in node.body[1:])
    ]
    assert idle == []
