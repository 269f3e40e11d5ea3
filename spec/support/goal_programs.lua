--- Random programs in PuzzleScript about a player and few pieces, on boards so small that all their
--- positions can be looked at: for what is said of their win conditions.

local rng = require "tessera.rng"

local goal_programs = {}

local head = [[
OBJECTS
Background .
Black

Wall #
Brown

Player p
White

Crate c
Orange

Gem g
Green

Target t
Blue

Mark m
Red

LEGEND
Thing = Crate or Gem
Solid = Crate or Wall
Spot = Target or Mark
Both = Player or Crate
@ = Crate and Target
% = Player and Target
SOUNDS
COLLISIONLAYERS
Background
]]

local layers = {
  "Target, Mark\nPlayer, Wall, Crate, Gem",
  "Target\nMark\nPlayer, Wall, Crate, Gem",
  "Target, Mark\nPlayer, Wall, Crate\nGem",
  "Target\nPlayer\nCrate, Wall\nGem, Mark",
  "Player, Wall, Crate, Gem, Target, Mark",
}

-- X and Y are names.
local rules = {
  "[ > Player | X ] -> [ > Player | > X ]",
  "[ > Player | X ] -> [ > Player | > X ]",
  "[ > Player | X | X ] -> [ > Player | > X | > X ]",
  "[ > X | Y ] -> [ > X | > Y ]",
  "[ < Player | X ] -> [ < Player | < X ]",
  "[ > Player | X ] -> [ > X | < Player ]",
  "[ > Player | X ] -> [ X | Player ]",
  "[ > Player | no Solid ] -> [ Mark | Player ]",
  "[ > Player ] -> [ > Player Target ]",
  "[ > Player | X ] -> [ > Player | ]",
  "[ > Player | Gem ] -> [ > Player | Crate ]",
  "[ > Player | ... | X ] -> [ > Player | ... | < X ]",
  "[ action Player | X ] -> [ Player | ]",
  "[ action Player Mark ] -> [ Player ]",
  "[ > Player ] [ X ] -> [ > Player ] [ > X ]",
  "rigid [ > Player | X ] -> [ > Player | > X ]",
  "[ > Player | no X ] -> [ Player | ]",
  "[ moving Player Target ] -> [ Player Target ]",
  "[ > Player | Mark ] -> cancel",
  "[ > Player | Mark ] -> restart",
  "[ > Player | Spot ] -> win",
  "[ > Player | Gem ] -> checkpoint",
  "[ stationary X | no Solid ] -> [ > X | ] again",
  "down [ X | no Solid ] -> [ | X ]",
}

local late = {
  "late [ X Y ] -> [ ]",
  "late [ X | X ] -> [ | ]",
  "late [ Player Spot ] -> [ Player ]",
  "late [ Player Mark ] -> cancel",
  "late [ X Target ] -> [ Mark ]",
  "late [ Player | X ] -> [ Player | Y ]",
  "late [ Player ] [ Mark ] -> [ Player ] [ ]",
  "late [ Player ] -> [ Player Mark ]",
}

local pieces = { "Crate", "Crate", "Gem", "Thing", "Both", "Mark", "Target", "Player" }
local others = { "Crate", "Gem", "Mark", "Target", "Player", "Wall" }
local wanted = { "Crate", "Gem", "Thing", "Player", "Both", "Mark", "Target", "Spot", "Wall" }
local flags = { "require_player_movement", "noaction", "run_rules_on_level_start" }

local function pick(random, list)
  return list[1 + random:below(#list)]
end

local function draw_rule(random, list)
  local names = { X = pick(random, pieces), Y = pick(random, others) }
  return (pick(random, list):gsub("%f[%w][XY]%f[%W]", names))
end

local function draw_win(random)
  local line = pick(random, { "All", "All", "Some", "No" }) .. " " .. pick(random, wanted)
  return random:below(3) > 0 and line .. " on " .. pick(random, wanted) or line
end

local function draw_map(random)
  local rows, columns, cells = 1 + random:below(3), 2 + random:below(3), {}
  for i = 1, rows * columns do
    cells[i] = random:below(3) > 0 and "."
      or pick(random, { "#", "c", "g", "t", "m", "c", "t", "@" })
  end
  for _ = 1, random:below(8) == 0 and 2 or 1 do
    cells[1 + random:below(#cells)] = pick(random, { "p", "p", "%" })
  end
  return (table.concat(cells):gsub(("."):rep(columns), "%0\n"))
end

--- A game's text, with one level. Some games do not compile.
---@param seed integer
---@return string
function goal_programs.new(seed)
  local random = rng.new(seed)
  local lines = { random:below(3) == 0 and pick(random, flags) or "", head .. pick(random, layers),
    "RULES" }
  for _ = 1, 1 + random:below(3) do
    lines[#lines + 1] = draw_rule(random, rules)
  end
  lines[#lines + 1] = random:below(3) == 0 and draw_rule(random, late) or nil
  lines[#lines + 1] = "WINCONDITIONS"
  for _ = 1, 1 + random:below(random:below(2) + 2) do
    lines[#lines + 1] = draw_win(random)
  end
  lines[#lines + 1] = "LEVELS\n" .. draw_map(random)
  return table.concat(lines, "\n")
end

return goal_programs
