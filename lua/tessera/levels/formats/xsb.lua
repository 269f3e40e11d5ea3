--- The formats in which collections of Sokoban are published (.xsb, .sok, .txt): maps, and words
--- around them.
---
---     A collection by N. N.            what stands in front of the first map, and is no title
---
---     ; 1                              a title in front of its map ...
---     #####
---     #@$.#
---     #####
---     Title: One                       ... or behind it
---     Author: N. N.
---     Comment:
---     all up to the next line is a note
---     Comment-End:
---     Solution: R                      in letters, which may go on in more lines
---
--- Whether titles stand in front or behind is one answer for a whole file. Those with a key stand
--- behind, if the last map has one behind it; of other words blank lines tell which map they are
--- nearer to.
---
--- A line that begins with an action of the game is one, as in paragraphs.lua.

local lurd = require "tessera.levels.lurd"
local xsb_rows = require "tessera.levels.xsb_rows"

local xsb = {}

local key_most, head_most = 40, 200 -- bytes of a key, and of the head of a solution

local title_keys = { title = true, name = true, level = true, maze = true, puzzle = true }

-- ---- lines: which are rows of maps ----

-- "Title: One" as "title" and "One", with the column of the value; ";" and ":" in front do not
-- count.
local function key_of(line)
  local first = line:find "[^;:%s]"
  local colon = first and line:find(":", first, true)
  local key = colon and colon - first <= key_most and line:sub(first, colon - 1)
  if key and key:find "^%a[%a%d ./_-]*$" then
    local column = line:find("%S", colon + 1) or #line + 1
    return key:match("^.*%S"):lower():gsub("[ _]", "-"), line:sub(column), column
  end
end

-- The lines of comments that have an end: true for each.
local function commented(lines)
  local inside, stop = {}, nil
  for i = #lines, 1, -1 do
    local key = lines[i]:find "^[;:%s]*[Cc]" and key_of(lines[i])
    if key == "comment-end" then
      stop = i
    elseif key == "comment" and stop then
      for k = i, stop do
        inside[k] = true
      end
      stop = nil
    end
  end
  return inside
end

-- Whether a line that is no row was meant to be one: nearly all of it is cells, walls among them.
local function is_nearly_row(line)
  local _, cells = line:gsub("[#@+$*. _-]", "")
  local _, walls = line:gsub("#", "")
  return walls >= 2 and cells >= 0.6 * #line
end

