# Builds one shared object, build/tessera.so, from src/; `make help` lists the targets.
# Sources, games and modules are found by wildcard: a new game touches no list.

BUILD    = build
comma   := ,
VERSION := $(shell sed -n 's/^return "\(.*\)"/\1/p' lua/tessera/base/version.lua)
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share/tessera

CFLAGS  ?= -O2 -g
LIBFLAG ?= -shared $(if $(filter Linux,$(shell uname -s)),-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now)
WERROR  ?= -Werror
# No warning about unused parameters: functions of the protocol have them.
WARN    ?= -Wall -Wextra -Wno-unused-parameter -Wpedantic -Wshadow -Wconversion \
           -Wstrict-prototypes -Wmissing-prototypes -Wno-psabi $(WERROR)
COMMON  := -std=c11 -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -Isrc -fno-plt -pthread
# Not in CFLAGS or CPPFLAGS, which a packager may replace. `make NDEBUG=` compiles the asserts in.
NDEBUG  ?= -DNDEBUG

PKG_CONFIG   ?= pkg-config
CLANG        ?= clang
CLANG_FORMAT ?= clang-format
CLANG_TIDY   ?= clang-tidy
LUACHECK     ?= luacheck
CPPCHECK     ?= cppcheck
VALGRIND     ?= valgrind
FUZZ_SECONDS ?= 20
DEPS         ?= build test

ROOMS   := base batch game games/* patterns patterns/* puzzlescript search search/*
CORE    := $(foreach room,$(ROOMS),$(wildcard src/$(room)/*.c))
BIND    := $(wildcard src/bind/*.c src/bind/*/*.c)
HEADERS := $(foreach room,$(ROOMS) bind bind/*,$(wildcard src/$(room)/*.h))
MODULES := $(patsubst lua/%,%,$(wildcard lua/*.lua $(foreach kind,lua html css js,\
             lua/tessera/*.$(kind) lua/tessera/*/*.$(kind) lua/tessera/*/*/*.$(kind))))
