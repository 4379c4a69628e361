# Two commands matter: `make debate` and `make test`. Both need git, make and Python 3.11+, and set up .venv themselves.

SHELL := /bin/sh
.DEFAULT_GOAL := help
BIN := .venv/bin

# As typed: make expands nothing in them, and the recipes read them from the environment, so no shell does either.
MOTION ?= Cities should ban private cars from their centres
override MOTION := $(value MOTION)
override ARGS := $(value ARGS)
export MOTION ARGS PYTHON UPGRADE

.PHONY: help debate serve test lint types format docs bench lock providers setup web wheel clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

debate: ## Run one whole debate here (MOTION="…" ARGS="…" are passed on; MOTION= invents one)
	@scripts/venv run
	@$(BIN)/python scripts/debate.py

serve: web ## Serve the web application (settings by DISSOI_… and dissoi.toml)
	@scripts/venv run
	@$(BIN)/dissoi serve

test: setup lint types ## Check and test everything
	@scripts/web test
	@$(BIN)/python -m pytest -n 2 --dist worksteal

lint: setup ## Check formatting, lint, the rooms' import contracts and the generated docs
	@$(BIN)/ruff format --check --quiet . >/dev/null 2>&1 || { echo "Formatting differs: make format"; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/lint-imports --no-cache >.venv/lint-imports.log 2>&1 || { cat .venv/lint-imports.log; exit 1; }
	@$(BIN)/python -m scripts.docs --check
	@scripts/web lint

types: setup ## Check types (pyright, strict for src)
	@$(BIN)/pyright --warnings

format: setup ## Format the code and mend what ruff can mend
	@$(BIN)/ruff check --fix-only --quiet . && $(BIN)/ruff format --quiet .
	@scripts/web format

docs: setup ## Write the generated parts of docs/ again
	@$(BIN)/python -m scripts.docs

bench: setup ## Measure speed, size and prompts; writes bench/RESULTS.md
	@$(BIN)/python -m bench

lock: setup ## Lock the releases that are installed (UPGRADE=1 takes newer ones)
	@$(BIN)/python scripts/lock.py

providers: ## Install what remote models need (openai, anthropic, google, ollama)
	@scripts/venv providers

web: ## Build the page that dissoi serve shows (Node.js 20.19 or newer; nothing else of dissoi needs it)
	@scripts/web

wheel: web ## Build dist/: a wheel and a source archive with the page inside
	@scripts/venv run
	@$(BIN)/python -m hatchling build -d dist

setup: ## Install what tests need
	@scripts/venv dev
	@scripts/system
	@scripts/web packages

clean: ## Remove the environment, caches and builds
	@rm -rf .venv build dist web-ui/node_modules src/dissoi/web/static .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
