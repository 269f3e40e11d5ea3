--- Rules as written, turned into copies of one direction each: relative words become absolute ones,
--- `up` and `left` become `down` and `right`, aggregates their members, synonyms objects.

local copies = require "tessera.puzzlescript.compile.copies"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"

local directions = {}

local opposite = { up = "down", down = "up", left = "right", right = "left" }
local turned = { up = "left", down = "right", left = "down", right = "up" } -- counterclockwise
local relative = { [">"] = true, ["<"] = true, ["^"] = true, v = true, parallel = true,
  perpendicular = true }

-- `parallel` and `perpendicular` stay: they are not the same as `vertical` or `horizontal`.
local function absolute(word, direction)
  if word == ">" then
    return direction
  elseif word == "<" then
    return opposite[direction]
  elseif word == "^" then
    return turned[direction]
  elseif word == "v" then
    return opposite[turned[direction]]
  end
  return word
end

local function any_cell(rows, test)
  for _, row in ipairs(rows or {}) do
    for _, cell in ipairs(row) do
      if test(cell) then
        return true
      end
    end
  end
  return false
end

local function has_relative(cell)
  for _, item in ipairs(cell) do
    if relative[item.word] then
      return true
    end
  end
  return false
end

local function extends(rows)
  for _, row in ipairs(rows) do
    if #row > 1 then
      return true
    end
  end
  return false
end

local function is_directional(rule)
  return extends(rule.left) or any_cell(rule.left, has_relative)
    or any_cell(rule.right, has_relative)
end

-- The names of objects and properties that an item stands for: first those in its place, then those
-- at the end of the cell. `no property` forbids each of its objects.
local function names_of(game, rule, item)
  local objects = game.aggregates[item.name]
  if objects and item.word == "no" then
    diagnostics.error(game, rule.line, item.column, ("'no %s': this forbids each of the objects "
      .. "of '%s', not all of them together"):format(item.name, item.name))
  elseif item.word == "no" and game.properties[item.name] then
    return game.properties[item.name], {}
  end
  if objects then
    return { objects[1] }, table.move(objects, 2, #objects, 1, {})
  end
  return { game.synonyms[item.name] or item.name }, {}
end

-- A cell with absolute words and the objects of its names. `kept` has those cells that are the same
-- whatever the direction.
local function plain(game, rule, cell, heading, on_left, kept)
  if cell.ellipsis or kept[cell] then
    return kept[cell] or cell
  end
  local made, last, turns = {}, {}, false
  local function append(list, names, item)
    local word = absolute(item.word, heading)
    turns = turns or word ~= item.word
    for _, name in ipairs(names) do
      list[#list + 1] = { word = word, name = name, column = item.column }
    end
  end
  for _, item in ipairs(cell) do
    if not (on_left and item.word == "random") then
      local here, later = names_of(game, rule, item)
      append(made, here, item)
      append(last, later, item)
    end
  end
  table.move(last, 1, #last, #made + 1, made)
  kept[cell] = not turns and made or nil
  return made
end

-- Appends a row; ellipses side by side are one. Returns how many cells that makes.
local function append_row(cells, row, turn, change)
  local before = #cells
  local from, to, step = 1, #row, 1
  if turn then
    from, to, step = #row, 1, -1
  end
  for c = from, to, step do
    local cell = row[c]
    if not (cell.ellipsis and #cells > before and cells[#cells].ellipsis) then
      cells[#cells + 1] = change(cell)
    end
  end
  return #cells - before
end

-- How many cells and items the rows have, with the objects that names stand for.
local function size(game, rows)
  local count = 0
  for _, row in ipairs(rows or {}) do
    for _, cell in ipairs(row) do
      count = count + 1
      for _, item in ipairs(cell) do
        local list = game.aggregates[item.name] or item.word == "no" and game.properties[item.name]
        count = count + (list and #list or 1)
      end
    end
  end
  return count
end

--- The copies of a rule, one for each of its directions.
---@param state tessera.puzzlescript.Compiling
---@param rule table as parsed
---@return tessera.puzzlescript.Copy[]
function directions.copies(state, rule)
  local game, list = state.game, {}
  local count = is_directional(rule) and #rule.directions or 1
  local gap = any_cell(rule.left, function(cell) return cell.ellipsis end)
  if not copies.spend(state, rule, count * (size(game, rule.left) + size(game, rule.right))) then
    return {}
  end
  local kept = {}
  for i = 1, count do
    local heading = rule.directions[i]
    local turn = not gap and (heading == "up" or heading == "left")
    local shape = {}
    local function side(rows, on_left)
      local cells = {}
      for r, row in ipairs(rows) do
        shape[r] = append_row(cells, row, turn, function(cell)
          return plain(game, rule, cell, heading, on_left, kept)
        end)
      end
      return cells
    end
    list[i] = { rule = rule, heading = heading, direction = turn and opposite[heading] or heading,
      shape = shape, extends = extends(rule.left), left = side(rule.left, true),
      right = rule.right and side(rule.right, false) }
  end
  return list
end

return directions
