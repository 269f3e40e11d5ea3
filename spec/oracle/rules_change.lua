--- How the rules of the twin change a board.

local look = require "spec.oracle.rules_look"

local each_cell, found, inside, named = look.each_cell, look.found, look.inside, look.named
local steps, turned = look.steps, look.turned

local changing = {}

-- ---- right sides ----

local function gcd(a, b)
  return b == 0 and a or gcd(b, a % b)
end

-- What each choice is worth, and all of them: in lowest terms, unless a field says one.
local function shares_of(state, choices, context)
  local shares, sum, fields, whole, divisor = {}, 0, false, true, 0
  for i, choice in ipairs(choices) do
    shares[i] = choice.percent and math.floor(choice.percent * 100 + 0.5)
    if choice.field then
      shares[i], fields = 100 * math.max(0, math.min(100,
        look.value_of(state, choice.field, context))), true
    end
    sum = sum + (shares[i] or 0)
    whole = whole and (choice.field or (shares[i] or 0) % 100 == 0)
  end
  for i in ipairs(choices) do
    shares[i] = shares[i] or (sum == 0 and not fields and 1 or math.max(0, 10000 - sum))
    divisor = gcd(shares[i], divisor)
  end
  divisor = fields and (whole and 100 or 1) or divisor
  local all = 0
  for i, share in ipairs(shares) do
    shares[i] = share // divisor
    all = all + shares[i]
  end
  return shares, fields and 10000 // divisor or all
end

