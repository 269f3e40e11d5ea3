--- Random small games of pieces that are pushed, pulled, thrown, swapped, made and taken away, each
--- with a random board: for what is said of single pieces.

local game = require "tessera.game"

local piece_games = {}

local legend = {
  ["."] = { ground = "floor" }, ["#"] = { ground = "wall" }, ["_"] = { ground = "target" },
  ["@"] = { ground = "floor", things = "player" }, ["+"] = { ground = "target", things = "player" },
  ["$"] = { ground = "floor", things = "box" }, ["%"] = { ground = "target", things = "box" },
  ["*"] = { ground = "floor", things = "gem" }, ["&"] = { ground = "target", things = "gem" },
}

-- Rules of actions: in front of `|` their form. X is box, gem, or either.
local actions = {
  "<direction>|[ player | X | free ] -> [ | player | X ]",
  "<direction>|[ player | X | free ] -> [ | player | X ]",
  "<direction>|[ player | 1+ box | free ] -> [ | player | 1+ box ]",
  "<direction>|[ player | X | 1+ free ] -> [ | player | 1+ free ]",
  "<direction>|[ player | X ] -> [ X | player ]",
  "<direction>|[ player | gem ] -> [ | player ]",
  "<direction>|[ player | box | wall or edge ] -> [ player | gem | ]",
  "<direction>|[ player | X as a | thing as b ] -> [ player | b | a ]",
  "<direction>|[ player | X near 1+ wall | free ] -> [ | player | X ]",
  "<direction>|diagonal [ player | X | free ] -> [ player | | X ]",
  "<direction>|every orthogonal [ player | X | free ] -> [ player | | X ]",
  "pull <direction>|[ free | player | X ] -> [ player | X | ]",
  "pull <direction>|[ free | player | X | X ] -> [ player | X | X | ]",
  "take <row> <column> <direction>|[ X | free ] -> [ | X ]",
  "take <row> <column> <direction>|[ X | thing | free ] -> [ | thing | X ]",
  "turn <row> <column>|[ X no target ] -> [ next kind ]",
  "turn <row> <column>|right [ X | free / free | X ] -> [ free | X / X | free ]",
  "drop <column>|down [ free | X or wall or edge ] -> [ box | ]",
}

local steps = {
  "each down [ X | free ] -> [ | X ]",
  "first right [ X | free ] -> [ | X ]",
  { sweep = { "left [ X | free ] -> [ | X ]", "up [ gem | free ] -> [ | gem ]" }, at_once = true },
  { sweep = { "down [ X | free ] -> [ | X ]" }, at_once = "first" },
  { again = { "each down [ box | free ] -> [ | box ]" } },
  "each right [ gem | gem | gem ] -> [ | | ]",
  "each down [ player | free ] -> [ | player ]",
}

local goals = { "all X on target", "some X on target", "all target on X", "X at row 1",
  "X at column -1", "all box on target and some gem on target", "count X on = 2",
  "(all box on target) or (some player on target)", "some player on target" }

-- A group may stand in one cell of a left side only.
local function named(random, text)
  local left = text:match "^(.-)%->" or text
  local _, count = left:gsub("%f[%w]X%f[%W]", "")
  local kind = ({ "box", "gem", "kind" })[1 + random:below(count == 1 and 3 or 2)]
  if text:find "X as" then
    kind = "kind"
  end
  return (text:gsub("%f[%w]X%f[%W]", kind):gsub("free", "open no things")
    :gsub("%-> (.*)", function(right)
      return "-> " .. right:gsub("open no things", "no things")
    end))
end

local function replaced(random, step)
  if type(step) == "string" then
    return named(random, step)
  end
  local copy = {}
  for key, value in pairs(step) do
    copy[key] = type(value) == "boolean" and value or key == "at_once" and value
      or replaced(random, value)
  end
  return copy
end

local function add_rules(random, definition)
  local forms = {}
  for i = 0, 1 + random:below(3) do
    local form, rule = actions[1 + random:below(#actions)]:match "^(.-)|(.*)"
    if i == 0 and random:below(4) > 0 then
      form, rule = "<direction>", "[ player | free ] -> [ | player ]"
    end
    table.insert(definition.rules, { form, named(random, rule) })
    forms[form] = true
  end
  for form in pairs(forms) do
    table.insert(definition.moves, form)
  end
  table.sort(definition.moves)
end

local function board(random)
  local rows, columns = 3 + random:below(2), 4 + random:below(2)
  local cells = {}
  for i = 1, rows * columns do
    cells[i] = random:below(5) == 0 and "#" or "."
  end
  local function put(character)
    cells[1 + random:below(#cells)] = character
  end
  for _ = 1, 1 + random:below(2) do
    put "_"
    put(({ "$", "$", "*", "%", "&" })[1 + random:below(5)])
  end
  put(random:below(8) == 0 and "+" or "@")
  if random:below(12) == 0 then
    put "@"
  end
  local lines = {}
  for row = 1, rows do
    lines[row] = table.concat(cells, "", (row - 1) * columns + 1, row * columns)
  end
  return table.concat(lines, "\n")
end

--- A game and the map of a board; nil where the rules are refused, as one that can change nothing.
---@param random table
---@return table|nil, string, table
function piece_games.new(random)
  local definition = { name = "pieces", layers = { "ground", "things" }, legend = legend,
    groups = { open = { "floor", "target" }, kind = { "box", "gem" },
      thing = { "box", "gem", "player" } },
    moves = {}, rules = {}, goal = "Done" }
  add_rules(random, definition)
  if random:below(3) == 0 then
    definition.after = { replaced(random, steps[1 + random:below(#steps)]) }
  end
  local goal = named(random, goals[1 + random:below(#goals)]):gsub(" on = 2", " = 2")
  definition.ends = { { "Done", goal } }
  local map = board(random)
  local fine, module = pcall(game, definition)
  return fine and module or nil, fine and map or tostring(module), definition
end

return piece_games
