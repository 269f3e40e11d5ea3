--- The command `check`: holds a game to its laws, or examines its levels.

local characters = require "tessera.base.characters"
local checks = require "tessera.check.laws"
local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local examine_level = require "tessera.check.examine_level"
local level_files = require "tessera.run.level_files"
local level_input = require "tessera.run.level_input"
local maps = require "tessera.base.maps"
local output = require "tessera.base.output"
local progress = require "tessera.base.progress"
local report = require "tessera.check.report"
local trial = require "tessera.check.trial"
local wording = require "tessera.base.wording"
local count, write = wording.count, output.write

local check = {}

-- Positions; those for what is not needed to say that a level can be solved; bytes.
local level_nodes, report_nodes, level_memory = 1000000, 300000, 1 << 30

---@class tessera.CheckOptions: tessera.FileOptions
---@field games? integer
---@field actions? integer
---@field nodes? integer for each level
---@field levels? boolean

-- ---- laws ----

-- Writes a line for each law that holds, and each failure.
local function write_laws(subject, failures, info, told)
  local broken, line = {}, progress.new()
  for _, failure in ipairs(failures) do
    broken[failure.law] = failure
  end
  local known = info.others == 0 and not info.stopped
  local laws = table.move(subject.laws, 1, #subject.laws, 1, {})
  table.move(trial.laws, 1, #trial.laws, #laws + 1, laws)
  for _, law in ipairs(known and laws or {}) do
    if not broken[law] then
      output.paint("good", "ok      ")
      write(wording.line(law.name), "\n")
    end
  end
  for _, failure in ipairs(failures) do
    line:show "making the example smaller"
    local text = report.text(subject, failure, told)
    line:hide()
    output.paint("bad", "failed  ")
    write(text, "\n\n")
  end
  if info.others > 0 then
    write(count(info.others, "other law"), " broken, perhaps for this reason\n")
  end
end

local function hold(subject, options)
  local seed, games, line = options.seed or 1, options.games or 100, progress.new()
  subject.laws = checks(maps.about(subject.module))
  local failures, info = trial.run(subject, { seed = seed, games = games,
    actions = options.actions or 40, progress = function(number, positions)
      line:show(("%d of %d games, %d positions"):format(number, games, positions))
    end })
  line:hide()
  write_laws(subject, failures, info, { seed = seed, game = subject.expression })
  local broken = #failures + info.others
  local verdict = count(#subject.laws + #trial.laws - broken, "law") .. " hold"
  if info.stopped then
    verdict = ("stopped with %d broken"):format(broken)
  elseif broken > 0 then
    verdict = ("%s, %d broken"):format(verdict, broken)
  end
  write(subject.name, ": ", verdict, " in ", count(info.games, "game"), " from ",
    count(#subject.starts, "level"), ", ", count(info.positions, "position"), " (seed ", seed,
    ")\n")
  return #failures == 0
end

-- ---- levels ----

-- Verdicts other than "solvable" in words. The last two are no failure.
local said = {
  unsolvable = "cannot be solved",
  undecided = "is undecided: %s ended the search",
  over = "is over at its start",
  error = "raises an error: %s",
}
local no_puzzle = { players = "is for several players", chance = "has chance" }

-- What a level is expected to be, from its comment, and what is wrong with it; nil if nothing is.
local function disappointment(level, found, twin)
  local expected = level.expect
  local length = math.tointeger(tonumber(expected))
  if length and not (found.proven and found.length == length) then
    return ("expected %s"):format(count(length, "action"))
  elseif found.recorded == false then
    return "the solution beside it does not solve it"
  elseif found.winner then
    return found.doubt
  elseif expected and not length then
    return found.verdict ~= expected and "expected to be " .. wording.line(expected) or nil
  elseif twin then
    return "expected to be another level"
  elseif not expected and found.verdict ~= "solvable" and said[found.verdict] then
    return "expected to be solvable"
  end
end

-- A number in at most nine characters.
local function short(number)
  return not number and "?" or number < 1000000000 and tostring(number)
    or ("%.1e"):format(number):gsub("e%+0*", "e")
end

local function describe(found, play, twin, by)
  local parts = {}
  if found.verdict == "solvable" then
    local dead_ends = found.dead_ends and ("%.0f %%"):format(100 * found.dead_ends) or "?"
    parts[1] = ("%6s  %9s  %9s  %9s  %10s"):format(found.proven and found.length
      or "<=" .. found.length, (found.saturated and ">" or "") .. short(found.solutions),
      short(found.positions), dead_ends, found.difficulty and ("%.1f"):format(found.difficulty)
      or "?")
  else
    parts[1] = wording.lines((no_puzzle[found.verdict] or said[found.verdict]):format(found.ended)
      .. (found.why and ": " .. found.why or ""))
  end
  for _, counter in ipairs(found.counted or {}) do
    parts[#parts + 1] = ("%s %d"):format(wording.line(counter.name), counter.by)
  end
  if found.winner and not found.doubt then
    parts[#parts + 1] = ("player %d wins"):format(found.winner)
  end
  if found.recorded then
    parts[#parts + 1] = "solved by " .. count(#play, "recorded action")
  end
  if twin then
    parts[#parts + 1] = ("repeats %s%s"):format(twin, by and (" (%s)"):format(by) or "")
  end
  return table.concat(parts, "; ")
end

local unknown_most = 20 -- lines of a file of levels that are named

local verdicts = { "solvable", "unsolvable", "undecided", "over" }

-- Ends the process if a comment expects what no level can be.
local function check_expectations(subject)
  for _, level in ipairs(subject.levels) do
    local expected = level.expect
    if expected and not expected:find "^%d+$" and not expected:find "^wins %d+$"
      and not wording.one_of(expected, verdicts) then
      local place = level.expect_line and ("%sline %d: "):format(subject.input
        and subject.input .. ": " or "", level.expect_line) or ""
      local label = level.label:gsub("^level ", "")
      console.die(subject.name, ("%slevel %s: expect: %s is neither a number of actions, nor"
        .. " `wins 1`, nor one of %s%s"):format(place, label, errors.shown(expected),
        table.concat(verdicts, " "), errors.guess(expected, verdicts)), 1)
    end
  end
end

-- What is known of level i, and which one it repeats.
local function known_of(subject, i, options, repeats)
  local level = subject.levels[i]
  local fine, found, twin, by = errors.pcall(function()
    local state = trial.begin(subject.module, subject.starts[i])
    local limits = { nodes = options.nodes or level_nodes, memory = level_memory }
    local known = examine_level.examine(state, limits, level.play,
      math.max(options.nodes or 0, report_nodes))
    known.winner = math.tointeger(tonumber((level.expect or ""):match "^wins (%d+)$"))
    if level.recorded then
      known.recorded = examine_level.leads_to_goal(state, level.play)
    end
    known.doubt = known.winner and examine_level.why_not_won(state, known.winner, limits)
    return known, repeats(wording.line(level.label), state)
  end)
  if not fine then
    return { verdict = "error", ended = errors.message(found) }
  end
  return found, twin, by
end

local function write_passed(subject)
  local passed = subject.passed
  if not passed or passed.notes == 0 and not passed.unknown[1] then
    return
  end
  local unknown = {}
  for i = 1, math.min(#passed.unknown, unknown_most) do
    unknown[i] = tostring(passed.unknown[i])
  end
  write(count(#subject.levels, "level"), "; ", count(passed.notes, "line"), " of notes, ",
    count(#passed.unknown, "line"), " not understood", unknown[1] and (" (line %s%s)"):format(
      table.concat(unknown, ", "), unknown[#passed.unknown] and "" or ", ...") or "", "\n")
end

local function examine(subject, options)
  check_expectations(subject)
  local repeats, wrong, width = examine_level.repeats(subject.module), 0, #"level"
  local line = progress.new()
  for _, level in ipairs(subject.levels) do
    width = math.max(width, characters.columns(characters.line(level.label)))
  end
  write(characters.padded("level", width),
    "  length  solutions  positions  dead ends  difficulty\n")
  for i, level in ipairs(subject.levels) do
    line:show(("level %d of %d"):format(i, #subject.levels))
    local found, twin, by = known_of(subject, i, options, repeats)
    local failure = disappointment(level, found, twin)
    wrong = wrong + (failure and 1 or 0)
    line:hide()
    write(characters.padded(level.label, width), "  ", describe(found, level.play, twin, by))
    output.paint("bad", failure and (" (%s)"):format(failure) or "")
    write("\n")
  end
  write(count(#subject.levels, "level"), ", ", #subject.levels - wrong, " as expected, ", wrong,
    " not\n")
  write_passed(subject)
  return wrong == 0
end

-- ---- subjects ----

local function run(subject, options)
  return (options.levels and examine or hold)(subject, options)
end

-- How a scenario beside the game's file names the game.
local function expression(path)
  return ("require %q"):format(path:match "([^/]*)%.%a+$")
end

--- Checks a game that a user's file has returned.
---@param module tessera.Game
---@param options tessera.CheckOptions
---@param file tessera.UserFile
---@return boolean fine
function check.of_module(module, options, file)
  local path, about = file.path, maps.about(module)
  local function load_again()
    local again = file.reload()
    local now = maps.about(again)
    if not now or now.name ~= about.name then
      errors.raise("%s: loaded again, it returns %s and not the game %s", path,
        now and "the game " .. now.name or errors.shown(again), about.name)
    end
    return again
  end
  local input = level_input.path(path, about, options)
  options.arguments = { input, table.unpack(options.arguments, 2) }
  local opened = level_input.open(module, options, not input)
  local subject = { name = about.name, module = module, fresh = load_again, starts = {},
    levels = {}, expression = expression(path), input = input ~= "-" and input or nil }
  for level in level_input.each(opened) do
    level.play, level.recorded = {}, level.solution ~= nil and not level.solution[1].actions
    opened.source.actions(function(text)
      level.play[#level.play + 1] = text
    end)
    level_input.start(opened, level) -- an error in the level ends the process here
    subject.levels[#subject.levels + 1] = level
    subject.starts[#subject.starts + 1] = { label = level.label, map = level.rows
      and table.concat(level.rows, "\n"), options = next(opened.given) and opened.given or nil }
  end
  if not subject.starts[1] then
    console.die(about.name, ("there are no levels in %s"):format(options.arguments[1]), 1)
  end
  subject.passed = opened.source.passed
  return run(subject, options)
end

--- Checks a game in C.
---@param game string
---@param command tessera.Command its file in scripts/
---@param options tessera.CheckOptions
---@return boolean fine
function check.of_game(game, command, options)
  local playable = level_files.of_game(game, command, options)
  local subject = { name = game, module = require("tessera." .. game), starts = {}, levels = {},
    input = options.arguments[1] ~= "-" and options.arguments[1] or nil }
  for i, level in ipairs(playable.list) do
    if not options.level or i == playable.first then
      local start = report.start(level.start())
      start.label = level.name
      subject.starts[#subject.starts + 1] = start
      subject.levels[#subject.levels + 1] = { label = level.name, expect = level.expect,
        expect_line = level.expect_line }
    end
  end
  return run(subject, options)
end

return check
