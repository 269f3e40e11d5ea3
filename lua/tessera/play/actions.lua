--- Which keys play which actions: what a key means while an action is put together.

local bindings = require "tessera.play.bindings"
local choices = require "tessera.play.choices"
local labels = require "tessera.base.labels"

local actions = {}

---@class tessera.Place a cell as the forms count it, and the kinds of what is there
---@field row integer
---@field column integer
---@field kinds string[]

---@class tessera.Keyboard
---@field bindings table<string, table> by the name of a key
---@field commands table<string, string> the command that a key stands for
---@field shown table<string, string> a key of each command, as the screen names it
---@field lists tessera.ChoicePart[][][] the forms by player; one list stands for all players
---@field cursor boolean whether there is a cursor
---@field digits "column"|"direction"|"number"|nil what a digit means
---@field help { [1]: string, [2]: string, command?: string }[] keys and what they do
---@field pending? tessera.Choice[] what is decided so far
---@field typed string the digits of a number
---@field module? tessera.Game whose labels are read
---@field unbound table<string, boolean> the words of actions that no key of their own plays
local Keyboard = {}
Keyboard.__index = Keyboard

local takes_cell, verb_of = bindings.takes_cell, bindings.verb_of
local pad = { ["7"] = "up-left", ["8"] = "up", ["9"] = "up-right", ["4"] = "left", ["6"] = "right",
  ["1"] = "down-left", ["2"] = "down", ["3"] = "down-right" }

--- Makes the keyboard of a game.
---@param controls tessera.Controls
---@return tessera.Keyboard
function actions.keyboard(controls)
  local self = setmetatable({ bindings = {}, commands = {}, shown = {}, lists = {}, help = {},
    typed = "", unbound = {}, module = controls.module }, Keyboard)
  self.unbound[controls.tick and "tick" or ""] = true
  self.unbound[controls.restart or ""] = true
  bindings.bind(self, controls)
  return self
end

-- ---- choosing ----

---@class tessera.Context what a key is pressed in
---@field state tessera.State
---@field player integer
---@field place tessera.Place where the cursor is
---@field legal fun(text: string): boolean

function Keyboard:start(player)
  local list = {}
  for i, parts in ipairs(self.lists[player] or self.lists[1] or {}) do
    list[i] = choices.new(parts)
  end
  return list
end

-- Of complete actions the first that can be carried out; else the first.
local function best_of(texts, context)
  for _, text in ipairs(texts) do
    if context.legal(text) then
      return text
    end
  end
  return texts[1]
end

