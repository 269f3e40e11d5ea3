# The engine as WebAssembly: `make wasm`. Lua comes from its Debian source package; set LUA_SOURCE to
# take another folder of Lua 5.4's sources.
#
# The module has 325 kB with brotli at most; a spec says so. The C of Tessera is compiled for speed and
# Lua for size. The library's Lua lies beside the module: its files lose their comments, their blanks
# and the names of their variables, and keep their lines.

EMCC       ?= emcc
WASM       := $(BUILD)/wasm
LUA_SOURCE ?= $(WASM)/lua/source/src

# Speed for the engine; size for Lua, which is as fast so, and for what no search and no play repeats. Unrolled loops and more inlining make the
# engine larger and no faster.
WASM_FAST  ?= -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -mllvm -inline-threshold=40 -mllvm -inlinehint-threshold=100
WASM_SMALL ?= -Oz -fno-inline-functions

WASM_SELDOM := batch/% bind/% base/reader% base/plain base/text base/grid_distances base/grid_visible base/grid_piece base/grid_move game/refusal game/save game/lua_game \
               $(addprefix search/,best/nrpa best/joint best/joint_others threads/parallel best/best_parallel shortest/statistics shortest/bidirectional shortest/ida_star store/transposition symmetries best/beam best/expectimax) \
               games/horizontally/% puzzlescript/layout puzzlescript/puzzle puzzlescript/sound \
               patterns/compile/% patterns/verify/% patterns/model/% puzzlescript/changes puzzlescript/model puzzlescript/model_reach \
               $(addprefix search/solve/,additive backward_start breadth cheapest clusters_fewer clusters_start cheaper distances distances_try exchange exchange_line exchange_orders line optimal piece_ways possible rating_start shorten solve why windows) search/best/proof% search/store/two_tier \
               patterns/play/events patterns/play/why patterns/play/together game/lua_game_view puzzlescript/verify puzzlescript/verify_rules puzzlescript/in_lua_game

# Debian's emscripten does not find node's modules by itself.
emcc = NODE_PATH=/usr/share/nodejs $(EMCC)
# emcc takes longer to start than clang takes to compile: it is asked once for its clang and the flags.
WASM_CC ?= $(call once,WASM_CC,$(shell em-config LLVM_ROOT)/clang)
wasm_flags = $(call once,wasm_flags,$(shell $(emcc) $(WASM_COMMON) --cflags))

LUA_CORE := lapi lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate \
            lstring ltable ltm lundump lvm lzio lauxlib lbaselib lcorolib ldblib liolib lmathlib loadlib \
            loslib lstrlib ltablib lutf8lib

# There are no processes to start, and the browser is the wall. No page describes compiled rules.
WASM_SOURCES := $(filter-out src/patterns/describe/%.c src/bind/lua_game/lua_rules_describe.c src/bind/system/lprocess_child.c src/bind/system/lprocess_last.c src/bind/system/lprocess_relay.c src/bind/system/lwall.c src/bind/system/lwall_calls.c,$(CORE) $(BIND))
WASM_TESSERA := $(patsubst src/%.c,$(WASM)/obj/%.o,$(WASM_SOURCES))
WASM_LUA     := $(LUA_CORE:%=$(WASM)/obj/lua/%.o)
WASM_SHARED  := $(WASM_TESSERA) $(WASM_LUA) $(WASM)/obj/web/linit.o $(WASM)/obj/web/embedded.o
WASM_OBJECTS := $(WASM_SHARED) $(WASM)/obj/web/engine.o

