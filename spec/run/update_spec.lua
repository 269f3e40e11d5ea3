--- Specifies --update of scenarios: what they expect is rewritten in their file.

local run = require "spec.support.run"

-- The text of a file of scenarios after `run.lua FILE --update`, and what that has written.
local function updated(text, args, prepare)
  local after, stdout, stderr, status
  run.in_folder(function(folder)
    run.write_file(folder .. "/s.lua", text)
    if prepare then
      prepare(folder)
    end
    stdout, stderr, status = run(table.move(args or {}, 1, #(args or {}), 3,
      { "s.lua", "--update" }), nil, { folder = folder, script = run.root .. "/run.lua" })
    after = run.read_file(folder .. "/s.lua")
    assert.equal("", (run.shell(("ls -A %s | grep 's%%.lua%%.' || true"):format(folder))))
  end)
  return after, stdout, stderr, status
end

local TOWER = 'game = "tower", map = ".....G/SI...#/#IIII#", play = { "PUSH RIGHT" }'

-- A file with one scenario of the ice that slides to the right.
local function ice(expect)
  return ('local tessera = require "tessera"\n\nreturn tessera.scenario {\n  name = "ice", %s,\n'
    .. "  expect = { %s },\n}\n"):format(TOWER, expect)
end

-- What becomes of such an `expect`.
local function becomes(expected, expect)
  local after, stdout, stderr, status = updated(ice(expect))
  assert.equal(ice(expected), after)
  assert.same({ "", 0 }, { stderr, status })
  return stdout
end

-- `expect` stays as it is, for this reason.
local function stays(why, expect, place)
  local after, stdout, stderr, status = updated(ice(expect))
  assert.equal(ice(expect), after)
  assert.same({ "", 1 }, { stderr, status })
  if why then
    assert.truthy(stdout:find(("\nnot updated: ice (s.lua:%d): %s\n"):format(place or 3, why), 1,
      true), stdout)
  end
  assert.is_nil(stdout:find("s.lua: updated", 1, true))
  return stdout
end

