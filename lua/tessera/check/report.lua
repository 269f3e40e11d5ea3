--- The failure of a law as a text: what is wrong, on which board, and a scenario that plays to it.

local characters = require "tessera.base.characters"
local maps = require "tessera.base.maps"
local scenario_text = require "tessera.check.scenario_text"
local shrink = require "tessera.check.shrink"
local side_by_side = require "tessera.check.side_by_side"
local text_lines = require "tessera.base.text_lines"
local trial = require "tessera.check.trial"
local wording = require "tessera.base.wording"

local report = {}

local map_most = 20000 -- bytes

--- How a play begins that begins with this state.
---@param state tessera.State
---@return tessera.check.Start
function report.start(state)
  local keys = scenario_text.start(state)
  return { map = keys.map, options = keys.options, saved = keys.saved }
end

local function size_of(subject, start)
  if not start.map then
    return ""
  end
  local lines = text_lines.of(maps.plain(subject.module, start.map))
  return (" on %d x %d cells"):format(#lines, characters.count(lines[1]))
end

-- The number of the game's own level that begins so; nil if there is none.
local function own_level(subject, start)
  local about = maps.about(subject.module)
  for _, level in ipairs(start.map and about and about.levels or {}) do
    if table.concat(level.rows, "\n") == start.map then
      return level.number
    end
  end
end

-- The play as boards side by side; "" if it cannot be played.
local function strip(subject, case)
  local fine, text = pcall(function()
    local state = trial.begin(subject.module, case.start)
    return case.actions[1] and side_by_side.play(state, case.actions) or side_by_side.board(state)
  end)
  return fine and text or ""
end

-- What holds a scenario to the law that was broken.
local function expectation(subject, case)
  local about = maps.about(subject.module)
  if not case.law.property or about and about.properties[case.law.name] then
    return { lawful = true }
  end
  return { check = scenario_text.name "property" }
end

---@class tessera.check.Told
---@field seed integer
---@field game? string how the scenario names the game: a Lua expression

--- The failure in words, made small.
---@param subject tessera.check.Subject
---@param failure tessera.check.Failure
---@param told tessera.check.Told
---@return string
function report.text(subject, failure, told)
  local case, shows = shrink(subject, failure)
  local lines = { wording.line(case.law.name),
    "  " .. wording.lines(case.text) .. strip(subject, case) }
  local from = ("  %s%s, game %d of seed %d"):format(failure.start.label
    and ("level %s, "):format(failure.start.label) or "", wording.count(#failure.actions, "action"),
    failure.game, told.seed)
  if shows then
    from = ("%s, made smaller: %s%s"):format(from, wording.count(#case.actions, "action"),
      size_of(subject, case.start))
  else
    from = from .. "; alone they do not show it, so they are not made smaller"
  end
  lines[#lines + 1] = from
  local start = case.start
  if #(start.map or start.saved or "") > map_most then
    lines[#lines + 1] = "  (a board of this size is not shown as a scenario)"
    return table.concat(lines, "\n")
  end
  local level = own_level(subject, start)
  lines[#lines + 1] = scenario_text.of({ name = case.law.name,
    game = maps.about(subject.module) and subject.module or subject.name,
    map = not level and start.map or nil, level = level, saved = start.saved,
    options = start.options, play = case.actions, expect = expectation(subject, case) }, told.game)
  return table.concat(lines, "\n")
end

return report
