--- The report of a level generator: the levels that were wanted, ranked by their difficulty, and a
--- file of them.

local errors = require "tessera.base.errors"
local wording = require "tessera.base.wording"

local levels = {}

local most_max, width_max = 1000, 76

-- What may be wanted: a boolean, or the least and the most of a number.
local flags = { "proven", "solvable", "unique" }
local measures = { "length", "solutions", "positions", "dead_ends", "losing", "bottlenecks",
  "difficulty" }

---@class tessera.study.LevelsEntry an entry of `report`, checked
---@field kind "levels"
---@field game string its name
---@field most integer levels in the file
---@field solutions boolean whether the file has them
---@field wanted table<string, boolean|{ least?: number, most?: number }>
---@field title? string

local function is_number(value)
  return type(value) == "number" and value - value == 0
end

-- { least, most } of a number; either may be missing. Checked again it stays as it is.
local function check_range(place, range)
  errors.type(place, range, "table")
  local least, most, fine = range.least or range[1], range.most or range[2], next(range) ~= nil
  for key, value in pairs(range) do
    fine = fine and (key == 1 or key == 2 or key == "least" or key == "most") and is_number(value)
  end
  if not fine or least and most and least > most then
    errors.fail("%s: expected { least, most }, such as { 10, 40 } or { 10 }", place)
  end
  return { least = least, most = most }
end

