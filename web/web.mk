# The pages: `make web`. npm packages lie with what was built.

WEB_MODULES := $(BUILD)/web-modules
WEB_SOURCES := $(wildcard web/*.js web/*.mjs web/*/*.js web/*/*.css web/*/*.html)

$(WEB_MODULES)/node_modules: web/package.json | installed
	@mkdir -p $(WEB_MODULES) && cp $< $(WEB_MODULES)/
	npm install --prefix $(WEB_MODULES) --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: web test-web
web: $(BUILD)/web/player.html ## build build/web, pages that play games in a browser
$(BUILD)/web/player.html: $(BUILD)/web/engine.wasm $(WEB_MODULES)/node_modules $(WEB_SOURCES)
	node web/build.mjs $(BUILD)/web $(WEB_MODULES)

test-web: web $(PAGES)/node_modules ## play games in headless Chromium
	PAGES_MODULES=$(abspath $(PAGES)) WEB=$(abspath $(BUILD)/web) CHROMIUM=$(CHROMIUM) node --test $(wildcard spec/web/*.test.mjs)
