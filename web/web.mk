# The pages: `make web`. npm packages lie with what was built.

WEB_MODULES := $(BUILD)/web-modules
WEB_SOURCES := $(wildcard web/*.js web/*.mjs $(foreach kind,js mjs css html md,web/*/*.$(kind)) web/playground/starter/* web/playground/starter/levels/*)
# What the playground shows and knows of the project.
WEB_TEXTS   := $(wildcard docs/tutorial.md docs/cookbook.md docs/guide.md docs/rules.md docs/pictures/*.svg samples/games/*.lua \
                 samples/games/levels/*.txt samples/studies/*.lua samples/puzzlescript/*.txt scripts/*.lua lua/tessera/draw/page.*)
WEB_TYPES   := $(wildcard docs/reference/*.lua lua/tessera.lua lua/tessera/*.lua lua/tessera/meta/*.lua)

$(WEB_MODULES)/node_modules: web/package.json | installed
	@mkdir -p $(WEB_MODULES) && cp $< $(WEB_MODULES)/
	npm install --prefix $(WEB_MODULES) --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: web test-web
web: $(BUILD)/web/index.html ## build build/web/index.html, the playground, which needs no server
$(BUILD)/web/index.html: $(BUILD)/web/engine.wasm $(BUILD)/web/types.json $(BUILD)/web/gallery.json $(WEB_MODULES)/node_modules $(WEB_SOURCES) $(WEB_TEXTS)
	node web/build.mjs $(BUILD)/web $(WEB_MODULES)

$(BUILD)/web/types.json: web/types.lua docs/rules.md lua/tessera/draw/look.lua $(wildcard lua/tessera/puzzlescript/*.lua) $(WEB_TYPES) | installed
	@mkdir -p $(@D)
	$(LUA) $< $@

$(BUILD)/web/gallery.json: web/gallery.lua lua/tessera/base/genres.lua $(WEB_TEXTS) $(wildcard samples/*/*.play samples/puzzlescript/plays/*.play) | build
	@mkdir -p $(@D)
	$(LUA) $< $@

# The package for npm.
.PHONY: npm test-npm
npm: $(BUILD)/web/engine.wasm $(WEB_MODULES)/node_modules ## pack build/npm/tessera-engine-VERSION.tgz
	node packaging/npm/pack.mjs $(BUILD)/npm/package $(BUILD)/web $(WEB_MODULES) >/dev/null
	@rm -f $(BUILD)/npm/*.tgz
	cd $(BUILD)/npm && npm pack --silent ./package

test-npm: npm build ## install the npm package into an empty folder, and run it
	PACKED=$(abspath $(BUILD)/npm) WEB_MODULES=$(abspath $(WEB_MODULES)) node --test spec/web/npm.test.mjs

lint-js: $(WEB_MODULES)/node_modules
	@MODULES=$(abspath $(WEB_MODULES)) $(WEB_MODULES)/node_modules/.bin/eslint -c web/eslint.config.mjs \
	  web spec packaging lua/tessera/draw/page.js

# The whole folder is made anew when something that it shows has changed.
.PHONY: site
site: $(BUILD)/site/index.html ## build build/site: the documents as pages, beside the playground
$(BUILD)/site/index.html: $(BUILD)/web/index.html $(BUILD)/docs/reference.md $(wildcard *.md docs/pictures/* web/site/*) | installed
	SITE_URL="$(SITE_URL)" node web/site/build_site.mjs $(BUILD)/site $(BUILD)/web/index.html $(WEB_MODULES) $(BUILD)/docs

test-web: web site $(PAGES)/node_modules ## play games in headless Chromium
	PAGES_MODULES=$(abspath $(PAGES)) WEB=$(abspath $(BUILD)/web) SITE=$(abspath $(BUILD)/site) CHROMIUM="$$(command -v $(CHROMIUM))" node --test --test-concurrency="$$(getconf _NPROCESSORS_ONLN)" $(filter-out spec/web/npm.test.mjs,$(wildcard spec/web/*.test.mjs))
