# Installing, and what is packed for others to install: the version of everything is that of
# lua/tessera/base/version.lua.
#
#   rockspecs         packaging/rockspec.lua; a packed rock has what luarocks copied, so they list the modules
#   tessera.1, completions    manual.lua, completions.lua: both ask the parsers of --help (run/options.lua)
#   Debian            packaging/debian: `tessera` is for all architectures and finds tessera.so through a
#                     link in /usr/lib/tessera, which `lua-tessera` has; `libtessera0`, `libtessera-dev` and
#                     `python3-tessera` are the C library and what stands on it
#   archive, dist     a relocatable folder (archive.md is its README); the sources, as files.sh lists them
#   npm               packaging/npm: the engine for JavaScript

MANDIR  ?= $(PREFIX)/share/man
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d

# What is installed where, if it has been built: calls $(1) with each file and its place.
each_extra = $(1) $(BUILD)/man/tessera.1 "$(DESTDIR)$(MANDIR)/man1/tessera.1"; \
  $(1) $(BUILD)/completions/tessera.bash "$(DESTDIR)$(BASHDIR)/tessera"; \
  $(1) $(BUILD)/completions/_tessera "$(DESTDIR)$(ZSHDIR)/_tessera"; \
  $(1) $(BUILD)/completions/tessera.fish "$(DESTDIR)$(FISHDIR)/tessera.fish"; \
  $(1) $(LIB)/libtessera.so.$(ABI) "$(DESTDIR)$(CLIBDIR)/libtessera.so.$(ABI)"; \
  $(1) $(LIB)/libtessera.so "$(DESTDIR)$(CLIBDIR)/libtessera.so"; \
  $(1) $(LIB)/libtessera.a "$(DESTDIR)$(CLIBDIR)/libtessera.a"; \
  $(1) $(LIB)/tessera.h "$(DESTDIR)$(INCLUDEDIR)/tessera.h"; \
  $(1) $(LIB)/tessera.pc "$(DESTDIR)$(CLIBDIR)/pkgconfig/tessera.pc"

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
	@[ ! -f $(LIB)/tessera.pc ] || $(MAKE) -s $(LIB)/tessera.pc
	@set -e; put() { mkdir -p "$$(dirname "$$2")"; if [ -L "$$1" ]; then cp -Pf "$$1" "$$2"; else install -m 644 "$$1" "$$2"; fi; }; \
	for f in $(MODULES); do put "lua/$$f" "$(DESTDIR)$(LUADIR)/$$f"; done; \
	for f in $(SCRIPTS); do put "$$f" "$(DESTDIR)$(DATADIR)/$$f"; done; \
	extra() { [ ! -f "$$1" ] || put "$$1" "$$2"; }; $(call each_extra,extra)
	@rm -f "$(DESTDIR)$(BINDIR)/tessera"
	@$(call command,$(call from_bin,$(DATADIR))/,$(call from_bin,$(LUADIR)),$(call from_bin,$(LIBDIR))) \
	  > "$(DESTDIR)$(BINDIR)/tessera"
	@chmod 755 "$(DESTDIR)$(BINDIR)/tessera"
	@$(note_library)

# The loader finds a new library in a folder of its list only after ldconfig. What is staged in DESTDIR,
# or lies elsewhere, is not its concern.
note_library = [ -n "$(DESTDIR)" ] || [ ! -f "$(CLIBDIR)/libtessera.so.$(ABI)" ] || \
  PATH="$$PATH:/sbin:/usr/sbin" ldconfig 2>/dev/null || echo "run ldconfig as root, or set LD_LIBRARY_PATH=$(CLIBDIR)"

uninstall: ## remove what install placed
	rm -f "$(DESTDIR)$(BINDIR)/tessera" "$(DESTDIR)$(LIBDIR)/tessera.so"
	@for f in $(MODULES); do rm -f "$(DESTDIR)$(LUADIR)/$$f"; done
	@for f in $(SCRIPTS); do rm -f "$(DESTDIR)$(DATADIR)/$$f"; done
	@extra() { rm -f "$$2"; }; $(call each_extra,extra)
	@for d in "$(DESTDIR)$(LUADIR)/tessera" "$(DESTDIR)$(DATADIR)"; do \
	  [ ! -d "$$d" ] || find "$$d" -depth -type d -empty -delete; done

# --- LuaRocks -------------------------------------------------------------------------

NEEDS_test-rock := $(NEEDS_build) git luarocks zip unzip
CHECK_luarocks   = command -v luarocks
CHECK_zip        = command -v zip
CHECK_unzip      = command -v unzip
NEEDS_rockspec  := lua5.4
.PHONY: rockspec rock test-rock
rockspec: | installed ## write the rockspecs; they list the modules
	$(LUA) packaging/rockspec.lua $(VERSION) $(MODULES)

