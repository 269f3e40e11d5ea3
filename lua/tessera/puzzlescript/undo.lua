--- The undo of games that have one of their own. In PuzzleScript a key leaves boards behind to
--- which undos lead: mostly the one before it, none if nothing has moved, others where a rule has
--- restarted the level. An undo takes the last one that differs from the present board, and leaves
--- checkpoint and random numbers as they are. (Only the undo of a session's restart brings all
--- back.)
---
--- These boards are not kept: they follow from the history, by playing an action again.

local games = require "tessera.base.games"
local maps = require "tessera.base.maps"

local undo = {}

-- By state of a level's start the boards that its rules have left behind, where one is a restart.
local left_at_start = setmetatable({}, { __mode = "k" })

local kept_most = 1000 -- boards that are kept if the history cannot be gone back

--- Whether a state's game has an undo of its own.
---@param state tessera.State
---@return boolean
function undo.is_own(state)
  local about = maps.about(games.of(state))
  return about ~= nil and about.own_undo == true
end

--- Notes what the start of a level has left behind.
---@param state tessera.State
---@param boards tessera.State[]|nil
function undo.note_start(state, boards)
  left_at_start[state] = boards and boards[1] and boards or nil
end

--- What the start of a level has left behind, if the state is one as its game has made it.
---@param state tessera.State
---@return tessera.State[]|nil
function undo.of_start(state)
  return left_at_start[state]
end

-- The boards below all entries.
local function lowest(own)
  return own.base or own.at_start or {}
end

-- The boards that entry number `place` has left behind.
local function left_by(history, place)
  if history.done[place] == true then
    return { history:state(place - 1) }
  end
  return history:state(place - 1):press(history.done[place]).undo
end

-- The last board that differs from the present one: the number of its action and its place in the
-- list of the action; the list. Number 0: those below all actions.
local function find(own, now)
  for place = own.count, 0, -1 do
    local list = place == 0 and lowest(own) or left_by(own.history, place)
    for i = #list, 1, -1 do
      if not list[i]:same_board(now) then
        return place, i, list
      end
    end
  end
end

-- All boards below number `i` of the list of action `place`.
local function below(own, place, i, list)
  local lists, count = { { table.unpack(list, math.max(1, i - kept_most), i - 1) } }, i - 1
  for k = place - 1, 0, -1 do
    if count >= kept_most then
      break
    end
    local more = k == 0 and lowest(own) or left_by(own.history, k)
    table.insert(lists, 1, more)
    count = count + #more
  end
  local kept = {}
  for _, boards in ipairs(lists) do
    table.move(boards, 1, #boards, #kept + 1, kept)
  end
  return kept
end

--- What an undo leads to: how many entries are in force then; or, if that is no state of the
--- history, a state with which a new history begins, and the boards below it. Nil if there is
--- nothing to undo.
---@param own table what a session knows: `history`, `count`, `base`, `at_start`
---@param now tessera.State
---@return integer|nil count
---@return tessera.State|nil state
---@return tessera.State[]|nil base
function undo.target(own, now)
  local place, i, list = find(own, now)
  if not place then
    return nil
  end
  if own.history.done[place] == true then
    return place - 1
  end
  local state = list[i]:clone()
  state:keep(now)
  if place > 0 and i == 1 and own.history:state(place - 1):key() == state:key() then
    return place - 1
  end
  return 0, state, below(own, place, i, list)
end

return undo
