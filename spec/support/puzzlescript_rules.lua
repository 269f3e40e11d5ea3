--- Rules of PuzzleScript games for specs: what they are compiled to, and what they do, as text.
---
--- The objects are `background`, `player`, `a` and `b` on one layer, and `c`, `k`, `w` on layers of
--- their own. Properties: `m`, `m2` (a or b), `n` (a or c), `pm` (player or a). Aggregate: `ac`.

local compile = require "tessera.puzzlescript.compile"
local expand = require "tessera.puzzlescript.compile.expand"
local parse = require "tessera.puzzlescript.parse"
local texts = require "tessera.puzzlescript.compile.texts"

local rules = {}

local objects = { "background", "player", "a", "b", "c", "k", "w" }
local usual_layers = { "background", "a b", "player", "k", "w", "c" }
local legend = [[
. = background
p = player
m = a or b
m2 = a or b
n = a or c
pm = player or a
ac = a and c
]]

--- The text of a game.
---@param parts table texts `rules`, `level`, `prelude`, `sounds`, `wins` and `legend`, lists
---  `layers` and `objects`; or none
---@return string
function rules.text(parts)
  local lines = { parts.prelude or "", "OBJECTS", "" }
  for _, object in ipairs(parts.objects or objects) do
    lines[#lines + 1] = object .. "\nwhite\n"
  end
  for _, part in ipairs { "LEGEND", parts.legend or legend, "SOUNDS", parts.sounds or "",
    "COLLISIONLAYERS", table.concat(parts.layers or usual_layers, "\n"), "RULES", parts.rules or "",
    "WINCONDITIONS", parts.wins or "", "LEVELS", parts.level or "p" } do
    lines[#lines + 1] = part .. "\n"
  end
  return table.concat(lines, "\n")
end

--- The errors and warnings of a game, a line each.
---@param game table
---@return string
function rules.messages(game)
  local list = {}
  for i, entry in ipairs(game.diagnostics) do
    list[i] = (entry.fatal and "fatal: " or entry.kind .. ": ") .. entry.text
  end
  return table.concat(list, "\n")
end

--- What lines of rules are compiled to, a rule a line, and what was found wrong.
---@param lines string
---@return string
function rules.compiled(lines)
  local game = parse(rules.text { rules = lines })
  local list = {}
  for _, line in ipairs(expand(game)) do
    table.move(texts.rules(line), 1, #line.rules, #list + 1, list)
  end
  list[#list + 1] = #game.diagnostics > 0 and rules.messages(game) or nil
  return table.concat(list, "\n")
end

--- The program of lines of rules.
---@param lines string
---@return table
function rules.program(lines)
  return compile(parse(rules.text { rules = lines }))
end

local directions = { { 1, "up" }, { 2, "down" }, { 4, "left" }, { 8, "right" }, { 16, "action" } }

-- Each layer is called by its objects, as in "a/b".
local function layer_names(program)
  local names = {}
  for i, layer in ipairs(program.layer_of) do
    names[layer] = (names[layer] and names[layer] .. "/" or "") .. program.names[i]
  end
  return names
end

local function append(parts, title, values)
  if values and values[1] then
    parts[#parts + 1] = title .. " " .. table.concat(values, " ")
  end
end

local function moves_text(program, list)
  local texts_of, layers = {}, layer_names(program)
  for i, move in ipairs(list) do
    local words = {}
    for _, direction in ipairs(directions) do
      words[#words + 1] = move[2] & direction[1] ~= 0 and direction[2] or nil
    end
    texts_of[i] = layers[move[1]] .. ":" .. (move[2] == 31 and "all" or table.concat(words, "+"))
  end
  return texts_of
end

local function named(names, list)
  local found = {}
  for i, number in ipairs(list) do
    found[i] = names[number]
  end
  return found
end

local function cell_text(program, cell)
  local parts, layers, ids = {}, layer_names(program), {}
  for i, name in ipairs(program.names) do
    ids[i - 1] = name
  end
  append(parts, "has", named(ids, cell.has))
  append(parts, "none", named(ids, cell.none))
  for _, any in ipairs(cell.any) do
    append(parts, "any", named(ids, any))
  end
  append(parts, "moving", moves_text(program, cell.moving))
  append(parts, "still", named(layers, cell.still))
  local write = cell.write
  if not write then
    return table.concat(parts, ", ") .. " -> nothing"
  end
  parts[#parts + 1] = "->"
  append(parts, "clear", named(ids, write.clear))
  append(parts, "clear layers", named(layers, write.clear_layers))
  append(parts, "set", named(ids, write.set))
  append(parts, "move_clear", moves_text(program, write.move_clear))
  append(parts, "move_set", moves_text(program, write.move_set))
  append(parts, "random", named(ids, write.random))
  append(parts, "directions", named(layers, write.random_directions))
  append(parts, "reset", named(layers, write.reset))
  return (table.concat(parts, ", "):gsub("^%->, ", "-> "):gsub(", %->,", " ->"))
end

--- What the cells of the last compiled rule test and write, a cell a line.
---@param line string
---@return string
function rules.cells(line)
  local game = parse(rules.text { rules = line })
  local program, list = compile(game), {}
  program.names = {}
  for i, object in ipairs(game.objects) do
    program.names[i] = object.name
  end
  local group = program.normal[#program.normal] or program.late[#program.late]
  for _, row in ipairs(group.rules[#group.rules].rows) do
    for _, cell in ipairs(row.cells) do
      list[#list + 1] = cell.ellipsis and "..." or cell_text(program, cell)
    end
  end
  return table.concat(list, "\n")
end

local function board(engine, session)
  local cells, rows = engine.cells(session), {}
  for y = 1, session.rows do
    local row = {}
    for x = 1, session.columns do
      local text = ""
      for _, name in ipairs(cells[(x - 1) * session.rows + y]) do
        text = text .. (name == "background" and "" or name == "player" and "p" or name)
      end
      row[x] = text == "" and "." or text
    end
    rows[y] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

-- With ticks, if the letters have some.
local function with_ticks(parts, letters)
  if not letters:find(".", 1, true) then
    return parts
  end
  local prelude = (parts.prelude or "") .. "\nrealtime_interval 1"
  return setmetatable({ prelude = prelude }, { __index = parts })
end

--- Plays a game with an engine (see spec.puzzlescript.traces). Returns the board after the last
--- letter, a row a line, and the flags of that step.
---@param engine table
---@param parts table as for `text`; `seed`
---@param letters string
---@return string
---@return table
function rules.play(engine, parts, letters)
  local game = parse(rules.text(with_ticks(parts, letters)))
  local session, flags = engine.load(game, compile(game), 0, parts.seed or "1")
  for letter in letters:gmatch "." do
    flags = engine.input(session, letter)
  end
  return board(engine, session), flags
end

return rules
