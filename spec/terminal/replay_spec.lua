--- Specifies how a recording plays in the terminal.

local recording = require "tessera.draw.recording"
local replay = require "tessera.run.terminal.replay"
local terminal = require "spec.support.terminal"
local tessera = require "tessera"

local function view_of(map, actions)
  return replay.view(recording.of(tessera.tower.new(map), actions), "a walk")
end

local function press(view, ...)
  for _, key in ipairs { ... } do
    assert.is_true(replay.press(view, key), key)
  end
  return view.step, view.playing
end

local function screen(rows, columns)
  return { rows = rows, columns = columns, depth = "none" }
end

describe("a recording in the terminal", function()
  local actions = { "PUSH LEFT", "MOVETO 2", "CLIMB RIGHT" }
  local view

  before_each(function()
    view = view_of("...G/S.##/####", actions)
  end)

  it("plays from its beginning to its end, step by step", function()
    assert.same({ 0, true }, { view.step, view.playing })
    for step = 1, 3 do
      assert.is_true(replay.press(view, nil))
      assert.same({ step, step < 3 }, { view.step, view.playing })
    end
  end)

  it("pauses, and plays again from the beginning", function()
    assert.same({ 0, false }, { press(view, "space") })
    assert.same({ 0, true }, { press(view, "space") })
    assert.same({ 3, false }, { press(view, "end") })
    assert.same({ 0, true }, { press(view, "space") })
  end)

  it("goes one step in both directions, and no further than the ends", function()
    assert.same({ 1, false }, { press(view, "right") })
    assert.same({ 0, false }, { press(view, "left", "left") })
    assert.same({ 3, false }, { press(view, "right", "right", "right", "right") })
    assert.same({ 0, false }, { press(view, "home") })
  end)

  it("jumps to a step by its number", function()
    assert.equal(2, (press(view, "2", "g")))
    assert.equal(3, (press(view, "9", "9", "g")))
    assert.equal(3, (press(view, "1", "left", "right", "g")))
  end)

  it("changes its speed within limits", function()
    press(view, "+", "+", "+", "+", "+", "+")
    assert.equal(6, view.speed)
    press(view, "-", "-", "-", "-", "-", "-", "-")
    assert.equal(1, view.speed)
  end)

  it("quits", function()
    for _, key in ipairs { "q", "esc", "ctrl-c" } do
      assert.is_false(replay.press(view, key))
    end
    assert.is_true(replay.press(view, "x"))
  end)

  it("shows the board, the step, the events, the status and the keys", function()
    press(view, "2", "g")
    assert.same({ "a walk", "      G ", "  @ # # ", "# # # # ", "paused 2/3  move to column 2",
      "walked S from row 2, column 1 to row 2, column 2", "moves: 1   score: 0",
      "space play  arrows step  + - speed  Home End ends  NUMBER g go to  q quit" },
      (function()
        local lines = replay.lines(view, screen(8, 80))
        for i = 2, 4 do
          lines[i] = lines[i]:sub(37)
        end
        return lines
      end)())
  end)

  it("shows why an action was refused", function()
    press(view, "1", "g")
    assert.equal("paused 1/3  refused: push left: the tower ends at column 1",
      replay.lines(view, screen(8, 80))[5])
  end)

  it("fits the screen: a large board shows where something happens", function()
    local row = ("#"):rep(50)
    local large = view_of(("."):rep(49) .. "G/" .. ("."):rep(40) .. "S" .. ("."):rep(9) .. "/"
      .. row, { "MOVETO 45" })
    press(large, "right")
    local lines = replay.lines(large, screen(8, 30))
    assert.equal(8, #lines)
    assert.truthy(lines[3]:find("@", 1, true))
    for _, line in ipairs(lines) do
      assert.is_true(utf8.len(line) <= 30, line)
    end
  end)
end)

describe("the terminal of a recording", function()
  local at = terminal.each(_ENV)
  if not at then
    return
  end

  it("is restored when somebody quits", function()
    at:run "replay samples/tower/cleared.play"
    at:wait "/11"
    at:keys "End"
    at:wait "11/11"
    assert.equal("alternate, cursor, mouse: 1 0 1; -icanon -isig", at:modes())
    at:wait "outcome: Cleared"
    at:keys "q"
    at:wait "status=0"
    assert.is_nil(at:screen():find("11/11", 1, true))
    assert.equal("alternate, cursor, mouse: 0 1 0; icanon isig", at:modes())
  end)
end)
