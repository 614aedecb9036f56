# Two commands do everything: `make verify` and `make test`. The environment lives in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTHONS := 3.12 3.13
SUITE := tests/suite
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

WHEEL := --quiet --no-deps --no-build-isolation --check-build-dependencies --wheel-dir dist
COMPILED := build/compiled$(VENV:.venv%=%)
# The tests of the kit that ask the container something, and not only the model.
ON_CONTAINER := $(patsubst %,$(SUITE)/kit/test_%.py,answerers machine serve)
# The native container before all others; the rest of the environment is the same.
AS_COMPILED := PYTHONPATH=$(CURDIR)/$(COMPILED)

# For `make sanitize`: the extension with what finds wrong memory accesses and undefined behaviour.
SANITIZED := build/sanitized$(VENV:.venv%=%)
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g
AS_SANITIZED := PYTHONPATH=$(CURDIR)/$(SANITIZED):$(CURDIR)/tests LD_PRELOAD="$$($(or $(CC),cc) -print-file-name=libasan.so)" \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_segv=0 PYTHONMALLOC=malloc
SECONDS ?= 600

.PHONY: verify field test test-compiled sanitize prove proofs-record proofs-page table claims crosshair check wheel docs bench bench-page bench-kit
.PHONY: bench-survivors variants variants-time pythons vectors instructions mutation selfcheck slow soak browser clean

verify: $(VENV)/ready ## verify the Python container and every port whose toolchain is here
	$(BIN)/stablelist verify --manifest tests/ports/ports.toml

field: $(VENV)/ready ## verify published packages in six languages; a package that is missing is named
	$(BIN)/pytest -m field $(SUITE)/ports
	$(BIN)/stablelist verify --manifest tests/ports/field.toml --operations $(or $(OPERATIONS),100000)

test: $(COMPILED)/ready ## pass the tests; the specification and the container are covered whole
	$(BIN)/pytest -n $(JOBS) --cov --cov-report=term $(SUITE)/spec $(SUITE)/systems $(SUITE)/toy $(SUITE)/impl $(SUITE)/native
	$(BIN)/pytest -n $(JOBS) --dist loadgroup $(SUITE)/proofs $(SUITE)/bench $(SUITE)/mutation $(SUITE)/docs $(SUITE)/claims
	$(BIN)/pytest -n $(JOBS) $(SUITE)/campaign $(SUITE)/kit $(SUITE)/judges $(SUITE)/ports $(SUITE)/starters $(SUITE)/vectors

pythons: ## the tests on other versions of Python, each with an environment of its own
	set -e; for version in $(PYTHONS); do $(MAKE) test slow test-compiled PYTHON=python$$version VENV=.venv-$$version; done

prove: $(VENV)/ready ## prove what holds for every size, by two solvers; follow small functions along every path
	$(BIN)/stablelist prove --jobs $(JOBS)
	$(BIN)/python -m stablelist_proofs.contracts --jobs $(JOBS)

table: $(VENV)/ready ## table 3.2 of the thesis, derived from the models, and into docs/comparison.md
	$(BIN)/python -m stablelist_proofs.criteria.table

crosshair: $(VENV)/ready ## run the Hypothesis tests of pure functions on symbols
	$(BIN)/pytest -n $(JOBS) -m pure --hypothesis-profile crosshair $(SUITE)

proofs-record: $(VENV)/ready ## prove it all, note how long that took, and make the tables of docs/proofs.md
	$(BIN)/stablelist prove --jobs $(JOBS) --record docs/proofs/record.json
	$(MAKE) proofs-page

proofs-page: $(VENV)/ready ## the tables of docs/proofs.md, of the properties and the last record
	$(BIN)/python -m stablelist_proofs.page

claims: $(VENV)/ready ## docs/claims.md, of the claims of the source documents and their checks
	$(BIN)/python -m suite.claims.page

test-compiled: $(COMPILED)/ready ## what concerns the container, of the native one, but for its examples and coverage
	$(AS_COMPILED) $(BIN)/python -c 'import stablelist; assert stablelist.__compiled__'
	$(AS_COMPILED) $(BIN)/pytest -n $(JOBS) -m 'not interpreted and not slow and not soak' $(SUITE)/impl $(SUITE)/native $(ON_CONTAINER)
	$(AS_COMPILED) $(BIN)/stablelist fuzz

