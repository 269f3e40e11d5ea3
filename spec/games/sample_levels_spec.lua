--- The levels of the sample games (samples/games/levels) are worth playing: there are five or more
--- of each, with titles, and all of them can be solved; a position for two that says who wins is
--- won by that player. And each game has a look and scenarios, which hold.

local levels = require "tessera.levels.levels"
local lua_games = require "spec.support.lua_games"
local maps = require "tessera.base.maps"
local run = require "spec.support.run"
local search = require "tessera.search"

-- The levels of a game's file: name, start, and the state after the actions that stand there.
local function levels_of(entry)
  local path = ("samples/games/levels/%s.txt"):format(entry.file)
  local list = {}
  local file <close> = assert(io.open(path))
  local source = levels.open(entry.module, file:lines(), error)
  for level in source.level do
    local start = level.rows and entry.module.new(table.concat(level.rows, "\n"))
      or entry.module.new()
    local last = start:clone()
    source.actions(function(text, line)
      assert(last:apply(text), ("%s:%d: %s: %s"):format(path, line, text, last:why(text)))
    end)
    list[#list + 1] = { name = level.name, start = start, last = last }
  end
  return list
end

for _, entry in ipairs(lua_games) do
  describe("the levels of " .. entry.file, function()
    local list = levels_of(entry)

    it("are five or more, each with a title of its own", function()
      assert.is_true(#list >= 5)
      local seen = {}
      for _, level in ipairs(list) do
        assert.is_string(level.name)
        assert.is_nil(seen[level.name])
        seen[level.name] = true
      end
    end)

    if entry.module.players == 1 and entry.module.goal then
      it("can all be solved", function()
        for _, level in ipairs(list) do
          local solved = level.last:outcome() == entry.module.goal
          -- A board that is played until it is full has nothing to solve.
          local endless = entry.name == "falling" and level.start.stones == 0
          local actions = solved or endless or search.solve(level.start)
          if type(actions) == "table" then
            local last = level.start:clone()
            last:apply_all(actions)
            assert.equal(entry.module.goal, last:outcome(), level.name)
          end
          assert.is_truthy(actions, level.name)
        end
      end)
    elseif entry.module.players == 2 then
      it("end as the title says", function()
        for _, level in ipairs(list) do
          local winner = level.name:match "(%u%l+) wins"
          if winner then
            local _, info = search.best(level.start, { method = "alpha-beta", nodes = 300000 })
            assert.is_true(info.exact and info.score > 0, level.name)
            assert.equal(winner .. " wins", level.last:outcome())
          end
          assert.is_string(level.last:outcome(), level.name)
        end
      end)
    end
  end)
end

describe("the sample games", function()
  it("have looks", function()
    for _, entry in ipairs(lua_games) do
      local about = maps.about(entry.module)
      local drawn = 0
      for kind, part in pairs(about.looks) do
        assert.is_truthy(part.glyph and part.fore, entry.name .. ": " .. kind)
        drawn = drawn + 1
      end
      local kinds = {}
      for _, layer in ipairs(about.kinds) do
        for _, kind in ipairs(layer) do
          kinds[kind.kind] = kind.kind ~= "nothing" or nil
        end
      end
      for kind in pairs(kinds) do
        assert.is_truthy(about.looks[kind], entry.name .. " has no look for " .. kind)
      end
      assert.is_true(drawn > 1)
    end
  end)

  it("are short", function()
    for _, entry in ipairs(lua_games) do
      local lines = select(2, run.read_file(("samples/games/%s.lua"):format(entry.file))
        :gsub("\n", ""))
      assert.is_true(lines < 200, entry.file)
    end
  end)

  it("have scenarios", function()
    for _, entry in ipairs(lua_games) do
      local path = ("samples/games/%s_scenarios.lua"):format(entry.file)
      local _, count = run.read_file(path):gsub("scenario ?[({]", "")
      assert.is_true(count >= 4, path)
    end
  end)
end)

require("tessera.busted").scenarios "samples/games"
