--- Finds games: by name those in C, and those written in Lua that have been defined so far; and the
--- game of a state.

local builtin = require "tessera.builtin"
local errors = require "tessera.base.errors"
local maps = require "tessera.base.maps"
local states = require "tessera.states"
local wording = require "tessera.base.wording"

local games = {}

-- Those written in Lua, by their names: of each name the one that was defined last.
local defined = {}

-- Those written in Lua, by the metatable of their states.
local by_class = setmetatable({}, { __mode = "k" })

-- Where `tessera.game` has made the last one of each name: "my.lua:3: ".
local places = {}

--- Adds a game that is written in Lua.
---@param name string
---@param module tessera.Game
---@param state tessera.State one of the game
---@param place? string the user's line that has made it: "my.lua:3: "
function games.define(name, module, state, place)
  by_class[debug.getmetatable(state)] = module
  defined[name], places[name] = module, place
end

--- From now on games written in Lua are found in this table, by their names, and those that are
--- defined get into it: so that files that know nothing of each other may use the same names.
---@param names table<string, tessera.Game>
---@return table<string, tessera.Game> before the table that was used before
function games.use(names)
  local before = defined
  defined = names
  return before
end

--- The names of the games in C, sorted.
---@return string[]
function games.names()
  return table.move(builtin.games, 1, #builtin.games, 1, {})
end

--- The game of this name that is written in Lua and was defined last; nil if there is none.
---@param name string
---@return tessera.Game|nil
function games.named(name)
  return defined[name]
end

--- The module of a game, or nil if there is no game of this name.
---@param name any
---@return table|nil
function games.find(name)
  local module = type(name) == "string" and defined[name]
    or wording.one_of(name, builtin.games) and require("tessera." .. name)
  return states.is_game(module) and module or nil
end

--- That there is no game of this name, and which one may be meant.
---@param name any
---@return string
function games.none(name)
  return ("there is no game %s%s"):format(errors.shown(name), errors.hint(name, builtin.games))
end

--- What is wrong with a file that returns nothing: it has made a game, and no state of it. Nil if
--- its games were played.
---@param value any what the file has returned
---@return string|nil
function games.forgotten(value)
  for _, name in ipairs(value == nil and wording.sorted(defined) or {}) do
    local place = places[name]
    places[name] = nil -- it is told once
    if place and not maps.begun(defined[name]) then
      return ("%sgame '%s' is made, but the file does not return it: write `return tessera.game {`")
        :format(place, name)
    end
  end
end

--- That a file has returned no game.
---@param path string
---@param value any
---@param wanted? string what else it could have returned: "no game and no list of scenarios"
---@return string
function games.not_one(path, value, wanted)
  return games.forgotten(value) or ("%s returned %s, which is %s%s"):format(path,
    errors.shown(value), wanted or "no game", value == nil and " (is `return` missing?)" or "")
end

--- The module of a game that is given by name or as a module.
---
--- Errors: it is neither.
---@param what string who is given it, in messages: "tournament"
---@param game any
---@return table module
function games.given(what, game)
  if type(errors.type(what .. ": game", game, "string", "table")) == "string" then
    return games.find(game) or errors.fail("%s: %s", what, games.none(game))
  elseif type(game.new) ~= "function" or type(game.load) ~= "function" then
    errors.fail("%s: game: the table is no game", what)
  end
  return game
end

--- The module of a state's game, whatever else has its name.
---@param state tessera.State
---@return table
function games.of(state)
  return by_class[debug.getmetatable(state)] or require("tessera." .. state:game())
end

--- " (did you mean 'PUSH RIGHT'?)" for a text that is no action, or "". For a large
--- board there is no guess; for a game in Lua only the forms of its actions are compared.
---@param text any
---@param state tessera.State
---@return string
function games.guess_action(text, state)
  local module = games.of(state)
  if maps.about(module) then
    return type(text) == "string" and maps.guess_action(module, text) or ""
  end
  return #state:key() <= 4096 and errors.guess(text, state:actions()) or ""
end

--- The same where one action is wanted, of a game in Lua alone: src/bind/state/lmodule.c asks.
---@param text string
---@param state tessera.State
---@return string
function games.guess_one(text, state)
  local module = games.of(state)
  local guess = maps.about(module) and maps.guess_action(module, text) or ""
  return guess:find "^ " and not guess:find(", ", 1, true) and guess or ""
end

--- The text of an action, or an error at the user's line.
---@param state tessera.State
---@param action string|integer
---@return string
function games.text(state, action)
  local known, text = errors.pcall(state.text, state, action)
  if not known then
    local message = errors.stripped(text)
    local told = message:find("(did you mean '", 1, true)
    errors.fail("%s%s", message, told and "" or games.guess_action(action, state))
  end
  return text
end

return games
