--- Claims about a position and what an action does to it. Each returns nothing if it holds, and
--- otherwise why not, in words and pictures. `tessera.check.claims` checks their arguments.

local board_diff = require "tessera.base.board_diff"
local scenario_text = require "tessera.check.scenario_text"
local sight = require "tessera.base.sight"
local side_by_side = require "tessera.check.side_by_side"
local trace = require "tessera.base.trace"
local wording = require "tessera.base.wording"

local position_claims = {}

local events_around = 10 -- so many events are shown before the first difference, and behind it

--- The board is like the picture.
---@param state tessera.State
---@param picture string
---@return string|nil failure
function position_claims.board(state, picture)
  return board_diff.differs(picture, state)
end

--- The actions can be carried out one after the other; then the board is like the picture.
---@param state tessera.State
---@param actions (string|integer)[]
---@param picture? string
---@return string|nil failure
function position_claims.plays(state, actions, picture)
  local now = state:clone()
  for i, action in ipairs(actions) do
    local done, why = now:apply(action)
    if not done then
      return ("plays: action %d is refused: %s%s"):format(i, wording.line(why),
        side_by_side.play(state, table.move(actions, 1, i - 1, 1, {})))
    end
  end
  local difference = picture and board_diff.differs(picture, now)
  return difference and "plays: " .. difference
end

--- The action is refused, in words that contain `why`.
---@param state tessera.State
---@param action string|integer
---@param why? string
---@return string|nil failure
function position_claims.refuses(state, action, why)
  local words = state:why(action)
  if not words then
    return ("refuses: %s is carried out%s"):format(wording.line(state:text(action)),
      side_by_side.play(state, { action }))
  elseif why and not words:find(why, 1, true) then
    return ("refuses: expected '%s' in the words of the refusal: '%s'%s"):format(
      wording.line(why), wording.line(words), side_by_side.board(state))
  end
end

--- How the game has ended.
---@param state tessera.State
---@param outcome string|false false: it still runs
---@return string|nil failure
function position_claims.outcome(state, outcome)
  local found = state:outcome()
  if found ~= (outcome or nil) then
    return ("outcome: expected %s, got %s%s"):format(wording.line(outcome or "a running game"),
      wording.line(found or "a running game"), side_by_side.board(state))
  end
end

-- ---- events ----

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return a == b
  end
  return a[1] == b[1] and a[2] == b[2] and #a == #b
end

local function fits(wanted, event)
  if type(wanted) == "string" then
    return event ~= nil and (wanted == trace.event(event)
      or wanted == trace.event { kind = event.kind, what = event.what, becomes = event.becomes,
        from = event.from, to = event.to })
  end
  for key, value in pairs(wanted) do
    if not event or not same(value, event[key]) then
      return false
    end
  end
  return event ~= nil
end

-- The lines of a list; `at` is the number of the first difference.
local function list_lines(lines, title, texts, at)
  lines[#lines + 1] = "    " .. title
  local first, last = math.max(1, at - events_around), math.min(#texts, at + events_around)
  if first > 1 then
    lines[#lines + 1] = ("      (%d before)"):format(first - 1)
  end
  for i = first, last do
    lines[#lines + 1] = ("    %s %d. %s"):format(i == at and ">" or " ", i, wording.line(texts[i]))
  end
  if at > #texts then
    lines[#lines + 1] = "    > (no more)"
  elseif last < #texts then
    lines[#lines + 1] = ("      (%d more)"):format(#texts - last)
  end
end

--- Compares what was expected to happen with what did.
---@param action string
---@param list (string|table)[]
---@param events tessera.Event[]
---@return string|nil failure
function position_claims.compare_events(action, list, events)
  for at = 1, math.max(#list, #events) do
    if list[at] == nil or not fits(list[at], events[at]) then
      local expected, found = {}, {}
      for i, wanted in ipairs(list) do
        expected[i] = type(wanted) == "string" and wanted or scenario_text.literal(wanted)
      end
      for i, event in ipairs(events) do
        found[i] = trace.event(event)
      end
      local lines = { ("events: %s: event %d is not as expected"):format(wording.line(action), at) }
      list_lines(lines, "expected", expected, at)
      list_lines(lines, "found", found, at)
      return table.concat(lines, "\n")
    end
  end
end

--- What happens when the action is carried out.
---@param state tessera.State
---@param action string|integer
---@param list (string|table)[] texts as in `--trace`, or tables whose fields the event must have
---@return string|nil failure
function position_claims.events(state, action, list)
  local now, events = state:clone(), {}
  local done, why, passed = now:apply(action, events)
  events = sight.all(sight.keep(state), events, now)
  if not done and not passed then
    return ("events: the action is refused: %s%s"):format(wording.line(why),
      side_by_side.board(state))
  end
  local text = state:text(action)
  local difference = position_claims.compare_events(text, list, events)
  return difference and difference .. side_by_side.play(state, { action })
end

return position_claims
