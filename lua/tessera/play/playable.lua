--- A game as somebody plays it: with its levels, its title, and how it is played with keys.

local choices = require "tessera.play.choices"
local collection = require "tessera.levels.collection"
local maps = require "tessera.base.maps"
local states = require "tessera.states"
local wording = require "tessera.base.wording"

local playable = {}

---@class tessera.Playable a game with its levels
---@field game string
---@field title string
---@field players integer
---@field together? boolean they act together
---@field tick? number seconds
---@field solvable? boolean whether a solution can be offered, as soon as that is known
---@field controls tessera.Controls
---@field list tessera.PlayableLevel[]
---@field first integer the level to begin with
---@field fresh? tessera.Fresh where new puzzles come from
---@field generator? boolean whether a page has a generator of new puzzles
---@field file? string of a game in Lua
---@field module? tessera.Game of a game in Lua
---@field author? string
---@field after? string[] messages behind the last level, where the levels are one story
---@field message? fun(state: tessera.State, refused: string|nil): string|nil see tessera.Shown
---@field focus? fun(state: tessera.State): integer|nil, integer|nil
---@field same_board? fun(one: tessera.State, other: tessera.State): boolean
---@field begins_again? fun(before: tessera.State, action: string): boolean see tessera.Shown
---@field back? string the colours of messages
---@field fore? string

-- "Sokoban" of "Sokoban: push every box onto a target".
local function title_of(summary)
  return wording.line(summary:match "^([^:]+):" or summary)
end

--- A game in Lua with its levels.
---@param module tessera.Game
---@param list tessera.PlayableLevel[]
---@return tessera.Playable
function playable.of_module(module, list)
  local about = maps.about(module)
  return { game = about.name, module = module, title = about.title and wording.line(about.title)
      or title_of(about.summary), author = about.author,
    players = about.players, together = about.together, tick = about.tick, list = list, first = 1,
    message = about.message,
    focus = about.focus, same_board = about.same_board,
    begins_again = about.begins_again, back = about.back, fore = about.text_colour,
    controls = { module = module, hexagons = about.hexagons, forms = about.forms,
      moves = about.moves, keys = about.keys,
      tick = about.tick ~= nil, undoes = about.undoes, restart = about.restart,
      more_keys = about.more_keys } }
end

--- A game in C with its levels.
---@param game string
---@param command tessera.Command its file in scripts/
---@param list? tessera.PlayableLevel[] by default its own
---@return tessera.Playable
function playable.of_game(game, command, list)
  local found, controls = pcall(require, "tessera.play.controls." .. game)
  controls = found and controls or {}
  if not list then
    list = {}
    for i, entry in ipairs(controls.levels or {}) do
      list[i] = collection.of_state(entry[1], require("tessera." .. game).new(entry[2], entry[3]))
    end
  end
  controls.module = require("tessera." .. game)
  if list[1] and not (controls.forms or controls.by_player) then
    controls.forms = choices.guess(list[1].start():actions())
  end
  return { game = game, title = title_of(command.summary), controls = controls, list = list,
    players = list[1] and states.players(list[1].start()), first = 1 }
end

return playable
