--- Specifies tessera.play.answers: nothing is asked that cannot be answered.

local answers = require "tessera.play.answers"
local files = require "tessera.run.level_files"
local playable = require "tessera.play.playable"
local player = require "tessera.play.player"

local function begin(name, level)
  local path = "samples/games/" .. name .. ".lua"
  local made = player.new(files.of_module(path, dofile(path), { arguments = {} }), {})
  made:begin(level or 1)
  return made
end

describe("a choice", function()
  -- oxo
  -- xox
  it("is open where a piece can move, with the directions in which it can", function()
    local made = begin "clobber"
    made:press "left"
    made:press "enter"
    assert.equal("take ... which direction? (arrows; Esc: none)", made.keyboard:prompt())
    assert.same({ "1 1 down", "1 1 right" }, table.move(answers.of(made, "1 1 "), 1, 9, 1, {}))
    made:press "right"
    assert.same({ "1 1 right" }, made.play:actions())
  end)

  it("is not open where nothing is possible, such as at the piece of an opponent", function()
    local made = begin "clobber"
    assert.same({ 1, 2 }, made.cursor)
    made:press "enter"
    assert.same({ "Nothing is possible there.", 0 }, { made.message, made:moves() })
    assert.is_nil(made.keyboard:prompt())
    made:click(2, 3)
    assert.same({ "Nothing is possible there.", 0 }, { made.message, made:moves() })
    made:click(1, 3)
    assert.is_nil(made.message)
    assert.truthy(made.keyboard:prompt())
  end)

  it("is a cell that is clicked, also where there is no cursor", function()
    local made = player.new(playable.of_game("robots", { summary = "Robots" }), {})
    made:begin(1)
    made:press "t"
    assert.equal("teleport to ... choose a cell (Esc: none)", made.keyboard:prompt())
    made:click(7, 9)
    assert.same({ "TELEPORT 7,9" }, made.play:actions())
  end)
end)
