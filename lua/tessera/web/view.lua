--- What a page draws of somebody who plays. Of the board, its tiles and the steps only what
--- the page does not know yet is told.

local frame = require "tessera.draw.frame"
local loading = require "tessera.api.loading"
local movement = require "tessera.web.movement"
local svg = require "tessera.draw.svg"
local telling = require "tessera.play.telling"
local tiles = require "tessera.draw.tiles"

local view = {}

local preview_most = 2500

-- What is shown of the board now.
local function area_of(seat)
  return seat.shown and seat.shown.areas[seat.at] or seat:seen_area()
end

--- The place on the board of a cell of what is shown; raises a fault if there is none.
---@param seat tessera.web.Seat
---@param row integer
---@param column integer
---@return integer row
---@return integer column
function view.place(seat, row, column)
  local area = area_of(seat)
  if row > area.rows or column > area.columns then
    loading.fail(("there is no cell at row %d, column %d"):format(row, column))
  end
  return row + area.row - 1, column + area.column - 1
end

--- The tiles that were not told before; nil if there are none.
---@param seat tessera.web.Seat
---@return table[]|nil
function view.tiles(seat)
  local list = {}
  for i = seat.told + 1, #seat.tiles.list do
    local cell = seat.tiles.list[i]
    list[#list + 1] = { number = i, label = cell.label, svg = svg.tile(cell) }
  end
  seat.told = #seat.tiles.list
  return list[1] and list or nil
end

-- The marks that lie in what is shown, by their places there.
local function in_area(list, area)
  local inside = {}
  for _, mark in ipairs(list) do
    mark.row, mark.column = mark.row - area.row + 1, mark.column - area.column + 1
    inside[#inside + 1] = mark.row >= 1 and mark.row <= area.rows and mark.column >= 1
      and mark.column <= area.columns and mark or nil
  end
  return inside
end

--- What is marked on the board for an action that is recommended.
---@param seat tessera.web.Seat
---@param action string
---@return tessera.Mark[]
function view.marks(seat, action)
  return in_area(require("tessera.play.marks").of_action(seat:state(), action, seat:viewer(),
    seat.playable.controls), area_of(seat))
end

-- The board, or what has changed of it. Returns the numbers of all its tiles.
local function board(seat, told, state, area)
  local drawn = frame.of(state, seat:viewer(), area)
  told.moved, told.bump = movement.of(seat, state, drawn, told.step)
  local numbers = seat.tiles:numbers(drawn)
  local known = seat.cells
  told.rows, told.columns, told.back = drawn.rows, drawn.columns, drawn.back
  if known and seat.rows == drawn.rows and #known == #numbers then
    told.changes = tiles.changes(known, numbers)
  else
    told.all = numbers
  end
  return numbers
end

-- The steps that the page does not know yet.
local function new_steps(seat, steps)
  local from = seat.known ~= steps and 1 or seat.changed
  return from and { from = from, list = table.move(steps, from, #steps, 1, {}) }
end

--- All that the page draws. After an error of the game, what the page does not know yet is told
--- with the next view.
---@param seat tessera.web.Seat
---@return table
function view.of(seat)
  local state = seat:seen()
  local outcome, step = state:outcome(), seat.shown and seat.at or seat:moves()
  local kind, text = seat.keyboard:asked()
  local area = area_of(seat)
  local restarts, undone, undoes = 0, 0, step > 0
  if not seat.shown then
    restarts, undone = seat.play:restarts()
    undoes = undoes or restarts > 0 or seat.play:leads_before_start()
  end
  local steps = seat:steps()
  local moves = seat.shown and seat.shown:moves(step) or telling.moves(seat)
  local told = { text = frame.text(state, seat:viewer(), area), outcome = outcome,
    over = outcome ~= nil,
    won = not seat.shown and seat:has_won(),
    message = seat.telling[1] and seat.telling[1].text or seat.message,
    prompt = seat.keyboard:prompt(), asks = kind and { kind = kind, text = text },
    level = seat.number, step = step, moves = moves, count = #steps,
    steps = new_steps(seat, steps),
    round = restarts, undo = undoes, redo = step < #steps or undone > 0,
    computer = not seat.shown and seat:is_computers() and not outcome, turn = state:turn() or nil,
    marks = outcome and in_area(require("tessera.play.marks").of_end(state), area),
    paused = seat.paused,
    verdict = not seat.shown and telling.verdict(seat) or nil,
    replay = seat.shown ~= nil, key = seat:key(),
    status = seat:status(not seat.shown, state, moves) }
  if seat.playable.together and step == 0 and not seat.shown then
    told.seated = require("tessera.play.passing").first(seat)
  end
  if seat.keyboard.cursor and not outcome and not seat.shown then
    told.cursor = seat.cursor
  end
  local cells = board(seat, told, state, area)
  told.tiles = view.tiles(seat)
  told.heard = seat.heard[1] and seat.heard or nil
  seat.cells, seat.rows, seat.known, seat.changed = cells, told.rows, steps, nil
  seat.heard = {}
  return told
end

--- What a level looks like at its beginning; raises a fault if that is too much for a small
--- picture.
---@param seat tessera.web.Seat
---@param number integer
---@return table
function view.preview(seat, number)
  local state = seat:first(number)
  local drawn = frame.of(state, seat:viewer(), frame.area(state))
  if drawn.rows * drawn.columns > preview_most then
    loading.fail(("a board of %d x %d cells has no small picture"):format(drawn.rows,
      drawn.columns))
  end
  return { rows = drawn.rows, columns = drawn.columns, back = drawn.back,
    all = seat.tiles:numbers(drawn), tiles = view.tiles(seat) }
end

return view
