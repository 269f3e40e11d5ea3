--- Specifies tournaments of games whose players act together: who has which seat, what each is told
--- and when, and what counts.

local definitions = require "tessera.study.definitions"
local match = require "tessera.tournament.match"
local rng = require "tessera.rng"
local sides = require "tessera.tournament.sides"
local tessera = require "tessera"

local study = tessera.study

-- Who gives has nothing of it, and each other one has 3; who takes has 1.
local function dilemma(changes)
  local definition = {
    name = "dilemma", players = 3, together = true, map = "1.2.3",
    legend = { ["."] = "floor" }, groups = { prisoner = { each = "player" } },
    fields = { left = { value = 2, timer = true } },
    moves = { "give", "take", "wait" },
    rules = {
      { "give", "[ mine ] -> [ mine ]", reward = { mine = -3, all = 3 } },
      { "take", "[ mine ] -> [ mine ]", reward = 1 },
      { "wait" },
    },
    ends = { { "Over", "left = 0" } },
  }
  for key, value in pairs(changes or {}) do
    definition[key] = value
  end
  return tessera.game(definition)
end

local function always(word)
  return function()
    return word
  end
end

local function cup(changes)
  local definition = { name = "cup", game = dilemma(), seeds = 1,
    players = { giver = always "give", taker = always "take" } }
  for key, value in pairs(changes or {}) do
    definition[key] = value
  end
  return tessera.tournament(definition)
end

local function result(changes, first, second)
  local row = study.try(cup(changes), { first = first or "giver", second = second or "taker",
    seed = 1 })
  assert.equal("done", row.status, row.message)
  return row.result
end

describe("a tournament of players who act together", function()
  it("gives the first one the odd seats, and compares the means of both", function()
    -- In a step a giver has 3 of the other giver, a taker 1 and 6 of both givers.
    assert.same({ winner = "taker", reason = "won", actions = 6, outcome = "Over",
      scores = "6 14 6", mean_first = 6, mean_second = 14,
      moves = "1: give, 2: take, 3: give, 1: give, 2: take, 3: give" }, result())
    assert.same({ "taker", "8 0 8", 8, 0 }, (function(r)
      return { r.winner, r.scores, r.mean_first, r.mean_second }
    end)(result(nil, "taker", "giver")))
    assert.same({ "draw", "draw", "2 2 2" }, (function(r)
      return { r.winner, r.reason, r.scores }
    end)(result({ players = { giver = always "take", taker = always "take" } })))
  end)

  it("hides what has been chosen in the step", function()
    local seen = {}
    result { players = { giver = function(state, random)
      local turn = state:turn()
      seen[#seen + 1] = turn
      -- Were it shown, player 3 would see a step with the choices of 1 and 2.
      local copy = state:clone()
      for _ = turn, 3 do
        copy:apply "wait"
      end
      seen[#seen + 1] = copy:score(1) - state:score(1)
      return random:below(2) == 0 and "give" or "take"
    end, taker = always "take" } }
    assert.same({ 1, 0, 3, 0, 1, 0, 3, 0 }, seen)
  end)

  it("tells what was chosen when all have chosen", function()
    local heard, module = {}, dilemma()
    local about = { game = module, opening = 0, max_actions = 3,
      sides = sides.of(module, module.new()), winner = function() return 0 end, players = {} }
    function about.start()
      return module.new()
    end
    function about.players.a(_, number)
      return {
        move = function()
          heard[#heard + 1] = number .. " chooses"
          return "wait"
        end,
        told = function(_, player, action)
          heard[#heard + 1] = number == 2 and ("2 hears of %d: %s"):format(player, action) or nil
        end,
        leave = function() end,
      }
    end
    match.play(about, { first = "a", second = "a", seed = 1 }, rng.new(1), function() end)
    assert.same({ "1 chooses", "2 chooses", "3 chooses", "2 hears of 1: 1: wait",
      "2 hears of 2: 2: wait", "2 hears of 3: 3: wait" }, heard)
  end)

  it("ends after the step in which there were enough actions, and the means decide", function()
    for most, actions in pairs { [1] = 3, [3] = 3, [4] = 6 } do
      local r = result { max_actions = most, game = dilemma { fields = { left = { value = 9,
        timer = true } } } }
      assert.same({ "taker", "won", actions }, { r.winner, r.reason, r.actions })
    end
    assert.equal(9, result({ opening = 1, game = dilemma { fields = { left = { value = 3,
      timer = true } } } }).actions)
  end)

  it("lets a side lose whose player does what is not possible", function()
    local players = { giver = always "give", taker = always "fly" }
    local r = result { players = players }
    assert.same({ "giver", "illegal", 1, "'fly' is no action of dilemma" },
      { r.winner, r.reason, r.actions, r.why })
    r = result({ players = players }, "taker", "giver")
    assert.same({ "giver", "illegal", 0 }, { r.winner, r.reason, r.actions })
  end)

  it("asks a function who has won, whichever seat that is", function()
    for seat, name in pairs { [0] = "draw", "giver", "taker", "giver" } do
      assert.equal(name, result({ winner = function() return seat end }).winner)
    end
    local row = study.try(cup { winner = function() return 4 end }, { first = "giver",
      second = "taker", seed = 1 })
    assert.truthy(row.message:find("winner: expected 1..3 or 0 for a draw, got 4", 1, true))
  end)

  it("counts scores where there are no rewards", function()
    local r = result { game = dilemma { score = "gold", fields = { left = { value = 2,
      timer = true }, gold = { each = "player" } }, rules = {
        { "give", add = { gold = 1 } }, { "take", add = { gold = 5 } }, { "wait" } } } }
    assert.same({ "taker", "2 10 2", 2, 10 }, { r.winner, r.scores, r.mean_first, r.mean_second })
  end)

  it("lets searches play, which find what dominates", function()
    local players = { giver = always "give", taker = { search = "mcts", nodes = 2000, length = 1 },
      reply = { search = "best-reply", nodes = 300, others = "greedy" } }
    for _, name in ipairs { "taker", "reply" } do
      local r = result({ players = players }, "giver", name)
      assert.same({ name, "6 14 6" }, { r.winner, r.scores })
      assert.same(r, result({ players = players }, "giver", name))
    end
    for message, player in pairs {
      ["say mcts or best-reply"] = { search = "alpha-beta" },
      ['others: expected "random"'] = { search = "best-reply", others = "best" },
      ["unknown key 'depth'"] = { search = "best-reply", depth = 2 } } do
      local fine, err = pcall(cup, { players = { a = player, b = always "give" } })
      assert.is_false(fine)
      assert.truthy(err:find(message, 1, true), err)
    end
  end)

  it("reports what the seats of each had", function()
    local report = definitions.of(cup()).report
    assert.same({ "first", "second" }, report[3].by)
    assert.is_nil(report[4])
  end)
end)
