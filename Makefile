# Everything people do here, in one word each. Needs python3 (3.11 or newer), a C++20
# compiler and make; the rest (cmake and ninja too) comes into .venv by pip.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PY     := $(BIN)/python
BUILD  := build/dev
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PIP    := $(PY) -m pip install --quiet
# Tests side by side, as many as there are cores; one that ends early takes over from the others.
WORKERS := -n auto --dist worksteal
# Left out of the sanitized tests of `make test`: they fail every allocation in turn, and take minutes
# there. `make sanitize` runs them.
SLOW := -out_of_memory

CXX_FILES := $(shell find core bindings -name '*.[ch]pp' 2>/dev/null)
NATIVE    := $(filter-out core/tests/%,$(CXX_FILES)) CMakeLists.txt pyproject.toml
PYTHON_LAYOUT := $(shell find src/clearway -name '*.py' | sort | cksum | cut -d' ' -f1)
INSTALLED := $(BUILD)/.installed-$(PYTHON_LAYOUT)

.DEFAULT_GOAL := help
.PHONY: help demo test test-long lint format bench sanitize fuzz fuzz-core stubs clean distclean install

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

demo: $(INSTALLED)  ## discs on one mesh, several planners, an edit; pictures in out/demo
	$(PY) -m clearway demo --output out/demo

test: $(INSTALLED)  ## the C++ tests, also under ASan and UBSan, then the Python tests
	cmake --build $(BUILD) --target core_tests
	$(BUILD)/core_tests
	@if PYTHON=$(CURDIR)/$(PY) sh tools/sanitized_build.sh core_tests; then \
	  echo build/sanitize/core_tests $(SLOW); build/sanitize/core_tests $(SLOW); \
	  else [ $$? -eq 77 ]; fi
	$(PY) -m pytest -q $(WORKERS) -m "not long and not alone"
	$(PY) -m pytest -q -m "alone and not long"

test-long: $(INSTALLED)  ## the random campaigns; minutes to hours
	$(PY) -m pytest -q $(WORKERS) -m "long and not alone"
	$(PY) -m pytest -q -m "long and alone"

lint: $(VENV)/.lint $(INSTALLED)  ## ruff, mypy, clang-format: checks, changes nothing
	ruff check .
	ruff format --check .
	mypy
	@clang-format --dry-run --Werror $(CXX_FILES)

format: $(VENV)/.lint  ## the same tools, changing files
	ruff check --fix .
	ruff format .
	@clang-format -i $(CXX_FILES)

bench: $(INSTALLED) $(VENV)/.bench  ## the benchmarks: ratios against peers, in one run
	$(PY) -m benchmarks

fuzz: $(INSTALLED) $(VENV)/.fuzz  ## FORMAT=svg SECONDS=60: fuzzes the readers; all formats by default
	PYTHONPATH=tests $(PY) -m support.fuzzing $(FORMAT) --seconds $(or $(SECONDS),60)

sanitize: $(INSTALLED)  ## C++ tests and bad-input tests under ASan and UBSan
	PYTHON=$(CURDIR)/$(PY) TESTS="$(TESTS)" sh tools/sanitize.sh

fuzz-core: $(VENV)/.tools  ## edits and queries from random bytes, ASan and UBSan; SECONDS=60 SEED=1
	PYTHON=$(CURDIR)/$(PY) sh tools/fuzz_core.sh $(or $(SECONDS),60) $(or $(SEED),1)

stubs: $(INSTALLED)  ## regenerates src/clearway/_core.pyi from the binding
	$(PY) -m nanobind.stubgen -q -m clearway._core -o src/clearway/_core.pyi

install: $(INSTALLED)  ## only the set-up

clean:  ## removes what was built
	rm -rf build dist out .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

distclean: clean  ## and the virtual environment
	rm -rf $(VENV)

$(PY):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Clearway needs Python 3.11 or newer; say make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "python3 cannot make virtual environments (on Debian: apt install python3-venv)" >&2; exit 1; }

# Build tools live in .venv, not in an isolated environment, so that the build directory
# stays valid and only what changed is compiled again.
$(VENV)/.tools: pyproject.toml | $(PY)
	$(PIP) "scikit-build-core>=0.11" "nanobind>=3.1,<4" "cmake>=3.26" ninja
	@touch $@

$(INSTALLED): $(NATIVE) $(VENV)/.tools
	$(PIP) --no-build-isolation -C build-dir=$(BUILD) -C cmake.define.CLEARWAY_TESTS=ON -e ".[test]"
	@rm -f $(BUILD)/.installed-*
	@touch $@

$(VENV)/.bench: pyproject.toml | $(INSTALLED)
	$(PIP) --no-build-isolation -C build-dir=$(BUILD) -C cmake.define.CLEARWAY_TESTS=ON -e ".[test,bench]"
	@touch $@

$(VENV)/.fuzz: | $(INSTALLED)
	$(PIP) "atheris>=3" || echo "no atheris for this Python: random changes only, not by coverage"
	@touch $@

$(VENV)/.lint: pyproject.toml | $(PY)
	$(PIP) ruff mypy clang-format
	@touch $@
