--- Writes scenarios, or specs for busted, of recordings: what was played, and what came of it.

local broker = require "tessera.userfile.broker"
local console = require "tessera.base.console"
local literals = require "tessera.source.literals"
local board_diff = require "tessera.base.board_diff"
local errors = require "tessera.base.errors"
local process = require "tessera.process"
local replay = require "tessera.run.replay"
local rewrite = require "tessera.userfile.rewrite"
local scenario = require "tessera.scenario"
local scenario_text = require "tessera.check.scenario_text"
local session = require "tessera.session"

local specs = {}

local boards_max = 7   -- beside the last one
local cells_max = 4000 -- of all these boards
local gap_max = 12     -- actions from one board to the next

local fail = errors.raise

-- ---- what is worth a picture ----

-- Plays the actions and calls `tell(i, state, done, events)` after each. Returns the last state.
local function play(first, actions, tell)
  local state = first:clone()
  for i, action in ipairs(actions) do
    local events = {}
    local done = state:apply(action, events)
    tell(i, state, done, events)
  end
  return state
end

-- Each action's share in what happens: in the events of each kind, and in the changes of the score.
local function shares_of(first, actions)
  local steps, totals, score = {}, {}, first:score()
  play(first, actions, function(i, state, _, events)
    local now, step = state:score(), {}
    local function add(what, amount)
      step[what] = (step[what] or 0) + amount
      totals[what] = (totals[what] or 0) + amount
    end
    for _, event in ipairs(events) do
      add("event " .. event.kind, 1)
    end
    add("score", math.abs(now - score))
    score, steps[i] = now, step
  end)
  local shares = {}
  for i, step in ipairs(steps) do
    shares[i] = 0
    for what, amount in pairs(step) do
      shares[i] = shares[i] + amount / math.max(totals[what], 1)
    end
  end
  return shares
end

-- The widest gap between two pictures: the number of the action in its middle, and its width.
local function widest_gap(kept, count)
  local before, middle, widest = 0, 0, 0
  for i = 1, count do
    if kept[i] or i == count then
      if i - before > widest then
        middle, widest = (before + i) // 2, i - before
      end
      before = i
    end
  end
  return middle, widest
end