local function choose(state, choices, context)
  local shares, all = shares_of(state, choices, context)
  local drawn = state:draw(all)
  for i, choice in ipairs(choices) do
    drawn = drawn - shares[i]
    if drawn <= 0 then
      return choice.word
    end
  end
  return choices[#choices].word
end

-- The kind that the left side found for each word that it names, and for each name of a piece. Each
-- place notes in which layer. `kinds.word` are the words that found pieces with names.
local function look_at_left(game, board, places, context)
  local kinds = { word = {} }
  for _, place in ipairs(places) do
    if inside(board, place.row, place.column) then
      place.layer = {}
      for _, word in ipairs(named(place.left)) do
        kinds[word], place.layer[word] = found(game, board, place.row, place.column, word, context)
      end
      for name, word in pairs(look.names_in(place.left)) do
        kinds[name], place.layer[name] = kinds[word], place.layer[word]
        kinds.word[name] = word
      end
    end
  end
  return kinds
end

-- The kinds of a layer but its blank, by their names.
local function layer_group(game, name)
  local list = {}
  for i, layer in ipairs(game.layers) do
    for kind in pairs(layer == name and game.kinds[i] or {}) do
      list[#list + 1] = kind ~= game.blank[i] and kind or nil
    end
  end
  table.sort(list)
  return list
end

local function index_of(list, kind)
  for i, other in ipairs(list or {}) do
    if other == kind then
      return i
    end
  end
end

-- The kind that follows a kind in a group; the kind itself if it is not one of the group.
local function next_of(group, kind)
  local i = index_of(group, kind)
  return i and (group[i + 1] or group[1]) or kind
end

-- The kind of a facing group, or of a player's pieces that are one, turned.
local function turned_kind(game, word, kind, how)
  local all = game.own[word] or (game.definition.avatars or {})[word]
  for name, headings in pairs(game.headings) do
    if headings[kind] and game.facing[name] and (name == word or all) then
      return game.facing[name][turned(headings[kind], how)]
    end
  end
end

-- The kind of what a player has that comes to a board: of a facing group the first one.
local function first_heading(game, word, player)
  local pieces = game.first_of[word][player]
  local facing = game.facing[pieces]
  return facing and (facing.up or facing.left) or error("no piece of player " .. player)
end

-- The kind that an item of a right side names; nil for `no`.
local function kind_of(state, item, kinds, context)
  local game, word = state.game, context.words[item.word] or item.word
  local finder = kinds.word[word]
  if item.how == "like" then
    local from, to = kinds.word[item.like], game.groups[word]
    return to[index_of(game.groups[game.whole[from] or from], kinds[item.like])]
  elseif finder and item.how == "next" then
    return next_of(game.groups[finder], kinds[word])
  elseif finder and item.how == "is" then
    return kinds[word]
  elseif finder then
    return turned_kind(game, finder, kinds[word], item.how)
  elseif item.how == "random" then
    local group = game.groups[word] or layer_group(game, word)
    return group[state:draw(#group)]
  elseif item.how == "is" then
    if game.own[word] then
      return game.single[word][context.player] or kinds[word]
        or first_heading(game, word, context.player)
    end
    return look.is_group(game, word) and assert(kinds[word], word) or word
  elseif item.how ~= "no" then
    return turned_kind(game, word, kinds[word], item.how)
  end
end

-- Whether a word of the left side names a kind, which goes away if the right side does not name it
-- in this cell: any kind, a piece of a player, and a group that the right side moves elsewhere.
local function takes(game, word, own, places)
  if game.own[word] or not look.is_group(game, word) then
    return true
  end
  for _, place in ipairs(places) do
    for _, item in ipairs(place.right.items) do
      local name = look.names_in(own.left)[item.word] == word
      if name or item.word == word and item.how ~= "no" and item.how ~= "random"
        and item.how ~= "next" and item.how ~= "like" then
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
  local row, column = place.row, place.column
  for _, item in ipairs(place.right.items) do
    if item.how == "next" and not kinds.word[item.word] then
      local group = game.groups[item.word]
      local layer = game.layer_of[group[1]]
      change[layer] = next_of(group, board[layer][row][column])
    end
  end
  if place.right.choices then
    appear(choose(state, place.right.choices, context))
  end
  for _, item in ipairs(place.right.items) do
    local steps_on = item.how == "next" and not kinds.word[item.word]
    local kind = not steps_on and kind_of(state, item, kinds, context)
    local layer = item.how == "is" and place.layer[item.word]
    if layer then
      change[layer] = board[layer][row][column] -- it stays
    elseif kind then
      appear(kind)
    elseif item.how == "no" then
      takers[#takers + 1] = item.word
    end
  end
  for _, word in ipairs(named(place.left)) do
    local layer = place.layer[word]
    if not change[layer] and takes(game, word, place, places) then
      change[layer] = assert(game.blank[layer], "a layer without a blank")
    end
  end
  for _, word in ipairs(takers) do
    for layer, set in pairs(look.kinds_of(game, word, context)) do
      if set[board[layer][row][column]] and not change[layer] then
        change[layer] = assert(game.blank[layer], "a layer without a blank")
      end
    end
  end
  return change
end

-- Adds a number, or numbers by whose they are, to a field.
local function add(state, name, given, context)
  given = type(given) == "table" and given or { mine = given }
  for player = 1, given.all and state.game.players or 0 do
    state:add(name, given.all, player)
  end
  if given.mine then
    state:add(name, given.mine, context.player)
  end
  for player = 1, given.theirs and state.game.players or 0 do
    if context.struck[player] then
      state:add(name, given.theirs, player)
    end
  end
end

function changing.note_changes(state, rule, context)
  for _, name in ipairs(rule.count) do
    add(state, name, 1, context)
  end
  for name, number in pairs(rule.add or {}) do
    add(state, name, number, context)
  end
  for _, name in ipairs(rule.reward and { "reward", "earned" } or {}) do
    add(state, name, rule.reward, context)
  end
  state.over = rule.over or state.over
  context.keep_turn = rule.keep_turn or context.keep_turn
end

-- Whether what becomes of a cell, whatever is drawn, changes a layer that is no longer as on this
-- board.
local function clashes(state, board, place, places, kinds, context)
  local row, column, drawn = place.row, place.column, 1
  local chance = setmetatable({ keys = 30, energy = 30, -- shares that may be drawn
    draw = function(_, n) return math.min(drawn, n) end }, { __index = state })
  local random = place.right.choices ~= nil
  for _, item in ipairs(place.right.items) do
    random = random or item.how == "random"
  end
  for draw = 1, random and 200 or 1 do
    drawn = draw <= 100 and draw or 100 * (draw - 100)
    for layer, kind in pairs(changes_of(chance, board, place, places, kinds, context)) do
      local before = board[layer][row][column]
      if kind ~= before and state.cells[layer][row][column] ~= before then
        return true
      end
    end
  end
  return false
end

-- Notes in `context.struck` whose piece the first cell that names `theirs` has.
local function note_struck(game, board, places, context)
  for _, place in ipairs(places) do
    for _, word in ipairs(named(place.left)) do
      local kind = word == "theirs" and inside(board, place.row, place.column)
        and found(game, board, place.row, place.column, word, context)
      for player = 1, kind and game.players or 0 do
        for _, own in pairs(game.own.mine[player]) do
          context.struck[player] = context.struck[player] or own[kind]
        end
      end
      if word == "theirs" then
        return
      end
    end
  end
end

-- Changes the cells where a rule fits: one list of places, or one for each direction. What was
-- there is read from `board`; what the left sides have found is noted before. If the first match
-- counts, nothing is changed if that would change what the state no longer has as the board.
local function change(state, board, rule, placements, context, first)
  local kinds = {}
  context.struck = {}
  for n, places in ipairs(placements) do
    kinds[n] = look_at_left(state.game, board, places, context)
    note_struck(state.game, board, places, context)
  end
  for n, places in ipairs(first and placements or {}) do
    for _, place in ipairs(places) do
      if inside(board, place.row, place.column)
        and clashes(state, board, place, places, kinds[n], context) then
        return false
      end
    end
  end
  for n, places in ipairs(placements) do
    local all = {}
    for i, place in ipairs(places) do
      all[i] = inside(board, place.row, place.column)
        and changes_of(state, board, place, places, kinds[n], context) or {}
    end
    for i, place in ipairs(places) do
      for layer, kind in pairs(all[i]) do
        if kind ~= board[layer][place.row][place.column] then
          state.cells[layer][place.row][place.column] = kind
        end
      end
    end
  end
  changing.note_changes(state, rule, context)
  return true
end

function changing.copy_of(board)
  local copy = {}
  for i, layer in ipairs(board) do
    copy[i] = {}
    for row, cells in ipairs(layer) do
      copy[i][row] = table.move(cells, 1, #cells, 1, {})
    end
  end
  return copy
end

function changing.same_cell(board, other, row, column)
  for i in ipairs(board) do
    if board[i][row][column] ~= other[i][row][column] then
      return false
    end
  end
  return true
end

-- The ways in which a rule can be carried out with its anchor in a cell. Each is a list, for a
-- direction or for every one that fits, of the places of its cells.
local function ways_at(state, board, rule, row, column, context)
  local game, list = state.game, {}
  for _, way in ipairs(look.directions_at(game, board, rule.pattern, row, column, context)) do
    list[#list + 1] = look.fit(game, board, rule.pattern, row, column, way, context)
  end
  if rule.pattern.every and list[1] then
    return { list }
  end
  for i, places in ipairs(list) do
    list[i] = { places }
  end
  return list
end

-- The cells of a board in the order of a sweep.
local function in_order(board, from, anchor, hexagons)
  local list = {}
  each_cell(board, function(row, column)
    list[#list + 1] = { row, column }
  end)
  local function rank(cell)
    if from == "bottom" then
      return -cell[1]
    elseif from == "left" or from == "right" then
      return from == "left" and cell[2] or -cell[2]
    elseif from == "anchor" and anchor then
      local down, across = cell[1] - anchor[1], cell[2] - anchor[2]
      return math.max(math.abs(down), math.abs(across), hexagons and math.abs(down + across) or 0)
    end
    return cell[1]
  end
  table.sort(list, function(a, b)
    if rank(a) ~= rank(b) then
      return rank(a) < rank(b)
    end
    return a[1] < b[1] or a[1] == b[1] and a[2] < b[2]
  end)
  return list
end

-- Visits all cells with a list of rules. Returns whether one was carried out.
function changing.sweep(state, list, at_once, context, from)
  local start, done = changing.copy_of(state.cells), false
  for _, cell in ipairs(in_order(start, from, context.anchor, state.game.hexagons)) do
    local row, column = cell[1], cell[2]
    local board = at_once and start or state.cells
    if not state.over and changing.same_cell(start, board, row, column) then
      for _, rule in ipairs(list) do
        local way = ways_at(state, board, rule, row, column, context)[1]
        if way and look.holds(state, board, rule.when, context) then
          done = change(state, board, rule, way, context, at_once == "first") or done
          break
        end
      end
    end
  end
  return done
end

-- The ways in which a rule can be carried out, and by their numbers where its anchor is.
local function all_ways(state, board, rule, context)
  local all, anchors = {}, {}
  each_cell(state.cells, function(row, column)
    local here = not rule.pattern.how
    if not here or (not context.row or context.row == row)
      and (not context.column or context.column == column) then
      for _, way in ipairs(ways_at(state, board, rule, row, column, context)) do
        all[#all + 1], anchors[#all + 1] = way, { row, column }
      end
    end
  end)
  return all, anchors
end

--- Whose piece the rule finds first as `theirs`, or nil.
function changing.met(state, rule, context)
  local board = context.seen or state.cells
  local way = all_ways(state, board, rule, context)[1]
  context.struck = {}
  if way then
    note_struck(state.game, board, way[1], context)
  end
  return (next(context.struck))
end

-- Carries a rule out at the first place, or at one by chance. Returns its anchor; nil if it fits
-- nowhere, and false if another player was faster.
function changing.carry_out_once(state, rule, context)
  local board = context.seen or state.cells
  local all, anchors = all_ways(state, board, rule, context)
  if not all[1] then
    return nil
  end
  local n = rule.pattern.how == "random" and state:draw(#all) or 1
  return change(state, board, rule, all[n], context, context.seen ~= nil) and anchors[n]
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

function changing.squash(state, rule, context)
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
    changing.note_changes(state, rule, context)
  end
  return moved
end

return changing
