"""The page for an address at which there is none: it has to read well wherever a host shows it, so its style is its own."""

import json
from collections.abc import Iterable

from meldspec.book.addresses import Target
from meldspec.site.markup import anchor, element, plain
from meldspec.site.site_map import BOOKS, COMPARE, SiteMap

NOT_FOUND = "not-found.html"
"""The file of the page; `finish` puts it where hosts look for it."""
STYLE = """
body { max-width: 40rem; margin: 0 auto; padding: 1rem; font: 1.05rem/1.6 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
a { color: #00695c; } li { padding: 0.2rem 0; } input { width: 100%; box-sizing: border-box; font: inherit; padding: 0.5rem; }
.found p { margin: 0; } .game { margin-left: 0.5em; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #1b1d23; } a { color: #6fd3c7; } }
"""
# The host shows this page at the address that was asked for, in whatever folder. The site begins above the first part of that
# address that is one of its own folders or pages; where none is, the page that is missing would lie in the site's first folder.
FIND_THE_SITE = """
const own = new Set(%s), parts = location.pathname.split("/");
const first = parts.findIndex((part, at) => at > 0 && own.has(part));
const base = document.createElement("base");
base.href = parts.slice(0, first > 0 ? first : -1).join("/") + "/";
document.head.append(base);
"""
# Only now, since a browser that reads ahead would ask for it from where the page is shown.
SEARCH = 'document.body.append(Object.assign(document.createElement("script"),{src:"assets/search.js"}))'


def not_found_page(site: SiteMap, paths: Iterable[str], address: str = "") -> str:
    """The page, which leads to all games and has a search; `address` is where the site is published, where that is known."""
    paths = [*paths]
    own = sorted({path.partition("/")[0].replace(".md", ".html") for path in paths})
    # No part of a script may end it.
    finds = FIND_THE_SITE % json.dumps(own).replace("<", "\\u003c")
    where = f'<base href="{plain(address.rstrip("/"))}/">' if address else f"<script>{finds}</script>"
    games = "".join(element("li", anchor(Target(f"{name}/index").path, plain(site.title(name)))) for name in site.books)
    more = [anchor("index.html", "the start")] if "index.md" in paths else []
    more += [anchor(Target(BOOKS).path, "all books")]
    more += [anchor(Target(COMPARE).path, "all games side by side")] if site.table is not None else []
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>There is no such page - meldspec</title>
{where}
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>There is no such page</h1>
<p>Nothing stands at this address. Ids of rules never change: ask for one, or for what it says.</p>
<div data-search=""></div>
<h2>The games</h2>
<ul>{games}</ul>
<p>Or go to {", ".join(more)}.</p>
</main>
<script>{SEARCH}</script>
</body>
</html>
"""
