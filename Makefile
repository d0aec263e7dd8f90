# `make play` opens the app, `make test` runs the fast suite. Both need only Python 3.11 and
# make: the environment is made in .venv the first time, and brought up to date when pyproject.toml
# changes.

.PHONY: play test check style types types-windows contracts figures docs pictures page clean

VENV := .venv
# Python may keep what it compiles: without that, the app opens half a second later each time.
export PYTHONDONTWRITEBYTECODE :=
# The first Python on the PATH that is new enough and can make an environment; looked for only when
# one is needed.
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3 python3.14 python; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	>/dev/null 2>&1 && echo $$python && break; done)

# Any level `puzzles list` names, or a file: make play LEVEL=board.toml
play: $(VENV)/.runtime
	@$(VENV)/bin/puzzles $(if $(LEVEL),"$(LEVEL)")

test: $(VENV)/.dev
	@$(VENV)/bin/python -m pytest -n auto --dist worksteal

# The style, the types and the import contracts. The parts can run at a time: make -j check
check: style types types-windows contracts

style: $(VENV)/.dev
	@$(VENV)/bin/ruff format --check
	@$(VENV)/bin/ruff check

types: $(VENV)/.dev
	@$(VENV)/bin/mypy

types-windows: $(VENV)/.dev
	@$(VENV)/bin/mypy --platform win32 --cache-dir .mypy_cache/win32 src examples/*/src

contracts: $(VENV)/.dev
	@$(VENV)/bin/lint-imports --no-logo

# The tables and plots of the docs, from the data at hand; FIGURES="NAME …" for some of them.
figures: $(VENV)/.dev
	@$(VENV)/bin/python bench/figures.py $(FIGURES)

# The pictures of the docs, taken from the real app.
pictures: $(VENV)/.dev
	@$(VENV)/bin/python bench/picture.py

# The page that plays in a browser, in build/page, and a host for it until ctrl-c. A browser loads
# from jsDelivr what cannot be gathered here.
page: $(VENV)/.dev
	@rm -rf build/page
	@$(VENV)/bin/python bench/parts.py build/parts && vendor="--vendor build/parts"; \
		$(VENV)/bin/puzzles page -o build/page $$vendor
	@$(VENV)/bin/python -m http.server --bind 127.0.0.1 --directory build/page 8010

# The documentation site, in build/site.
docs: $(VENV)/.docs
	@$(VENV)/bin/python bench/site.py

clean:
	rm -rf $(VENV)

# Python compiles what it imports; pip would compile all there is.
pip := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile

define install
	@echo "Setting up $(VENV) (once, about a minute) …"
	@$(VENV)/bin/python -m pip --version >/dev/null 2>&1 || { \
		test -n "$(PYTHON)" || { \
			echo "puzzles needs Python 3.11 or newer with venv (on Debian: apt install python3-venv)" >&2; \
			exit 1; }; \
		$(PYTHON) -m venv --clear $(VENV); }
	@$(pip) --editable "$(1)" || { \
		echo "Trying without numba, whose solvers would be faster …"; \
		PUZZLES_PLAIN=1 $(pip) --editable "$(1)"; }
	@touch $@
endef

$(VENV)/.runtime: pyproject.toml
	$(call install,.)

$(VENV)/.dev: pyproject.toml
	$(call install,.[dev])
	@touch $(VENV)/.runtime

$(VENV)/.docs: $(VENV)/.dev
	@$(pip) --editable ".[docs]"
	@touch $@
