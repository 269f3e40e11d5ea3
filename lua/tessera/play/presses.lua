--- Keys and clicks of somebody who plays: what they mean where the cursor is, and that it happens.

local directions = require "tessera.base.directions"
local frame = require "tessera.draw.frame"
local telling = require "tessera.play.telling"

local presses = {}

local function move_cursor(self, direction)
  local state = self:state()
  local step = (self.keyboard.hexagons and directions.hex_steps or directions.steps)[direction]
  self.cursor = { math.max(1, math.min(state:rows(), self.cursor[1] + step[1])),
    math.max(1, math.min(state:columns(), self.cursor[2] + step[2])) }
  self:looked()
end

local function context_of(self)
  local state = self:state()
  local row, column = self.cursor[1], self.cursor[2]
  local kinds = {}
  local drawn = frame.of(state, nil, { row = row, column = column, rows = 1, columns = 1 })
  for i, part in ipairs(drawn[1].parts) do
    kinds[i] = part.kind
  end
  return { state = state, player = state:turn() or 1, place = { row = self.playable.controls.upward
    and state:rows() - row + 1 or row, column = column, kinds = kinds }, legal = function(text)
    local fine, why = pcall(state.why, state, text)
    return fine and why == nil
  end }
end

-- The direction from the cursor to a cell in line with it, or nil.
local function direction_to(from, row, column, hexagons)
  local down, right = row - from[1], column - from[2]
  if down ~= 0 and right ~= 0 and math.abs(down) ~= math.abs(right) then
    return nil
  end
  local far = math.max(math.abs(down), math.abs(right), 1)
  return directions.of_step(down // far, right // far, hexagons)
end

-- Plays the action that a key or a click has led to. Returns the command that is left to do.
local function carry_out(self, what, which)
  if what == "move" then
    move_cursor(self, which)
  elseif what == "command" then
    return not self:command(which) and which or nil
  elseif what == "action" then
    self.message = nil
    if self:state():outcome() then
      self.message = telling.ended(self)
    elseif self:act(which) then
      self.ticked = nil
    end
  elseif what == "used" then
    self.message = nil
    require("tessera.play.answers").check(self)
  end
end

--- A key is pressed: it closes a message of the game, or plays. Returns the name of a command that
--- the caller carries out, such as "hint".
---@param self tessera.Player
---@param key string
---@return string|nil command
function presses.key(self, key)
  if self.telling[1] then
    table.remove(self.telling, 1)
    return nil
  end
  if key == "enter" and self:has_won() and self.number < #self.playable.list then
    return carry_out(self, "command", "next")
  end
  local what, which = self.keyboard:press(key, context_of(self))
  if not what then
    self.message = key .. " does nothing here."
      .. (self.options.touch and "" or (" %s shows the keys."):format(self.keyboard.shown.help))
  end
  return carry_out(self, what, which)
end

-- Where no action has a cell, a cell that is chosen is where to go. Time would pass meanwhile.
local function go(self, row, column)
  local state = self:state()
  local way = not self.playable.tick and self.playable.players == 1
    and require("tessera.play.reach").tap(state, self.playable.controls.upward
      and state:rows() - row + 1 or row, column)
  self.message = way and not way[1] and "There is no way there that changes nothing else." or nil
  for _, action in ipairs(way or {}) do
    if not self:act(action) or self.telling[1] or self:state():outcome() then
      break
    end
  end
end

--- A cell is chosen with the mouse. If a direction is asked for, it is that of the cell, unless the
--- action is not possible and the cell can begin another one.
---@param self tessera.Player
---@param row integer from the top, also where the game counts from below
---@param column integer
---@param second? boolean with the other button
function presses.click(self, row, column, second)
  local keyboard = self.keyboard
  if not keyboard.cursor and keyboard:asked() ~= "cell" then
    return go(self, row, column)
  end
  local context = context_of(self)
  local direction = keyboard:wants_direction() and direction_to(self.cursor, row, column,
    keyboard.hexagons)
  local what, which = keyboard:head(direction, context)
  if what ~= "used" and not (which and context.legal(which)) then
    local refused = which
    self.cursor = { row, column }
    what, which = keyboard:pick(context_of(self), second)
    if not what and refused then
      what, which = "action", refused
    end
  end
  carry_out(self, what, which)
end

return presses
