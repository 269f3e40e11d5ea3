--- What is marked on the board of somebody who plays: where a hint leads, and the lines that have
--- ended the game.

local directions = require "tessera.base.directions"
local games = require "tessera.base.games"
local maps = require "tessera.base.maps"
local sight = require "tessera.base.sight"

local marks = {}

---@class tessera.Mark a cell, from the top
---@field row integer
---@field column integer
---@field arrow? string the character of a direction, which stands in the cell; without it there are
---brackets around the cell

local arrows = { up = "↑", down = "↓", left = "←", right = "→", ["up-left"] = "↖",
  ["up-right"] = "↗", ["down-left"] = "↙", ["down-right"] = "↘" }

local function is_on(state, at)
  return at and at[1] >= 1 and at[1] <= state:rows() and at[2] >= 1 and at[2] <= state:columns()
end

-- The cell that an action names, if it does.
local function named_cell(state, action)
  local row, column = action:match "(%d+)[ ,]+(%d+)"
  local at = row and { math.tointeger(tonumber(row)), math.tointeger(tonumber(column)) }
  return is_on(state, at) and at or nil
end

-- Where the first piece comes from and goes to; nothing where all of the board moves.
local function moved(state, action, viewer)
  local about = maps.about(games.of(state))
  if about and about.squashes then
    return nil
  end
  local next_state, events, before = state:clone(), {}, sight.keep(state)
  next_state:apply(action, events)
  for _, event in ipairs(sight.events(before, events, next_state, viewer)) do
    if event.from or event.to then
      return event.from, event.to
    end
  end
end

local function sign(n)
  return n > 0 and 1 or n < 0 and -1 or 0
end

-- The middle of the side of a board that lies in this direction.
local function side_of(state, step)
  local rows, columns = state:rows(), state:columns()
  local function along(by, size)
    return by < 0 and 1 or by > 0 and size or (size + 1) // 2
  end
  return { along(step[1], rows), along(step[2], columns) }
end

-- Where the player of PuzzleScript stands, which tells no events of pieces.
local function standing(state)
  local about = maps.about(games.of(state))
  local row, column = (about and about.focus or function() end)(state)
  return row and { row, column }
end

-- The marks of an action in the game's own rows.
local function of_action(state, action, viewer, hexagons)
  local steps = hexagons and directions.hex_steps or directions.steps
  local from, to = moved(state, action, viewer)
  from = from or not to and standing(state) or nil
  local direction, cell = directions.named(action), named_cell(state, action)
  if not direction and from and to and not cell then
    direction = directions.of_step(sign(to[1] - from[1]), sign(to[2] - from[2]), hexagons)
  end
  local step = direction and steps[direction]
  local begin = cell or from or not step and to
  if not step then
    return is_on(state, begin) and { { row = begin[1], column = begin[2] } } or {}
  end
  local target = is_on(state, begin) and { begin[1] + step[1], begin[2] + step[2] }
    or side_of(state, step)
  target = is_on(state, target) and target or begin
  local list = { { row = target[1], column = target[2], arrow = arrows[direction] } }
  if begin and target ~= begin and is_on(state, begin) then
    list[2] = { row = begin[1], column = begin[2] }
  end
  return list
end

--- The marks of an action that is recommended: brackets around what it moves or where it is done,
--- and an arrow where it goes to. If it moves no single piece, the arrow stands at the side of the
--- board. Nothing is marked where the action says no place and moves nothing.
---@param state tessera.State not changed
---@param action string
---@param viewer integer|nil
---@param controls tessera.Controls
---@return tessera.Mark[]
function marks.of_action(state, action, viewer, controls)
  local list = of_action(state, action, viewer, controls.hexagons)
  for _, mark in ipairs(controls.upward and list or {}) do
    mark.row = state:rows() - mark.row + 1
  end
  return list
end

-- The lines of pieces on a board; none if it has no such pieces.
local function lines_of(board, kind, length)
  local fine, list = pcall(board.lines, board, kind, length, "all")
  return fine and list or {}
end

--- The cells of the lines that have ended a game, if one of its ends is a line.
---@param state tessera.State
---@return tessera.Mark[]
function marks.of_end(state)
  local about, list = maps.about(games.of(state)), {}
  if not (about and about.lines and state:outcome()) then
    return list
  end
  local steps = about.hexagons and directions.hex_steps or directions.steps
  for _, line in ipairs(about.lines) do
    for _, kind in ipairs(line.kinds) do
      for _, found in ipairs(lines_of(state[about.layers[1]], kind, line.length)) do
        local step = steps[found.direction]
        for i = 0, found.length - 1 do
          list[#list + 1] = { row = found.row + i * step[1], column = found.column + i * step[2] }
        end
      end
    end
  end
  return list
end

return marks
