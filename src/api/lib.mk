# The C library: `make lib`. Lua lies inside, from its Debian source package as in the WebAssembly
# build (LUA_SOURCE), and so do the library's Lua files; all symbols but those of tessera.h are hidden, so
# a program with a Lua of its own has no clash. The core's objects are those of build/tessera.so; the
# bindings are compiled anew, for a Lua state that is not the process's.
#
#   build/lib/libtessera.so.0   its soname; libtessera.so is a link to it
#   build/lib/libtessera.a      one object, in which hidden symbols are local
#   build/lib/tessera.pc        for pkg-config, with the folders of `make install`

LIB     := $(BUILD)/lib
ABI     := 0
CLIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
OBJCOPY ?= objcopy

API := $(wildcard src/api/*.c)
API_HEADERS := $(wildcard src/api/*.h)
# budget.c and process.c of src/api are in the place of these.
LIB_BIND := $(filter-out src/bind/system/lbudget.c src/bind/system/lprocess% src/bind/system/lwall% \
              src/bind/system/lchannel.c,$(BIND)) $(API)
LIB_CORE := $(CORE:src/%.c=$(BUILD)/obj/%.o)
LIB_LUA  := $(LUA_CORE:%=$(LIB)/obj/lua/%.o)
LIB_OBJECTS := $(LIB_BIND:src/%.c=$(LIB)/obj/%.o) $(LIB_LUA) $(LIB)/obj/embedded.o

# What is embedded; embed.lua adds what these files require. Studies and what stands on them need
# processes.
LIB_ROOMS   := tessera tessera/api tessera/draw/looks tessera/levels/formats tessera/play/controls tessera/puzzlescript
LIB_WITHOUT := busted generator study tournament
LIB_FILES   := $(filter-out $(LIB_WITHOUT:%=lua/tessera/%.lua),lua/tessera.lua \
                 $(foreach room,$(LIB_ROOMS),$(wildcard lua/$(room)/*.lua))) $(GAMES:%=scripts/%.lua) \
                 lua/tessera/base/widths.lua lua/tessera/draw/glyph_for_sprite.lua lua/tessera/source/rule_lines.lua

# POSIX: functions of time that threads may call. A seed that is always the same: so `pairs` has one
# order in all processes.
LIB_LUA_FLAGS := -std=gnu11 -DLUA_USE_POSIX '-Dluai_makeseed(L)=(0x7e55u)'
LIB_COUNTED := -DLUA_LIB= -include src/api/counted_lua.h
$(LIB)/obj/lua/ltablib.o: LUA_FLAGS = $(LIB_COUNTED) -DCOUNT_TABLES
LIB_FLAGS := $(COMMON) -DTESSERA_EMBEDDED -DTESSERA_VERSION='"$(VERSION)"' -fPIC -fvisibility=hidden \
             -isystem $(LUA_SOURCE) -Iweb/engine $(NDEBUG)

.PHONY: lib
lib: $(LIB)/libtessera.so $(LIB)/libtessera.a $(LIB)/tessera.h $(LIB)/tessera.pc | installed ## build build/lib: libtessera.so and .a, the engine for C programs
NEEDS_lib = $(NEEDS_build) dpkg-dev binutils lua-dkjson

$(LIB)/libtessera.so: $(LIB)/libtessera.so.$(ABI)
	@ln -sf $(notdir $<) $@

$(LIB)/libtessera.so.$(ABI): $(LIB_OBJECTS) $(LIB_CORE) $(LIB)/obj/flags
	@echo "  LINK $@"
	$(Q)$(CC) -pthread $(CFLAGS) $(LIBFLAG) -Wl,-soname,$(@F) $(LDFLAGS) -o $@ $(LIB_OBJECTS) $(LIB_CORE) -lm

$(LIB)/libtessera.a: $(LIB_OBJECTS) $(LIB_CORE) $(LIB)/obj/flags
	@echo "  AR   $@"
	$(Q)$(LD) -r -o $(LIB)/obj/libtessera.o $(LIB_OBJECTS) $(LIB_CORE)
	$(Q)$(OBJCOPY) --localize-hidden $(LIB)/obj/libtessera.o
	@rm -f $@
	$(Q)$(AR) rcs $@ $(LIB)/obj/libtessera.o

$(LIB)/tessera.h $(LIB)/include/tessera.h: src/api/tessera.h
	@mkdir -p $(@D)
	@cp $< $@

$(LIB)/tessera.pc: src/api/tessera.pc.in lua/tessera/base/version.lua FORCE
	@mkdir -p $(@D)
	@sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(CLIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@VERSION@|$(VERSION)|' $< > $@

# A text is a long literal, which -Wpedantic does not like.
$(LIB)/obj/embedded.o: $(LIB)/embedded.c $(LIB)/obj/flags
	@echo "  CC   $<"
	$(Q)$(CC) $(LIB_FLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(LIB)/embedded.c: web/engine/embed.lua web/engine/shorten.lua web/engine/embedded.h $(addprefix lua/,$(MODULES)) $(SCRIPTS) $(LIB_BIND) $(LIB)/obj/flags
	@mkdir -p $(@D)
	$(Q)$(LUA) $< $@ - $(LIB_FILES) $(LIB_BIND)

$(LIB)/obj/bind/state/lbuiltin.o: LUA_FLAGS = $(LISTING)
$(LIB)/obj/%.o: src/%.c $(LIB)/obj/flags
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(CC) $(LIB_FLAGS) $(WARN) $(LUA_FLAGS) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(LIB)/obj/lua/%.o: $(LUA_SOURCE)/%.c src/api/counted_lua.h $(LIB)/obj/flags
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(CC) $(LIB_FLAGS) $(LIB_LUA_FLAGS) $(LUA_FLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# Lua's strings, with counts in the loops that no hook ends.
$(LIB)/obj/lua/lstrlib.o: $(LIB)/lstrlib.c src/api/counted_lua.h $(LIB)/obj/flags
	@mkdir -p $(@D)
	@echo "  CC   $<"
	$(Q)$(CC) $(LIB_FLAGS) $(LIB_LUA_FLAGS) $(LIB_COUNTED) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(LIB)/lstrlib.c: src/api/counted_strings.lua $(LUA_SOURCE)/lstrlib.c $(LIB)/obj/flags
	$(Q)$(LUA) $< $(LUA_SOURCE)/lstrlib.c $@

LIB_FLAGS_KEPT = $(FLAGS) $(LIB_FLAGS) $(LIB_LUA_FLAGS) $(LIB_OBJECTS) $(LIB_FILES)
$(LIB)/obj/flags: FORCE | installed $(LUA_SOURCE)/lua.h
	@mkdir -p $(@D)
	@printf '%s\n' "$(subst ",\",$(LIB_FLAGS_KEPT))" | cmp -s - $@ || printf '%s\n' "$(subst ",\",$(LIB_FLAGS_KEPT))" > $@

-include $(LIB_OBJECTS:.o=.d)

# Programs that use the library, also as C++, and one in which allocations fail.
TRY      := $(LIB)/spec
TRY_C    := $(CC) -std=gnu11 $(WARN) -Isrc/api
TRY_LINK  = -L$(LIB) -Wl,-rpath,$(abspath $(LIB)) -ltessera -pthread
TRIES    := $(TRY)/try $(TRY)/play $(TRY)/stop $(TRY)/trees
HOSTS    := $(TRY)/host $(TRY)/host_static
$(TRIES): $(TRY)/%: spec/api/%.c src/api/tessera.h $(LIB)/libtessera.so
	@mkdir -p $(@D)
	$(Q)$(TRY_C) $(CFLAGS) -o $@ $< $(TRY_LINK)

$(TRY)/try_wrapped: spec/api/try.c src/api/tessera.h $(LIB)/libtessera.a
	@mkdir -p $(@D)
	$(Q)$(TRY_C) $(CFLAGS) -DWRAPPED -Wl,--wrap=malloc,--wrap=realloc,--wrap=calloc,--wrap=strdup -o $@ $< $(LIB)/libtessera.a -lm -pthread

# A program with the Lua that is installed; the library is asked for symbols first.
$(HOSTS): TRY_C += $(LUA_CFLAGS)
$(TRY)/host: spec/api/host.c src/api/tessera.h $(LIB)/libtessera.so
	@mkdir -p $(@D)
	$(Q)$(TRY_C) $(CFLAGS) -o $@ $< $(TRY_LINK) $(LUA_LIBS)
$(TRY)/host_static: spec/api/host.c src/api/tessera.h $(LIB)/libtessera.a
	@mkdir -p $(@D)
	$(Q)$(TRY_C) $(CFLAGS) -o $@ $< $(LIB)/libtessera.a $(LUA_LIBS) -lm -pthread

.PHONY: test-lib
NEEDS_test-lib = $(NEEDS_lib) $(NEEDS_test) clang gcc
test-lib: $(if $(SANITIZED),,build) lib $(TRIES) $(HOSTS) $(TRY)/try_wrapped ## attack the C library, from programs in C and C++
	TRY_PROGRAMS=$(abspath $(TRY)) $(BUSTED) $(BUSTED_ARGS) $(wildcard spec/api/*.lua)

.PHONY: sanitize-lib
NEEDS_sanitize-lib = $(NEEDS_test-lib)
# Lua beside it, and the samples' own programs, are compiled without sanitizers: `test-lib` has them.
sanitize-lib: | installed ## the same under the address and undefined sanitizers
	@$(MAKE) --no-print-directory test-lib SANITIZED=1 BUSTED_ARGS="--filter-out='plays as Lua does' --filter-out='samples in C'" BUILD=$(BUILD)/sanitize LUA_SOURCE=$(LUA_SOURCE) CC=$(SANITIZE_CC) LDFLAGS= NDEBUG= \
	  CFLAGS='-O1 -g -fsanitize=address $(UNDEFINED) -fno-omit-frame-pointer'

# Programs that were linked with an older library go on with this one. The dump is that of x86-64.
ABI_DUMP := spec/api/tessera.abi
.PHONY: test-abi abi
NEEDS_test-abi = $(NEEDS_lib) abigail-tools
NEEDS_abi = $(NEEDS_test-abi)
CHECK_abigail-tools = command -v abidiff
test-abi: $(LIB)/libtessera.so | installed ## compare the C library's interface with spec/api/tessera.abi
	@[ "$$(uname -m)" != x86_64 ] || abidiff --no-added-syms --suppressions spec/api/private.abignore $(ABI_DUMP) $(LIB)/libtessera.so.$(ABI)

abi: $(LIB)/libtessera.so $(LIB)/include/tessera.h | installed ## write spec/api/tessera.abi, after a change that is meant
	abidw --headers-dir $(LIB)/include --exported-interfaces-only --no-show-locs --no-corpus-path --no-comp-dir-path \
	  --out-file $(ABI_DUMP) $(LIB)/libtessera.so.$(ABI)
