# Every target does its own set-up: the environments are made when they are missing, and again when what they
# are made from (pyproject.toml, the versions below) changes. Nothing is installed outside of this folder, but for the
# browser in which the tests look at TensorBoard: Debian's chromium, when `make test` runs as root.
#
#   make test    lint, types, tests (against real TensorFlow too, in an environment of its own); then a part of the tests on every
#                other Python that Penstock is for and that is found here, or by themselves: make pythons
#   make demo    train the MNIST convolutional network; leaves its results in demo_out/
#   make bench   Penstock and the newest TensorFlow side by side: programs, then single operations
#   make wheel   dist/*.whl, with the kernels in C for all kinds of processors
#   make docs    the site: guides, tutorials and the reference, in build/site/
#   make check   the daily loop, under two minutes: lint, types, and a fast part of the tests without TensorFlow
#   make lock    newer versions of what CI installs: .ci/constraints-*.txt
#   make lint | names | clean
#
# PYTHON=...                which Python (>= 3.11) to build on; else python3, or the first that .ci/find-python finds
# PYTHONS="3.12 ..."        on which others a part of the tests is run; PYTHONS= for none
# PENSTOCK_PEER_PYTHON=...  a Python that has TensorFlow already, instead of .venv-peer
# PENSTOCK_115_PYTHON=...   a Python 3.7 that has TensorFlow 1.15; else .venv-1.15 is made if a Python 3.7 is found
# ISA=avx2 | baseline       runs as on a processor without AVX-512, or without AVX
# LOCKED=                   the newest versions that pyproject.toml allows, instead of .ci/constraints-*.txt
# COMPILED_AS_SHIPPED=1     compiles the programs of all tests as users' (CONTRIBUTING.md tells which are compiled faster)
# WORKERS=2                 in how many processes the tests run, else what .ci/workers finds fit
# TESTS=... DEMO_ARGS=... BENCH_ARGS=... KERNEL_ARGS=...   arguments for the programs

PYTHON ?= $(shell python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo python3 \
	|| .ci/find-python 3.11 3.12 3.13 3.14 | grep . || echo python3)
PYTHONS ?= 3.11 3.12 3.13 3.14
# In how many processes the tests run.
WORKERS ?= $(shell .ci/workers)
TESTS ?=
# What `make check` runs: graphs, sessions, both tiers, common operations, the contract of the tree.
CORE ?= tests/test_contract.py tests/graph tests/runtime/session tests/runtime/plan tests/ops/math tests/ops/arrays tests/train/test_saver.py
DEMO_ARGS ?=
BENCH_ARGS ?=
KERNEL_ARGS ?=

COMPILED_AS_SHIPPED ?=
export COMPILED_AS_SHIPPED

# What each of the libraries that calculate has to be told, to leave out what an older processor does not have.
ISA ?=
ifneq ($(ISA),)
export PENSTOCK_ISA := $(ISA)
NO_AVX512 := X86_V4 AVX512_ICL AVX512_SPR AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL
ifeq ($(ISA),avx2)
export OPENBLAS_CORETYPE := Haswell
export XLA_FLAGS := --xla_cpu_max_isa=AVX2
export NPY_DISABLE_CPU_FEATURES := $(NO_AVX512)
else ifeq ($(ISA),baseline)
export OPENBLAS_CORETYPE := Nehalem
export XLA_FLAGS := --xla_cpu_max_isa=SSE4_2
export NPY_DISABLE_CPU_FEATURES := X86_V3 AVX F16C FMA3 AVX2 $(NO_AVX512)
else
$(error ISA is avx2 or baseline, not $(ISA))
endif
endif

# The tests start hundreds of processes: each would compile what it imports anew.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --no-input

# The judge of behaviour: a release whose compat.v1 still has Keras 2 (tf.layers) and Estimators. Its wheels are for
# Python 3.9 to 3.11, so it may need another interpreter than ours. (Most of its modules are never imported: none is compiled before.)
PEER_TENSORFLOW := tensorflow-cpu==2.15.1
PEER_SERVING := tensorflow-serving-api==2.15.1
PEER_BASE ?= $(shell .ci/find-python 3.11 3.10 3.9)

