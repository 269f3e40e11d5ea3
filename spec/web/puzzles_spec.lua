--- Specifies new puzzles on a page: the generator beside a game makes them, and they are played as
--- levels.

local page = require "spec.support.page"
local run = require "spec.support.run"
local ask, fault, sample, talk = page.ask, page.fault, page.sample, page.talk

local function study(game)
  return run.read_file(("samples/games/%s_study.lua"):format(game))
end

-- A sample with its generator beside it.
local function with_generator(game, more)
  local request = sample(game, more)
  request.files = { [game .. "_study.lua"] = study(game) }
  return request
end

local function make(seed, difficulty, more)
  local call = { call = "puzzle", seed = seed, difficulty = difficulty }
  for key, value in pairs(more or {}) do
    call[key] = value
  end
  return call
end

describe("a new puzzle on a page", function()
  it("is that of `run.lua play --new`, the same with each seed, and tells how far it is", function()
    local answers = ask { with_generator "sokoban", make(7, "easy"), make(7, "easy"),
      make(7, "hard") }
    assert.is_true(answers[1].result.puzzles)
    local easy, again, hard = answers[2].result.puzzle, answers[3].result.puzzle,
      answers[4].result.puzzle
    assert.same({ 7, "easy" }, { easy.seed, easy.difficulty })
    assert.same(easy, again)
    assert.are_not.equal(easy.level, hard.level)
    assert.same({ tried = 1 }, answers[2].posts[1])
    assert.is_true(#answers[2].posts >= 5)
  end)

  it("is the last level of a game that is loaded with it, with a name of its own", function()
    local _, made = talk(with_generator "rush", make(3, "medium"))
    local loaded, view = talk(with_generator("rush", { puzzle = made.puzzle, level = 8 }),
      { call = "key", key = "N" })
    local level = loaded.levels[#loaded.levels]
    assert.same({ 8, 8 }, { #loaded.levels, loaded.view.level })
    assert.equal("medium puzzle (seed 3)", level.name)
    assert.same({ seed = 3, difficulty = "medium" }, level.puzzle)
    assert.equal(made.puzzle.level, (loaded.view.text:gsub("\n$", "")))
    assert.is_truthy(level.key:find "^rush %x+$")
    assert.equal("new", view.command) -- the page asks how hard
  end)

  it("is offered only where a generator stands beside the game", function()
    local plain, view = talk(sample "sokoban", { call = "key", key = "N" })
    assert.is_false(plain.puzzles)
    assert.is_nil(view.command)
    assert.equal("There are no new puzzles of this level.", view.view.message)
    assert.equal("there is no generator of sokoban: sokoban_study.lua would have it",
      fault(sample "sokoban", make(1, "easy")).message)
    local other = with_generator "sokoban"
    other.files["sokoban_study.lua"] = "return { generator = 1 }"
    assert.equal("sokoban_study.lua returned no generator of sokoban",
      fault(other, make(1, "easy")).message)
    assert.is_truthy(fault(with_generator "sokoban", make(1, "heavy")).message
      :find("there is no difficulty 'heavy'", 1, true))
    assert.equal("seed: expected a whole number from 0 on, got nil",
      fault(with_generator "sokoban", { call = "puzzle", difficulty = "easy" }).message)
  end)

  it("can be of a game in C, whose generator the page brings", function()
    local source = run.read_file "samples/studies/tower_study.lua"
    local tower, made = talk({ call = "load", game = "tower" },
      make(2, "easy", { source = source }))
    local loaded = talk { call = "load", game = "tower", puzzle = made.puzzle,
      level = #tower.levels + 1 }
    assert.equal("easy puzzle (seed 2)", loaded.levels[#loaded.levels].name)
    assert.equal(#tower.levels + 1, loaded.view.level)
  end)

  it("is left out where the game does not take it any more", function()
    local puzzle = { level = "?", seed = 1, difficulty = "easy" }
    local loaded = talk(with_generator("sokoban", { puzzle = puzzle }))
    assert.equal(5, #loaded.levels)
    assert.is_truthy(loaded.printed[1]:find("^The new puzzle is left out: .*'%?'"))
    assert.is_truthy(fault(with_generator("sokoban", { puzzle = { level = 3 } })).message
      :find("puzzle: expected { level: a map, seed, difficulty }", 1, true))
  end)
end)
