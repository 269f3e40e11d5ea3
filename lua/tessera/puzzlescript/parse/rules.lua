--- The section RULES: its lines, groups and loops.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"
local parse_rule = require "tessera.puzzlescript.parse.parse_rule"
local tokens = require "tessera.puzzlescript.parse.rule_tokens"

local rules = {}

local report = diagnostics.report

--- Takes a line. It is read when all names are known.
---@param state tessera.puzzlescript.State
---@param text string the line in small letters, up to its first comment but one in front
function rules.line(state, text)
  table.insert(state.rule_lines, { number = state.number, raw = state.raw, low = text })
end

local function loop_mark(state, word, reading)
  local list = state.game.rules
  if word == "startloop" and reading.loop then
    return report(state, "error", nil, "a loop cannot be in a loop")
  elseif word == "endloop" and not reading.loop then
    return report(state, "error", nil, "there is no startloop for this endloop")
  end
  local mark = { line = state.number, loop = word == "startloop" and "start" or "end" }
  list[#list + 1] = mark
  reading.loop = word == "startloop" and { mark = mark, place = #list, raw = state.raw } or nil
end

-- A mark inside of a group is an error. But the late rules of a group are a group of their own, so
-- nothing is torn apart in front of the first of them.
local function check_mark(state, made, reading)
  local text = "startloop or endloop in the middle of a group of rules"
  if made and not reading.lists[made.late] then
    diagnostics.warning(state.game, reading.marked, nil, text)
  else
    diagnostics.error(state.game, reading.marked, nil, text)
  end
end

local function read_rule(state, low, reading)
  local list = state.game.rules
  local made, plus = parse_rule.read(state, low)
  if plus and not reading.group then
    report(state, "error", nil, "'+' needs a rule before it")
    plus = false
  elseif plus and reading.marked then
    check_mark(state, made, reading)
  end
  if not plus then
    reading.group, reading.lists = state.number, {}
  end
  reading.marked = nil
  if made then
    reading.lists[made.late] = true
    made.plus = plus and reading.filled == reading.group
    reading.filled = reading.group
    list[#list + 1] = made
  end
end

--- Reads the rules.
---@param state tessera.puzzlescript.State
function rules.finish(state)
  local reading = {}
  for _, line in ipairs(state.rule_lines) do
    state.number, state.raw = line.number, line.raw
    local word = lines.trimmed(line.low)
    if word == "startloop" or word == "endloop" then
      loop_mark(state, word, reading)
      reading.marked = line.number
    elseif not diagnostics.full(state.game) then
      read_rule(state, line.low, reading)
    end
  end
  if reading.loop then
    state.number, state.raw = reading.loop.mark.line, reading.loop.raw
    report(state, "error", nil, "there is no endloop for this startloop")
    table.remove(state.game.rules, reading.loop.place)
  end
end

--- Whether the brackets of a line are those of comments.
---@param state tessera.puzzlescript.State
---@param low string
---@return boolean
function rules.has_comment(state, low)
  return tokens.has_comment(low, state.game.names.message ~= nil)
end

return rules
