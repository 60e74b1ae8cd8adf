"""Text ⇄ tree: the rules language, its parser, its canonical form, and one type of problem.

The phases of reading one text, and those of writing one:

    layout                 text ─▶ logical lines; what is wrong with spaces and characters
    parse_table, by_table  logical line ─▶ its rules and words, by the table that was worked out of `grammar/*.lark`
    grammar, by_lark       the same by Lark itself, which tells what is wrong with a line
    expressions            rules and words ─▶ syntax tree of one line (`tree`, `lines`), by `forms` and the words of `vocabulary`
    tree_builder           lines with their indentation ─▶ clause tree: one `lines.Text` for a file
    hints                  a line that does not parse ─▶ one Diagnostic with a mend that was tried
    spelling               syntax tree ─▶ words of a line, by the same entries
    format                 clause tree ─▶ canonical text
"""
