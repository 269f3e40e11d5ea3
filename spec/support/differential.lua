--- Plays random games on a state in C and on its twin side by side, and compares their answers
--- after every action.

local differential = {}

---@class differential.Game
---@field new fun(map: string): table the C state
---@field twin fun(map: string): table with `command(text)`, `outcome()` and `tostring`
---@field random fun(rng: table): string, string[] a map and the texts of actions
---@field always string[] methods without arguments, of both, that must answer the same
---@field sometimes string[] the same for slow ones: at the start, and in one game of `every`
---@field every integer
---@field kind fun(text: string): string the kind under which an action is counted

local function fail(seed, map, played, what, ours, twins)
  error(("seed %d: %s: the state says\n%s\nand the twin\n%s\non the map\n%s\nafter\n%s"):format(
    seed, what, ours, twins, map, table.concat(played, "\n")), 0)
end

-- An answer as a text; the items of a list stand one after the other.
local function shown(answer)
  return type(answer) == "table" and table.concat(answer, ", ") or tostring(answer)
end

local function play(game, rng, seed, counts)
  local map, texts = game.random(rng)
  local state, twin = game.new(map), game.twin(map)
  local played = {}
  local function compare(what, ours, twins)
    ours, twins = shown(ours), shown(twins)
    if ours ~= twins then
      fail(seed, map, played, what, ours, twins)
    end
  end
  local function compare_answers(names)
    for _, name in ipairs(names) do
      compare(name .. "()", state[name](state), twin[name](twin))
    end
  end
  compare("the board", tostring(state), tostring(twin))
  compare_answers(game.always)
  compare_answers(game.sometimes)
  for _, text in ipairs(texts) do
    played[#played + 1] = text
    local over = twin:outcome() ~= nil
    local done, twin_done = state:apply(text) == true, twin:command(text)
    compare("carried out", done, twin_done)
    compare("the board", tostring(state), tostring(twin))
    compare_answers(game.always)
    compare_answers(seed % game.every == 0 and game.sometimes or {})
    counts.actions = counts.actions + 1
    if done then
      local kind = game.kind(text)
      counts.carried_out[kind] = (counts.carried_out[kind] or 0) + 1
    end
    if over then
      break
    end
  end
  local outcome = twin:outcome() or "none"
  counts.outcomes[outcome] = (counts.outcomes[outcome] or 0) + 1
  counts.games = counts.games + 1
end

--- Plays one game for each seed, and one action more after its end. An error shows the seed, the
--- map and the actions so far. Returns counts: `games`, `actions`, `carried_out` by kind,
--- `outcomes` ("none" for a game that is not over).
---@param game differential.Game
---@param new_rng fun(seed: integer): table
---@param first integer
---@param last integer
---@return table counts
function differential.run(game, new_rng, first, last)
  local counts = { games = 0, actions = 0, carried_out = {}, outcomes = {} }
  for seed = first, last do
    play(game, new_rng(seed), seed, counts)
  end
  return counts
end

return differential
