--- A slow twin of one environment of a batch (src/batch/), in plain Lua over the methods of states.

local games = require "tessera.base.games"
local maps = require "tessera.base.maps"
local random = require "spec.oracle.random"
local rng = require "tessera.rng"
local states = require "tessera.states"

local Twin = {}
Twin.__index = Twin

--- An environment with this seed. `starts` are lists of first positions by level.
function Twin.new(starts, options, seed)
  local self = setmetatable({ starts = starts, options = options,
    rng = rng.new(random.mixed(seed)) }, Twin)
  self.random = random.is_in(starts[1][1])
  self.scored = states.is_scored(starts[1][1])
  self:begin()
  return self
end

function Twin:begin()
  local level = #self.starts > 1 and self.rng:below(#self.starts) + 1 or 1
  local list = self.starts[level]
  local state = list[#list > 1 and self.rng:below(#list) + 1 or 1]
  self.state = self.random and random.reseeded(state, self.rng:next()) or state:clone()
  self.level, self.length, self.sum = level, 0, 0
  self.terminated, self.truncated = self.state:outcome() ~= nil, false
end

-- What the player who acted got, and the scores of all.
function Twin:reward(before, actor)
  local options, outcome = self.options, self.state:outcome()
  if self.scored then
    return self.state:score(actor) - before
  elseif not outcome or states.players(self.state) > 1 then
    return 0
  end
  local goal, win = states.goal(self.state), options.win_reward or 1
  return (goal == nil or goal == outcome) and win or -win
end

--- Plays an action, a text. Returns the reward, whether it was refused, and the state that ended
--- an episode if the next one has begun.
function Twin:step(action)
  local options = self.options
  if self.terminated or self.truncated then
    if options.autoreset ~= "never" then
      self:begin()
    end
    return 0, false
  end
  local actor = self.state:turn() or 1
  local before = self.scored and self.state:score(actor) or 0
  local key = self.state:save()
  local done = self.state:apply(action)
  local illegal = not done and self.state:save() == key
  self.length = self.length + 1
  local reward = self:reward(before, actor) + (options.step_reward or 0)
    + (illegal and options.illegal_reward or 0)
  self.sum = self.sum + reward
  self.terminated = self.state:outcome() ~= nil or illegal and options.illegal == "end"
  self.truncated = not self.terminated and options.max_steps > 0
    and self.length >= options.max_steps
  self.ended = { terminated = self.terminated, truncated = self.truncated, length = self.length,
    sum = self.sum }
  local final
  if (self.terminated or self.truncated) and options.autoreset == "same_step" then
    final = self.state
    self:begin()
  end
  return reward, illegal, final
end

-- ---- what is seen ----

local function about_of(state)
  return maps.about(games.of(state))
end

-- The cells that have a kind of a game in C, by the characters of its picture.
local drawn = {
  tower = { block = "#", ice = "I", goal = "G", fixed = "C", void = "B", frail1 = "1",
    frail2 = "2", frail3 = "3", player = "S" },
  robots = { robot = "+", debris = "*", player = "@" },
  horizontally = { free = "." },
}

-- By row and column of a game in PuzzleScript the names of the objects there: a saved board has a
-- map
-- for each layer, in which a letter is one of its objects.
local function objects_of(state)
  local kinds, found, layer, row = about_of(state).kinds, {}, 0, nil
  for line in (state:save():match "^(.-\n)restart " or state:save() .. "\n"):gmatch "(.-)\n" do
    if line:find "^layer " then
      layer, row = layer + 1, nil
    elseif line == "map" then
      row = 0
    elseif row then
      row = row + 1
      for column = 1, #line do
        local kind = (kinds[layer] or {})[line:byte(column) - ("a"):byte() + 1]
        if kind then
          found[("%d %d %s"):format(row, column, kind.kind)] = true
        end
      end
    end
  end
  return found
end

-- A cell of a game in Lua: whether one of its layers has this kind, or the number of a field.
local function value_of(state, name, row, column)
  for _, layer in ipairs(about_of(state).layers) do
    local grid = state[layer]
    local known, is = pcall(grid.is, grid, row, column, name)
    if known and is then
      return 1
    end
  end
  local field, k = name:match "^([%w_]+)%.?(%d*)$"
  local known, number = pcall(function()
    return k ~= "" and state[field][tonumber(k)] or state[field]
  end)
  return known and math.type(number) == "integer" and math.max(0, math.min(255, number)) or 0
end

--- The bytes of one-hot planes of a state, for a player, or nil for nobody; `names` are those of
--- the
--- planes.
function Twin.observe(state, names, rows, columns, observer)
  local turn, players = (state:turn() or 1) - 1, states.players(state)
  local view = observer and state:view(observer) or state
  local chars, picture, out = drawn[state:game()], {}, {}
  local about = about_of(state)
  local objects = about and #about.layers == 0 and objects_of(state)
  for line in tostring(view):gmatch "[^\n]+" do
    picture[#picture + 1] = line
  end
  local below, under = (state:save() .. "\n"):match "\nmap\n(.*)$", {} -- without the player
  for line in (chars and below or ""):gmatch "[^\n]+" do
    under[#under + 1] = line
  end
  local function value(i, name, row, column)
    if row > state:rows() or column > state:columns() then
      return 0
    elseif players > 1 and i == #names then
      return turn
    elseif objects then
      return objects[("%d %d %s"):format(row, column, name)] and 1 or 0
    elseif about then
      return value_of(view, name, row, column)
    end
    local line = under[row] and name ~= "player" and under[row] or picture[row]
    return line:sub(column, column) == (chars and chars[name] or name) and 1 or 0
  end
  for i, name in ipairs(names) do
    for row = 1, rows do
      for column = 1, columns do
        out[#out + 1] = string.char(value(i, name, row, column))
      end
    end
  end
  return table.concat(out)
end

return Twin
