--- Specifies the reference: it has every public function, its examples print what they say, and the
--- documents lead into it.

local annotations = require "docs.reference.annotations"
local games = require "spec.support.games"
local pages = require "docs.reference.page"
local reference = require "docs.reference"
local run = require "spec.support.run"

local page = reference.make()

-- The functions of a table that stand on the page as `owner.name`, `owner:name`, or not at all.
local function missing(list, functions, owner)
  for name, value in pairs(functions) do
    if type(value) == "function" and not page:find("\n#### " .. owner .. name .. "\n", 1, true) then
      list[#list + 1] = owner .. name
    end
  end
end

local function methods_of(object)
  return debug.getmetatable(object).__index
end

-- The output of each example. Each runs in a process of its own, in which modules are global
-- variables.
local function outputs(examples)
  local found
  run.in_folder(function(folder)
    local modules = {}
    for i, path in ipairs(reference.paths()) do
      modules[i] = ("[%q] = true"):format(path:match "([%w_]+)%.lua$")
    end
    run.write_file(folder .. "/prelude.lua", ([[
      local names = { %s }
      setmetatable(_G, { __index = function(_, name)
        return names[name] and require(name == "tessera" and name or "tessera." .. name) or nil
      end })
    ]]):format(table.concat(modules, ", ")))
    for i, example in ipairs(examples) do
      run.write_file(("%s/%d.lua"):format(folder, i), example)
    end
    local script = ([[
      export LUA_PATH='lua/?.lua;;' LUA_CPATH='%s/?.so;;' LUA_INIT=
      folder=%s
      for number in $(seq %d); do
        file=$folder/$number
        case $(cat $file.lua) in
        *tessera.busted*) set -- -e 'arg = { [0] = "busted", "--output=TAP", "'$file.lua'" }' \
          -e 'require("busted.runner")({ standalone = false })' ;;
        *) set -- -e "dofile '$folder/prelude.lua'" $file.lua ;;
        esac
        lua5.4 "$@" >$file.out 2>&1 || echo "exit status $?" >>$file.out
      done]]):format(run.build, run.quote(folder), #examples)
    local _, errors = run.shell(script)
    assert.equal("", errors)
    found = {}
    for i = 1, #examples do
      found[i] = run.read_file(("%s/%d.out"):format(folder, i))
    end
  end)
  return found
end

-- Words between single blanks, lines without ends.
local function plain(text)
  return (text:gsub("[ \t]+", " "):gsub("%s*\n%s*", "\n"):gsub("^%s+", ""):gsub("%s+$", ""))
end

