--- Specifies tessera.draw.motion: what moves between two positions, from the events of the game.

local frame = require "tessera.draw.frame"
local motion = require "tessera.draw.motion"
local puzzlescript = require "tessera.puzzlescript"
local tessera = require "tessera"
local tower = require "tessera.tower"

local function sample(name)
  return dofile("samples/games/" .. name .. ".lua")
end

-- What moves in words: "player 1,1 > 1,2 (over floor)", "+2 1,4", "-box 1,1".
local function moved(module, state, action, controls, back)
  local before, events = frame.of(state), {}
  assert(state:apply(action, events))
  local after, list = frame.of(state), {}
  local playable = { game = state:game(), module = type(module) == "table" and module or nil,
    controls = controls or {} }
  for i, each in ipairs(motion.of(before, after, events, playable, { heading = action,
    back = back })) do
    local path = {}
    for k, cell in ipairs(each.path) do
      path[k] = ("%d,%d"):format((cell - 1) // after.columns + 1, (cell - 1) % after.columns + 1)
    end
    list[i] = (each.comes and "+" or each.goes and "-" or "") .. each.part.kind .. " "
      .. table.concat(path, " > ") .. (each.under and each.under.label ~= ""
      and (" (over %s)"):format(each.under.label) or "")
  end
  table.sort(list)
  return list
end

describe("what has moved", function()
  it("are pieces, over what lies below them", function()
    local sokoban = sample "sokoban"
    assert.same({ "box 1,2 > 1,3 (over target)", "player 1,1 > 1,2 (over floor)" },
      moved(sokoban, sokoban.new "@$.", "right"))
  end)

  it("are all cells of a piece of which one event tells", function()
    local rush, klotski = sample "rush", sample "klotski"
    -- A A . B      A goes to the right by one cell: its cells are alike
    -- X X . B
    assert.same({ "A 1,1 > 1,2 (over empty)", "A 1,2 > 1,3 (over empty)" },
      moved(rush, rush.new "AA.B/XX.B/....", "A right"))
    assert.same({ "A 1,1 > 1,3 (over empty)", "A 1,2 > 1,4 (over empty)" },
      moved(rush, rush.new "AA../XX.B/...B", "A right 2"))
    -- A B o        the large block goes down, the small one beside it stays
    -- C D o
    -- . . .
    assert.same({ "ne 1,2 > 2,2 (over empty)", "nw 1,1 > 2,1 (over empty)",
      "se 2,2 > 3,2 (over empty)", "sw 2,1 > 3,1 (over empty)" },
      moved(klotski, klotski.new "ABo/CDo/.../==.", "slide 2 1 down"))
  end)

  it("are tiles that slide and join, as what they were; what they make comes", function()
    local game2048 = sample "2048"
    assert.same({ "+2 2,2", "+4 2,1 (over empty)", "2 2,2 > 2,1 (over empty)",
      "2 2,3 > 2,1 (over empty)" },
      moved(game2048, game2048.new("1213/.11./..../2...", { chance = { 1, 5 } }), "left"))
  end)

  it("is the piece, and not the ground that it changes places with", function()
    local fifteen, swap = sample "fifteen", tessera.game { name = "swap",
      legend = { a = "a", b = "b" }, groups = { any = { "a", "b" } }, moves = { "<direction>" },
      rules = { { "<direction>", "[ any as x | any as y ] -> [ y | x ]" } } }
    assert.same({ "t10 4,2 > 3,2 (over gap)" },
      moved(fifteen, fifteen.new "1234/5678/9.bc/daef", "up"))
    assert.same({ "a 1,1 > 1,2", "b 1,2 > 1,1" },
      moved(swap, swap.new "ab", "right"))
  end)

  it("comes, goes, and becomes something else", function()
    local clobber, lights = sample "clobber", sample "lights"
    assert.same({ "-black 1,2", "white 1,1 > 1,2 (over empty)" },
      moved(clobber, clobber.new "ox/..", "1 1 right"))
    assert.same({ "+dark 1,2 (over light)", "+lit 1,1 (over dark)" },
      moved(lights, lights.new ".*", "1 1"))
  end)

  it("counts rows from below where the game does", function()
    -- ....G    the player walks on the ground, row 2 also from below; the goal falls from row 3
    -- S....
    -- #####
    assert.same({ "G 1,5 > 2,5 (over space)", "S 2,1 > 2,3 (over space)" },
      moved("tower", tower.new "....G/S..../#####", "MOVETO 3", { upward = true }))
  end)

  it("is nothing where it is too much", function()
    local sokoban = sample "sokoban"
    local state = sokoban.new "@$."
    local before, events = frame.of(state), {}
    state:apply("right", events)
    for i = 2, 200 do
      events[i] = events[1]
    end
    assert.same({}, motion.of(before, frame.of(state), events,
      { game = "sokoban", module = sokoban, controls = {} }))
  end)

  it("goes back the same ways", function()
    local sokoban, clobber, klotski = sample "sokoban", sample "clobber", sample "klotski"
    assert.same({ "box 1,3 > 1,2 (over floor)", "player 1,2 > 1,1 (over floor)" },
      moved(sokoban, sokoban.new "@$.", "right", nil, true))
    assert.same({ "+black 1,2", "white 1,2 > 1,1 (over empty)" },
      moved(clobber, clobber.new "ox/..", "1 1 right", nil, true))
    assert.same({ "ne 2,2 > 1,2 (over empty)", "nw 2,1 > 1,1 (over empty)",
      "se 3,2 > 2,2 (over empty)", "sw 3,1 > 2,1 (over empty)" },
      moved(klotski, klotski.new "ABo/CDo/.../==.", "slide 2 1 down", nil, true))
    local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
    assert.same({ "crate 3,5 > 3,4 (over floor)", "hero 3,4 > 3,3 (over floor)" },
      moved(crates, crates.new(1), "right", nil, true))
  end)

  it("is found without events of pieces", function()
    -- #.h*..#
    local crates = puzzlescript.open "samples/puzzlescript/crates.txt"
    assert.same({ "crate 3,4 > 3,5 (over floor)", "hero 3,3 > 3,4 (over floor)" },
      moved(crates, crates.new(1), "right"))
  end)
end)
