# make demo: the whole path on a small corpus. make test: all checks.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test lint format docs clean

demo: $(READY)
	$(BIN)/eyechart demo

test: $(READY) lint
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist loadfile

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(READY)
	$(BIN)/python -m pip install --quiet --group docs
	$(BIN)/sphinx-build --fail-on-warning docs build/docs
	@echo build/docs/index.html

clean:
	rm -rf $(VENV) build dist demo *.egg-info .mypy_cache .pytest_cache .ruff_cache

$(READY): pyproject.toml cairo.sh
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	sh cairo.sh $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $(READY)
