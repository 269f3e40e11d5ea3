--- What a child that runs somebody's file cannot do itself, its parent does: it writes the files
--- that the command line names, calls other programs, and keeps what has been solved. The child
--- asks by a name and a text (`process.ask`); the parent believes neither, and checks both.

local process = require "tessera.process"
local usage = require "tessera.base.usage"

local broker = {}

--- The options for files that are drawn, by their names.
broker.pictures = { "html", "svg", "svg_animated", "cast", "png", "gif" }

-- ---- the child ----

--- Asks the parent.
---
--- Errors: a fault, if the parent says why not.
---@param name string
---@param text string
---@return string|nil answer nil if there is no parent: the process may do it itself
function broker.ask(name, text)
  local done, answer = process.ask(name, text)
  if done == false then
    error({ message = answer }, 0)
  end
  return answer
end

-- ---- the parent ----

---@class tessera.Errands what a parent does for its child
---@field paths table<string, boolean> files that may be written
---@field update? string a file of scenarios that may be updated
---@field replay? tessera.Replay a recording that may be recorded again
---@field part? string a file that a scenario is added to
---@field draws? boolean pictures may be made by other programs
---@field plays? boolean it plays at the terminal
---@field saves? integer how many plays were saved
---@field notes? integer how many solved levels were noted
---@field stuck? tessera.Stuck

---@class tessera.Stuck a rule that nothing could stop
---@field rule string
---@field path? string where the play was saved
---@field fault? string why it was not

-- What a person at the terminal never needs more of, in one play.
local saves_most, notes_most = 100, 5000

local answers = {}

local function fail(format, ...)
  error({ message = format:format(...) }, 0)
end

--- The strings of a packed text.
---@param text string
---@return string[]
function broker.unpacked(text)
  local list, at = {}, 1
  while at <= #text do
    list[#list + 1], at = string.unpack("<s4", text, at)
  end
  return list
end

--- Packs strings for a request.
---@param list (string|integer)[]
---@return string
function broker.packed(list)
  local parts = {}
  for i, text in ipairs(list) do
    parts[i] = ("<s4"):pack(tostring(text))
  end
  return table.concat(parts)
end

function answers.put(errands, path, text)
  if not errands.paths[path or ""] then
    fail("%s is not written: the command line does not name it", usage.shown(path))
  end
  require("tessera.run.rewrite").put(path, text or "")
end

-- The edits of scenarios: each is three texts.
function answers.update(errands, old, ...)
  local list, edits = { ... }, {}
  for i = 1, #list - 2, 3 do
    edits[#edits + 1] = { from = math.tointeger(tonumber(list[i])),
      to = math.tointeger(tonumber(list[i + 1])), text = list[i + 2] }
  end
  local update = require "tessera.run.update"
  require("tessera.run.rewrite").update(errands.update or fail "nothing is to be updated", old,
    update.edited(old, edits) or fail("%s is not updated: more than literals would change",
      errands.update))
end

-- A play is recorded again: its actions stay.
function answers.renew(errands, now)
  local what = errands.replay or fail "nothing is to be recorded again"
  require("tessera.run.replay").write(what, now or "")
end

function answers.part(errands, text)
  require("tessera.run.specs").append(errands.part or fail "no scenario is to be written", text)
end

function answers.png(errands, svg)
  return errands.draws and require("tessera.run.rasterize").png(svg or "")
    or fail "no picture is to be drawn"
end

function answers.gif(errands, delay, ...)
  local list, i = { ... }, 0
  local seconds = tonumber(delay)
  return errands.draws and seconds and require("tessera.run.rasterize").gif(#list, function()
    i = i + 1
    return list[i]
  end, seconds) or fail "no picture is to be drawn"
end

local function must_play(errands)
  return errands.plays or fail "nobody plays"
end

function answers.solved(errands)
  local solved_levels = require "tessera.run.terminal.solved_levels"
  return must_play(errands) and solved_levels.text(solved_levels.path(os.getenv))
end

function answers.note(errands, line)
  local solved_levels = require "tessera.run.terminal.solved_levels"
  local path = must_play(errands) and solved_levels.path(os.getenv)
  errands.notes = (errands.notes or 0) + 1
  if errands.notes > notes_most then
    fail "too many levels were solved in this play"
  end
  return solved_levels.add(path, line or "") and "" or fail("%s cannot be written",
    path or "the file of solved levels")
end

function answers.save(errands, game, text)
  must_play(errands)
  errands.saves = (errands.saves or 0) + 1
  if errands.saves > saves_most then
    fail("%d plays were saved already", saves_most)
  end
  return require("tessera.run.terminal.saving").write(game or "", text or "")
end

-- The last that a child says: a rule cannot be stopped. What was kept of the play is saved.
function answers.stuck(errands, rule, kept)
  must_play(errands)
  if errands.stuck or not rule:find "^%l[%l ]*$" or #rule > 40 then
    fail "no rule is stuck"
  end
  errands.stuck = { rule = rule }
  local game, at = string.unpack("<s4", kept)
  if at <= #kept then
    local saved, path = pcall(answers.save, errands, game, kept:sub(at) .. "end\n")
    errands.stuck[saved and "path" or "fault"] = saved and path or usage.message(path)
  end
end

function answers.suspend(errands)
  must_play(errands)
  process.suspend()
end

--- The function that answers a child.
---@param errands any what the functions get first; tessera.Errands for those of the broker
---@param functions? table<string, function> by the names of requests; those of the broker by
---default
---@return fun(name: string, text: string): string|nil, string|nil
function broker.answers(errands, functions)
  functions = functions or answers
  return function(name, text)
    local fine, answer = pcall(function()
      local answer = functions[name] or fail("the parent knows no %s", usage.shown(name))
      return answer(errands, table.unpack(broker.unpacked(text)))
    end)
    if fine then
      return answer or ""
    end
    return nil, type(answer) == "table" and answer.message or "the request is damaged"
  end
end

return broker
