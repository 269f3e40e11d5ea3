--- The twin of games whose rules are pictures (docs/rules.md): slow, plain Lua over names of kinds.
--- It takes the definitions that `tessera.game` takes; of its module it uses the random numbers.

local rng = require "tessera.rng"
local actions = require "spec.oracle.rules_actions"
local change = require "spec.oracle.rules_change"
local move = require "spec.oracle.rules_move"
local look = require "spec.oracle.rules_look"
local together = require "spec.oracle.rules_together"
local read_game = require "spec.oracle.rules_game"
local text = require "spec.oracle.rules_text"

local rules, Game, State = {}, {}, {}
Game.__index = Game

--- The game of a definition.
function rules.new(definition)
  return setmetatable(read_game(together.write_out(definition)), Game)
end

-- ---- actions ----

local function called(f, state, words)
  local given = {}
  for i, word in ipairs(words) do
    given[i] = math.tointeger(tonumber(word)) or word
  end
  local results = table.pack(f(state, table.unpack(given)))
  return results.n == 0 or results[1]
end

local function carry_out(state, rule, context, words)
  context.met = rule.when and rule.pattern and change.met(state, rule, context)
  if rule.pattern and rule.pattern.how == "each" then
    if not change.sweep(state, { rule }, false, context) then
      return false
    end
  elseif not look.holds(state, context.seen or state.cells, rule.when, context) then
    return false
  elseif rule.pattern then
    local anchor = change.carry_out_once(state, rule, context)
    if not anchor then
      return anchor == false, false -- it fits and clashes, or fits nowhere
    end
    context.anchor = rule.pattern.how ~= "random" and anchor or nil
  elseif rule.move then
    context.anchor = move(state, rule, context)
    if not context.anchor then
      return false
    end
  elseif rule.squash then
    if not change.squash(state, rule, context) then
      return false
    end
  else
    change.note_changes(state, rule, context)
  end
  return true, not rule.call or state.unasked or called(rule.call, state, words)
end

-- The first rule of the action that fits. Returns its context; nil if the action is refused.
local function act(state, words)
  local by_rule, player = false, state.player
  for _, rule in ipairs(state.game.rules) do
    if actions.is_form(rule.form, words) then
      local context = actions.context_of(state, rule.form, words)
      local fits, carried = carry_out(state, rule, context, words)
      if fits then
        return carried and context or nil
      end
    end
    for _, slots in ipairs(state.game.moves) do
      by_rule = by_rule or actions.is_form(slots, words) and actions.names(rule, slots)
    end
  end
  if not by_rule and called(state.game.definition.apply, state, words) then
    return { player = player, words = {} }
  end
end

local function same_board(board, other)
  return not look.each_cell(board, function(row, column)
    return not change.same_cell(board, other, row, column)
  end)
end

local step

