--- Which tokens of a game's source say only what is shown, and decide no rule.

local wording = require "tessera.base.wording"

local shown = {}

-- Entries of a definition. `legend`, `map` and the like name things: with another name nothing
-- would be tested but that the game is broken. `properties` and `symmetries` are tests themselves;
-- `reverse` is no rule.
local of_game = {}
for key in ([[genre groups help keys layers legend look map name pieces properties reverse sounds
  summary symmetries tick]]):gmatch "%a+" do
  of_game[key] = true
end

local of_rule = { event = true, why = true }

--- The tables whose entries are rules.
shown.lists = { rules = true, after = true, again = true, sweep = true, ends = true }

--- Whether the table is the definition of a game.
---@param t tessera.syntax.Table
---@return boolean
function shown.is_game(t)
  local keys = {}
  for _, field in ipairs(t.fields) do
    keys[field.key or 1] = true
  end
  return keys.legend and keys.moves or false
end

local function cover(skipped, span)
  for i = span.first, span.last do
    skipped[i] = true
  end
end

local function cover_fields(skipped, made)
  for _, t in ipairs(made.tables) do
    local keys = shown.is_game(t) and of_game
      or t.parent and shown.lists[t.parent.role] and of_rule or {}
    if t.role == "legend" or t.role == "groups" then -- also as a variable
      cover(skipped, t)
    end
    for _, field in ipairs(t.fields) do
      if keys[field.key] then
        cover(skipped, field)
      end
    end
  end
end

-- Modules that are loaded, and calls that tell of what has happened.
local function cover_calls(skipped, made)
  local list = made.tokens
  for _, statement in ipairs(made.statements) do
    local second = list[statement.first + 1].text
    local called = statement.kind == "call"
    local tells = called and (list[statement.first].text == "print"
      or second == ":" and list[statement.first + 2].text == "event")
    local loads = false
    for i = statement.first, statement.kind == "local" and not tells and statement.last or 0 do
      loads = loads or list[i].text == "require"
    end
    if tells or loads then
      cover(skipped, statement)
    end
  end
end

-- A refusal: `return nil, "the cell is taken"`. The words are for the player.
local function cover_refusals(skipped, made)
  for _, statement in ipairs(made.statements) do
    local values = statement.values or {}
    local first = values[1] and made.tokens[values[1].first].text
    for k = 2, first == "nil" and #values or 0 do
      cover(skipped, values[k])
    end
  end
end

-- The places of each name, but those behind a dot and keys of tables.
local function uses_of(list)
  local uses = {}
  for i, token in ipairs(list) do
    local before, behind = list[i - 1], list[i + 1]
    if token.kind == "name" and not (before and (before.text == "." or before.text == ":"))
      and not (before and behind.text == "=" and (before.text == "{" or before.text == ",")) then
      uses[token.text] = uses[token.text] or {}
      table.insert(uses[token.text], i)
    end
  end
  return uses
end

-- By the name of a local variable the statements about it: its declarations, and what is put into
-- it.
local function statements_about(made)
  local about = {}
  for _, statement in ipairs(made.statements) do
    for _, name in ipairs(statement.names or {}) do
      about[name] = about[name] or {}
      table.insert(about[name], statement)
    end
  end
  for _, statement in ipairs(made.statements) do
    local list = statement.kind == "assignment" and about[made.tokens[statement.first].text]
    if list then
      table.insert(list, statement)
    end
  end
  return about
end

local function lies_in(spans, i)
  for _, span in ipairs(spans) do
    if i >= span.first and i <= span.last then
      return true
    end
  end
  return false
end

local comparisons_max = 10000 -- a variable that is used more often is no detail of a look

local function all_covered(skipped, spans, places)
  if #spans * #places > comparisons_max then
    return false
  end
  for _, i in ipairs(places) do
    if not skipped[i] and not lies_in(spans, i) then
      return false
    end
  end
  return true
end

local function all_hidden(hidden, names)
  for _, name in ipairs(names or {}) do
    if not hidden[name] then
      return false
    end
  end
  return true
end

local rounds_max = 8

-- Local variables that only serve what is shown, such as the colours of a look: their
-- declarations are covered, too, until no more are found.
local function cover_variables(skipped, made)
  local uses, about, hidden = uses_of(made.tokens), statements_about(made), {}
  local names, rounds = wording.sorted(about), 0
  repeat
    local grown = false
    for _, name in ipairs(names) do
      local spans = about[name]
      if not hidden[name] and all_covered(skipped, spans, uses[name] or {}) then
        hidden[name], grown = true, true
        for _, span in ipairs(spans) do
          if all_hidden(hidden, span.names) then
            cover(skipped, span)
          end
        end
      end
    end
    rounds = rounds + 1
  until not grown or rounds == rounds_max
end

--- The numbers of the tokens that decide no rule.
---@param made tessera.syntax.Syntax
---@return table<integer, boolean>
function shown.tokens(made)
  local skipped = {}
  cover_fields(skipped, made)
  cover_calls(skipped, made)
  cover_refusals(skipped, made)
  cover_variables(skipped, made)
  return skipped
end

return shown