# What luarocks copies. It puts scripts/ beside bin/, and the modules where Lua searches: in a tree
# rocks lie in lib/luarocks/rocks-5.4/NAME/VERSION.
TREE = ../../../../../..
rock: build
	@mkdir -p $(BUILD)/bin
	@$(call command,../,$(TREE)/share/lua/5.4,$(TREE)/lib/lua/5.4) > $(BUILD)/bin/tessera

test-rock: | installed ## pack a rock, install it into an empty tree, and play
	spec/packaging/rock.sh $(VERSION)

# --- Archives -------------------------------------------------------------------------

# Archives have the time of the last commit; outside of git that of their newest version.
EPOCH = $(call once,EPOCH,$(or $(SOURCE_DATE_EPOCH),$(shell \
  { [ -e .git ] && git log -1 --format=%ct; } 2>/dev/null || stat -c %Y CHANGELOG.md)))
# The same files give the same bytes: $(call pack,NAME,OUT.tar) packs the files that OUT.tar.list names,
# below a folder NAME. With -C FOLDER they lie there.
define pack
@LC_ALL=C sort $(2).list | tar --format=ustar --no-recursion --mtime=@$(EPOCH) --owner=0 --group=0 --numeric-owner \
  --mode=u=rwX,go=rX --transform='flags=r;s|^|$(1)/|' -cf $(2) $(3) -T -
@gzip -n -9 -f $(2)
@rm $(2).list
@echo "$(2).gz"
endef

NEEDS_dist      := git
NEEDS_test-dist := git $(NEEDS_test)
# Without .git there is nothing to ask it.
CHECK_git        = [ ! -e .git ] || command -v git
DIST = $(BUILD)/dist/tessera-$(VERSION).tar
.PHONY: dist test-dist
dist: | installed ## pack build/dist/tessera-VERSION.tar.gz: the sources that git tracks
	@mkdir -p $(dir $(DIST))
	@packaging/files.sh > $(DIST).list
	$(call pack,tessera-$(VERSION),$(DIST))

test-dist: dist | installed ## build and test what dist packs, without git; packing it again gives the same bytes
	LUA=$(LUA) spec/packaging/dist.sh $(abspath $(DIST)).gz

