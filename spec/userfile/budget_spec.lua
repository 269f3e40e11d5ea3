--- Specifies the budget of CPU time that a call into a rule has: what uses it up is an error that
--- names the rule, its line, the action and the board, whatever the rule does to go on.

local run = require "spec.support.run"

local SECONDS = "0.05"

local play = run.with_files

-- A game whose rule `apply` begins in line 6 of its file.
local function game(body, more)
  return ([[
return require("tessera").game {
  name = "lamps", legend = { ["."] = "dark", ["*"] = "lit" }, fields = { n = 0 }, map = ".../...",
  moves = { "go", "light <column>" },
  %s
  apply = function(state, word, column)
    if word == "light" then state.board:set(1, column, "lit") return true end
    %s
  end,
}]]):format(more or "", body)
end

local message = "the rule apply (my.lua:5) to 'go' has not returned after 0.05 s of CPU time"
  .. " (--rule-seconds), on the board .*./..."

-- Rules that do not return.
local endless = {
  ["a loop"] = "while true do end",
  ["a loop under pcall"] = "while true do pcall(function() while true do end end) end",
  ["a loop under xpcall"] = [[
    while true do xpcall(function() while true do end end, function(e) return e end) end]],
  ["a loop in a coroutine"] = [[
    while true do coroutine.wrap(function() while true do end end)() end]],
  ["a loop in coroutines that are resumed"] = [[while true do
    coroutine.resume(coroutine.create(function() while true do end end)) end]],
  ["a coroutine that yields without end"] = [[
    local f = coroutine.wrap(function() while true do coroutine.yield() end end)
    while true do f() end]],
  ["a coroutine in a coroutine"] = [[
    local function f() pcall(coroutine.wrap(function() while true do end end)) return f() end
    coroutine.wrap(f)()]],
  ["a loop in __close"] = [[
    local x <close> = setmetatable({}, { __close = function() while true do end end })]],
  ["a loop in __index"] = [[
    return setmetatable({}, { __index = function() while true do end end }).x]],
  ["functions of C that call functions of C"] = [[
    while true do (("x"):rep(1000)):gsub("x", pcall) end]],
  ["a comparison that lies"] = [[
    while true do pcall(table.sort, { 5, 3, 1, 2, 4 }, function() return true end) end]],
  ["searches without end"] = [[
    local tower = require("tessera").tower.new("..../S#.G/####")
    while true do pcall(require("tessera").search.shortest, tower, function() end) end]],
}

