# `make play` opens the app, `make test` runs every test. Both need only Python 3.11 and make: the
# environment is made once, in .venv, and again when pyproject.toml changes.

.PHONY: play test check clean
.DEFAULT_GOAL := play

VENV := .venv
MAKE_VENV := python=$$(sh .ci/find-python) && $$python -m venv --clear $(VENV)
HAS_PIP := $(VENV)/bin/python -m pip --version >/dev/null 2>&1
INSTALL := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable

# LEVEL is a level's name or file: make play LEVEL=first-folds/1
play: $(VENV)/.runtime
	@$(VENV)/bin/puzzles $(if $(LEVEL),"$(LEVEL)")

test: $(VENV)/.dev
	@$(VENV)/bin/python -m pytest -n auto

check: $(VENV)/.dev
	$(VENV)/bin/ruff check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-logo

clean:
	rm -rf $(VENV)
