--- Specifies which events a player hears of: those that the view shows; and by what characters
--- pieces are called.

local recording = require "tessera.draw.recording"
local session = require "tessera.session"
local sight = require "tessera.base.sight"
local tessera = require "tessera"
local trace = require "tessera.base.trace"

-- What a player hears of an action, as texts.
local function told(state, action, player)
  local before, events, texts, now = sight.keep(state), {}, {}, state:clone()
  now:apply(action, events)
  for i, event in ipairs(sight.events(before, events, now, player)) do
    texts[i] = trace.event(event)
  end
  return texts, now
end

-- Ghosts that are seen from two columns away. They walk to the left, by as many cells as there
-- are actions "step".
local ghosts = tessera.game { name = "ghosts", legend = { ["."] = "empty", ["@"] = "player",
    g = "ghost" }, moves = { "step", "run", "say" }, fields = { said = 0 },
  apply = function(state, action)
    local board = state.board
    local row, column = board:find "ghost"
    if action == "say" then
      state.said = 1
      state:event("heard", "g")
      state:event("heard", "@", 1, 1)
    else
      for _ = 1, action == "run" and 3 or 1 do
        board:set(row, column, "empty")
        board:set(row, column - 1, "ghost")
        state:event("moved", "g", row, column, row, column - 1)
        column = column - 1
      end
    end
  end,
  view = function(state)
    for row, column in state.board:each "ghost" do
      if column > 3 then
        state.board:set(row, column, "empty")
      end
    end
  end }

