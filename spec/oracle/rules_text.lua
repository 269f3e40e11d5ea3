--- Reads the texts of rules as pictures (docs/rules.md) for the twin: patterns, conditions, forms.

local text = {}

local ways = require "spec.oracle.rules_directions"

local directions, steps = ways.words, ways.steps

-- "my trail" is one word, "my:trail".
local function words_of(line)
  local words = {}
  for word in line:gmatch "%S+" do
    local last = words[#words]
    if last == "my" or last == "their" then
      words[#words] = last .. ":" .. word
    else
      words[#words + 1] = word
    end
  end
  return words
end

-- "a|b|c" cut at each "|", also its empty parts. A slot such as "<a|b>" is not cut.
local function parts_of(line, separator)
  local parts = {}
  line = line:gsub("<[^>]*>", function(slot)
    return (slot:gsub("|", "\0"))
  end)
  for part in (line .. separator):gmatch("([^" .. separator .. "]*)" .. separator) do
    parts[#parts + 1] = part:gsub("%z", "|"):match "^%s*(.-)%s*$"
  end
  return parts
end

local function run_of(line)
  local least, most, rest = line:match "^(%d+)%.%.(%d+)%s+(.*)$"
  if not least then
    least, rest = line:match "^(%d+)%+%s+(.*)$"
  end
  return tonumber(least), tonumber(most), rest or line
end

-- The cells that so many steps in some directions lead to, but for the one where they begin.
local function cells_around(names, within, hexagons)
  local met, last, list = { ["0 0"] = true }, { { 0, 0 } }, {}
  for _ = 1, within do
    local next_ones = {}
    for _, from in ipairs(last) do
      for _, name in ipairs(names) do
        local step = steps[hexagons and ways.hex_means[name] or name]
        local row, column = from[1] + step[1], from[2] + step[2]
        if not met[row .. " " .. column] then
          met[row .. " " .. column] = true
          table.insert(next_ones, { row, column })
          table.insert(list, { row, column })
        end
      end
    end
    last = next_ones
  end
  return list
end

-- What stands behind the word at `i`, which is `near`: "2..3 orthogonal fire within 2"; and where
-- that ends.
local function read_near(words, i, hexagons)
  local known = hexagons and ways.hex_words or directions
  local count, within, names = words[i + 1], 1, known.all
  local least, most = count:match "^(%d+)%.%.(%d+)$"
  least = tonumber(least or count:match "^%d+")
  most = tonumber(most) or count:find "%+$" and math.huge or least
  i = i + 2
  if known[words[i]] then
    names = known[words[i]]
    i = i + 1
  end
  local word = words[i]
  if words[i + 1] == "within" then
    within, i = tonumber(words[i + 2]), i + 2
  end
  return { near = cells_around(names, within, hexagons), least = least, most = most,
    word = word }, i
end

-- The last word that terms name, without `no`.
local function last_named(terms)
  for k = #terms, 1, -1 do
    local term = terms[k]
    if term.word and not term.no and not term.near and term.word ~= "same" then
      return term.word
    end
  end
end

local edges = { left = true, right = true, top = true, bottom = true, edge = true }

-- The neighbours that are meant, at `i`, and where what follows begins.
local function read_neighbours(words, i, hexagons)
  local names = hexagons and ways.six or directions.orthogonal
  if words[i] == "all" or words[i] == "orthogonal" then
    names = not hexagons and directions[words[i]] or names
    i = i + 1
  end
  return cells_around(names, 1, hexagons), i
end

-- What stands behind the word at `i`, which is `way`: "over floor to exit"; and where that ends.
-- `last`: the word before.
local function read_way(words, i, last, hexagons)
  local term = { over = last }
  term.beside, i = read_neighbours(words, i + 1, hexagons)
  if words[i] == "over" then
    term.over, i = words[i + 1], i + 2
  end
  assert(words[i] == "to")
  term.to = { edge = edges[words[i + 1]] and words[i + 1], word = words[i + 1] }
  return { way = term }, i + 1
end

--- A cell of a left side, or the words of a condition: `alternatives`, each a list of terms, a
--- word with or without `no`, or with a name. An empty cell has none.
function text.left(line, hexagons)
  local cell = { text = line, alternatives = {} }
  local run, most, rest = run_of(line)
  local no, terms, naming = false, nil, false
  cell.run, cell.most = run, most
  local words, i = words_of(rest), 1
  while words[i] do
    local word, term = words[i], nil
    if naming then
      terms[#terms].name, naming = word, false
    elseif word == "as" then
      naming = true
    elseif word == "or" then
      terms = nil
    elseif word == "no" then
      no = true
    else
      if not terms then
        terms = {}
        table.insert(cell.alternatives, terms)
      end
      if word == "near" then
        term, i = read_near(words, i, hexagons)
      elseif word == "way" then
        term, i = read_way(words, i, last_named(terms), hexagons)
        term.no = no
      end
      table.insert(terms, term or { no = no, word = word })
      no = false
    end
    i = i + 1
  end
  return cell
end

--- A cell of a right side: `choices` of { word, percent | field }, or `items` of { how, word },
--- where how is
--- "is", "no", "random", "next", the way that a facing piece is turned, or "like" with the name of
--- a piece.
function text.right(line)
  local cell = { text = line, items = {} }
  local run, _, rest = run_of(line)
  cell.run = run
  if rest:find " or " then
    cell.choices = {}
    for part in rest:gsub(" or ", "|"):gmatch "[^|]+" do
      local word, share = part:match "^%s*(%S+)%s*([^%s%%]*)"
      local percent = tonumber(share)
      table.insert(cell.choices, { word = word, percent = percent,
        field = not percent and share ~= "" and share or nil })
    end
    return cell
  end
  local words, i = words_of(rest), 1
  while words[i] do
    if words[i] == "no" or words[i] == "random" or words[i] == "next" then
      table.insert(cell.items, { how = words[i], word = words[i + 1] })
      i = i + 2
    elseif words[i + 1] == "like" then
      table.insert(cell.items, { how = "like", word = words[i], like = words[i + 2] })
      i = i + 3
    elseif words[i + 1] == "turned" then
      table.insert(cell.items, { how = words[i + 2], word = words[i] })
      i = i + 3
    else
      table.insert(cell.items, { how = "is", word = words[i] })
      i = i + 1
    end
  end
  return cell
end

local function side(line, read)
  local rows = {}
  for i, row in ipairs(parts_of(line, "/")) do
    rows[i] = {}
    for j, cell in ipairs(parts_of(row, "|")) do
      rows[i][j] = read(cell)
    end
  end
  return rows
end

local function first_cell(rows, is_it)
  for i, row in ipairs(rows) do
    for j, cell in ipairs(row) do
      if is_it(cell.text, cell) then
        return { i, j }
      end
    end
  end
end

-- The first cell that says something and lies on the board for sure; or else the first that may.
local function anchor_of(rows)
  return first_cell(rows, function(line, cell)
    for _, terms in ipairs(cell.alternatives) do
      if terms[1].word == "edge" then
        return false
      end
    end
    return line ~= "" and line ~= "?"
  end) or first_cell(rows, function(line)
    return line ~= "edge"
  end)
end

-- What stands in front of a pattern.
local function read_front(pattern, line, hexagons)
  local words = words_of(line)
  if words[1] == "each" or words[1] == "first" or words[1] == "random" then
    pattern.how = table.remove(words, 1)
  end
  pattern.every = words[1] == "every" and table.remove(words, 1) ~= nil
  if words[2] == "of" or words[1] == "behind" then
    pattern.relative, pattern.facing = words[1], words[#words]
  elseif words[1] and words[1]:sub(1, 1) ~= "<" then
    pattern.directions = {}
    local seen = {}
    local meant = hexagons and ways.hex_words or directions
    for _, word in ipairs(words) do
      for _, direction in ipairs(word == "or" and {} or meant[word] or error(word)) do
        direction = hexagons and ways.hex_means[direction] or direction
        if not seen[direction] then
          table.insert(pattern.directions, direction)
        end
        seen[direction] = true
      end
    end
  end
end

--- A pattern, with or without a right side.
function text.pattern(line, hexagons)
  local front, left, right = line:match "^([^%[]*)%[([^%]]*)%]%s*%->%s*%[([^%]]*)%]%s*$"
  if not front then
    front, left = line:match "^([^%[]*)%[([^%]]*)%]%s*$"
    assert(front, line)
  end
  local pattern = { text = line, left = side(left, function(cell)
    return text.left(cell, hexagons)
  end), right = right and side(right, text.right) }
  pattern.anchor = anchor_of(pattern.left)
  read_front(pattern, front, hexagons)
  for i, row in ipairs(pattern.left) do
    pattern.runs = pattern.runs or false
    for j, cell in ipairs(row) do
      pattern.runs = pattern.runs or cell.run ~= nil
      pattern.cells = i * j
    end
    assert(not right or #row == #pattern.right[i], line)
  end
  return pattern
end

local operators = { ["+"] = true, ["-"] = true, ["*"] = true, ["%"] = true }

-- "keys * 2 + count box": a list of { by, number | field | cell | turn }.
local function read_sum(line, hexagons)
  local sum, by, words = {}, "+", {}
  local function add()
    local what = table.concat(words, " ")
    local counted = what:match "^count%s+(.*)$"
    sum[#sum + 1] = { by = by, number = tonumber(what), turn = what == "turn", field = what,
      cell = counted and text.left(counted, hexagons) }
  end
  for _, word in ipairs(words_of(line)) do
    if operators[word] then
      add()
      by, words = word, {}
    else
      words[#words + 1] = word
    end
  end
  add()
  return sum
end

local function read_term(line, hexagons)
  if line == "stuck" then
    return { is = "stuck" }
  elseif line:find "%[" then
    local no = line:match "^no%s" ~= nil
    return { is = "pattern", no = no, pattern = text.pattern(no and line:sub(4) or line,
      hexagons) }
  end
  local what, sign, number = line:match "^(.-)%s+([=~<>]+)%s+(.*)$"
  if what then
    local counted, other = what:match "^count%s+(.*)$", number:match "^count%s+(.*)$"
    local left, right = read_sum(what, hexagons), read_sum(number, hexagons)
    if left[2] or right[2] or left[1].turn or left[1].number or not other and not right[1].number
    then
      return { is = "sums", sign = sign, left = left, right = right }
    end
    return { is = counted and "count" or "field", field = what, sign = sign,
      cell = counted and text.left(counted, hexagons), number = tonumber(number),
      other = other and text.left(other, hexagons) }
  end
  number, what = line:match "^line%s+(%d+)%s+(.*)$"
  if number then
    return { is = "line", cell = text.left(what, hexagons), number = tonumber(number) }
  end
  local negated
  negated, what = line:match "^(n?o?)%s*joined%s+(.*)$"
  if what then
    local beside, first = read_neighbours(words_of(what), 1, hexagons)
    local cell, from, to = what:match "^(.*)%s+from%s+(.-)%s+to%s+(.*)$"
    cell = first == 2 and cell:match "^%S+%s+(.*)$" or cell
    local function goal(part)
      return edges[part] and { edge = part } or { cell = text.left(part, hexagons) }
    end
    return { is = "joined", no = negated == "no", cell = text.left(cell, hexagons),
      beside = beside, from = goal(from), to = goal(to) }
  end
  local where
  what, where = line:match "^(.-)%s+at%s+(.*)$"
  if what then
    local row, column = where:match "row%s+(%-?%d+)", where:match "column%s+(%-?%d+)"
    return { is = "at", cell = text.left(what, hexagons), row = tonumber(row),
      column = tonumber(column) }
  end
  local quantity, rest = line:match "^(%l+)%s+(.*)$"
  assert(quantity == "some" or quantity == "no" or quantity == "all", line)
  local one, other = rest:match "^(.-)%s+on%s+(.*)$"
  return { is = quantity, cell = text.left(one or rest, hexagons),
    on = other and text.left(other, hexagons) }
end

-- The parts between words such as "and" that stand in no brackets. After a cell `or` goes on with
-- cells, so it is no such word there.
local function split(words, separator)
  local parts, depth = { {} }, 0
  for i, word in ipairs(words) do
    local before, after = words[i - 1] or "", words[i + 1]
    depth = depth + ((word == "(" or word == "[") and 1 or (word == ")" or word == "]") and -1 or 0)
    local number = tonumber(before) and (words[i - 2] or ""):match "^[-=~<>+*%%]+$"
      or words[i - 2] == "row" or words[i - 2] == "column"
    local joins = word == separator and depth == 0 and (word == "and" or before == ")"
      or after == "(" or before == "]" or number)
    if joins then
      parts[#parts + 1] = {}
    else
      table.insert(parts[#parts], word)
    end
  end
  return parts
end

local read_condition

local function read_all(words, hexagons)
  local terms = {}
  for i, part in ipairs(split(words, "and")) do
    if part[1] == "(" then
      terms[i] = { is = "any", any = { read_condition(table.move(part, 2, #part - 1, 1, {}),
        hexagons) } }
    else
      terms[i] = read_term(table.concat(part, " "), hexagons)
    end
  end
  return terms
end

function read_condition(words, hexagons)
  local any = {}
  for i, part in ipairs(split(words, "or")) do
    any[i] = read_all(part, hexagons)
  end
  return any[2] and { { is = "any", any = any } } or any[1]
end

--- The terms of a condition.
function text.condition(line, hexagons)
  local spaced = line:gsub("<[^>%s]+>", function(slot)
    return (slot:gsub("[|]", "\0"))
  end):gsub("[()%[%]|/]", " %0 "):gsub("%z", "|")
  return read_condition(words_of(spaced), hexagons)
end

--- The words of a form of actions: each has its `text`; `choices`, or `least` and `most`, or
--- neither (`<row>` and `<column>`).
function text.form(line, game)
  local slots = {}
  for i, word in ipairs(words_of(line)) do
    local slot = { text = word }
    local inner = word:match "^<(.*)>$"
    local least, most = (inner or ""):match "^(%-?%d+)%.%.(%-?%d+)$"
    if not inner then
      slot.choices = { word }
    elseif inner == "direction" then
      slot.choices = game.hexagons and ways.six or directions.orthogonal
    elseif inner == "direction8" then
      slot.choices = directions.all
    elseif least then
      slot.least, slot.most = tonumber(least), tonumber(most)
    elseif game.groups[inner] then
      slot.choices = game.groups[inner]
    elseif inner ~= "row" and inner ~= "column" then
      slot.choices = parts_of(inner, "|")
    end
    slots[i] = slot
  end
  return slots
end

text.words = words_of

return text
