"""The pages about the language and about the protocol's messages, made from the files that define them."""

import json
from collections.abc import Iterator, Mapping
from textwrap import indent

from meldspec.site.markup import document, markdown

COMMANDS = ("hello", "deal", "act", "legal", "position", "bye")
REST = ("unsupported-reply", "error-reply", "card", "play", "action", "observation")
ORDER = (*(f"{command}-{side}" for command in COMMANDS for side in ("request", "reply")), *REST)
"""Messages in the order of a conversation, then what they are made of; whatever else there is comes behind."""


def language_page(readme: str, grammar: Mapping[str, str]) -> str:
    """The language in one page, and the grammar that the parser is made from."""
    parts = (f"### {name}\n\n{fenced(text, 'text')}" for name, text in grammar.items())
    return document(readme.rstrip("\n"), "## The grammar", *parts)


def fenced(text: str, language: str) -> str:
    """A text as a block of code."""
    return f"```{language}\n{text.rstrip(chr(10))}\n```"


def messages_page(schemas: Mapping[str, str], examples: Mapping[str, str]) -> str:
    """Every schema with its examples."""
    intro = (
        "Every message is one JSON object on one line; the examples are broken into lines for reading.\n"
        "Each schema is JSON Schema, draft 2020-12, and lies beside this page as a file."
    )
    return document("# Messages", intro, *(_message(name, schemas, examples) for name in _ordered(schemas)))


def _ordered(schemas: Mapping[str, str]) -> list[str]:
    names = [file.removesuffix(".schema.json") for file in schemas]
    return sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))


def _message(name: str, schemas: Mapping[str, str], examples: Mapping[str, str]) -> str:
    text = schemas[f"{name}.schema.json"]
    schema, file = json.loads(text), f"[{name}.schema.json](protocol/{name}.schema.json)"
    return document(
        f"## {markdown(schema['title'])} {{ #{name} }}",
        markdown(_sentence(schema["description"])),
        *_examples(name, examples),
        '??? note "Schema"\n\n' + indent(f"{file}\n\n{fenced(text, 'json')}", "    "),
    ).rstrip("\n")


def _sentence(text: str) -> str:
    """A description as a sentence."""
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _examples(name: str, examples: Mapping[str, str]) -> Iterator[str]:
    """The examples of a message: that of its name, and those with a word behind it."""
    for file, text in examples.items():
        stem, _, which = file.removesuffix(".json").partition(".")
        if stem == name:
            if which:
                yield f"With `{which}`:"
            yield fenced(text, "json")


def decisions_page(hand: Mapping[str, str]) -> str:
    """The notes on decisions, with the first sentence of each; nothing where there is none."""
    notes = {path: text for path, text in hand.items() if path.startswith("decisions/") and path != "decisions/index.md"}
    rows = (f"- [{title_of(text)}]({path.removeprefix('decisions/')}): {_first(text)}" for path, text in notes.items())
    return document("# Decisions", "Why things are as they are, a page each.", "\n".join(rows)) if notes else ""


def title_of(text: str) -> str:
    """The first heading of a page."""
    return next((line.lstrip("# ") for line in text.splitlines() if line.startswith("# ")), "")


def _first(text: str) -> str:
    """The first line of a page that is neither blank nor a heading: with a sentence a line, its first sentence."""
    return next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
