--- Who has won against whom: counts the games among the rows of results. A game is a point with
--- the texts `first` and `second`, the names of two players, whose result has the texts `winner`,
--- one of them or "draw", and `reason`.

local values = require "tessera.base.values"

local scores = {}

local players_max = 100
local forfeits = { crash = true, illegal = true, time = true }

---@class tessera.study.Met
---@field won integer
---@field drawn integer
---@field lost integer
---@field forfeited { won: integer, lost: integer } how many of these were forfeited

---@class tessera.study.Scores
---@field names string[] sorted
---@field games integer
---@field pairs table<string, table<string, tessera.study.Met>> by the first player and the second
---one, as the first one sees it
---@field forfeited integer games that a crash, an illegal action or a time limit has decided
---@field faults table<string, table<string, { count: integer, number: integer, why: string|nil }>>
---by the player and the reason of his losses other than "won": how many, and the first one
---@field repeated integer games with the same players and actions as one before
---@field others { count: integer, number: integer|nil, why: string|nil } points that are no games:
---how many, and the first one
---@field crowded boolean whether there are too many players

local function is_text(value)
  return type(value) == "string"
end

-- Who has won a game, by what, the message of an offence, and whether the game was forfeited. A row
-- that failed is lost by the player who was to move.
local function judge(row)
  local first, second = row.point.first, row.point.second
  if not is_text(first) or not is_text(second) or first == second then
    return nil, "it is no game"
  end
  local result = row.result
  if row.status == "done" and result then
    local winner = result.winner
    if winner ~= first and winner ~= second and winner ~= "draw" then
      return nil, "it has no winner"
    end
    return winner, is_text(result.reason) and result.reason or "won", is_text(result.why)
      and result.why or nil, forfeits[result.reason] ~= nil
  end
  local mover = (row.message or ""):match "to move: ([%w_]+)$"
  if mover ~= first and mover ~= second then
    return nil, row.message or row.status
  end
  return mover == first and second or first, row.status == "error" and "crash" or row.status,
    row.message:match "^(.*): to move: [%w_]+$", true
end

local function note(list, key, row, why)
  local entry = list[key] or { count = 0, number = row.number, why = why }
  entry.count = entry.count + 1
  list[key] = entry
end

local function add_name(self, name)
  if self.faults[name] then
    return true
  elseif #self.names >= players_max then
    self.crowded = true
    return false
  end
  self.names[#self.names + 1] = name
  self.faults[name], self.pairs[name] = {}, {}
  return true
end

local function add_game(self, row, winner, reason, why, forfeited)
  local first, second = row.point.first, row.point.second
  if not add_name(self, first) or not add_name(self, second) then
    return
  end
  local met = self.pairs[first][second] or { won = 0, drawn = 0, lost = 0,
    forfeited = { won = 0, lost = 0 } }
  self.pairs[first][second] = met
  local how = winner == first and "won" or winner == second and "lost" or "drawn"
  met[how] = met[how] + 1
  self.games = self.games + 1
  if forfeited and how ~= "drawn" then
    met.forfeited[how] = met.forfeited[how] + 1
    self.forfeited = self.forfeited + 1
  end
  if how ~= "drawn" and reason ~= "won" then
    note(self.faults[how == "won" and second or first], reason, row, why)
  end
end

--- Counts the games.
---@param rows fun(): table|nil an iterator over rows of results
---@return tessera.study.Scores
function scores.count(rows)
  local self = { names = {}, games = 0, pairs = {}, faults = {}, forfeited = 0, repeated = 0,
    crowded = false }
  local seen, others = {}, {}
  for row in rows do
    local winner, reason, why, forfeited = judge(row)
    if winner then
      add_game(self, row, winner, reason, why, forfeited)
    else
      note(others, 1, row, reason)
    end
    local moves = winner and row.result and row.result.moves
    if is_text(moves) then
      local hash = values.hash(row.point.first .. "\n" .. row.point.second .. "\n" .. moves)
      self.repeated = self.repeated + (seen[hash] and 1 or 0)
      seen[hash] = true
    end
  end
  table.sort(self.names)
  self.others = others[1] or { count = 0 }
  return self
end

--- All games of two players, as the first of them sees it, from both sides.
---@param self tessera.study.Scores
---@param name string
---@param other string
---@return integer won
---@return integer drawn
---@return integer lost
function scores.between(self, name, other)
  local one = self.pairs[name][other] or { won = 0, drawn = 0, lost = 0 }
  local two = self.pairs[other][name] or { won = 0, drawn = 0, lost = 0 }
  return one.won + two.lost, one.drawn + two.drawn, one.lost + two.won
end

return scores