SCRIPTS := $(wildcard scripts/*.lua scripts/*/*.lua)
SAMPLES  = $(wildcard samples/*/*.in)
OBJECTS := $(patsubst src/%.c,$(BUILD)/obj/%.o,$(CORE) $(BIND))
GAMES   := $(sort $(shell sed -n 's/^const struct game \([a-z0-9_]*\)_game .*/\1/p' $(CORE) /dev/null))
empty   :=
LISTING := -DTESSERA_GAMES=$(subst $(empty) ,$(comma),$(GAMES))

# Lua is searched for when a recipe first needs it, because `deps` may have to install it first.
once = $(eval $(1) := $(2))$($(1))
find_pc = $(shell for pc in lua5.4 lua-5.4 lua54 lua; do \
  $(PKG_CONFIG) --exists "$$pc >= 5.4 $$pc < 5.5" 2>/dev/null && echo $$pc && break; done)
find_lua = $(shell for lua in lua5.4 lua; do \
  $$lua -e 'os.exit(_VERSION == "Lua 5.4")' 2>/dev/null && echo $$lua && break; done)
LUA        ?= $(call once,LUA,$(or $(find_lua),lua5.4))
LUA_CFLAGS ?= $(call once,LUA_CFLAGS,$(lua_cflags))
# -isystem instead of -I, so that macros of Lua's headers give no warnings.
lua_cflags = $(patsubst -I%,-isystem %,$(shell $(PKG_CONFIG) --cflags $(or $(find_pc),$(no_lua))))
no_lua = $(error Lua 5.4 was not found by $(PKG_CONFIG): run 'make deps', or set LUA_CFLAGS)

# The first folder below PREFIX in Lua's own search path. The folders in its pkg-config file may
# not be searched: on Debian INSTALL_CMOD is searched below /usr, but not below /usr/local.
searched = $(or $(shell $(LUA) -E -e 'for dir in package.$(1):gmatch("([^;]+)/%?%.") do \
  if dir:find("$(PREFIX)/", 1, true) == 1 and not dir:find("$(PREFIX)/local/", 1, true) \
  then print(dir) break end end' 2>/dev/null),$(2))
LUADIR ?= $(call once,LUADIR,$(call searched,path,$(PREFIX)/share/lua/5.4))
LIBDIR ?= $(call once,LIBDIR,$(call searched,cpath,$(PREFIX)/lib/lua/5.4))

# Runs busted as a library. The command `busted` may start under another Lua and then loses the
# quotes of its arguments.
BUSTED ?= $(LUA) -e 'arg[0] = "busted"; require "busted.runner"({ standalone = false })' /dev/null

# Scripts and specs look here for tessera.so.
export TESSERA_BUILD := $(BUILD)

Q := $(if $(V),,@)

.PHONY: all build deps demo test reference lint sanitize valgrind fuzz bench check32 coverage format \
        clean help installed fetched FORCE
.DELETE_ON_ERROR:

all: build

build: $(BUILD)/tessera.so ## build build/tessera.so (the default)

$(BUILD)/tessera.so: $(OBJECTS) $(BUILD)/obj/flags $(BUILD)/obj/objects
	@echo "  LINK $@"
	$(Q)$(CC) -pthread $(CFLAGS) $(LIBFLAG) $(LDFLAGS) -o $@ $(OBJECTS)

$(BUILD)/obj/bind/%.o: LUA_FLAGS = $(LUA_CFLAGS)
$(BUILD)/obj/bind/state/lbuiltin.o: LUA_FLAGS = $(LUA_CFLAGS) $(LISTING)
$(BUILD)/obj/bind/state/lbuiltin.o: $(BUILD)/obj/objects
$(BUILD)/obj/%.o: src/%.c $(BUILD)/obj/flags
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(CC) $(COMMON) -fPIC -fvisibility=hidden $(WARN) $(LUA_FLAGS) $(NDEBUG) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# The one file changes when the compiler or a flag does; then all is rebuilt. The other changes with the
# list of sources; then the list of games is written anew, and all is linked.
FLAGS = $(CC) $(COMMON) $(LUA_CFLAGS) $(WARN) $(NDEBUG) $(CPPFLAGS) $(CFLAGS) $(LIBFLAG) $(LDFLAGS)
$(BUILD)/obj/flags: KEPT = $(FLAGS)
$(BUILD)/obj/objects: KEPT = $(GAMES) $(OBJECTS)
$(BUILD)/obj/flags $(BUILD)/obj/objects: FORCE | installed
	@mkdir -p $(@D)
	@echo '$(KEPT)' | cmp -s - $@ || echo '$(KEPT)' > $@

-include $(OBJECTS:.o=.d)

include web/engine/wasm.mk
include src/api/lib.mk

# --- Tools: the packages that each goal needs, and a command that checks for each ------

NEEDS_build    := pkg-config lua5.4 liblua5.4-dev lua-argparse
NEEDS_demo     := $(NEEDS_build)
NEEDS_test     := $(NEEDS_build) lua-busted lua-luv lua-sql-sqlite3 lua-dkjson lua-expat lua-zlib tmux
NEEDS_reference := lua5.4
NEEDS_lint     := $(NEEDS_build) binutils nodejs npm lua-check clang clang-format clang-tidy cppcheck
NEEDS_lint-arrows := lua5.4
NEEDS_lint-door := lua5.4
NEEDS_format   := clang-format
NEEDS_pictures := $(NEEDS_build)
NEEDS_sanitize := $(NEEDS_test) gcc
NEEDS_valgrind := $(NEEDS_build) valgrind
NEEDS_fuzz     := clang libclang-rt-dev
NEEDS_bench    := $(NEEDS_valgrind) $(NEEDS_lib) lua-luv lua-sql-sqlite3
NEEDS_mutants  := $(NEEDS_build)
NEEDS_check32  := gcc-multilib
NEEDS_coverage := $(NEEDS_test) gcc
NEEDS_wasm     := lua5.4 lua-dkjson clang emscripten nodejs dpkg-dev brotli
NEEDS_test-wasm := $(NEEDS_wasm) $(NEEDS_test)
NEEDS_web      := $(NEEDS_wasm) npm xz-utils
NEEDS_site     := $(NEEDS_web) pandoc librsvg2-bin
NEEDS_npm      := $(NEEDS_web)
NEEDS_test-npm := $(NEEDS_web) $(NEEDS_build)
NEEDS_test-web := $(NEEDS_site) chromium-headless-shell
NEEDS_test-slurm := $(NEEDS_test) munge slurmctld slurmd slurm-client
NEEDS_test-pages := $(NEEDS_build) lua-luv lua-sql-sqlite3 lua-dkjson gnuplot-nox chromium-headless-shell nodejs npm

# The checks look for the tool and not for its package, so that a tool installed by hand counts.
CHECK_pkg-config      = $(or $(given),command -v $(PKG_CONFIG))
CHECK_lua5.4          = $(LUA) -e 'os.exit(_VERSION == "Lua 5.4")'
CHECK_liblua5.4-dev   = $(or $(given),test -n "$(find_pc)")
given = $(if $(filter file,$(origin LUA_CFLAGS)),,true)
CHECK_lua-argparse    = $(LUA) -e 'require "argparse"'
CHECK_lua-luv         = $(LUA) -e 'require "luv"'
CHECK_lua-sql-sqlite3 = $(LUA) -e 'require "luasql.sqlite3"'
CHECK_lua-dkjson      = $(LUA) -e 'require "dkjson"'
CHECK_lua-expat       = $(LUA) -e 'require "lxp"'
CHECK_lua-zlib        = $(LUA) -e 'require "zlib"'
CHECK_tmux            = command -v tmux
CHECK_lua-busted      = $(BUSTED) --version
CHECK_lua-check       = command -v $(LUACHECK)
CHECK_clang           = command -v $(CLANG)
CHECK_clang-format    = command -v $(CLANG_FORMAT)
CHECK_clang-tidy      = command -v $(CLANG_TIDY)
CHECK_cppcheck        = command -v $(CPPCHECK)
CHECK_gcc             = command -v gcc && command -v gcov && test -f "$(SANITIZE_LIB)"
CHECK_binutils        = command -v nm && command -v objdump && command -v strip
CHECK_librsvg2-bin    = command -v rsvg-convert
CHECK_valgrind        = command -v $(VALGRIND)
CHECK_libclang-rt-dev = ls "$$($(CLANG) -print-runtime-dir)"/libclang_rt.fuzzer*
CHECK_munge           = $(SBIN) command -v munged
CHECK_slurmctld       = $(SBIN) command -v slurmctld
CHECK_slurmd          = $(SBIN) command -v slurmd
SBIN                  = PATH=$$PATH:/usr/sbin:/sbin;
CHECK_slurm-client    = command -v sbatch
CHECK_chromium-headless-shell = command -v $(CHROMIUM)
CHECK_gnuplot-nox     = command -v gnuplot
CHECK_nodejs          = command -v node
CHECK_npm             = command -v npm
CHECK_emscripten      = command -v $(EMCC)
CHECK_dpkg-dev        = command -v dpkg-source
CHECK_pandoc          = command -v pandoc
CHECK_brotli          = command -v brotli
CHECK_xz-utils        = command -v xz
# If apt does not have it, check32 is skipped.
CHECK_gcc-multilib    = $(CHECK_CC32) || dpkg -s gcc-multilib || ! apt-cache show gcc-multilib
CHECK_CC32            = echo 'int main(void) { return 0; }' | $(CC32) -x c -o /dev/null - 2>/dev/null

# `make build` and `make install` install no tools; every other goal installs those that it needs.
groups  = $(filter-out build,$(foreach goal,$(filter-out deps,$(MAKECMDGOALS)),$(or $(if $(NEEDS_$(goal)),$(goal)),$(firstword $(subst -, ,$(goal)))))) \
          $(if $(filter deps,$(MAKECMDGOALS)),$(DEPS))
missing = $(strip $(foreach tool,$(sort $(foreach group,$(groups),$(NEEDS_$(group)))), \
  $(shell { $(CHECK_$(tool)); } >/dev/null 2>&1 </dev/null || echo $(tool))))

deps: installed ## install what is missing; DEPS="build test" may also name lint fuzz valgrind test-rock
	@:

installed: fetched
	$(if $(fetched),$(if $(missing),$(error still not found: $(missing))))
	@:

fetched:
	$(eval fetched := $(missing))$(if $(fetched),$(call install_tools,$(fetched)))
	@:

define install_tools
@echo "installing: $(1)" >&2; root=; [ "$$(id -u)" = 0 ] || root=sudo; \
for tool in $$root apt-get; do command -v $$tool >/dev/null || { \
  echo "$$tool is not here: please install $(1) by hand" >&2; exit 1; }; done; \
$$root apt-get update -qq >&2; \
$$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(1) >&2
endef

# --- Running --------------------------------------------------------------------------

demo: build | installed ## play the statement's example of the tower
	$(LUA) run.lua tower < samples/tower/statement.in

test sanitize coverage: export RUN = $(PRELOAD) $(BUSTED)
test: build $(BUILD)/verify $(BUILD)/broken | installed ## run the specs; ROOM=search those of one folder, SEEDS=all with all random games, BUSTED_ARGS=--filter=... with busted's options
	$(run_specs)

# Those with random games, of which more are played.
.PHONY: test-seeds
test-seeds: ## run the specs with random games, with half of them; SEEDS=all with all
	@$(MAKE) --no-print-directory test SEEDS=$(or $(SEEDS),half) SPECS="$$(grep -l 'support\.seeds' $(SPECS) | xargs)"

# The documents as they are given away: with the reference, into which they lead.
DOCUMENTS := $(filter-out docs/tessera.1.md,$(wildcard docs/*.md))
reference: $(BUILD)/docs/reference.md ## write build/docs: the reference, from the annotations, beside the documents
$(BUILD)/docs/reference.md: $(DOCUMENTS) $(wildcard docs/*.lua docs/*/*.lua lua/tessera.lua lua/tessera/*.lua lua/tessera/meta/*.lua) | installed
	@mkdir -p $(@D)
	@rm -f $(@D)/*.md
	$(LUA) docs/reference.lua $(@D) $(DOCUMENTS)

# Which specs: of one room, SPECS=FILES, or all. How many random games: a twentieth, or SEEDS=all.
ROOM  ?= *
SPECS ?= $(sort $(wildcard spec/$(ROOM)/*_spec.lua))
export TESSERA_SEEDS = $(SEEDS)
CHOSEN = $(if $(filter-out file,$(origin ROOM) $(origin SPECS)),$(SPECS))

# Busted succeeds if no spec matches, so look at the list first.
define run_specs
@[ -n "$(if $(BUSTED_ARGS),$$($(PRELOAD) $(BUSTED) --list $(BUSTED_ARGS) $(CHOSEN) 2>&1),$(SPECS))" ] || { echo "no spec to run" >&2; exit 1; }
@mkdir -p "$$TESSERA_BUILD/specs"
@$(if $(BUSTED_ARGS),$(PRELOAD) $(BUSTED) $(BUSTED_ARGS) $(CHOSEN),$(LUA) spec/queue.lua "$$TESSERA_BUILD/specs" $(SPECS))
endef

$(BUILD)/bench/core: spec/bench/core.c $(CORE) $(HEADERS)
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(CC) $(COMMON) '-DEACH_GAME=$(foreach game,$(GAMES),EACH($(game)))' $(NDEBUG) $(CPPFLAGS) $(CFLAGS) -o $@ $< $(CORE)

# Games without the engine, for BENCH_ARGS=pictures.
$(BUILD)/bench/by_hand: $(wildcard spec/bench/by_hand*.[ch])
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(CC) -std=c11 $(WARN) $(CPPFLAGS) $(CFLAGS) -o $@ $(filter %.c,$^)

# Batches, by the C library.
$(BUILD)/bench/batch: spec/bench/batch.c $(LIB)/tessera.h $(LIB)/libtessera.so
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(TRY_C) $(CFLAGS) -o $@ $< $(TRY_LINK)

# A Lua with allocations that fail on demand, for spec/game/alloc_spec.lua.
LUA_LIBS ?= $(shell $(PKG_CONFIG) --libs $(or $(find_pc),$(no_lua)))
$(BUILD)/alloc: spec/alloc/alloc.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(COMMON) $(WARN) $(LUA_CFLAGS) -O1 -g -rdynamic -o $@ $< $(LUA_LIBS)

# Native code that tries what the second wall keeps out, for spec/userfile/wall_spec.lua.
$(BUILD)/attempts.so: spec/wall/attempts.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(COMMON) $(WARN) -O1 -g -fPIC -shared -o $@ $<

# The verifier of compiled rules on mutants of programs, for spec/patterns/verify_spec.lua.
VERIFIED := $(filter $(addprefix $(BUILD)/obj/,base/% game/%) $(BUILD)/obj/patterns/%,$(OBJECTS))
$(BUILD)/verify: $(wildcard spec/fuzz/*.[ch]) $(VERIFIED)
	@echo "  CC   $@"
	$(Q)$(CC) $(COMMON) $(NDEBUG) $(CPPFLAGS) $(CFLAGS) -DALONE -o $@ spec/fuzz/verify.c $(VERIFIED)

# A game whose rules break, for spec/batch/broken_spec.lua.
BROKEN := $(filter $(addprefix $(BUILD)/obj/,base/% game/% batch/%),$(OBJECTS))
$(BUILD)/broken: spec/batch/broken.c $(BROKEN)
	@echo "  CC   $@"
	$(Q)$(CC) $(COMMON) $(WARN) $(NDEBUG) $(CPPFLAGS) $(CFLAGS) -o $@ $< $(BROKEN) -lm -pthread

bench: build $(BUILD)/bench/core $(BUILD)/bench/by_hand $(BUILD)/bench/batch | installed ## measure in brief; BENCH_ARGS=full, or a part and its arguments
	$(LUA) spec/bench/bench.lua $(BENCH_ARGS)

# --- Checking -------------------------------------------------------------------------

LINTS := lint-lua lint-js lint-format lint-layers lint-arrows lint-door lint-cppcheck lint-tidy
.PHONY: $(LINTS)
lint: $(LINTS) ## check the style, the layers and the usual mistakes
$(LINTS): | installed

lint-lua:
	$(LUACHECK) -q run.lua lua scripts spec samples docs web packaging src

SKELETON := $(wildcard samples/skeleton/src/games/*/*.[ch] samples/skeleton/src/bind/games/*.c)
lint-format:
	@$(CLANG_FORMAT) --dry-run -Werror $(CORE) $(BIND) $(HEADERS) $(API) $(API_HEADERS) $(SKELETON) $(wildcard spec/*/*.c samples/embed/*.c web/engine/*.[ch] python/src/*.[ch])

lint-cppcheck:
	$(Q)$(CPPCHECK) -q --error-exitcode=1 --enable=warning,performance,portability \
	  --inline-suppr --std=c11 -Isrc $(LISTING) $(CORE) $(BIND) $(API) $(filter %.c,$(SKELETON))

# The analyzer follows the paths of a function for so many nodes. Its own limit, 225000, takes three times as long.
TIDY_NODES ?= 75000
TIDY_API   := "-DTESSERA_EMBEDDED -DTESSERA_VERSION=NULL -Iweb/engine"
lint-tidy:
	@printf '%s\n' $(CORE) $(BIND) $(API) $(filter %.c,$(SKELETON)) | xargs -n 1 -P "$$(getconf _NPROCESSORS_ONLN)" sh -c \
	  'echo "  TIDY $$0"; own=; case $$0 in src/api/*) own=$(TIDY_API);; esac; \
	  exec $(CLANG_TIDY) -quiet "$$0" -- $(COMMON) $(LISTING) $$own -Isamples/skeleton/src $(LUA_CFLAGS) \
	  -Xclang -analyzer-config -Xclang max-nodes=$(TIDY_NODES)'

# The core does not include lua.h, prints nothing, allocates nothing and has no mutable globals.
CALLS := v?f?printf v?dprintf puts fputs putc fputc putchar fwrite perror _?exit _Exit \
         quick_exit abort malloc calloc realloc reallocarray free strn?dup \
         aligned_alloc posix_memalign
lint-layers: build
	@! grep -nE 'struct pattern_match [a-z_]+( =|;|\[)|[.>]made\b' $(filter-out src/games/% src/patterns/model/% src/patterns/play/match.c src/patterns/play/play.h,$(CORE) $(BIND) $(HEADERS)) \
	  || { echo "only src/patterns/play/match.c makes a match" >&2; exit 1; }
	@! grep -nE 'include *[<"](lua|lauxlib|lualib|luaconf)\.h' $(filter-out src/bind/%,$(CORE) $(HEADERS)) \
	  || { echo "only src/bind may include the headers of Lua" >&2; exit 1; }
	@! nm -Au $(patsubst src/%.c,$(BUILD)/obj/%.o,$(CORE)) \
	  | grep -E ' (__)?($(subst $(empty) ,|,$(strip $(CALLS))))(_chk)?$$' \
	  || { echo "the core may not print, exit or allocate" >&2; exit 1; }
	@! objdump -t $(patsubst src/%.c,$(BUILD)/obj/%.o,$(CORE)) \
	  | grep -E ' (\.t?(bss|data)(\.[^r].*)?|\.data\.rel(\.local)?|\*COM\*)[[:space:]]0*[1-9a-f]' \
	  || { echo "the core may have no mutable globals" >&2; exit 1; }

lint-arrows:
	@$(LUA) spec/arrows.lua $(CORE) $(BIND) $(HEADERS) $(API) $(API_HEADERS) $$(find lua -name '*.lua' ! -path '*/meta/*')

# What is written for a person goes through the door, tessera.base.output, which keeps control
# characters out. Beside it only these write: the results of the games in C, which hold no text of
# a file; and run.lua before it has found the library.
WRITES  := io\.(write|output|stdout|stderr)|process("\))?\.(write|say)|(^|[^.":[:alnum:]_])print *[("[]
WRITERS := lua/tessera/base/output.lua lua/tessera/meta/%.lua run.lua \
           $(patsubst src/games/%/,scripts/%.lua,$(dir $(wildcard src/games/*/)))
