--- Reads the definition of a game for the twin: layers, kinds, groups, pieces, rules.

local text = require "spec.oracle.rules_text"

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
    if list.up or list.left then
      game.groups[name] = {}
      for _, heading in ipairs { "up", "down", "left", "right" } do
        table.insert(game.groups[name], list[heading])
      end
      game.facing[name], game.headings[name] = list, {}
      for heading, kind in pairs(list) do
        game.headings[name][kind] = heading
      end
    end
    game.sets[name] = set_of(game, game.groups[name])
  end
  for name in pairs(game.definition.avatars or {}) do -- groups of all headings of all players
    local headings = {}
    for p = 1, game.players do
      for kind, heading in pairs(game.headings[name .. p] or {}) do
        headings[kind] = heading
      end
    end
    game.headings[name], game.headings["my:" .. name] = next(headings) and headings, headings
    if name == game.definition.avatar_pieces then
      game.headings.mine = headings
    end
  end
end

-- A rule earns what it adds to two counters.
local function read_rewards(game, definition)
  local function has(list)
    for _, given in ipairs(list or {}) do
      if type(given) == "table"
        and (given.reward ~= nil or has(given.sweep) or has(given.again)) then
        return true
      end
    end
    return false
  end
  if has(definition.rules) or has(definition.after) then
    for _, name in ipairs { "reward", "earned" } do
      game.fields[name] = { min = -1e15 // 1 | 0, max = 1e15 // 1 | 0, value = 0, each = true }
    end
    local scored = definition.score
    for _, given in ipairs(definition.ends or {}) do
      scored = scored or given.score
    end
    game.score = not scored and "earned" or nil
  end
end

-- What two words mean for each player: own[word][player] is a set, single[word][player] the kind if
-- there is only one. `pieces`: by player a kind, a list, or a group.
local function read_own(game, pieces, mine_word, theirs_word)
  local own, single = game.own, game.single
  for _, word in ipairs { mine_word, theirs_word } do
    own[word], single[word] = {}, {}
  end
  for player = 1, game.players do
    local mine, theirs = {}, {}
    for other, kinds in ipairs(pieces) do
      local group = type(kinds) == "string" and game.groups[kinds]
      for _, kind in ipairs(group or type(kinds) == "table" and kinds or { kinds }) do
        table.insert(other == player and mine or theirs, kind)
      end
    end
    own[mine_word][player], own[theirs_word][player] = set_of(game, mine), set_of(game, theirs)
    single[mine_word][player] = #mine == 1 and mine[1]
    single[theirs_word][player] = #theirs == 1 and theirs[1]
  end
end

-- `whole` has the groups of all players' kinds, `first_of` the pieces by player, by their words.
local function read_pieces(game)
  local definition = game.definition
  game.own, game.single, game.whole, game.first_of = {}, {}, {}, {}
  read_own(game, definition.pieces or {}, "mine", "theirs")
  game.whole.mine, game.whole.theirs = definition.avatar_pieces, definition.avatar_pieces
  game.first_of.mine = definition.pieces
  for name, pieces in pairs(definition.avatars or {}) do
    local mine, theirs = "my:" .. name, "their:" .. name
    read_own(game, pieces, mine, theirs)
    game.whole[mine], game.whole[theirs], game.first_of[mine] = name, name, pieces
  end
end

local function read_rule(given, front, hexagons)
  local rule = {}
  for key, value in pairs(type(given) == "table" and given or { given }) do
    rule[key] = value
  end
  local line = rule[front]
  rule.pattern = line and text.pattern(line, hexagons)
  rule.when = given.when and text.condition(given.when, hexagons)
  rule.count = type(rule.count) == "table" and rule.count or { rule.count }
  return rule
end

-- A step of `after` as a sweep, as a rule that begins with "first" or "random", as a round of
-- steps, or as a function.
local function read_step(given, hexagons)
  given = type(given) == "table" and given or { given }
  local when = given.when and text.condition(given.when, hexagons)
  if type(given[1]) == "function" then
    return { call = given[1], when = when }
  elseif given.again then
    local round = { again = {}, when = when }
    for i, step in ipairs(given.again) do
      round.again[i] = read_step(step, hexagons)
    end
    return round
  elseif given.sweep then
    local sweep = { each = given.each, at_once = given.at_once, from = given.from, when = when,
      rules = {} }
    for i, rule in ipairs(given.sweep) do
      sweep.rules[i] = read_rule(type(rule) == "string" and { rule } or rule, 1, hexagons)
    end
    return sweep
  end
  return read_rule(given, 1, hexagons)
end

--- The game of a definition.
return function(definition)
  local game = { definition = definition, hexagons = definition.geometry == "hex",
     layers = definition.layers or { "board" },
    players = definition.players or 1, fields = {}, moves = {}, rules = {}, after = {}, ends = {} }
  read_kinds(game)
  read_groups(game)
  read_pieces(game)
  for _, key in ipairs { "fields", "counters" } do
    for name, field in pairs(definition[key] or {}) do
      field = type(field) == "table" and field or { value = field }
      local least, most = field.min or -math.maxinteger, field.max or math.maxinteger
      game.fields[name] = { min = least, max = most, each = field.each, timer = field.timer,
        value = field.value or math.max(least, math.min(0, most)) }
    end
  end
  read_rewards(game, definition)
  for i, form in ipairs(definition.moves) do
    game.moves[i] = text.form(form, game)
  end
  for i, given in ipairs(definition.rules or {}) do
    game.rules[i] = read_rule(given, 2, game.hexagons)
    game.rules[i].form = text.form(given[1], game)
  end
  for i, given in ipairs(definition.after or {}) do
    game.after[i] = read_step(given, game.hexagons)
  end
  for i, given in ipairs(definition.ends or {}) do
    game.ends[i] = { outcome = given[1], when = text.condition(given[2], game.hexagons),
      score = given.score }
  end
  return game
end
