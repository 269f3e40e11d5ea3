--- Rush Hour, the twin of samples/games/rush.lua: the same game without pictures.

local tessera = require "tessera"

local legend, cars = { ["."] = "empty" }, {}
for letter in ("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):gmatch "." do
  legend[letter] = letter
  cars[#cars + 1] = letter
end

local along = { up = "down", down = "down", left = "right", right = "right" }

local function end_if_out(state)
  local row = state.board:find "X"
  if row and state.board:is(row, state:columns(), "X") then
    state:over "Out"
  end
end

local function add_if_empty(board, row, column, add, car, direction)
  if board:is(row, column, "empty") then
    add(car, direction)
  end
end

return tessera.game {
  name = "rush",
  summary = "Rush Hour: drive car X out to the right",
  help = "Each letter is a car. 'A left' drives car A one cell to the left.",
  legend = legend,
  groups = { car = cars },
  moves = { "<" .. table.concat(cars, "|") .. "> <direction>" },
  outcomes = { "Out" },
  goal = "Out",

  setup = end_if_out,

  check = function(state)
    local board = state.board
    for _, cells in ipairs(board:regions "car") do
      local row, column = cells[1][1], cells[1][2]
      local car = board:get(row, column)
      local length = math.max(board:run(row, column, "right"), board:run(row, column, "down"))
      if length == 1 or length < board:count(car) then
        return ("car %s is not a straight line of cells"):format(car)
      end
    end
    local row, column = board:find "X"
    if not row or board:run(row, column, "right") == 1 then
      return "there is no car X that drives left and right"
    end
  end,

  actions = function(state, add)
    local board, seen = state.board, {}
    for row, column, car in board:each "car" do
      local across = not seen[car] and board:run(row, column, "right")
      if across and across > 1 then
        add_if_empty(board, row, column - 1, add, car, "left")
        add_if_empty(board, row, column + across, add, car, "right")
      elseif across then
        local down = board:run(row, column, "down")
        add_if_empty(board, row - 1, column, add, car, "up")
        add_if_empty(board, row + down, column, add, car, "down")
      end
      seen[car] = true
    end
  end,

  apply = function(state, car, direction)
    local board = state.board
    local row, column = board:find(car)
    if not row then
      return nil, "there is no such car"
    end
    local length = board:run(row, column, along[direction])
    if length == 1 then
      return nil, "the car does not drive sideways"
    elseif direction == "left" then
      column = column + length - 1
    elseif direction == "up" then
      row = row + length - 1
    end
    if not board:push(row, column, direction, car) then -- from its rear end
      return nil, "something is in the way"
    end
    state:event("drove", car, row, column, board:step(row, column, direction))
    if car == "X" then
      end_if_out(state)
    end
  end,
}
