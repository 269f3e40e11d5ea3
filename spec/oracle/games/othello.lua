--- Othello, the twin of samples/games/othello.lua: the same game without pictures.

local tessera = require "tessera"

local discs = { "black", "white" }
local directions = { "up", "down", "left", "right", "up-left", "up-right", "down-left",
  "down-right" }

-- The discs that are enclosed by a disc of the player in an empty cell.
local function enclosed(board, row, column, player)
  local cells = {}
  for _, direction in ipairs(directions) do
    local count = #cells
    local r, c = board:step(row, column, direction)
    while r and board:is(r, c, discs[3 - player]) do
      cells[#cells + 1] = { r, c }
      r, c = board:step(r, c, direction)
    end
    while #cells > count and not (r and board:is(r, c, discs[player])) do
      cells[#cells] = nil
    end
  end
  return cells
end

local function can_move(board, player)
  for row, column in board:each "empty" do
    if enclosed(board, row, column, player)[1] then
      return true
    end
  end
  return false
end

local function lead(board, player)
  return board:count(discs[player]) - board:count(discs[3 - player])
end

local function end_if_over(state)
  local board = state.board
  if not can_move(board, 1) and not can_move(board, 2) then
    local black = lead(board, 1)
    state:over(black > 0 and "Black wins" or black < 0 and "White wins" or "Draw")
  end
end

return tessera.game {
  name = "othello",
  players = 2,
  symmetries = { "left-right", "up-down", "transpose" },
  legend = { ["."] = "empty", x = "black", o = "white" },
  map = "......../......../......../...ox.../...xo.../......../......../........",
  moves = { "<row> <column>", "pass" },
  outcomes = { "Black wins", "White wins", "Draw" },
  setup = end_if_over,

  actions = function(state, add)
    local board, player = state.board, state:turn()
    for row, column in board:each "empty" do
      if enclosed(board, row, column, player)[1] then
        add(row, column)
      end
    end
    if not can_move(board, player) then
      add "pass"
    end
  end,

  apply = function(state, row, column)
    local board, player = state.board, state:turn()
    if row == "pass" then
      if can_move(board, player) then
        return nil, "there is a move"
      end
      return true
    elseif not board:is(row, column, "empty") then
      return nil, "the cell is taken"
    end
    local cells = enclosed(board, row, column, player)
    if not cells[1] then
      return nil, "it encloses no disc"
    end
    board:set(row, column, discs[player])
    for _, cell in ipairs(cells) do
      board:set(cell[1], cell[2], discs[player])
      state:event("turned", player == 1 and "x" or "o", cell[1], cell[2], cell[1], cell[2])
    end
    end_if_over(state)
  end,

  score = function(state, player)
    return lead(state.board, player)
  end,
}
