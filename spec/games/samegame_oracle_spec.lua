--- Compares SameGame with its twin on random games.

local differential = require "spec.support.differential"
local oracle = require "spec.oracle.samegame"
local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local run = require "spec.support.run"
local samegames = require "spec.support.samegames"
local seeds = require "spec.support.seeds"

describe("SameGame and its twin", function()
  local game = {
    new = samegame.new,
    twin = oracle.new,
    random = samegames.random,
    -- pairs() is what turn() and outcome() rest on.
    always = { "outcome", "score", "pairs" },
    sometimes = { "actions", "left", "moves", "stuck", "won" },
    every = 5,
    kind = function()
      return "removed"
    end,
  }

  it("agree on random games; all kinds of answers occur", function()
    local counts = differential.run(game, rng.new, seeds.range(20000))
    assert.equal(seeds.part(20000), counts.games)
    assert.is_true(seeds.often(counts.carried_out.removed, 32000))
    for _, outcome in ipairs { "Game Won", "Game Over", "none" } do
      assert.is_true(seeds.often(counts.outcomes[outcome], 2000), outcome)
    end
  end)
end)

describe("SameGame, compared in detail,", function()
  -- The board as a table of rows from the bottom, for events to change.
  local function rows_of(state)
    local rows = {}
    for line in tostring(state):gmatch "[^\n]+" do
      local row = {}
      for value in line:gmatch "." do row[#row + 1] = value end
      table.insert(rows, 1, row)
    end
    return rows
  end

  local function picture_of(rows)
    local lines = {}
    for row = #rows, 1, -1 do lines[#lines + 1] = table.concat(rows[row]) .. "\n" end
    return table.concat(lines)
  end

  -- Faster than an assertion, for loops over all cells.
  local function check(condition, ...)
    if not condition then
      error(("seed %d, %s, after %s: %s"):format(...), 0)
    end
  end

  -- Carries the events out on the board, one after the other, and counts them by kind. Returns
  -- whether each was right.
  local function follow(rows, events, counts)
    for _, event in ipairs(events) do
      local from, to = event.from, event.to
      if event.what ~= rows[from[1]][from[2]] or (event.kind == "removed") ~= (to == nil) then
        return false
      end
      rows[from[1]][from[2]] = "."
      if to then
        if rows[to[1]][to[2]] ~= "." or (event.kind == "fell") ~= (to[2] == from[2]) then
          return false
        end
        rows[to[1]][to[2]] = event.what
      end
      counts[event.kind] = counts[event.kind] + 1
    end
    return true
  end

  local function text_of(cells)
    local texts = {}
    for i, cell in ipairs(cells or {}) do texts[i] = cell[1] .. " " .. cell[2] end
    return table.concat(texts, ", ")
  end

  -- Compares region() for every cell, and for places outside of the board.
  local function same_regions(state, twin)
    for row = 0, twin.rows + 1 do
      for column = 0, twin.columns + 1 do
        local cells, why = state:region(row, column)
        local same = text_of(cells) == text_of(twin:region(row, column))
        if not same or (cells == nil) ~= (why ~= nil) then
          return false
        end
      end
    end
    return true
  end

  local function width(state)
    return #tostring(state):match "%d*[^\n]*\n$":match "^%d*"
  end

  local reasons = {
    row = "^%-?%d+ %-?%d+: the board has no row %-?%d+$",
    column = "^%-?%d+ %-?%d+: the board has no column %-?%d+$",
    empty = "^%d+ %d+: the cell is empty$",
    single = "^%d+ %d+: the cell is a single %d$",
    over = "^%-?%d+ %-?%d+: the game is over %(Game %a+%)$",
  }

  local function count_reason(why, counts)
    for name, pattern in pairs(reasons) do
      if why:find(pattern) then
        counts[name] = counts[name] + 1
        return true
      end
    end
    return false
  end

  it("agrees on the regions of tall boards", function()
    local random = rng.new(5)
    for rows = 58, 68 do
      for values = 2, 6 do
        local lines = {}
        for row = 1, rows do
          lines[row] = ""
          for _ = 1, 6 do lines[row] = lines[row] .. 1 + random:below(values) end
        end
        local map = table.concat(lines, "\n")
        assert.same(oracle.new(map):actions(), samegame.new(map):actions())
      end
    end
  end)

  -- A full board in which many columns are of one value, so that they close.
  local function striped(random, rows, columns, values)
    local lines, stripes = {}, {}
    for column = 1, columns do
      stripes[column] = random:below(3) > 0 and random:below(values)
    end
    for row = 1, rows do
      local cells = {}
      for column = 1, columns do
        cells[column] = stripes[column] or random:below(values)
      end
      lines[row] = table.concat(cells)
    end
    return table.concat(lines, "\n")
  end

  it("agrees on columns of any height, and on few and many of them", function()
    local counts = { removed = 0, fell = 0, moved = 0 }
    for seed, shape in ipairs {
      { 8, 8 }, { 8, 9 }, { 8, 140 }, { 9, 4 }, { 9, 70 }, { 16, 12 }, { 17, 2 }, { 32, 40 },
      { 33, 1 }, { 33, 20 }, { 63, 18 }, { 64, 18 }, { 65, 9 }, { 3, 300 }, { 17, 514 },
    } do
      local rows, columns = shape[1], shape[2]
      for values = 2, 4 do
        local random = rng.new(seed)
        local map = striped(random, rows, columns, values)
        local state, twin = samegame.new(map), oracle.new(map)
        for step = 1, 12 do
          local row, column = 1 + random:below(rows), 1 + random:below((columns + 1) // 2)
          local text = row .. " " .. column
          local function agree(condition, what)
            check(condition, seed, map, text, what)
          end
          local events, board = step % 2 == 0 and {} or nil, rows_of(state)
          agree((state:apply(text, events) == true) == twin:command(text), "carried out")
          agree(tostring(state) == tostring(twin), "the board")
          agree(state:pairs() == twin:pairs() and state:left() == twin:left(), "the counts")
          if events then
            agree(follow(board, events, counts), "events")
            agree(tostring(state) == picture_of(board), "the board after the events")
          end
          if step % 6 == 0 and rows * columns < 1500 then
            assert.same(twin:actions(), state:actions())
            agree(text_of(state:region(row, column)) == text_of(twin:region(row, column)),
              "the region")
          end
          agree(state == samegame.load(state:save()), "the saved state")
        end
      end
    end
    for name, count in pairs(counts) do
      assert.is_true(count >= 1000, name .. " was met only " .. count .. " times")
    end
  end)

  it("agrees on every region; events report every change; equal boards have equal keys", function()
    local counts = { removed = 0, fell = 0, moved = 0, closed = 0, at_once = 0 }
    for name in pairs(reasons) do counts[name] = 0 end
    for seed in seeds(2000) do
      local map, texts = samegames.random(rng.new(seed))
      local state, twin = samegame.new(map), oracle.new(map)
      for i, text in ipairs(texts) do
        local function agree(condition, what)
          check(condition, seed, map, table.concat(texts, ", ", 1, i), what)
        end
        agree(same_regions(state, twin), "regions")
        local events, rows, before = {}, rows_of(state), width(state)
        local done, result = state:apply(text, events)
        agree(twin:command(text) == (done == true), "carried out")
        if done then
          agree(follow(rows, events, counts), "events")
          agree(tostring(state) == picture_of(rows), "the board after the events")
          counts.closed = counts.closed + (before - width(state) == 1 and 1 or 0)
          counts.at_once = counts.at_once + (before - width(state) > 1 and 1 or 0)
        else
          agree(#events == 0, "events without a removal")
          agree(count_reason(result, counts), result)
        end
        local again = samegame.new(tostring(state))
        agree(state:key() == again:key() and state:hash() == again:hash(), "equal boards")
        agree(state:pairs() == again:pairs() and state:left() == again:left(), "the counts")
        agree(state == samegame.load(state:save()), "the saved state")
        if state:outcome() and done == nil then
          break
        end
      end
    end
    for name, count in pairs(counts) do
      assert.is_true(seeds.often(count, 200), name .. " was met only " .. count .. " times")
    end
  end)

  it("agrees on the output of the command", function()
    local parts = {}
    for seed in seeds(3000) do
      local map, texts = samegames.random(rng.new(seed))
      if not map:find(".", 1, true) then
        local rows, bottom_up = 0, {}
        for line in map:gmatch "%S+" do
          rows = rows + 1
          table.insert(bottom_up, 1, (line:gsub("%d", "%0 ")))
        end
        parts[#parts + 1] = rows .. " " .. #map:match "%S+"
        parts[#parts + 1] = table.concat(bottom_up, "\n")
        for _, text in ipairs(texts) do
          parts[#parts + 1] = text ~= "0 0" and text or nil
        end
        parts[#parts + 1] = "0 0"
      end
    end
    local input = table.concat(parts, "\n")
    local stdout, stderr, status = run({ "samegame" }, input)
    assert.same({ "", 0 }, { stderr, status })
    assert.equal(oracle.play(input), stdout)
    local _, won = stdout:gsub("Game Won", "")
    local _, grids = stdout:gsub("Grid", "")
    assert.is_true(seeds.often(won, 100, grids - won, 100))
  end)
end)
