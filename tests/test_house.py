"""The house keeps its own plan: layers, sizes, and no law of any game in the core."""

import ast
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "reference" / "meldspec"

LAYERS = (
    "data", "cache", "language", "book", "table", "definition", "engine", "protocol", "position", "ruling", "sources", "compare",
    "corpus", "runner", "site", "cli",
)  # fmt: skip
"""Each may import itself and what stands before it."""

CORE = ("language", "book", "table", "definition", "engine")
CORE_MAY_IMPORT = {"lark", "meldspec", *sys.stdlib_module_names}

FILE_LINES, FUNCTION_LINES, MEDIAN_LINES = 500, 40, 10

GAME_WORDS = {
    "ask leave", "black three", "canasta", "deuce", "foot", "frozen", "garbage", "joker", "kitty",
    "red three", "samba", "seven",
}  # fmt: skip
"""Words of the games, in the singular; the names of the variants are read from the spec besides."""

MANY_KINDS = 6
"""A `match` over so many kinds of nodes is meant for all of them; one over fewer picks some out."""

SMALL = {"language": 9, "book": 9, "table": 2, "definition": 2, "engine": 2}
"""Numbers up to this one may count places and arguments; above it, a number of the rules is law in Python."""

YAML_MAY = {"safe_load", "YAMLError", "MarkedYAMLError", "compose", "SafeLoader", "CSafeLoader"}
"""`compose` with the safe loader reads no values at all: it gives nodes, for the line that an error names. The C loader is the
safe one, only quicker."""
# Each pattern is spelt so that it does not find itself.
LEFT_OPEN = re.compile(r"\bT[O]DO\b|\bF[I]XME\b|\bX[X]X\b|\bH[A]CK\b|Not[I]mplementedError|type: [i]gnore|# n[o]qa")
ELSEWHERE = re.compile(
    r"(?<![\w.:/])/(?:home|root|Users|work|tmp)/\w|[A-Z]:\\\\?Users|"
    r"\b(?:pypi|pythonhosted|npmjs|crates)\.(?:org|io|com)\b|index-(?:url)\b"
)


def sources(*folders: str) -> list[Path]:
    """The Python files below the given top-level folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of one Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def place(path: Path, line: int) -> str:
    """A place as an editor takes it: file, colon, line."""
    return f"{path.relative_to(ROOT)}:{line}"


def layer(path: Path) -> str:
    """The layer a module of the package belongs to; empty for the package's own `__init__`."""
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def core_files() -> list[Path]:
    """The modules which must know no game."""
    return [path for path in sources("reference") if layer(path) in CORE]


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, wherever the import stands, as its line and full dotted name."""
    package = ("meldspec", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (above, node.module) if part)
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method of a file."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, from `def` to its end."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def words(path: Path) -> Iterator[tuple[int, str]]:
    """What the program itself says, names and strings, as lower-case words; docstrings are left out."""
    prose = {id(node.value) for node in ast.walk(parsed(path)) if isinstance(node, ast.Expr)}
    for node in ast.walk(parsed(path)):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield node.lineno, text.lower()
            case ast.keyword(arg="frozen", value=ast.Constant(value=True)):
                pass  # dataclass(frozen=True): Python's word, not the game's
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


def test_core_needs_nothing_but_lark() -> None:
    """The core runs on the standard library and Lark alone, so that it runs in a browser."""
    foreign = [
        f"{place(path, line)} {name}"
        for path in core_files()
        for line, name in imports(path)
        if name.split(".")[0] not in CORE_MAY_IMPORT
    ]
    assert foreign == []


def test_core_speaks_of_no_game() -> None:
    """No variant, meld kind or card of any game is named in the core: the law is in the rules text."""
    pattern = game_words()
    found = [
        f"{place(path, line)} {hit.group()!r} in {said!r}"
        for path in core_files()
        for line, said in words(path)
        if (hit := pattern.search(said))
    ]
    assert found == []


@cache
def shifts(path: Path) -> set[int]:
    """The constants that a limit is shifted by, as in `1 << 14`: sizes of the machine's, not of a game."""
    found = (node for node in ast.walk(parsed(path)) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift))
    return {id(node.right) for node in found}


def test_core_holds_no_number_of_the_rules() -> None:
    """A number that the rules text gives stands there and nowhere in the core."""
    numbers = rule_numbers()
    found = [
        f"{place(path, node.lineno)} {node.value}"
        for path in core_files()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in shifts(path)
        if node.value > SMALL[layer(path)] and node.value in numbers
    ]
    assert found == []


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
    matches = [(path, node) for path in sources("reference") for node in ast.walk(parsed(path)) if isinstance(node, ast.Match)]
    # The last case is `assert_never(node)`, or hands the node to a function whose own match takes the kinds that are left.
    found = [
        place(path, node.lineno)
        for path, node in matches
        if len({name for case in node.cases for name in told_apart(case.pattern)} & kinds) >= MANY_KINDS
        if ast.unparse(node.subject) not in handed_on(node.cases[-1])
    ]
    assert found == []


def test_yaml_is_only_read_safely() -> None:
    """YAML, which people write by hand, is read by `safe_load` and by nothing else."""
    used = []
    for path in python_files():
        for node in ast.walk(parsed(path)):
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
    idle = [
        f"{place(path, node.lineno)} {node.name}"
        for path, node in every_test()
        if not asserting.search("\n".join(map(ast.unparse, node.body[1:])))
    ]
    assert idle == []