# For people without root: what is installed, with samples and documents, in a folder that can lie
# anywhere. It brings a copy of the argparse that is installed here, one file with its licence.
STRIP  ?= strip
MACHINE = $(shell $(CC) -dumpmachine)
ARCHIVE = tessera-$(VERSION)-$(MACHINE)
STAGE   = $(BUILD)/archive/$(ARCHIVE)
ALONE   = DESTDIR="$(abspath $(STAGE))" PREFIX= BINDIR=/bin DATADIR=/share/tessera LUADIR=/share/lua/5.4 LIBDIR=/lib/lua/5.4
NEEDS_archive      := $(NEEDS_build) binutils git pandoc
NEEDS_test-archive := $(NEEDS_archive)
.PHONY: archive test-archive
# The library in it is compiled as distributions compile theirs; SECURITY.md says what that costs.
HARDENED = -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
archive: build man completions reference | installed ## pack build/archive/tessera-VERSION-MACHINE.tar.gz: the command, to be unpacked anywhere
	@rm -rf $(STAGE) && mkdir -p $(STAGE)/share/doc/tessera
	@$(MAKE) -s install $(ALONE)
	@$(MAKE) -s build BUILD=$(BUILD)/hardened CFLAGS="$(CFLAGS) $(HARDENED)"
	@install -m 755 $(BUILD)/hardened/tessera.so $(STAGE)/lib/lua/5.4/tessera.so
	@$(STRIP) --strip-unneeded $(STAGE)/lib/lua/5.4/tessera.so
	@install -m 644 "$$($(LUA) -e 'print(package.searchpath("argparse", package.path))')" $(STAGE)/share/lua/5.4/argparse.lua
	@packaging/files.sh | grep '^samples/' | grep -v '^samples/skeleton/' | tar -cf - -T - | tar -xf - -C $(STAGE)/share/tessera
	@cp -R README.md CHANGELOG.md LICENSE $(BUILD)/docs/*.md docs/pictures $(STAGE)/share/doc/tessera/
	@sed "s/VERSION/$(VERSION)/g; s/GLIBC/$$(objdump -T $(STAGE)/lib/lua/5.4/tessera.so | \
	  grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1 | tr _ ' ')/" packaging/archive.md > $(STAGE)/README.md
	@cd $(STAGE) && find * ! -type d > ../$(ARCHIVE).tar.list
	$(call pack,$(ARCHIVE),$(STAGE).tar,-C $(STAGE))

test-archive: archive ## unpack it, and play from other folders and through a link
	LUA=$(LUA) spec/packaging/archive.sh $(abspath $(STAGE)).tar.gz $(VERSION)

# --- The manual page and completions --------------------------------------------------

NEEDS_man         := $(NEEDS_build) pandoc
NEEDS_completions := $(NEEDS_build)
with_library = LUA_PATH="./?.lua;lua/?.lua;;" LUA_CPATH="$(BUILD)/?.so;;" $(LUA)
DESCRIBED    = $(wildcard lua/tessera/run/options.lua lua/tessera/base/version.lua $(SCRIPTS)) $(BUILD)/tessera.so

.PHONY: man completions test-completions
man: $(BUILD)/man/tessera.1 ## write build/man/tessera.1, with the options as --help has them
$(BUILD)/man/tessera.1: docs/tessera.1.md CHANGELOG.md packaging/manual.lua $(DESCRIBED) | installed
	@mkdir -p $(@D)
	@$(with_library) packaging/manual.lua > $@.md
	pandoc -s -f markdown-smart -t man -o $@ $@.md

completions: $(BUILD)/completions/tessera.bash ## write build/completions: for bash, zsh and fish
$(BUILD)/completions/tessera.bash: packaging/completions.lua $(DESCRIBED) | installed
	@mkdir -p $(@D)
	$(with_library) packaging/completions.lua $(@D)

NEEDS_test-completions := $(NEEDS_completions) zsh fish
CHECK_zsh  = command -v zsh
CHECK_fish = command -v fish
test-completions: completions ## try the completions in zsh and fish; a spec does it for bash
	spec/packaging/completions.sh $(abspath $(BUILD)/completions)

# --- Debian ---------------------------------------------------------------------------

# Built from the tarball of the sources, with packaging/debian as its folder debian. A package is built
# without a network: the sources of Lua are a second tarball, the folder lua54.
DEB     = $(BUILD)/deb
DEB_LUA = $(DEB)/tessera_$(VERSION).orig-lua54.tar
SUITE = $(shell . /etc/os-release && echo $$VERSION_CODENAME)
NEEDS_deb      := $(NEEDS_test) $(NEEDS_lib) git pandoc debhelper lintian dh-python python3-dev python3-setuptools
NEEDS_test-deb := $(NEEDS_deb) mmdebstrap
CHECK_debhelper  = command -v dh
CHECK_lintian    = command -v lintian
CHECK_mmdebstrap = command -v mmdebstrap
CHECK_dh-python  = command -v dh_python3
CHECK_python3-setuptools = $(PYTHON) -c 'import setuptools'
.PHONY: deb test-deb
deb: dist $(LUA_SOURCE)/lua.h | installed ## build build/deb/*.deb with dpkg-buildpackage, unsigned: the command, the modules, the C library, Python's package
	@rm -rf $(DEB) && mkdir -p $(DEB)
	@cp $(DIST).gz $(DEB)/tessera_$(VERSION).orig.tar.gz
	@tar -xzf $(DIST).gz -C $(DEB)
	@cd $(LUA_SOURCE) && ls *.[ch] > $(abspath $(DEB_LUA)).list
	$(call pack,lua54,$(abspath $(DEB_LUA)),-C $(LUA_SOURCE))
	@tar -xzf $(DEB_LUA).gz -C $(DEB)/tessera-$(VERSION)
	@cp -R packaging/debian $(DEB)/tessera-$(VERSION)/debian
	@cd $(DEB)/tessera-$(VERSION) && unset MAKEFLAGS MAKELEVEL MFLAGS TESSERA_BUILD && dpkg-buildpackage -us -uc

test-deb: deb ## check the Debian packages with lintian; install each alone in a clean root, use it and remove it
	lintian --fail-on error,warning $(DEB)/*.changes
	spec/packaging/deb.sh $(DEB) $(SUITE)

# A fresh clone on a machine with git, gcc, make and sudo alone.
NEEDS_test-minimal := git mmdebstrap
.PHONY: test-minimal
test-minimal: | installed ## make demo and make test in a minimal Debian root, from a clone of what is committed
	spec/packaging/minimal.sh $(SUITE)

# --- Another C library ----------------------------------------------------------------

# With musl, which Alpine has: a Lua from its sources, and tessera.so for it.
MUSL     = $(BUILD)/musl
MUSL_CC ?= musl-gcc
NEEDS_check-musl := musl-tools dpkg-dev $(NEEDS_build)
CHECK_musl-tools  = command -v $(MUSL_CC)
.PHONY: check-musl
check-musl: $(MUSL)/lua ## build with musl, and play the samples
	@$(MAKE) -s build BUILD=$(MUSL) CC=$(MUSL_CC) LUA_CFLAGS='-isystem $(abspath $(LUA_SOURCE))'
	TESSERA_BUILD=$(MUSL) spec/packaging/samples.sh $(MUSL)/lua run.lua

$(MUSL)/lua: $(LUA_SOURCE)/lua.h | installed
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(MUSL_CC) -std=gnu99 -O2 -DLUA_USE_POSIX -DLUA_USE_DLOPEN -Wl,-E -o $@ $(patsubst %,$(LUA_SOURCE)/%.c,$(LUA_CORE) linit lua) \
	  -lm