-- The board and the fields, as one text.
local function position(state)
  local parts = {}
  for i, layer in ipairs(state.cells) do
    for row, cells in ipairs(layer) do
      parts[#parts + 1] = ("%d %d: %s"):format(i, row, table.concat(cells, " "))
    end
  end
  for name, field in pairs(state.game.definition.fields or {}) do
    local each = type(field) == "table" and field.each
    parts[#parts + 1] = name .. " " .. (each and table.concat(state[name], " ") or state[name])
  end
  table.sort(parts)
  return table.concat(parts, "|")
end

-- Rounds of steps, until the board stays as it is. Where a position comes again and no number was
-- drawn since, they never end.
local function repeat_steps(state, given, context, words)
  local rounds, most, met, changed = 0, look.rounds(state, given), {}, true
  while changed and not state.over and look.holds(state, state.cells, given.when, context) do
    local at = position(state)
    if rounds == most or met[at] == #state.drawn then
      error(("'again' still changes the board after %d rounds"):format(most), 0)
    end
    rounds, met[at], changed = rounds + 1, #state.drawn, false
    for _, inner in ipairs(given.again) do
      if not state.over then
        local before = change.copy_of(state.cells)
        step(state, inner, context, words)
        changed = changed or not same_board(before, state.cells)
      end
    end
  end
end

-- Carries out a step. Returns false if it refuses the action.
function step(state, given, context, words)
  if given.each then
    local player, once = context.player, setmetatable({ each = false }, { __index = given })
    for p = 1, state.game.players do
      context.player = p
      if not state.over then
        step(state, once, context, words)
      end
    end
    context.player = player
  elseif given.pattern and given.pattern.how == "each" then
    change.sweep(state, { given }, false, context, given.from)
  elseif given.again then
    repeat_steps(state, given, context, words)
  elseif not look.holds(state, state.cells, given.when, context) then
    return true
  elseif given.call then
    return called(given.call, state, words)
  elseif given.rules then
    change.sweep(state, given.rules, given.at_once, context, given.from)
  else
    change.carry_out_once(state, given, context)
  end
  return true
end

-- An action but for the ends. Returns whether it was carried out; if not, the state may be changed.
local function play(state, words)
  state:forget_rewards()
  local context = act(state, words)
  if not context then
    return false
  end
  together.count_down(state)
  for _, given in ipairs(state.game.after) do
    if not state.over and not step(state, given, { player = state.player, words = {},
      anchor = context.anchor }, words) then
      return false
    end
  end
  state.actor = state.player
  state.player = context.keep_turn and state.player or state.player % state.game.players + 1
  return true
end

-- The same where all act together, with the last choice.
local function play_together(state)
  state:forget_rewards()
  local idle, anchor = together.act_all(state, act)
  together.count_down(state)
  for _, given in ipairs(state.game.after) do
    if not state.over then
      step(state, given, { player = 1, words = {}, anchor = anchor }, {})
    end
  end
  return idle
end

-- ---- states ----

State.__index = State

-- A number of 1..n. A state without a generator (a clone) first draws again what was drawn so far.
function State:draw(n)
  local given = self.dice[#self.drawn + 1]
  if n == 1 then
    return 1
  elseif given then
    table.insert(self.drawn, false)
    return math.min(given, n)
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

-- With what a field begins: an option of its name, false and true as 0 and 1, or else its value.
local function first_value(game, name, field, options)
  local given = (game.definition.options or {})[name]
  if given ~= nil and options and options[name] ~= nil then
    given = options[name]
  end
  return given == nil and field.value or given == true and 1 or given == false and 0 or given
end

--- A state of a map. `options` are those of the engine: `seed` and `chance`, and the definition's.
function Game:new(map, options)
  local state = setmetatable({ game = self, cells = {}, player = 1, chosen = {},
    actor = self.players,
    seed = options and options.seed or 0, dice = options and options.chance or {}, drawn = {} },
    State)
  for i in ipairs(self.layers) do
    state.cells[i] = {}
    for line in (self.hexagons and map:gsub(" ", "") or map):gmatch "[^/%s]+" do
      local row = {}
      for shown in line:gmatch "." do
        row[#row + 1] = assert(self.shown[shown], shown)[i]
      end
      table.insert(state.cells[i], row)
    end
  end
  for name, field in pairs(self.fields) do
    state[name] = first_value(self, name, field, options)
    if field.each then
      local all = {}
      for p = 1, self.players do
        all[p] = field.value
      end
      state[name] = all
    end
  end
  state:look_at_ends()
  return state
end

function State:clone()
  local copy = {}
  for key, value in pairs(self) do
    copy[key] = value
  end
  copy.cells, copy.random = change.copy_of(self.cells), nil
  copy.drawn = table.move(self.drawn, 1, #self.drawn, 1, {})
  copy.chosen = table.move(self.chosen, 1, self.game.players, 1, {})
  for name, field in pairs(self.game.fields) do
    copy[name] = field.each and table.move(self[name], 1, #self[name], 1, {}) or self[name]
  end
  return setmetatable(copy, State)
end

--- What the last action has earned is no more.
function State:forget_rewards()
  for p = 1, self.reward and self.game.players or 0 do
    self.reward[p] = 0
  end
end

--- Adds to a field or counter, between its `min` and its `max`; to a player's if each has one.
function State:add(name, number, player)
  local field = self.game.fields[name]
  if field.each then
    local all = self[name]
    all[player] = math.max(field.min, math.min(field.max, all[player] + number))
    return
  end
  self[name] = math.max(field.min, math.min(field.max, self[name] + number))
end

-- Whether anything differs, also how many numbers were drawn.
local function differs(state, other)
  if state.player ~= other.player or #state.drawn ~= #other.drawn then
    return true
  end
  for name, field in pairs(state.game.fields) do
    for p = 1, field.each and name ~= "reward" and state.game.players or 0 do
      if state[name][p] ~= other[name][p] then
        return true
      end
    end
    if not field.each and state[name] ~= other[name] then
      return true
    end
  end
  return state.over ~= other.over or look.each_cell(state.cells, function(row, column)
    return not change.same_cell(state.cells, other.cells, row, column)
  end)
end

function State:look_at_ends()
  if self.game.definition.together then
    return together.look_at_ends(self, function(given, player)
      return look.holds(self, self.cells, given.when, { player = player, words = {} })
    end)
  end
  local context = { player = self.actor, words = {} }
  for _, given in ipairs(self.game.ends) do
    if not self.over and look.holds(self, self.cells, given.when, context) then
      self.over = type(given.outcome) == "table" and given.outcome[self.actor] or given.outcome
      self.ended = given
    end
  end
end

-- Notes the choice of the player to move. With the last one returns who was idle, too.
local function choose(state, action)
  local words = text.words(action)
  if state.over or not actions.is_action(state, words) then
    return nil
  end
  state.chosen[state.player] = words
  if state.player < state.game.players then
    state.player = state.player + 1
    return true, {}
  end
  local idle = play_together(state)
  state:look_at_ends()
  return true, idle
end

--- Carries an action out: true, or nil if it is refused. Where players act together, the second
--- result is a list of those who were idle.
function State:apply(action)
  local after = self:clone()
  if self.game.definition.together then
    return choose(self, action)
  end
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

--- The actions that would be carried out.
function State:actions()
  local list, all_together = {}, self.game.definition.together
  for _, action in ipairs(actions.candidates(self)) do
    if all_together and not self.over and act(self:clone(), text.words(action)) then
      list[#list + 1] = ("%d: %s"):format(self.player, action)
    elseif not all_together and self:clone():apply(action) then
      list[#list + 1] = action
    end
  end
  return list
end

-- Whether a rule fits for the player to move. What its `call` may say is not asked.
function State:can_move()
  for _, action in ipairs(actions.candidates(self)) do
    local after = self:clone()
    after.unasked = true
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

-- The first end that has an outcome which a rule says, and whose it is.
local function end_of(game, outcome)
  for _, given in ipairs(game.ends) do
    for actor = 1, game.players do
      if (type(given.outcome) == "table" and given.outcome[actor] or given.outcome) == outcome then
        return given, actor
      end
    end
  end
end

function State:score(player)
  local wanted = self.game.definition.score or self.game.score
  if wanted then
    local what = wanted:match "^count%s+(.*)$"
    local cell = what and text.left(what, self.game.hexagons)
    return cell and look.count_cells(self.game, self.cells, cell, nil,
      { player = player, words = {} })
      or self.game.fields[wanted].each and self[wanted][player] or self[wanted]
  end
  local ended, actor = self.ended, self.actor
  if self.over and not ended then
    ended, actor = end_of(self.game, self.over)
  end
  local score = ended and ended.score or 0
  return ended and type(ended.outcome) == "table" and player ~= actor and -score or score
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
    lines[row] = table.concat(line, self.game.hexagons and " " or "") .. "\n"
    if self.game.hexagons then
      lines[row] = (" "):rep(row - 1) .. lines[row]
    end
  end
  return table.concat(lines)
end

State.__tostring = State.picture

return rules