lint-door:
	@! grep -nE '$(WRITES)' $$(printf '%s\n' $(filter-out $(WRITERS),$(shell find lua scripts -name '*.lua'))) \
	  | grep -vE '^[^:]*:[0-9]+: *--' \
	  || { echo "what a person reads is written through tessera.base.output" >&2; exit 1; }

# The sample games, changed in one place after the other: their scenarios must notice it.
.PHONY: mutants
MUTANTS := $(filter-out %_scenarios.lua %_study.lua,$(wildcard samples/games/*.lua))
mutants: build | installed ## count the mutants of the sample games that their scenarios kill
	@status=0; for game in $(MUTANTS); do \
	  found=$$($(LUA) run.lua check $$game --mutate --least 80 2>&1) || \
	    { status=1; printf '%s\n' "$$found" | sed '$$d'; }; \
	  printf '%-28s %s\n' "$$game" "$$(printf '%s\n' "$$found" | tail -n 1)"; \
	done; exit $$status

# Pages in headless Chromium; the one without a window of a desktop starts pages in a third of the time.
# The npm package lies with what was built.
CHROMIUM ?= chromium-headless-shell
PAGES     = $(BUILD)/pages
$(PAGES)/node_modules: spec/pages/package.json | installed
	@mkdir -p $(PAGES) && cp $< $(PAGES)/
	npm install --prefix $(PAGES) --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: test-pages pictures
test-pages: build $(PAGES)/node_modules ## open pages in headless Chromium
	PAGES_MODULES=$(abspath $(PAGES)) LUA=$(LUA) CHROMIUM="$$(command -v $(CHROMIUM))" node --test $(wildcard spec/pages/*.mjs)

include web/web.mk

# A Slurm of two nodes on this machine, as the user who runs it.
.PHONY: test-slurm
test-slurm: build | installed ## run a study on a Slurm of its own, and kill a node
	spec/slurm/cluster.sh $(BUSTED) spec/slurm/studies.lua

# The last position of each samples/NAME/picture.play, and the whole of it as a moving picture; of
# the other sample games a position in the middle of a recording.
PICTURES := $(patsubst samples/%/picture.play,docs/pictures/%.svg,$(wildcard samples/*/picture.play))
pictures: build | installed ## draw docs/pictures from the recordings in samples
	@mkdir -p docs/pictures
	@set -e; for name in $(PICTURES:docs/pictures/%.svg=%); do echo "  DRAW $$name"; \
	$(LUA) run.lua replay samples/$$name/picture.play --svg docs/pictures/$$name.svg \
	  --svg-animated docs/pictures/$$name-moving.svg --delay 700; done; \
	for play in samples/games/levels/*.play samples/puzzlescript/plays/*.play; do name=$$(basename $$play .play); echo "  DRAW $$name"; \
	$(LUA) run.lua replay $$play --frame $$(($$(grep -c '^> ' $$play) / 2)) \
	  --svg docs/pictures/$$name.svg; done

# Not the rooms of what is written in Lua alone, nor documents, commands and refusals, which take the
# longest and call hardly another line of C (the fuzzers describe rules, too); but those that start and
# stop processes.
COMMANDS := run/run run/solve run/memory study/command study/limits study/protocol tournament/programs
sanitize: SPECS = $(sort $(filter $(addprefix spec/,$(addsuffix /%,base batch game games levels patterns play puzzlescript search userfile) $(COMMANDS:%=%_spec.lua)),$(filter-out spec/userfile/refusal_spec.lua,$(wildcard spec/$(ROOM)/*_spec.lua))))
SANITIZE_CC  ?= gcc
SANITIZE_LIB  = $(shell $(SANITIZE_CC) -print-file-name=libasan.so)
UNDEFINED    := -fsanitize=undefined -fno-sanitize-recover=all
sanitize: export TESSERA_BUILD = $(BUILD)/sanitize
sanitize: export ASAN_OPTIONS = detect_leaks=1
sanitize: export UBSAN_OPTIONS = print_stacktrace=1
sanitize: PRELOAD = LD_PRELOAD=$(SANITIZE_LIB)
sanitize: | installed ## run the specs under the address and undefined sanitizers
	@$(MAKE) --no-print-directory build $(BUILD)/sanitize/verify $(BUILD)/sanitize/broken BUILD=$(BUILD)/sanitize CC=$(SANITIZE_CC) LDFLAGS= NDEBUG= \
	  CFLAGS='-O1 -g -fsanitize=address $(UNDEFINED) -fno-omit-frame-pointer'
	$(run_specs)

# Counters that are no atomic ones lose some counts in threads, and take a quarter of the time. The
# specs of the commands and of what is written in Lua alone are left out: they run hardly another line.
COVERED = $(BUILD)/coverage
# (Behind the wall a child could not write its counts.)
coverage: export TESSERA_BUILD = $(COVERED)
coverage: SPECS = $(sort $(filter $(addprefix spec/,$(addsuffix /%,search base batch game games patterns puzzlescript) run/explain_spec.lua),$(wildcard spec/$(ROOM)/*_spec.lua)))
coverage sanitize: SEEDS = other
coverage: | installed ## run the specs of src and list its lines that they never run
	@$(MAKE) --no-print-directory build $(COVERED)/verify $(COVERED)/broken BUILD=$(COVERED) CC=gcc LDFLAGS= CPPFLAGS=-DTESSERA_NO_WALL \
	  CFLAGS='-O1 -g --coverage -fprofile-update=single'
	@find $(COVERED) -name '*.gcda' -delete
	$(run_specs)
	@$(LUA) spec/coverage.lua $(COVERED)/obj

# run.lua exits without closing the Lua state, and valgrind sees some of its blocks only through
# pointers into them: only definite leaks are errors.
DEFINITE := --show-leak-kinds=definite --errors-for-leak-kinds=definite
valgrind: build | installed ## play samples/*/*.in under valgrind
	@[ -n "$(SAMPLES)" ] || { echo "no samples to play" >&2; exit 1; }
	@for sample in $(SAMPLES); do game=$$(basename $$(dirname $$sample)); \
	  echo "  VALGRIND $$game < $$sample"; \
	  $(VALGRIND) --error-exitcode=9 -q --leak-check=full $(DEFINITE) $(LUA) run.lua $$game < $$sample >/dev/null \
	  || { echo "$$sample failed with exit status $$?" >&2; exit 1; }; done

