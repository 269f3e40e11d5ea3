--- Specifies the option `symmetric` of searches, compared with searches without it, and with a twin
--- that makes the images of positions in Lua.

local core = require "tessera.search_core"
local examine_level = require "tessera.check.examine_level"
local lua_games = require "spec.support.lua_games"
local maps = require "tessera.base.maps"
local oracle = require "spec.oracle.search"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local symmetry = require "tessera.base.symmetry"
local tessera = require "tessera"
local tower = require "tessera.tower"

local function over(state)
  return state:outcome() ~= nil
end

-- Flies that look to a side. All of them are symmetric to each other.
local flies = tessera.game {
  name = "flies", legend = { ["."] = "empty", ["#"] = "wall", ["^"] = "fly_up", [">"] = "fly_right",
    v = "fly_down", ["<"] = "fly_left" },
  groups = { fly = { up = "fly_up", right = "fly_right", down = "fly_down", left = "fly_left" } },
  moves = { "turn <row> <column> <direction>", "fly <row> <column>" },
  apply = function(state, word, row, column, direction)
    local board, fly = state.board, state.board:get(row, column)
    if not board:is(row, column, "fly") then
      return nil, "there is no fly"
    elseif word == "turn" then
      board:set(row, column, "fly_" .. direction)
      return
    end
    local step = ({ fly_up = { -1, 0 }, fly_down = { 1, 0 }, fly_left = { 0, -1 },
      fly_right = { 0, 1 } })[fly]
    local r, c = row + step[1], column + step[2]
    if r < 1 or r > board:rows() or c < 1 or c > board:columns()
      or not board:is(r, c, "empty") then
      return nil, "something is in its way"
    end
    board:set(row, column, "empty")
    board:set(r, c, fly)
  end,
  outcome = function(state)
    local board = state.board
    return board:is(1, 1, "fly") and board:is(board:rows(), board:columns(), "fly") and "Met"
      or nil
  end,
  symmetries = { "half turn", "transpose" },
}

local function flies_start(random)
  local cells = {}
  for i = 1, 9 do
    cells[i] = random:below(6) == 0 and "#" or "."
  end
  cells[1 + random:below(4)], cells[5 + random:below(4)] = "^", ">"
  return flies.new((table.concat(cells):gsub("...", "%0\n")))
end

-- The games that declare symmetries, and throw no dice.
local starts = { flies = { flies, flies_start } }
for _, game in ipairs(lua_games) do
  if maps.about(game.module).symmetries[1] and game.name ~= "game2048" then
    starts[game.name] = { game.module, require("spec.conformance." .. game.name) }
  end
end

