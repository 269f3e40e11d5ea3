--- Specifies turns that follow by `again` where nobody hears them: what a try has made is kept for
--- the turn that it has tried, and all comes out as where each turn is played.

local puzzlescript = require "tessera.puzzlescript"
local rng = require "tessera.rng"

local keys = { "up", "left", "down", "right", "action" }

local head = [[
title Chains
OBJECTS
Background .
Black

Fuse f
Red

Spark s
Yellow

Flag o
Blue

Player p
White

Wall #
Brown

LEGEND
SOUNDS
Spark CREATE 36772507
COLLISIONLAYERS
Background
Flag
Fuse, Spark
Player, Wall
RULES
]]

local tail = [[

WINCONDITIONS
No Flag
LEVELS
#########
#p.fff.f#
#.fff..o#
#..f.fff#
#########
]]

local chains = {
  spark = [[
[ > Player | Fuse ] -> [ Player | Spark ] again
[ stationary Spark ] -> [ up Spark ] again
late [ Spark | Fuse ] -> [ Spark | Spark ] ]],
  fall = [[
[ > Player ] [ stationary Fuse ] -> [ > Player ] [ stationary Fuse ] again
down [ stationary Fuse | no Fuse no Wall ] -> [ down Fuse | ] again]],
  message = [[
[ > Player | Fuse ] -> [ | Spark ] again
random [ Spark | Fuse ] -> [ | Spark ] again message Hot
[ Spark | Flag ] -> [ Spark | ] ]],
  restart = [[
[ > Player | Fuse ] -> [ > Player | > Fuse ] again
[ stationary Fuse ] -> [ right Fuse ] again
[ action Player ] [ Fuse ] -> restart
[ up Player | Wall ] -> cancel]],
  chance = [[
[ > Player ] -> [ > Player ] again
[ stationary Fuse ] -> [ randomdir Fuse ] again
[ moving Fuse | Player ] -> [ | Player ] checkpoint]],
  win = [[
[ > Player | Fuse ] -> [ > Player | Spark ]
[ > Player | Spark ] -> [ > Player | > Spark ]
[ stationary Spark ] -> [ down Spark ] again
[ Spark Flag ] -> win]],
}

-- Presses the same keys where they are heard, and applies them where they are not.
local function agree(first, steps, what)
  local random, heard, unheard, turns = rng.new(3), first:clone(), first:clone(), 0
  for _ = 1, steps do
    if heard:outcome() then
      heard, unheard = first:clone(), first:clone()
    end
    local key = keys[random:below(#keys) + 1]
    turns = turns + heard:press(key).again
    unheard:apply(key)
    assert.are.equal(heard:save(), unheard:save(), what)
  end
  return turns
end

describe("turns that follow by themselves", function()
  it("do the same whether they are heard or not", function()
    for name, rules in pairs(chains) do
      local game = assert(puzzlescript.read(head .. rules .. tail))
      assert.is_true(agree(game.new(1), 300, name) > 0, name)
    end
    for _, name in ipairs { "floes", "gates", "trios", "tumble" } do
      local game = assert(puzzlescript.open("samples/puzzlescript/" .. name .. ".txt"))
      agree(game.new(1), 200, name)
    end
  end)
end)
