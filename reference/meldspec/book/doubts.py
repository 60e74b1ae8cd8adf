"""The kinds of doubt that a question may be of."""

KINDS = {
    "silent": "the sources say nothing",
    "contradiction": "one source says two things",
    "conflict": "sources say different things",
    "misprint": "a source is misprinted",
    "editor": "an editor's own assumption",
    "defers": "a source defers to the ordinary game",
    "unseen": "no source says it, and nobody at a table can see it",
}
"""The kinds of doubt, and what each means."""
SAID = {
    "silent": "The sources are silent.",
    "contradiction": "The source contradicts itself.",
    "conflict": "The sources disagree.",
    "misprint": "A misprint is likely.",
    "editor": "An assumption of the editors of these rules.",
    "defers": "The source leaves it to the ordinary game.",
    "unseen": "No source says it, and nobody at a table can see it: it is held against nobody.",
}
"""The kind of a doubt → what is said of it beside its question."""