# The target `rules` has games of its own, rules as pictures, of which `verify` changes the compiled
# programs; `puzzle` has compiled PuzzleScript.
FUZZED  := $(GAMES) rules verify puzzle
FUZZERS := $(FUZZED:%=fuzz-%)
FUZZ_C   = $(if $(filter rules verify puzzle,$*),$*.c,fuzz.c)
CORPUS   = spec/fuzz/corpus/$(patsubst verify,rules,$(1))
.PHONY: $(FUZZERS)
fuzz: $(FUZZERS) ## fuzz every game, rules and puzzle, for FUZZ_SECONDS; fuzz-GAME: one of them
	@[ -n "$(GAMES)" ] || { echo "no game to fuzz" >&2; exit 1; }

$(FUZZERS): fuzz-%: $(BUILD)/fuzz/%
	@mkdir -p $(BUILD)/fuzz/corpus/$*
	@$< -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 \
	  -artifact_prefix=$(BUILD)/fuzz/$*- $(BUILD)/fuzz/corpus/$* $(wildcard $(call CORPUS,$*)) \
	  > $<.log 2>&1 || { tail -n 60 $<.log; \
	     for input in $$(sed -n 's/^.*Test unit written to //p' $<.log); do base64 -w 0 $$input; echo; done; \
	     grep -h 'broken law\|^$*: \|ERROR: ' $<.log; echo "fuzzing $* failed" >&2; exit 1; }
	@echo "  FUZZ $*: $$(tail -n 1 $<.log)"

