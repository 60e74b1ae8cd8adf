"""Text ⇄ tree: the rules language, its parser, its canonical form, and one type of problem."""
