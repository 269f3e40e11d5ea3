# Installing, and what is made for others to install.

MANDIR  ?= $(PREFIX)/share/man
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d

# What is installed where, if it has been built: calls $(1) with each file and its place.
each_extra = $(1) $(BUILD)/man/tessera.1 "$(DESTDIR)$(MANDIR)/man1/tessera.1"; \
  $(1) $(BUILD)/completions/tessera.bash "$(DESTDIR)$(BASHDIR)/tessera"; \
  $(1) $(BUILD)/completions/_tessera "$(DESTDIR)$(ZSHDIR)/_tessera"; \
  $(1) $(BUILD)/completions/tessera.fish "$(DESTDIR)$(FISHDIR)/tessera.fish"

# The command is run.lua, which is told where scripts/, the modules and tessera.so lie, as seen from
# the command's folder.
command  = sed 's|^local NAME, .*|local NAME, HOME = "tessera", "$(1)"\nlocal LUADIR, LIBDIR = "$(2)", "$(3)"|' run.lua
from_bin = '"$$(realpath -ms --relative-to="$(BINDIR)" "$(1)")"'

.PHONY: install uninstall version
version:
	@echo $(VERSION)

install: build ## install below PREFIX (and DESTDIR)
	@mkdir -p "$(DESTDIR)$(LIBDIR)" "$(DESTDIR)$(BINDIR)"
	install -m 755 $(BUILD)/tessera.so "$(DESTDIR)$(LIBDIR)/tessera.so"
	@set -e; put() { mkdir -p "$$(dirname "$$2")"; install -m 644 "$$1" "$$2"; }; \
	for f in $(MODULES); do put "lua/$$f" "$(DESTDIR)$(LUADIR)/$$f"; done; \
	for f in $(SCRIPTS); do put "$$f" "$(DESTDIR)$(DATADIR)/$$f"; done; \
	extra() { [ ! -f "$$1" ] || put "$$1" "$$2"; }; $(call each_extra,extra)
	@rm -f "$(DESTDIR)$(BINDIR)/tessera"
	@$(call command,$(call from_bin,$(DATADIR))/,$(call from_bin,$(LUADIR)),$(call from_bin,$(LIBDIR))) \
	  > "$(DESTDIR)$(BINDIR)/tessera"
	@chmod 755 "$(DESTDIR)$(BINDIR)/tessera"

uninstall: ## remove what install placed
	rm -f "$(DESTDIR)$(BINDIR)/tessera" "$(DESTDIR)$(LIBDIR)/tessera.so"
	@for f in $(MODULES); do rm -f "$(DESTDIR)$(LUADIR)/$$f"; done
	@for f in $(SCRIPTS); do rm -f "$(DESTDIR)$(DATADIR)/$$f"; done
	@extra() { rm -f "$$2"; }; $(call each_extra,extra)
	@for d in "$(DESTDIR)$(LUADIR)/tessera" "$(DESTDIR)$(DATADIR)"; do \
	  [ ! -d "$$d" ] || find "$$d" -depth -type d -empty -delete; done

# --- LuaRocks -------------------------------------------------------------------------

NEEDS_test-rock := $(NEEDS_build) luarocks zip unzip
CHECK_luarocks   = command -v luarocks
CHECK_zip        = command -v zip
CHECK_unzip      = command -v unzip
.PHONY: rockspec rock test-rock
rockspec: ## write the rockspecs; they list the modules
	$(LUA) packaging/rockspec.lua $(VERSION) $(MODULES)

# What luarocks copies. It puts scripts/ beside bin/, and the modules where Lua searches: in a tree
# rocks lie in lib/luarocks/rocks-5.4/NAME/VERSION.
TREE = ../../../../../..
rock: build
	@mkdir -p $(BUILD)/bin
	@$(call command,../,$(TREE)/share/lua/5.4,$(TREE)/lib/lua/5.4) > $(BUILD)/bin/tessera

test-rock: | installed ## pack a rock, install it into an empty tree, and play
	spec/packaging/rock.sh $(VERSION)
