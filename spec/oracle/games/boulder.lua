--- Boulders, the twin of samples/games/boulder.lua: the same game without pictures.

local twin = require "spec.support.twin"

local falling = { rock = "falling_rock", falling_rock = "falling_rock",
  gem = "falling_gem", falling_gem = "falling_gem" }
local resting = { falling_rock = "rock", falling_gem = "gem" }
local heading = { fly_up = "up", fly_left = "left", fly_down = "down", fly_right = "right" }
local active = { "rock", "falling_rock", "gem", "falling_gem", "fly_up", "fly_left", "fly_down",
  "fly_right" }
local left_of = { up = "left", left = "down", down = "right", right = "up" }
local right_of = { up = "right", right = "down", down = "left", left = "up" }

local function explode(state, row, column)
  local board = state.board
  board:set(row, column, "empty")
  for row2, column2 in board:neighbours(row, column, "soft", "all") do
    board:set(row2, column2, "empty")
  end
  state:event("exploded", "@", row, column)
  if board:count "player" == 0 then
    state:over "Dead"
  end
end

local function move(board, row, column, row2, column2, kind)
  board:set(row, column, "empty"):set(row2, column2, kind)
end

local function stone(state, row, column, kind)
  local board = state.board
  local below = board:get(row + 1, column)
  if below == "empty" then
    return move(board, row, column, row + 1, column, falling[kind])
  elseif resting[kind] and board:is(row + 1, column, "creature") then
    return explode(state, row + 1, column)
  elseif below == "rock" or below == "gem" or below == "wall" then
    for side = column - 1, column + 1, 2 do
      if board:is(row, side, "empty") and board:is(row + 1, side, "empty") then
        return move(board, row, column, row, side, falling[kind])
      end
    end
  end
  if resting[kind] then
    board:set(row, column, resting[kind])
  end
end

local function fly(state, row, column, direction)
  local board = state.board
  if board:neighbours(row, column, "player")() then
    return explode(state, row, column)
  end
  for _, way in ipairs { left_of[direction], direction } do
    local row2, column2 = board:step(row, column, way)
    if row2 and board:is(row2, column2, "empty") then
      return move(board, row, column, row2, column2, "fly_" .. way)
    end
  end
  board:set(row, column, "fly_" .. right_of[direction])
end

-- Everything that moves by itself does so once, in reading order: what has just come into a cell
-- waits for the next tick.
local function tick(state)
  local board = state.board
  for row, column, kind in board:copy():each(active) do
    local still = board:is(row, column, kind)
    if still and heading[kind] then
      fly(state, row, column, heading[kind])
    elseif still then
      stone(state, row, column, kind)
    end
  end
  state.ticks = state.ticks + 1
end

-- Walks, or returns why not.
local function walk(state, direction)
  local board = state.board
  local row, column = board:find "player"
  local row2, column2 = board:step(row, column, direction)
  local kind = row2 and board:get(row2, column2) or "border"
  if kind == "gem" or kind == "falling_gem" then
    state.gems = state.gems + 1
    state.needed = math.max(0, state.needed - 1)
  elseif kind == "rock" and (direction == "left" or direction == "right") then
    if board:push(row2, column2, direction, "rock") ~= 1 then
      return "the rock is stuck"
    end
  elseif kind == "exit" then
    if state.needed > 0 then
      return ("the exit is closed: %d more gems are needed"):format(state.needed)
    end
    state:over "Escaped"
  elseif kind ~= "empty" and kind ~= "dirt" then
    return ("the %s is in the way"):format(kind:match "%a+")
  end
  move(board, row, column, row2, column2, "player")
  state:event("walked", "@", row, column, row2, column2)
end

return twin.of("boulder", {
  outcomes = { "Escaped", "Dead" },
  apply = function(state, action)
    local refused = action ~= "wait" and action ~= "tick" and walk(state, action)
    if refused then
      return nil, refused
    elseif not state:outcome() then
      tick(state)
    end
  end,

  score = function(state)
    return state.gems
  end,
})
