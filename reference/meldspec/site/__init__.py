"""Book, corpus and sources to the pages of the site, and to clauses.json.

What stands earlier never imports what stands later:

    marks       HTML and Markdown, escaped; links
    printed     a flat book with its printed numbers; its formal lines, each with its id
    names       what a book declares, and the words of its lines linked to where they are declared
    material    all that is printed, read once
    site       where everything is on the site
    formal, cases, citing, doubt, clause
                the parts of a printed clause
    …_pages     the pages: of a book, of all books, of sources and ids, of language and protocol
    clauses     clauses.json
    pages       all files of the site, by path
    checks, check_ids
                every clause printed once, every link and every id resolved
"""