describe("a player hears", function()
  it("nothing of a piece that the view hides before and after", function()
    assert.same({}, (told(ghosts.new "@.....g", "step")))
  end)

  it("that one appears which comes out of the dark, and that one goes which leaves into it",
    function()
      assert.same({ "appeared g at row 1, column 3" }, (told(ghosts.new "@..g...", "step")))
      local moon = tessera.game { name = "moon",
        legend = { ["."] = "empty", w = "wolf", m = "man" }, moves = { "rise", "set" },
        view = function(state)
          state.board:replace("wolf", "empty")
        end, rules = { { "rise", "[ man ] -> [ wolf ]" }, { "set", "[ wolf ] -> [ man ]" } } }
      assert.same({ "removed m from row 1, column 2" }, (told(moon.new ".m", "rise")))
      assert.same({ "appeared m at row 1, column 2" }, (told(moon.new ".w", "set")))
    end)

  it("all of a piece that is seen, also on its way", function()
    assert.same({ "moved g from row 1, column 3 to row 1, column 2" },
      (told(ghosts.new "@.g....", "step")))
    assert.same({ "appeared g at row 1, column 3",
      "moved g from row 1, column 3 to row 1, column 2" }, (told(ghosts.new "@...g..", "run")))
    assert.same({}, (told(ghosts.new "@......g", "run")))
  end)

  it("of what has no place", function()
    assert.same({ "heard g to off the board", "heard @ from row 1, column 1 to off the board" },
      (told(ghosts.new "@.....g", "say")))
  end)

  it("what every recording, page and trace tells", function()
    local start = ghosts.new "@...g.."
    local made = recording.of(start, { "step", "step", "step" })
    assert.same({ {}, { "appeared g at row 1, column 3" },
      { "moved g from row 1, column 3 to row 1, column 2" } },
      { made.steps[1].events, made.steps[2].events, made.steps[3].events })
    local heard = {}
    trace.listen({ start = function() end, step = function(_, _, _, events)
      heard[#heard + 1] = events
    end }, true)
    trace.play("ghosts", start, { "step", "step" })
    local now, events = start:clone(), {}
    trace.start("ghosts", now)
    now:apply("step", events)
    trace.step(1, "step", nil, events, now)
    trace.listen(nil, false)
    assert.same({ {}, { "appeared g at row 1, column 3" }, {} }, heard)
  end)

  it("what he sees himself, if there are several players", function()
    local cards = tessera.game { name = "cards", players = 2,
      legend = { ["?"] = "card", a = "ace", k = "king" }, moves = { "one", "two" },
      apply = function(state, action)
        local column = action == "one" and 1 or 2
        local king = state.board:is(1, column, "ace")
        state.board:set(1, column, king and "king" or "ace")
        state:event("turned", king and "a" or "k", 1, column, 1, column)
      end,
      view = function(state, player)
        state.board:set(1, 3 - player, "card")
      end }
    local start = cards.new "ak"
    assert.same({ "turned a at row 1, column 1" }, (told(start, "one", 1)))
    assert.same({}, (told(start, "one", 2)))
    assert.same({}, (told(start, "one"))) -- the second one is to move, and looks
  end)

  it("nothing where the view raises an error, and drawing raises it", function()
    local broken = tessera.game { name = "broken", legend = { ["@"] = "player" }, moves = { "go" },
      fields = { n = 0 }, apply = function(state)
        state.n = state.n + 1
        state:event("moved", "@", 1, 1, 1, 1)
      end, view = function(state)
        if state.n > 0 then error "no view" end
      end }
    local texts, now = told(broken.new "@", "go")
    assert.same({}, texts)
    assert.has_error(function() now:view() end)
  end)
end)

describe("the place of a rule", function()
  it("is not told where players do not see all", function()
    local seen = { name = "seen", legend = { ["@"] = "player", ["."] = "floor" }, moves = { "go" },
      rules = { { "go", "right [ player | floor ] -> [ floor | player ]" } } }
    assert.equal("rule 1 at row 1, column 1", trace.by(tessera.game(seen).new "@.", "go"))
    seen.view = function() end
    assert.equal("rule 1", trace.by(tessera.game(seen).new "@.", "go"))
  end)
end)

describe("a piece", function()
  local snake = tessera.game { name = "snake", layers = { "path", "things" }, legend = {
      ["."] = { things = "empty" }, ["<"] = { things = "head", path = "west" },
      [">"] = { things = "head", path = "east" }, l = { things = "body", path = "west" },
      r = { things = "body", path = "east" } }, groups = { heading = { "west",
      "east" } }, moves = { "tick", "turn" },
    rules = { { "tick", "right [ head heading | empty ] -> [ body heading | head heading ]" },
      { "turn", "[ head ] -> [ head west ]" } } }

  it("without a character of its own is called as the board shows it", function()
    assert.same({ "pushed > from row 1, column 2 to row 1, column 3",
      "appeared r at row 1, column 2", "appeared > at row 1, column 3" },
      (told(snake.new "r>.", "tick")))
  end)

  it("is so called in what a scenario expects", function()
    local claims = require "tessera.check.claims"
    local list = { "pushed > from row 1, column 2 to row 1, column 3",
      "appeared r at row 1, column 2", "appeared > at row 1, column 3" }
    assert.is_nil(claims.events(snake.new "r>.", "tick", list))
    list[1] = "pushed l from row 1, column 2 to row 1, column 3"
    assert.is_truthy(claims.events(snake.new "r>.", "tick", list):find("event 1", 1, true))
  end)

  it("keeps its own character on whatever it lies", function()
    local sokoban = tessera.game { name = "sokoban", layers = { "floor", "things" }, legend = {
        ["."] = { floor = "target" }, [" "] = { floor = "floor" },
        ["@"] = { floor = "floor", things = "player" }, ["+"] = { floor = "target",
        things = "player" }, ["$"] = { floor = "floor", things = "box" },
        ["*"] = { floor = "target", things = "box" } }, moves = { "push" },
      rules = { { "push", "right [ player | box | ] -> [ | player | box ]" } } }
    local texts = told(sokoban.new "+*.", "push")
    assert.same({ "moved @ from row 1, column 1 to row 1, column 2",
      "pushed $ from row 1, column 2 to row 1, column 3" }, texts)
  end)

  it("is told as it is in games that show all, with one layer", function()
    assert.is_nil(sight.keep(tessera.tower.new "...G/S.##/####"))
    assert.is_nil(sight.keep(tessera.game { name = "plain", legend = { ["@"] = "player" },
      moves = { "go" }, apply = function() end }.new "@"))
    assert.is_truthy(session.is(session.new(tessera.tower.new "...G/S.##/####")))
  end)
end)
