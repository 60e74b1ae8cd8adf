"""Book, corpus and sources to the pages of the site, and to clauses.json.

What stands earlier never imports what stands later:

    markup      HTML and Markdown, escaped; links
    printed     a flat book with its printed numbers; its formal lines, each with its id
    names       what a book declares, and the words of its lines linked to where they are declared
    site_map    all that is printed, read once, and where everything is on the site
    cases, clause
                the parts of a printed clause
    …_pages     the pages: of a book, of all books, of sources and ids, of language and protocol
    clauses     clauses.json
    pages       all files of the site, by path
    checks      every clause printed once, every link and every id resolved
"""
