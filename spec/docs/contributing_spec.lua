--- Does in a copy of the project what CONTRIBUTING.md says: a new game from the skeleton, and a new
--- word for directions. Nothing but the named files is touched, and nothing but them is compiled.

local run = require "spec.support.run"
local version = require "tessera.base.version"

local quote = run.quote
local copy

-- Runs a script in the copy, where it must succeed.
local function shell(script, input)
  local stdout, stderr, status = run.shell(("cd %s && unset MAKEFLAGS MAKELEVEL MFLAGS LUA_PATH \z
    LUA_CPATH LUA_INIT && TESSERA_BUILD=build && %s"):format(quote(copy), script), input)
  assert.equal(0, status, script .. "\n" .. stdout .. stderr)
  return stdout
end

local function busted(arguments)
  return shell(run.BUSTED .. " /dev/null -o TAP " .. arguments)
end

-- The files that are not as in the project; new ones have a "+" in front of them.
local function changed()
  local list = {}
  for line in shell("find " .. table.concat({ "src", "lua", "scripts", "spec", "samples", "docs",
    "packaging", "web", "*.md", "*.rockspec", "Makefile" }, " ") .. " -type f"):gmatch "[^\n]+" do
    local file <close> = io.open(run.root .. "/" .. line, "rb")
    if not file then
      list[#list + 1] = "+" .. line
    elseif file:read "a" ~= run.read_file(copy .. "/" .. line) then
      list[#list + 1] = line
    end
  end
  table.sort(list)
  return list
end

-- Puts a text into a file of the copy, behind one that stands there once.
local function put(path, behind, text)
  local whole = run.read_file(copy .. "/" .. path)
  local _, last = whole:find(behind, 1, true)
  assert(last and not whole:find(behind, last, true), path .. " has not once: " .. behind)
  run.write_file(copy .. "/" .. path, whole:sub(1, last) .. text .. whole:sub(last + 1))
end

-- Where make has built the library with its usual flags its objects save most of the time.
local usual = (os.getenv "TESSERA_BUILD" or "build") == "build" and not os.getenv "LD_PRELOAD"

describe("what CONTRIBUTING.md says of", function()
  if not usual then
    pending "changes is tried where the library is built with the usual flags"
    return
  end

  setup(function()
    copy = os.tmpname()
    os.remove(copy)
    assert(os.execute(("mkdir %s && tar -cf - --exclude=./build --exclude=./.git . | \z
      tar -xf - -C %s && mkdir %s/build && cp -Rp build/obj %s/build/"):format(quote(copy),
      quote(copy), quote(copy), quote(copy))))
    shell "make build"
  end)

  teardown(function()
    os.execute("rm -rf " .. quote(copy))
  end)

  describe("a new game:", function()
    local built

    setup(function()
      shell "samples/skeleton/copy.sh pennies"
      built = shell "make build"
      shell "make -s rockspec"
    end)

    it("it has files of its own, and the rockspecs list them", function()
      assert.same({
        "+lua/tessera/draw/looks/pennies.lua", "+lua/tessera/meta/pennies.lua",
        "+lua/tessera/play/controls/pennies.lua", "+samples/pennies/board.in",
        "+samples/pennies/board.out", "+scripts/pennies.lua", "+spec/conformance/pennies.lua",
        "+spec/fuzz/corpus/pennies/1", "+spec/games/pennies_spec.lua", "+spec/oracle/pennies.lua",
        "+src/bind/games/lpennies.c", "+src/games/pennies/pennies.c",
        "+src/games/pennies/pennies.h",
        "tessera-" .. version .. "-1.rockspec", "tessera-scm-1.rockspec",
      }, changed())
    end)

    it("only these files and the list of games are compiled", function()
      local compiled = {}
      for path in built:gmatch "  CC   (%S+)\n" do
        compiled[#compiled + 1] = path
      end
      table.sort(compiled)
      assert.same({ "src/bind/games/lpennies.c", "src/bind/state/lbuiltin.c",
        "src/games/pennies/pennies.c" }, compiled)
    end)

    it("run.lua has it, with everything that games have", function()
      assert.matches("\npennies +Pennies: take coins", shell "lua5.4 run.lua list")
      assert.equal(run.read_file(copy .. "/samples/pennies/board.out"),
        shell "lua5.4 run.lua pennies < samples/pennies/board.in")
      assert.matches("1%. 1 1\n +removed H from row 1, column 1\n",
        shell "lua5.4 run.lua pennies --trace < samples/pennies/board.in")
      assert.matches("pennies: %d+ laws hold", shell "lua5.4 run.lua check pennies --games 2")
    end)

    it("its specs pass, and those that find the games by looking", function()
      busted "spec/games/pennies_spec.lua"
      busted "--filter=pennies spec/game/conformance_spec.lua"
      busted "spec/game/meta_spec.lua spec/packaging/completions_spec.lua \z
        spec/packaging/version_spec.lua"
      busted "--filter='public function' --filter='example for every' spec/docs/reference_spec.lua"
      shell "make -s lint-arrows lint-door"
    end)

    it("no second one may take its name", function()
      local again = "cd %s && samples/skeleton/copy.sh pennies"
      local _, errors, status = run.shell(again:format(quote(copy)))
      assert.matches("^there is already a file src/[%w/]*pennies%.[ch]\n$", errors)
      assert.not_equal(0, status)
    end)
  end)

  describe("a new word for directions:", function()
    local leaps = { "UP_UP_LEFT", "UP_UP_RIGHT", "UP_LEFT_LEFT", "UP_RIGHT_RIGHT",
      "DOWN_LEFT_LEFT", "DOWN_RIGHT_RIGHT", "DOWN_DOWN_LEFT", "DOWN_DOWN_RIGHT" }
    local steps = { -2, -1, -2, 1, -1, -2, -1, 2, 1, -2, 1, 2, 2, -1, 2, 1 }
    -- After a quarter turn to the left.
    local turned = { 5, 3, 7, 1, 8, 2, 6, 4 }
    local names = {}

    setup(function()
      local in_c, bits, in_lua, in_twin = {}, {}, {}, {}
      for i, leap in ipairs(leaps) do
        local name, down, right = leap:lower():gsub("_", "-"), steps[2 * i - 1], steps[2 * i]
        names[i] = name
        in_c[i] = (' \\\n    X(with, %s, "%s", %d, %d, %s)'):format(leap, name, down, right,
          leaps[turned[i]])
        bits[i] = "1 << GRID_" .. leap
        in_lua[i] = (' { "%s", %d, %d, "" },'):format(name, down, right)
        in_twin[i] = (' ["%s"] = { %d, %d },'):format(name, down, right)
      end
      put("src/base/directions.h", '"down-right", 1, 1, UP_RIGHT)', table.concat(in_c))
      put("src/base/directions.h", "DIRECTIONS_ORTHOGONAL | DIRECTIONS_DIAGONAL)",
        ' \\\n    X(with, KNIGHT, "knight", ' .. table.concat(bits, " | ") .. ")")
      put("lua/tessera/base/directions.lua", '{ "down-right", 1, 1, "se" },', table.concat(in_lua))
      put("spec/oracle/rules_directions.lua", '["down-right"] = { 1, 1 },', table.concat(in_twin))
      local list = '"' .. table.concat(names, '", "') .. '"'
      put("spec/oracle/rules_directions.lua", "directions.words = {",
        "knight = { " .. list .. " },")
      put("spec/oracle/rules_directions.lua", "directions.in_a_row = {", list .. ', "knight",')
      put("docs/rules.md", "| `all` | orthogonal, then diagonal |\n", "| `knight` | a leap |\n| `"
        .. table.concat(names, "` `") .. "` | a leap |\n")
      -- Fast to compile; the other objects are kept.
      shell "make -o build/obj/flags CFLAGS=-O0 build"
    end)

    it("it stands in one table of C, one of Lua, one of the twin, and the document", function()
      local list = {}
      for _, path in ipairs(changed()) do
        list[#list + 1] = not path:find "pennies" and not path:find "rockspec$" and path or nil
      end
      assert.same({ "docs/rules.md", "lua/tessera/base/directions.lua",
        "spec/oracle/rules_directions.lua", "src/base/directions.h" }, list)
    end)

    it("a rule is played with it", function()
      run.write_file(copy .. "/horse.lua", [[
        return require("tessera").game { name = "horse", map = "p../.../.h.",
          legend = { h = "horse", p = "pawn", ["."] = "empty" }, moves = { "leap" },
          rules = { { "leap", "knight [ horse | pawn ] -> [ empty | horse ]" } },
          ends = { { "Won", "no pawn" } } }]])
      assert.equal("h..\n...\n...\nMoves: 1\nOutcome: Won\n",
        shell("lua5.4 run.lua horse.lua", "p..\n...\n.h.\n\nleap\n"))
      assert.matches("horse: %d+ laws hold", shell "lua5.4 run.lua check horse.lua --games 10")
    end)

    it("a sweep is played with it", function()
      run.write_file(copy .. "/ride.lua", [[
        return require("tessera").game { name = "ride", map = "p../.../.h.",
          legend = { h = "horse", p = "pawn", ["."] = "empty" }, moves = { "wait" },
          rules = { { "wait" } },
          after = { { sweep = { "up-up-left [ horse | pawn ] -> [ empty | horse ]" } } },
          ends = { { "Won", "no pawn" } } }]])
      assert.equal("h..\n...\n...\nMoves: 1\nOutcome: Won\n",
        shell("lua5.4 run.lua ride.lua", "p..\n...\n.h.\n\nwait\n"))
    end)

    it("the specs of the document and of directions hold, and the twin agrees", function()
      busted "spec/base/directions_spec.lua"
      busted "--filter='docs/rules.md' spec/patterns/words_spec.lua"
      run.write_file(copy .. "/leaps.lua", [[
        package.path, package.cpath = "./?.lua;lua/?.lua;" .. package.path, "build/?.so"
        local differences = require "spec.support.rule_differences"
        local sentences = require "spec.support.rule_sentences"
        for _, place in ipairs { "action: front knight", "sweep: front knight",
          "sweep: front up-up-right", "end: front down-left-left",
          "action: front up-up-right" } do
          for seed = 1, 10 do
            local program = assert(sentences.program(seed, place:match "^%a+", place), place)
            differences.check(place .. ", seed " .. seed, program)
          end
        end]])
      shell "lua5.4 leaps.lua"
    end)
  end)
end)
