# The package for Python: `make test-python`, in virtual environments of its own.
#
#   build/python/source   a copy of python/, in which setuptools leaves what it makes
#   build/python/wheel    tessera-VERSION-cp311-abi3-manylinux*.whl: libtessera lies inside
#   build/python/sdist    tessera-VERSION.tar.gz: with all that a C compiler makes of it
#   build/python/builder  what builds them, of python/requirements-build.txt
#   build/python/tools    the wheel, Gymnasium, PettingZoo and the tools of tests, of spec/python/requirements.txt
#   build/python/empty    the wheel and numpy alone
#   build/python/bare     the same from the sources, compiled where there is a C compiler and nothing else

PYTHON  ?= $(firstword $(wildcard /usr/bin/python3) python3)
PY      := $(BUILD)/python
PY_FILES = $(wildcard python/*.* python/src/* python/tessera/* samples/games/*.lua samples/games/levels/*.txt samples/puzzlescript/*.txt)
PY_PIP   = -m pip --disable-pip-version-check -q install
NEEDS_wheel       := $(NEEDS_lib) python3-venv python3-dev
NEEDS_test-python := $(NEEDS_wheel)
CHECK_python3-venv = $(PYTHON) -c 'import ensurepip, venv'
CHECK_python3-dev  = test -f "$$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h"

.PHONY: wheel sdist test-python reference-python
wheel: $(PY)/built ## build build/python/wheel, the package for Python
sdist: $(PY)/sdist/made ## build build/python/sdist, its sources: with the library's and Lua's
reference-python: $(PY)/tried ## write docs/python-reference.md, from the docstrings of the package for Python
	cd $(PY) && tools/bin/python -I $(CURDIR)/python/reference.py $(CURDIR)/docs/python-reference.md
NEEDS_reference-python := $(NEEDS_wheel)
NEEDS_sdist := $(NEEDS_wheel)

$(PY)/builder/made: python/requirements-build.txt
$(PY)/tools/made: spec/python/requirements.txt
$(PY)/builder/made $(PY)/tools/made: | installed
	@echo "  GET  tools for Python: $$(sed 's/==.*//' $< | xargs)"
	@rm -rf $(@D) && $(PYTHON) -m venv $(@D)
	$(Q)$(@D)/bin/python $(PY_PIP) -r $<
	@touch $@

# Whose the parts are: Tessera's, Lua's and dkjson's licences, as they stand in their files.
$(PY)/licences/LICENSE-dkjson: LICENSE $(LUA_SOURCE)/lua.h | installed
	@mkdir -p $(@D) && cp LICENSE $(@D)
	$(Q)licence() { sed -n '/^[* ]*Copyright (C)/,/SOFTWARE\.$$/{s/^\* \{0,1\}//;p}' "$$1"; }; \
	  licence $(LUA_SOURCE)/lua.h > $(@D)/LICENSE-Lua; licence "$$($(LUA) -e 'print(package.searchpath("dkjson", package.path))')" > $@

$(PY)/built: $(PY_FILES) $(LIB)/libtessera.a $(LIB)/tessera.h $(PY)/licences/LICENSE-dkjson $(PY)/builder/made
	@rm -rf $(PY)/source $(PY)/made $(PY)/wheel && cp -R python $(PY)/source && cp $(PY)/licences/* $(PY)/source
	$(Q)cd $(PY)/source && TESSERA_HOME=$(CURDIR) TESSERA_LIB=$(abspath $(LIB)) TESSERA_WERROR=$(if $(WERROR),1) \
	  $(abspath $(PY))/builder/bin/python -m pip --disable-pip-version-check -q wheel --no-build-isolation --no-deps -w $(abspath $(PY))/made .
	$(Q)if [ "$$(uname -s)" = Linux ]; then PATH=$(abspath $(PY))/builder/bin:$$PATH auditwheel repair -w $(PY)/wheel $(PY)/made/*.whl >$(PY)/made/log 2>&1 || { cat $(PY)/made/log; exit 1; }; \
	  else cp -R $(PY)/made $(PY)/wheel; fi
	@touch $@

$(PY)/tried: $(PY)/built $(PY)/tools/made
	$(Q)$(PY)/tools/bin/python $(PY_PIP) --no-deps --force-reinstall $(PY)/wheel/*.whl
	@rm -rf $(PY)/empty && $(PYTHON) -m venv $(PY)/empty
	$(Q)$(PY)/empty/bin/python $(PY_PIP) -c spec/python/requirements.txt $(PY)/wheel/*.whl
	@touch $@

# What the library is compiled from, as src/api/lib.mk does it: a line for each set of flags. Lua's C lies in
# engine/lua5.4, the rest as in the sources.
PY_ENGINE = $(PY)/sdist/source/engine
PY_LIB_FLAGS = $(filter-out -isystem $(LUA_SOURCE),$(LIB_FLAGS)) -isystem lua5.4
PY_COUNTED = lstrlib ltablib
define py_flags
$(COMMON) -fPIC -fvisibility=hidden $(NDEBUG) : $(CORE)
$(PY_LIB_FLAGS) $(LISTING) : $(LIB_BIND) embedded.c
$(PY_LIB_FLAGS) $(LIB_LUA_FLAGS) : $(patsubst %,lua5.4/%.c,$(filter-out $(PY_COUNTED),$(LUA_CORE)))
$(PY_LIB_FLAGS) $(LIB_LUA_FLAGS) $(LIB_COUNTED) -DCOUNT_TABLES : lua5.4/ltablib.c
$(PY_LIB_FLAGS) $(LIB_LUA_FLAGS) $(LIB_COUNTED) : lstrlib.c
endef
export PY_FLAGS = $(py_flags)

$(PY)/sdist/made: $(PY_FILES) $(CORE) $(LIB_BIND) $(LIB)/embedded.c $(LIB)/lstrlib.c $(PY)/licences/LICENSE-dkjson $(PY)/builder/made
	@rm -rf $(PY)/sdist && mkdir -p $(PY_ENGINE)/lua5.4 && cp -R python/* $(PY)/licences/* $(PY)/sdist/source
	@tar -cf - $(CORE) $(LIB_BIND) $$(find src web/engine -name '*.h') lua/tessera/base/version.lua $(filter samples/%,$(PY_FILES)) | tar -xf - -C $(PY_ENGINE)
	@cp $(LIB)/embedded.c $(LIB)/lstrlib.c $(PY_ENGINE) && cp $(LUA_SOURCE)/*.[ch] $(PY_ENGINE)/lua5.4
	@printf '%s\n' "$$PY_FLAGS" > $(PY_ENGINE)/flags
	$(Q)cd $(PY)/sdist/source && $(abspath $(PY))/builder/bin/python -c 'import setuptools.build_meta as b; b.build_sdist("..")' >../log 2>&1 || { cat ../log; exit 1; }
	@touch $@

# It is compiled without optimizing, since here the question is whether all is there.
$(PY)/bare/made: $(PY)/sdist/made spec/python/bare.sh
	@rm -rf $(@D) && $(PYTHON) -m venv $(@D)
	$(Q)spec/python/bare.sh $(@D) $(PY)/sdist/tessera-$(VERSION).tar.gz python/requirements-build.txt spec/python/requirements.txt
	@touch $@

PY_TIDY = --config python/pyproject.toml --no-cache -q python/tessera python/setup.py python/reference.py spec/python
PY_PROGRAMS = --config python/pyproject.toml --no-cache -q samples/python spec/ray spec/bench/peers
test-python: build $(PY)/tried $(PY)/bare/made | installed ## test the package for Python, with Gymnasium and PettingZoo
	$(PY)/tools/bin/ruff check $(PY_TIDY)
	$(PY)/tools/bin/ruff format --check $(PY_TIDY)
	$(PY)/tools/bin/ruff check --ignore D102,D103,PLR0917 $(PY_PROGRAMS)
	$(PY)/tools/bin/ruff format --check $(PY_PROGRAMS)
	cd python && ../$(PY)/tools/bin/mypy --strict --cache-dir=../$(PY)/mypy --python-executable ../$(PY)/tools/bin/python tessera
	@for at in empty bare; do (cd $(PY)/$$at && env -i bin/python -I $(CURDIR)/spec/python/played.py); done
	OPENBLAS_NUM_THREADS=1 LUA=$(LUA) $(PY)/tools/bin/python -m pytest -q -p no:cacheprovider spec/python

# Ray and others have environments of their own: what is measured beside tessera, and workers of samples/python.
$(PY)/ray/made: spec/ray/requirements.txt $(PY)/built | installed
	@rm -rf $(@D) && $(PYTHON) -m venv $(@D)
	$(Q)$(@D)/bin/python $(PY_PIP) -r $< $(PY)/wheel/*.whl
	@touch $@

$(PY)/peers/made: spec/bench/peers/requirements.txt $(PY)/built | installed
	@rm -rf $(@D) && $(PYTHON) -m venv $(@D)
	$(Q)$(@D)/bin/python $(PY_PIP) -r $< $(PY)/wheel/*.whl
	@touch $@

.PHONY: test-ray
NEEDS_test-ray := $(NEEDS_wheel)
test-ray: $(PY)/ray/made | installed ## test samples/python/workers.py, with Ray on two nodes of this machine
	$(PY)/ray/bin/python -m pytest -q -p no:cacheprovider spec/ray
