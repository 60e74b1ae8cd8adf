"""Text ⇄ tree: the rules language, its parser, its canonical form, and one type of problem.

The phases of reading one text, and those of writing one:

    layout                 text ─▶ logical lines; what is wrong with spaces and characters
    grammar                logical line ─▶ Lark's parse, by `grammar/*.lark`
    expressions            Lark's parse ─▶ syntax tree of one line (`tree`, `lines`), by `forms` and the words of `vocabulary`
    tree_builder           lines with their indentation ─▶ clause tree: one `lines.Text` for a file
    hints                  a line that does not parse ─▶ one Diagnostic with a mend that was tried
    spelling               syntax tree ─▶ words of a line, by the same entries
    format                 clause tree ─▶ canonical text
"""
