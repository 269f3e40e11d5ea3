--- One game of a tournament: plays it, and says who has won and why.

local errors = require "tessera.base.errors"
local labels = require "tessera.base.labels"
local rng = require "tessera.rng"
local sides = require "tessera.tournament.sides"
local wording = require "tessera.base.wording"

local match = {}

local tries = 1000 -- openings that are drawn until the game is still going on after one of them

---@class tessera.Match
---@field game tessera.Game
---@field start fun(seed: integer): tessera.State
---@field opening integer random actions at the start
---@field max_actions integer
---@field winner fun(state: tessera.State): integer 1, 2, or 0 for a draw
---@field players table<string, function> seats by the names of the players
---@field sides? tessera.tournament.Sides of players who act together

-- Carries out random actions. nil if the game ended.
local function open(state, count, random, played)
  for i = 1, count do
    local codes = state:codes()
    if not codes[1] then
      return nil
    end
    local code = codes[random:below(#codes) + 1]
    played[i] = state:text(code)
    state:apply(code, false)
  end
  return state:codes()[1] and state or nil
end

-- The first state, after its opening, which follows from the seed alone.
local function first_state(about, seed)
  local random, start = rng.new(seed), about.start(seed)
  for _ = 1, about.opening > 0 and tries or 1 do
    local played = {}
    local state = open(start:clone(), about.opening, random, played)
    if state then
      return state, played
    end
  end
  errors.fail("tournament: no %s lead to a game that goes on",
    wording.count(about.opening, "random action"))
end

-- A text as results may have it: one line of UTF-8.
local function plain(text)
  return text and wording.line(text)
end

-- Carries the action out; or nil, "illegal" and why not.
local function carry_out(game, state, action)
  local known, code = errors.pcall(state.code, state, action)
  if not known then
    return nil, "illegal", errors.shown(action) .. " is no action of " .. state:game()
  end
  local text, done, why, passed = state:text(code), state:apply(code)
  if not (done or passed) then
    return nil, "illegal", labels.refusal(game, text, why)
  end
  return text
end

-- Tells all what was carried out; of players who act together only when all have chosen.
local function tell(about, state, seats, news, turn, action)
  news[#news + 1] = { turn, action }
  if about.sides and state:turn() ~= 1 and not state:outcome() then
    return news
  end
  for _, new in ipairs(news) do
    for _, seat in ipairs(seats) do
      seat:told(new[1], new[2])
    end
  end
  return {}
end

-- Plays to the end. Returns how it ended, the player who is to blame, and the message.
local function play(about, state, seats, played, note)
  local news = {}
  while not state:outcome() do
    local turn = state:turn()
    if #played >= about.max_actions and (turn == 1 or not about.sides) then
      return "length"
    elseif not state:codes()[1] then
      return "stuck"
    end
    note(turn)
    local action, reason, message = seats[turn]:move(state:view(turn))
    if action then
      action, reason, message = carry_out(about.game, state, action)
    end
    if not action then
      return reason, turn, message
    end
    played[#played + 1] = action
    news = tell(about, state, seats, news, turn, action)
  end
  return "over"
end

local function result_of(about, state, names, how, blamed, message, played)
  local judged = how == "over" or how == "length" and about.sides ~= nil
  local winner = blamed and 3 - sides.side_of(blamed) or judged and about.winner(state) or 0
  local reason = not judged and how or winner == 0 and "draw" or "won"
  local result = { winner = names[winner] or "draw", reason = reason, why = plain(message),
    actions = #played, outcome = plain(state:outcome()), moves = table.concat(played, ", ") }
  if about.sides then
    result.scores, result.mean_first, result.mean_second = about.sides.results(state)
  end
  return result
end

--- Plays the game of a point.
---@param about tessera.Match
---@param point table `first` and `second`, the names of the players, and `seed`
---@param random tessera.Rng
---@param note fun(text: string) is told whose turn it is before every move
---@return table result
function match.play(about, point, random, note)
  local names = { point.first, point.second }
  local state, played = first_state(about, point.seed)
  local seats = {}
  local how, blamed, message
  local fine, err = pcall(function()
    for number = 1, about.sides and about.sides.players or 2 do
      local seat = about.players[names[sides.side_of(number)]]
      seats[number] = seat(rng.new(random:next()), number, state:view(number))
    end
    how, blamed, message = play(about, state, seats, played, function(turn)
      note("to move: " .. names[sides.side_of(turn)])
    end)
  end)
  local text = fine and (state:outcome() or how) or "error"
  for _, seat in ipairs(seats) do
    seat:leave(text)
  end
  if not fine then
    error(err, 0)
  end
  return result_of(about, state, names, how, blamed, message, played)
end

return match
