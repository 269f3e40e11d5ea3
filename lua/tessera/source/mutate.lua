--- Makes mutants of a game written in Lua: copies of its source with one small change, such as `>=`
--- that becomes `>`. The scenarios and specs of the game should fail with each of them.
---
--- Changed are comparisons, `+ -`, `* //`, `and`, `or` and `not`, whole numbers, `true` and
--- `false`, directions and kinds in texts, rules as pictures, and conditions. Dropped are calls,
--- assignments and returns, rules and what they count, and entries of `moves`.
---
--- Not changed is what decides no rule (tessera.source.shown): looks, keys, help, reasons of
--- refusals, the names of events. And not what the rules stand on, the legend, the groups and the
--- map: with another name there the game is broken, and any test would tell.

local characters = require "tessera.base.characters"
local pattern_mutants = require "tessera.source.pattern_mutants"
local shown = require "tessera.source.shown"
local syntax = require "tessera.source.syntax"
local tokens = require "tessera.source.tokens"

local mutate = {}

---@class tessera.source.Mutant
---@field line integer of the change, from 1
---@field column integer from 1
---@field what string in words: "`>=` becomes `>`"
---@field from integer the first byte that is replaced
---@field to integer the last one; from - 1 if there are none
---@field put string what takes their place

local operators = { ["+"] = "-", ["-"] = "+", ["*"] = "//", ["//"] = "*", ["and"] = "or",
  ["or"] = "and" }
local constants = { ["true"] = "false", ["false"] = "true" }
-- What an entry of a list is called.
local entries = { actions = "action", after = "step", ends = "end", moves = "move",
  rules = "rule", again = "step of the round", sweep = "rule of the sweep" }
local text_max = 4096 -- longer texts are no rules

-- ---- a change ----

local function add(work, from, to, put, what)
  table.insert(work.mutants, { from = from, to = to, put = put, what = what })
end

local function replace(work, i, put)
  local token = work.made.tokens[i]
  add(work, token.from, token.to, put, ("`%s` becomes `%s`"):format(token.text, put))
end

-- A piece of source in one line, for words.
local function quoted(text)
  local line = text:sub(1, 200):gsub("%s+", " ")
  return "`" .. characters.cut(line, 37) .. "`"
end

local function source(work, span)
  local list = work.made.tokens
  return work.text:sub(list[span.first].from, list[span.last].to)
end

-- Drops a span, and the comma behind it.
local function drop(work, span, what)
  local list = work.made.tokens
  local behind = list[span.last + 1]
  local last = (behind.text == "," or behind.text == ";") and span.last + 1 or span.last
  add(work, list[span.first].from, list[last].to, "",
    (what or quoted(source(work, span))) .. " is dropped")
end

-- ---- single tokens ----

local function change_number(work, i)
  local number = math.tointeger(tonumber(work.made.tokens[i].text))
  if number then
    replace(work, i, ("%d"):format(number + 1))
    -- In parentheses, because `x - -1` without its blanks is a comment.
    replace(work, i, number > 0 and ("%d"):format(number - 1) or "(-1)")
  end
end

local function change_operator(work, i)
  local token = work.made.tokens[i]
  if work.made.binary[i] then
    local minus = work.made.tokens[i + 1].text == "-" -- `x--y` would be a comment
    for _, other in ipairs(pattern_mutants.comparisons[token.text] or { operators[token.text] }) do
      replace(work, i, other == "-" and minus and "- " or other)
    end
  elseif token.text == "not" then
    add(work, token.from, work.made.tokens[i + 1].from - 1, "", "`not` is dropped")
  elseif constants[token.text] then
    replace(work, i, constants[token.text])
  end
end

-- A text without its escapes, byte for byte: they become blanks.
local function plain(text)
  return (text:gsub("\\.", "  "))
end

-- The changes of a text: a direction, a kind, a rule as a picture, a condition or an action.
local function changes_of(work, i, text)
  local other = pattern_mutants.opposite[text] or work.kinds.next[text]
  if other then
    return { { from = 1, to = #text, put = other, what = ('"%s" becomes "%s"'):format(text,
      other) } }
  elseif work.conditions[i] or pattern_mutants.is(text) then
    return pattern_mutants.changes(text, work.kinds)
  end
  return pattern_mutants.form_changes(text)
end

local function change_text(work, i)
  local from, to = tokens.inside(work.made.tokens[i])
  local text = to - from < text_max and plain(work.text:sub(from, to)) or ""
  for _, change in ipairs(changes_of(work, i, text)) do
    add(work, from + change.from - 1, from + change.to - 1, change.put, change.what)
  end
end

local change = { number = change_number, operator = change_operator, keyword = change_operator,
  string = change_text }

-- ---- statements and tables ----

