--- New puzzles on a page: the generator that stands beside a game makes them, as for
--- `run.lua play --new`; the page keeps the map, so that another worker has the same puzzle.

local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local fresh = require "tessera.play.fresh"
local generator = require "tessera.generator"
local loading = require "tessera.api.loading"

-- What a generator says of its report is checked, so a page has all kinds of entries.
require "tessera.report.kinds.cross"
require "tessera.report.kinds.ratings"
require "tessera.report.kinds.table"

local puzzles = {}

--- Puts a puzzle that was made behind the levels; says so if the game does not take it any more.
---@param desk tessera.web.Desk
---@param playable tessera.Playable
---@param module tessera.Game|table
---@param puzzle { level: string, seed: integer, difficulty: string }
function puzzles.add(desk, playable, module, puzzle)
  local fine, level = pcall(fresh.of_puzzle, module, puzzle)
  if fine then
    level.puzzle = { seed = puzzle.seed, difficulty = puzzle.difficulty }
    playable.list[#playable.list + 1] = level
  else
    desk.print("The new puzzle is left out: " .. errors.stripped(tostring(level)))
  end
end

-- The source of the generator. What it requires lies beside the game, and so does the game.
local function source_of(desk, request, path)
  if not desk.source then
    return request.source
  end
  local all = { [desk.path] = desk.source }
  for other, text in pairs(desk.files) do
    all[other] = all[other] or text
  end
  files.provide(all)
  return all[path]
end

--- Makes a puzzle for the game that is loaded.
---@param desk tessera.web.Desk
---@param request { source?: string, seed: integer, difficulty: string } the source for a game in C
---@return { puzzle?: table, message?: string }
function puzzles.make(desk, request)
  local path, game = fresh.file_of(desk.path), desk.seat.playable.game
  local source = source_of(desk, request, path)
    or loading.fail(("there is no generator of %s: %s would have it"):format(game, path))
  local made = loading.run({ source = source, path = path }, desk.print)
  local module, name = generator.game_of(made)
  if not module or name ~= game then
    loading.fail(("%s returned no generator of %s"):format(path, game))
  end
  local options = { seed = request.seed, difficulty = request.difficulty }
  local puzzle, why = generator.puzzle(made, options, function(tried)
    return desk.post { tried = tried }
  end)
  return { message = why, puzzle = puzzle and { level = puzzle.level, seed = puzzle.seed,
    difficulty = puzzle.difficulty } }
end

return puzzles
