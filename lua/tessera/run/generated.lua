--- `run.lua play --new`: puzzles that a generator makes are played one after the other. The file of
--- the generator stands beside the game (NAME_study.lua), or is named itself.

local console = require "tessera.base.console"
local files = require "tessera.base.files"
local fresh = require "tessera.play.fresh"
local generator = require "tessera.generator"
local maps = require "tessera.base.maps"
local playable = require "tessera.play.playable"

local generated = {}

--- The file of a generator for a game: the one beside it, or else the file itself, which may be a
--- generator. Ends the process if there is none of a game in C.
---@param game string the name of a game in C, or the file of a game or of a generator
---@return string
function generated.file(game)
  local home = console.scripts:match "^(.*)scripts/$" or ""
  local path = files.is_program(game) and fresh.file_of(game)
    or ("%ssamples/studies/%s_study.lua"):format(home, game)
  local file <close> = io.open(path)
  if file then
    return path
  end
  return files.is_program(game) and game or generated.refuse(game)
end

--- Ends the process: the game has no generator.
---@param game string
function generated.refuse(game)
  console.wrong_usage("play", "--new: there is no generator of %s: %s would have it", game,
    fresh.file_of(game))
end

--- What a generator makes, to be played.
---@param made tessera.Study a generator
---@param options tessera.FileOptions `new` is the difficulty
---@return tessera.Playable
function generated.playable(made, options)
  local module, name = generator.game_of(made)
  local difficulty = options.new or "medium"
  local function make(_, seed)
    local puzzle, why = generator.puzzle(made, { seed = seed, difficulty = difficulty })
    return puzzle and fresh.of_puzzle(module, puzzle), why
  end
  local first, why = make(1, options.seed or fresh.seed())
  if not first then
    console.die("play", why, 1)
  end
  local loaded = maps.about(module) and playable.of_module(module, { first })
    or playable.of_game(name, { summary = options.title or name }, { first })
  loaded.file = options.game
  loaded.fresh = { make = make, can = function()
    return true
  end }
  return loaded
end

return generated