ifdef PENSTOCK_PEER_PYTHON
PEER_STAMP :=
else
PENSTOCK_PEER_PYTHON := $(CURDIR)/.venv-peer/bin/python
PEER_STAMP := .venv-peer/.stamp .venv-peer/.serving
endif

# TensorFlow 1.15 itself, an optional second judge: it needs a Python 3.7. Tests that ask for it are skipped without.
OLD_TENSORFLOW := tensorflow==1.15.5 protobuf==3.20.3
OLD_BASE ?= $(shell .ci/find-python 3.7)
ifdef PENSTOCK_115_PYTHON
OLD_STAMP :=
else ifneq ($(OLD_BASE),)
PENSTOCK_115_PYTHON := $(CURDIR)/.venv-1.15/bin/python
OLD_STAMP := .venv-1.15/.stamp
endif

# The versions that the tests were last run with, for the Python they were chosen for; on another one pip chooses.
OWN_VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
LOCKED ?= $(wildcard .ci/constraints-$(OWN_VERSION).txt)

# $(call make_venv,folder,python): a fresh environment, unless a working one is there.
make_venv = $(1)/bin/python -c '' 2>/dev/null || $(2) -m venv --clear $(1)

.PHONY: all test environments check lock pythons lint demo bench wheel names docs chromium clean
all: test

