--- What the child of a command may ask its parent for: files that the command line names, other
--- programs, what has been solved, a play that is saved. Each function checks what it is asked.

local errors = require "tessera.base.errors"
local output = require "tessera.base.output"
local process = require "tessera.process"
local wording = require "tessera.base.wording"

local requests = {}

---@class tessera.Errands what a parent does for its child
---@field paths table<string, boolean> files that may be written
---@field update? string a file of scenarios that may be updated
---@field replay? tessera.Replay a recording that may be recorded again
---@field part? string a file that a scenario is added to
---@field draws? boolean other programs may convert pictures
---@field plays? boolean it plays at the terminal
---@field saves? integer how many plays were saved
---@field notes? integer how many solved levels were noted
---@field stuck? tessera.Stuck

---@class tessera.Stuck a rule that nothing could stop
---@field rule string with the line and the action: "my.lua:7: the rule apply to 'go'"
---@field about string what is played: " (level 1)"
---@field path? string where the play was saved
---@field fault? string why it was not

-- What a person at the terminal never needs more of, in one play.
local saves_most, notes_most = 100, 5000
local told_most = 2000 -- bytes that are shown of what a child tells

---@type table<string, fun(errands: tessera.Errands, ...: string): string|nil>
local answers = {}
requests.answers = answers

local fail = errors.raise

function answers.put(errands, path, text)
  if not errands.paths[path or ""] then
    fail("%s is not written: the command line does not name it", errors.shown(path))
  end
  require("tessera.userfile.rewrite").put(path, text or "")
end

-- The edits of scenarios: each is three texts.
function answers.update(errands, old, ...)
  local list, edits = { ... }, {}
  for i = 1, #list - 2, 3 do
    edits[#edits + 1] = { from = math.tointeger(tonumber(list[i])),
      to = math.tointeger(tonumber(list[i + 1])), text = list[i + 2] }
  end
  local update = require "tessera.scenario.update"
  require("tessera.userfile.rewrite").update(errands.update or fail "nothing is to be updated", old,
    update.edited(old, edits) or fail("%s is not updated: more than literals would change",
      errands.update))
end

-- A play is recorded again: its actions stay.
function answers.renew(errands, now)
  local what = errands.replay or fail "nothing is to be recorded again"
  what.write(what, now or "")
end

function answers.part(errands, text)
  require("tessera.userfile.rewrite").append(errands.part or fail "no scenario is to be written",
    text)
end

function answers.png(errands, svg)
  return errands.draws and require("tessera.run.rasterize").png(svg or "")
    or fail "no picture is to be drawn"
end

-- Pictures, each with the seconds that it is shown.
function answers.gif(errands, ...)
  local list, i = { ... }, -1
  return errands.draws and require("tessera.run.rasterize").gif(#list // 2, function()
    i = i + 2
    return list[i], list[i] and (tonumber(list[i + 1]) or fail "a picture is shown for seconds")
  end) or fail "no picture is to be drawn"
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
function answers.stuck(errands, rule, about, kept)
  must_play(errands)
  if errands.stuck then
    fail "a rule is stuck already"
  end
  errands.stuck = { rule = wording.line(rule:sub(1, told_most)),
    about = wording.line(about:sub(1, told_most)) }
  local game, at = string.unpack("<s4", kept)
  if at <= #kept then
    local saved, path = pcall(answers.save, errands, game, kept:sub(at) .. "end\n")
    errands.stuck[saved and "path" or "fault"] = saved and path or errors.message(path)
  end
end

function answers.ring(errands)
  if not errands.bell then
    fail "nobody wants a bell"
  end
  output.ring()
end

function answers.suspend(errands)
  must_play(errands)
  process.suspend()
end

return requests
