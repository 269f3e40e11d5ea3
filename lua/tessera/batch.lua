--- Many positions of one game at once, for programs that learn to play: each call of `step` plays
--- an action in every one of them. [Batches](batch.md) tells more.
---
--- ```lua
--- local sokoban = dofile "samples/games/sokoban.lua"
--- local many = tessera.batch.new(sokoban, { count = 3, levels = { "#####\n#@$.#\n#####" } })
--- many:reset()
--- print(many:step { "right", "left", "right" })                       --> 2
--- print(table.concat(many:rewards(), " "))                            --> 1.0 0.0 1.0
--- print(many:planes()[1], #many:observations())                       --> floor 225
--- ```
---
--- Where players act together `step` takes a list of actions for each environment: one of each
--- player.
---
--- Errors: an unknown option or a wrong value; a level that the game does not take; an action that
--- is none of the game's, in `step`.

local core = require "tessera.batch_core"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local maps = require "tessera.base.maps"
local states = require "tessera.states"

---@class tessera.batch
local batch = {}

local words = {
  observation = { "nothing", "planes", "layers", "bits" },
  masks = { "none", "candidates", "exact" },
  autoreset = { "next_step", "same_step", "never" },
  illegal = { "refuse", "end", "fail" },
}

local single_most = 0x1.fffffep+127 -- the greatest number of four bytes

local known = { "all_players", "autoreset", "count", "illegal", "illegal_reward", "level", "levels",
  "masks", "max_steps", "observation", "observer", "options", "seed", "starts", "step_reward",
  "threads", "win_reward" }

---@class tessera.batch.Options
---@field count? integer how many environments; 1 by default
---@field levels? (string|tessera.Grid|tessera.State|integer|false)[] what `new` of the game takes
---first, or states; `false`: nothing, which is all there is by default
---@field options? table what `new` takes behind the level; its `seed` is set for each first
---position
---@field starts? integer how many first positions of each level are made, by the seeds 1, 2, ...;
---by default 256 where they may depend on the seed, by a `setup` or by chance in PuzzleScript, else
---1
---@field level? integer the level of all episodes; drawn by default
---@field seed? integer environment i has the seed `seed + i - 1`; 0 by default
---@field observation? "planes"|"layers"|"bits"|"nothing" "planes" by default
---@field observer? integer|"mover"|"all" whose view is shown: a player, who is to move (by
---default), or nobody's
---@field masks? "none"|"candidates"|"exact" "none" by default
---@field autoreset? "next_step"|"same_step"|"never" "next_step" by default
---@field illegal? "refuse"|"end"|"fail" what an action does that is not possible; "refuse" by
---default
---@field max_steps? integer an episode is truncated after so many; never by default
---@field illegal_reward? number 0 by default
---@field win_reward? number at the goal of a game without a score; its negative at another end; 1
---by default
---@field step_reward? number 0 by default
---@field all_players? boolean rewards are those of all players, not of who has acted
---@field threads? integer 1 by default; games with functions in Lua use one

local function number_of(options, name, otherwise, min)
  local n = errors.type("batch: " .. name, options[name], "integer", "nil") or otherwise
  if n < min then
    errors.fail("batch: %s: expected %d or more, got %d", name, min, n)
  end
  return n
end

local function word_of(options, name)
  local list, given = words[name], options[name]
  if given == nil then
    return name == "observation" and 1 or 0
  end
  for i, word in ipairs(list) do
    if word == given then
      return i - 1
    end
  end
  errors.fail("batch: %s: expected one of %s, got %s%s", name, table.concat(list, ", "),
    errors.shown(given), errors.hint(given, list))
end

local function observer_of(given)
  if given == nil or given == "mover" then
    return -1
  elseif given == "all" then
    return -2
  end
  return errors.type("batch: observer", given, "integer") - 1
end

-- A first position by a seed.
local function start(game, level, options, seed)
  if states.is_state(level) then
    return level:clone()
  end
  local given = {}
  for key, value in pairs(options or {}) do
    given[key] = value
  end
  if seed then
    given.seed = seed
  end
  if not next(given) then
    given = nil
  end
  return (game.new(level or nil, given))
end

-- Whether a level takes a seed, and whether several of them may lead to different positions.
local function seeded(game, level, options)
  if states.is_state(level) then
    return false
  end
  local one, first = errors.pcall(start, game, level, options, 1)
  local other, second = errors.pcall(start, game, level, options, 2)
  if not (one and other) then
    return false
  end
  return true, maps.has_setup(game) or first:hash() ~= second:hash()
end

-- The first position of a level; of a game in C, whose errors name nobody, with an error that does.
local function start_named(game, level, options, number)
  local fine, state = errors.pcall(start, game, level, options)
  if fine then
    return state
  elseif maps.about(game) then
    error(state, 0)
  elseif not level then
    errors.fail "batch: levels is missing: the game has no board of its own"
  end
  return errors.fail("batch: level %d: %s", number, errors.stripped(state))
end

local function starts_of(game, level, number, options, starts)
  local takes, differs = seeded(game, level, options.options)
  local list = {}
  if not takes then
    return { start_named(game, level, options.options, number) }
  end
  for seed = 1, starts or differs and 256 or 1 do
    list[seed] = start(game, level, options.options, seed)
  end
  return list
end

--- A batch of a game's positions. Its episodes begin with `reset`.
---
--- ```lua
--- local many = tessera.batch.new("samegame", { count = 2, levels = { "112/122" } })
--- many:reset()
--- print(many:step { "1 1", "1 2" })  --> 0
--- ```
---@param game tessera.Game|table|string a game, or the name of one
---@param options? tessera.batch.Options
---@return tessera.Batch
function batch.new(game, options)
  game = games.given("batch", game)
  options = errors.type("batch: options", options, "table", "nil") or {}
  errors.keys("batch", options, known)
  local levels = errors.type("batch: levels", options.levels, "table", "nil") or { false }
  local starts = options.starts and number_of(options, "starts", 1, 1)
  local positions = {}
  for i, level in ipairs(levels) do
    positions[i] = starts_of(game, level, i, options, starts)
  end
  if not positions[1] then
    errors.fail "batch: levels: the list is empty"
  end
  local rewards = {}
  for _, name in ipairs { "illegal_reward", "step_reward", "win_reward" } do
    local reward = errors.type("batch: " .. name, options[name], "number", "integer", "nil") or 0
    if reward ~= reward or math.abs(reward) > single_most then
      errors.fail("batch: %s: expected a finite number, got %s", name, errors.shown(reward))
    end
    rewards[name] = reward
  end
  return core.new(positions, { count = number_of(options, "count", 1, 1),
    threads = number_of(options, "threads", 1, 1), observer = observer_of(options.observer),
    observation = word_of(options, "observation"), masks = word_of(options, "masks"),
    autoreset = word_of(options, "autoreset"), illegal = word_of(options, "illegal"),
    max_steps = number_of(options, "max_steps", 0, 0),
    level = number_of(options, "level", 0, 0) - 1, seed = number_of(options, "seed", 0,
      math.mininteger), all_players = options.all_players or false,
    illegal_reward = rewards.illegal_reward, win_reward = rewards.win_reward,
    step_reward = rewards.step_reward })
end

return batch