$(VENV)/.stamp: pyproject.toml setup.py $(LOCKED) $(wildcard penstock/native/*.[ch])
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "penstock needs Python 3.11 or newer: make PYTHON=python3.11 ..." >&2; exit 1; }
	@echo "setting up $(VENV)"
	@$(call make_venv,$(VENV),$(PYTHON))
	@$(BIN)/python $(PIP_INSTALL) $(addprefix --constraint ,$(LOCKED)) --editable '.[dev,docs]'
	@touch $@

.venv-peer/.stamp:
	@test -n "$(PEER_BASE)" || { \
		echo "$(PEER_TENSORFLOW), the judge in the tests, needs a Python 3.9, 3.10 or 3.11 beside $(PYTHON);" \
			"name one with PEER_BASE=..., or a Python that has TensorFlow with PENSTOCK_PEER_PYTHON=..." >&2; exit 1; }
	@echo "setting up .venv-peer ($(PEER_TENSORFLOW))"
	@$(call make_venv,.venv-peer,$(PEER_BASE))
	@.venv-peer/bin/python $(PIP_INSTALL) --no-compile $(PEER_TENSORFLOW)
	@touch $@

# The official clients of TensorFlow Serving; without them, the tests that need them are skipped. (It wants the package
# tensorflow, which tensorflow-cpu is but is not called.)
.venv-peer/.serving: .venv-peer/.stamp
	@.venv-peer/bin/python $(PIP_INSTALL) --no-deps $(PEER_SERVING) && touch $@ \
		|| echo "$(PEER_SERVING) cannot be installed here: its tests are skipped"

# Where it cannot be installed, the tests do without; the folder stays without a stamp and is tried again next time.
.venv-1.15/.stamp:
	@echo "setting up .venv-1.15 ($(OLD_TENSORFLOW))"
	@$(call make_venv,.venv-1.15,$(OLD_BASE)) && .venv-1.15/bin/python $(PIP_INSTALL) --no-compile $(OLD_TENSORFLOW) && touch $@ \
		|| { echo "TensorFlow 1.15 cannot be installed here: its tests are skipped"; rm -rf .venv-1.15; }

.venv-bench/.stamp:
	@echo "setting up .venv-bench (newest tensorflow-cpu)"
	@$(call make_venv,.venv-bench,$(PYTHON))
	@.venv-bench/bin/python $(PIP_INSTALL) --upgrade tensorflow-cpu tf-keras
	@touch $@

lint: $(VENV)/.stamp
	$(BIN)/ruff check .
	$(BIN)/mypy

# The daily loop: lint, the contract of the tree, and the part of the tests that most mistakes fall into. No judge is needed. The types
# are checked beside the tests, and shown after them.
check: $(VENV)/.stamp
	@mkdir -p build
	$(BIN)/ruff check .
	@$(BIN)/mypy >build/mypy-check.log 2>&1 & mypy=$$!; \
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m 'not slow and not peer' $(CORE); tests=$$?; \
	wait $$mypy; mypy=$$?; cat build/mypy-check.log; test $$tests$$mypy = 00

# Newer versions of everything, to be committed after a whole `make test` has passed with them.
lock:
	rm -rf build/lock && $(PYTHON) -m venv build/lock
	build/lock/bin/python $(PIP_INSTALL) --editable '.[dev,docs]'
	{ echo "# What CI installs on Python $(OWN_VERSION). Made by \`make lock\`: names and versions only."; \
		build/lock/bin/python -m pip freeze --exclude-editable; } > .ci/constraints-$(OWN_VERSION).txt
	rm -rf build/lock

# A machine on which it cannot be installed skips that test (in CI it fails).
chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
		test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "installing chromium" \
		&& apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null; } \
		|| echo "chromium cannot be installed here: TensorBoard's pages are not looked at"

# The environments are set up side by side. Beside the tests mypy runs, and what other Pythons need is installed; what mypy says is
# shown after them.
environments: $(VENV)/.stamp $(PEER_STAMP) $(OLD_STAMP) chromium

test:
	@$(MAKE) --no-print-directory -j 4 environments
	@mkdir -p build
	$(BIN)/ruff check .
	@$(BIN)/mypy >build/mypy.log 2>&1 & mypy=$$!; \
	{ test -n '$(TESTS)' || .ci/other-pythons --prepare $(BIN)/python $(PYTHONS); } & pythons=$$!; \
	PENSTOCK_PEER_PYTHON='$(PENSTOCK_PEER_PYTHON)' PENSTOCK_115_PYTHON="$$(command -v '$(PENSTOCK_115_PYTHON)')" \
		$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --reruns 1 $(TESTS); tests=$$?; \
	wait $$mypy; mypy=$$?; wait $$pythons; cat build/mypy.log; test $$tests$$mypy = 00
	@test -n '$(TESTS)' || .ci/other-pythons $(BIN)/python $(WORKERS) $(PYTHONS)

pythons: $(VENV)/.stamp
	@.ci/other-pythons $(BIN)/python $(WORKERS) $(PYTHONS)

demo: $(VENV)/.stamp
	$(BIN)/python -m penstock.models.mnist_deep --out_dir demo_out $(DEMO_ARGS)

bench: $(VENV)/.stamp .venv-bench/.stamp
	$(BIN)/python benchmarks/run.py --tensorflow .venv-bench/bin/python $(BENCH_ARGS)
	$(BIN)/python benchmarks/kernels.py --tensorflow .venv-bench/bin/python $(KERNEL_ARGS)

# A wheel with the kernels in C for all kinds of processors, which is then tried in an environment without a compiler. Its name
# tells the oldest glibc that has what the kernels ask for (setup.py): that of the machine it is made on, mostly.
wheel: $(VENV)/.stamp
	rm -rf build/lib build/bdist* dist
	PENSTOCK_NATIVE=1 $(BIN)/python $(subst install,wheel,$(PIP_INSTALL)) --no-deps --wheel-dir dist .
	$(BIN)/python tests/native/try_wheel.py dist/*.whl

docs: $(VENV)/.stamp
	$(BIN)/python -m penstock.tools.docs --site build/site

names: $(VENV)/.stamp
	$(BIN)/python -m penstock.tools.names

# A symlinked environment is unlinked, not followed.
clean:
	rm -rf .venv .venv-peer .venv-1.15 .venv-3.* .venv-bench demo_out bench_out build dist ./*.egg-info
	rm -rf .mypy_cache .pytest_cache .ruff_cache
	find penstock tests -name __pycache__ -type d -prune -exec rm -rf {} +
