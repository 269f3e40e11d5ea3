--- Plays a scenario: makes the state that it starts from, carries out its actions, calls its hooks,
--- and compares what has come of it with what the scenario expects.

local claims = require "tessera.check.claims"
local files = require "tessera.base.files"
local games = require "tessera.base.games"
local lawful = require "tessera.check.lawful"
local levels = require "tessera.levels.levels"
local maps = require "tessera.base.maps"
local board_diff = require "tessera.base.board_diff"
local errors = require "tessera.base.errors"
local position_claims = require "tessera.check.position_claims"
local sight = require "tessera.base.sight"
local text_lines = require "tessera.base.text_lines"
local trace = require "tessera.base.trace"
local wording = require "tessera.base.wording"

local refusals_shown = 10

-- ---- making the state ----

-- The state with which a level of the game's own begins.
local function start_own(made)
  local own = levels.of_list(maps.about(made.module).levels)
  local state, wrong = levels.start(made.module, levels.find(own, made.level), made.options)
  return state or errors.raise("level %s: %s", made.level, wrong)
end

-- The state with which the scenario's level begins, for a game written in Lua.
local function start_level(made, text)
  local function fail(line, column, wrong)
    errors.raise("%s: line %d, column %d: %s", made.file, line, column, wrong)
  end
  local source = levels.open(made.module, levels.lines(text), fail, made.file)
  local level, none = levels.find(source, made.level or 1)
  if not level then
    errors.raise("%s: %s", made.file, none)
  end
  local state, wrong, line, column = levels.start(made.module, level, made.options)
  return state or fail(line or level.line, column or 1, wrong)
end

-- The state that was saved; indentation does not count.
local function load_saved(made)
  local text = table.concat(board_diff.lines(text_lines.of(made.saved)), "\n") .. "\n"
  local fine, state = errors.pcall(made.module.load, text)
  return fine and state
    or errors.raise("saved: %s", wording.line(errors.stripped(errors.message(state))))
end

local function make_state(made)
  local text = made.map
  if made.saved then
    return load_saved(made)
  end
  if made.file then
    text = files.read_beside(made.folder, made.file)
      or errors.raise("cannot read '%s'", made.file)
    if maps.about(made.module) then
      return start_level(made, text)
    end
  elseif made.level then
    return start_own(made)
  end
  return made.module.new(text, made.options)
end

local function start(made)
  local fine, state = pcall(make_state, made)
  if not fine then
    local message = type(state) == "string" and errors.stripped(state)
    local of_map = message and message:match "^[%w_]+: map: (.*)$"
    if not of_map and not (message and state:find("bad argument #", 1, true)) then
      error(state, 0) -- raised by a rule of the game
    end
    local of_options = state:find("bad argument #2", 1, true)
    errors.raise("%s: %s", of_options and "options" or made.file or "map", of_map or message)
  end
  return state
end

-- ---- playing ----

-- The listener of the state: it counts actions, shows the trace and calls the scenario's hooks.
local function listener(made, played, tracing, on_step)
  return function(state, action, events, done, result, passed)
    played.events = sight.all(played.kept, events, state)
    played.why = not done and not passed and result or nil
    played.moves = played.moves + (done and 1 or 0)
    played.refused = played.refused + (done and 0 or 1)
    if not done and played.refused <= refusals_shown then
      played.refusals[played.refused] = ("refused: %d. %s"):format(played.moves + played.refused,
        result)
    end
    if tracing then
      trace.step(played.moves + played.refused, action, not done and result or nil, events, state,
        trace.by(played.before, action), done and passed or nil)
    end
    if on_step then
      on_step(played.before, action, done, state)
    end
    played.before = played.before and state:clone()
    for _, event in ipairs(made.on_event and events or {}) do
      made.on_event(state, event)
    end
    if made.on_action then
      made.on_action(state, action, done, result, passed)
    end
    local outcome = state:outcome()
    if outcome and not played.over then
      played.over = true
      if made.on_over then
        made.on_over(state, outcome)
      end
    end
  end
end

