--- The rules of a game as it plays them: a line becomes one rule for each direction, movement and
--- object that its words stand for.

local copies = require "tessera.puzzlescript.compile.copies"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local directions = require "tessera.puzzlescript.compile.directions"
local masks = require "tessera.puzzlescript.compile.masks"
local movements = require "tessera.puzzlescript.compile.movements"
local properties = require "tessera.puzzlescript.compile.properties"
local rows = require "tessera.puzzlescript.compile.rows"

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

local complaints = {
  overlap = "'%s' and '%s' are in one collision layer: a cell never has both",
  layer = "'%s' is in no collision layer",
}

-- The rules of a line with what they test and write, without those that can never apply.
local function with_masks(state, rule, list)
  local made = {}
  local why, names
  for _, compiled in ipairs(list) do
    local fine, reason, what = masks.fill(state, rule, compiled.rows)
    if fine then
      made[#made + 1] = compiled
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

-- The rules that a line stands for. They share rows and cells.
local function of_line(state, rule)
  local line, moving = rows.begin(rule), {}
  for _, copy in ipairs(directions.copies(state, rule)) do
    movements.expand(state, moving, copy)
  end
  local function pair(left, right)
    return rows.pair(state, line, left, right)
  end
  local function append(copy, places)
    rows.append(line, copy, places)
  end
  for _, copy in ipairs(moving) do
    properties.expand(state, copy, pair, append)
  end
  return rows.finish(line), line.commands
end

--- The lines of a game that stand for rules. Each is a table with `rule` (as parsed), `rules` as
--- the program has them, the list of their `commands`, still empty, and `source` for `texts.rules`.
---@param game table
---@return table[]
---
---    local expand = require "tessera.puzzlescript.compile.expand"
---    local texts = require "tessera.puzzlescript.compile.texts"
---    for _, line in ipairs(expand(game)) do
---      print(table.concat(texts.rules(line), "\n"))
---    end
local function expand(game)
  local state, made = copies.begin(game), {}
  for _, rule in ipairs(game.rules) do
    if not rule.loop and gaps_are_fine(rule) then
      local list, commands = of_line(state, rule)
      if diagnostics.is_fatal(game) then
        break
      end
      list = with_masks(state, rule, list)
      made[#made + 1] = list[1] and { rule = rule, rules = list, commands = commands,
        source = state.source } or nil
    end
  end
  return made
end

return expand