local function check_wanted(place, wanted)
  local names, checked = { table.unpack(flags) }, { solvable = true }
  table.move(measures, 1, #measures, #names + 1, names)
  table.sort(names)
  errors.keys(place, wanted, names)
  for name, value in pairs(wanted) do
    local where = ("%s: %s"):format(place, name)
    if wording.one_of(name, flags) then
      checked[name] = errors.type(where, value, "boolean")
    else
      checked[name] = check_range(where, value)
    end
  end
  return checked
end

--- Checks an entry of a report.
---
--- Errors: a key is unknown or has a wrong value.
---@param place string the entry in messages
---@param entry table
---@return tessera.study.LevelsEntry
function levels.check(place, entry)
  errors.keys(place, entry, { "game", "kind", "most", "solutions", "title", "wanted" })
  local most = errors.whole(place .. ": most", entry.most == nil and 20 or entry.most, 1, most_max)
  return { kind = "levels", game = errors.type(place .. ": game", entry.game, "string"),
    most = most, title = errors.type(place .. ": title", entry.title, "string", "nil"),
    solutions = errors.type(place .. ": solutions", entry.solutions, "boolean", "nil") or false,
    wanted = check_wanted(place .. ": wanted",
      errors.type(place .. ": wanted", entry.wanted, "table", "nil") or {}) }
end

-- ---- choosing ----

-- The verdicts on levels that are counted as such.
local no_levels = { "none", "over", "undecided", "unsolvable" }

-- Whether a level is as it is wanted. What was not measured is not wanted.
local function fits(wanted, found)
  for name, value in pairs(wanted) do
    local is = found[name]
    if type(value) == "boolean" then
      if is ~= value then
        return false
      end
    elseif not is or value.least and is < value.least or value.most and is > value.most then
      return false
    end
  end
  return true
end

-- The harder one last. One that was too large for a search is harder than all others.
local function easier(a, b)
  local x, y = a.result.difficulty or math.huge, b.result.difficulty or math.huge
  if x ~= y then
    return x < y
  end
  x, y = a.result.length or 0, b.result.length or 0
  return x < y or x == y and a.number < b.number
end

-- Sorts a list and keeps the hardest ones.
local function cut(list, most)
  table.sort(list, easier)
  local over = math.max(0, #list - most)
  table.move(list, over + 1, #list + over, 1)
end

-- Tells a level from others. Images of each other are one level if they are also equally hard: a
-- mirrored map of a game in C may play in another way.
local function identity(found)
  return ("%s %s %s %s"):format(found.canonical, found.length, found.solutions, found.positions)
end

-- Whether it is a result of a generator: the file may be of anybody.
local function is_result(found)
  for _, name in ipairs(measures) do
    local value = found[name]
    if value ~= nil and not (is_number(value) and value >= 0 and value < 1e18) then
      return false
    end
  end
  return (found.difficulty or 0) < 100 and type(found.verdict) == "string"
    and type(found.level or "") == "string" and type(found.solution or "") == "string"
end

-- The chosen rows, from the easiest to the hardest; how many rows there were of each sort; and how
-- many levels were kept by the whole part of their difficulty.
local function choose(entry, rows)
  local seen, list, by_difficulty = {}, {}, {}
  local count = { points = 0, failed = 0, none = 0, over = 0, unsolvable = 0, undecided = 0,
    unwanted = 0, twins = 0, kept = 0 }
  local function sort_of(row)
    local found = row.result
    if row.status ~= "done" or not is_result(found) then
      return "failed"
    elseif not found.level or not fits(entry.wanted, found) then
      return wording.one_of(found.verdict, no_levels) and found.verdict or "unwanted"
    elseif seen[identity(found)] then
      return "twins"
    end
    seen[identity(found)] = true
    return "kept"
  end
  for row in rows do
    local sort = sort_of(row)
    count.points, count[sort] = count.points + 1, count[sort] + 1
    if sort == "kept" then
      list[#list + 1] = row
      local at = row.result.difficulty and math.floor(row.result.difficulty)
      if at then
        by_difficulty[at] = (by_difficulty[at] or 0) + 1
      end
      if #list >= 2 * entry.most + 100 then
        cut(list, entry.most)
      end
    end
  end
  cut(list, entry.most)
  return list, count, by_difficulty
end

-- ---- the block ----

local sorts = {
  { "none", "was no level", "were no levels" },
  { "over", "was over at its start", "were over at their start" },
  { "unsolvable", "could not be solved", "could not be solved" },
  { "undecided", "was undecided", "were undecided" },
  { "unwanted", "was not as wanted", "were not as wanted" },
  { "twins", "repeated another one", "repeated other ones" },
  { "failed", "failed", "failed" },
}

local function tally(count, list)
  local parts = {}
  for _, sort in ipairs(sorts) do
    local number = count[sort[1]]
    if number > 0 then
      parts[#parts + 1] = ("%d %s"):format(number, number == 1 and sort[2] or sort[3])
    end
  end
  local notes = { ("%s, %d kept%s."):format(wording.count(count.points, "point"), count.kept,
    parts[1] and "; " .. table.concat(parts, ", ") or "") }
  if count.kept > #list then
    notes[2] = ("These are the %d hardest, from the easiest to the hardest."):format(#list)
  end
  return notes
end

local shares = { dead_ends = " %", losing = " %" }

local function percent(share)
  return math.floor(1000 * share + 0.5) / 10
end

-- Which measures some of the rows have.
local function known_measures(list)
  local known = {}
  for _, name in ipairs(measures) do
    for _, row in ipairs(list) do
      if row.result[name] then
        known[#known + 1] = name
        break
      end
    end
  end
  return known
end

local function table_of(list, parameters)
  local columns, rows, known = { { name = "level", align = "right" } }, {}, known_measures(list)
  for _, name in ipairs(parameters) do
    columns[#columns + 1] = { name = name, align = "right" }
  end
  for _, name in ipairs(known) do
    columns[#columns + 1] = { name = name:gsub("_", " ") .. (shares[name] or ""), align = "right" }
  end
  for i, row in ipairs(list) do
    local cells = { i }
    for j, name in ipairs(parameters) do
      cells[j + 1] = row.point[name]
    end
    for j, name in ipairs(known) do
      local value = row.result[name]
      cells[#parameters + j + 1] = shares[name] and value and percent(value) or value
    end
    rows[i] = cells
  end
  return columns, rows
end

local function plots_of(by_difficulty)
  local least, most, bars = math.huge, -math.huge, {}
  for at in pairs(by_difficulty) do
    least, most = math.min(least, at), math.max(most, at)
  end
  for at = least, most do
    bars[#bars + 1] = { at, at + 1, by_difficulty[at] or 0 }
  end
  return bars[1] and { { kind = "histogram", title = "Difficulty of the levels that were kept",
    x = { label = "difficulty" }, y = { label = "levels" }, series = { { points = bars } } } }
end

-- ---- the file ----

-- Actions as lines of an input.
local function lines_of(actions)
  local lines, line = {}, nil
  for action in (actions .. ", "):gmatch "(.-), " do
    if line and #line + #action + 2 > width_max then
      lines[#lines + 1], line = line, nil
    end
    line = line and line .. ", " .. action or action
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- What was measured, as comments.
local function facts_of(found)
  local lines, facts = {}, {}
  local function add(format, value)
    facts[#facts + 1] = value and format:format(value) or nil
  end
  local function finish()
    lines[#lines + 1] = facts[1] and "; " .. table.concat(facts, ", ") or nil
    facts = {}
  end
  add("difficulty %s", found.difficulty)
  add("length %s", found.length)
  add("solutions %s", found.solutions)
  add("positions %s", found.positions)
  finish()
  add("dead ends %.0f %%", found.dead_ends and 100 * found.dead_ends)
  add("losing actions %.0f %%", found.losing and 100 * found.losing)
  add("bottlenecks %s", found.bottlenecks)
  finish()
  return lines
end

--- A level as it stands in a file: its title, what is known of it, its map, its solution.
---@param title string
---@param key string the point that it belongs to
---@param found table<string, any> the result of the point
---@param solutions boolean whether to write the solution
---@return string
function levels.text(title, key, found, solutions)
  local lines = { "; name: " .. title, "; " .. wording.line(key), table.unpack(facts_of(found)) }
  if found.proven then
    lines[#lines + 1] = ("; expect: %s"):format(found.length)
  elseif not found.solvable then
    lines[#lines + 1] = "; expect: " .. found.verdict
  end
  lines[#lines + 1] = found.level
  if solutions and found.solution then
    lines[#lines + 1] = "\n" .. lines_of(found.solution)
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The block of an entry. Its one file has the levels, if there are some.
---@param entry tessera.study.LevelsEntry
---@param rows fun(): tessera.StudyRow|nil
---@param about { name: string, parameters: string[] }
---@return table
function levels.compute(entry, rows, about)
  local list, count, by_difficulty = choose(entry, rows)
  local columns, cells = table_of(list, about.parameters)
  local texts = { ("; %s, from the easiest to the hardest.\n"):format(wording.line(about.name)) }
  for i, row in ipairs(list) do
    texts[i + 1] = levels.text(("Level %d"):format(i), row.key, row.result, entry.solutions)
  end
  return { title = entry.title or "Levels", columns = columns, rows = cells,
    notes = tally(count, list), plots = plots_of(by_difficulty),
    levels = list[1] and table.concat(texts, "\n") }
end

return levels
