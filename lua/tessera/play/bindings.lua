--- Bindings: the keys of a game, from the forms of its actions and from what the game says about
--- keys, and the keys of the commands.

local choices = require "tessera.play.choices"
local directions = require "tessera.base.directions"
local labels = require "tessera.base.labels"

local bindings = {}

--- The directions of keys, and of letters.
bindings.arrows = { up = "up", down = "down", left = "left", right = "right", home = "up-left",
  pageup = "up-right", ["end"] = "down-left", pagedown = "down-right" }
bindings.letters = { w = "up", s = "down", a = "left", d = "right" }

--- The same on hexagons: up and down go to the cells above and below, which touch a corner as well.
bindings.hex_arrows = { up = "up-left", down = "down-right", left = "left", right = "right",
  home = "up-left", pageup = "up-right", ["end"] = "down-left", pagedown = "down-right" }
bindings.hex_letters = { a = "left", d = "right", w = "up-left", e = "up-right", z = "down-left",
  x = "down-right" }

-- The keys of each direction of hexagons, and the digit that lies there on a number pad.
local hex_help = { { "left, a", "left", "4" }, { "right, d", "right", "6" },
  { "up, home, w", "up-left", "7" }, { "pageup, e", "up-right", "9" },
  { "end, z", "down-left", "1" }, { "down, pagedown, x", "down-right", "3" } }

-- The commands: their usual key, their other keys, and what they do.
local commands = {
  { "undo", "z", { "f2", "backspace" }, "undo" },
  { "redo", "y", { "f3", "ctrl-y" }, "redo" },
  { "restart", "r", { "f4", "ctrl-r" }, "restart the level" },
  { "previous", "p", { "f5", "ctrl-p" }, "previous level" },
  { "next", "n", { "f6", "ctrl-n" }, "next level" },
  { "new", "N", { "shift-f6" }, "new puzzle" },
  { "hint", "h", { "f7" }, "hint" },
  { "solve", "v", { "f8", "ctrl-v" }, "solve it and watch" },
  { "save", "o", { "f9", "ctrl-o" }, "save the play as a .play file" },
  { "type", ":", { "f11" }, "type an action; Tab completes it" },
  { "help", "?", { "f1" }, "show or hide the keys" },
  { "quit", "q", { "f10", "ctrl-c" }, "quit" },
}

-- ---- forms ----

local function each_form(lists, visit)
  for _, forms in ipairs(lists) do
    for _, parts in ipairs(forms) do
      visit(parts)
    end
  end
end

--- The word that a form begins with, without the blank behind it; nil if it begins with a slot.
---@param parts tessera.ChoicePart[]
---@return string|nil
function bindings.verb_of(parts)
  local first = parts[1]
  return first.kind == "text" and first.text:match "^(.-)%W*$" or nil
end

local function is_bare_direction(parts)
  return #parts == 1 and choices.is_direction(parts[1])
end

