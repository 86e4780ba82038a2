# Each target makes the environment that it needs; nothing but Python 3.11 or newer, git and make must be there.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
EXTRAS := all
OLDEST := build/oldest

.PHONY: demo test oldest lint types docs bench faults wheel clean
.DELETE_ON_ERROR:

demo: $(VENV)/.demo           ## build our own manual and the examples, and show what came out
	@$(BIN)/python examples/demo.py

test: $(VENV)/.test           ## run the tests
	@$(BIN)/python -m pytest -q -n auto $(ARGS)

oldest:                       ## the tests of the plugins and readers, with the oldest hosts and lxml that are promised
	@rm -rf $(OLDEST)
	@$(MAKE) --no-print-directory VENV=$(OLDEST) $(OLDEST)/.made
	@$(OLDEST)/bin/python -m pip install -q -e '.[$(EXTRAS)]' --group docs --group test --group oldest
	@$(OLDEST)/bin/python -m pip list | grep -iE '^(lxml|mkdocs|pelican|sphinx) '
	@$(OLDEST)/bin/python -m pytest -q -n auto tests/plugins tests/core/readers $(ARGS)

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.lint
	$(BIN)/mypy

docs: $(VENV)/.demo           ## build the manual into site/
	$(BIN)/mkdocs build --strict

wheel: $(VENV)/.test          ## build the wheel and try it in a clean environment
	URLSET_TEST_WHEEL=1 $(BIN)/python -m pytest -q tests/test_wheel.py

bench: $(VENV)/.test          ## the benchmark of writing; the others are described in benchmarks/
	$(BIN)/pip install -q xml-sitemap-writer
	$(BIN)/python benchmarks/write.py

faults: $(VENV)/.test         ## kill builds, let the system refuse at every call that changes the disk, fill tables
	URLSET_TEST_FAULTS=1 $(BIN)/python -m pytest -q -n auto tests/faults \
		tests/core/sources/pagemap/test_pagemap_memory.py $(ARGS)

clean:
	rm -rf $(VENV) site demo build dist

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "urlset needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Making an environment in $(VENV) (once, about a minute) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --upgrade pip
	@touch $@

$(VENV)/.demo: $(VENV)/.made pyproject.toml
	@$(BIN)/python -m pip install -q -e '.[$(EXTRAS)]' --group docs
	@touch $@

$(VENV)/.test: $(VENV)/.demo pyproject.toml
	@$(BIN)/python -m pip install -q --group test
	@touch $@

$(VENV)/.lint: $(VENV)/.test pyproject.toml
	@$(BIN)/python -m pip install -q --group lint --group types
	@touch $@
