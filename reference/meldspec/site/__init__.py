"""Book, corpus and reports to the pages of the site, its diagrams and clauses.json."""
