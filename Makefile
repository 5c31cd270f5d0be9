# Every target first sets up what it needs; once that is done it takes seconds.

SHELL := /bin/bash
export PATH := $(CURDIR)/.venv/bin:$(PATH)

# `make run` uses the user's own data folder. Tests keep theirs inside the
# checkout, so that they neither see nor change what the user has.
TEST_DATA := $(CURDIR)/.cache/espressivo
for_tests = ESPRESSIVO_DATA="$${ESPRESSIVO_DATA:-$(TEST_DATA)}"

# Processes that run tests side by side. Each may hold the voice (1.5 GB); a file's
# tests stay together, since they share a window, a sound server or a voice.
WORKERS ?= 2

LINE := I kept your letters all these years, and I still know every word by heart.
EMOTION := with gentle sadness, slowly

.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help run test check bench bench-cache evaluate screenshots soak clean setup setup-test gates tests

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Windows and macOS always have a screen; elsewhere one of these names it.
SCREEN := $(if $(filter Windows_NT,$(OS)),yes,$(if $(filter Darwin,$(shell uname)),yes,$(DISPLAY)$(WAYLAND_DISPLAY)))

ifneq ($(SCREEN),)
run: setup ## set up all that is missing, then open the studio (without a screen: speak a line into out/)
	@espressivo-studio
else
run: setup
	@mkdir -p out
	@espressivo say "$(LINE)" --emotion "$(EMOTION)" -o out/first-sound.wav --plot out/first-sound.png
	@echo "Sound: out/first-sound.wav   Its pitch and energy: out/first-sound.png"
endif

test: setup-test tests ## set up all that is missing, then run the tests

check: setup-test gates tests ## format, lint, types, import rules, hygiene, then the tests

bench: setup-test ## measure the speed of whole lines against other programs, and of their parts
	@mkdir -p out
	@$(for_tests) espressivo bench --peers --rounds 5 --page out/speed.html
	@$(for_tests) xvfb-run -a python -m tests.bench.studio
	@xvfb-run -a python -m tests.bench.book
	@python -m tests.bench.reading
	@python -m tests.bench.schedule
	@$(for_tests) python -m tests.bench.grain

bench-cache: setup-test ## measure the cache, beside LMDB, DiskCache and SQLite
	@python -c "import diskcache, lmdb" 2>/dev/null || \
		python -m pip install -q --disable-pip-version-check -c packaging/constraints.txt -e ".[bench]"
	@$(for_tests) python -m tests.bench.cache
	@$(for_tests) python -m tests.bench.thresholds

evaluate: setup-test ## measure how well emotions are understood and spoken (about half an hour; a report in out/)
	@$(for_tests) packaging/evaluate.sh evaluate --out out/evaluate

screenshots: setup-test ## draw the studio's pictures into out/screenshots
	@$(for_tests) PYTHONPATH=. xvfb-run -a -s "-screen 0 1600x1200x24" python packaging/screenshots.py out/screenshots

soak: setup-test ## the long runs: minutes to hours
	@python -c "import ctranslate2, ray" 2>/dev/null || python -m pip install -q \
		--disable-pip-version-check -c packaging/constraints.txt -e ".[cluster,recogniser]"
	@$(for_tests) pytest -m soak -s --timeout 0

clean: ## remove what was built; the environment and the data stay
	@rm -rf build dist out *.egg-info .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find app widgets engine kernels assets tests -name __pycache__ -type d -prune -exec rm -rf {} +

setup:
	@packaging/setup.sh run

setup-test:
	@$(for_tests) packaging/setup.sh test

gates: setup-test
	ruff format --check .
	ruff check .
	mypy
	lint-imports
	$(for_tests) pytest -q tests/hygiene -m "not slow"

tests: setup-test
	@$(for_tests) pytest -n $(WORKERS) --dist loadfile -m "not soak" --durations=25 \
		--cov --cov-report=term:skip-covered
	@python packaging/check_coverage.py