-- The actions behind which the board is worth a picture: those that have a half more than the usual
-- share in what happens, and others in wide gaps between them. The last board is shown anyway.
local function notable(first, actions)
  local shares, sum, chosen, kept = shares_of(first, actions), 0, {}, {}
  for _, share in ipairs(shares) do
    sum = sum + share
  end
  for i = 1, #shares - 1 do
    chosen[#chosen + 1] = shares[i] * #shares > 1.5 * sum and i or nil
  end
  table.sort(chosen, function(a, b)
    return shares[a] > shares[b] or shares[a] == shares[b] and a < b
  end)
  local most = math.min(boards_max, cells_max // (first:rows() * first:columns()))
  for i = 1, math.min(#chosen, most) do
    kept[chosen[i]] = true
  end
  for _ = #chosen + 1, most do
    local middle, widest = widest_gap(kept, #actions)
    if widest <= gap_max then
      break
    end
    kept[middle] = true
  end
  return kept
end

-- ---- a scenario ----

-- What came of the actions.
local function expectation(first, actions)
  local expect, drawn = { moves = 0, refused = 0 }, notable(first, actions)
  local scored = first:score() ~= 0
  local last = play(first, actions, function(i, state, done)
    local key = done and "moves" or "refused"
    expect[key] = expect[key] + 1
    scored = scored or state:score() ~= 0
    if drawn[i] then
      expect.boards = expect.boards or {}
      expect.boards[i] = board_diff.text(state)
    end
  end)
  expect.outcome, expect.board = last:outcome() or false, board_diff.text(last)
  expect.score = scored and last:score() or nil
  return expect
end

-- The path of a file as `require` takes it in a file of that folder; nil if it cannot.
local function module_name(file, folder)
  local real, home = process.real_path(file), process.real_path(folder)
  local below = real and home and real:sub(1, #home) == home and real:sub(#home + 1):gsub("^/", "")
  local name = below and (below:match "^([%w_/]+)%.lua$" or below:match "^([%w_/]+)%.txt$")
  return name and not name:find "^tessera/" and name:gsub("/", ".") or nil
end

local function required(what, options, file)
  local folder = options.output and options.output:match "^(.*/)" or "./"
  local name = module_name(file, folder)
  if not name then
    fail("%s: %s cannot require %s, which must lie in its folder or below it and have a path of"
      .. " letters, digits and _ (--output FILE writes elsewhere)", what.path,
      options.output or "a file in this folder", file)
  end
  return ("require %q"):format(name)
end

-- The scenario of a recording. It is played once, so that no scenario is written that fails.
local function definition_of(what, options)
  local read = options.update and session.renew or session.replay
  local fine, why = read(what.text)
  if not fine then
    fail("%s: %s%s", what.path, why, replay.hint(why))
  end
  local first, list = session.read(what.text)
  local actions = {}
  for i, action in ipairs(list) do
    actions[i] = action.text
  end
  local definition = scenario_text.start(first)
  definition.name = options.names[what.path]
  definition.play, definition.expect = actions, expectation(first, actions)
  local wrong = scenario.run(scenario(definition))
  if wrong[1] then
    fail("%s: the game does something else each time: %s", what.path, wrong[1]:match "[^\n]*")
  end
  return definition
end

-- ---- the file ----

local head = [[
--- Plays as scenarios, written by `run.lua spec`. After a wanted change of the game
--- `run.lua FILE.lua --update` renews what they expect.

local tessera = require "tessera"

return {
]]

local busted_head = [[
--- Plays as specs, written by `run.lua spec --busted`.

require "tessera.busted"
local tessera = require "tessera"

]]

-- In a scenario `require` looks beside the file anyway.
local busted_path = [[
local folder = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
package.path = folder .. "?.lua;" .. package.path

]]

-- Adds the source of a recording's scenario to the file with all of them.
local function add(what, options, file)
  local game = file and required(what, options, file)
  local definition = definition_of(what, options)
  local text
  if options.busted then
    text = ("  it(%s, function()\n    assert.passes(%s)\n  end)\n"):format(
      literals.of(definition.name, '""'), scenario_text.of(definition, game, 4))
  else
    text = ("  %s,\n"):format(scenario_text.of(definition, game, 2))
  end
  if not broker.ask("part", broker.packed { text }) then
    rewrite.append(options.part, text)
  end
end

local function source_of(text, options)
  if not options.busted then
    return ("%s%s}\n"):format(head, text)
  end
  local path = text:find "\n *game = require " and busted_path or ""
  return ('%s%sdescribe("the recorded play", function()\n%send)\n'):format(busted_head, path,
    text)
end

-- The names of the scenarios, by the paths of the recordings: those of the files, or the paths of
-- files that have the same name.
local function names_of(paths)
  local count, names = {}, {}
  local function base(path)
    return path == "-" and "a recording" or path:match "([^/]*)$":gsub("%.play$", "")
  end
  for _, path in ipairs(paths) do
    count[base(path)] = (count[base(path)] or 0) + 1
  end
  for _, path in ipairs(paths) do
    names[path] = count[base(path)] == 1 and base(path) or (path:gsub("%.play$", ""))
  end
  return names
end

local function write(text, options)
  local path = options.output or "-"
  if options.update and process.regular_file(path) then
    rewrite.update(path, rewrite.read(path), text)
  else
    rewrite.put(path, text)
  end
end

--- Writes the scenarios of recordings. If one of them is wrong, nothing is written.
---@param paths string[]
---@param options table of the command `spec`
---@return integer status the exit status
function specs.write(paths, options)
  if options.output and not (options.force or options.update)
    and process.real_path(options.output) then
    console.die("spec", options.output .. ": the file is there already (--force overwrites it,"
      .. " --update shows first how it changes)", 1)
  end
  options.names, options.part = names_of(paths), os.tmpname()
  local fine, status = pcall(replay.each, "spec", paths, options, add)
  local read, text = pcall(rewrite.read, options.part)
  os.remove(options.part)
  if not (fine and read) then
    error(fine and text or status, 0)
  elseif status == 0 then
    write(source_of(text, options), options)
  end
  return status
end

return specs
