--- `run.lua check FILE.lua --mutate`: how many mutants of a game its own tests find. A mutant with
--- which a test fails is killed; one that passes all of them survives, and is shown.

local console = require "tessera.base.console"
local mutate = require "tessera.source.mutate"
local output = require "tessera.base.output"
local process = require "tessera.process"
local progress = require "tessera.base.progress"
local rng = require "tessera.rng"
local tests = require "tessera.run.tests"
local wording = require "tessera.base.wording"

local mutants = {}

local source_max = 256 * 1024
local shown_max = 160 -- bytes of a line of source

---@class tessera.MutantOptions: tessera.FileOptions
---@field tests? string[] files of scenarios or specs
---@field max_mutants? integer try only so many, drawn by the seed
---@field least? integer the score, in percent, below which the exit status is 1

-- A tenth of this many seconds was enough for the unchanged game.
local function limits_of(seconds, wall, options)
  local most = tests.limits(options)
  return { seconds = math.min(math.max(2, math.ceil(10 * seconds)), most.seconds),
    wall = math.min(10 * wall + 20, most.wall), memory = math.min(most.memory, 1024) }
end

-- `count` mutants of the list, in its order; the same ones for the same seed.
local function sample(list, count, seed)
  local chosen, random = {}, rng.new(seed)
  for i, mutant in ipairs(list) do
    if random:below(#list - i + 1) < count - #chosen then
      chosen[#chosen + 1] = mutant
    end
  end
  return chosen
end

-- The line of source at which a mutant differs, and a mark below the place.
local function place(text, mutant)
  local start = mutant.from - mutant.column + 1
  local shown, columns = wording.around(text:match("^[^\r\n]*", start), mutant.column, shown_max)
  return ("  %s\n  %s^\n"):format(shown, (" "):rep(columns))
end

local function show(made, mutant, note)
  output.write(wording.line(("%s:%d:%d: %s%s"):format(made.path, mutant.line, mutant.column,
    mutant.what, note)), "\n", place(made.text, mutant))
end

local function try_all(made, list, limits)
  local counts = { passed = 0, failed = 0, stopped = 0, unborn = 0, crashed = 0 }
  local line = progress.new()
  for i, mutant in ipairs(list) do
    line:show(("%d of %d mutants"):format(i, #list))
    local changed = { path = made.path, text = mutate.text(made.text, mutant),
      scenarios = made.scenarios, specs = made.specs, trust = made.trust,
      wall = made.wall }
    local verdict, _, number = tests.run(changed, limits)
    counts[verdict] = counts[verdict] + 1
    if verdict == "passed" or verdict == "crashed" or verdict == "stopped" then
      line:hide()
      show(made, mutant, verdict == "stopped" and " (stopped by a limit: it counts as found)" or "")
    end
    if verdict == "crashed" then
      console.say("check", ("this mutant crashed (signal %d)"):format(number))
    end
  end
  line:hide()
  return counts
end

-- Prints what has come of it. The score, in percent; nil if there was no mutant.
local function report(made, counts)
  local killed, survived, stopped = counts.failed + counts.crashed, counts.passed, counts.stopped
  local all = killed + survived + stopped
  if all == 0 then
    output.write(wording.line(made.path), ": 0 mutants\n")
    return nil
  end
  local score = (killed + stopped) * 100 // all
  output.write(("%d mutants: %d killed, %d survived, %d stopped by limits; score %d %%\n"):format(
    all, killed, survived, stopped, score))
  return score
end

--- Tries all mutants of a game, prints those that survive, and ends the process.
---@param path string the game's file
---@param options tessera.MutantOptions
function mutants.run(path, options)
  local made = tests.find(path, options)
  if #made.text > source_max then
    console.die("check", ("%s has more than 256 KB of source"):format(path), 1)
  end
  local seconds, wall = tests.must_pass(made, options)
  local list = mutate.list(made.text)
  if options.max_mutants then
    list = sample(list, options.max_mutants, options.seed or 0)
  end
  local score = report(made, try_all(made, list, limits_of(seconds, wall, options)))
  process.flush()
  os.exit(options.least and (score or 0) < options.least and 1 or 0)
end

return mutants
