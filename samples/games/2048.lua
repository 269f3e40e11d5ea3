--- 2048 (Gabriele Cirulli): all tiles slide; two equal ones that meet become their sum. After
--- each move a new tile appears: a 2, or one time in ten a 4.

local tessera = require "tessera"

-- A cell's character is the power of two: 1 for 2, 2 for 4, ... a for 1024, b for 2048.
local legend = { ["."] = "empty" }
local characters = "123456789abcdefgh"
local power = {}
for i = 1, #characters do
  legend[characters:sub(i, i)] = tostring(1 << i)
  power[tostring(1 << i)] = 1 << i
end

-- Slides a line of names to its first end; what the tiles that met are worth.
local function slide(line)
  local tiles, points, joined = {}, 0, false
  for _, name in ipairs(line) do
    local last = tiles[#tiles]
    if name ~= "empty" and name == last and not joined and power[name] < 131072 then
      tiles[#tiles] = tostring(2 * power[name])
      points, joined = points + 2 * power[name], true
    elseif name ~= "empty" then
      tiles[#tiles + 1], joined = name, false
    end
  end
  for i = #tiles + 1, #line do
    tiles[i] = "empty"
  end
  return tiles, points
end

local turns = { left = 0, down = 1, right = 2, up = 3 } -- quarter turns until it is "left"

local function add_tile(state)
  local skip = state:chance(state.board:count "empty")
  for row, column in state.board:each "empty" do
    skip = skip - 1
    if skip == 0 then
      state.board:set(row, column, state:chance(10) == 1 and "4" or "2")
      state:event("appeared", "+", nil, nil, row, column)
      return
    end
  end
end

return tessera.game {
  name = "game2048",
  summary = "2048: slide the tiles, join equal ones",
  legend = legend,
  map = "..../..../..../....",
  counters = { points = { min = 0 } },
  moves = { "<direction>" },
  setup = function(state)
    if state.board:count "empty" == state:rows() * state:columns() then
      add_tile(state)
      add_tile(state)
    end
  end,
  apply = function(state, direction)
    local board = state.board:rotated(turns[direction])
    for i = 1, board:rows() do
      local tiles, points = slide(board:row(i))
      board:set_row(i, tiles)
      state.points = state.points + points
    end
    board = board:rotated(-turns[direction])
    if board == state.board then
      return nil, "no tile would move"
    end
    state.board:paste(board, 1, 1)
    add_tile(state)
  end,
  outcome = function(state)
    local board = state.board
    if board:count "empty" == 0 and not board:lines(characters, 2)[1] then
      return "Game Over"
    end
  end,
  score = function(state)
    return state.points
  end,
}
