--- The lines of rules as pictures in the source of their game.

local rule_lines = {}

local function lines_of(text, made, fields)
  local lines, line, at = {}, 1, 1
  for i, field in ipairs(fields) do
    local from = made.tokens[field.first].from
    line = line + select(2, text:sub(at, from - 1):gsub("\n", ""))
    lines[i], at = line, from
  end
  return lines
end

-- The first table of this role with so many entries.
local function find(made, role, count)
  for _, t in ipairs(made.tables) do
    if t.role == role and #t.fields == count then
      return t
    end
  end
end

--- The line of each entry of a definition's list; nothing if they do not stand there one by one.
---@param text string
---@param made tessera.syntax.Syntax of this text
---@param role "rules"|"after"|"ends"
---@param count integer how many there are
---@return integer[]
function rule_lines.of(text, made, role, count)
  local t = find(made, role, count)
  return t and lines_of(text, made, t.fields) or {}
end

--- The same of the rules of a sweep, a step of the definition.
---@param text string
---@param made tessera.syntax.Syntax
---@param steps integer how many steps there are
---@param step integer
---@param count integer how many rules the sweep has
---@return integer[]
function rule_lines.of_sweep(text, made, steps, step, count)
  local t = find(made, "after", steps)
  local inner = t and t.fields[step].value.table
  for _, field in ipairs(inner and inner.fields or {}) do
    local sweep = field.key == "sweep" and field.value.table
    if sweep and #sweep.fields == count then
      return lines_of(text, made, sweep.fields)
    end
  end
  return {}
end

return rule_lines
