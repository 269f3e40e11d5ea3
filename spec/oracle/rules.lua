--- The twin of games whose rules are pictures (docs/rules.md): slow, plain Lua over names of kinds.
--- It takes the definitions that `tessera.game` takes; of its module it uses the random numbers.

local rng = require "tessera.rng"
local text = require "spec.oracle.rules_text"

local rules, Game, State = {}, {}, {}
Game.__index = Game

local steps = {
  up = { -1, 0 }, down = { 1, 0 }, left = { 0, -1 }, right = { 0, 1 },
  ["up-left"] = { -1, -1 }, ["up-right"] = { -1, 1 },
  ["down-left"] = { 1, -1 }, ["down-right"] = { 1, 1 },
}
local clockwise = { up = "right", right = "down", down = "left", left = "up" }
local quarters = { ahead = 0, right = 1, behind = 2, left = 3, back = 2 }

local function turned(heading, way)
  for _ = 1, quarters[way] do
    heading = clockwise[heading]
  end
  return heading
end

-- ---- definitions ----

-- A set of kinds: for each layer the names of those that are in it.
local function set_of(game, kinds)
  local set = {}
  for i in ipairs(game.layers) do
    for _, kind in ipairs(kinds) do
      if game.kinds[i][kind] then
        set[i] = set[i] or {}
        set[i][kind] = true
      end
    end
  end
  return set
end

local function read_kinds(game)
  game.kinds, game.shown, game.sets, game.blank, game.layer_of = {}, {}, {}, {}, {}
  for i, layer in ipairs(game.layers) do
    game.kinds[i], game.sets[layer] = {}, { [i] = {} }
    for shown, means in pairs(game.definition.legend) do
      local kind = type(means) == "table" and (means[layer] or "nothing") or i == 1 and means
        or "nothing"
      game.kinds[i][kind] = true
      game.shown[shown] = game.shown[shown] or {}
      game.shown[shown][i] = kind
    end
    local names = game.kinds[i]
    game.blank[i] = names.nothing and "nothing" or names.empty and "empty"
    for kind in pairs(names) do
      game.layer_of[kind] = i
      game.sets[layer][i][kind] = kind ~= game.blank[i] or nil
    end
  end
  for kind in pairs(game.layer_of) do
    game.sets[kind] = set_of(game, { kind })
  end
  game.shown_as = {}
  for shown, kinds in pairs(game.shown) do
    game.shown_as[table.concat(kinds, "/")] = shown
  end
end

local function read_groups(game)
  game.groups, game.headings, game.facing = {}, {}, {}
  for name, list in pairs(game.definition.groups or {}) do
    game.groups[name] = list
    if list.up then
      game.groups[name] = { list.up, list.right, list.down, list.left }
      game.facing[name], game.headings[name] = list, {}
      for heading, kind in pairs(list) do
        game.headings[name][kind] = heading
      end
    end
    game.sets[name] = set_of(game, game.groups[name])
  end
end

