--- The kind `ratings`: how strong the players of a tournament are, from their games.

local errors = require "tessera.base.errors"
local scores = require "tessera.report.scores"
local strengths = require "tessera.report.strengths"
local wording = require "tessera.base.wording"

local kind = {}

local elo = 400 / math.log(10)
local normal = 1.959964 -- of 95 %

function kind.check(place, entry)
  errors.keys(place, entry, { "first", "kind", "title" })
  errors.type(place .. ": first", entry.first, "string", "nil")
  errors.type(place .. ": title", entry.title, "string", "nil")
  return entry
end

local function rounded(x)
  return math.floor(x + 0.5)
end

local function interval(strength, deviation)
  local value, half = strength * elo, normal * deviation * elo
  return { value = rounded(value), low = rounded(value - half), high = rounded(value + half) }
end

-- The counts of games as strengths.fit takes them, those that were forfeited on their own.
local function games_of(counted)
  local games, places = {}, {}
  for i, name in ipairs(counted.names) do
    places[name] = i
  end
  for first, seconds in pairs(counted.pairs) do
    for second, met in pairs(seconds) do
      local one, other, off = places[first], places[second], met.forfeited
      games[#games + 1] = { first = one, second = other, won = met.won - off.won,
        drawn = met.drawn, lost = met.lost - off.lost }
      games[#games + 1] = off.won + off.lost > 0 and { first = one, second = other,
        won = off.won, drawn = 0, lost = off.lost, forfeited = true } or nil
    end
  end
  table.sort(games, function(a, b)
    if a.first ~= b.first or a.second ~= b.second then
      return a.first < b.first or a.first == b.first and a.second < b.second
    end
    return b.forfeited and not a.forfeited or false
  end)
  return games
end

--- The players, the strongest first.
---@param counted tessera.study.Scores
---@return { name: string, rating: table, won: integer, drawn: integer, lost: integer }[]
---@return table|nil advantage of the first player; nil if all games were forfeited
function kind.players(counted)
  local fitted, players = strengths.fit(#counted.names, games_of(counted)), {}
  for i, name in ipairs(counted.names) do
    local player = { name = name, won = 0, drawn = 0, lost = 0,
      strength = fitted.strength[i], rating = interval(fitted.strength[i], fitted.deviation[i]) }
    for _, other in ipairs(counted.names) do
      local won, drawn, lost = scores.between(counted, name, other)
      player.won, player.drawn, player.lost = player.won + won, player.drawn + drawn,
        player.lost + lost
    end
    players[i] = player
  end
  table.sort(players, function(a, b)
    return a.strength > b.strength or a.strength == b.strength and a.name < b.name
  end)
  return players, counted.games > counted.forfeited
    and interval(fitted.advantage, fitted.advantage_deviation) or nil
end

-- The reasons of losses other than "won", sorted.
local function reasons_of(counted)
  local reasons = {}
  for _, faults in pairs(counted.faults) do
    for reason in pairs(faults) do
      reasons[reason] = true
    end
  end
  return wording.sorted(reasons)
end

local function add_faults(notes, players, counted)
  for _, player in ipairs(players) do
    local faults = counted.faults[player.name]
    for _, reason in ipairs(wording.sorted(faults)) do
      local fault = faults[reason]
      notes[#notes + 1] = ("%s has lost %s by '%s'; point %d%s."):format(player.name,
        wording.count(fault.count, "game"), reason, fault.number, fault.why and ": " .. fault.why
        or "")
    end
  end
end

local function add_one_sided(notes, players)
  for _, player in ipairs(players) do
    local games = player.won + player.drawn + player.lost
    if player.won == games or player.lost == games then
      notes[#notes + 1] = ("%s has %s all games: how far off its rating is, only the prior says.")
        :format(player.name, player.won == games and "won" or "lost")
    end
  end
end

--- Says what is left out of a table of players.
---@param notes string[]
---@param counted tessera.study.Scores
function kind.note_others(notes, counted)
  local others = counted.others
  if others.count > 0 then
    notes[#notes + 1] = ("Not counted: %s; the first is point %d: %s"):format(
      wording.count(others.count, "point"), others.number, others.why)
  end
  if counted.crowded then
    notes[#notes + 1] = ("Only the first %d players are counted."):format(#counted.names)
  end
end

-- What it is worth to be the first player, and from which games that is known.
local function advantage_note(first, advantage, counted)
  if not advantage then
    return (" What it is worth to be %s is not known: every game was forfeited (a crash, an"
      .. " illegal action, a time limit)."):format(first)
  end
  local text = (" To be %s is worth %d (%d to %d)"):format(first, advantage.value, advantage.low,
    advantage.high)
  return text .. (counted.forfeited > 0 and (", by the %s that nobody forfeited (by a crash, an"
    .. " illegal action or a time limit)."):format(wording.count(counted.games - counted.forfeited,
    "game")) or ".")
end

local function notes_of(first, players, advantage, counted)
  local notes = { "Ratings: Bradley-Terry on the scale of Elo, mean 0; 400 more are odds of ten to"
    .. " one. In parentheses: the interval of 95 % confidence."
    .. advantage_note(first, advantage, counted) }
  add_faults(notes, players, counted)
  add_one_sided(notes, players)
  if counted.repeated > 0 then
    notes[#notes + 1] = ("%s as another one before, action by action: the intervals are too"
      .. " narrow (more random actions in the `opening` help)."):format(counted.repeated == 1
      and "1 game is the same" or counted.repeated .. " games are the same")
  end
  kind.note_others(notes, counted)
  return notes
end

local function columns_of(reasons)
  local columns = { { name = "player", align = "left" } }
  for _, name in ipairs { "rating", "games", "won", "drawn", "lost", "points %" } do
    columns[#columns + 1] = { name = name, align = "right" }
  end
  for _, reason in ipairs(reasons) do
    columns[#columns + 1] = { name = reason, align = "right" }
  end
  return columns
end

function kind.compute(entry, rows)
  local counted = scores.count(rows)
  local block = { title = entry.title or "Ratings", notes = {} }
  if counted.games == 0 then
    block.notes[1] = "There are no games yet."
    kind.note_others(block.notes, counted)
    return block
  end
  local players, advantage = kind.players(counted)
  local reasons, points = reasons_of(counted), {}
  block.columns, block.rows = columns_of(reasons), {}
  for i, player in ipairs(players) do
    local games = player.won + player.drawn + player.lost
    local row = { player.name, player.rating, games, player.won, player.drawn, player.lost,
      rounded(1000 * (player.won + player.drawn / 2) / games) / 10 }
    for _, reason in ipairs(reasons) do
      local fault = counted.faults[player.name][reason]
      row[#row + 1] = fault and fault.count or 0
    end
    block.rows[i] = row
    points[i] = { player.name, player.rating.value, player.rating.low, player.rating.high }
  end
  block.notes = notes_of(entry.first or "player 1", players, advantage, counted)
  block.plots = { { kind = "interval", title = block.title, x = { label = "player" },
    y = { label = "rating" }, series = { { points = points } } } }
  return block
end

return kind
