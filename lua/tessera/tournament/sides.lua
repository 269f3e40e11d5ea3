--- Tournaments of games whose players act together: two players of a tournament share the seats of
--- a game, the first one has those of odd numbers, the second one those of even numbers. What
--- counts is what the seats of each have on the mean.

local errors = require "tessera.base.errors"
local maps = require "tessera.base.maps"
local states = require "tessera.states"
local wording = require "tessera.base.wording"

local sides = {}

---@class tessera.tournament.Sides
---@field players integer how many seats there are
---@field scored boolean whether players have something
---@field winner fun(state: tessera.State): integer the side with the greater mean; 0: neither
---@field results fun(state: tessera.State): string|nil, number|nil, number|nil what each seat has,
---one after the other, and the means of both sides; nil in a game without rewards and score

--- The side of a player, 1 or 2; of two players, the player.
---@param player integer
---@return integer
function sides.side_of(player)
  return (player - 1) % 2 + 1
end

-- What a player has: his rewards, or his score.
local function counter_of(about)
  if wording.one_of("earned", about.counters) and wording.one_of("reward", about.counters) then
    return function(state, player)
      return state.earned[player]
    end
  end
  return function(state, player)
    return state:score(player)
  end
end

local function means_of(state, count, players)
  local list, sums, seats = {}, { 0, 0 }, { 0, 0 }
  for player = 1, players do
    local side, has = sides.side_of(player), count(state, player)
    list[player], sums[side], seats[side] = tostring(has), sums[side] + has, seats[side] + 1
  end
  return table.concat(list, " "), sums[1] / seats[1], sums[2] / seats[2]
end

--- The sides of a game; nil if its players take turns.
---@param game tessera.Game
---@param first tessera.State
---@return tessera.tournament.Sides|nil
function sides.of(game, first)
  local about, players = maps.about(game), states.players(first)
  if not (about and about.together) then
    return nil
  end
  local count, scored = counter_of(about), states.is_scored(first)
  return {
    players = players, scored = scored,
    winner = function(state)
      local _, one, other = means_of(state, count, players)
      return one > other and 1 or one < other and 2 or 0
    end,
    results = function(state)
      if scored then
        return means_of(state, count, players)
      end
    end,
  }
end

--- The side that a function `winner` means, which returns a player, or 0.
---@param winner any
---@param players integer
---@return integer
function sides.checked(winner, players)
  if math.type(winner) ~= "integer" or winner < 0 or winner > players then
    errors.fail("tournament: winner: expected %s or 0 for a draw, got %s",
      players == 2 and "1, 2" or "1.." .. players, errors.shown(winner))
  end
  return winner == 0 and 0 or sides.side_of(winner)
end

return sides
