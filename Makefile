# Two commands: `make run` opens the live page, `make test` is the whole check.
# `make help` lists the rest.

PYTHON ?= python3
UV     ?= uv
BIN    := .venv/bin

# `make run` stops at .run-installed; the development tools come into the same .venv only with .dev-installed.
RUN := .venv/.run-installed
DEV := .venv/.dev-installed

export PYTHON
.DEFAULT_GOAL := help
.PHONY: help setup run test check lint types layers tests wheel bench pictures screenshots languages trials trials-pi install rollback uninstall locks clean system-run system-develop
.NOTPARALLEL: # what stands first is made first: the system's packages before Python's

help: ## say what each target does
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name says; do \
		printf '  make %-9s %s\n' "$$name" "$$says"; done

setup: system-develop $(DEV) ## make .venv with the product and its development tools, and install the system's packages that are missing

run: system-run $(RUN) ## the live page, until Ctrl-C: on a Raspberry Pi the table itself, elsewhere one that plays itself
	@if grep -qs 'Raspberry Pi' /proc/device-tree/model; then $(BIN)/companion run; \
	else $(BIN)/companion demo --picture drawn-table.png; fi

test: setup check ## set up, then check everything

check: lint types layers tests wheel ## lint, types, layers, tests, and the tests again on the built wheel

lint: $(DEV)
	$(BIN)/ruff check .

types: $(DEV)
	$(BIN)/mypy

layers: $(DEV)
	$(BIN)/lint-imports --no-logo

# A file's tests share what they draw and teach: they stay together. Four workers at most, or chromium fills the memory.
tests: $(DEV)
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile

wheel: $(DEV)
	sh .ci/wheel-suite

bench: $(RUN) ## measure sight: milliseconds a stage, cards right, wrong and unsure
	@$(BIN)/companion bench

pictures: $(DEV) ## draw anew the pictures that the papers show (chromium, minutes)
	$(BIN)/python .ci/pictures.py

screenshots: $(DEV) ## photograph every page on a phone's screen, dark and light, into screenshots/ (chromium)
	$(BIN)/python .ci/screenshots.py

languages: $(DEV) ## collect what is said for translation and compile web/languages
	@$(BIN)/python .ci/languages.py

trials: $(DEV) ## run the long tests (the emulated Raspberry Pi's are trials-pi)
	$(BIN)/python -m pytest -m trials --ignore tests/trials/pi || [ $$? -eq 5 ]  # 5: there are none

trials-pi: $(DEV) ## build an emulated Raspberry Pi and try pins, service and page in it (root, 2 GB, minutes)
	$(BIN)/python -m pytest -m trials -s tests/trials/pi

install: ## install or update the service on this machine (root): user, /opt/hanabi-companion, systemd units
	@sh systemd/install

rollback: ## the version before the last install runs again (root)
	@sh systemd/rollback

uninstall: ## take the service off this machine (root); games stay unless DATA=gone is said
	@sh systemd/uninstall

# Pins keep what they are unless a bound in pyproject.toml moved; UPGRADE=--upgrade takes the newest that fit.
# --universal and every file's hash: one lock for each Python from 3.11 on and for each processor.
# "fewest" versions: the same numpy on every Python, not the newest for each.
LOCK = $(UV) pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-header --no-emit-index-url --no-emit-find-links --no-config $(UPGRADE)
locks: ## pin all versions anew from pyproject.toml (needs the tool uv)
	$(LOCK) pyproject.toml --output-file .requirements/run.txt
	$(LOCK) --group dev --constraints .requirements/run.txt --output-file .requirements/dev.txt
	$(LOCK) pyproject.toml --constraints .requirements/run.txt --no-emit-package numpy --output-file .requirements/pi.txt

clean: ## remove all that make made
	rm -rf .venv dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage htmlcov
	find companion hardware models web tests -name __pycache__ -type d -prune -exec rm -rf {} +

system-run system-develop: system-%:
	@sh .ci/system-packages $*

$(RUN): .requirements/run.txt .requirements/pi.txt .ci/environment
	@sh .ci/environment run
	@touch $@

$(DEV): .requirements/dev.txt $(RUN)
	@sh .ci/environment develop
	@touch $@