-- The choices, where there is nothing decided yet, that are meant without naming their word: those
-- without one, or else all of them if they share one slot.
local function unnamed(list)
  local bare = {}
  for _, choice in ipairs(list) do
    if choice.text == "" then
      bare[#bare + 1] = choice
    end
  end
  return bare[1] and bare or list
end

-- Decides a part of each choice. Returns the text of the action if it is complete, or whether
-- anything fitted.
local function decide(self, list, with, value, context)
  local left, whole = {}, {}
  for _, choice in ipairs(list) do
    local next_choice = with(choice, value)
    if next_choice and choices.slot(next_choice) then
      left[#left + 1] = next_choice
    elseif next_choice then
      whole[#whole + 1] = next_choice.text
    end
  end
  self.typed = ""
  if whole[1] then
    local first = self.pending and self.pending[1].parts[1]
    local again = first and first.kind == "word" and #first.words > 4 and with
      == choices.with_direction
    self.pending = again and self.pending or nil
    return best_of(whole, context)
  elseif left[1] then
    self.pending = left
    return true
  end
  return false
end

-- Goes on with these choices: with the cell of the cursor, if one is what comes next.
local function choose(self, list, context)
  local first = list[1] and choices.slot(list[1])
  if list[1] and not first then
    self.pending = nil
    return list[1].text
  elseif first and takes_cell(list[1].parts) and self.cursor then
    return decide(self, list, choices.with_cell, context.place, context)
  end
  self.pending = list[1] and list or nil
  return list[1] ~= nil
end

local function choose_verb(self, verb, context)
  local list = {}
  for _, choice in ipairs(self:start(context.player)) do
    if verb_of(choice.parts) == verb then
      list[#list + 1] = choice
    end
  end
  return choose(self, list, context)
end

-- A letter: a word of the choices; a small one also means the word of the capital letter.
local function choose_word(self, list, key, context)
  return decide(self, list, choices.with_word, key, context)
    or key:find "%l" ~= nil and decide(self, list, choices.with_word, key:upper(), context)
end

-- A digit: a column, a direction, or a part of a number.
local function choose_digit(self, key, context)
  local list = self.pending or unnamed(self:start(context.player))
  local slot = list[1] and choices.slot(list[1])
  if not key:find "^%d$" or not slot then
    return false
  elseif slot.kind == "number" then
    self.typed = (self.typed .. key):sub(-15)
    self.pending = list
    local number = math.tointeger(tonumber(self.typed))
    return number * 10 <= slot.max or decide(self, list, choices.with_number, number, context)
  elseif slot.kind == "column" and key ~= "0" then
    return decide(self, list, choices.with_cell, { column = tonumber(key), row = 1 }, context)
  elseif pad[key] and self.digits == "direction" then
    return decide(self, list, choices.with_direction, pad[key], context)
  end
  return false
end

local function own_action(what, context)
  if type(what) == "function" then
    what = what(context.state)
  end
  return type(what) == "table" and best_of(what, context) or what or false
end

-- A key while a choice is open. False if the choice has no use for it.
local function go_on(self, key, context)
  local binding = self.bindings[key] or {}
  if key == "esc" then
    self:cancel()
    return true
  elseif key == "enter" and self.typed ~= "" then
    return decide(self, self.pending, choices.with_number, math.tointeger(tonumber(self.typed)),
      context)
  elseif binding.cell then
    return decide(self, self.pending, choices.with_cell, context.place, context)
  end
  local direction = self.arrows[key] or self.letters[key]
  if direction and choices.is_direction(choices.slot(self.pending[1])) then
    return decide(self, self.pending, choices.with_direction, direction, context)
  end
  local done = choose_digit(self, key, context)
  return done or #key == 1 and not binding.direction
    and choose_word(self, self.pending, key, context)
end

--- Nothing is decided any more.
function Keyboard:cancel()
  self.pending, self.typed = nil, ""
end

-- What `decide` returns, as `Keyboard:press` does.
local function answer(done)
  if type(done) == "string" then
    return "action", done
  end
  return done and "used" or nil
end

--- A cell is clicked, or chosen with the cursor. `second` is the other button of the mouse: the
--- second form that begins with a cell. Returns what `press` does.
---@param context tessera.Context
---@param second? boolean
---@return "action"|"used"|nil what
---@return string|nil which
function Keyboard:pick(context, second)
  if self.pending then
    local done = decide(self, self.pending, choices.with_cell, context.place, context)
    if done then
      return answer(done)
    end
    self:cancel()
  end
  local list = {}
  for _, choice in ipairs(second and self:start(context.player)
    or unnamed(self:start(context.player))) do
    list[#list + 1] = takes_cell(choice.parts) and choice or nil
  end
  if second or list[1] and list[1].text ~= "" then
    list = { list[second and 2 or 1] } -- another word is another deed
  end
  return answer(decide(self, list, choices.with_cell, context.place, context))
end

--- Decides a direction, which is what comes next. Returns what `press` does.
---@param direction string|nil|false
---@param context tessera.Context
---@return "action"|"used"|nil what
---@return string|nil which
function Keyboard:head(direction, context)
  return answer(direction
    and decide(self, self.pending, choices.with_direction, direction, context))
end

--- Whether a direction is what comes next.
---@return boolean
function Keyboard:wants_direction()
  return self.pending ~= nil and choices.is_direction(choices.slot(self.pending[1]))
end

-- A key that is bound, where no choice is open.
local function press_bound(self, binding, key, context)
  if binding.parts then
    return answer(choose(self, { choices.new(binding.parts) }, context))
  elseif binding.play ~= nil then
    return answer(own_action(binding.play, context))
  elseif binding.direction and self.cursor then
    return "move", binding.direction
  elseif binding.direction then
    local done = decide(self, unnamed(self:start(context.player)), choices.with_direction,
      binding.direction, context)
    return answer(done or choose_digit(self, key, context))
  elseif binding.cell then
    return self:pick(context)
  end
  return answer(choose_verb(self, binding.verb, context))
end

--- A key is pressed.
---@param key string
---@param context tessera.Context
---@return "action"|"move"|"command"|"used"|nil what nil: the key means nothing here
---@return string|nil which the action, the direction of the cursor, the command
function Keyboard:press(key, context)
  local done = self.pending and go_on(self, key, context)
  local binding = self.bindings[key]
  if done then
    return answer(done)
  elseif self.pending and not (binding and binding.direction and self.cursor) then
    self:cancel()
  end
  if binding then
    return press_bound(self, binding, key, context)
  elseif self.commands[key] then
    return "command", self.commands[key]
  end
  done = choose_digit(self, key, context)
  return answer(done or #key == 1 and key:find "%w" ~= nil
    and choose_word(self, unnamed(self:start(context.player)), key, context))
end

-- The open choice, and the slot that comes next.
local function pending(self)
  local choice = self.pending and self.pending[1]
  return choice, choice and choices.slot(choice)
end

--- What kind of answer is asked for, and the action as far as it is decided; nil if nothing is.
---@return "direction"|"number"|"word"|"cell"|nil
---@return string|nil text
function Keyboard:asked()
  local choice, slot = pending(self)
  if not slot then
    return nil
  end
  local kind = choices.is_direction(slot) and "direction" or slot.kind
  return (kind == "row" or kind == "column") and "cell" or kind, choice.text
end

--- What is decided so far, and what is asked for, in words; nil if nothing is.
---@return string|nil
function Keyboard:prompt()
  local kind, text = self:asked()
  local _, slot = pending(self)
  if not kind then
    return nil
  end
  text = labels.begun(self.module, text) .. text:match "%s*$"
  if kind == "direction" then
    return text .. "... which direction? (arrows; Esc: none)"
  elseif kind == "number" then
    return ("%s%s... a number of %d..%d"):format(text, self.typed, slot.min, slot.max)
  elseif kind == "word" and #slot.words <= 8 then
    return text .. "... " .. table.concat(slot.words, ", ") .. "?"
  end
  return text .. "... choose a cell (Esc: none)"
end

return actions
