--- Plays random programs of spec/support (rule_programs, rule_sentences) on the engine and on the
--- twin of rules as pictures, side by side, and cuts down what differs.

local game = require "tessera.game"
local oracle = require "spec.oracle.rules"
local programs = require "spec.support.rule_programs"

local differences = {}

-- All that can be compared of a state: its board, numbers, turn, outcome and scores.
local function about(state, definition)
  local parts = {}
  for i, key in ipairs { "keys", "energy", "points", "moves" } do
    parts[i] = ("%s = %d"):format(key, state[key])
  end
  local outcome = state:outcome()
  parts[#parts + 1] = outcome and "outcome = " .. outcome or "turn = " .. state:turn()
  for player = 1, definition.players or 1 do
    parts[#parts + 1] = ("score of %d = %d"):format(player, state:score(player))
  end
  return tostring(state) .. table.concat(parts, ", ")
end

-- What f(...) returns; or false, and how many rounds it had that do not end.
local function ending(f, ...)
  local results = table.pack(pcall(f, ...))
  local endless = not results[1] and tostring(results[2]):match "'again' still changes[^\n]*"
  if not results[1] and not endless then
    error(results[2], 0)
  end
  return not endless, endless or results[2], results[3]
end

-- What an action does: "carried out" or "refused", and the reason; or how it fails.
local function carry_out(state, action)
  local fine, done, why = ending(state.apply, state, action)
  if not fine then
    return done
  end
  return done and "carried out" or "refused", not done and why and " (" .. why .. ")" or ""
end

local function cells_of(state)
  local rows = {}
  for line in tostring(state):gmatch "[^\n]+" do
    rows[#rows + 1] = line:gsub(" ", "") -- of hexagons
  end
  return rows
end

-- Whether a rule slides and joins pieces, which makes no events, or moves some, which makes one for
-- all cells of a piece.
local function squashes(definition)
  for _, rule in ipairs(definition.rules) do
    if rule.squash or rule.move then return true end
  end
  return false
end

-- Carries out an action on the engine's state. Its events must name all cells that have changed; a
-- refused one has no events.
local function carry_out_told(state, action, silent)
  local events, before, told = {}, cells_of(state), {}
  local fine, done, why = ending(state.apply, state, action, events)
  if not fine then
    return done
  end
  for _, event in ipairs(events) do
    assert(done, "an event of a refused action")
    for _, at in ipairs { event.from or event.to, event.to } do
      told[("%d %d"):format(at[1], at[2])] = true
    end
  end
  for row, line in ipairs(cells_of(state)) do
    for column = 1, #line do
      local changed = line:sub(column, column) ~= before[row]:sub(column, column)
      assert(silent or not changed or told[row .. " " .. column],
        ("no event tells of row %d, column %d after %s"):format(row, column, action))
    end
  end
  return done and "carried out" or "refused", not done and why and " (" .. why .. ")" or ""
end

-- Of several actions the first that is carried out; the engine tries them.
local function chosen(state, list)
  for _, action in ipairs(list[2] and list or {}) do
    local fine, done = ending(state.apply, state:clone(), action, false)
    if done or not fine then
      return action
    end
  end
  return list[1]
end

local function sorted(actions)
  table.sort(actions)
  return table.concat(actions, ", ")
end

-- Plays a program on both until they differ. Returns a message then.
local function difference(program)
  local definition, before = program.definition, ""
  local function compare(action, expected, found)
    return expected ~= found and ("-- %s\n%s\n-- expected\n%s\n-- found\n%s"):format(action,
      before, expected, found) or nil
  end
  local silent = squashes(definition)
  local slow = oracle.new(definition):new(program.map, program.options)
  local fast = game(definition).new(program.map, program.options)
  before = about(slow, definition)
  local wrong = compare("new", before, about(fast, definition))
  for i, list in ipairs(program.actions) do
    if wrong or slow:outcome() then
      break
    end
    if i == 2 and program.lists then
      local fine, expected = ending(slow.actions, slow)
      wrong = fine and compare("actions", sorted(expected), sorted(fast:actions())) or nil
    end
    program.actions[i] = { chosen(fast, list) }
    local action = program.actions[i][1]
    local expected, found, why = carry_out(slow, action), carry_out_told(fast, action, silent)
    local after = about(slow, definition)
    wrong = wrong or compare(action, expected .. "\n" .. after,
      found .. (found ~= expected and why or "") .. "\n" .. about(fast, definition))
    before = after
  end
  return wrong
end

local function tried(program)
  local fine, wrong = pcall(difference, program)
  return not fine and "-- error: " .. tostring(wrong) or wrong
end

local keys = { "after", "ends", "score", "pieces", "when", "count", "add", "why", "event", "over",
  "keep_turn", "call" }

-- Whether two messages tell of the same error, or of two boards that differ.
local function is_alike(one, other)
  local first, second = one:match "^%-%- error.*", other:match "^%-%- error.*"
  return (first and first:gsub("%d", "")) == (second and second:gsub("%d", ""))
end

-- Leaves out what the program does not need in order to fail. Returns how it fails then.
local function cut_down(program, wrong)
  local function still_fails()
    local again = tried(program)
    local alike = again and is_alike(again, wrong)
    wrong = alike and again or wrong
    return alike
  end
  local function cut(list)
    for i = #(list or {}), 1, -1 do
      local item = table.remove(list, i)
      if not still_fails() then
        table.insert(list, i, item)
      end
    end
  end
  local function cut_keys(list)
    for _, key in ipairs(keys) do
      local value = list[key]
      list[key] = nil
      if value ~= nil and not still_fails() then
        list[key] = value
      end
    end
  end
  local definition = program.definition
  cut(program.actions)
  cut_keys(definition)
  for _, key in ipairs { "ends", "after", "rules" } do
    cut(definition[key])
    for _, rule in ipairs(definition[key] or {}) do
      if type(rule) == "table" then
        cut_keys(rule)
        cut(rule.sweep)
      end
    end
  end
  return wrong
end

--- Raises an error that shows the program, cut down, if the engine and the twin differ.
---@param what string how the program is called
---@param program table
function differences.check(what, program)
  local wrong = tried(program)
  if wrong then
    wrong = cut_down(program, wrong)
    error(("%s\n%s\n-- map %q, options %s, actions %s\n%s"):format(what,
      programs.shown(program.definition), program.map, programs.shown(program.options),
      programs.shown(program.actions), wrong), 0)
  end
end

return differences
