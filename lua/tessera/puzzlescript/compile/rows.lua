--- The rules that a line stands for, as rows of pairs: what stands on the left and on the right of
--- the arrow in a place. Pairs and rows have numbers, by which rules that read the same are found:
---
---     [ > a | b ] -> [ > a | > b ]     down [ b | up a ] -> [ up b | up a ]    row 1: pairs 1 2
---                                      down [ down a | b ] -> ...              row 2: pairs 3 4
---
--- Pairs are those of a game, rows those of a line.

local copies = require "tessera.puzzlescript.compile.copies"
local names = require "tessera.puzzlescript.parse.names"
local properties = require "tessera.puzzlescript.compile.properties"
local texts = require "tessera.puzzlescript.compile.texts"

local rows = {}

local bits = names.bits
local key_of = texts.key
local unpacked = 200 -- numbers, at most, that are packed at once

---@class tessera.puzzlescript.Pair
---@field number integer
---@field rule table of the line that had it last
---@field left tessera.puzzlescript.Cell
---@field right? tessera.puzzlescript.Cell
---@field cell? table what it tests and writes (tessera.puzzlescript.compile.masks): of the program
---@field spent? table the line that has paid for that last
---@field wrong? boolean whether messages came of it

---@class tessera.puzzlescript.Row
---@field cells table[] pairs; and when `number` is gone their cells
---@field number? integer
---@field refused? table|false why it can never match (tessera.puzzlescript.compile.masks)

---@class tessera.puzzlescript.Line
---@field rule table as parsed
---@field rigid boolean
---@field commands integer[] which its rules share; tessera.puzzlescript.compile.groups fills it
---@field fine boolean whether the budget has sufficed
---@field met table<integer, tessera.puzzlescript.Pair> by the numbers of both cells' texts
---@field rows table<string|integer, tessera.puzzlescript.Row>
---@field known integer how many rows there are
---@field list (table|false)[] its rules, as the program has them; false: a later one reads the same
---@field at table<string|integer, integer> where each of them is in the list

--- The rules of a line, none yet.
---@param rule table as parsed
---@return tessera.puzzlescript.Line
function rows.begin(rule)
  return { rule = rule, rigid = rule.rigid and not rule.late or false, commands = {}, fine = true,
    met = {}, rows = {}, known = 0, list = {}, at = {} }
end

-- A string that only these numbers have, of those of one line.
local function packed(numbers, count)
  return count <= unpacked and utf8.char(table.unpack(numbers, 1, count))
    or table.concat(numbers, " ", 1, count)
end

-- The pair of two cells that the line has not had yet. Objects that come out of nothing do not
-- move, but in late rules.
local function meet(state, line, left, right)
  local rule = line.rule
  if right and not rule.late then
    line.fine = line.fine and copies.spend(state, rule, #left + #right)
    right = line.fine and properties.stationary(state.game, left, right) or right
  end
  local key = key_of(state, left) << 32 | key_of(state, right) & 0xFFFFFFFF
  local pair = state.pairs[key]
  if not pair then
    state.paired = state.paired + 1
    pair = { number = state.paired, left = left, right = right, rule = rule }
    state.pairs[key] = pair
  elseif pair.rule ~= rule then
    pair.left, pair.right, pair.rule = left, right, rule
  end
  return pair
end

--- The pair of two cells.
---@param state tessera.puzzlescript.Compiling
---@param line tessera.puzzlescript.Line
---@param left tessera.puzzlescript.Cell
---@param right tessera.puzzlescript.Cell|nil
---@return tessera.puzzlescript.Pair
function rows.pair(state, line, left, right)
  local key = key_of(state, left) << 32 | key_of(state, right) & 0xFFFFFFFF
  local pair = line.met[key]
  if not pair then
    pair = meet(state, line, left, right)
    line.met[key] = pair
  end
  return pair
end

local numbers = {} -- of the row or rule at hand

-- The row of these pairs, `count` of them from `from` on. Rows with another `heading` are others.
local function row_of(line, pairs, from, count, heading)
  for i = 1, count do
    numbers[i] = pairs[from + i].number
  end
  numbers[count + 1] = heading
  local key = packed(numbers, count + 1)
  local row = line.rows[key]
  if not row then
    line.known = line.known + 1
    row = { number = line.known, cells = copies.slice(pairs, from + 1, from + count) }
    line.rows[key] = row
  end
  return row
end

--- Appends a rule. Of those that read the same only the last one stays.
---@param line tessera.puzzlescript.Line
---@param copy tessera.puzzlescript.Copy
---@param pairs tessera.puzzlescript.Pair[] place by place
function rows.append(line, copy, pairs)
  local shape, list = copy.shape, line.list
  local direction = bits[copy.direction]
  local heading = copy.extends and direction or 0
  local only = row_of(line, pairs, 0, shape[1], heading)
  local parts, key, from = { only }, only.number, shape[1]
  if shape[2] then
    for r = 2, #shape do
      parts[r] = row_of(line, pairs, from, shape[r], heading)
      from = from + shape[r]
    end
    for r = 1, #parts do
      numbers[r] = parts[r].number
    end
    key = packed(numbers, #parts)
  end
  local last = line.at[key]
  if last then
    list[last] = false
  end
  list[#list + 1] = { direction = direction, line = line.rule.line, rigid = line.rigid,
    rows = parts, commands = line.commands }
  line.at[key] = #list
end

--- The rules of a line, none if they were too many.
---@param line tessera.puzzlescript.Line
---@return table[]
function rows.finish(line)
  local made = {}
  for _, compiled in ipairs(line.fine and line.list or {}) do
    made[#made + 1] = compiled or nil
  end
  return made
end

return rows