# What is put into the module; embed.lua adds what these files require. Studies are run in processes,
# and maps of Tiled need libraries; a generator makes single puzzles.
WASM_ROOMS := tessera tessera/draw/looks tessera/levels/formats tessera/play/controls tessera/puzzlescript tessera/web
WASM_WITHOUT := busted tournament levels/formats/tmx levels/formats/tmj
WASM_FILES := $(filter-out $(WASM_WITHOUT:%=lua/tessera/%.lua),lua/tessera.lua $(foreach room,$(WASM_ROOMS),\
                $(wildcard lua/$(room)/*.lua))) lua/tessera/base/widths.lua lua/tessera/base/keywords.lua lua/tessera/base/labels_in_c.lua lua/tessera/draw/glyph_for_sprite.lua lua/tessera/play/passing.lua lua/tessera/source/rule_lines.lua \
                $(wildcard lua/tessera/draw/*.html lua/tessera/draw/*.css lua/tessera/draw/*.js) $(GAMES:%=scripts/%.lua)

# setjmp by the exceptions of WebAssembly, which browsers have had since 2022.
WASM_COMMON  = $(filter-out -fno-plt -pthread,$(COMMON)) $(LISTING) -msimd128 -sSUPPORT_LONGJMP=wasm $(NDEBUG)
# The engine computes in integers; JavaScript's Math serves Lua's, and saves 14 kB of tables. emmalloc
# is as fast here as dlmalloc, and smaller.
WASM_LINK   := -Oz -sMALLOC=emmalloc -msimd128 -sSUPPORT_LONGJMP=wasm -sJS_MATH -sBINARYEN_EXTRA_PASSES=--converge -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB
# Also for node: the module is given its bytes and has a file system in memory, so it needs nothing
# of the place where it runs.
WASM_MODULE := -sMODULARIZE -sEXPORT_ES6 -sUSE_ES6_IMPORT_META=0 -sENVIRONMENT=web -sFORCE_FILESYSTEM \
               -sEXPORTED_FUNCTIONS=_malloc,_free -sEXPORTED_RUNTIME_METHODS=FS -sINCOMING_MODULE_JS_API=instantiateWasm,stdin,stdout,stderr,post,lack

.PHONY: wasm
wasm: $(BUILD)/web/engine.wasm ## build build/web/engine.wasm, the engine for browsers and node
	@echo "  $<: $$(wc -c < $<) bytes, $$(brotli -q 11 -c $< | wc -c) with brotli"

$(BUILD)/web/engine.wasm: $(WASM_OBJECTS) $(WASM)/obj/flags
	@mkdir -p $(@D)
	@echo "  LINK $@"
	$(Q)$(emcc) $(WASM_LINK) $(WASM_MODULE) -o $(WASM)/engine.mjs $(WASM_OBJECTS)
	@chmod 644 $(WASM)/engine.wasm
	@mv $(WASM)/engine.mjs $(BUILD)/web/glue.mjs && mv $(WASM)/engine.wasm $@

# Lua's own command, for specs: it reads the files of the machine.
$(WASM)/lua.cjs: $(WASM_SHARED) $(WASM)/obj/lua/lua.o $(WASM)/obj/flags
	@echo "  LINK $@"
	$(Q)$(emcc) $(WASM_LINK) -sENVIRONMENT=node -sNODERAWFS -sWASM_ASYNC_COMPILATION=0 -o $(WASM)/lua.js \
	  $(WASM_SHARED) $(WASM)/obj/lua/lua.o
	@mv $(WASM)/lua.js $@

# -Wconversion has been asked about src already; here a time_t has 32 bits.
$(WASM)/obj/%.o: src/%.c $(WASM)/obj/flags
	$(compile_wasm) $(if $(filter $(WASM_SELDOM),$*),$(WASM_SMALL),$(WASM_FAST)) $(filter-out -Wconversion,$(WARN))
$(WASM)/obj/web/%.o: web/engine/%.c $(WASM)/obj/flags
	$(compile_wasm) $(WASM_SMALL) $(WARN) -std=gnu11 -Wno-dollar-in-identifier-extension
$(WASM)/obj/web/embedded.o: $(WASM)/embedded.c $(WASM)/obj/flags
	$(compile_wasm) $(WASM_SMALL) -Iweb/engine
$(WASM)/obj/lua/%.o: $(LUA_SOURCE)/%.c $(WASM)/obj/flags
	$(compile_wasm) $(WASM_SMALL)

define compile_wasm
@mkdir -p $(@D)
@echo "  EMCC $<"
$(Q)$(WASM_CC) $(wasm_flags) -isystem $(LUA_SOURCE) -MMD -MP -c -o $@ $<
endef

$(WASM)/embedded.c: web/engine/embed.lua web/engine/shorten.lua web/engine/pack.mjs $(addprefix lua/,$(MODULES)) $(SCRIPTS) $(BIND) $(WASM)/obj/flags
	@mkdir -p $(@D)
	@mkdir -p $(BUILD)/web
	$(Q)$(LUA) $< $@ $(WASM)/library.json $(WASM_FILES) $(filter $(BIND),$(WASM_SOURCES))
	$(Q)node web/engine/pack.mjs $(WASM)/library.json $(BUILD)/web/library.mjs

WASM_FLAGS = $(EMCC) $(WASM_COMMON) $(WASM_FAST) $(WASM_SMALL) $(WARN) $(WASM_LINK) $(WASM_MODULE) \
             $(WASM_SELDOM) $(WASM_OBJECTS) $(WASM_FILES)
$(WASM)/obj/flags: FORCE | installed $(LUA_SOURCE)/lua.h
	@mkdir -p $(@D)
	@echo '$(WASM_FLAGS)' | cmp -s - $@ || echo '$(WASM_FLAGS)' > $@

# All of Lua's sources come with this file.
$(WASM)/lua/source/src/lua.h: web/engine/lua_source.sh | installed
	@echo "  GET  the source of lua5.4"
	$(Q)$< $(WASM)/lua

# All sources come with the first one.
$(LUA_CORE:%=$(WASM)/lua/source/src/%.c) $(WASM)/lua/source/src/lua.c: $(WASM)/lua/source/src/lua.h

-include $(WASM_OBJECTS:.o=.d)

.PHONY: test-wasm
test-wasm: build $(BUILD)/web/engine.wasm $(WASM)/lua.cjs ## run specs, searches and samples in WebAssembly
	LUA=$(LUA) LUA_WASM=$(WASM)/lua.cjs ENGINE=$(abspath $(BUILD))/web/engine.wasm node --test $(wildcard spec/wasm/*.test.mjs)
	ENGINE=$(abspath $(BUILD))/web/engine.wasm TESSERA_PAGE_HOST="node spec/wasm/page_host.mjs" \
	  $(BUSTED) spec/web/host_spec.lua spec/web/desks_spec.lua spec/web/seat_spec.lua \
	  spec/web/puzzlescript_spec.lua