# The core is compiled once for all targets.
FUZZ_FLAGS   = $(COMMON) -O1 -g -fsanitize=fuzzer$(1),address $(UNDEFINED)
FUZZ_OBJECTS = $(CORE:src/%.c=$(BUILD)/fuzz/obj/%.o)
$(FUZZ_OBJECTS): $(BUILD)/fuzz/obj/%.o: src/%.c $(HEADERS) | installed
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(call FUZZ_FLAGS,-no-link) -c -o $@ $<

$(FUZZERS:fuzz-%=$(BUILD)/fuzz/%): $(BUILD)/fuzz/%: $(wildcard spec/fuzz/*.[ch]) $(FUZZ_OBJECTS)
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(CLANG) $(call FUZZ_FLAGS) -DGAME=$* -o $@ spec/fuzz/$(FUZZ_C) \
	  $(wildcard spec/fuzz/$(patsubst verify,rules,$*)_mutate.c) $(FUZZ_OBJECTS)

# The programs of the sample games, as inputs of the target `puzzle`: after a change of struct puzzle.
.PHONY: seeds
seeds: build $(BUILD)/puzzle_dump.so ## write spec/fuzz/corpus/puzzle
	@mkdir -p spec/fuzz/corpus/puzzle
	LUA_CPATH='$(BUILD)/?.so;;' LUA_PATH='lua/?.lua;;' $(LUA) spec/fuzz/puzzle_seeds.lua

$(BUILD)/puzzle_dump.so: spec/fuzz/puzzle_dump.c $(wildcard spec/fuzz/*.h) $(HEADERS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(COMMON) $(WARN) $(LUA_CFLAGS) -fPIC -shared -o $@ $< $(addprefix src/base/,plain.c text.c reader.c reader_window.c)

# The core compiled for 32 bits must give the same results. (The bindings would need a 32-bit Lua.)
CC32 ?= gcc -m32
check32: | installed ## replay the fuzzer's seeds and search, with 32 bits, where gcc builds for them
	@if ! $(CHECK_CC32); then echo "passed over: '$(CC32)' builds no programs"; \
	else $(MAKE) --no-print-directory replay; fi

.PHONY: replay
replay: $(foreach game,$(FUZZED),$(BUILD)/replay/native/$(game) $(BUILD)/replay/32/$(game))
	@for game in $(FUZZED); do for kind in native 32; do \
	  seeds=$$game; [ $$game != verify ] || seeds=rules; \
	  $(BUILD)/replay/$$kind/$$game spec/fuzz/corpus/$$seeds/* > $(BUILD)/replay/$$kind/$$game.txt \
	  || exit 1; done; \
	  ! grep 'program-.*no state' $(BUILD)/replay/native/$$game.txt || { echo 'make seeds' >&2; exit 1; }; \
	  diff $(BUILD)/replay/native/$$game.txt $(BUILD)/replay/32/$$game.txt || exit 1; \
	  echo "  32 BITS $$game: $$(grep -c nodes $(BUILD)/replay/32/$$game.txt) searches"; done

REPLAY_FLAGS = $(COMMON) $(WARN) -O1 $(UNDEFINED)
define replay_rules
$(BUILD)/replay/$(1)/obj/%.o: src/%.c $(HEADERS)
	@mkdir -p $$(@D)
	@echo "  CC   $$@"
	$(Q)$(2) $(REPLAY_FLAGS) -c -o $$@ $$<

$(FUZZED:%=$(BUILD)/replay/$(1)/%): $(BUILD)/replay/$(1)/%: spec/fuzz/replay.c $(wildcard spec/fuzz/*.[ch]) $(CORE:src/%.c=$(BUILD)/replay/$(1)/obj/%.o)
	$(Q)$(2) $(REPLAY_FLAGS) -DGAME=$$* -DTARGET_C='"$$(FUZZ_C)"' -o $$@ $$< $(CORE:src/%.c=$(BUILD)/replay/$(1)/obj/%.o)
endef
$(eval $(call replay_rules,native,$(CC)))
$(eval $(call replay_rules,32,$(CC32)))

include python/python.mk
include packaging/packages.mk

format: | installed ## format the C sources in place
	$(CLANG_FORMAT) -i $(CORE) $(BIND) $(HEADERS) $(API) $(API_HEADERS) $(SKELETON) $(wildcard spec/*/*.c samples/embed/*.c web/engine/*.[ch] python/src/*.[ch])

clean: ## remove what was built
	rm -rf $(BUILD)

help: ## print this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(filter Makefile %.mk,$(MAKEFILE_LIST))
