--- The strengths of players, from their games: the model of Bradley and Terry with draws (Davidson,
--- "On extending the Bradley-Terry model to accommodate ties", 1970) and an advantage of the first
--- player. With x = strength of the first player - strength of the second + advantage, the chances
--- of win, draw and loss are as exp(x / 2), exp(draw) and exp(-x / 2). A draw counts as half a win:
--- in the best fit every player's points are those that the model expects. A forfeited game
--- says nothing of the sides: in it the advantage is 0, and there are no draws.
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

-- The chances of win, draw and loss of the first player, half of x, and the logarithm of the sum of
-- the weights.
local function chances(at, game, n)
  local even = not game.forfeited and at[n + 2] or -math.huge
  local half = (at[game.first] - at[game.second] + (game.forfeited and 0 or at[n + 1])) / 2
  local whole = log_sum(half, even, -half)
  return math.exp(half - whole), math.exp(even - whole), math.exp(-half - whole), half, whole
end

-- The logarithm of the likelihood, the virtual games included.
local function likelihood(games, at, n)
  local total = 0
  for i = 1, #at do
    total = total - 0.5 * log_sum(at[i], 0, -math.huge) - 0.5 * log_sum(-at[i], 0, -math.huge)
  end
  for _, game in ipairs(games) do
    local _, _, _, half, whole = chances(at, game, n)
    total = total + (game.won - game.lost) * half - (game.won + game.drawn + game.lost) * whole
      + (game.drawn > 0 and game.drawn * at[n + 2] or 0)
  end
  return total
end

-- Adds what the games of two players say.
local function add_game(gradient, information, game, at, n)
  local win, draw, loss = chances(at, game, n)
  local count = game.won + game.drawn + game.lost
  local slope = (game.won - game.lost - count * (win - loss)) / 2
  local spread = count * (win + loss - (win - loss) ^ 2) / 4
  local shared = -count * draw * (win - loss) / 2
  local last = not game.forfeited and at[n + 2] and n + 2
  local signs = { [game.first] = 1, [game.second] = -1, [n + 1] = not game.forfeited and 1 or nil }
  for i, sign in pairs(signs) do
    gradient[i] = gradient[i] + sign * slope
    for j, other in pairs(signs) do
      information[i][j] = information[i][j] + sign * other * spread
    end
    if last then
      information[i][last] = information[i][last] + sign * shared
      information[last][i] = information[i][last]
    end
  end
  if last then
    gradient[last] = gradient[last] + game.drawn - count * draw
    information[last][last] = information[last][last] + count * draw * (1 - draw)
  end
end

-- The derivatives of the likelihood, and the information: the second ones, negative.
local function derivatives(games, at, n)
  local gradient, information = {}, {}
  for i = 1, #at do
    gradient[i], information[i] = 0.5 - sigmoid(at[i]), {}
    for j = 1, #at do
      information[i][j] = i == j and sigmoid(at[i]) * sigmoid(-at[i]) or 0
    end
  end
  for _, game in ipairs(games) do
    add_game(gradient, information, game, at, n)
  end
  return gradient, information
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

-- The place on the way along `step` where the likelihood is no less than before; nil if there is
-- none.
local function follow(games, at, n, step)
  local before, part = likelihood(games, at, n), 1
  for _ = 1, halvings do
    local to = {}
    for i = 1, #at do
      to[i] = at[i] + part * step[i]
    end
    if likelihood(games, to, n) >= before then
      return to
    end
    part = part / 2
  end
end

-- Newton's method. Returns the parameters, and the factor of their information.
local function maximise(games, n, draws)
  local at = {}
  for i = 1, n + (draws and 2 or 1) do
    at[i] = 0
  end
  for _ = 1, steps_max do
    local gradient, information = derivatives(games, at, n)
    local step, longest = solve(factor(information), gradient), 0
    for i = 1, #at do
      longest = math.max(longest, math.abs(step[i]))
    end
    local to = longest > near and follow(games, at, n, step)
    if not to then
      break
    end
    at = to
  end
  local _, information = derivatives(games, at, n)
  return at, factor(information)
end

---@class tessera.study.Strengths
---@field strength number[] of each player, the mean is 0
---@field deviation number[] of each strength
---@field advantage number of the first player
---@field advantage_deviation number

-- The variance of a linear combination of the parameters.
local function variance(lower, direction)
  local along, sum = solve(lower, direction), 0
  for i = 1, #along do
    sum = sum + along[i] * direction[i]
  end
  return sum
end

--- Fits the model.
---@param n integer how many players
---@param games { first: integer, second: integer, won: integer, drawn: integer, lost: integer,
---forfeited?: boolean }[] counts of games by the first and the second player, 1..n, as the first
---one sees it; of forfeited games none is drawn
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
    fitted.deviation[i] = math.sqrt(variance(lower, direction))
    fitted.strength[i] = i <= n and at[i] - mean or nil
  end
  fitted.advantage_deviation = table.remove(fitted.deviation)
  return fitted
end

return strengths
