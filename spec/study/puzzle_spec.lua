--- Specifies tessera.generator.puzzle, and `run.lua play --new`: single puzzles by difficulty.

local generated = require "tessera.run.generated"
local generator = require "tessera.generator"
local console = require "tessera.base.console"
local player = require "tessera.play.player"
local run = require "spec.support.run"
local tessera = require "tessera"

-- The player walks to the right; the wall of the goal is 3 to 12 cells away.
local line = tessera.game {
  name = "line",
  legend = { ["."] = "empty", ["@"] = "player", x = "goal" },
  moves = { "<direction>" },
  rules = { { "<direction>", "[ player | empty or goal ] -> [ | player ]" } },
  ends = { { "There", "no goal" } },
  goal = "There",
}

local lines = tessera.generator {
  name = "lines",
  game = line,
  points = { more = { 0, 5 }, seed = tessera.range(1, 3) },
  generate = function(random, point)
    return "@" .. ("."):rep(2 + point.more + random:below(5)) .. "x"
  end,
}

local function puzzle(difficulty, seed)
  return assert(generator.puzzle(lines, { seed = seed, difficulty = difficulty }))
end

describe("a puzzle of a generator", function()
  it("is the same for the same seed", function()
    assert.same(puzzle("hard", 7), puzzle("hard", 7))
    assert.equal(7, puzzle("hard", 7).seed)
  end)

  it("differs from seed to seed", function()
    local maps, count = {}, 0
    for seed = 1, 20 do
      local map = puzzle("medium", seed).level
      count = count + (maps[map] and 0 or 1)
      maps[map] = true
    end
    assert.is_true(count >= 3, count)
  end)

  it("is the harder the more is asked for, and can be solved", function()
    for seed = 1, 10 do
      local easy, medium, hard = puzzle("easy", seed), puzzle("medium", seed), puzzle("hard", seed)
      assert.is_true(easy.result.difficulty <= medium.result.difficulty)
      assert.is_true(medium.result.difficulty <= hard.result.difficulty)
      local state = line.new(easy.level)
      local solution = {}
      for action in easy.result.solution:gmatch "[^, ]+" do
        solution[#solution + 1] = action
      end
      assert.equal(easy.result.length, (state:apply_all(solution)))
      assert.equal("There", state:outcome())
    end
  end)

  it("has three moves at least, or is none", function()
    local short = tessera.generator { name = "short", game = line, points = { seed = { 1 } },
      generate = function()
        return "@.x"
      end }
    assert.same({ nil, "Of 60 levels that short has made, none is worth playing." },
      { generator.puzzle(short, { seed = 1, difficulty = "easy" }) })
  end)

  it("is refused for what there is not", function()
    assert.has_error(function()
      generator.puzzle(lines, { seed = 1, difficulty = "hart" })
    end, "puzzle: there is no difficulty 'hart' (did you mean "
      .. "'hard'?)")
    for message, options in pairs {
      ['puzzle: options are missing: { seed = 7, difficulty = "easy" }'] = "none",
      ["puzzle: options: expected a value of type table, got 7"] = 7,
      ["puzzle: options: unknown key 'dificulty' (did you mean 'difficulty'?)"] =
        { seed = 1, dificulty = "easy" },
    } do
      local _, err = pcall(function()
        generator.puzzle(lines, options ~= "none" and options or nil)
      end)
      assert.matches("puzzle_spec%.lua:%d+: ", err)
      assert.equal(message, (err:gsub("^.-:%d+: ", "")))
    end
    assert.is_false((pcall(generator.puzzle, {}, { seed = 1, difficulty = "hard" })))
    assert.is_false((pcall(generator.puzzle, lines, { seed = "1", difficulty = "hard" })))
  end)

  it("can be stopped", function()
    assert.same({ nil, "Stopped." }, { generator.puzzle(lines, { seed = 1, difficulty = "hard" },
      function(tried)
        return tried == 3
      end) })
  end)
end)

describe("play --new", function()
  it("plays one puzzle after the other, with their seeds", function()
    local playable = generated.playable(lines, { new = "hard", seed = 7 })
    assert.equal("hard puzzle (seed 7)", playable.list[1].name)
    local made = player.new(playable, {})
    made:begin(1)
    assert.equal(puzzle("hard", 7).level, (tostring(made:state()):gsub("\n$", "")))
    made:press "N"
    local name = playable.list[1].name
    local seed = math.tointeger(tonumber(name:match "^hard puzzle %(seed (%d+)%)$"))
    assert.equal(puzzle("hard", seed).level, (tostring(made:state()):gsub("\n$", "")))
  end)

  it("finds the generator beside the game, and those of games in C", function()
    local scripts = console.scripts
    console.scripts = "scripts/"
    local c = generated.file "tower"
    console.scripts = scripts
    assert.equal("samples/studies/tower_study.lua", c)
    assert.equal("samples/games/rush_study.lua", generated.file "samples/games/rush.lua")
    assert.equal("my_study.lua", generated.file "my_study.lua")
  end)

  it("takes one of three words, in one line", function()
    assert.same({ "", "play: argument for option '--new' must be one of 'easy', 'medium', 'hard' "
      .. "(try --help)\n", 2 }, { run { "play", "tower", "--new", "hart" } })
  end)
end)