describe("a call into a rule", function()
  for name, body in pairs(endless) do
    for _, trust in ipairs { "--trust", "--rule-seconds=" .. SECONDS } do
      it(("ends as an error: %s (%s)"):format(name, trust), function()
        local out, err, status = play({ ["my.lua"] = game(body) }, { "@my.lua", "--rule-seconds",
          SECONDS, trust }, "\nlight 2\ngo\n")
        assert.same({ "", 1 }, { out, status })
        assert.is_truthy(err:find(message, 1, true), err)
        assert.matches("^run%.lua: my%.lua:%d+: the rule [^\n]*, line 3: go%)\n$", err)
      end)
    end
  end

  it("cannot go on where its error is shown", function()
    local body = "error(setmetatable({}, { __tostring = function() while true do end end }))"
    local out, err, status = play({ ["my.lua"] = game(body) },
      { "@my.lua", "--rule-seconds", SECONDS }, "\ngo\n")
    assert.same({ "", "run.lua: my.lua: an error that cannot be shown (level 1, line 2: go)\n", 1 },
      { out, err, status })
    out, err, status = play({ ["my.lua"] = game(body) },
      { "check", "@my.lua", "--rule-seconds", SECONDS })
    assert.same({ "", 1 }, { err, status })
    assert.matches("^failed  each rule returns\n  my%.lua:7: a __tostring has not returned after "
      .. "0%.05 s of CPU time %(%-%-rule%-seconds%)\n", out)
  end)

  it("may be one of `setup` or of `formats`", function()
    local function refused(told, more, ...)
      local _, err, status = play({ ["my.lua"] = game("state.n = 1", more), ["two.txt"] =
        "*\n\n.\n" }, { ... }, "*\n\n.\n")
      assert.same({ "run.lua: " .. told .. "\n", 1 }, { err:match "[^\n]*\n$", status })
    end
    local setup = "setup = function(s) while s.board:count 'lit' == 0 do end end,"
    local late = "my.lua:4: setup (my.lua:4) has not returned after 0.05 s of CPU time "
      .. "(--rule-seconds) (level 2)"
    refused(late, setup, "@my.lua", "--rule-seconds", SECONDS)
    refused(late, setup, "check", "@my.lua", "@two.txt", "--rule-seconds", SECONDS)
    refused(late, setup .. "goal = 'Won',", "solve", "@my.lua", "@two.txt", "--rule-seconds",
      SECONDS)
    refused("my.lua:4: entry 2 of formats (my.lua:4) has not returned after 0.05 s of CPU time "
      .. "(--rule-seconds)", "formats = { 'csv', function() while true do end end },", "@my.lua",
      "--rule-seconds", SECONDS)
  end)

  it("has its whole budget each time", function()
    assert.same({ "...\n...\nMoves: 400\nOutcome: none\n", "", 0 }, { play({ ["my.lua"] =
      game "for _ = 1, 10000 do state.n = state.n + 1 end" },
      { "@my.lua", "--rule-seconds", "0.5" }, "\n" .. ("go\n"):rep(400)) })
  end)

  local rules = {
    { "actions", "actions = function() while true do end end," },
    { "outcome", "outcome = function(s) while s.n > 0 do end end," },
    { "score", "score = function(s) while s.n > 0 do end return 0 end," },
    { "turn", "turn = function(s) while s.n > 0 do end return 1 end," },
  }
  for _, case in ipairs(rules) do
    it("is told as that of the rule " .. case[1], function()
      local out, err, status = play({ ["my.lua"] = game("state.n = 1", case[2]), ["s.lua"] = [[
        local state = require("my").new()
        local fine, why = pcall(function() state:apply "go" state:score() state:actions() end)
        assert(not fine)
        print(why)]] }, { "@s.lua", "--rule-seconds", SECONDS })
      assert.same({ "", 0 }, { err, status })
      assert.are.equal(("my.lua:4: the rule %s (my.lua:4) has not returned after 0.05 s of CPU "
        .. "time (--rule-seconds), on the board .../...\n"):format(case[1]), out)
    end)
  end

  it("is told of goals, heuristics and values of searches, of views and of functions of rules that "
    .. "are pictures", function()
    local out, err, status = play({ ["s.lua"] = [[
      local tessera = require "tessera"
      local state = require("my").new()
      local function loop() while true do end end
      local function try(...)
        local fine, why = pcall(...)
        assert(not fine)
        print((why:gsub(" after.*", "")))
      end
      try(tessera.search.shortest, state, loop)
      try(tessera.search.shortest, state, nil, { heuristic = loop })
      try(tessera.search.best, state, { value = loop, method = "beam" })
      local other = tessera.game { name = "other", legend = { a = "a", b = "b" }, moves = { "go" },
        rules = { { "go", "[ a ] -> [ b ]", call = loop } }, view = loop }
      try(function() other.new("a"):apply "go" end)
      try(function() other.new("a"):view() end)]], ["my.lua"] = game("state.n = 1") },
      { "@s.lua", "--rule-seconds", SECONDS })
    assert.same({ "", 0 }, { err, status })
    assert.are.equal([[
s.lua:3: the goal (s.lua:3) has not returned
s.lua:3: heuristic (s.lua:3) has not returned
s.lua:3: value (s.lua:3) has not returned
s.lua:3: a function of a rule to 'go' has not returned
s.lua:3: the rule view (s.lua:3) has not returned
]], out)
  end)

  it("that cannot be stopped ends the process, with the rule and the play", function()
    local body = 'return (("a"):rep(50000)):find((".-"):rep(50) .. "b")'
    assert.same({ "", "run.lua: my.lua:7: the rule apply to 'go' has not returned after three "
      .. "times its CPU time (--rule-seconds), and cannot be stopped (in game 1 of seed 7)\n", 1 },
      { play({ ["my.lua"] = game(body) }, { "check", "@my.lua", "--rule-seconds", SECONDS, "--seed",
        "7" }) })
    local _, err, status = play({ ["my.lua"] = game(body) }, { "@my.lua", "--rule-seconds",
      SECONDS }, "\ngo\n")
    assert.are.equal(1, status)
    assert.matches("^run%.lua: my%.lua:7: the rule apply to 'go' has not returned after three times"
      .. "[^\n]* %(level 1%)\n$", err)
  end)

  it("is stopped in a message handler, too", function()
    local _, err, status = play({ ["my.lua"] =
      game "xpcall(error, function() while true do end end)" }, { "@my.lua", "--rule-seconds",
      SECONDS }, "\ngo\n")
    assert.are.equal(1, status)
    assert.matches("^run%.lua: my%.lua:%d+: the rule apply [^\n]* has not returned after 0%.05 s",
      err)
  end)

  it("has a budget of a sensible range", function()
    for _, wrong in ipairs { "0", "-1", "x", "1e9", "0.001", "0x1" } do
      local _, err, status = play({ ["my.lua"] = game "" }, { "@my.lua",
        "--rule-seconds=" .. wrong })
      assert.same({ "run.lua: --rule-seconds must be a number of 0.01..1000000, not '" .. wrong
        .. "' (try --help)\n", 2 }, { err, status })
    end
  end)
end)

