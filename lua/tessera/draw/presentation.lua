--- What the definition of a game written in Lua says to those who draw it and play it: `look`,
--- `keys` and `tick`. The rules know nothing of these.

local errors = require "tessera.base.errors"
local look = require "tessera.draw.look"
local maps = require "tessera.base.maps"
local wording = require "tessera.base.wording"

local presentation = {}

local tick_min, tick_max = 0.02, 60

---@class tessera.Shown what there is to know of a game for those who draw and play it
---@field looks table<string, table> what its look says, by kind (tessera.draw.look)
---@field look? table<string, table> how its kinds are drawn, as the definition says it
---@field keys? table<string, string> actions, or forms of actions, by the names of keys
---@field tick? number after how many seconds without a key the action "tick" is played
---@field title? string how the game is called on the screen, if not by its summary
---@field author? string
---@field levels? tessera.Level[] levels that it has of its own
---@field after? string[] the messages behind the last of them
---@field at? fun(state: tessera.State, row: integer, column: integer): string[] the kinds in a cell
---@field back? string the colour behind the board, "#rrggbb"
---@field text_colour? string that of messages
---@field stacked? table<string, string> glyphs of kinds that lie upon each other
---@field sprites? boolean glyphs only stand in for its sprites
---@field window? fun(state: tessera.State, before: tessera.Area|nil): tessera.Area the part of the
---board that is shown
---@field focus? fun(state: tessera.State): integer|nil, integer|nil the row and the column of what
---is to be seen of a board larger than the screen
---@field message? fun(state: tessera.State, refused: string|nil): string|nil the text that the last
---action has shown; or the one that a refused action shows
---@field changes? fun(after: tessera.State, before: tessera.State): table[]|nil which objects have
---come and gone, in PuzzleScript
---@field same_board? fun(one: tessera.State, other: tessera.State): boolean whether all things lie
---in the same places
---@field begins_again? fun(before: tessera.State, action: string): boolean whether the action
---lets a rule begin the level again; changes the state
---@field more_keys? table<string, string[]> other keys of commands, such as { undo = { "u" } }
---@field undoes? boolean false: there is no key for undo
---@field restart? string|false the action that begins a level again; false: there is no key for it

-- The names of all kinds.
local function kinds_of(compiled)
  local seen = {}
  for _, bytes in ipairs(compiled.bytes) do
    for kind in pairs(bytes) do
      seen[kind] = true
    end
  end
  return wording.sorted(seen)
end

local key_names = { "space", "enter", "tab", "back-tab", "backspace", "delete", "insert", "esc",
  "up", "down", "left", "right", "home", "end", "pageup", "pagedown" }
for number = 1, 12 do
  key_names[#key_names + 1] = "f" .. number
end

-- What people call some of them.
local called = { del = "delete", escape = "esc", ins = "insert", pgdn = "pagedown", pgup = "pageup",
  spacebar = "space", ["return"] = "enter" }

-- The name of a key: a character that can be seen, or a word such as "space", with the names of
-- other keys that are held in front, as in "ctrl-r" or "shift-left".
local function check_key(place, key)
  local length = type(key) == "string" and #key <= 23 and not key:find "%c" and utf8.len(key)
  if not length or key:find "^%s*$" or length > 1 and not key:find "^[%w-]+$" then
    errors.fail("%s: expected the name of a key, such as 'x' or 'space', got %s", place,
      errors.shown(key))
  end
  local held, name = "", key
  for _, other in ipairs { "ctrl-", "alt-", "shift-" } do
    if name:sub(1, #other) == other and name ~= other then
      held, name = held .. other, name:sub(#other + 1)
    end
  end
  local is_character = utf8.len(name) == 1
  if is_character and held:find "shift" then
    errors.fail("%s: there is no key %s: with shift it writes another character, such as %s", place,
      errors.shown(key), errors.shown(held:gsub("shift%-", "") .. name:upper()))
  elseif not is_character and not wording.one_of(name, key_names) then
    local near = called[name] or called[name:lower()] or errors.near(name, key_names)
    errors.fail("%s: there is no key %s%s", place, errors.shown(key),
      near and errors.meant(held .. near)
        or (" (expected a character or one of %s)"):format(table.concat(key_names, " ")))
  end
end

-- The words of a text, between single blanks.
local function normal(text)
  return (text:gsub("^%s+", ""):gsub("%s+$", ""):gsub("%s+", " "))
end

local function compile_keys(what, keys, compiled)
  local place = what .. ": keys"
  compiled.keys = {}
  for _, key in ipairs(wording.sorted(keys)) do
    check_key(place, key)
    compiled.keys[key] = normal(errors.type(("%s: '%s'"):format(place, key), keys[key], "string"))
  end
end

local function compile_tick(what, definition)
  local tick = errors.type(what .. ": tick", definition.tick, "number")
  if not (tick >= tick_min and tick <= tick_max) then
    errors.fail("%s: tick: expected %s..%d seconds, got %s", what, tick_min, tick_max, tick)
  end
  for _, form in ipairs(definition.moves) do
    if normal(form) == "tick" then
      return
    end
  end
  errors.fail("%s: tick: the moves have no action 'tick'", what)
end

--- Checks `look`, `keys` and `tick`, and copies them.
---@param what string the game, for messages
---@param definition tessera.Definition
---@param compiled table has the legend and the forms already
function presentation.compile(what, definition, compiled)
  compiled.look = definition.look
  local keys = errors.type(what .. ": keys", definition.keys, "table", "nil")
  compiled.looks = look.read(what, compiled.look, kinds_of(compiled))
  if keys then
    compile_keys(what, keys, compiled)
  end
  if definition.tick ~= nil then
    compile_tick(what, definition)
    compiled.tick = definition.tick
  end
end

--- Checks that every key stands for an action of the game, or for one of its forms.
---@param what string the game, for messages
---@param module tessera.Game which maps.define knows
function presentation.check_keys(what, module)
  local about = maps.about(module)
  local forms, shown, code_of = {}, {}, about.keys and maps.coder(module)
  for i, form in ipairs(about.moves) do
    forms[i] = normal(form)
    shown[i] = errors.shown(forms[i])
  end
  for _, key in ipairs(wording.sorted(about.keys or {})) do
    local action = about.keys[key]
    if not wording.one_of(action, forms) and not code_of(action) then
      local guess = maps.guess_action(module, action)
      errors.fail("%s: keys: '%s': %s is no action of %s%s", what, key, errors.shown(action),
        about.name, guess ~= "" and guess or errors.hint(errors.shown(action), shown))
    end
  end
end

return presentation