local function read_pieces(game)
  game.mine, game.theirs, game.single = {}, {}, {}
  for player = 1, game.players do
    local mine, theirs = {}, {}
    for other, kinds in ipairs(game.definition.pieces or {}) do
      for _, kind in ipairs(type(kinds) == "table" and kinds or { kinds }) do
        table.insert(other == player and mine or theirs, kind)
      end
    end
    game.mine[player], game.theirs[player] = set_of(game, mine), set_of(game, theirs)
    game.single[player] = { mine = #mine == 1 and mine[1], theirs = #theirs == 1 and theirs[1] }
  end
end

local function read_rule(given, front)
  local rule = {}
  for key, value in pairs(type(given) == "table" and given or { given }) do
    rule[key] = value
  end
  local line = rule[front]
  rule.pattern = line and text.pattern(line)
  rule.when = given.when and text.condition(given.when)
  rule.count = type(rule.count) == "table" and rule.count or { rule.count }
  return rule
end

-- A step of `after` as a sweep, or as a rule that begins with "first" or "random".
local function read_step(given)
  if type(given) == "table" and given.sweep then
    local sweep = { at_once = given.at_once, rules = {} }
    for i, rule in ipairs(given.sweep) do
      sweep.rules[i] = read_rule(type(rule) == "string" and { rule } or rule, 1)
    end
    return sweep
  end
  return read_rule(type(given) == "string" and { given } or given, 1)
end

--- The game of a definition.
function rules.new(definition)
  local game = setmetatable({ definition = definition, layers = definition.layers or { "board" },
    players = definition.players or 1, fields = {}, moves = {}, rules = {}, after = {}, ends = {} },
    Game)
  read_kinds(game)
  read_groups(game)
  read_pieces(game)
  for _, key in ipairs { "fields", "counters" } do
    for name, field in pairs(definition[key] or {}) do
      field = type(field) == "table" and field or { value = field }
      local least, most = field.min or -math.maxinteger, field.max or math.maxinteger
      game.fields[name] = { min = least, max = most,
        value = field.value or math.max(least, math.min(0, most)) }
    end
  end
  for i, form in ipairs(definition.moves) do
    game.moves[i] = text.form(form, game)
  end
  for i, given in ipairs(definition.rules or {}) do
    game.rules[i] = read_rule(given, 2)
    game.rules[i].form = text.form(given[1], game)
  end
  for i, given in ipairs(definition.after or {}) do
    game.after[i] = read_step(given)
  end
  for i, given in ipairs(definition.ends or {}) do
    game.ends[i] = { outcome = given[1], when = text.condition(given[2]), score = given.score }
  end
  return game
end

-- ---- looking ----

local function inside(board, row, column)
  return board[1][row] ~= nil and board[1][row][column] ~= nil
end

local function kinds_of(game, word, context)
  if word == "mine" or word == "theirs" then
    return game[word][context.player]
  end
  return game.sets[context.words[word] or word] or error("no kind or group: " .. word)
end

-- The kind of a word's that is in a cell, and its layer.
local function found(game, board, row, column, word, context)
  if word == "same" then
    local layer = context.same.layer
    return board[layer][row][column] == context.same.kind, layer
  end
  for layer, kinds in pairs(kinds_of(game, word, context)) do
    local kind = board[layer][row][column]
    if kinds[kind] then
      return kind, layer
    end
  end
end

local function fits_terms(game, board, row, column, terms, context)
  local on_board = inside(board, row, column)
  for _, term in ipairs(terms) do
    if term.word == "edge" then
      if on_board then
        return false
      end
    elseif term.word ~= "?" then
      if not on_board or term.no == (found(game, board, row, column, term.word, context) and true
        or false) then
        return false
      end
    end
  end
  return true
end

local function fits_cell(game, board, row, column, cell, context)
  for _, terms in ipairs(cell.alternatives) do
    if fits_terms(game, board, row, column, terms, context) then
      return true
    end
  end
  return not cell.alternatives[1] and inside(board, row, column)
end

-- The words that a left cell names without `no` and `or`.
local function named(cell)
  local words = {}
  for _, term in ipairs(not cell.alternatives[2] and cell.alternatives[1] or {}) do
    if not term.no and term.word ~= "edge" and term.word ~= "?" and term.word ~= "same" then
      words[#words + 1] = term.word
    end
  end
  return words
end

-- How far the cell (i, j) of a pattern lies from its first one.
local function offset(i, j, direction)
  local d = steps[direction]
  if d[1] == 0 then
    return i - 1, (j - 1) * d[2]
  elseif d[2] == 0 then
    return (j - 1) * d[1], i - 1
  end
  assert(i == 1, "a diagonal pattern of several rows")
  return (j - 1) * d[1], (j - 1) * d[2]
end

local function is_group(game, word)
  for _, layer in ipairs(game.layers) do
    if layer == word then
      return true
    end
  end
  return game.groups[word] ~= nil
end

-- Remembers the kind of the first group, for the cells that follow.
local function note_same(game, board, row, column, cell, context)
  for _, word in ipairs(named(cell)) do
    if not context.same and is_group(game, word) and not cell.run then
      local kind, layer = found(game, board, row, column, word, context)
      context.same = { kind = kind, layer = layer }
    end
  end
end

-- The cells of a row with runs, laid out: how long each run is, or nil.
local function fit_runs(game, board, cells, row, column, direction, context)
  local d, at, lengths, places = steps[direction], 0, {}, {}
  for k, cell in ipairs(cells) do
    local length, limit = 0, cell.run and math.huge or 1
    while length < limit
      and fits_cell(game, board, row + at * d[1], column + at * d[2], cell, context) do
      if not cell.run then
        note_same(game, board, row + at * d[1], column + at * d[2], cell, context)
      end
      places[#places + 1] = { row = row + at * d[1], column = column + at * d[2], left = cell }
      at, length = at + 1, length + 1
    end
    if length < (cell.run or 1) or cell.run and k == 1
      and fits_cell(game, board, row - d[1], column - d[2], cell, context) then
      return nil
    end
    lengths[#lengths + 1] = cell.run and length or nil
  end
  return places, lengths
end

local function lay_out_right(places, cells, lengths)
  local at, runs = 0, 0
  for _, cell in ipairs(cells) do
    local length = 1
    if cell.run then
      runs = runs + 1
      length = lengths[runs]
    end
    for _ = 1, length do
      at = at + 1
      places[at].right = cell
    end
  end
  assert(at == #places)
end

-- Whether the pattern fits with its anchor in a cell, and lies in this direction. Returns the
-- places: row, column, the cells of both sides.
local function fit(game, board, pattern, row, column, direction, context)
  context.same = nil
  local r, c = offset(pattern.anchor[1], pattern.anchor[2], direction)
  row, column = row - r, column - c
  if pattern.runs then
    local places, lengths = fit_runs(game, board, pattern.left[1], row, column, direction, context)
    if places and pattern.right then
      lay_out_right(places, pattern.right[1], lengths)
    end
    return places
  end
  local places = {}
  for i, cells in ipairs(pattern.left) do
    for j, cell in ipairs(cells) do
      r, c = offset(i, j, direction)
      if not fits_cell(game, board, row + r, column + c, cell, context) then
        return nil
      end
      if inside(board, row + r, column + c) then
        note_same(game, board, row + r, column + c, cell, context)
      end
      places[#places + 1] = { row = row + r, column = column + c, left = cell,
        right = pattern.right and pattern.right[i][j] }
    end
  end
  return places
end

-- The directions in which a pattern may lie with its anchor in a cell.
local function directions_at(game, board, pattern, row, column, context)
  if pattern.relative then
    for _, layer in ipairs(board) do
      local heading = game.headings[pattern.facing][layer[row][column]]
      if heading then
        return { turned(heading, pattern.relative) }
      end
    end
    return {}
  elseif pattern.cells == 1 and not pattern.runs then
    return { "right" }
  elseif pattern.directions then
    return pattern.directions
  elseif context.direction then
    return { context.direction }
  end
  return pattern.left[2] and { "right" } or text.directions.orthogonal
end

-- ---- conditions ----

local compare = {
  ["="] = function(a, b) return a == b end,
  ["~="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end,
  ["<="] = function(a, b) return a <= b end,
  [">"] = function(a, b) return a > b end,
  [">="] = function(a, b) return a >= b end,
}

-- Calls visit(row, column) for every cell in reading order, until it returns true.
local function each_cell(board, visit)
  for row, cells in ipairs(board[1]) do
    for column in ipairs(cells) do
      if visit(row, column) then
        return true
      end
    end
  end
  return false
end

local function count_cells(game, board, cell, on, context)
  local count = 0
  each_cell(board, function(row, column)
    if fits_cell(game, board, row, column, cell, context)
      and (not on or fits_cell(game, board, row, column, on, context)) then
      count = count + 1
    end
  end)
  return count
end

local function has_line(game, board, term, context)
  return each_cell(board, function(row, column)
    for _, d in pairs(steps) do
      local n = 0
      while n < term.number and inside(board, row + n * d[1], column + n * d[2])
        and fits_cell(game, board, row + n * d[1], column + n * d[2], term.cell, context) do
        n = n + 1
      end
      if n == term.number then
        return true
      end
    end
  end)
end

local function is_at(game, board, term, context)
  local function right_place(wanted, at, size)
    return not wanted or wanted == at or wanted < 0 and wanted + size + 1 == at
  end
  return each_cell(board, function(row, column)
    return right_place(term.row, row, #board[1])
      and right_place(term.column, column, #board[1][1])
      and fits_cell(game, board, row, column, term.cell, context)
  end)
end

local function fits_somewhere(game, board, pattern, context)
  return each_cell(board, function(row, column)
    for _, direction in ipairs(directions_at(game, board, pattern, row, column, context)) do
      if fit(game, board, pattern, row, column, direction, context) then
        return true
      end
    end
  end)
end

local function holds_term(state, board, term, context)
  local game = state.game
  if term.is == "stuck" then
    return not state:can_move()
  elseif term.is == "pattern" then
    return fits_somewhere(game, board, term.pattern, context) ~= term.no
  elseif term.is == "field" then
    return compare[term.sign](state[term.field], term.number)
  elseif term.is == "line" then
    return has_line(game, board, term, context)
  elseif term.is == "at" then
    return is_at(game, board, term, context)
  end
  local count = count_cells(game, board, term.cell, term.on, context)
  if term.is == "count" then
    return compare[term.sign](count, term.number)
  elseif term.is == "all" then
    return count == count_cells(game, board, term.cell, nil, context)
  end
  return (count > 0) == (term.is == "some")
end

local function holds(state, board, condition, context)
  for _, term in ipairs(condition or {}) do
    if not holds_term(state, board, term, context) then
      return false
    end
  end
  return true
end

-- ---- chance ----

-- A number of 1..n. A state without a generator (a clone) first draws again what was drawn so far.
function State:draw(n)
  local given = self.dice[#self.drawn + 1]
  if n == 1 then
    return 1
  elseif given then
    table.insert(self.drawn, false)
    return given
  end
  if not self.random then
    self.random = rng.new(self.seed)
    for _, earlier in ipairs(self.drawn) do
      if earlier then
        self.random:below(earlier)
      end
    end
  end
  table.insert(self.drawn, n)
  return 1 + self.random:below(n)
end

local function gcd(a, b)
  return b == 0 and a or gcd(b, a % b)
end

local function choose(state, choices)
  local divisor, all = 0, 0
  for _, choice in ipairs(choices) do
    divisor = gcd(choice.percent or 1, divisor)
  end
  for _, choice in ipairs(choices) do
    all = all + (choice.percent or 1) // divisor
  end
  local drawn = state:draw(all)
  for _, choice in ipairs(choices) do
    drawn = drawn - (choice.percent or 1) // divisor
    if drawn <= 0 then
      return choice.word
    end
  end
end

-- ---- changing ----

-- The kind that the left side found for each word that it names.
local function look_at_left(game, board, places, context)
  local kinds = {}
  for _, place in ipairs(places) do
    if inside(board, place.row, place.column) then
      for _, word in ipairs(named(place.left)) do
        kinds[word] = found(game, board, place.row, place.column, word, context)
      end
    end
  end
  return kinds
end

-- The kind that an item of a right side names; nil for `no`.
local function kind_of(state, item, kinds, context)
  local game, word = state.game, context.words[item.word] or item.word
  if item.how == "random" then
    return game.groups[word][state:draw(#game.groups[word])]
  elseif item.how == "is" then
    if word == "mine" or word == "theirs" then
      return assert(game.single[context.player][word])
    end
    return is_group(game, word) and assert(kinds[word], word) or word
  elseif item.how ~= "no" then
    return game.facing[word][turned(game.headings[word][kinds[word]], item.how)]
  end
end

-- Whether a word of the left side names a kind, which goes away if the right side does not name it
-- in this cell: any kind, and a group that the right side moves elsewhere.
local function takes(game, word, places, context)
  if word == "mine" or word == "theirs" then
    return game.single[context.player][word]
  elseif not is_group(game, word) then
    return true
  end
  for _, place in ipairs(places) do
    for _, item in ipairs(place.right.items) do
      if item.word == word and item.how ~= "no" and item.how ~= "random" then
        return true
      end
    end
  end
  return false
end

-- What becomes of one cell: a kind for each layer that changes.
local function changes_of(state, board, place, places, kinds, context)
  local game, change, takers = state.game, {}, {}
  local function appear(kind)
    change[assert(game.layer_of[kind], kind)] = kind
  end
  if place.right.choices then
    appear(choose(state, place.right.choices))
  end
  for _, item in ipairs(place.right.items) do
    local kind = kind_of(state, item, kinds, context)
    if kind then
      appear(kind)
    else
      takers[#takers + 1] = item.word
    end
  end
  local row, column = place.row, place.column
  for _, word in ipairs(named(place.left)) do
    local _, layer = found(game, board, row, column, word, context)
    if not change[layer] and takes(game, word, places, context) then
      change[layer] = assert(game.blank[layer], "a layer without a blank")
    end
  end
  for _, word in ipairs(takers) do
    for layer, set in pairs(kinds_of(game, word, context)) do
      if set[board[layer][row][column]] and not change[layer] then
        change[layer] = assert(game.blank[layer], "a layer without a blank")
      end
    end
  end
  return change
end

local function note_changes(state, rule, context)
  for _, name in ipairs(rule.count) do
    state:add(name, 1)
  end
  for name, number in pairs(rule.add or {}) do
    state:add(name, number)
  end
  state.over = rule.over or state.over
  context.keep_turn = rule.keep_turn or context.keep_turn
end

-- Changes the cells of a place. What was there is read from `board`.
local function change(state, board, rule, places, context)
  local kinds = look_at_left(state.game, board, places, context)
  local all = {}
  for i, place in ipairs(places) do
    all[i] = inside(board, place.row, place.column)
      and changes_of(state, board, place, places, kinds, context) or {}
  end
  for i, place in ipairs(places) do
    for layer, kind in pairs(all[i]) do
      if kind ~= board[layer][place.row][place.column] then
        state.cells[layer][place.row][place.column] = kind
      end
    end
  end
  note_changes(state, rule, context)
end

local function copy_of(board)
  local copy = {}
  for i, layer in ipairs(board) do
    copy[i] = {}
    for row, cells in ipairs(layer) do
      copy[i][row] = table.move(cells, 1, #cells, 1, {})
    end
  end
  return copy
end

local function same_cell(board, other, row, column)
  for i in ipairs(board) do
    if board[i][row][column] ~= other[i][row][column] then
      return false
    end
  end
  return true
end

-- The places at which a rule fits with its anchor in a cell, by direction.
local function fits_at(state, board, rule, row, column, context)
  local list, pattern = {}, rule.pattern
  for _, direction in ipairs(directions_at(state.game, board, pattern, row, column, context)) do
    list[#list + 1] = fit(state.game, board, pattern, row, column, direction, context)
  end
  return list
end

-- Visits all cells with a list of rules. Returns whether one was carried out.
local function sweep(state, list, at_once, context)
  local start, done = copy_of(state.cells), false
  each_cell(start, function(row, column)
    local board = at_once and start or state.cells
    if same_cell(start, board, row, column) then
      for _, rule in ipairs(list) do
        local places = fits_at(state, board, rule, row, column, context)[1]
        if places and holds(state, board, rule.when, context) then
          change(state, board, rule, places, context)
          done = true
          break
        end
      end
    end
    return state.over
  end)
  return done
end

-- Carries a rule out at the first place, or at one by chance. Returns whether it fits.
local function carry_out_once(state, rule, context)
  local all = {}
  each_cell(state.cells, function(row, column)
    local here = not rule.pattern.how
    if not here or (not context.row or context.row == row)
      and (not context.column or context.column == column) then
      for _, places in ipairs(fits_at(state, state.cells, rule, row, column, context)) do
        all[#all + 1] = places
      end
    end
  end)
  if not all[1] then
    return false
  end
  local n = rule.pattern.how == "random" and state:draw(#all) or 1
  change(state, state.cells, rule, all[n], context)
  return true
end

-- ---- squash ----

-- Slides the pieces of one line, the first cell first, and joins equal ones.
local function squash_line(line, blank, chain, worth)
  local result, joined, sum = {}, false, 0
  for _, kind in ipairs(line) do
    local n = #result
    local k = kind == result[n] and not joined and chain[kind]
    if k and chain[k + 1] then
      result[n], joined = chain[k + 1], true
      sum = sum + worth[k + 1]
    elseif kind ~= blank then
      result[n + 1], joined = kind, false
    end
  end
  while #result < #line do
    result[#result + 1] = blank
  end
  return result, sum
end

local function squash(state, rule, context)
  local game, chain, moved = state.game, {}, false
  for k, kind in ipairs(game.groups[rule.squash[1]]) do
    chain[k], chain[kind] = kind, k
  end
  local layer, d = game.layer_of[chain[1]], steps[context.direction]
  local cells = state.cells[layer]
  each_cell(state.cells, function(row, column)
    if not inside(state.cells, row + d[1], column + d[2]) then
      local line, n = {}, 0
      while inside(state.cells, row - n * d[1], column - n * d[2]) do
        line[n + 1] = cells[row - n * d[1]][column - n * d[2]]
        n = n + 1
      end
      local result, sum = squash_line(line, game.blank[layer], chain, rule.squash.worth)
      for k, kind in ipairs(result) do
        moved = moved or line[k] ~= kind
        cells[row - (k - 1) * d[1]][column - (k - 1) * d[2]] = kind
      end
      state:add(rule.squash.count, sum)
    end
  end)
  if moved then
    note_changes(state, rule, context)
  end
  return moved
end

-- ---- actions ----

-- Whether the words are an action of this form.
local function is_form(slots, words)
  if #slots ~= #words then
    return false
  end
  for i, slot in ipairs(slots) do
    local fine = not slot.choices
    for _, choice in ipairs(slot.choices or {}) do
      fine = fine or choice == words[i]
    end
    if not fine then
      return false
    end
  end
  return true
end

-- Whether a rule names actions of this form.
local function names(rule, slots)
  if #rule.form ~= #slots then
    return false
  end
  for i, slot in ipairs(slots) do
    for _, choice in ipairs(rule.form[i].choices or {}) do
      if not is_form({ slot }, { choice }) then
        return false
      end
    end
    if (rule.form[i].choices == nil) ~= (slot.choices == nil) then
      return false
    end
  end
  return true
end

local function context_of(state, slots, words)
  local context = { player = state.player, words = {} }
  for i, slot in ipairs(slots) do
    if slot.text == "<row>" or slot.text == "<column>" then
      context[slot.text:sub(2, -2)] = tonumber(words[i])
    elseif steps[words[i]] then
      context.direction = words[i]
    elseif slot.text:sub(1, 1) == "<" then
      context.words[slot.text] = words[i]
    end
  end
  return context
end

local function called(f, state, words)
  local given = {}
  for i, word in ipairs(words) do
    given[i] = math.tointeger(tonumber(word)) or word
  end
  local results = table.pack(f(state, table.unpack(given)))
  return results.n == 0 or results[1]
end

local function carry_out(state, rule, context, words)
  if rule.pattern and rule.pattern.how == "each" then
    if not sweep(state, { rule }, false, context) then
      return false
    end
  elseif not holds(state, state.cells, rule.when, context) then
    return false
  elseif rule.pattern then
    if not carry_out_once(state, rule, context) then
      return false
    end
  elseif rule.squash then
    if not squash(state, rule, context) then
      return false
    end
  else
    note_changes(state, rule, context)
  end
  return true, not rule.call or called(rule.call, state, words)
end

-- The first rule of the action that fits. Returns its context; nil if the action is refused.
local function act(state, words)
  local by_rule, player = false, state.player
  for _, rule in ipairs(state.game.rules) do
    if is_form(rule.form, words) then
      local context = context_of(state, rule.form, words)
      local fits, carried = carry_out(state, rule, context, words)
      if fits then
        return carried and context or nil
      end
    end
    for _, slots in ipairs(state.game.moves) do
      by_rule = by_rule or is_form(slots, words) and names(rule, slots)
    end
  end
  if not by_rule and called(state.game.definition.apply, state, words) then
    return { player = player, words = {} }
  end
end

local function step(state, given, context)
  if given.rules then
    sweep(state, given.rules, given.at_once, context)
  elseif given.pattern.how == "each" then
    sweep(state, { given }, false, context)
  elseif holds(state, state.cells, given.when, context) then
    carry_out_once(state, given, context)
  end
end

-- An action but for the ends. Returns whether it was carried out; if not, the state may be changed.
local function play(state, words)
  local context = act(state, words)
  if not context then
    return false
  end
  for _, given in ipairs(state.game.after) do
    if not state.over then
      step(state, given, { player = state.player, words = {} })
    end
  end
  state.actor = state.player
  state.player = context.keep_turn and state.player or state.player % state.game.players + 1
  return true
end

-- ---- states ----

State.__index = State

--- A state of a map. `options` are those of the engine: `seed` and `chance`.
function Game:new(map, options)
  local state = setmetatable({ game = self, cells = {}, player = 1, actor = self.players,
    seed = options and options.seed or 0, dice = options and options.chance or {}, drawn = {} },
    State)
  for i in ipairs(self.layers) do
    state.cells[i] = {}
    for line in map:gmatch "[^/%s]+" do
      local row = {}
      for shown in line:gmatch "." do
        row[#row + 1] = assert(self.shown[shown], shown)[i]
      end
      table.insert(state.cells[i], row)
    end
  end
  for name, field in pairs(self.fields) do
    state[name] = field.value
  end
  state:look_at_ends()
  return state
end

function State:clone()
  local copy = {}
  for key, value in pairs(self) do
    copy[key] = value
  end
  copy.cells, copy.random = copy_of(self.cells), nil
  copy.drawn = table.move(self.drawn, 1, #self.drawn, 1, {})
  return setmetatable(copy, State)
end

--- Adds to a field or counter, between its `min` and its `max`.
function State:add(name, number)
  local field = self.game.fields[name]
  self[name] = math.max(field.min, math.min(field.max, self[name] + number))
end

-- Whether anything but the turn differs.
local function differs(state, other)
  for name in pairs(state.game.fields) do
    if state[name] ~= other[name] then
      return true
    end
  end
  return state.over ~= other.over or each_cell(state.cells, function(row, column)
    return not same_cell(state.cells, other.cells, row, column)
  end)
end

function State:look_at_ends()
  local context = { player = self.actor, words = {} }
  for _, given in ipairs(self.game.ends) do
    if not self.over and holds(self, self.cells, given.when, context) then
      self.over = type(given.outcome) == "table" and given.outcome[self.actor] or given.outcome
      self.ended = given
    end
  end
end

--- Carries an action out: true, or nil if it is refused.
function State:apply(action)
  local after = self:clone()
  if self.over or not play(after, text.words(action)) then
    return nil
  end
  after:look_at_ends()
  if not differs(self, after) then
    return nil
  end
  for key, value in pairs(after) do
    self[key] = value
  end
  self.random = after.random
  return true
end

-- The texts of all actions that the forms allow on this board.
local function candidates(state)
  local all = {}
  for _, slots in ipairs(state.game.moves) do
    local texts = { "" }
    for _, slot in ipairs(slots) do
      local longer, choices = {}, slot.choices
      if not choices then
        choices = {}
        local most = slot.text == "<row>" and #state.cells[1]
          or slot.text == "<column>" and #state.cells[1][1] or slot.most
        for n = slot.least or 1, most do
          choices[#choices + 1] = tostring(n)
        end
      end
      for _, before in ipairs(texts) do
        for _, choice in ipairs(choices) do
          longer[#longer + 1] = before == "" and choice or before .. " " .. choice
        end
      end
      texts = longer
    end
    table.move(texts, 1, #texts, #all + 1, all)
  end
  return all
end

--- The actions that would be carried out.
function State:actions()
  local list = {}
  for _, action in ipairs(candidates(self)) do
    if self:clone():apply(action) then
      list[#list + 1] = action
    end
  end
  return list
end

-- Whether the player to move can do anything.
function State:can_move()
  for _, action in ipairs(candidates(self)) do
    local after = self:clone()
    if play(after, text.words(action)) and differs(self, after) then
      return true
    end
  end
  return false
end

function State:outcome()
  return self.over
end

function State:turn()
  return not self.over and self.player or nil
end

function State:score(player)
  local wanted = self.game.definition.score
  if wanted then
    local what = wanted:match "^count%s+(.*)$"
    return what and count_cells(self.game, self.cells, text.left(what), nil,
      { player = player, words = {} }) or self[wanted]
  end
  local ended = self.ended
  local score = ended and ended.score or 0
  return ended and type(ended.outcome) == "table" and player ~= self.actor and -score or score
end

--- The names of the kinds of a layer, row by row: "box wall/floor floor".
function State:kinds(layer)
  local rows = {}
  for i, name in ipairs(self.game.layers) do
    for row, cells in ipairs(name == layer and self.cells[i] or {}) do
      rows[row] = table.concat(cells, " ")
    end
  end
  return table.concat(rows, "/")
end

--- The board in the characters of the legend; "?" for a cell that the legend does not have.
function State:picture()
  local lines = {}
  for row, cells in ipairs(self.cells[1]) do
    local line = {}
    for column in ipairs(cells) do
      local kinds = {}
      for i, layer in ipairs(self.cells) do
        kinds[i] = layer[row][column]
      end
      line[column] = self.game.shown_as[table.concat(kinds, "/")] or "?"
    end
    lines[row] = table.concat(line) .. "\n"
  end
  return table.concat(lines)
end

State.__tostring = State.picture

return rules
