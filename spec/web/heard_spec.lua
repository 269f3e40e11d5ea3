--- Specifies what a page is told of sounds: their numbers with the game, and what is heard with the
--- view of a step.

local page = require "spec.support.page"
local talk = page.talk

local function key(name)
  return { call = "key", key = name }
end

describe("what is heard", function()
  it("is told with its step, and not when the step is undone or done again", function()
    -- #@$.#    the box is pushed onto its place
    local loaded, right, undone, redone = talk(page.one_push(), key "right", { call = "undo" },
      { call = "redo" })
    assert.same({ moved = 36772507, pushed = 48391107, won = 90871303 }, loaded.sounds)
    assert.same({ "moved", "pushed", "won" }, right.view.heard)
    assert.is_nil(loaded.view.heard)
    assert.is_nil(undone.view.heard)
    assert.is_nil(redone.view.heard)
  end)

  it("is not told of steps that are restored", function()
    local request = page.one_push()
    request.play = { level = 1, actions = { "right" } }
    local loaded = talk(request)
    assert.equal(1, loaded.view.step)
    assert.is_nil(loaded.view.heard)
  end)

  it("has the numbers of PuzzleScript by what is said of them", function()
    local file <close> = assert(io.open "samples/puzzlescript/crates.txt")
    local loaded = talk { call = "load", source = file:read "a", path = "crates.txt" }
    assert.equal(36772507, loaded.sounds["crate move"])
    assert.equal(11772507, loaded.sounds["iron move up down"])
    assert.equal(98350907, loaded.sounds.endlevel)
  end)

  it("has no list where a game makes no sound", function()
    assert.is_nil(talk({ call = "load", game = "tower" }).sounds)
  end)
end)
