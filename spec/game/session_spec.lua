--- Specifies sessions: undo, redo and playthroughs. (conformance_spec.lua tests them for every
--- game.)

local rng = require "tessera.rng"
local session = require "tessera.session"
local tower = require "tessera.tower"


describe("a session", function()
  it("plays on a copy", function()
    local state = tower.new "....G/....#/S..##/#####"
    local played = session.new(state)
    assert.is_true(played:apply "MOVETO 2")
    assert.are.same({ 2, 1 }, { state:player() })
    assert.are.same({ 2, 2 }, { played:state():player() })
  end)

  it("returns what the state's `apply` returns", function()
    local played = session.new(tower.new "....G/....#/S..##/#####")
    local events = {}
    assert.are.same({ true }, { played:apply("MOVETO 3", events) })
    assert.are.equal("walked", events[1].kind)
    assert.are.same({ nil, "MOVETO 3: the player is there already" }, { played:apply "MOVETO 3" })
    assert.is_true(played:apply "CLIMB RIGHT")
    assert.is_true(played:apply "CLIMB RIGHT" == nil)
    for _, map in ipairs { "....G/....#/S..##/#####", "...I./....G/S...#/#####" } do
      for _, action in ipairs { "MOVETO 2", "MOVETO 9" } do
        local state = tower.new(map)
        assert.equal(select("#", state:apply(action)),
          select("#", session.new(tower.new(map)):apply(action)))
      end
    end
    assert.same({}, { session.new(tower.new "....G/....#/S..##/#####"):apply("MOVETO 9", false) })
    assert.has_error(function()
      played:apply "FLY"
    end)
  end)

  it("undoes and redoes", function()
    local played = session.new(tower.new "....G/....#/S..##/#####")
    played:apply "MOVETO 2"
    played:apply "MOVETO 9"
    played:apply "MOVETO 3"
    assert.are.same({ "MOVETO 2", "MOVETO 3" }, played:actions())
    assert.is_true(played:undo())
    assert.are.same({ 2, 2 }, { played:state():player() })
    assert.is_true(played:undo())
    assert.are.same({ nil, "nothing to undo" }, { played:undo() })
    assert.are.same({}, played:actions())
    assert.is_true(played:redo())
    assert.is_true(played:redo())
    assert.are.same({ 2, 3 }, { played:state():player() })
    assert.are.same({ nil, "nothing to redo" }, { played:redo() })
  end)

  it("cannot redo an action after another one was played", function()
    local played = session.new(tower.new "....G/....#/S..##/#####")
    played:apply "MOVETO 2"
    played:apply "MOVETO 3"
    played:undo()
    played:undo()
    played:apply "MOVETO 3"
    assert.is_nil((played:redo()))
    assert.are.same({ "MOVETO 3" }, played:actions())
    played:undo()
    assert.are.same({ 2, 1 }, { played:state():player() })
  end)

  it("goes to any position at once, and tells how far it is", function()
    local played = session.new(tower.new "....G/....#/S..##/#####")
    assert.is_nil(played:action())
    played:apply "MOVETO 2"
    played:apply "MOVETO 3"
    played:go(0)
    assert.are.same({ 0, { 2, 1 } }, { played:count(), { played:state():player() } })
    assert.is_nil(played:action(1))
    played:go(2)
    assert.are.same({ 2, "MOVETO 3", "MOVETO 2" }, { played:count(), played:action(),
      played:action(1) })
    played:go(1)
    assert.is_true(played:redo())
    for _, count in ipairs { -1, 3 } do
      local fine, wrong = pcall(played.go, played, count)
      assert.is_false(fine)
      assert.equal("session:go: count: expected 0..2, got " .. count, wrong:match ":%d+: (.*)")
    end
  end)

  it("begins again, and an undo leads back to what was played", function()
    local played = session.new(tower.new "....G/....#/S..##/#####")
    assert.same({ nil, "nothing to begin again" }, { played:restart() })
    played:apply "MOVETO 2"
    played:apply "MOVETO 3"
    played:undo()
    assert.is_true(played:restart())
    assert.same({ nil, "nothing to begin again" }, { played:restart() })
    assert.same({ 0, {}, { 2, 1 }, 1 }, { played:count(), played:actions(),
      { played:state():player() }, (played:restarts()) })
    assert.same({ nil, "nothing to redo" }, { played:redo() }) -- MOVETO 3 was left behind
    played:apply "MOVETO 3"
    assert.same({ "MOVETO 3", "MOVETO 3" }, { played:action(), played:action(1) })
    assert.is_nil(played:action(0))
    assert.is_true(played:undo())
    assert.is_true(played:undo())
    assert.same({ { "MOVETO 2" }, { 2, 2 }, { 0, 1 } }, { played:actions(),
      { played:state():player() }, { played:restarts() } })
    assert.is_true(played:redo())
    assert.is_true(played:redo())
    assert.same({ { "MOVETO 3" }, { 2, 3 } }, { played:actions(), { played:state():player() } })
    played:go(0)
    assert.same({ 2, 1 }, { played:state():player() })
    for _, count in ipairs { -1, 2 } do
      local fine, wrong = pcall(played.go, played, count)
      assert.is_false(fine)
      assert.equal("session:go: count: expected 0..1, got " .. count, wrong:match ":%d+: (.*)")
    end
  end)

  it("records what was played since the restart", function()
    local start = tower.new "....G/....#/S..##/#####"
    local played = session.new(start)
    played:apply "MOVETO 2"
    local before = played:record()
    played:restart()
    played:apply "MOVETO 3"
    assert.equal((session.record(start, { "MOVETO 3" })), played:record())
    played:undo()
    played:undo()
    assert.equal(before, played:record())
  end)

  it("agrees with a list of all positions, whatever is undone, redone and begun again", function()
    local dice = rng.new(7)
    local start = tower.new "....G/....#/S..##/#####"
    for _ = 1, 50 do
      local played, list, at = session.new(start), { { round = {}, state = start } }, 1
      for _ = 1, 40 do
        local now, choice = list[at], dice:below(8)
        if choice == 0 then
          assert.equal(at > 1 or nil, (played:undo()))
          at = math.max(1, at - 1)
        elseif choice == 1 then
          assert.equal(at < #list or nil, (played:redo()))
          at = math.min(#list, at + 1)
        elseif choice == 2 then
          assert.equal(#now.round > 0 or nil, (played:restart()))
          if #now.round > 0 then
            at = at + 1
            list = table.move(list, 1, at - 1, 1, { [at] = { round = {}, state = start } })
          end
        else
          local action, state = "MOVETO " .. 1 + dice:below(3), now.state:clone()
          if state:apply(action) then
            local round = table.move(now.round, 1, #now.round, 1, {})
            round[#round + 1] = action
            at = at + 1
            list = table.move(list, 1, at - 1, 1, { [at] = { round = round, state = state } })
          end
          assert.equal(state == now.state and 0 or 1, played:apply(action) and 1 or 0)
        end
        assert.is_true(list[at].state == played:state())
        assert.same(list[at].round, played:actions())
      end
    end
  end)

  it("keeps a long play of a large state in less than 80 MB", function()
    local board = tower.new(("."):rep(999) .. "G/S" .. ("."):rep(998) .. "#/"
      .. (("#"):rep(1000) .. "/"):rep(600))
    local played = session.new(board)
    local before = collectgarbage "count"
    for i = 1, 12000 do
      played:apply("MOVETO " .. 2 + i % 2)
    end
    collectgarbage()
    assert.is_true(collectgarbage "count" - before < 80 * 1024)
    for _, step in ipairs { 11999, 5001, 1, 12000 } do
      played:go(step)
      assert.are.equal(step, played:state():moves())
    end
  end)

  it("keeps few copies of a large state, and still undoes each action", function()
    local side = 300
    local rows = { ("."):rep(side - 1) .. "G", ("."):rep(side - 1) .. "#" }
    for i = 3, side - 1 do
      rows[i] = rows[2]
    end
    rows[side] = "S" .. rows[2]:sub(2)
    local root = tower.new(table.concat(rows, "\n"))
    local played = session.new(root)
    for i = 1, 40 do
      assert.is_true(played:apply("MOVETO " .. 2 + i % 2))
    end
    for i = 39, 0, -1 do
      assert.is_true(played:undo())
      assert.are.equal(i == 0 and 1 or 2 + i % 2, select(2, played:state():player()))
      assert.are.equal(i, played:state():moves())
    end
    assert.is_true(played:state() == root)
  end)
end)

describe("a playthrough", function()
  local text = [[
tessera play 1
tessera tower 1
rows 4
columns 5
moves 0
player_row 2
player_column 1
goal_row 4
goal_column 5
map
....G
....#
...##
#####
> PUSH LEFT
< no: PUSH LEFT: the tower ends at column 1
> MOVETO 3
< ok
tessera tower 1
rows 4
columns 5
moves 1
player_row 2
player_column 3
goal_row 4
goal_column 5
map
....G
....#
...##
#####
end
]]

  it("records every answer, and the state if it has changed", function()
    local root = tower.new "....G/....#/S..##/#####"
    assert.are.equal(text, (session.record(root, { "PUSH LEFT", "MOVETO 3" })))
    local played = session.new(root)
    played:apply "MOVETO 3"
    played:apply "CLIMB RIGHT"
    assert.are.equal((session.record(root, { "MOVETO 3", "CLIMB RIGHT" })), played:record())
  end)

  it("is replayed", function()
    local last = assert(session.replay(text))
    assert.are.equal("....G\n....#\n..S##\n#####\n", tostring(last))
  end)

  local function differs(pattern, replacement, message)
    local changed, count = text:gsub(pattern, replacement, 1)
    assert.are.equal(1, count)
    assert.are.same({ nil, message }, { session.replay(changed) })
  end

  it("says which line differs", function()
    differs("< ok\n", "< ok: Cleared\n", "line 18: expected '< ok: Cleared', found '< ok'")
    differs("moves 1", "moves 2", "line 22: expected 'moves 2', found 'moves 1'")
    differs("end\n$", ".\nend\n", "line 32: expected '.', found 'end'")
    differs("end\n$", "end\nend", "line 33: expected 'end', found the end")
    differs("#####\nend\n$", "end\n", "line 31: expected 'end', found '#####'")
    differs("moves 1", ("1"):rep(4000), ("line 22: expected '%s...', found 'moves 1'"):format(
      ("1"):rep(40)))
    differs("moves 1", "moves 1" .. ("é"):rep(50),
      ("line 22: expected 'moves 1%s...', found 'moves 1'"):format(("é"):rep(33)))
    differs("> MOVETO 3", "> MOVETO x",
      "line 17: 'MOVETO x' is no action of tower (did you mean 'MOVETO 2'?)")
  end)

  it("says that it was cut", function()
    differs("end\n$", "", "line 32: the recording ends without 'end'")
    differs("end\n$", "end", "line 32: the recording ends within its last line")
    differs("#####\nend\n$", "", "line 30: the recording ends within a state")
    differs("##\nend\n$", "", "line 31: the recording ends within a state")
    differs("< ok\n.*", "", "line 17: the recording ends within an action")
    differs("< ok\n.*", "< o", "line 18: the recording ends within an action")
  end)

  it("shows long lines from shortly before where they differ", function()
    local row = ("."):rep(99)
    local long = session.record(tower.new("G" .. row .. "/S" .. row .. "/" .. ("#"):rep(100)),
      { "MOVETO 2" })
    local changed = long:gsub("#\nend\n$", ".\nend\n")
    assert.are.same({ nil, "line 27: expected '...#####################.', found "
      .. "'...######################'" }, { session.replay(changed) })
    changed = long:gsub(("#"):rep(50) .. "\nend\n$", "." .. ("#"):rep(49) .. "\nend\n")
    assert.are.same({ nil, ("line 27: expected '...%s.%s...', found '...%s...'"):format(
      ("#"):rep(21), ("#"):rep(18), ("#"):rep(40)) }, { session.replay(changed) })
  end)

  it("may have the line ends of another system", function()
    assert.is_truthy(session.replay((text:gsub("\n", "\r\n"))))
  end)

  it("must begin with 'tessera play 1' and a saved state", function()
    differs("tessera play 1", "tessera play 2", "line 1: expected 'tessera play 1'")
    differs("tessera tower 1", "once upon a time", "line 2: expected the saved state of a game")
    differs("tessera tower 1", "tessera nogame 1", "line 2: expected the saved state of a game")
    differs("tessera tower 1", "tessera reader 1", "line 2: expected the saved state of a game")
    differs("rows 4", "rows 2",
      "the saved state: line 3, column 6: the rows must be 3..2000, not 2")
    assert.are.same({ nil, "line 1: expected 'tessera play 1'" }, { session.replay "" })
  end)

  it("loads no module but games, whatever name a playthrough has", function()
    for _, name in ipairs { "usage", "options", "session", "search_core", "states", "lua_game" } do
      package.loaded["tessera.run.options"] = nil
      local play = ("tessera play 1\ntessera %s 1\nend\n"):format(name)
      assert.same({ nil, "line 2: expected the saved state of a game" }, { session.replay(play) })
      assert.is_nil(package.loaded["tessera.run.options"])
    end
  end)

  it("cannot be changed from outside", function()
    local played = session.new(tower.new "...G/S.##/####")
    assert.is_nil(next(played))
    assert.is_false(getmetatable(played))
    local fine, err = pcall(played.undo, {})
    assert.is_false(fine)
    assert.matches("session_spec.lua:%d+: session: undo is a method of a session", err)
    fine, err = pcall(session.record, played:state(), "PUSH RIGHT")
    assert.is_false(fine)
    assert.matches("session.record: actions: expected a value of type table, got 'PUSH", err)
  end)

  it("names a wrong argument of apply, at the caller's line", function()
    local played = session.new(tower.new "....G/....#/S..##/#####")
    for _, case in ipairs {
      { {}, "action: expected a value of type string or integer, got a table" },
      { nil, "action is missing %(expected a value of type string or integer%)" },
      { "MOVETO 2", "events: expected a value of type table or boolean, got 3", 3 } } do
      local fine, err = pcall(function() played:apply(case[1], case[3]) end)
      assert.is_false(fine)
      assert.matches("^spec/game/session_spec%.lua:%d+: session:apply: " .. case[2], err)
    end
  end)

  it("names the wrong argument in its errors", function()
    for _, name in ipairs { "new", "record" } do
      local ok, err = pcall(session[name], nil)
      assert.is_false(ok)
      assert.matches("session_spec.lua:%d+: session." .. name
        .. ": expected a state of a game, got nil$", err)
    end
    local ok, err = pcall(session.replay, nil)
    assert.is_false(ok)
    assert.matches("bad argument #1 to 'replay' %(string expected, got nil%)$", err)
    local played = session.new(require("tessera.tower").new "..../S#.G/####")
    for _, try in ipairs { function() played:apply "PUSH RIHGT" end,
      function() session.record(played:state(), { "PUSH RIHGT" }) end } do
      ok, err = pcall(try)
      assert.is_false(ok)
      assert.matches("session_spec.lua:%d+: 'PUSH RIHGT' is no action of tower", err)
    end
  end)
end)

describe("an error while a session plays", function()
  local start = tower.new "....G/SI..#/#II##"

  it("undoes the action, also if it is in a listener", function()
    local angry, heard = false, {}
    local played = session.new(start:watched(function(_, action)
      heard[#heard + 1] = action
      assert(not angry, "mine")
    end))
    played:apply "PUSH RIGHT"
    angry = true
    for _ = 1, 2 do
      assert.has_error(function() played:apply "MOVETO 2" end)
      assert.same({ "PUSH RIGHT" }, played:actions())
      assert.are.equal("....G\nS..I#\n#II##\n", tostring(played:state()))
    end
    angry = false
    assert.is_true(played:undo())
    angry = true
    assert.has_error(function() played:redo() end)
    assert.are.equal(tostring(start), tostring(played:state()))
    angry = false
    assert.is_true(played:redo())
    assert.are.equal("....G\nS..I#\n#II##\n", tostring(played:state()))
    assert.same({ "PUSH RIGHT", "MOVETO 2", "MOVETO 2", "PUSH RIGHT", "PUSH RIGHT" }, heard)
    assert.is_truthy(session.replay(played:record()))
  end)

  it("can still redo after an action that was refused", function()
    local played = session.new(start)
    played:apply "PUSH RIGHT"
    played:undo()
    assert.is_nil((played:apply "PUSH LEFT"))
    assert.is_true(played:redo())
    assert.is_nil((played:redo()))
    assert.is_nil((played:apply "PUSH LEFT"))
    assert.same({ nil, "nothing to redo" }, { played:redo() })
  end)
end)

describe("a playthrough of codes", function()
  it("is written with their texts; a wrong code is named in the error", function()
    local start = tower.new "....G/SI..#/#II##"
    local text = session.record(start, { "PUSH RIGHT" })
    assert.are.equal(text, (session.record(start, { start:code "PUSH RIGHT" })))
    local fine, why = pcall(session.record, start, { "PUSH RIGHT", math.maxinteger })
    assert.is_false(fine)
    assert.matches("session.record: 9223372036854775807 is no action of tower$", why)
  end)
end)
