--- Random patterns and conditions for spec/support/rule_programs.lua. A world knows the layers,
--- kinds, groups and pieces that their words may name.

local directions = require "spec.oracle.rules_directions"

local patterns = {}

local World = {}
World.__index = World
patterns.World = World

function World.new(random, theme)
  return setmetatable({ random = random, theme = theme, layers = {}, kinds = {}, named = {},
    blank = {}, turns = { "left", "right", "back" }, groups = {}, group_layer = {}, moves = {},
    shown = {}, hints = {}, asked = {} }, World)
end

function World:below(n)
  return self.random:below(n)
end

function World:percent(n)
  return self:below(100) < n
end

function World:chance(name)
  return self:percent(self.theme[name])
end

function World:pick(list)
  return list[1 + self:below(#list)]
end

function World:add_group(name, kinds, layer)
  self.groups[name], self.group_layer[name] = kinds, layer
end

-- The layer of a kind that can be named; nil for other words.
local function layer_of(w, kind)
  for i, kinds in ipairs(w.named) do
    for _, name in ipairs(kinds) do
      if name == kind then
        return i
      end
    end
  end
end

World.find_layer = layer_of

local function contains(list, value)
  for _, item in ipairs(list) do
    if item == value then
      return true
    end
  end
  return false
end

-- The kinds of a layer that a word stands for (for one of the players).
local function kinds_of(w, word, layer)
  local list = {}
  for _, kind in ipairs(w.kinds[layer]) do
    local pieces = w.pieces and w.pieces[word == "mine" and 1 or 2]
    local fits = kind == word or w.groups[word] and contains(w.groups[word], kind)
      or word == w.layers[layer] and kind ~= w.blank[layer]
      or (word == "mine" or word == "theirs")
        and contains(type(pieces) == "table" and pieces or { pieces }, kind)
    list[#list + 1] = fits and kind or nil
  end
  return list
end

-- ---- left sides ----

-- A word of a layer, and what it is: "kind", "group", "pieces" or "slot".
local function any_word(w, layer, here)
  local n = w:below(100)
  if layer == w.main and w.pieces and n < 30 then
    return w:pick { "mine", "mine", "theirs" }, "pieces"
  elseif layer == w.main and here.slot and n < (w.pieces and 40 or 15) then
    return here.slot, "slot"
  elseif n < 65 then
    local blank = w.blank[layer]
    if blank == "empty" and w:percent(40) then
      return blank, "kind"
    end
    return w:pick(w.named[layer]), "kind"
  elseif n < 75 and w.blank[layer] then
    return w.layers[layer], "group"
  end
  local groups = {}
  for _, name in ipairs { "fly", "sort1", "sort2", "sort3", "stone", "tiles" } do
    groups[#groups + 1] = w.group_layer[name] == layer and name or nil
  end
  if groups[1] then
    return w:pick(groups), "group"
  end
  return w:pick(w.named[layer]), "kind"
end

-- The same. If the pattern is made after a place of the map, mostly one that fits there.
local function word_of(w, layer, here)
  local there, word, is = here.target and here.target[layer], nil, nil
  for _ = 1, there and w:percent(90) and 5 or 1 do
    word, is = any_word(w, layer, here)
    if is == "slot" or contains(kinds_of(w, word, layer), there) then
      break
    end
  end
  return word, is
end

-- "no" and a word that leaves some kind of the layer.
local function no_word(w, layer, here, also)
  for _ = 1, 4 do
    local word, is = any_word(w, layer, here)
    local left = 0
    local out = is ~= "slot" and kinds_of(w, word, layer) or {}
    for _, kind in ipairs(w.kinds[layer]) do
      if not contains(out, kind) and (not also or contains(also, kind)) then
        left = left + 1
      end
    end
    local there = here.target and here.target[layer]
    local wrong = there and contains(out, there) and w:percent(80)
    if left > 0 and not wrong and (not also or is ~= "slot" and is ~= "pieces") then
      return "no " .. word
    end
  end
end

local ways = { "up", "down", "left", "right", "down-left", "horizontal", "vertical", "orthogonal",
  "diagonal", "all" }

local hex_ways = { "left", "right", "up-left", "up-right", "down-left", "down-right", "horizontal",
  "all" }

-- So many cells around one, mostly few: "near 1..2 orthogonal red".
local function near_words(w)
  local layer = 1 + w:below(#w.layers)
  local word = w.mixed and w:percent(10) and "mixed" or any_word(w, layer, {})
  local known = w.theme.hexagons and directions.hex_words or directions.words
  local way = w:percent(40) and w:pick(w.theme.hexagons and hex_ways or ways)
  local all = #known.all
  local most = way and #known[way] or all
  local least = w:below(math.min(most, 3) + 1)
  local upto = math.min(most, least + 1 + w:below(2))
  local count = least > 0 and w:percent(35) and least .. "+" or least .. ""
  if w:percent(30) and (least > 0 or upto < most) then
    count = ("%d..%d"):format(least, upto)
  end
  local within = (most == all or way == "orthogonal") and w:percent(25)
    and " within " .. w:pick { 1, 2, 2, 3, 5, 8 } or ""
  return ("near %s %s%s%s"):format(count, way and way .. " " or "", word, within)
end

local edges = { "top", "bottom", "left", "right", "edge" }

-- A word of any layer.
local function word_anywhere(w)
  local word = any_word(w, 1 + w:below(#w.layers), {})
  return word
end

-- A way from a cell, over another word than the last one.
local function way_words(w)
  local beside = w:percent(20) and not w.theme.hexagons and w:pick { "all ", "all ", "orthogonal " }
  return ("%sway %sover %s to %s"):format(w:percent(40) and "no " or "", beside or "",
    word_anywhere(w), w:percent(50) and word_anywhere(w) or w:pick(edges))
end

-- Words that hold together. `plain` gets for each layer the word that is named, and what it is.
local function conjunction(w, here, plain, first)
  if w.mixed and not first and w:percent(8) then
    plain.mixed = true
    return w:percent(50) and "mixed" or "no mixed"
  end
  local words, layer = {}, 1 + w:below(#w.layers)
  if first and here.relative then
    words[1], plain[w.main] = "fly", { word = "fly", is = "group" }
  end
  for k = 1, w:percent(35) and 2 or 1 do
    local at = (layer + k - 2) % #w.layers + 1
    if not plain[at] and not plain[-at] and w:percent(first and 85 or 70) then
      local word, is = word_of(w, at, here)
      words[#words + 1] = word
      plain[at] = { word = word, is = is }
      if is == "group" and w:percent(15) then
        words[#words + 1] = no_word(w, at, here, kinds_of(w, word, at))
      end
    elseif not plain[at] and not plain[-at] then
      plain[-at] = true
      words[#words + 1] = no_word(w, at, here)
    end
  end
  if not words[1] then
    words[1] = w:pick(w.named[layer])
    plain[layer] = { word = words[1], is = "kind" }
  end
  for _ = 1, w.theme.near and w:chance "near" and 1 + w:below(4) // 3 or 0 do
    words[#words + 1] = near_words(w)
  end
  if w.theme.ways and w:chance "ways" then
    words[#words + 1] = plain[layer] and plain[layer].is ~= "slot" and words[2] == nil
      and w:percent(60) and way_words(w):gsub("over %S+ ", "") or way_words(w)
  end
  return table.concat(words, " ")
end

-- A left cell: its text; `plain`, the words that it names, by layer; `board`, whether it is surely
-- a cell of the board.
local function left_cell(w, here, anchored)
  local n = w:below(100)
  if anchored and n < 15 then
    return { text = "", plain = {}, board = true }
  elseif anchored and n < 22 then
    return { text = "?", plain = {}, board = false }
  elseif not here.relative and w:chance "alternatives" then
    local parts, board = {}, true
    for i = 1, 2 + (w:percent(20) and 1 or 0) do
      if anchored and board and w:percent(20) then
        parts[i], board = "edge", false
      else
        parts[i] = conjunction(w, here, {}, i == 1)
      end
    end
    return { text = table.concat(parts, " or "), plain = {}, board = board }
  elseif anchored and n < 25 then
    return { text = "edge", plain = {}, board = false }
  end
  local plain = {}
  return { text = conjunction(w, here, plain, not anchored), plain = plain, board = true }
end

-- Replaces a cell by `same` where a group was named before it.
local function add_same(w, cells)
  local group
  for k, cell in ipairs(cells) do
    if group and not cell.run and w:percent(50) then
      cells[k] = { text = "same", plain = {}, board = true }
    elseif not group then
      local found = {}
      for i in ipairs(w.layers) do
        found[#found + 1] = cell.plain[i] and cell.plain[i].is ~= "kind" and cell.plain[i] or nil
      end
      if cell.plain.mixed or found[2] or found[1] and found[1].is == "pieces" then
        return
      end
      group = found[1] and found[1].is == "group" and not cell.run and found[1] or nil
    end
  end
end

-- How far the cell (i, j) of a pattern lies from its first one.
local function offset(i, j, direction)
  if direction == "right" or direction == "left" then
    return i, direction == "right" and j or -j
  end
  return direction == "down" and j or -j, i
end

-- The cell of the map in which the k-th cell of a pattern lies that is made after a place.
local function place_of(here, k)
  local guide = here.guide
  local i, j = offset((k - 1) // here.columns, (k - 1) % here.columns, guide.direction)
  return guide.row + i, guide.column + j
end

-- Makes one or two cells runs of a kind.
local function add_runs(w, here, cells)
  for _ = 1, w:percent(25) and 2 or 1 do
    local first = here.relative and here.first or 0 -- a run before it would be the anchor
    local k, layer = first + 1 + w:below(#cells - first), 1 + w:below(#w.layers)
    local row, column = 0, 0
    if here.guide then
      row, column = place_of(here, k)
    end
    local there = w.cells[row] and w.cells[row][column] and w.cells[row][column][layer]
    local kind = there and there ~= "nothing" and w:percent(80) and there or w:pick(w.named[layer])
    cells[k] = { text = kind, run = w:pick { "1+", "1+", "1+", "2+", "3+" }, board = true,
      plain = { [layer] = { word = kind, is = "kind" } } }
  end
end

-- Chooses the place of the map after which a pattern is made, mostly one where all of it is on the
-- board.
local function choose_place(w, here)
  here.guide = nil
  for _ = 1, w:percent(92) and 6 or 0 do
    here.guide = { row = 1 + w:below(w.rows), column = 1 + w:below(w.columns),
      direction = w:pick { "up", "down", "left", "right" } }
    local row, column = place_of(here, here.rows * here.columns)
    if w.cells[row] and w.cells[row][column] then
      return
    end
  end
end

local function shape(w, here)
  local rows = w:chance "rows" and not here.diagonal and 1 + w:below(3) or 1
  local columns = rows > 1 and 1 + w:below(3) or 1 + w:below(w:percent(20) and 4 or 3)
  return rows, columns
end

-- The cells of a left side, row after row.
local function left_side(w, here)
  local rows, columns = shape(w, here)
  here.rows, here.columns, here.runs = rows, columns, false
  here.relative = w.facing and columns > 1 and w:chance "relative" or nil
  local cells, anchored = {}, false
  choose_place(w, here)
  for k = 1, rows * columns do
    local row, column
    if here.guide then
      row, column = place_of(here, k)
      here.target = w.cells[row] and w.cells[row][column]
    end
    cells[k] = left_cell(w, here, anchored or w:percent(15) and k < rows * columns)
    if not anchored and cells[k].text ~= "" and cells[k].text ~= "?" then
      if cells[k].text == "edge" or here.relative and not (cells[k].plain[w.main]
        and cells[k].plain[w.main].word == "fly") then
        cells[k] = left_cell(w, here, false)
      end
      anchored, here.first = true, k
      here.anchor = here.target and { row = row, column = column,
        direction = here.guide.direction }
    end
  end
  if rows == 1 and (not here.relative or here.first < #cells) and w:chance "runs" then
    here.runs = true
    add_runs(w, here, cells)
  end
  if w:chance "same" then
    add_same(w, cells)
  end
  here.target = nil
  return cells
end

-- ---- directions ----

local all, in_a_row = directions.plain, directions.in_a_row
local pairs_of = { "up or right", "left or down", "down or horizontal", "right or left",
  "vertical or left" }

--- The words of hexagons for the directions after which patterns are made.
patterns.hex_words = { up = "up-left", down = "down-right", left = "left", right = "right" }

local hex_pairs = { "up-left or right", "left or down-right", "horizontal or up-right",
  "down-left or all" }

-- A direction of hexagons, of a pattern of several cells.
local function hex_direction(w, here)
  if here.guide and w:percent(50) then
    return w:percent(60) and patterns.hex_words[here.guide.direction] or "all"
  elseif w:percent(20) then
    return w:pick { "all", "horizontal" }
  end
  return w:pick(w:percent(15) and hex_pairs or directions.six)
end

local function direction(w, here, condition)
  if here.relative then
    return w:pick { "ahead of fly", "behind fly", "left of fly", "right of fly" }
  elseif here.rows * here.columns == 1 and not here.runs then
    return w:percent(90) and "" or w.theme.hexagons and "up-left"
      or w:pick { "up", "down", "left", "right" }
  elseif here.direction and not condition then
    local n = w:below(100)
    if n < 60 then
      return here.direction_word and not here.diagonal and n < 25 and "<direction>" or ""
    end
  elseif w:percent(20) then
    return here.direction_word and not here.diagonal and w:percent(40) and "<direction>" or ""
  end
  if w.theme.hexagons then
    return hex_direction(w, here)
  end
  if here.guide and w:percent(50) then
    return w:percent(60) and here.guide.direction or "orthogonal"
  end
  if here.rows == 1 and w:percent(25) then
    return w:pick(in_a_row)
  end
  return w:percent(15) and w:pick(pairs_of) or w:pick(all)
end

-- The same directions, perhaps for a rule that is carried out in every one that fits.
local function maybe_every(w, here, words)
  local meant = (w.theme.hexagons and directions.hex_words or directions.words)[words]
  local many = words:find " or " or meant and meant[2]
  return many and here.how ~= "random" and w:percent(35) and "every " .. words or words
end

local function front(how, words)
  return ((how or "") .. " " .. words):match "^%s*(.-)%s*$"
end

local function joined(here, texts)
  local rows = {}
  for i = 1, here.rows do
    rows[i] = table.concat(texts, " | ", (i - 1) * here.columns + 1, i * here.columns)
  end
  return ("[ " .. table.concat(rows, " / ") .. " ]"):gsub("  +", " ")
end

local function text_of(cell)
  return cell.run and cell.run .. " " .. cell.text or cell.text
end

local function texts_of(cells)
  local texts = {}
  for k, cell in ipairs(cells) do
    texts[k] = text_of(cell)
  end
  return texts
end

-- ---- right sides ----

-- The groups that a right side may refer to, those named in one cell only: their layers.
local function referable(w, cells)
  local count, list = {}, {}
  for _, cell in ipairs(cells) do
    for i in ipairs(w.layers) do
      local named = cell.plain[i]
      if named and named.is == "group" and not cell.run then
        count[named.word] = (count[named.word] or 0) + 1
      end
    end
  end
  for _, cell in ipairs(cells) do
    for i in ipairs(w.layers) do
      local named = cell.plain[i]
      if named and count[named.word] == 1 then
        list[#list + 1] = { word = named.word, layer = i }
      end
    end
  end
  return list
end

-- Adds names to the references of a right side: of pieces that a group finds.
local function add_names(w, cells, refs)
  local name = "a"
  for _, cell in ipairs(cells) do
    for i in ipairs(w.layers) do
      local named = cell.plain[i]
      if named and named.is == "group" and not cell.run and w:percent(30) then
        refs[#refs + 1] = { word = name, layer = i, group = named.word, cell = cell }
        name = string.char(name:byte() + 1)
      end
    end
  end
end

-- Writes the names that the right side uses into the left cells.
local function write_names(refs, texts)
  local used = {}
  for word in table.concat(texts, " "):gmatch "[%w_]+" do
    used[word] = true
  end
  for _, ref in ipairs(refs) do
    if ref.group and used[ref.word] then
      local before, around
      ref.cell.text = ref.cell.text:gsub("%S+", function(word)
        around = around or word == "near" or word == "way"
        local this = word == ref.group and before ~= "no" and not around
        before = word
        return this and word .. " as " .. ref.word or nil
      end)
    end
  end
end

-- A word for the kind of a piece with a name.
local function word_of_name(w, ref, layer)
  local list, facing = {}, ref.group == "fly"
  for _, group in ipairs { "sort1", "sort2", "sort3", "stone" } do
    local same = not facing and w.group_layer[group] == layer and w.groups[ref.group]
      and #w.groups[group] == #w.groups[ref.group]
    list[#list + 1] = same and group .. " like " .. ref.word or nil
  end
  if ref.layer == layer then
    table.move({ ref.word, ref.word, ref.word }, 1, 3, #list + 1, list)
    list[#list + 1] = facing and ref.word .. " turned " .. w:pick(w.turns)
      or w.groups[ref.group] and "next " .. ref.word or nil
  end
  return list[1] and w:pick(list)
end

local function can_refer(refs, word)
  for _, ref in ipairs(refs) do
    if ref.word == word then
      return true
    end
  end
  return false
end

-- Whether `next` with this group may stand where the left side names this.
local function may_step(w, named, group, here)
  if not named or here.runs then
    return true
  end
  for _, kind in ipairs(w.groups[named.word] or { named.word }) do
    if contains(w.groups[group], kind) then
      return true
    end
  end
  return false
end

-- A word that puts a kind into a layer of a cell.
local function new_word(w, layer, cell, refs, here)
  local n = w:below(100)
  if n < 35 then
    for _, ref in ipairs(refs) do
      local word = ref.group and w:percent(70) and word_of_name(w, ref, layer)
      if word then
        return word
      elseif not ref.group and ref.layer == layer and w:percent(60) then
        if ref.word == "fly" and w:percent(60) then
          return "fly turned " .. w:pick(w.turns)
        end
        return ref.word
      end
    end
  elseif n < 45 and here.slot and layer == w.main then
    return here.slot
  elseif n < 60 and w.single and layer == w.main then
    return w:pick { "mine", "mine", "theirs" }
  elseif n < 75 and cell.board and not cell.random and w:chance "chance" then
    if w.groups["sort" .. layer] then
      cell.random = true
      return "random sort" .. layer
    end
  elseif n < 82 then
    local group = layer == w.main and w:percent(50) and "stone" or "sort" .. layer
    if w.groups[group] and may_step(w, cell.plain[layer], group, here) then
      return "next " .. group
    end
  end
  return w:pick(w.named[layer])
end

-- Whether a named word goes away or stays: the words of the right side for one layer.
local function right_word(w, layer, cell, refs, here)
  local named = cell.plain[layer]
  if not named then
    local blank = w.blank[layer]
    if w:percent(20) and not cell.plain.mixed and blank and not cell.plain[-layer] then
      local word, is = word_of(w, layer, {})
      return is ~= "pieces" and word ~= blank and "no " .. word or ""
    end
    return w:percent(40) and new_word(w, layer, cell, refs, here) or ""
  end
  local kept = named.word
  if named.is == "group" and not can_refer(refs, kept) or named.is == "pieces" and not w.single then
    kept = nil
  end
  local n = w:below(100)
  if n < 28 and kept then
    return kept == "fly" and w:percent(30) and "fly turned " .. w:pick(w.turns)
      or kept
  elseif n < 60 and (w.blank[layer] or not kept) then
    return ""
  end
  return new_word(w, layer, cell, refs, here)
end

local function choice_cell(w, cell)
  local layer = 1 + w:below(#w.layers)
  for i in ipairs(w.layers) do
    if i ~= layer and cell.plain[i] and not w.blank[i] or #w.named[layer] < 3 then
      return nil
    end
  end
  local first = 1 + w:below(#w.named[layer])
  local kinds = { w.named[layer][first], w.named[layer][first % #w.named[layer] + 1] }
  if w:percent(30) then
    kinds[3] = w.named[layer][(first + 1) % #w.named[layer] + 1]
  end
  local shares = w:pick(#kinds == 3 and { { 50, 25, 25 }, { 10, 20, 70 }, { 33, 33, 34 } }
    or { { 50, 50 }, { 90, 10 }, { 99, 1 }, { 25, 75 }, { 40, 60 }, { 0.5, 99.5 },
      { 12.25, 87.75 } })
  if w:percent(60) then
    local rest = w:percent(50)
    for k, share in ipairs(shares) do
      if k < #kinds or not rest then
        local field = rest and w:percent(40) and w:pick { "keys", "energy" }
        kinds[k] = ("%s %s%%"):format(kinds[k], field or share)
      end
    end
  end
  return table.concat(kinds, " or ")
end

-- A group that the right side moves leaves its cell; without a blank something must replace it.
local function fill_gaps(w, cells, words)
  for k, cell in ipairs(cells) do
    for i in ipairs(w.layers) do
      local named = cell.plain[i]
      if named and not w.blank[i] and not cell.choice and (words[k][i] or "") == "" then
        words[k][i] = w:pick(w.named[i])
      end
    end
  end
end

-- Whether a right side names other words than the left one.
local function changes(w, cells, words)
  for k, cell in ipairs(cells) do
    for i in ipairs(w.layers) do
      local named = cell.plain[i]
      if cell.choice or words[k][i] ~= (named and named.is == "kind" and named.word or "") then
        return true
      end
    end
  end
  return false
end

-- The texts of a right side.
local function right_side(w, cells, here)
  local refs, words, texts = referable(w, cells), {}, {}
  add_names(w, cells, refs)
  for k, cell in ipairs(cells) do
    words[k] = {}
    if cell.board and cell.text ~= "" and not cell.run and w:percent(w.theme.chance / 3) then
      cell.choice = choice_cell(w, cell)
    end
    for i in ipairs(w.layers) do
      words[k][i] = not cell.choice and not cell.run and right_word(w, i, cell, refs, here) or ""
    end
  end
  fill_gaps(w, cells, words)
  local k = 1 + w:below(#cells)
  local cell, layer = cells[k], 1 + w:below(#w.layers)
  if not (cell.choice or cell.run or cell.plain.mixed or changes(w, cells, words)) then
    words[k][layer] = w:pick(w.named[layer])
  end
  for n, this in ipairs(cells) do
    local list = {}
    for i in ipairs(w.layers) do
      list[#list + 1] = words[n][i] ~= "" and words[n][i] or nil
    end
    texts[n] = this.run and text_of(this) or this.choice or table.concat(list, " ")
  end
  write_names(refs, texts)
  return texts
end

-- Whether all that a cell names may go away.
local function loose(w, cell)
  for i in ipairs(w.layers) do
    if cell.plain[i] and not w.blank[i] then
      return false
    end
  end
  return true
end

-- Lets a run of a right side change places with the next cell: it moves.
local function move_runs(w, cells, texts)
  for k, cell in ipairs(cells) do
    local other = cells[k + 1]
    if cell.run and other and not other.run and not other.choice and loose(w, cell)
      and loose(w, other) and w:percent(60) then
      texts[k], texts[k + 1] = texts[k + 1], texts[k]
      return
    end
  end
end

--- The text of a rule. `here` says what its patterns may refer to, and gets their shape.
function patterns.rule(w, here)
  local cells = left_side(w, here)
  local words = maybe_every(w, here, direction(w, here))
  local texts = right_side(w, cells, here)
  if here.runs then
    move_runs(w, cells, texts)
  end
  return (front(here.how, words) .. " " .. joined(here, texts_of(cells)) .. " -> "
    .. joined(here, texts)):match "^%s*(.*)$"
end

-- ---- conditions ----

local function condition_words(w)
  local here = { target = w:percent(70) and w.cells[1 + w:below(w.rows)][1 + w:below(w.columns)] }
  if w:percent(80) then
    return conjunction(w, here, {}, true)
  end
  return conjunction(w, here, {}, true) .. " or " .. conjunction(w, here, {}, true)
end

-- Words that do not begin with `no`.
local function some_words(w)
  local words
  repeat
    words = condition_words(w)
  until not words:find "^no "
  return words
end

local function condition_pattern(w, about)
  local here = { direction = about.direction, direction_word = about.direction_word,
    diagonal = about.diagonal }
  local cells = left_side(w, here)
  return (w:percent(50) and "no " or "") .. (front(nil, direction(w, here, true)) .. " "
    .. joined(here, texts_of(cells))):match "^%s*(.*)$"
end

local function comparison(w)
  return w:pick { "=", "~=", "<", "<=", ">", ">=" }
end

-- The other side of a comparison.
local function number(w, most)
  return w:percent(25) and "count " .. some_words(w) or w:below(most)
end

-- A sum of numbers, fields, counts and the turn.
local function sum(w, here)
  local parts = {}
  for i = 1, 1 + w:below(3) do
    local field = not here.no_fields and w:percent(50) and w:pick { "keys", "energy", "moves" }
    if field then
      w.asked[field] = true
    end
    parts[#parts + 1] = field or w:percent(30) and "turn" or w:percent(50) and "count "
      .. some_words(w) or tostring(w:below(6))
    if w:percent(25) then
      parts[#parts + 1], parts[#parts + 2] = "%", tostring(1 + w:below(4))
    end
    parts[#parts + 1] = w:pick { "+", "-", "*" }
  end
  return table.concat(parts, " ", 1, #parts - 1)
end

-- A number that `turn` may be, if the other sum is nothing else.
local function some_player(w, given, other)
  return other == "turn" and tonumber(given) and tostring(1 + given % w.players) or given
end

-- What leads from one side or cell to another one.
local function joined_words(w)
  local function goal()
    return w:percent(70) and w:pick(edges) or word_anywhere(w)
  end
  return ("%sjoined %s%s from %s to %s"):format(w:percent(30) and "no " or "",
    w:percent(25) and "all " or "", some_words(w), goal(), goal())
end

local function term(w, here)
  if w.theme.joined and w:chance "joined" then
    return joined_words(w)
  end
  local n = w:below(108)
  if n >= 100 then
    local left, sign, right = sum(w, here), comparison(w), sum(w, here)
    left, right = some_player(w, left, right), some_player(w, right, left)
    if left == "turn" and tonumber(right) or right == "turn" and tonumber(left) then
      sign = sign:gsub("^([<>])$", "%1=") -- or no player might be meant
    end
    return ("%s %s %s"):format(left, sign, right)
  elseif n < 15 then
    return "some " .. some_words(w)
  elseif n < 27 then
    return "no " .. some_words(w)
  elseif n < 42 then
    return ("%s %s on %s"):format(w:pick { "all", "some", "no" }, some_words(w), condition_words(w))
  elseif n < 57 then
    return ("count %s %s %s"):format(some_words(w), comparison(w), number(w, 5))
  elseif n < 66 then
    return ("line %d %s"):format(2 + w:below(3), some_words(w))
  elseif n < 78 then
    local place = w:pick { 1, 2, 3, -1, -2 }
    local at = w:pick { "row %d", "column %d", "row %d column " .. w:pick { 1, 2, -1, -3 } }
    return some_words(w) .. " at " .. at:format(place)
  elseif n < 88 and not here.no_fields then
    local field = w:pick { "keys", "energy", "moves" }
    w.asked[field] = true
    return ("%s %s %s"):format(field, comparison(w), number(w, 4))
  end
  return condition_pattern(w, here)
end

--- The text of a condition.
function patterns.condition(w, here)
  local line = term(w, here)
  while w:percent(20) do
    line = line .. " and " .. term(w, here)
  end
  while w:percent(10) do
    line = ("(%s) or (%s)"):format(line, term(w, here))
    if w:percent(40) then
      line = ("(%s) and %s"):format(line, term(w, here))
    end
  end
  return line
end

return patterns
