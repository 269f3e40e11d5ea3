--- The strengths of players, from their games: the model of Bradley and Terry with draws (Davidson,
--- "On extending the Bradley-Terry model to accommodate ties", 1970) and an advantage of the first
--- player. With x = strength of the first player - strength of the second + advantage, the chances
--- of win, draw and loss are as exp(x / 2), exp(draw) and exp(-x / 2). A draw counts as half a win:
--- in the best fit every player's points are those that the model expects.
---
--- The likelihood has one maximum, found by Newton's method. So that it is finite also for a player
--- who has won or lost everything, each player has one more game, half won and half lost, against
--- one of strength 0; so have the advantage and the parameter of draws. The variances are those of
--- the inverse of the observed information, for strengths less their mean.

local strengths = {}

local steps_max, halvings = 100, 40
local near = 1e-10

local function sigmoid(x)
  return 1 / (1 + math.exp(-x))
end

-- log(exp(a) + exp(b) + ...) without overflow.
local function log_sum(a, b, c)
  local most = math.max(a, b, c)
  return most + math.log(math.exp(a - most) + math.exp(b - most) + math.exp(c - most))
end

-- The logarithm of the likelihood, and, if `gradient` is given, its derivatives and the
-- information, which are set.
local function evaluate(games, at, n, draws, gradient, information)
  local size, total = n + (draws and 2 or 1), 0
  for i = 1, gradient and size or 0 do
    gradient[i] = 0.5 - sigmoid(at[i])
    for j = 1, size do
      information[i][j] = i == j and sigmoid(at[i]) * sigmoid(-at[i]) or 0
    end
  end
  for i = 1, size do
    total = total - 0.5 * log_sum(at[i], 0, -math.huge) - 0.5 * log_sum(-at[i], 0, -math.huge)
  end
  for _, game in ipairs(games) do
    local half = (at[game.first] - at[game.second] + at[n + 1]) / 2
    local even = draws and at[n + 2] or -math.huge
    local whole = log_sum(half, even, -half)
    local count = game.won + game.drawn + game.lost
    total = total + (game.won - game.lost) * half + (draws and game.drawn * even or 0)
      - count * whole
    if gradient then
      local win, draw, loss = math.exp(half - whole), math.exp(even - whole),
        math.exp(-half - whole)
      local slope = (game.won - game.lost - count * (win - loss)) / 2
      local spread = count * (win + loss - (win - loss) ^ 2) / 4
      local with = { [game.first] = 1, [game.second] = -1, [n + 1] = 1 }
      for i, sign in pairs(with) do
        gradient[i] = gradient[i] + sign * slope
        for j, other in pairs(with) do
          information[i][j] = information[i][j] + sign * other * spread
        end
        if draws then
          local shared = -sign * count * draw * (win - loss) / 2
          information[i][n + 2] = information[i][n + 2] + shared
          information[n + 2][i] = information[n + 2][i] + shared
        end
      end
      if draws then
        gradient[n + 2] = gradient[n + 2] + game.drawn - count * draw
        information[n + 2][n + 2] = information[n + 2][n + 2] + count * draw * (1 - draw)
      end
    end
  end
  return total
end

-- The lower triangle L of a positive definite matrix L L^T (Cholesky).
local function factor(matrix)
  local lower = {}
  for i = 1, #matrix do
    lower[i] = {}
    for j = 1, i do
      local sum = matrix[i][j]
      for k = 1, j - 1 do
        sum = sum - lower[i][k] * lower[j][k]
      end
      lower[i][j] = i == j and math.sqrt(math.max(sum, 1e-300)) or sum / lower[j][j]
    end
  end
  return lower
end

local function solve(lower, right)
  local x, n = {}, #lower
  for i = 1, n do
    local sum = right[i]
    for k = 1, i - 1 do
      sum = sum - lower[i][k] * x[k]
    end
    x[i] = sum / lower[i][i]
  end
  for i = n, 1, -1 do
    local sum = x[i]
    for k = i + 1, n do
      sum = sum - lower[k][i] * x[k]
    end
    x[i] = sum / lower[i][i]
  end
  return x
end

-- Newton's method; a step that goes too far is halved.
local function maximise(games, n, draws)
  local at, gradient, information = {}, {}, {}
  for i = 1, n + (draws and 2 or 1) do
    at[i], information[i] = 0, {}
  end
  local value = evaluate(games, at, n, draws, gradient, information)
  for _ = 1, steps_max do
    local lower = factor(information)
    local step, part, longest = solve(lower, gradient), 1, 0
    local next_value, next_at
    for _ = 1, halvings do
      next_at = {}
      for i = 1, #at do
        next_at[i] = at[i] + part * step[i]
      end
      next_value = evaluate(games, next_at, n, draws)
      if next_value >= value then
        break
      end
      part = part / 2
    end
    for i = 1, #at do
      longest = math.max(longest, math.abs(next_at[i] - at[i]))
    end
    if next_value < value or longest < near then
      break
    end
    at = next_at
    value = evaluate(games, at, n, draws, gradient, information)
  end
  return at, factor(information)
end

---@class tessera.study.Strengths
---@field strength number[] of each player, the mean is 0
---@field deviation number[] of each strength
---@field advantage number of the first player
---@field advantage_deviation number

--- Fits the model.
---@param n integer how many players
---@param games { first: integer, second: integer, won: integer, drawn: integer, lost: integer }[]
---counts of games by the first and the second player, 1..n, as the first one sees it
---@return tessera.study.Strengths
function strengths.fit(n, games)
  local draws = false
  for _, game in ipairs(games) do
    draws = draws or game.drawn > 0
  end
  local at, lower = maximise(games, n, draws)
  local mean = 0
  for i = 1, n do
    mean = mean + at[i] / n
  end
  local fitted = { strength = {}, deviation = {}, advantage = at[n + 1] }
  for i = 1, n + 1 do
    local direction = {}
    for j = 1, #at do
      direction[j] = (i == j and 1 or 0) - (i <= n and j <= n and 1 / n or 0)
    end
    local along, variance = solve(lower, direction), 0
    for j = 1, #at do
      variance = variance + along[j] * direction[j]
    end
    if i <= n then
      fitted.strength[i], fitted.deviation[i] = at[i] - mean, math.sqrt(variance)
    else
      fitted.advantage_deviation = math.sqrt(variance)
    end
  end
  return fitted
end

return strengths
