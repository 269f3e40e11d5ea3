--- What a game says of its screen, its keys and its messages, for those who draw and play it.

local wording = require "tessera.base.wording"

local screen = {}

local tick_min, tick_max = 0.02, 60 -- seconds

-- Flickscreen: the page in which a place is.
local function page(place, size)
  return (place - 1) // size * size + 1
end

-- Zoomscreen: `size` of `count` places, with this one in the middle as far as the board goes.
local function around(place, size, count)
  return math.max(1, math.min(place - size // 2, count - size + 1))
end

local function sides_of(size)
  local columns, rows = table.unpack(size or {})
  return size and columns > 0 and rows > 0 and { rows, columns } or nil
end

-- The part of a board that is seen; `before` is the part that was seen before. It is as large for
-- all positions of a level.
local function window_of(sides, first)
  return function(state, before)
    local rows, columns = state:rows(), state:columns()
    local row, column = state:player()
    if not row and before then
      return before
    end
    local high, broad = math.min(sides[1], rows), math.min(sides[2], columns)
    return { row = first(row or 1, high, rows), column = first(column or 1, broad, columns),
      rows = high, columns = broad }
  end
end

-- The text that the last action has shown; or that which `refused` shows, an action that changes
-- nothing else.
local function message(state, refused)
  if refused then
    return state:clone():press(refused).message
  end
  return state:message()
end

-- Whether an action lets a rule restart the level. (The state is played on.)
local function begins_again(before, action)
  return wording.one_of("restart", before:press(action).commands)
end

local function has_restart(commands)
  for _, command in ipairs(commands) do
    if command.name == "restart" then
      return true
    end
  end
  return false
end

--- Adds to the description of a game what it says of its screen and its keys.
---@param about tessera.About
---@param game table what the parser has read
---@param program table from the compiler
---@param methods table<string, function> of its states
function screen.add(about, game, program, methods)
  local flags = program.flags
  about.title, about.author = game.title, game.author
  about.back, about.text_colour = game.background_color, game.text_color
  about.sprites, about.message = true, message
  about.undoes, about.restart = not flags.noundo, not flags.norestart and "restart"
  about.keys = not flags.noaction and { x = "action", space = "action" } or nil
  about.more_keys = { undo = { "u" } }
  about.tick = game.realtime and math.max(tick_min, math.min(tick_max, game.realtime)) or nil
  about.focus, about.same_board, about.changes = methods.player, methods.same_board, methods.changes
  about.begins_again = has_restart(program.commands) and begins_again or nil
  local flick, zoom = sides_of(game.flickscreen), sides_of(game.zoomscreen)
  about.window = flick and window_of(flick, page) or zoom and window_of(zoom, around) or nil
end

return screen