-- Whether a line at the edge of a map only decorates it.
local function is_decoration(line)
  return not line:find "#" and (line:find "%a" ~= nil or line == line:sub(1, 1):rep(#line))
end

-- The row that a line was meant to be, with what is wrong with its parentheses; nil if it was none.
local function nearly_row(line, number)
  local column, wrong = xsb_rows.unbalanced(line)
  if column then
    return { line, wrong = { number, column, wrong } }
  end
  return is_nearly_row(line) and { line } or nil
end

-- What is wrong with the first row of some lines with which something is.
local function wrong_in(read, first, last)
  for i = first, last do
    if read[i].wrong then
      return read[i].wrong
    end
  end
end

-- The first and the last line of the map in some lines that may be rows; nil if there is none.
local function map_in(lines, first, last, wrong)
  while first <= last and is_decoration(lines[first]) do
    first = first + 1
  end
  while last >= first and is_decoration(lines[last]) do
    last = last - 1
  end
  local walls, player, goods = false, false, false
  for i = first, last do
    walls = walls or lines[i]:find "#" ~= nil
    player = player or lines[i]:find "[@+pP]" ~= nil
    goods = goods or lines[i]:find "[$.*bBoO]" ~= nil
  end
  if player and (walls or goods) or walls and last > first or wrong then
    return first, last, player
  end
end

-- The maps of a text: each with its rows, the line of each row, its first and last line.
local function maps_of(lines, game, inside)
  local rows_of, read, maps = xsb_rows.reader(game), {}, {}
  local function rows(i)
    if lines[i] == "" or not lines[i] or inside[i] then
      return nil
    elseif read[i] == nil then
      read[i] = rows_of(lines[i]) or nearly_row(lines[i], i) or false
    end
    return read[i]
  end
  local i = 1
  while i <= #lines do
    local stop = i
    while rows(stop) do
      stop = stop + 1
    end
    local wrong = wrong_in(read, i, stop - 1)
    local first, last, player = map_in(lines, i, stop - 1, wrong)
    if first then
      local map = { first = first, last = last, player = player, wrong = wrong, rows = {},
        numbers = {} }
      for k = first, last do
        for _, row in ipairs(read[k]) do
          map.rows[#map.rows + 1], map.numbers[#map.numbers + 1] = row, k
        end
      end
      maps[#maps + 1] = map
    end
    for k = i, stop do
      read[k] = nil
    end
    i = math.max(stop, i + 1)
  end
  return maps
end

-- ---- gaps: the words between maps ----

---@class tessera.xsb.Gap the lines between two maps, or at an end of the text
---@field title? table a line with a key that gives a title
---@field named? table a line "; name: One", which is the title of the map below
---@field words integer how many other lines there are, of which some may be titles:
---@field first_word? table the first of them
---@field last_word? table the last one
---@field last_head? table the first one of the last paragraph, or its first "Level 7"
---@field above boolean whether words are nearer to the map above
---@field below boolean

-- Reads a line of a gap, without its key.
local readers = {}

function readers.title(gap, line)
  gap[line.own and "named" or "title"] = line
end

function readers.author(gap, line)
  gap.author = line.value
end

function readers.expect(gap, line)
  gap.expect, gap.expect_line = line.own and line.value or nil, line.number
end

-- The column of the parenthesis that a line of letters lacks the other one of, and what is wrong.
local function why_unpaired(text)
  if text:find "^[lurdLURD%d() \t]+$" and text:find "%a" then
    return xsb_rows.unpaired(text)
  end
end

local function are_moves(text)
  return lurd.is_line(text) or why_unpaired(text) ~= nil
end

-- Adds a line of letters. Behind other words another solution begins; the first one counts.
local function add_moves(gap, line, before, text, column)
  line.of_solution = true
  if not gap.moves then
    gap.moves = {}
  elseif gap.moves.last ~= before then
    gap.notes = gap.notes + 1
    return
  end
  local at, wrong = why_unpaired(text)
  gap.wrong = gap.wrong or at and { line.number, column + at - 1, wrong }
  gap.moves.last = line
  gap.moves[#gap.moves + 1] = { line = line.number, column = column, text = text }
end

function readers.solution(gap, line)
  line.of_solution = true
  if are_moves(line.value) then
    add_moves(gap, line, nil, line.value, line.column)
  elseif line.value ~= "" then
    gap.unknown[#gap.unknown + 1] = line.number
  end
end

local function reader_of(key)
  key = key or ""
  return key:find "solution" and readers.solution or title_keys[key] and readers.title
    or readers[key]
end

local function is_solution_head(text)
  return #text <= head_most
    and text:lower():find "^[;:%[%s]*%l*%s*solution[%w%s/%-#.()]*[%]:]*$" ~= nil
end

-- The text of a line that may be a title: "One" of "; One", of "'One'" and of "Level One"; and
-- whether it is of the last kind, with a number.
local function words_of(text)
  text = text:match "^[;:%s]*(.*)$"
  local quoted = text:match "^'(.+)'$" or text:match '^"(.+)"$'
  local level = not quoted and text:match "^[Ll][Ee][Vv][Ee][Ll][%s#:]+(.+)$"
  return quoted or level or text, level and level:find "^%d" ~= nil
end

-- Whether a line begins with an action of the game; or nearly, where nothing but actions is to be
-- expected: in a text of one map, before any words, or behind other actions.
local function is_action(gap, game, text, before)
  local word = text:match("^[%s,]*([^,]*)"):match "^.*%S"
  return word ~= nil and (game.is_action(word)
    or (gap.alone and gap.words == 0 or before and before.of_actions)
    and game.is_nearly_action(word))
end

-- Whether a line of letters alone is a solution and no title such as "Dull", which stands alone
-- right above a map.
local function is_solution(gap, line, before)
  return lurd.is_line(line.text) and gap.above ~= nil
    and (before ~= nil or gap.below == nil or line.number + 1 < gap.below.first)
end

-- Reads a line of a gap: `before` is the line in front of it, if no blank one is between.
local function read_line(gap, game, line, before)
  local text = line.text
  local key, value, column = key_of(text)
  local reader = reader_of(key)
  line.own = text:find "^%s*;" ~= nil and (key == "name" or key == "expect")
  if gap.inside[line.number] then
    gap.notes = gap.notes + 1
  elseif before and before.of_solution and are_moves(text)
    or is_solution(gap, line, before) then
    add_moves(gap, line, before, text, 1)
  elseif reader then
    line.value, line.column = value, column
    reader(gap, line)
  elseif gap.above and (is_solution_head(text) or lurd.is_line(line.after)) then
    line.of_solution = true
  elseif gap.above and is_action(gap, game, text, before) then
    line.of_actions = true
    gap.actions = gap.actions or {}
    table.insert(gap.actions, { line = line.number, column = 1, text = text, actions = true })
  elseif key or text:find "^%s*::" or not text:find "[%w\128-\255]" then
    gap.notes = gap.notes + 1
  else
    line.value, line.is_level = words_of(text)
    line.near_above = gap.above ~= nil and line.number == gap.above.last + 1
    line.near_below = gap.below ~= nil and line.number == gap.below.first - 1
    line.is_word, gap.words = true, gap.words + 1
    gap.first_word, gap.last_word = gap.first_word or line, line
    local head = before and before.is_word and gap.last_head
    gap.last_head = head and (head.is_level or not line.is_level) and head or line
  end
end

-- `alone` tells that the text has no other map.
local function read_gap(lines, game, inside, above, below, alone)
  local gap = { above = above, below = below, inside = inside, alone = alone, words = 0,
    notes = 0, unknown = {} }
  local before
  for i = above and above.last + 1 or 1, below and below.first - 1 or #lines do
    if lines[i] == "" then
      before = nil
    else
      local line = { number = i, text = lines[i], after = lines[i + 1] or "" }
      read_line(gap, game, line, before)
      before = line
    end
  end
  return gap
end

-- ---- titles ----

-- Whether titles with keys stand behind the maps; and where words do: "behind" or "before", or nil
-- if most maps have a title with a key.
local function styles_of(gaps)
  local first, last, keys, votes = gaps[1], gaps[#gaps], 0, 0
  for _, gap in ipairs(gaps) do
    keys = keys + (gap.title and 1 or 0)
    if gap.words > 0 then
      votes = votes + (gap.above and gap.first_word.near_above and 1 or 0)
        - (gap.below and gap.last_word.near_below and 1 or 0)
    end
  end
  local behind = votes > 0 or votes == 0 and last.words > 0
  if first.words > 0 and last.words == 0 and votes < #gaps / 2 then
    behind = false
  end
  return last.title ~= nil, keys < #gaps / 2 and (behind and "behind" or "before") or nil
end

-- Gives the maps their titles. The other words are notes.
local function entitle(gaps)
  local keys_behind, words = styles_of(gaps)
  for k, gap in ipairs(gaps) do
    local above, below, notes = gap.above, gap.below, gap.words
    local title = gap.title
    if title then
      local map = keys_behind and above or not keys_behind and below
      local header = k == 1 and #gaps > 2 and not gaps[2].title
        and (words ~= "before" or notes > 0 or gaps[2].words == 0)
      if map and not header then
        map.name = title.value
      else
        notes = notes + 1
      end
      if header and words == "before" and gap.words > 0 and gap.last_word.near_below then
        below.name, notes = gap.last_head.value, notes - 1
      end
    elseif words == "behind" and above and notes > 0 then
      above.name, notes = gap.first_word.value, notes - 1
    elseif words == "before" and below and notes > 0 then
      below.name, notes = gap.last_head.value, notes - 1
    end
    gap.notes = gap.notes + notes
  end
  for _, gap in ipairs(gaps) do
    if gap.named and gap.below then
      gap.below.name = gap.named.value
    end
  end
end

-- ---- levels ----

local function level_of(map, gap_before, gap_behind)
  return { name = map.name ~= "" and map.name or nil, line = map.first, rows = map.rows,
    numbers = map.numbers, expect = gap_before.expect, expect_line = gap_before.expect_line,
    author = gap_behind.author,
    solution = gap_behind.actions or gap_behind.moves }
end

-- What is wrong between two maps with nothing but blank lines between them, one of which has no
-- player: they are one.
local function why_torn(map, next_map, gap)
  local empty = not (gap.words > 0 or gap.title or gap.named or gap.moves or gap.actions)
    and gap.notes == 0
  if empty and not (map.player and next_map.player) then
    return { map.last + 1, 1, "a blank line within a map (a row of floor is written with '-')" }
  end
end

--- Reads a text; nil if it has no map.
---@param lines string[] without blanks at their ends
---@param game tessera.LevelGame
---@return tessera.Level[]|nil
---@return tessera.PassedOver|nil
function xsb.read(lines, game)
  local inside = commented(lines)
  local maps, gaps, list = maps_of(lines, game, inside), {}, {}
  local passed = { notes = 0, unknown = {} }
  if not maps[1] then
    return nil
  end
  for k = 0, #maps do
    gaps[k + 1] = read_gap(lines, game, inside, maps[k], maps[k + 1], #maps == 1)
  end
  entitle(gaps)
  for k, map in ipairs(maps) do
    list[k] = level_of(map, gaps[k], gaps[k + 1])
    list[k].wrong = map.wrong or gaps[k + 1].wrong
      or maps[k + 1] and why_torn(map, maps[k + 1], gaps[k + 1])
  end
  local last = gaps[#gaps].named
  if last then
    list[#list + 1] = { name = last.value, line = last.number }
  end
  for _, gap in ipairs(gaps) do
    passed.notes = passed.notes + gap.notes
    table.move(gap.unknown, 1, #gap.unknown, #passed.unknown + 1, passed.unknown)
  end
  return list, passed
end

return xsb
