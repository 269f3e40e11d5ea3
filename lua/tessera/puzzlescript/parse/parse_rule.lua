--- One rule of the section RULES, from its line.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"
local names = require "tessera.puzzlescript.parse.names"
local tokens = require "tessera.puzzlescript.parse.rule_tokens"

local parse_rule = {}

local report, shown = diagnostics.report, diagnostics.shown

local rows_max = 32 -- `[ ]` of a side
local looked_at = 100 -- items of a cell that are compared with each other
local prefixes = { late = true, rigid = true, random = true }

---@class tessera.puzzlescript.Reading one rule while it is read
---@field state tessera.puzzlescript.State
---@field rule table
---@field side "left"|"right"
---@field directions string[] as written, one by one
---@field row? table[] the row that is open
---@field cell? table[] the cell that is open
---@field word? string the word that waits for a name
---@field seen table<string, boolean> the names of the cell
---@field dropped boolean
---@field crowded boolean whether something stands beside an ellipsis
---@field early? integer the byte of a command in front of a bracket
---@field byte integer the last byte whose column is known
---@field column integer its column

local function open_cell(reading)
  reading.cell, reading.seen, reading.word = {}, {}, nil
  table.insert(reading.row, reading.cell)
end

-- The column of a byte. Tokens come from left to right.
local function column_of(reading, at)
  local passed = reading.state.raw:sub(reading.byte, at - 1)
  reading.column = reading.column + lines.length(passed)
  reading.byte = at
  return reading.column
end

local function end_item(reading, at)
  if reading.word then
    report(reading.state, "error", at, "expected a name behind %s", shown(reading.word))
    reading.word, reading.dropped = nil, true
  end
end

-- A bracket: commands stand behind the last one.
local function end_commands(reading)
  if reading.early then
    report(reading.state, "warning", reading.early, "commands stand behind the last bracket")
    reading.early = nil
  end
end

local function open_row(reading, at)
  end_commands(reading)
  if reading.row then
    end_item(reading, at)
    report(reading.state, "warning", at, "expected ']' before the next '['")
    return
  end
  reading.row = {}
  table.insert(reading.rule[reading.side], reading.row)
  if #reading.rule[reading.side] == rows_max + 1 then
    report(reading.state, "fatal", at, "a side of a rule has at most %d '[ ]'", rows_max)
  end
  open_cell(reading)
end

local function close_row(reading, at)
  end_commands(reading)
  if not reading.row then
    report(reading.state, "warning", at, "there is no '[' for this ']'")
    reading.dropped = true
    return
  end
  end_item(reading, at)
  reading.row, reading.cell = nil, nil
end

local function bar(reading, at)
  if not reading.row then
    return report(reading.state, "warning", at, "'|' stands outside of brackets")
  end
  end_item(reading, at)
  open_cell(reading)
end

local function arrow(reading, at)
  local state = reading.state
  if reading.row then
    report(state, "warning", at, "expected ']' before '->'")
    reading.dropped = true
  elseif reading.side == "right" then
    report(state, "error", at, "a rule has one '->'")
  end
  reading.row, reading.cell = nil, nil
  reading.side = "right"
  reading.rule.right = reading.rule.right or {}
end

