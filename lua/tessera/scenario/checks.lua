--- Checks the definition of a scenario.

local board_diff = require "tessera.base.board_diff"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local levels = require "tessera.levels.levels"
local limits = require "tessera.base.search_limits"
local maps = require "tessera.base.maps"
local wording = require "tessera.base.wording"

local checks = {}

local keys = { "expect", "file", "game", "level", "map", "name", "on_action", "on_event", "on_over",
  "options", "play", "saved" }
-- The types of the values of `expect`; those that are checked by functions have none.
local types = {
  board = { "string", "nil" },
  boards = {},
  check = { "function", "nil" },
  events = {},
  fields = {},
  forced = { "string", "integer", "nil" },
  goal = { "string", "function", "nil" },
  lawful = {},
  limits = {},
  moves = { "integer", "nil" },
  never = { "string", "function", "nil" },
  optimal = { "integer", "nil" },
  outcome = {},
  reachable = { "string", "function", "nil" },
  refused = { "integer", "nil" },
  refuses = {},
  score = { "integer", "nil" },
  solvable = { "boolean", "string", "nil" },
  unique_solution = {},
  wins = { "integer", "nil" },
}
local expectations = wording.sorted(types)
-- These belong to other expectations.
local no_claims = { goal = true, limits = true }

local function check_boards(what, boards, play)
  errors.type(what, boards, "table", "nil")
  if boards and type(play) == "function" then
    errors.fail("%s: play is a function: only the actions of a list have numbers", what)
  end
  for number, picture in pairs(boards or {}) do
    local count = #(play or {})
    if math.type(number) ~= "integer" or number < 0 or number > count then
      errors.fail("%s: expected the number of an action, 0..%d, got the key %s", what, count,
        errors.shown(number))
    end
    errors.type(("%s[%d]"):format(what, number), picture, "string")
  end
end

local function check_events(what, events, play)
  errors.type(what, events, "table", "nil")
  if events and (type(play) ~= "table" or not play[1]) then
    errors.fail("%s: these are the events of the last action of a list `play`", what)
  end
end

local function check_refuses(what, refuses)
  for action, why in pairs(errors.type(what, refuses, "table", "nil") or {}) do
    if type(action) ~= "string" then
      errors.fail("%s: expected the text of an action as key, got %s", what, errors.shown(action))
    elseif why ~= true then
      errors.type(("%s['%s']"):format(what, action), why, "string")
    end
  end
end

local function check_pictures(what, expect, module)
  local function check(place, picture)
    local wrong = picture and board_diff.shadowed(picture, module)
    if wrong then
      errors.fail("%s: %s", place, wrong)
    end
  end
  check(what .. ".board", expect.board)
  for _, number in ipairs(wording.sorted(expect.boards or {})) do
    check(("%s.boards[%d]"):format(what, number), expect.boards[number])
  end
end

-- Fields and counters of a game in Lua, by their names.
local function check_fields(what, fields, module)
  errors.type(what, fields, "table", "nil")
  local about = maps.about(module)
  if fields and not about then
    errors.fail("%s: only games written in Lua have fields", what)
  end
  for name, value in pairs(fields or {}) do
    if not wording.one_of(name, about.numbers) then
      errors.fail("%s: there is no field %s%s", what, errors.shown(name), errors.hint(name,
        about.numbers))
    end
    errors.type(("%s.%s"):format(what, name), value, "integer")
  end
end

local function check_limits(what, given)
  limits.check(what, given)
  if given and given.progress then
    errors.fail("%s: unknown key 'progress'%s", what, errors.expected { "memory", "nodes",
      "seconds" })
  end
end

local function check_expect(what, expect, play)
  errors.type(what, expect, "table")
  errors.keys(what, expect, expectations)
  local some = false
  for _, key in ipairs(expectations) do
    some = some or expect[key] ~= nil and not no_claims[key]
    if types[key][1] then
      errors.type(("%s.%s"):format(what, key), expect[key], table.unpack(types[key]))
    end
  end
  if not some then
    errors.fail("%s is empty: nothing would be tested", what)
  end
  if expect.outcome ~= false then
    errors.type(what .. ".outcome", expect.outcome, "string", "nil")
  end
  for _, key in ipairs { "lawful", "unique_solution" } do
    if expect[key] ~= nil and expect[key] ~= true then
      errors.fail("%s.%s: expected true, got %s", what, key, errors.shown(expect[key]))
    end
  end
  if expect.lawful and type(play) == "function" then
    errors.fail("%s.lawful: play is a function: only a list of actions can be played again", what)
  end
  check_boards(what .. ".boards", expect.boards, play)
  check_events(what .. ".events", expect.events, play)
  check_refuses(what .. ".refuses", expect.refuses)
  check_limits(what .. ".limits", expect.limits)
end

local function check_play(what, play)
  errors.type(what .. ": play", play, "table", "function", "nil")
  for i, action in ipairs(type(play) == "table" and play or {}) do
    errors.type(("%s: action %d"):format(what, i), action, "string", "integer")
  end
end

-- A level that is in no file, but one of the game's own.
local function check_level(what, made, other)
  local about = maps.about(made.module)
  if other or not (about and about.levels) then
    errors.fail("%s: level: there is no file that it could be in", what)
  end
  local level, none = levels.find(levels.of_list(about.levels), made.level)
  if not level then
    errors.fail("%s: level: %s", what, none)
  end
end

local function check_start(what, made)
  local first
  for _, key in ipairs { "map", "file", "saved" } do
    if errors.type(("%s: %s"):format(what, key), made[key], "string", "nil") then
      if first then
        errors.fail("%s: %s and %s are both given", what, first, key)
      end
      first = key
    end
  end
  errors.type(what .. ": level", made.level, "integer", "string", "nil")
  if made.saved and made.options then
    errors.fail("%s: options: a saved state has its own", what)
  elseif made.level and not made.file then
    check_level(what, made, first)
  elseif made.level and not maps.about(made.module) then
    errors.fail("%s: level: files of levels are for games written in Lua", what)
  end
end

--- Checks a definition, but for its name, and sets its `module`.
---@param what string the scenario in messages
---@param made table
function checks.check(what, made)
  errors.keys(what, made, keys)
  check_play(what, made.play)
  check_expect(what .. ": expect", made.expect, made.play)
  for _, hook in ipairs { "on_action", "on_event", "on_over" } do
    errors.type(("%s: %s"):format(what, hook), made[hook], "function", "nil")
  end
  made.module = games.given(what, made.game)
  check_fields(what .. ": expect.fields", made.expect.fields, made.module)
  check_pictures(what .. ": expect", made.expect, made.module)
  check_start(what, made)
end

return checks
