--- Checks the definition of a scenario.

local games = require "tessera.base.games"
local maps = require "tessera.base.maps"
local usage = require "tessera.base.usage"

local scenario_checks = {}

local keys = { "expect", "file", "game", "level", "map", "name", "on_action", "on_event", "on_over",
  "options", "play", "saved" }
local expectations = { "board", "boards", "check", "moves", "outcome", "refused", "score" }

local function check_boards(what, boards, play)
  usage.type(what, boards, "table", "nil")
  if boards and type(play) == "function" then
    usage.fail("%s: play is a function: only the actions of a list have numbers", what)
  end
  for number, picture in pairs(boards or {}) do
    local count = #(play or {})
    if math.type(number) ~= "integer" or number < 0 or number > count then
      usage.fail("%s: expected the number of an action, 0..%d, got the key %s", what, count,
        usage.shown(number))
    end
    usage.type(("%s[%d]"):format(what, number), picture, "string")
  end
end

local function check_expect(what, expect, play)
  usage.type(what .. ": expect", expect, "table")
  usage.keys(what .. ": expect", expect, expectations)
  if next(expect) == nil then
    usage.fail("%s: expect is empty: nothing would be tested", what)
  end
  if expect.outcome ~= false then
    usage.type(what .. ": expect.outcome", expect.outcome, "string", "nil")
  end
  usage.type(what .. ": expect.board", expect.board, "string", "nil")
  for _, key in ipairs { "moves", "refused", "score" } do
    usage.type(("%s: expect.%s"):format(what, key), expect[key], "integer", "nil")
  end
  usage.type(what .. ": expect.check", expect.check, "function", "nil")
  check_boards(what .. ": expect.boards", expect.boards, play)
end

local function check_play(what, play)
  usage.type(what .. ": play", play, "table", "function", "nil")
  for i, action in ipairs(type(play) == "table" and play or {}) do
    usage.type(("%s: action %d"):format(what, i), action, "string", "integer")
  end
end

local function check_start(what, made)
  local first
  for _, key in ipairs { "map", "file", "saved" } do
    if usage.type(("%s: %s"):format(what, key), made[key], "string", "nil") then
      if first then
        usage.fail("%s: %s and %s are both given", what, first, key)
      end
      first = key
    end
  end
  usage.type(what .. ": level", made.level, "integer", "string", "nil")
  if made.saved and made.options then
    usage.fail("%s: options: a saved state has its own", what)
  elseif made.level and not made.file then
    usage.fail("%s: level: there is no file that it could be in", what)
  elseif made.level and not maps.about(made.module) then
    usage.fail("%s: level: files of levels are for games written in Lua", what)
  end
end

-- The module of a game, which is given by name or as a module.
local function find_game(what, game)
  usage.type(what .. ": game", game, "string", "table")
  if type(game) == "table" then
    if type(game.new) ~= "function" or type(game.load) ~= "function" then
      usage.fail("%s: game: the table is no game", what)
    end
    return game
  end
  return games.find(game) or usage.fail("%s: there is no game %s%s", what, usage.shown(game),
    usage.hint(game, games.names()))
end

--- Checks a definition, but for its name, and sets its `module`.
---@param what string the scenario in messages
---@param made table
function scenario_checks.check(what, made)
  usage.keys(what, made, keys)
  check_play(what, made.play)
  check_expect(what, made.expect, made.play)
  for _, hook in ipairs { "on_action", "on_event", "on_over" } do
    usage.type(("%s: %s"):format(what, hook), made[hook], "function", "nil")
  end
  made.module = find_game(what, made.game)
  check_start(what, made)
end

return scenario_checks