-- Compares the board with that of `boards`, after so many actions were tried.
local function compare_board(made, state, played, count, action)
  local picture = (made.expect.boards or {})[count]
  local difference = picture and board_diff.differs(picture, state)
  if difference then
    played.boards[#played.boards + 1] = ("boards[%d] (%s)%s"):format(count, action or "the start",
      difference:sub(#"board" + 1))
    local found = board_diff.text(state)
    played.differences[#played.differences + 1] = not board_diff.shadowed(found, made.module)
      and { key = "boards", at = count, expected = picture, found = found,
        hexagons = maps.has_hexagons(made.module) } or nil
  end
end

local function play_list(made, state, played)
  compare_board(made, state, played, 0)
  for i, action in ipairs(made.play or {}) do
    local fine, code = errors.pcall(state.code, state, action)
    if not fine then
      errors.raise("action %d: %s is no action of %s%s", i, errors.shown(action), state:game(),
        games.guess_action(action, state))
    end
    played.at = ("action %d: %s"):format(i, errors.shown(action))
    played.kept = made.expect.events and i == #made.play and sight.keep(state) or nil
    played.last = made.expect.check and { state:clone(), state:text(code) }
    state:apply(code)
    played.at = nil
    compare_board(made, state, played, i, action)
  end
end

-- ---- reporting ----

-- The claim's failure is added to the list; a wrong argument is one, too.
local function claim(wrong, name, state, ...)
  local fault = claims.wrong(name, state, ...)
  local said = fault and fault:sub(1, #name + 2) == name .. ": " -- an argument of the claim's name
  wrong[#wrong + 1] = fault and (said and fault or ("%s: %s"):format(name, fault))
    or (claims[name](state, ...))
end

local function check_events(wrong, made, played, state)
  local last, expected = made.play[#made.play], made.expect.events
  local fault = claims.wrong("events", state, last, expected)
    or played.why and "the action is refused: " .. played.why
  wrong[#wrong + 1] = fault and "events: " .. fault
    or position_claims.compare_events(state:text(last), expected, played.events)
end

-- The claims about the position at the end.
local function check_position(wrong, made, state)
  local expect, goal, limits = made.expect, made.expect.goal, made.expect.limits
  for _, action in ipairs(wording.sorted(expect.refuses or {})) do
    local why = expect.refuses[action]
    claim(wrong, "refuses", state, action, why ~= true and why or nil)
  end
  if expect.solvable ~= nil then
    local own = type(expect.solvable) == "string" and expect.solvable or goal
    claim(wrong, expect.solvable and "solvable" or "unsolvable", state, own, limits)
  end
  if expect.unique_solution then
    claim(wrong, "unique_solution", state, goal, limits)
  end
  for _, name in ipairs { "optimal", "forced", "wins" } do
    if expect[name] ~= nil then
      claim(wrong, name, state, expect[name], goal, limits)
    end
  end
  for _, name in ipairs { "reachable", "never" } do
    if expect[name] ~= nil then
      claim(wrong, name, state, expect[name], limits)
    end
  end
end

-- The expectations that do not hold, a text for each.
local function failures(made, state, played)
  local expect, wrong = made.expect, played.boards
  local position = state:clone() -- which nobody watches
  local function compare(what, expected, found)
    if expected ~= nil and expected ~= found then
      wrong[#wrong + 1] = ("%s: expected %s, got %s"):format(what, expected, found)
    end
  end
  if expect.outcome ~= nil then
    claim(wrong, "outcome", position, expect.outcome)
  end
  compare("moves", expect.moves, played.moves)
  compare("refused", expect.refused, played.refused)
  compare("score", expect.score, state:score())
  for _, name in ipairs(wording.sorted(expect.fields or {})) do
    compare("fields." .. name, expect.fields[name], state[name])
  end
  if expect.check then
    local holds, why = expect.check(state:clone(), table.unpack(played.last or {}))
    if not holds then
      wrong[#wrong + 1] = "check: " .. (why and tostring(why) or "does not hold")
    end
  end
  if expect.events then
    check_events(wrong, made, played, position)
  end
  check_position(wrong, made, position)
  if expect.lawful then
    local first = { saved = played.first }
    if not (made.file or made.saved or made.level) then
      first = { map = made.map, options = made.options }
    end
    local broken = lawful(made.module, first, made.play or {})
    table.move(broken, 1, #broken, #wrong + 1, wrong)
  end
  if expect.board then
    claim(wrong, "board", position, expect.board)
  end
  return wrong
end

-- The expectations that do not hold and would with another value.
local function differences_of(made, state, played)
  local expect, list = made.expect, played.differences
  local found = { outcome = state:outcome() or false, moves = played.moves,
    refused = played.refused, score = state:score(), board = board_diff.text(state) }
  for _, key in ipairs { "outcome", "moves", "refused", "score", "board" } do
    local expected = expect[key]
    local wrong = expected ~= nil and expected ~= found[key]
    if wrong and (key ~= "board" or board_diff.differs(expected, state)
      and not board_diff.shadowed(found[key], made.module)) then
      list[#list + 1] = { key = key, expected = expected, found = found[key],
        hexagons = maps.has_hexagons(made.module) }
    end
  end
  return list
end

--- Plays a scenario. An error on the way, also one in a function of the scenario, is a failure. If
--- anything fails, the refused actions are listed behind the failures.
---@param made table the checked definition, with `module` and `folder`
---@param options { trace?: boolean, on_step?: function } on_step is called with the state before an
---action, the action, whether it was carried out, and the state after it
---@return string[] failures one text for each; empty if all holds
---@return tessera.Difference[] differences those of them that another value would mend
---@return boolean complete whether all failures are differences
return function(made, options)
  local played = { moves = 0, refused = 0, refusals = {}, boards = {}, differences = {} }
  local fine, result, differences = errors.pcall(function()
    local state = start(made)
    played.first = made.expect.lawful and state:save()
    state = state:watched(listener(made, played, options.trace, options.on_step))
    if options.trace or options.on_step then
      played.before = state:clone() -- it is asked which rule is carried out
    end
    if options.on_step then
      options.on_step(nil, nil, nil, state)
    end
    if options.trace then
      trace.start(made.name .. ":", state)
      played.shown = true
    end
    if type(made.play) == "function" then
      made.play(state)
    else
      play_list(made, state, played)
    end
    local texts = failures(made, state, played)
    return texts, texts[1] and differences_of(made, state, played)
  end)
  local place = played.at and (" (%s)"):format(played.at) or ""
  local wrong = fine and result or { errors.message(result) .. place }
  differences = fine and differences or {}
  local complete = #differences == #wrong
  if wrong[1] then
    table.move(played.refusals, 1, #played.refusals, #wrong + 1, wrong)
    if played.refused > refusals_shown then
      wrong[#wrong + 1] = ("refused: and %d more"):format(played.refused - refusals_shown)
    end
    if played.shown then
      trace.result(wrong)
    end
  end
  return wrong, differences, complete
end