-- Random levels of Hexoban are not symmetric; these are, with the player on an axis.
starts.hexoban[2] = function(random)
  local boards = { "@..../...$o/...../.$.../.o...", ".$.o./$@.../...../o..../.....",
    "@..../.#.$o/...../.$.../.o..#" }
  return (starts.hexoban[1].new(boards[1 + random:below(#boards)]))
end

for name, game in pairs(starts) do
  describe("merged positions of " .. name, function()
    local module, start = table.unpack(game)
    local function mark(state)
      return examine_level.canonical(module, maps.about(module).symmetries, state)
    end

    it("are as many as the twin's", function()
      local fewer = 0
      for seed in seeds(25, 8) do
        local state = start(rng.new(13 + seed)) -- of these each game soon has one with images
        local _, all = search.walk(state, 2, { nodes = 60 })
        if all.ended == "done" then
          local counts = search.walk(state, 2, { symmetric = true })
          local expected = oracle.orbits(state, 2, mark)
          assert.same(expected, counts, tostring(state))
          fewer = fewer + (counts[2] + counts[3] < all.positions - 1 and 1 or 0)
        end
      end
      assert.is_true(seeds.often(fewer, 1))
    end)

    it("lead to a goal in as many actions, and are dead ends as often as the twin's", function()
      local compared, found = 0, 0
      for seed in seeds(60) do
        local state = start(rng.new(seed))
        local options = { nodes = 1500 }
        local length, plain = search.shortest(state, over, options)
        for _, method in ipairs(plain.ended == "done" and { "breadth-first", "a-star", "ida-star" }
          or {}) do
          local actions, info = search.shortest(state, over, { symmetric = true, method = method,
            heuristic = method == "a-star" and function(position)
              return over(position) and 0 or 1
            end or nil })
          assert.same({ "done", length and #length }, { info.ended, actions and #actions })
          if actions then
            local copy = state:clone()
            copy:apply_all(actions)
            assert.is_true(over(copy))
          end
          compared, found = compared + 1, found + (actions and 1 or 0)
        end
        local all, told = search.report(state, over, options)
        if told.ended == "done" then
          local report = search.report(state, over, { symmetric = true })
          assert.same({ all.solvable, all.length }, { report.solvable, report.length })
          assert.is_true(report.positions <= all.positions)
          assert.equal(all.dead_ends == 0, report.dead_ends == 0)
          assert.equal(all.dead_ends == 1, report.dead_ends == 1)
        end
      end
      assert.is_true(seeds.often(compared, 10, found, 5), name .. compared .. " " .. found)
    end)
  end)
end

describe("the option symmetric", function()
  local lights, sokoban = lua_games.lights, lua_games.sokoban

  it("counts positions that are images of each other once", function()
    -- Nine lamps; pressing a corner, an edge or the middle: three kinds of positions.
    local lit = lights.new "***/***/***"
    assert.same({ 1, 9 }, (search.walk(lit, 1)))
    assert.same({ 1, 3 }, (search.walk(lit, 1, { symmetric = true })))
    -- On 2 x 3 cells two corners differ from two edges; there is no transpose.
    assert.same({ 1, 2 }, (search.walk(lights.new "***/***", 1, { symmetric = true })))
    assert.same({ 1, 4 }, (search.walk(lua_games.connect4.new(), 1, { symmetric = true })))
    local plain, report = search.report(lights.new "***/*../*.."),
      search.report(lights.new "***/*../*..", nil, { symmetric = true })
    assert.same({ true, 7, true, 7 },
      { plain.solvable, plain.length, report.solvable, report.length })
    assert.is_true(report.positions * 4 < plain.positions)
  end)

  it("merges nothing where the walls are not symmetric", function()
    local level = "#######\n#@    #\n# $$  #\n#   ..#\n#######"
    local state = sokoban.new(level)
    local counts = search.walk(state, 12, { symmetric = true })
    assert.same(search.walk(state, 12), counts)
  end)

  it("keeps to the limits of memory", function()
    for power = 0, 20 do
      for _, method in ipairs { "breadth-first", "ida-star" } do
        local _, info = search.shortest(lights.new "****/*..*/...*/..*.", nil,
          { symmetric = true, method = method, memory = 3 << power, nodes = 3000 })
        assert.is_true(info.memory <= 3 << power)
      end
    end
  end)

  it("is for games that declare symmetries, without chance", function()
    for message, try in pairs {
      ["search.shortest: symmetric: tower declares no symmetries"] = function()
        search.shortest(tower.new "..../S#.G/####", nil, { symmetric = true })
      end,
      ["search.walk: symmetric: rush declares no symmetries"] = function()
        search.walk(lua_games.rush.new "XX../....", 1, { symmetric = true })
      end,
      ["search.walk: symmetric is for games without chance: game2048 throws dice"] = function()
        search.walk(lua_games.game2048.new "11../..../..../....", 2, { symmetric = true })
      end,
      ["search.report: symmetric: expected a value of type boolean, got 1"] = function()
        search.report(lights.new "*", nil, { symmetric = 1 })
      end,
      ["search.all_shortest: unknown key 'symmetric'"] = function()
        search.all_shortest(lights.new "*", nil, { symmetric = true })
      end,
    } do
      local fine, fault = pcall(try)
      assert.is_false(fine, message)
      assert.is_truthy(tostring(fault):find(message, 1, true), tostring(fault))
    end
  end)

  it("tells that a line is none, because the goal or the rules are not symmetric", function()
    local row = tessera.game { name = "row", legend = { ["."] = "dark", o = "lit" },
      moves = { "light <column>", "left" }, symmetries = { "left-right" },
      apply = function(state, word, column)
        local board = state.board
        if word == "light" then
          board:set(1, column, "lit")
          return
        end
        local _, at = board:find "lit"
        if not at or at == 1 then
          return nil, "nothing can move"
        end
        board:set(1, at, "dark")
        board:set(1, at - 1, "lit")
      end }
    -- ..o and o.. are one position: the way to .oo may begin with either of them.
    local fine, fault = pcall(search.shortest, row.new "...", function(state)
      return tostring(state) == ".oo\n"
    end, { symmetric = true })
    assert.is_false(fine)
    assert.is_truthy(fault:find("symmetric: the goal is reached in an image of a position, but not "
      .. "in the position itself", 1, true), fault)
    -- The image of o... can move.
    fine, fault = pcall(search.shortest, row.new "o...", function(state)
      return state.board:count "lit" == 1 and not state.board:is(1, 1, "lit")
        and not state.board:is(1, 4, "lit")
    end, { symmetric = true })
    assert.is_false(fine)
    assert.is_truthy(fault:find("symmetric: images of a position do not play alike: `run.lua "
      .. "check` tells whether the symmetries of row hold", 1, true), fault)
  end)

  it("has images that lie on the board, of known kinds", function()
    local state = flies.new "^../.../..>"
    local images = symmetry.images(flies, state)
    assert.equal(3, #images) -- a half turn, both diagonals
    local limits = { nodes = 10, memory = 1 << 20, disk = 0 }
    local function walk(changes)
      local image = {}
      for key, value in pairs(images[1]) do
        image[key] = value
      end
      for key, value in pairs(changes) do
        image[key] = value
      end
      return pcall(core.walk, state, limits, 1, { image }, 1)
    end
    assert.is_true((walk {}))
    for _, changes in ipairs { { first = 1 << 40 }, { first = 9 }, { down = -4 }, { right = 1 },
      { first = "x" }, { becomes = "" }, { becomes = ("x"):rep(256) },
      { becomes = ("\0"):rep(256) } } do
      assert.is_false((walk(changes)))
    end
    assert.is_false((pcall(core.walk, tower.new "..../S#.G/####", limits, 1, {}, 1)))
    assert.is_false((pcall(core.walk, state, limits, 1,
      table.move({ images[1], images[1], images[1], images[1] }, 1, 4, 5, { images[1], images[1],
        images[1], images[1] }), 1)))
  end)
end)
