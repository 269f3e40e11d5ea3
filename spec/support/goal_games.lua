--- Random games whose rules are pictures, about players and few pieces on two layers, on boards so
--- small that all their positions can be looked at: for what is said of their goals.

local rng = require "tessera.rng"
local tessera = require "tessera"

local goal_games = {}

local legend = {
  ["."] = { ground = "floor" }, ["#"] = { ground = "wall" }, ["_"] = { ground = "target" },
  ["~"] = { ground = "ice" }, O = { ground = "pit" },
  ["@"] = { ground = "floor", things = "player" }, ["+"] = { ground = "target", things = "player" },
  ["$"] = { ground = "floor", things = "box" }, ["%"] = { ground = "target", things = "box" },
  ["*"] = { ground = "floor", things = "gem" }, ["&"] = { ground = "target", things = "gem" },
  d = { ground = "floor", things = "door" },
}
local characters = { "#", "#", "$", "$", "*", "%", "&", "_", "_", "~", "~", "O", "d" }

-- `free` is a cell that can be gone to.
local first = { "[ player | free ] -> [ | player ]", "[ player | free ] -> [ | player ]",
  "[ player | floor no things ] -> [ | player ]", "[ player | free ] -> [ ice no things | player ]",
  "[ player | free ] -> [ gem | player ]", "[ box | free ] -> [ | box ]" }
local rules = {
  "[ player | box | free ] -> [ | player | box ]",
  "[ player | kind as a | free ] -> [ | player | a ]",
  "[ player | kind as a | target no things ] -> [ | player | a ]",
  "[ player | box | pit ] -> [ | player | floor no things ]",
  "[ player | box | open gem ] -> [ | player | box ]",
  "[ player | box | box ] -> [ | player | no things ]",
  "[ player | gem ] -> [ | player ]",
  "[ player | kind as a ] -> [ a | player ]",
  "[ free | player | kind as a ] -> [ player | a | ]",
  "[ target player | free ] -> [ floor no things | player ]",
  "[ player | ice no things ] -> [ | pit player ]",
  "[ player | wall ] -> [ | floor player ]",
  "[ player | box ] -> [ player | gem ]",
  "[ player | free ] -> [ player | box ]",
  "[ player | box | wall or edge ] -> [ player | gem | ]",
  "[ player | no things ] -> [ | player ]",
  "[ kind as a | free ] -> [ | a ]",
  "[ player | player ] -> [ player | box ]",
  "[ player near 1+ wall | free ] -> [ | player ]",
  "[ player | floor or target | free ] -> [ | | player ]",
  "[ player | kind as a | kind as b | free ] -> [ | player | a | b ]",
  "[ player | 1+ box | free ] -> [ | player | 1+ box ]",
}
local after = {
  "each down [ kind as a | free ] -> [ | a ]", "each [ target box ] -> [ floor gem ]",
  "each [ pit kind ] -> [ pit no things ]", "each right [ gem | box ] -> [ box | gem ]",
  "each [ player | gem ] -> [ player | box ]", "each [ ice player ] -> [ floor player ]",
}
local goals = {
  "all box on target", "all gem on target", "all target on box", "all kind on target",
  "some box on target", "some player on target", "all player on target", "no box", "no gem",
  "no box on floor", "no ice", "no target", "no wall", "no pit", "no player", "some door",
  "count box = 1", "count gem = 2", "count box > 1", "count kind < 2", "count target box = 1",
  "count box >= count gem", "count floor no things <= 1", "box at row 1", "player at column -1",
  "[ box | box ]", "[ player | gem ]", "no right [ box | gem ]", "all floor on things", "stuck",
  "count gem > 2", "keys = 2", "joined box from left to right", "all box near 1+ gem on target",
  "no box near 1+ wall", "some target box and some target gem", "no target no things",
}

local function pick(random, list)
  return list[1 + random:below(#list)]
end

local function draw_rules(random, definition)
  local forms = {}
  for i = 1, 1 + random:below(4) do
    local form = i == 1 and "<direction>"
      or pick(random, { "<direction>", "<direction>", "hit <direction>", "go <row> <column>" })
    local text = pick(random, i == 1 and first or rules):gsub("free", "open no things")
    text = form:find "row" and random:below(2) == 0 and "right " .. text or text
    definition.rules[i] = { form, text, count = random:below(3) == 0 and "cost"
      or random:below(6) == 0 and "keys" or nil,
      when = random:below(12) == 0 and pick(random, { "keys < 2", "some gem", "no box" }) or nil }
    definition.moves[#definition.moves + 1] = not forms[form] and form or nil
    forms[form] = true
  end
end

local function draw_goal(random)
  local goal, other = pick(random, goals), pick(random, goals)
  local how = random:below(8)
  return how == 0 and ("(%s) or (%s)"):format(goal, other)
    or how < 3 and goal .. " and " .. other or goal
end

local function draw_map(random)
  local rows, columns, cells = 1 + random:below(3), 2 + random:below(3), {}
  for i = 1, rows * columns do
    cells[i] = random:below(5) > 1 and "." or pick(random, characters)
  end
  for _ = 1, random:below(8) == 0 and 2 or 1 do
    cells[1 + random:below(#cells)] = random:below(6) == 0 and "+" or "@"
  end
  return (table.concat(cells):gsub(("."):rep(columns), "%0\n"))
end

--- A game, or nil where its rules are refused, as one that can change nothing; the map of a board;
--- and the definition.
---@param seed integer
---@return table|nil, string, table
function goal_games.new(seed)
  local random = rng.new(seed)
  local definition = { name = "goals", layers = { "ground", "things" }, legend = legend,
    groups = { kind = { "box", "gem" }, open = { "floor", "target", "ice" } },
    counters = { cost = 0 }, fields = { keys = { max = 3 } }, moves = {}, rules = {},
    goal = "Done", geometry = random:below(8) == 0 and "hex" or nil }
  draw_rules(random, definition)
  if random:below(4) == 0 then
    definition.after = { (pick(random, after):gsub("free", "open no things")) }
  end
  definition.ends = { { "Done", draw_goal(random) } }
  if random:below(4) == 0 then
    table.insert(definition.ends, 1 + random:below(2), { "Lost", pick(random, goals) })
  end
  local fine, module = pcall(tessera.game, definition)
  return fine and module or nil, draw_map(random), definition
end

return goal_games