local function command(reading, at, word)
  local state = reading.state
  if reading.side == "left" then
    report(state, "error", at, "commands stand behind the last bracket")
  elseif reading.row then
    report(state, "warning", at, "commands stand behind the last bracket")
  else
    reading.early = reading.early or at
  end
  local entry = { word }
  if word == "message" then
    local text = lines.trimmed(state.raw:sub(at + #word))
    entry[2] = text == "" and " " or text
  elseif word:find "^sfx" then
    table.insert(state.sounds_used, { sound = word, number = state.number, raw = state.raw,
      at = at })
  end
  table.insert(reading.rule.commands, entry)
end

local function ellipsis(reading, at)
  if not reading.row then
    return report(reading.state, "warning", at, "'...' stands outside of brackets")
  end
  end_item(reading, at)
  if #reading.cell > 0 then
    report(reading.state, "error", at, "'...' is a cell of its own")
    reading.crowded = true
  end
  reading.cell.ellipsis = true
end

local function movement_word(reading, at, word)
  local state = reading.state
  if reading.word then
    return report(state, "error", at, "a name has one word in front, not %s and %s",
      shown(reading.word), shown(word))
  elseif reading.rule.late and names.words[word] then
    return report(state, "error", at, "a late rule has no movements such as %s", shown(word))
  elseif word == "random" and reading.side == "left" then
    report(state, "error", at, "'random' stands on the right-hand side only")
  end
  reading.word = word
end

local function name(reading, at, word)
  local state = reading.state
  if reading.cell.ellipsis then
    report(state, "error", at, "'...' is a cell of its own")
    reading.crowded = true
  end
  local before = reading.seen[word]
  if before then
    report(state, (before == "no" and reading.word == "no") and "warning" or "error", at,
      "%s stands twice in a cell", shown(word))
  end
  reading.seen[word] = reading.word or "-"
  local item = { word = reading.word, name = word, column = column_of(reading, at) }
  reading.word = nil
  if not (item.word == "random" and reading.side == "left") then
    table.insert(reading.cell, item)
  end
end

local function in_cell(reading, at, word)
  local game = reading.state.game
  if names.words[word] ~= nil then
    movement_word(reading, at, word)
  elseif game.names[word] then
    name(reading, at, word)
  elseif names.commands[word] then
    command(reading, at, word)
  else
    report(reading.state, "error", at, "%s is not defined%s", shown(word),
      diagnostics.guess_name(reading.state, word, names.rule_words))
    reading.word = nil
  end
end

local function add_directions(reading, list)
  for _, direction in ipairs(list) do
    table.insert(reading.directions, direction)
  end
end

local function outside(reading, at, word)
  local state, rule_ = reading.state, reading.rule
  local early = reading.side == "left" and #rule_.left == 0
  if early and prefixes[word] then
    rule_[word] = true
  elseif early and names.directions[word] and #reading.directions < 1000 then
    add_directions(reading, names.directions[word])
  elseif word == "+" then
    report(state, "error", at, "'+' stands at the start of the line")
  elseif names.commands[word] and not state.game.names[word] then
    command(reading, at, word)
  elseif names.directions[word] then
    report(state, "warning", at, "the direction %s stands in front of the first '['", shown(word))
  elseif names.words[word] ~= nil and early then
    report(state, "error", at, "%s says nothing about where a rule looks: expected up, down, left, "
      .. "right, horizontal, vertical or orthogonal", shown(word))
  elseif names.words[word] ~= nil then
    report(state, "warning", at, "%s stands outside of brackets", shown(word))
  elseif prefixes[word] then
    report(state, "error", at, "%s stands in front of the first '['", shown(word))
  elseif names.commands[word] then
    report(state, early and "error" or "warning", at,
      "%s is the name of an object here, and stands outside of brackets", shown(word))
  elseif state.game.names[word] then
    report(state, early and "error" or "warning", at, "%s stands outside of brackets", shown(word))
  else
    report(state, "error", at, "unknown word %s%s", shown(word),
      diagnostics.guess_name(state, word, names.rule_words))
  end
end

-- The directions without those that the rule would be repeated for. Of equal ones the last stays,
-- but also the very first of all, for a rule that looks in one direction only.
local function without_doubles(list)
  local kept, seen = {}, {}
  for i = #list, 2, -1 do
    if not seen[list[i]] then
      seen[list[i]] = true
      table.insert(kept, 1, list[i])
    end
  end
  if kept[1] ~= list[1] then
    table.insert(kept, 1, list[1])
  end
  return kept
end

local function check_ellipses(reading)
  local state = reading.state
  for _, row in ipairs(reading.rule.left) do
    local count, last = 0, nil
    for i, cell in ipairs(row) do
      if cell.ellipsis then
        if i == 1 or i == #row then
          report(state, "error", nil, "'...' stands between two cells")
          reading.dropped = true
        elseif last == i - 1 then
          report(state, "warning", nil, "two '...' side by side are as good as one")
        end
        count, last = count + 1, i
      end
    end
    if count > 2 then
      report(state, "error", nil, "a row has at most two '...'")
    end
  end
end

local function compare_sides(reading)
  local state, left, right = reading.state, reading.rule.left, reading.rule.right
  if #left ~= #right then
    report(state, "warning", nil,
      "%d '[ ]' on the left-hand side, but %d on the right: the rule is left out", #left, #right)
    reading.dropped = true
    return
  end
  for i, row in ipairs(left) do
    if #row ~= #right[i] then
      report(state, "fatal", nil, "a row of %d cells on the left-hand side, but %d on the right",
        #row, #right[i])
      reading.dropped = true
      return
    end
    for k, cell in ipairs(row) do
      if cell.ellipsis and not right[i][k].ellipsis then
        report(state, "error", nil, "'...' on the left-hand side needs one on the right")
        reading.dropped = true
      elseif right[i][k].ellipsis and not cell.ellipsis then
        report(state, "error", nil, "'...' on the right-hand side needs one on the left")
        right[i][k].ellipsis = nil -- an empty cell
      end
    end
  end
end

-- Whether all names of the rule stand for something that is in a layer.
local function all_layered(reading)
  local state, rule_ = reading.state, reading.rule
  for _, side in ipairs { rule_.left, rule_.right or {} } do
    for _, row in ipairs(side) do
      for _, cell in ipairs(row) do
        for _, item in ipairs(cell) do
          local objects = names.objects(state.game, item.name)
          if not objects[1] or not state.game.id_of[objects[1]] then
            diagnostics.error(state.game, state.number, item.column,
              ("%s is in no collision layer"):format(shown(item.name)))
            return false
          end
        end
      end
    end
  end
  return true
end

-- The objects of a name as a set.
local function set_of(state, word)
  if not state.sets[word] then
    local set = {}
    for _, object in ipairs(names.objects(state.game, word)) do
      set[object] = true
    end
    state.sets[word] = set
  end
  return state.sets[word]
end

-- A cell of the right-hand side that puts an object there and takes it away.
local function check_cell(state, cell)
  for i = 1, math.min(#cell, looked_at) do
    local forbidden = cell[i]
    local set = forbidden.word == "no" and set_of(state, forbidden.name)
    for k = 1, set and math.min(#cell, looked_at) or 0 do
      local item = cell[k]
      local object = state.game.synonyms[item.name] or item.name
      if not (item.word == "no" or item.word == "random") and set[object]
        and item.name ~= forbidden.name then
        diagnostics.error(state.game, state.number, forbidden.column, ("'no %s' takes away %s, "
          .. "which stands in the same cell"):format(shown(forbidden.name):sub(2, -2),
          shown(item.name)))
      end
    end
  end
end

local function check_right(reading)
  for _, row in ipairs(reading.rule.right or {}) do
    for _, cell in ipairs(row) do
      check_cell(reading.state, cell)
    end
  end
end

local function finish(reading)
  local state, rule_ = reading.state, reading.rule
  if reading.row then
    report(state, "warning", #state.raw, "expected ']' at the end")
    reading.dropped = true
  end
  if not rule_.right then
    report(state, "error", #state.raw, "expected '->': a rule is [ before ] -> [ after ]")
    return nil
  elseif #rule_.left == 0 then
    report(state, "error", state.raw:find("->", 1, true), "expected '[' in front of '->'")
    return nil
  end
  if reading.crowded then
    return nil
  end
  check_ellipses(reading)
  if #rule_.right > 0 then
    compare_sides(reading)
  elseif #rule_.commands == 0 then
    report(state, "warning", nil, "the rule does nothing")
    return nil
  else
    rule_.right = nil
  end
  check_right(reading)
  if rule_.late and rule_.rigid then
    report(state, "error", nil, "a late rule cannot be rigid")
  end
  if rule_.plus and rule_.random then
    report(state, "error", nil, "'random' stands in the first rule of a group, not behind '+'")
  end
  if #reading.directions > 0 then
    rule_.directions = without_doubles(reading.directions)
  end
  return not reading.dropped and all_layered(reading) and rule_ or nil
end

--- Reads the line that `state` is at.
---@param state tessera.puzzlescript.State
---@param low string the line in small letters
---@return table|nil rule nil if it is dropped
---@return boolean plus whether it began with "+"
function parse_rule.read(state, low)
  local made = { line = state.number, text = lines.trimmed(state.raw), plus = false, late = false,
    rigid = false, random = false, directions = names.directions.orthogonal, left = {},
    commands = {} }
  local reading = { state = state, rule = made, side = "left", directions = {}, seen = {},
    dropped = false, crowded = false, byte = 1, column = 1 }
  local signs = { ["["] = open_row, ["]"] = close_row, ["|"] = bar, ["->"] = arrow,
    ["..."] = ellipsis }
  for at, token in tokens.each(low, state.game.names.message ~= nil) do
    if token == "+" and at == low:find "%S" then
      made.plus = true
    elseif signs[token] then
      signs[token](reading, at)
    elseif reading.row then
      in_cell(reading, at, token)
    else
      outside(reading, at, token)
    end
  end
  return finish(reading), made.plus
end

return parse_rule
