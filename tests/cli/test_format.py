"""`meldspec format`: what it rewrites, what it leaves alone, and what it answers."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldspec.cli import main

UNTIDY = 'book  toy "Toy"\r\nchapter 1 one "One"\nclause a.b "T"\n  event   e\n'
TIDY = 'book toy "Toy"\n\nchapter 1 one "One"\n\nclause a.b "T"\n  event e\n'
ILL = UNTIDY + "  evnt f\n"


def formatted(*arguments: str | Path) -> Result:
    """The command's answer."""
    return CliRunner().invoke(main, ["format", *map(str, arguments)])


def written(folder: Path, **texts: str) -> list[Path]:
    """Files of rules with the given texts."""
    paths = [folder / f"{name}.rules" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_bytes(text.encode())
    return paths


def test_an_untidy_text_is_rewritten_once(tmp_path: Path) -> None:
    """A text is put into its canonical form, and then stays as it is."""
    written(tmp_path, untidy=UNTIDY, tidy=TIDY)
    first, again = formatted(tmp_path), formatted(tmp_path)
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert "rewritten: " in first.output and "untidy.rules" in first.output and "/tidy.rules" not in first.output
    assert again.output == "2 files, 0 rewritten.\n"
    assert (tmp_path / "untidy.rules").read_bytes() == TIDY.encode()


def test_check_only_names_the_files(tmp_path: Path) -> None:
    """With --check nothing is written, and the answer is that something would be."""
    untidy, tidy = written(tmp_path, untidy=UNTIDY, tidy=TIDY)
    result = formatted("--check", untidy, tidy)
    assert result.exit_code == 1
    assert result.output == f"not canonical: {untidy}\n2 files, 1 not canonical.\n"
    assert untidy.read_bytes() == UNTIDY.encode()
    assert formatted("--check", tidy).exit_code == 0


def test_a_malformed_text_is_left_alone(tmp_path: Path) -> None:
    """What cannot be read is told of and never rewritten; the other files are still put in order."""
    ill, untidy = written(tmp_path, ill=ILL, untidy=UNTIDY)
    result = formatted(ill, untidy)
    assert result.exit_code == 2
    assert "5 |   evnt f\n  |   ^^^^" in result.stderr
    assert "did you mean 'event'?" in result.stderr
    assert ill.read_bytes() == ILL.encode()
    assert untidy.read_bytes() == TIDY.encode()


def test_a_file_in_another_encoding_is_left_alone(tmp_path: Path) -> None:
    """A file that is no UTF-8 is told of and left as it is."""
    path = tmp_path / "old.rules"
    path.write_bytes('book toy "é"\n'.encode("latin-1"))
    result = formatted(path)
    assert result.exit_code == 2
    assert "save the file with the encoding UTF-8" in result.stderr
    assert path.read_bytes() == 'book toy "é"\n'.encode("latin-1")


@pytest.mark.parametrize("arguments", [(), ("no-such-file.rules",), ("--check", ".")])
def test_files_must_be_named(arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a file of rules to look at, the command says what it wants."""
    monkeypatch.chdir(tmp_path)
    result = formatted(*arguments)
    assert result.exit_code == 2
    assert "Usage" in result.stderr