sanitize: $(SANITIZED)/ready $(COMPILED)/ready ## hostile fuzzing of the extension for SECONDS (600): sanitized, and with a debugging allocator
	$(AS_SANITIZED) $(BIN)/python -m hostile --seconds $(SECONDS)
	PYTHONPATH=$(COMPILED):tests PYTHONMALLOC=debug $(BIN)/python -m hostile --seconds $$(( $(SECONDS) / 4 ))

check: $(VENV)/ready ## ruff, mypy --strict, who may import whom, and pyright on the types that the container shows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	PYTHONPATH=impl $(BIN)/basedpyright --verifytypes stablelist --ignoreexternal

wheel: $(VENV)/ready ## a native wheel of the container and one of Python alone, and the wheel of the kit, in dist
	STABLELIST_EXTENSION=1 $(BIN)/pip wheel $(WHEEL) .
	STABLELIST_EXTENSION=0 $(BIN)/pip wheel $(WHEEL) .
	$(BIN)/pip wheel $(WHEEL) ./tests

docs: $(VENV)/ready ## make the site of docs/ in build/site; every warning is an error
	$(BIN)/python docs/pictures/draw.py
	$(BIN)/python docs/pages/write.py
	$(BIN)/python docs/systems/write.py
	$(BIN)/sphinx-build -E -q -W --keep-going -b html docs build/site
	@echo "build/site/index.html"

bench: $(COMPILED)/ready ## measure both builds of the container beside others; BENCH=--quick takes two minutes
	$(AS_COMPILED) $(BIN)/python -m bench $(BENCH)
	STABLELIST_INTERPRETED=1 $(BIN)/python -m bench --quick --folder build/bench/interpreted

bench-page: $(VENV)/ready ## docs/performance.md, its pictures and the README's ratios, of the figures that `make bench` left
	$(BIN)/python -m bench.page

bench-survivors: $(COMPILED)/ready ## measure an iteration when few elements of a burst are left, for docs/choosing.md
	$(AS_COMPILED) $(BIN)/python -m bench.survivors
	STABLELIST_INTERPRETED=1 $(BIN)/python -m bench.survivors

variants: $(VENV)/ready ## compare StableList's variants in cost units, for docs/variants.md; takes some minutes
	$(BIN)/python -m bench.variants

variants-time: $(VENV)/ready ## compare a dyadic list with a StableList in time, both in Rust, for docs/variants.md; takes about a minute
	$(BIN)/python -m bench.variants --time

bench-kit: $(VENV)/ready ## measure how fast the kit checks
	$(BIN)/python -m stablelist_conformance.bench

vectors: $(VENV)/ready ## write the vectors anew, and compare them with those in the folder vectors; takes many minutes
	rm -rf build/vectors
	$(BIN)/stablelist vectors write build/vectors --jobs $(JOBS)
	diff -r build/vectors vectors

instructions: $(COMPILED)/ready ## count instructions per operation, and compare with what is recorded
	$(AS_COMPILED) $(BIN)/python -m bench.instructions $(INSTRUCTIONS)

mutation: $(VENV)/ready ## mutants of the specification and the container (or what MUTATION names) before the tests; goes on where it was
	$(BIN)/python -m mutation $(or $(MUTATION),spec impl)

selfcheck: $(VENV)/ready ## plant every defect in a copy of its port, and run every hostile port: each must be caught
	$(BIN)/stablelist selfcheck --jobs $(JOBS)

slow: $(VENV)/ready ## tests that take many seconds each: larger scopes, wheels, benchmarks
	$(BIN)/pytest -n $(JOBS) -m slow $(SUITE) --ignore $(SUITE)/wheels
	$(BIN)/pytest $(SUITE)/wheels

soak: $(COMPILED)/ready ## what takes longer: large scopes, long swarms
	$(BIN)/python -m stablelist_proofs.stable_list
	$(BIN)/pytest -n $(JOBS) -m soak $(SUITE)
	$(AS_COMPILED) $(BIN)/pytest -n $(JOBS) -m soak $(SUITE)/impl
	$(BIN)/stablelist verify --manifest tests/ports/ports.toml --operations 5000000 --seed 1

browser: $(VENV)/ready ## the pages of counterexamples in Debian's Chromium; says what is missing, and installs nothing
	@.ci/browser
	$(BIN)/pytest -m browser $(SUITE)/browser

clean: ## forget everything that was built
	rm -rf .venv .venv-* build dist stablelist-report .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf tests/ports/*/target tests/bench/variants/native/target

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
	$(BIN)/python -m pip install --quiet --editable . --editable './tests[prove,cluster]' --group dev
	touch $@
