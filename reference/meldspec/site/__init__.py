"""Book, corpus and sources to the pages of the site, and to clauses.json.

What stands earlier never imports what stands later:

    share       a game as a table plays it, in the address of the desk
    markup      HTML and Markdown, escaped; links
    cards       cards and tables drawn as text in boxes
    printed     a flat book with its printed numbers; its formal lines, each with its id
    names       what a book declares, and the words of its lines linked to where they are declared
    site_map    all that is printed, read once, and where everything is on the site
    clause      one printed clause with all its parts
    reading     a book as it is read from beginning to end, under some readings
    sheet       the same on paper, as a table plays it; as HTML and as text in …_html and …_text
    browser     HTML to PDF, by a browser that is found on the machine
    …_pages     the pages: of a book, and those beside the books
    matrix_page, game_sheet    implementations side by side; what one game says to programs, for a file beside an engine
    page_alone, report_finding, report_page    a page that stands by itself, and the report of a run as one
    clauses     clauses.json
    pages       all files of the site, by path
    checks      every clause printed once, every link and every id resolved
"""
