--- Specifies tessera.play.passing: where players act together, nobody is asked for those who have
--- no piece on the board.

local files = require "tessera.run.level_files"
local player = require "tessera.play.player"

-- Somebody who plays the four snakes on a map.
local function snakes(map)
  local path = "samples/games/snakes.lua"
  local playable = files.of_module(path, dofile(path), { arguments = {} })
  local made = player.new(playable, {})
  local state = playable.module.new(map)
  playable.list = { { name = "level", text = map, start = function()
    return state:clone()
  end } }
  made:begin(1)
  return made
end

local two = "#########/#╺→▶....#/#.......#/#....◁⇐╴#/#########"

describe("players without a piece", function()
  it("are passed by", function()
    local made = snakes(two)
    assert.equal(1, made:state():turn())
    made:press "up"
    assert.equal(2, made:state():turn())
    made:press "up"
    assert.same({ 1, 4 }, { made:state():turn(), made:moves() })
    assert.same({ "1: straight", "2: straight", "3: straight", "4: straight" }, made.play:actions())
  end)

  it("are passed by when moves are undone and redone", function()
    local made = snakes(two)
    made:press "up"
    made:press "up"
    made:press "z"
    assert.same({ 2, 1 }, { made:state():turn(), made:moves() })
    made:press "y"
    assert.same({ 1, 4 }, { made:state():turn(), made:moves() })
  end)

  it("are asked no more as soon as they have lost it", function()
    local made = snakes "#########/#╺→▶#...#/#.......#/#....◁⇐╴#/#.......#/#⇉⇢▸....#/#########"
    for _ = 1, 3 do
      made:press "up"
    end
    assert.equal(0, made:state().things:count "snake1_right")
    assert.same({ 2, 5 }, { made:state():turn(), made:moves() })
  end)

  it("are not passed by where nobody has one, as the game is over", function()
    local made = snakes(two)
    made.play = require("tessera.session").new(made.playable.module.new "#####/#...#/#####")
    assert.same({ false, "1: straight: the game is over (Nobody wins)" }, { made:act "straight" })
    assert.equal(0, made:moves())
  end)

  it("are the computer's where it plays for them", function()
    local made = snakes(two)
    made.options = { against = "random", as = 1 }
    made:press "up"
    assert.same({ 2, 1 }, { made:state():turn(), made:moves() })
  end)
end)