local function change_statements(work)
  for _, statement in ipairs(work.made.statements) do
    local droppable = statement.kind == "call" or statement.kind == "assignment"
      or statement.kind == "return" and statement.inside
    if droppable and not work.skipped[statement.first] then
      drop(work, statement)
    end
  end
  for _, span in ipairs(work.made.conditions) do
    local list = work.made.tokens
    for _, put in ipairs(work.skipped[span.first] and {} or { "true", "false" }) do
      add(work, list[span.first].from, list[span.last].to, put,
        ("%s becomes `%s`"):format(quoted(source(work, span)), put))
    end
  end
end

-- Whether the key of a rule, such as `count`, or of a game's score is dropped.
local function is_droppable(work, t, field)
  local of_rule = t.parent and shown.lists[t.parent.role] and field.key ~= "sweep"
    and field.key ~= "again" and field.key ~= "squash" and field.key ~= "move"
  local value = work.made.tokens[field.value.first]
  return field.key and not work.skipped[field.first]
    and (of_rule or field.key == "score" and shown.is_game(t) and value.kind == "string")
end

local function change_tables(work)
  for _, t in ipairs(work.made.tables) do
    local listed = 0
    for _, field in ipairs(t.fields) do
      listed = listed + (field.listed and 1 or 0)
      if field.listed and entries[t.role] and not work.skipped[field.first] then
        drop(work, field, ("%s %d"):format(entries[t.role], listed))
      elseif field.listed and t.role == "count" and t.fields[2]
        or is_droppable(work, t, field) then
        drop(work, field)
      end
    end
  end
end

-- ---- what the game's definition says ----

-- By each kind that the legend names another one: the next of the same layer.
local function kinds_of(made)
  local layers, seen = {}, {}
  local function add_kind(layer, i)
    local token = made.tokens[i.first]
    local kind = i.first == i.last and token.kind == "string" and token.text:sub(2, -2)
    if kind and kind ~= "nothing" and not seen[kind] then
      seen[kind] = true
      layers[layer] = layers[layer] or {}
      table.insert(layers[layer], kind)
    end
  end
  for _, t in ipairs(made.tables) do
    local of_legend = t.parent and t.parent.role == "legend"
    for _, field in ipairs((of_legend or t.role == "legend") and t.fields or {}) do
      add_kind(of_legend and field.key or "", field.value)
    end
  end
  local kinds = { next = {} }
  for _, layer in pairs(layers) do
    for i, kind in ipairs(layer) do
      kinds.next[kind] = layer[2] and layer[i % #layer + 1] or nil
    end
  end
  return kinds
end

-- The texts that are conditions: those of `when`, the second one of an end, and a score.
local function conditions_of(made)
  local conditions = {}
  for _, t in ipairs(made.tables) do
    local listed = 0
    for _, field in ipairs(t.fields) do
      listed = listed + (field.listed and 1 or 0)
      if field.key == "when" or field.key == "score" and shown.is_game(t)
        or field.listed and listed == 2 and t.parent and t.parent.role == "ends" then
        conditions[field.value.first] = true
      end
    end
  end
  return conditions
end

-- ---- all of them ----

-- In the order of the text, each change once, with lines and columns.
local function sorted(text, mutants)
  local list, seen = {}, {}
  for i, mutant in ipairs(mutants) do
    mutant.number = i
  end
  table.sort(mutants, function(a, b)
    return a.from < b.from or a.from == b.from and a.number < b.number
  end)
  local line, start, at = 1, 1, 1
  for _, mutant in ipairs(mutants) do
    local key = ("%d %d %s"):format(mutant.from, mutant.to, mutant.put)
    if not seen[key] then
      seen[key], mutant.number = true, nil
      while true do
        local stop = text:find("\n", at, true)
        if not stop or stop >= mutant.from then
          break
        end
        line, start, at = line + 1, stop + 1, stop + 1
      end
      mutant.line, mutant.column = line, mutant.from - start + 1
      list[#list + 1] = mutant
    end
  end
  return list
end

--- The mutants of a source, in the order of the text.
---@param text string a source that Lua can load
---@return tessera.source.Mutant[]
function mutate.list(text)
  local made = syntax.of(text)
  local work = { text = text, made = made, mutants = {}, skipped = shown.tokens(made),
    kinds = kinds_of(made), conditions = conditions_of(made) }
  for i, token in ipairs(made.tokens) do
    if change[token.kind] and not work.skipped[i] then
      change[token.kind](work, i)
    end
  end
  change_statements(work)
  change_tables(work)
  return sorted(text, work.mutants)
end

--- The source of a mutant.
---@param text string the source of the game
---@param mutant tessera.source.Mutant
---@return string
function mutate.text(text, mutant)
  return text:sub(1, mutant.from - 1) .. mutant.put .. text:sub(mutant.to + 1)
end

return mutate
