--- The rules of a game as it plays them: a line becomes one rule for each direction, movement and
--- object that its words stand for.

local copies = require "tessera.puzzlescript.compile.copies"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local directions = require "tessera.puzzlescript.compile.directions"
local masks = require "tessera.puzzlescript.compile.masks"
local movements = require "tessera.puzzlescript.compile.movements"
local properties = require "tessera.puzzlescript.compile.properties"
local texts = require "tessera.puzzlescript.compile.texts"

local ellipses_max = 2

-- Whether the ellipses of a rule mean something: on both sides at the same places, within a row,
-- and at most two. Some side by side count as one.
local function gaps_are_fine(rule)
  for r, row in ipairs(rule.left) do
    local count = 0
    for c, cell in ipairs(row) do
      local right = not rule.right and cell or rule.right[r][c]
      if (cell.ellipsis or false) ~= (right.ellipsis or false) then
        return false
      elseif cell.ellipsis then
        count = count + (c > 1 and row[c - 1].ellipsis and 0 or 1)
        if count > ellipses_max or c == 1 or c == #row then
          return false
        end
      end
    end
  end
  return true
end

-- Applies a step to each copy of a list; a step appends to a new list.
local function each(state, list, step)
  local made = {}
  for _, copy in ipairs(list) do
    step(state, made, copy)
  end
  return made
end

-- Objects that come out of nothing do not move. Copies of a line that share their cells go on
-- sharing them. Nil if that is too much.
local function still(state, rule, list)
  local known, fine = {}, true
  for i, copy in ipairs(list) do
    local right = copies.map(copy.right, function(cell, r, c)
      local left = copy.left[r][c]
      local key = texts.key(state, left) << 32 | texts.key(state, cell) & 0xFFFFFFFF
      if not known[key] then
        fine = fine and copies.spend(state, rule, #left + #cell)
        known[key] = fine and properties.stationary(state.game, left, cell) or cell
      end
      return known[key]
    end)
    list[i] = copies.with(copy, copy.left, right)
  end
  return fine and list or {}
end

local function append_keys(state, keys, rows)
  for _, row in ipairs(rows or {}) do
    for _, cell in ipairs(row) do
      keys[#keys + 1] = texts.key(state, cell)
    end
  end
end

-- Of copies that read the same only the last one stays.
local function without_doubles(state, list)
  local last, made, keys_of = {}, {}, {}
  for i, copy in ipairs(list) do
    local keys = { directions.extends(copy.left) and copy.direction or "" }
    append_keys(state, keys, copy.left)
    append_keys(state, keys, copy.right)
    keys_of[i] = table.concat(keys, " ")
    last[keys_of[i]] = i
  end
  for i, copy in ipairs(list) do
    if last[keys_of[i]] == i then
      made[#made + 1] = copy
    end
  end
  return made
end

local complaints = {
  overlap = "'%s' and '%s' are in one collision layer: a cell never has both",
  layer = "'%s' is in no collision layer",
}

-- Adds what the copies test and write; leaves out copies that can never apply.
local function with_masks(state, rule, list)
  local made, known = {}, { tests = {}, cells = {} }
  local why, names
  for _, copy in ipairs(list) do
    local rows, reason, what = masks.rows(state, copy, known)
    if rows then
      copy.rows = rows
      made[#made + 1] = copy
    elseif reason == "budget" then
      return {}
    elseif reason == "forbidden" then
      diagnostics.warning(state.game, rule.line, nil,
        ("'%s' cannot be both there and not there: nothing matches this"):format(what[1]))
    else
      why, names = reason, what
    end
  end
  if not made[1] and why then
    diagnostics.error(state.game, rule.line, nil, complaints[why]:format(table.unpack(names)))
  end
  return made
end

local function of_line(state, rule)
  state.keys, state.known = {}, 0
  local list = directions.copies(state, rule)
  list = each(state, list, movements.expand)
  list = each(state, list, properties.expand)
  return without_doubles(state, rule.late and list or still(state, rule, list))
end

--- The compiled rules of a game, line by line. Each is a table with `rule` (as parsed),
--- `direction`, `left` and `right` (as `texts.rule` prints them), and `rows` (what its cells test
--- and write).
---@param game table
---@return table[]
---
---    local expand = require "tessera.puzzlescript.compile.expand"
---    local texts = require "tessera.puzzlescript.compile.texts"
---    for _, rule in ipairs(expand(game)) do
---      print(texts.rule(rule))
---    end
local function expand(game)
  local state, made = copies.begin(game), {}
  for _, rule in ipairs(game.rules) do
    local list = not rule.loop and gaps_are_fine(rule) and of_line(state, rule) or {}
    if diagnostics.is_fatal(game) then
      break
    end
    list = with_masks(state, rule, list)
    table.move(list, 1, #list, #made + 1, made)
  end
  return made
end

return expand