local function expected(example)
  local lines = {}
  for line in example:gmatch "%-%-> ?([^\n]*)" do
    lines[#lines + 1] = line
  end
  return plain(table.concat(lines, "\n"))
end

-- These are for tessera.game, tessera.puzzlescript, workers of studies and the sandbox alone.
local inner = { ["tessera.lua_game"] = true, ["tessera.puzzle_core"] = true,
  ["tessera.channel"] = true, ["tessera.budget"] = true, ["tessera.guard"] = true }

describe("the reference", function()
  -- The headings that the links of a document into the reference name.
  local function led_to(text)
    local anchors = {}
    for anchor in text:gmatch "%]%(reference%.md#([^)]*)%)" do
      anchors[#anchors + 1] = anchor
    end
    return anchors
  end

  it("is written beside the documents, whose links to sources lead to its headings", function()
    local headings = {}
    for heading in page:gmatch "\n#+ ([^\n]*)" do
      headings[heading:lower():gsub("[^%w_ -]", ""):gsub(" ", "-")] = true
    end
    run.in_folder(function(folder)
      local command = "lua5.4 docs/reference.lua %s docs/*.md"
      local out, errors = run.shell(command:format(run.quote(folder)))
      assert.same({ "", "" }, { out, errors })
      assert.equal(page, run.read_file(folder .. "/reference.md"))
      for _, name in ipairs { "guide", "lua", "puzzlescript", "studies", "testing" } do
        local anchors = led_to(run.read_file(folder .. "/" .. name .. ".md"))
        assert.truthy(anchors[1], name)
        for _, anchor in ipairs(anchors) do
          assert.truthy(headings[anchor], name .. ".md: " .. anchor)
        end
      end
    end)
  end)

  it("has every public function", function()
    local list = {}
    for _, path in ipairs(reference.paths()) do
      local name = path:match "^lua/([%w_/]+)%.lua$":gsub("/meta/", "/"):gsub("/", ".")
      local found, module = pcall(require, name)
      if found and not inner[name] then
        missing(list, module, name:match "[%w_]+$" .. ".")
      end
    end
    missing(list, methods_of(require("tessera.grid").new(1, 1)), "Grid:")
    missing(list, methods_of(require("tessera.rng").new(1)), "Rng:")
    missing(list, methods_of(require("tessera.reader").new ""), "Reader:")
    local clobber = dofile "samples/games/clobber.lua"
    local state = clobber.new "ox"
    missing(list, methods_of(require("tessera.session").new(state)), "Session:")
    local protocol = {}
    for name, method in pairs(clobber.methods) do
      protocol[name] = not page:find("\n#### LuaState:" .. name .. "\n", 1, true) and method
    end
    missing(list, protocol, "State:")
    for _, name in ipairs(games) do
      local own = {}
      for method, value in pairs(require("tessera." .. name).methods) do
        own[method] = not protocol[method] and value
      end
      missing(list, own, name:gsub("^%l", string.upper) .. ":")
    end
    table.sort(list)
    assert.same({}, list)
  end)

  it("says which functions are new, and the changelog which ones are gone", function()
    assert.truthy(page:find("\n#### search.solve\n\n```\n[^`]*```\n\nNew in 0.3.\n"))
    local after = page:match "\n#### search.shortest\n(.-)\n####"
    assert.falsy(after:find("New in", 1, true))
    local removed = run.read_file("CHANGELOG.md"):match "\n### Removed\n(.-)\n### "
    local untold, names = {}, 0
    for line in io.lines "docs/reference/0.2.txt" do
      local name = line:match "^[%w_]+[.:]([%w_]+)$"
      names = names + (name and 1 or 0)
      if name and not page:find("\n#### " .. line .. "\n", 1, true)
        and not removed:find("%f[%w_]" .. name .. "%f[^%w_]") then
        untold[#untold + 1] = line
      end
    end
    assert.same({}, untold)
    assert.equal(243, names)
  end)

  it("has an example for every function", function()
    local without = {}
    for entry in ("\n" .. page):gsub("\n#+ ", "\0%0"):gmatch "%Z+" do
      local name = entry:match "^\n#### ([^\n]*)"
      if name and not entry:find("\n```lua\n", 1, true) then
        without[#without + 1] = name
      end
    end
    assert.same({}, without)
    assert.is_true(select(2, page:gsub("\n#### ", "")) > 150)
  end)

  it("has examples that hold", function()
    local examples, wrong = {}, {}
    for example in page:gmatch "\n```lua\n(.-)```" do
      examples[#examples + 1] = example
    end
    for i, output in ipairs(outputs(examples)) do
      local ended = not examples[i]:find("tessera.busted", 1, true) and plain(output)
        or output:match "not ok[^\n]*" or output:match "exit status[^\n]*" or ""
      if ended ~= expected(examples[i]) then
        wrong[#wrong + 1] = ("%s---- printed:\n%s"):format(examples[i], output)
      end
    end
    assert.equal("", table.concat(wrong, "\n"))
    assert.is_true(#examples > 150)
  end)

  local function refused(text)
    local fine, err = pcall(annotations.parse, "x.lua", text)
    return not fine and (type(err) == "table" and err.message or err)
  end

  it("refuses annotations that it does not understand", function()
    assert.equal("x.lua:2: unknown annotation: @parm x integer",
      refused "--- Text.\n---@parm x integer\nfunction grid.new(x) end\n")
    assert.equal("x.lua:1: cannot read the type: table<string",
      refused "---@param x table<string\nfunction grid.new(x) end\n")
    assert.equal("x.lua:2: text behind an annotation: write it above, or continue with '---text'",
      refused "---@param x string\n--- Text.\nfunction grid.new(x) end\n")
  end)

  it("refuses public functions that are not annotated", function()
    local class = "---@class tessera.grid\nlocal grid = {}\n\n"
    assert.equal("x.lua:4: a public function without annotations",
      refused(class .. "function grid.new(x) end\n"))
    assert.equal("x.lua:4: argument 'y' is not annotated in its place",
      refused(class .. "---@param x string\nfunction grid.new(x, y) end\n"))
    assert.equal("x.lua:5: there is no argument 'y'",
      refused(class .. "---@param x string\n---@param y string\nfunction grid.new(x) end\n"))
  end)

  it("refuses types that are declared nowhere", function()
    local fine, err = pcall(pages.write, { annotations.parse("x.lua",
      "---@class tessera.grid\n---@field cells tessera.Cell[]\nlocal grid = {}\n\nreturn grid\n") },
      {})
    assert.is_false(fine)
    assert.equal("x.lua:2: there is no type 'tessera.Cell'", err.message)
  end)
end)