describe("--update of scenarios", function()
  it("shows the failure and the lines that change, and rewrites them", function()
    local before = [==[
local tessera = require "tessera"

return {
  tessera.scenario {
    name = "ice stops at once",
    game = "tower",
    map = ".....G/SI...#/#IIII#",
    play = { "PUSH LEFT", "PUSH RIGHT" },
    expect = {
      moves = 2,
      board = [[
        .....G
        S.I..#
        #????#
      ]],
    },
  },
  { name = "walking", game = "tower", map = "...G/S.##/####", play = { "MOVETO 2" },
    expect = { moves = 1, outcome = "Cleared" } },
}
]==]
    local after, stdout, stderr, status = updated(before)
    assert.same({ "", 0 }, { stderr, status })
    assert.equal([==[
local tessera = require "tessera"

return {
  tessera.scenario {
    name = "ice stops at once",
    game = "tower",
    map = ".....G/SI...#/#IIII#",
    play = { "PUSH LEFT", "PUSH RIGHT" },
    expect = {
      moves = 1,
      board = [[
        .....G
        S...I#
        #????#
      ]],
    },
  },
  { name = "walking", game = "tower", map = "...G/S.##/####", play = { "MOVETO 2" },
    expect = { moves = 1, outcome = false } },
}
]==], after)
    assert.equal([==[
failed  ice stops at once (s.lua:4)
  moves: expected 2, got 1
  board: 2 cells are not as expected
    expected   found
    .....G     .....G
    S.I..#     S...I#
      ^ ^        ^ ^
    #????#     #IIII#
  refused: 1. PUSH LEFT: the tower ends at column 1
failed  walking (s.lua)
  outcome: expected Cleared, got a running game
    ...G
    .S##
    ####
0 ok, 2 failed
--- s.lua
+++ s.lua
@@ -7,14 +7,14 @@
     map = ".....G/SI...#/#IIII#",
     play = { "PUSH LEFT", "PUSH RIGHT" },
     expect = {
-      moves = 2,
+      moves = 1,
       board = [[
         .....G
-        S.I..#
+        S...I#
         #????#
       ]],
     },
   },
   { name = "walking", game = "tower", map = "...G/S.##/####", play = { "MOVETO 2" },
-    expect = { moves = 1, outcome = "Cleared" } },
+    expect = { moves = 1, outcome = false } },
 }
s.lua: updated
]==], stdout)
    local again, second, _, code = updated(after)
    assert.same({ after, "ok      ice stops at once\nok      walking\n2 ok, 0 failed\n", 0 },
      { again, second, code })
  end)

  it("writes values as they were written", function()
    becomes("moves = 1, refused=0, score = 0", "moves = 0x7, refused=3, score = -3")
    becomes("outcome = false, score = 0 -- none\n", 'outcome = "Cleared", score = - 12 -- none\n')
    becomes([[["moves"] = 1; outcome = --[=[ "it" ]=] false]],
      [[["moves"] = 2; outcome = --[=[ "it" ]=] 'Cleared']])
    local after = updated((ice 'outcome = false':gsub('"PUSH RIGHT"', '"PUSH RIGHT", "MOVETO 6"')))
    assert.truthy(after:find("outcome = false", 1, true))
  end)

  it("writes an outcome in the quotes of the old one", function()
    local text = [[
local wild = require("tessera").game {
  name = "wild", legend = { ["."] = "empty" }, moves = { "end" }, counters = { ended = 0 },
  apply = function(state) state.ended = 1 end,
  outcome = function(state)
    return state.ended == 1 and "it's \"over\" \\ ]] .. "\\n\\27" .. [[" or nil
  end,
}
return { { name = "1", game = wild, map = ".", play = { "end" }, expect = { outcome = OLD } } }
]]
    for old, new in pairs { ["'x'"] = [['it\'s "over" \\ \n\x1B']],
      ['"x"'] = [["it's \"over\" \\ \n\x1B"]], ["[[x]]"] = [["it's \"over\" \\ \n\x1B"]],
      ["false"] = [["it's \"over\" \\ \n\x1B"]] } do
      local after, stdout, stderr, status = updated((text:gsub("OLD", old)))
      assert.same({ "", 0 }, { stderr, status })
      assert.equal((text:gsub("OLD", (new:gsub("%%", "%%%%")))), after)
      assert.is_nil(stdout:match "%-%-%- s%.lua.*":find "\27")
    end
  end)

  it("keeps the separators, the indentation, the quotes and ?", function()
    becomes('board = ".....G/S...I#/#????#"', 'board = ".....G/SI...#/#????#"')
    becomes('board = "??????/S??.I#/#????#"', 'board = "??????/S??I.#/#????#"')
    becomes("board = '.....G\\nS...I#\\n#IIII#\\n'", "board = '.....G\\nS..I.#\\n#IIII#\\n'")
    becomes("board = [==[\n\t.....G\n\tS...I#\n\t#IIII#]==]",
      "board = [==[\n\t.....G\n\tSI...#\n\t#IIII#]==]")
    becomes("board = [[\r\n    .....G\r\n    S...I#\r\n    #IIII#\r\n  ]]",
      "board = [[\r\n    .....G\r\n    SI...#\r\n    #IIII#\r\n  ]]")
  end)

  it("takes rows away and adds some", function()
    becomes("board = [[\n    .....G\n    S...I#\n    #?III#\n  ]]",
      "board = [[\n    .....G\n    SI...#\n    #?III#\n    ######\n  ]]")
    becomes('board = ".....G/S...I#/#IIII#"', 'board = "...."')
    becomes("board = [[\n    .....G\n    S...I#\n    #IIII#\n  ]]", "board = [[\n    ....\n  ]]")
    becomes('board = ".....G/S...I#/#IIII#"', 'board = ".....G../S..I.#../#IIII#.."')
  end)

  it("fills in placeholders", function()
    becomes('board = ".....G/S...I#/#IIII#"', 'board = ""')
    becomes('board = ".....G/S...I#/#IIII#"', 'board = "?"')
    becomes("board = [[\n    .....G\n    S...I#\n    #IIII#\n  ]]", "board = [[\n    ?\n  ]]")
  end)

  it("keeps the brackets of a large picture", function()
    local rows = { "S" .. ("."):rep(1998) .. "G", ("#"):rep(2000) }
    local text = ([==[
local top, row = ("."):rep(2000) .. "/", %q
return { { name = "wide", game = "tower", map = top .. top .. row .. ("#"):rep(2000),
  play = { "MOVETO 2" }, expect = { board = [[
    %s
    %s
    %s
    %s
  ]] } } }
]==]):format(rows[1] .. "/", ("."):rep(2000), ("."):rep(2000), rows[1], rows[2])
    local after = updated(text)
    assert.equal((text:gsub("    S%.", "    .S")), after)
  end)

  it("finds the boards on the way by their keys", function()
    becomes('boards = { "?????G/S...I#/#IIII#", [0] = ".....G/SI...#/#IIII#" }, moves = 1',
      'boards = { "?????./S...I#/#IIII#", [0] = ".....G/S.I..#/#IIII#" }, moves = 1')
  end)

  it("leaves what is no literal, and says so", function()
    stays("expect.moves is not written there as a literal", "moves = 1 + 1")
    stays("expect.board is not written there as a literal", 'board = ("."):rep(6) .. "/."')
    stays("expect.board is not written there as a literal", "board = ([[...]])")
    stays("expect.boards[0] is not written there as a literal",
      'boards = { [1 - 1] = "......" }')
    stays("expect.moves is not written there as a literal", "moves = 2, moves = 2")
    stays("expect.score is not written there as a literal",
      'score = (function() local score = { score = 7 } return score end)().score')
  end)

  it("rewrites what it can of a scenario, and fails for the rest", function()
    local text = ice "moves = 2, score = 3 + 3, check = function() return false, 'mine' end"
    local after, stdout, stderr, status = updated(text)
    assert.same({ "", 1 }, { stderr, status })
    assert.equal((text:gsub("moves = 2", "moves = 1")), after)
    assert.truthy(stdout:find("  check: mine\n0 ok, 1 failed\nnot updated: ice (s.lua:3): "
      .. "expect.score is not written there as a literal\n--- s.lua\n", 1, true), stdout)
  end)

  it("does not touch errors and checks", function()
    stays(nil, "check = function() return false end")
    stays(nil, "check = function() error 'mine' end, moves = 7")
    local wrong = ice "moves = 7":gsub("PUSH RIGHT", "JUMP")
    local after, _, _, status = updated(wrong)
    assert.same({ wrong, 1 }, { after, status })
    wrong = ice "moves = 7":gsub("tower", "towre")
    after, _, _, status = updated(wrong)
    assert.same({ wrong, 1 }, { after, status })
  end)

  it("leaves a definition that makes several scenarios, or is made by code", function()
    local loop = ([[
local tessera, list = require "tessera", {}
for i = 1, 2 do
  list[i] = tessera.scenario { name = NAME, %s, expect = { moves = 2 } }
end
return list
]]):format(TOWER)
    for name, why in pairs {
      ['"one"'] = "one (s.lua:3): several scenarios are made of one definition",
      ['"no. " .. i'] = "no. 1 (s.lua:3): no table in the source has its name and its expect",
    } do
      local text = loop:gsub("NAME", name)
      local after, stdout, _, status = updated(text)
      assert.same({ text, 1 }, { after, status })
      assert.truthy(stdout:find("\nnot updated: " .. why .. "\n", 1, true), stdout)
    end
  end)

  it("tells two scenarios of the same name apart by their lines", function()
    local one = ([[
  tessera.scenario { name = "same", %s,
    expect = { moves = MOVES } },
]]):format(TOWER)
    local text = 'local tessera = require "tessera"\nreturn {\n' .. one:gsub("MOVES", "1")
      .. one:gsub("MOVES", "2") .. "}\n"
    assert.equal((text:gsub("moves = 2", "moves = 1")), (updated(text)))
    text = text:gsub("tessera.scenario", "")
    local after, stdout = updated(text)
    assert.equal(text, after)
    assert.truthy(stdout:find("several scenarios are made of one definition", 1, true), stdout)
  end)

  it("leaves scenarios of other files", function()
    local other = ice "moves = 2"
    local text = 'return { require "other" }\n'
    local after, stdout, _, status = updated(text, nil, function(folder)
      run.write_file(folder .. "/other.lua", other)
    end)
    assert.same({ text, 1 }, { after, status })
    assert.truthy(stdout:find("not updated: ice (./other.lua:3): it is defined in another file\n",
      1, true), stdout)
  end)

  it("is for scenarios", function()
    for _, text in ipairs { "print 'fine'", [[return require("tessera").game { name = "none",
      legend = { ["."] = "empty" }, moves = { "wait" }, apply = function() end }]] } do
      local after, _, stderr, status = updated(text)
      assert.same({ text, "run.lua: s.lua: --update is for files that return scenarios\n", 2 },
        { after, stderr, status })
    end
  end)

  it("is given, or nothing is written", function()
    run.in_folder(function(folder)
      local path = folder .. "/s.lua"
      run.write_file(path, ice "moves = 2")
      assert.equal(1, (select(3, run { path })))
      assert.equal(ice "moves = 2", run.read_file(path))
    end)
  end)
end)
