# Everything from a fresh checkout, with nothing but make and Python 3.11 or later.
#   make run       hold an implementation we did not write against the corpus, and print the report
#   make test      formatting, lint, types, the site built strictly, and the tests: in a few minutes
#   make thorough  every test and every game of it: where make test keeps a sample of a family, the whole of it (within the hour)
#   make test-all  the tests on every Python from 3.11 to 3.13 that is found, and once with the lowest dependencies (TESTS=some of them)
#   make hostile   spoilt inputs for readers, faulty implementations, kills and full disks for writers: 15 minutes (SEEDS=2, MINUTES=5)
#   make pyodide   what the desk answers in Pyodide, as in a browser, byte for byte as here (needs node and npm; COUNT=200 positions a game)
#   make test-browser  the site tried in Chromium, as a reader tries it (needs Chromium, node and npm; make test calls it where they are)
#   make bench     the figures, one run, one core, beside OpenSpiel's and RLCard's (bench-quick GAME=canasta: one game, in seconds)
#   make mutation  how many spoilt lines of the rules the cases find, by book, chapter and operator (BOOKS=manzana, JOBS=2, MORE=--list alive)
#   make runs      play the implementations that the site shows side by side, and store their reports
#   make docs      the site, in build/site (SPEC=DIR: of a folder of rules)
#   make desk      the site with the desk that rules in a reader's browser (needs npm)
#   make printing  the site as a printing that is kept and can be cited (PRINTINGS=DIR NAME=2026-11, with its desk DESK=yes); make docs PRINTINGS=DIR tells what changed
#   make corpus    write the corpus again (corpus-check: fail where it would come out otherwise)
#   make goldens   write the tests' expected outputs again, for reading as a diff
#   make clean     remove what make made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
MELDSPEC := $(BIN)/meldspec

.DEFAULT_GOAL := run
.PHONY: run runs test test-all test-browser browser-tests browser-if-found printing hostile pyodide thorough checks bench bench-quick mutation docs desk desk-files corpus corpus-check goldens install clean
.DELETE_ON_ERROR:
.NOTPARALLEL:

# Exit code 1 says that the implementation breaks rules, which is the report's business and no failure of the run.
run: $(VENV)/.installed-adapters
	@$(MELDSPEC) test --variant canasta -- $(BIN)/python conformance/adapters/games_collection.py || \
	{ code=$$?; test $$code -eq 1 || { echo "make run: the run itself failed (exit code $$code)" >&2; exit $$code; }; }

# What is looked at before any test runs. To look at the types and to build the site take about as long, and a core each.
checks: $(VENV)/.installed-dev $(VENV)/.installed-adapters
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary reference tests $(wildcard conformance/*/*.py) & types=$$!; \
	$(MAKE) --no-print-directory docs && wait $$types || { wait; exit 1; }

# The tests come last, so that their closing line is the last line; what was not tried for want of a tool is said above it. The
# tests of a file stay with one worker, which keeps what it has made for them; the files come in their order, of which the last are
# small.
test: checks browser-if-found
	@$(BIN)/pytest -q -n 2 --dist loadfile --no-loadscope-reorder --durations=30 -rs

thorough: checks
	@MELDSPEC_THOROUGH=1 $(BIN)/pytest -q -n 2 --dist worksteal --durations=30

test-browser: desk browser-tests

# In the site as it was last built.
browser-tests: $(VENV)/.installed-browser
	@$(BIN)/pytest -q -n 2 tests/browser

# Said aloud where nothing is tried, so that nobody takes it for tried.
browser-if-found: $(VENV)/.installed-dev
	@if $(BIN)/python -m tests.browser.found; then $(MAKE) --no-print-directory desk-files browser-tests; fi

TESTS ?= tests

test-all:
	@$(PYTHON) tests/every_python.py $(TESTS)

hostile: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.hostile

COUNT ?= 20

pyodide: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.pyodide $(COUNT)

bench: $(VENV)/.installed-bench
	@$(BIN)/python -m tests.bench.bench

GAME ?= canasta

bench-quick: $(VENV)/.installed-bench
	@$(BIN)/python -m tests.bench.bench $(GAME)

BOOKS ?=
JOBS ?= 2
MORE ?=

mutation: $(VENV)/.installed-dev
	@$(MELDSPEC) mutation $(BOOKS) --jobs $(JOBS) $(MORE)

runs: $(VENV)/.installed-dev $(VENV)/.installed-adapters
	@$(BIN)/python -m tests.conformance.stored_runs

# Hand-written pages and generated ones are laid together in build/docs, from where the site is built.
docs: $(VENV)/.installed-dev
	@rm -rf build/docs build/site && mkdir -p build/docs
	@$(if $(SPEC),cp -R docs/assets build/docs,cp -R docs/. build/docs && rm build/docs/mkdocs.yml)
	@$(MELDSPEC) docs --pdf build/docs $(if $(SPEC),--spec "$(SPEC)") $(if $(PRINTINGS),--printings "$(PRINTINGS)") $(if $(wildcard build/mutation),--mutation build/mutation)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --config-file docs/mkdocs.yml
	@$(MELDSPEC) docs --finish build/site
	@$(if $(PRINTINGS),cp -R "$(PRINTINGS)"/. build/site/)

# A printing is the site as it is, in a folder that is never written again: `make printing PRINTINGS=DIR NAME=2026-11`, and DESK=yes
# for one whose desk rules by it for good.
printing:
	@case "$(NAME)" in [0-9][0-9][0-9][0-9]-[0-9][0-9]*) ;; *) echo "make printing: name it by its month, as NAME=2026-11" >&2; exit 2;; esac
	@test -n "$(PRINTINGS)" || { echo "make printing: say where printings are kept, as PRINTINGS=../printings" >&2; exit 2; }
	@test ! -e "$(PRINTINGS)/$(NAME)" || { echo "make printing: $(PRINTINGS)/$(NAME) is there already, and a printing never changes" >&2; exit 2; }
	@MELDSPEC_PRINTING="$(NAME)" $(MAKE) --no-print-directory $(if $(DESK),desk,docs) PRINTINGS=
	@mkdir -p "$(PRINTINGS)" && cp -R build/site "$(PRINTINGS)/.$(NAME).draft" && mv "$(PRINTINGS)/.$(NAME).draft" "$(PRINTINGS)/$(NAME)"

# What rules in a reader's browser is fetched, and laid into the site that docs has built.
desk: docs desk-files

desk-files: $(VENV)/.installed-dev
	@$(MELDSPEC) desk build/site

corpus: $(VENV)/.installed-dev
	@$(MELDSPEC) corpus

corpus-check: $(VENV)/.installed-dev
	@$(MELDSPEC) corpus --check

goldens: $(VENV)/.installed-dev
	@$(BIN)/pytest -q -n 2 --goldens

install: $(VENV)/.installed-dev

# One environment; a stamp for each set of extras, so that a second make is quick.
# What builds packages is pinned too, so it is installed first and used without isolation.
$(VENV)/.installed-%: pyproject.toml constraints.txt $(VENV)/.made
	@echo "installing meldspec[$*] into $(VENV)"
	@$(PIP) hatchling editables setuptools
	@$(PIP) --no-build-isolation --editable '.[$*]'
	@touch $@

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("meldspec needs Python 3.11 or later, found " + sys.version.split()[0] + ": make PYTHON=/path/to/a/newer/python")'
	@$(PYTHON) -m venv $(VENV)
	@touch $@

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find reference tests conformance -name __pycache__ -type d -prune -exec rm -rf {} +
