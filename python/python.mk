# The package for Python: `make test-python`, in virtual environments of its own.
#
#   build/python/source   a copy of python/, in which setuptools leaves what it makes
#   build/python/wheel    tessera-VERSION-cp311-abi3-*.whl: libtessera lies inside
#   build/python/tools    Gymnasium, PettingZoo and the tools, of spec/python/requirements.txt
#   build/python/empty    the wheel and numpy alone

PYTHON  ?= $(firstword $(wildcard /usr/bin/python3) python3)
PY      := $(BUILD)/python
PY_FILES = $(wildcard python/*.* python/src/* python/tessera/* samples/games/*.lua samples/games/levels/*.txt samples/puzzlescript/*.txt)
PY_PIP   = -m pip --disable-pip-version-check -q install
NEEDS_wheel       := $(NEEDS_lib) python3-venv python3-dev
NEEDS_test-python := $(NEEDS_wheel)
CHECK_python3-venv = $(PYTHON) -c 'import ensurepip, venv'
CHECK_python3-dev  = test -f "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h"

.PHONY: wheel test-python
wheel: $(PY)/built ## build build/python/wheel, the package for Python

$(PY)/tools/made: spec/python/requirements.txt | installed
	@rm -rf $(@D) && $(PYTHON) -m venv $(@D)
	$(Q)$(@D)/bin/python $(PY_PIP) -r $<
	@touch $@

$(PY)/built: $(PY_FILES) $(LIB)/libtessera.a $(LIB)/tessera.h $(PY)/tools/made
	@rm -rf $(PY)/source $(PY)/wheel && cp -R python $(PY)/source
	$(Q)cd $(PY)/source && TESSERA_HOME=$(CURDIR) TESSERA_LIB=$(abspath $(LIB)) TESSERA_WERROR=$(if $(WERROR),1) \
	  $(abspath $(PY))/tools/bin/python -m pip --disable-pip-version-check -q wheel --no-build-isolation --no-deps -w $(abspath $(PY))/wheel .
	$(Q)$(PY)/tools/bin/python $(PY_PIP) --no-deps --force-reinstall $(PY)/wheel/*.whl
	@rm -rf $(PY)/empty && $(PYTHON) -m venv $(PY)/empty
	$(Q)$(PY)/empty/bin/python $(PY_PIP) -c spec/python/requirements.txt $(PY)/wheel/*.whl
	@touch $@

PY_TIDY = --config python/pyproject.toml --no-cache -q python/tessera python/setup.py spec/python
test-python: $(PY)/built | installed ## test the package for Python, with Gymnasium and PettingZoo
	$(PY)/tools/bin/ruff check $(PY_TIDY)
	$(PY)/tools/bin/ruff format --check $(PY_TIDY)
	cd python && ../$(PY)/tools/bin/mypy --strict --cache-dir=../$(PY)/mypy --python-executable ../$(PY)/tools/bin/python tessera
	cd $(PY)/empty && bin/python -c 'import tessera; b = tessera.Batch("sokoban.lua", 4); b.reset(); b.step([0, 1, 2, 3]); print(b)'
	LUA=$(LUA) $(PY)/tools/bin/python -m pytest -q -p no:cacheprovider spec/python
