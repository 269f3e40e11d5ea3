--- `run.lua check FILE.lua --coverage`: which lines of a game, which of its rules as pictures and
--- which of its outcomes its own tests reach.

local console = require "tessera.base.console"
local maps = require "tessera.base.maps"
local output = require "tessera.base.output"
local process = require "tessera.process"
local rule_lines = require "tessera.source.rule_lines"
local syntax = require "tessera.source.syntax"
local tests = require "tessera.run.tests"
local text_lines = require "tessera.base.text_lines"
local trace = require "tessera.base.trace"
local wording = require "tessera.base.wording"

local coverage = {}

-- ---- lines ----

-- A function that notes in `hits` the lines of a file that run, for debug.sethook.
local function line_hook(path, hits)
  local real, mine = process.real_path(path), {}
  return function(_, line)
    local source = debug.getinfo(2, "S").source
    if mine[source] == nil then
      mine[source] = process.real_path(source:sub(2)) == real
    end
    if mine[source] then
      hits[line] = true
    end
  end
end

-- From now on lines are noted, also in coroutines.
local function watch_lines(hook)
  local create = coroutine.create
  function coroutine.create(f) -- luacheck: ignore 122
    local thread = create(f)
    debug.sethook(thread, hook, "l")
    return thread
  end
  function coroutine.wrap(f) -- luacheck: ignore 122
    local thread = coroutine.create(f)
    local function answer(fine, ...)
      if not fine then
        error(..., 0)
      end
      return ...
    end
    return function(...)
      return answer(coroutine.resume(thread, ...))
    end
  end
  debug.sethook(hook, "l")
end

local function add_lines(active, f)
  for line in pairs(debug.getinfo(f, "L").activelines or {}) do
    active[line] = true
  end
end

-- Whether there is more than the end of what stands above.
local function says_something(line)
  local rest = line:gsub("%-%-.*", ""):gsub("[%s,;%)%]}]", "")
  return rest ~= "" and rest ~= "end"
end

-- The lines that can run: of the file, and of each function in it, which is loaded on its own.
local function active_lines(text, made)
  local body = text:gsub("^\xEF\xBB\xBF", ""):gsub("^#[^\r\n]*", "")
  local active, list, source = {}, {}, text_lines.of(text)
  add_lines(active, assert(load(body, "=", "t", {})))
  local line, at = 1, 1
  for _, span in ipairs(made.functions) do
    local from, to = made.tokens[span.first].from, made.tokens[span.last].to
    line = line + select(2, text:sub(at, from - 1):gsub("\n", ""))
    at = from
    add_lines(active, assert(load(("\n"):rep(line - 1) .. "return function" .. text:sub(from, to),
      "=", "t", {}))())
  end
  for number in pairs(active) do
    if says_something(source[number] or "") then
      list[#list + 1] = number
    end
  end
  table.sort(list)
  return list, source
end

-- ---- the report ----

local function say(...)
  output.write(wording.line(table.concat({ ... })), "\n")
end

local function report_lines(tested, made, hits)
  local list, source = active_lines(tested.text, made)
  local run = 0
  for _, number in ipairs(list) do
    run = run + (hits[number] and 1 or 0)
    if not hits[number] then
      say(tested.path, ":", number, ": not run: ", (source[number]:gsub("^%s+", "")))
    end
  end
  return ("lines: %d of %d run"):format(run, #list)
end

local function report_rules(tested, made, about, reached)
  local lines, count = rule_lines.of(made, "rules", #about.rules), 0
  for i, text in ipairs(about.rules) do
    count = count + (reached.rules[i] and 1 or 0)
    if not reached.rules[i] then
      say(tested.path, lines[i] and ":" .. lines[i] or "", ": rule ", i, " not carried out: ",
        (text:gsub("%s+", " ")))
    end
  end
  return ("; rules: %d of %d carried out"):format(count, #about.rules)
end

local function report_outcomes(tested, about, reached)
  local count = 0
  for _, outcome in ipairs(about.outcomes) do
    count = count + (reached.outcomes[outcome] and 1 or 0)
    if not reached.outcomes[outcome] then
      say(tested.path, ": outcome not reached: ", outcome)
    end
  end
  return ("; outcomes: %d of %d reached"):format(count, #about.outcomes)
end

local function report(tested, about, hits, reached)
  local made = syntax.of(tested.text)
  local last = report_lines(tested, made, hits)
  if about.rules[1] then
    last = last .. report_rules(tested, made, about, reached)
  end
  if about.outcomes[1] then
    last = last .. report_outcomes(tested, about, reached)
  end
  if tested.specs[1] and (about.rules[1] or about.outcomes[1]) then
    say "rules and outcomes: those of scenarios are counted, those of busted specs are not"
  end
  if about.steps > 0 then
    say "steps of `after` are not counted: --mutate shows which of them are tested"
  end
  say(last)
end

-- ---- the run ----

-- Runs the tests in this process and prints what they have reached.
local function child(tested)
  local hits, reached, about = {}, { rules = {}, outcomes = {} }, nil
  tests.enter_wall(tested)
  process.silence()
  watch_lines(line_hook(tested.path, hits))
  tests.here(tested, {
    on_born = function(module)
      about = maps.about(module)
    end,
    on_step = function(before, action, done, state)
      if state:game() == about.name then
        local rule = done and trace.rule(before, action)
        reached.rules[rule or 0] = true
        reached.outcomes[state:outcome() or 0] = true
      end
    end,
  })
  debug.sethook()
  process.silence(false)
  report(tested, about, hits, reached)
  process.flush()
end

--- Prints what the tests of a game do not reach, and ends the process.
---@param path string the game's file
---@param options tessera.MutantOptions
function coverage.run(path, options)
  local tested = tests.find(path, options)
  tests.must_pass(tested, options)
  local verdict = tests.fork(tests.limits(options), function()
    local fine, err = pcall(child, tested)
    if not fine then
      process.silence(false)
      console.die("check", tostring(err), 1)
    end
    tests.pass()
  end)
  os.exit(verdict == "passed" and 0 or 1)
end

return coverage
