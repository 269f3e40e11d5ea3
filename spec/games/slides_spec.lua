--- Runs that change places with a cell, in moves "<piece> <direction>": the actions and what they
--- do against a plain program, on boards of many shapes.

local rng = require "tessera.rng"
local search = require "tessera.search"
local tessera = require "tessera"

local ways = { left = { 0, -1 }, right = { 0, 1 }, up = { -1, 0 }, down = { 1, 0 } }
local pieces = { "A", "B", "C" }

local function game(least, after)
  return tessera.game {
    name = "slides",
    legend = { ["."] = "empty", ["~"] = "oil", ["#"] = "wall", A = "A", B = "B", C = "C" },
    groups = { piece = pieces, open = { "empty", "oil" } },
    moves = { "<piece> <direction>" },
    rules = {
      { "<piece> <direction>",
        ("[ %d+ <piece> | %s ] -> [ empty | %d+ <piece> ]"):format(least, after, least) },
    },
  }
end

local function cells(state)
  local rows = {}
  for line in tostring(state):gmatch "[^\n]+" do
    local row = {}
    for cell in line:gmatch "." do
      row[#row + 1] = cell
    end
    rows[#rows + 1] = row
  end
  return rows
end

-- Where the run that begins here in this direction ends, if the rule fits; nil if not.
local function place_after(rows, row, column, piece, way, least, open)
  local function at(k)
    local line = rows[row + k * way[1]]
    return line and line[column + k * way[2]]
  end
  if at(0) ~= piece or at(-1) == piece then
    return nil
  end
  local length = 0
  while at(length) == piece do
    length = length + 1
  end
  if length >= least and open[at(length) or ""] then
    return row + length * way[1], column + length * way[2]
  end
end

-- The board after the action, or nil if it is not possible.
local function played(state, piece, way, least, open)
  local rows = cells(state)
  for row = 1, #rows do
    for column = 1, #rows[1] do
      local to_row, to_column = place_after(rows, row, column, piece, way, least, open)
      if to_row then
        rows[row][column], rows[to_row][to_column] = ".", piece
        for i, line in ipairs(rows) do
          rows[i] = table.concat(line) .. "\n"
        end
        return table.concat(rows)
      end
    end
  end
end

-- A board with runs, of which some touch: a cell mostly takes over one of its neighbours.
local function board(random)
  local height, rows = 1 + random:below(11), {}
  local width = random:below(15) == 0 and 58 + random:below(12) or 1 + random:below(19)
  for row = 1, height do
    rows[row] = {}
    for column = 1, width do
      local i, fresh = random:below(10), ("..~#ABC"):sub(1 + random:below(7)):sub(1, 1)
      rows[row][column] = i < 3 and column > 1 and rows[row][column - 1]
        or i < 6 and row > 1 and rows[row - 1][column] or fresh
    end
  end
  for row = 1, height do
    rows[row] = table.concat(rows[row])
  end
  return table.concat(rows, "\n") .. "\n"
end

local cases = {
  { least = 2, after = "empty", open = { ["."] = true } },
  { least = 2, after = "open", open = { ["."] = true, ["~"] = true } },
  { least = 3, after = "empty", open = { ["."] = true } },
  { least = 1, after = "open", open = { ["."] = true, ["~"] = true } },
}

describe("a run that changes places with a cell", function()
  for _, case in ipairs(cases) do
    it(("goes as a plain program says: %d+, then %s"):format(case.least, case.after), function()
      local slides, random, found = game(case.least, case.after), rng.new(7), 0
      for _ = 1, 300 do
        local state, expected = slides.new(board(random)), {}
        local boards, count = {}, 0
        for _, piece in ipairs(pieces) do
          for name, way in pairs(ways) do
            local action = piece .. " " .. name
            local after = played(state, piece, way, case.least, case.open)
            expected[action] = after
            count = count + (after and not boards[after] and 1 or 0)
            boards[after or ""] = true
            local copy = state:clone()
            assert.equal(after ~= nil, copy:apply(action) == true, action)
            assert.equal(after or tostring(state), tostring(copy), action)
          end
        end
        for _, action in ipairs(state:actions()) do
          assert.is_string(expected[action], action)
          expected[action], found = nil, found + 1
        end
        assert.is_nil(next(expected))
        -- A search foresees what an action changes, and does not play those that it has met.
        assert.same({ 1, count }, search.walk(state, 1))
      end
      assert.is_true(found > 500)
    end)
  end
end)