describe("a spec", function()
  it("has a budget for rules as soon as it requires tessera.busted", function()
    local out, err, status
    run.in_folder(function(folder)
      run.write_file(folder .. "/my.lua", game [[
        while true do pcall(coroutine.wrap(function() while true do end end)) end]])
      run.write_file(folder .. "/run.lua", ([[
        package.path = "%s/?.lua;lua/?.lua;" .. package.path
        package.cpath = (os.getenv "TESSERA_BUILD" or "build") .. "/?.so;" .. package.cpath
        local budget = require "tessera.budget"
        print(budget.seconds())
        require "tessera.busted"
        print(budget.seconds())
        budget.shorten(%s)
        local state = require("my").new()
        assert(not pcall(state.apply, state, "go"))
        print(budget.late())]]):format(folder, SECONDS))
      out, err, status = run.shell("timeout 100 lua5.4 " .. folder .. "/run.lua")
    end)
    assert.same({ "", 0 }, { err, status })
    assert.matches("^nil\n2%.0\n1\t[^\n]* has not returned after 0%.05 s of CPU time, on ", out)
  end)
end)

describe("a rule that does not return", function()
  local slow = game([[
    state.n = state.n + 1
    if state.board:count "lit" == 2 and state.n > 1 then while true do end end]])

  it("breaks a law of its own in `check`, with a small play", function()
    local out, err, status = play({ ["my.lua"] = slow }, { "check", "@my.lua", "--rule-seconds",
      SECONDS })
    assert.same({ "", 1 }, { err, status })
    assert.matches("^failed  each rule returns\n  my%.lua:%d: the rule apply %(my%.lua:5%) to 'go' "
      .. "has not returned after 0%.05 s of CPU time %(%-%-rule%-seconds%), on the board %S+\n",
      out)
    assert.matches("made smaller: 3 actions on 1 x 2 cells\n", out)
    assert.matches("expect = { lawful = true }", out)
    assert.matches("\nlamps: stopped with 1 broken in %d+ games? from 1 level, %d+ positions?"
      .. " %(seed 1%)\n$", out)
    assert.is_nil(out:find("\nok ", 1, true))
  end)

  it("is found by the scenario that `check` prints", function()
    local out, err, status = play({ ["my.lua"] = slow, ["s.lua"] = [[
      return require("tessera").scenario { name = "s", game = require "my", map = "..",
        play = { "light 1", "light 2", "go" }, expect = { lawful = true } }]] }, { "@s.lua",
      "--rule-seconds", SECONDS })
    assert.same({ "", 1 }, { err, status })
    assert.matches("\n  lawful: each rule returns: my%.lua:%d: the rule apply %(my%.lua:5%) to "
      .. "'go' has not returned [^\n]* on the board %*%*\n0 ok, 1 failed\n$", out)
  end)

  it("is told by a scenario that plays it", function()
    local out, _, status = play({ ["my.lua"] = slow, ["s.lua"] = [[
      return require("tessera").scenario { name = "s", game = require "my", map = "..",
        play = { "go", "light 1", "light 2", "go" }, expect = { moves = 4 } }]] }, { "@s.lua",
      "--rule-seconds", SECONDS })
    assert.are.equal(1, status)
    assert.matches("\n  my%.lua:%d: the rule apply [^\n]* on the board %*%* %(action 4: 'go'%)\n",
      out)
  end)

  it("is told by `solve`, and as a property's function", function()
    local goal = game("while true do end",
      "outcome = function(s) return s.n > 3 and 'Won' or nil end,")
    local _, err, status = play({ ["my.lua"] = goal }, { "solve", "@my.lua", "--rule-seconds",
      SECONDS })
    assert.are.equal(1, status)
    assert.matches("^[^\n]*my%.lua:%d: the rule apply %(my%.lua:5%) to 'go' has not [^\n]*\n$", err)
    local out
    out, _, status = play({ ["my.lua"] = game("state.n = 1",
      "properties = { fine = function() while true do end end },") }, { "check", "@my.lua",
      "--rule-seconds", SECONDS })
    assert.are.equal(1, status)
    assert.matches("^failed  each rule returns\n  my%.lua:4: the property %(my%.lua:4%) has not ",
      out)
  end)
end)
