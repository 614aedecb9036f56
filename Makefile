# The two main commands are `make verify` and `make test`; `make` lists all. The environment is in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTHONS := 3.12 3.13
SUITE := tests/suite
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PARALLEL := -n $(JOBS) --dist loadgroup
# Tests that start ports and campaigns wait for a third of their time.
PATIENT := -n $(shell expr $(JOBS) + 1) --dist loadgroup

# Tests start thousands of processes of Python: each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

WHEEL := --quiet --no-deps --no-build-isolation --check-build-dependencies --wheel-dir dist
COMPILED := build/compiled$(VENV:.venv%=%)
# The tests of the kit that use the container, and not only the model.
ON_CONTAINER := $(patsubst %,$(SUITE)/kit/test_%.py,answerers machine serve)
# The tests that plant errors in the proofs need Rocq; `make slow` runs them where it is installed.
ROCQ := $(and $(shell command -v coqc),or rocq)
# Puts the native build of the container first on the path; the rest of the environment is the same.
AS_COMPILED := PYTHONPATH=$(CURDIR)/$(COMPILED)

# For `make sanitize`: the extension with sanitizers, which detect invalid memory accesses and undefined behaviour.
SANITIZED := build/sanitized$(VENV:.venv%=%)
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g
AS_SANITIZED := PYTHONPATH=$(CURDIR)/$(SANITIZED):$(CURDIR)/tests LD_PRELOAD="$$($(or $(CC),cc) -print-file-name=libasan.so)" \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_segv=0 PYTHONMALLOC=malloc
SECONDS ?= 600

.PHONY: help verify verify-all field zoo zoo-page test slow test-all nightly durations lines test-compiled sanitize prove proofs-page table claims crosshair check wheel man docs bench bench-page bench-kit
.PHONY: bench-thesis bench-thesis-page scenarios variants pythons vectors instructions mutation selfcheck soak browser judge judge-serve clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 19

verify: $(VENV)/ready ## verify the Python container and a list in C, side by side
	$(BIN)/stablelist verify --manifest tests/ports/first.toml --operations $(or $(OPERATIONS),100000)
	@echo "Next: 'make verify-all' verifies every port in this repository. To verify a container of your own, read docs/verify.md."

verify-all: $(VENV)/ready ## verify the Python container, and every port whose toolchain is installed
	$(BIN)/stablelist verify --manifest tests/ports/ports.toml --operations $(or $(OPERATIONS),30000)

field: $(VENV)/ready ## verify published packages in six languages; packages that are not installed are named
	$(BIN)/pytest -m field $(SUITE)/ports $(SUITE)/docs
	$(BIN)/stablelist verify --manifest tests/ports/field.toml --operations $(or $(OPERATIONS),20000)
	$(BIN)/stablelist verify --manifest tests/ports/zoo.toml --operations $(or $(OPERATIONS),20000)

zoo: $(VENV)/ready ## measure how soon four ways of testing find the defects of published releases; continues an interrupted run
	$(BIN)/python -m zoo $(ZOO)

zoo-page: $(VENV)/ready ## record the results of `make zoo`, and write docs/zoo.md
	$(BIN)/python -m zoo.page build/zoo/results.tsv

test: $(COMPILED)/ready ## run the tests of every day; every branch of the specification and of the container must be covered
	$(BIN)/pytest $(PARALLEL) --junitxml build/durations/test.xml --cov --cov-report=term

slow: $(COMPILED)/ready ## run the other tests: ports, starters, vectors, campaigns, benchmarks, wheels, larger scopes
	$(BIN)/pytest $(PATIENT) --junitxml build/durations/slow.xml -m '(slow or later $(ROCQ)) and not (soak or browser or field)' \
		$(SUITE) tests/bench tests/defects tests/vector_files tests/mutation tests/zoo

test-all: test docs slow ## run all tests but those of `make nightly`, and those that need a browser or published packages

nightly: mutation selfcheck soak ## run what takes hours: mutants, planted defects, larger scopes