--- Whether a cell can be chosen for the first slot of the form.
---@param parts tessera.ChoicePart[]
---@return boolean
function bindings.takes_cell(parts)
  local slot = choices.slot(choices.new(parts))
  return slot and (slot.kind == "row" or slot.kind == "column"
    or slot.kind == "word" and #slot.words > 4 and not choices.is_direction(slot)) or false
end

local function has_cursor(lists)
  local cells, bare = false, false
  each_form(lists, function(parts)
    cells = cells or bindings.takes_cell(parts)
    bare = bare or is_bare_direction(parts)
  end)
  return cells and not bare
end

local function digits_of(lists)
  local meaning
  each_form(lists, function(parts)
    local slot = choices.slot(choices.new(parts)) or {}
    local kind = choices.is_diagonal(slot) and "direction" or slot.kind
    if not meaning and (kind == "direction" or kind == "number" or kind == "column") then
      meaning = kind
    end
  end)
  return meaning
end

-- The directions that forms have; nil if they have none.
local function headings_of(lists)
  local found
  each_form(lists, function(parts)
    for _, part in ipairs(parts) do
      for _, word in ipairs(choices.is_direction(part) and part.words or {}) do
        found = found or {}
        found[directions.meant[word:lower()]] = true
      end
    end
  end)
  return found
end

-- The keys among these that go somewhere, in their order.
local function going(self, headings, keys, list)
  local names = {}
  for _, key in ipairs(keys) do
    local own = self.bindings[key] and not self.bindings[key].direction
    names[#names + 1] = headings[list[key]] and (key == list[key] or not own) and key or nil
  end
  return names
end

-- What the list of keys says of them: "arrows, w a s d" where all four directions mean something.
local function arrows_in_words(self, headings)
  if self.cursor then
    return "arrows, w a s d"
  end
  local names = going(self, headings, { "left", "right", "up", "down" }, bindings.arrows)
  if #names == 4 then
    return "arrows, w a s d"
  end
  local letters = going(self, headings, { "a", "d", "w", "s" }, bindings.letters)
  return table.concat(table.move(letters, 1, #letters, #names + 1, names), ", ")
end

local function bind_arrows(self)
  local headings = headings_of(self.lists)
  if not headings and not self.cursor then
    return
  end
  for _, list in ipairs { self.arrows, self.letters } do
    for key, direction in pairs(list) do
      if self.cursor or headings[direction] then
        self.bindings[key] = self.bindings[key] or { direction = direction }
      end
    end
  end
  local what = self.cursor and "move the cursor" or "move"
  if self.hexagons then
    for _, line in ipairs(hex_help) do
      local digit = self.digits == "direction" and not self.cursor and ", " .. line[3] or ""
      table.insert(self.help, { line[1] .. digit, what .. " " .. line[2] })
    end
  else
    table.insert(self.help, { arrows_in_words(self, headings), what })
  end
  if not self.hexagons and self.digits == "direction" and not self.cursor then
    table.insert(self.help, { "7 9 1 3", "move diagonally" })
  end
  if self.cursor then
    self.bindings.enter = self.bindings.enter or { cell = true }
    self.bindings.space = self.bindings.space or { cell = true }
    table.insert(self.help, { "Enter, space, click", "choose the cell" })
  end
end

-- The letter for a word: its first one; else one that is no command's, or a capital.
local function letter_for(self, verb)
  local taken = {}
  for _, entry in ipairs(commands) do
    taken[entry[2]] = true
  end
  local first = verb:lower():match "%w"
  if first and not self.bindings[first] then
    return first
  end
  for _, word in ipairs { verb:lower(), verb:upper() } do
    for letter in word:gmatch "%w" do
      if not self.bindings[letter] and not taken[letter] then
        return letter
      end
    end
  end
end

-- A letter for each word that forms begin with, unless the game names a key for it.
local function bind_verbs(self)
  local seen = {}
  for _, binding in pairs(self.bindings) do
    local verb = binding.parts and bindings.verb_of(binding.parts) or binding.play
    if type(verb) == "string" then
      seen[verb] = true
    end
  end
  each_form(self.lists, function(parts)
    local verb = bindings.verb_of(parts)
    local letter = verb and verb ~= "" and not seen[verb] and not self.unbound[verb]
      and letter_for(self, verb)
    if letter then
      self.bindings[letter] = { verb = verb }
      table.insert(self.help, { letter, #parts == 1 and labels.action(self.module, verb)
        or labels.begun(self.module, verb) .. " ..." })
    end
    seen[verb or ""] = true
  end)
end

-- The parts of the form with this text, if there is one that has slots.
local function form_of(self, moves, text)
  for i, move in ipairs(moves or {}) do
    if move:gsub("%s+", " ") == text and text:find("<", 1, true) then
      return self.lists[1][i]
    end
  end
end

-- The keys that the game names itself; `false` takes a key away.
local function bind_own(self, given, moves)
  local names, list = {}, {}
  for key in pairs(given) do
    names[#names + 1] = key
  end
  table.sort(names)
  for _, key in ipairs(names) do
    local what = given[key]
    self.bindings[key] = { play = what, parts = form_of(self, moves, what) }
    if type(what) == "string" then
      list[what] = list[what] or {}
      table.insert(list[what], key)
      if not list[what][2] then
        self.help[#self.help + 1] = { list[what], labels.form(self.module, what) }
      end
    end
  end
  for _, line in ipairs(self.help) do
    line[1] = table.concat(line[1], ", ")
  end
end

local function bind_command(self, name, key, others, text)
  self.shown[name] = not self.bindings[key] and key or others[1]
  local free = not self.bindings[key] and { key } or {}
  for _, other in ipairs(others) do
    free[#free + 1] = (#other > 1 or not self.bindings[other]) and other or nil
  end
  for _, other in ipairs(free) do
    if not self.bindings[other] then
      self.commands[other] = name
    end
  end
  table.insert(self.help, { table.concat(free, ", "), text, command = name })
end

-- Whether the game has no such command.
local function is_off(controls, name)
  return (name == "undo" or name == "redo") and controls.undoes == false
    or name == "restart" and controls.restart == false
end

-- Binds the commands. The keys of those that the game does not have mean nothing.
local function bind_commands(self, controls)
  for _, entry in ipairs(commands) do
    local name, key, others, text = table.unpack(entry)
    local more = controls.more_keys and controls.more_keys[name] or {}
    others = table.move(more, 1, #more, #others + 1, { table.unpack(others) })
    if is_off(controls, name) then
      for _, other in ipairs { key, table.unpack(others) } do
        self.bindings[other] = self.bindings[other] or { play = false }
      end
    else
      bind_command(self, name, key, others, text)
    end
  end
end

-- A game with ticks can be paused: by space, or else by a key that is free.
local function bind_pause(self)
  for _, key in ipairs { "space", ".", "p", "ctrl-@", "f12" } do
    if not self.bindings[key] and not self.commands[key] then
      self.commands[key], self.shown.pause = "pause", key
      table.insert(self.help, { key, "pause, go on", command = "pause" })
      return
    end
  end
end

---@class tessera.Controls how a game is played with keys
---@field module? tessera.Game whose labels are read
---@field forms? table[] the compiled forms of a game in Lua, or texts
---@field moves? string[] the texts of compiled forms: a key may stand for one
---@field by_player? string[][] forms that differ from player to player
---@field keys? table<string, string|string[]|fun(state: tessera.State): string[]> what keys play
---@field hexagons? boolean the board is one of hexagons
---@field cursor? boolean false: no cursor, although forms name cells
---@field upward? boolean row 1 is the lowest one
---@field tick? boolean
---@field undoes? boolean false: nothing can be undone
---@field restart? string|false the action that begins a level again; false: nothing does
---@field more_keys? table<string, string[]> other keys of commands, such as { undo = { "u" } }
---@field legend? string the characters of the maps of a game in C

local function parts_of(form)
  return type(form) == "string" and choices.of_text(form) or choices.of_slots(form)
end

--- Binds the keys of a game: fills in a keyboard that is empty.
---@param self tessera.Keyboard
---@param controls tessera.Controls
function bindings.bind(self, controls)
  for i, forms in ipairs(controls.by_player or { controls.forms or {} }) do
    self.lists[i] = {}
    for k, form in ipairs(forms) do
      self.lists[i][k] = parts_of(form)
    end
  end
  self.hexagons = controls.hexagons or false
  self.arrows = self.hexagons and bindings.hex_arrows or bindings.arrows
  self.letters = self.hexagons and bindings.hex_letters or bindings.letters
  self.cursor = controls.cursor ~= false and has_cursor(self.lists)
  self.digits = digits_of(self.lists)
  bind_own(self, controls.keys or {}, controls.moves)
  bind_arrows(self)
  bind_verbs(self)
  bind_commands(self, controls)
  if controls.tick then
    bind_pause(self)
  end
end

return bindings