durations: $(VENV)/ready ## show the CPU seconds of the last `make test` and `make slow`, by folder, and the slowest tests
	$(BIN)/python -m suite.durations build/durations/*.xml

lines: $(VENV)/ready ## count the lines of code, tests, tables and pages, by storey
	$(BIN)/python -m suite.lines

pythons: ## run the tests on other versions of Python, each in its own environment
	set -e; for version in $(PYTHONS); do $(MAKE) test-all test-compiled PYTHON=python$$version VENV=.venv-$$version; done

prove: $(VENV)/ready ## have Rocq's kernel check the proofs, verify the proved models, and run CrossHair; needs Debian's coq and ocaml
	$(BIN)/python -m stablelist_proofs.kernel --jobs $(JOBS)

table: $(VENV)/ready ## derive table 3.2 of the thesis from the models, and write it into docs/comparison.md
	$(BIN)/python -m stablelist_proofs.criteria.table

crosshair: $(VENV)/ready ## run the Hypothesis tests of pure functions on symbolic values
	$(BIN)/pytest -n $(JOBS) -m pure --hypothesis-profile crosshair $(SUITE)

proofs-page: $(VENV)/ready ## write the tables of docs/proofs.md
	$(BIN)/python -m stablelist_proofs.page

claims: $(VENV)/ready ## write docs/claims.md and docs/claims-table.md from the claims of the source documents and their checks
	$(BIN)/python -m suite.claims.page

test-compiled: $(COMPILED)/ready ## run the tests of the container on the native build, without the examples and coverage
	$(AS_COMPILED) $(BIN)/python -c 'import stablelist; assert stablelist.__compiled__'
	$(AS_COMPILED) $(BIN)/pytest -n $(JOBS) -m 'not interpreted and not slow and not soak' $(SUITE)/impl $(SUITE)/native $(ON_CONTAINER)
	$(AS_COMPILED) $(BIN)/stablelist fuzz --operations 30000

sanitize: $(SANITIZED)/ready $(COMPILED)/ready ## fuzz the extension with hostile calls for SECONDS (600): with sanitizers, and with a debugging allocator
	$(AS_SANITIZED) $(BIN)/python -m hostile --seconds $(SECONDS)
	PYTHONPATH=$(COMPILED):tests PYTHONMALLOC=debug $(BIN)/python -m hostile --seconds $$(( $(SECONDS) / 4 ))

check: $(VENV)/ready ## run ruff, mypy --strict, import-linter, and pyright on the container's public types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	PYTHONPATH=impl $(BIN)/basedpyright --verifytypes stablelist --ignoreexternal

wheel: $(VENV)/ready ## build a native wheel of the container, a pure Python wheel of it, and the wheel of the kit, in dist
	STABLELIST_EXTENSION=1 $(BIN)/pip wheel $(WHEEL) .
	STABLELIST_EXTENSION=0 $(BIN)/pip wheel $(WHEEL) .
	$(BIN)/pip wheel $(WHEEL) ./tests

man: $(VENV)/ready ## write a manual page of each command into build/man
	mkdir -p build/man
	$(BIN)/python -c 'from click_man.core import write_man_pages; from stablelist_conformance.cli.main import KIT_VERSION, stablelist; \
		write_man_pages("stablelist", stablelist, version=KIT_VERSION, target_dir="build/man")'

# Each writes files of its own; those that take longest begin.
WRITERS := 'docs/systems/write.py' '-m suite.claims.page' '-m bench.pages' '-m zoo.page' 'docs/pages/write.py' 'docs/play/write.py' 'docs/pages/builds.py' 'docs/pictures/draw.py' \
	'-m stablelist_proofs.page' '-m stablelist_proofs.explore.picture docs/smallest-list.svg'
pages: $(VENV)/ready ## write what is computed in docs/: tables, pictures, pages of counterexamples; CI looks for differences
	printf '%s\n' $(WRITERS) | xargs -P $(JOBS) -L 1 $(BIN)/python

docs: pages ## write these pages, build the site of docs/ in build/site, and test it; every warning is an error
	$(BIN)/sphinx-build -E -q -W --keep-going -b html docs build/site
	$(BIN)/pytest -m site $(SUITE)/docs
	@echo "build/site/index.html"

bench: $(COMPILED)/ready ## measure both builds of the container and other containers; BENCH=--quick takes two minutes
	$(AS_COMPILED) $(BIN)/python -m bench $(BENCH)
	STABLELIST_INTERPRETED=1 $(BIN)/python -m bench --quick --folder build/bench/interpreted

bench-page: $(VENV)/ready ## write docs/performance.md, its pictures and the README's ratios from the results of `make bench`
	$(BIN)/python -m bench.page

bench-thesis: $(VENV)/ready ## measure chapter 6 of the thesis in Rust (needs cargo), in ten minutes; BENCH=--quick takes two
	$(BIN)/python -m bench.thesis $(BENCH)

bench-thesis-page: $(VENV)/ready ## write docs/thesis-benchmarks.md from the results of `make bench-thesis`
	$(BIN)/python -m bench.thesis.page

scenarios: $(VENV)/ready ## count the scenarios of a game engine, measure them in C and Rust (needs both), and write docs/scenarios.md, in three minutes
	$(BIN)/python -m bench.engine.page

variants: $(VENV)/ready ## compare StableList's variants in cost units, for docs/variants.md; takes some minutes
	$(BIN)/python -m bench.variants

bench-kit: $(VENV)/ready ## measure the speed of the kit; quickly with BENCH=--quick
	$(BIN)/python -m bench.kit $(BENCH)

vectors: $(VENV)/ready ## write the vectors again, and compare them with those in tests/vectors; takes many minutes
	rm -rf build/vectors
	$(BIN)/python -m vector_files build/vectors --jobs $(JOBS)
	diff -r build/vectors tests/vectors

instructions: $(COMPILED)/ready ## count instructions per operation, and compare them with the recorded counts
	$(AS_COMPILED) $(BIN)/python -m bench.instructions $(INSTRUCTIONS)

mutation: $(VENV)/ready ## run the tests on mutants of the specification, the container and all that judges (or of MUTATION); continues an interrupted run
	$(BIN)/python -m mutation $(MUTATION)

selfcheck: $(VENV)/ready ## plant every defect in a copy of its port, and run every hostile port; each must be detected
	$(BIN)/python -m defects --jobs $(JOBS)
	$(BIN)/python -m defects.twins '' $(JOBS)

soak: $(COMPILED)/ready ## run the tests that take longest: large scopes, long swarms
	$(BIN)/pytest $(PARALLEL) -m soak $(SUITE)
	$(BIN)/pytest --hypothesis-profile nightly $(SUITE)/impl/test_machine.py
	$(AS_COMPILED) $(BIN)/pytest -n $(JOBS) -m soak $(SUITE)/impl
	$(BIN)/stablelist verify --manifest tests/ports/ports.toml --operations 5000000 --seed 1
	$(BIN)/python -m stablelist_proofs.contracts --all --jobs $(JOBS)

browser: $(VENV)/ready ## test the pages of counterexamples and of the site in Debian's Chromium; reports missing packages, and installs nothing
	@.ci/browser
	npm install --silent --no-audit --no-fund --prefix build/axe axe-core@4.14.1
	$(BIN)/pytest -m browser $(SUITE)/browser

judge: $(VENV)/ready ## write the judge in the browser into build/judge: Pyodide from npm, the kit, and a page to paste a port into
	$(BIN)/python docs/judge/write.py

judge-serve: ## serve build/judge on this machine alone, and print the address
	@[ -f build/judge/judge.html ] || $(MAKE) judge
	$(BIN)/python docs/judge/serve.py

clean: ## delete everything that was built
	rm -rf .venv .venv-* build dist stablelist-report .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf tests/ports/*/target tests/bench/*/native/target

$(COMPILED)/ready: $(VENV)/ready $(wildcard impl/stablelist/*.py impl/stablelist_build/*.py impl/native/* impl/c/*)
	rm -rf $(COMPILED)
	mkdir -p $(COMPILED)
	cp -R impl/stablelist $(COMPILED)
	cd impl && ../$(BIN)/python -m stablelist_build.compilation ../$(COMPILED) >../$(COMPILED)/log
	touch $@

$(SANITIZED)/ready: $(COMPILED)/ready
	rm -rf $(SANITIZED)
	mkdir -p $(SANITIZED)
	cp -R impl/stablelist $(SANITIZED)
	cd impl && CFLAGS="$(SANITIZERS)" LDFLAGS="$(SANITIZERS)" ../$(BIN)/python -m stablelist_build.compilation ../$(SANITIZED) >../$(SANITIZED)/log
	touch $@

$(VENV)/ready: pyproject.toml tests/pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --editable './tests[explore,cluster]' --group dev
	touch $@
