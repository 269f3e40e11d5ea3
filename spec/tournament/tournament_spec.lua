--- Specifies tessera.tournament: its points, its games, and the reasons of losses.

local connect4 = require("spec.support.lua_games").connect4
local definitions = require "tessera.study.definitions"
local nim = require "spec.support.nim"
local tessera = require "tessera"

local study = tessera.study

local function one(state)
  return state:actions()[1]
end

-- Always leaves a multiple of 3 coins, if it can.
local function perfect(state)
  return state.board:count "coin" % 3 == 2 and "take 2" or "take 1"
end

local function cup(changes)
  local definition = { name = "cup", game = nim, players = { one = one, perfect = perfect },
    seeds = 1 }
  for key, value in pairs(changes or {}) do
    definition[key] = value
  end
  return tessera.tournament(definition)
end

-- The game of `first` against `second`.
local function game(first, second, changes)
  changes = changes or {}
  changes.players = { a = first, b = second }
  local row = study.try(cup(changes), { first = "a", second = "b", seed = 1 })
  assert.equal("done", row.status, row.message)
  return row.result
end

local function points(made)
  local list = {}
  for _, _, key in study.points(made) do
    list[#list + 1] = key
  end
  return list
end

describe("a tournament", function()
  it("lets every two players meet from both sides, with every seed", function()
    assert.same({
      "first=a second=b seed=1", "first=b second=a seed=1",
      "first=a second=b seed=2", "first=b second=a seed=2",
      "first=a second=c seed=1", "first=c second=a seed=1",
      "first=a second=c seed=2", "first=c second=a seed=2",
      "first=b second=c seed=1", "first=c second=b seed=1",
      "first=b second=c seed=2", "first=c second=b seed=2",
    }, points(cup { players = { c = one, a = one, b = one }, seeds = 2 }))
    assert.same({ "first=a second=b seed=7", "first=b second=a seed=7",
      "first=a second=b seed=-1", "first=b second=a seed=-1" },
      points(cup { players = { a = one, b = one }, seeds = { 7, -1 } }))
    assert.equal(20, #points(cup { seeds = 10 }))
  end)

  it("plays a game, and says who has won and how", function()
    -- 5 coins: 2, then 3 are left for `one`, who takes 1; 2.
    assert.same({ winner = "a", reason = "won", actions = 3, outcome = "First wins",
      moves = "take 2, take 1, take 2" }, game(perfect, one))
    assert.same({ winner = "b", reason = "won", actions = 4, outcome = "Second wins",
      moves = "take 1, take 1, take 1, take 2" }, game(one, perfect))
  end)

  it("takes the codes of actions as well", function()
    assert.equal("take 2, take 1, take 2", game(function(state)
      return state:code(perfect(state))
    end, one).moves)
  end)

  it("begins with a map, with options, or with what a function makes of the seed", function()
    assert.equal("take 1", game(one, one, { map = "o" }).moves)
    assert.equal("take 1, take 1", game(one, one, { start = function(seed)
      return nim.new(("o"):rep(seed + 1))
    end }).moves)
    local result = game("random", "random", { game = "horizontally", map = "..",
      options = { fields = 2, first = "right" } })
    assert.same({ "aA", "b", "Right wins" }, { result.moves, result.winner, result.outcome })
  end)

  it("begins with the same random actions for both sides, others for other seeds", function()
    local made, openings = cup { map = ("o"):rep(40), opening = 8, seeds = 20 }, {}
    for number in study.points(made) do
      local row = study.try(made, number)
      local opening = row.result.moves:match("^" .. ("take %d, "):rep(8))
      openings[row.point.seed] = openings[row.point.seed] or opening
      assert.equal(openings[row.point.seed], opening)
    end
    local different = {}
    for _, opening in pairs(openings) do
      different[opening] = true
    end
    local count = 0
    for _ in pairs(different) do
      count = count + 1
    end
    assert.is_true(count >= 15)
  end)

  it("draws an opening again that ends the game", function()
    for seed = 1, 50 do -- of 4 coins, 3 actions leave one only if all three take 1
      local made = cup { map = "oooo", opening = 3, seeds = { seed } }
      assert.equal("take 1, take 1, take 1, take 1", study.try(made, 1).result.moves)
    end
    local row = study.try(cup { map = "oo", opening = 2 }, 1)
    assert.equal("error", row.status)
    assert.truthy(row.message:find("no 2 random actions lead to a game that goes on", 1, true))
  end)

  it("plays the same game again", function()
    local made = cup { map = ("o"):rep(30), players = { r = "random", s = "random",
      f = function(state, random)
        return state:actions()[random:below(#state:actions()) + 1]
      end, m = { search = "mcts", nodes = 50 } }, seeds = 3 }
    for number in study.points(made) do
      assert.same(study.try(made, number), study.try(made, number))
    end
  end)

  it("gives players copies: what they do to them changes nothing", function()
    assert.equal("take 2, take 1, take 2", game(function(state)
      local action = perfect(state)
      state:apply "take 1"
      return action
    end, one).moves)
  end)

  it("shows a player only what the game shows him", function()
    local cups = tessera.game {
      name = "shells",
      players = 2,
      legend = { ["?"] = "cup", ["."] = "nothing", o = "ball" },
      map = "?.o",
      moves = { "lift <column>" },
      outcomes = { "Found", "Not found" },
      apply = function(state, _, column)
        state:over(state.board:is(1, column, "ball") and "Found" or "Not found")
      end,
      view = function(state)
        state.board:replace("ball", "cup")
      end,
    }
    local seen
    local result = game(function(state)
      seen = tostring(state)
      return "lift 3"
    end, one, { game = cups, winner = function(state)
      return state:outcome() == "Found" and 1 or 2
    end })
    assert.equal("?.?\n", seen)
    assert.same({ "a", "Found" }, { result.winner, result.outcome })
  end)
end)

describe("a game is lost", function()
  local function lost(reason, why, player, changes)
    local result = game(player, one, changes)
    assert.same({ "b", reason }, { result.winner, result.reason })
    assert.truthy(result.why:find(why, 1, true), result.why)
    result = game(one, player, changes)
    assert.same({ "a", reason, 1 }, { result.winner, result.reason, result.actions })
  end

  it("by an error", function()
    lost("crash", "no idea", function() error "no idea" end)
    lost("crash", "an error that is no text: a table", function() error {} end)
    lost("crash", "an error without a message", function() error() end)
    lost("crash", "an error that cannot be shown", function()
      error(setmetatable({}, { __tostring = function() error "again" end }))
    end)
    lost("crash", "stack overflow", function(state)
      local function deeper()
        return 1 + deeper()
      end
      return state and deeper()
    end)
    lost("crash", "it yielded", function() coroutine.yield "take 1" end)
  end)

  it("by an action that is none, or is refused", function()
    lost("illegal", "'take 3' is no action of nim", function() return "take 3" end)
    lost("illegal", "it returned nil", function() end)
    lost("illegal", "it returned a table", function() return {} end)
    lost("illegal", "it returned 1.5", function() return 1.5 end)
    lost("illegal", "is no action of nim", function() return "\0\27[2J" end)
    local result = game(function()
      return "take 2"
    end, function()
      return "take 2"
    end)
    assert.same({ "b", "illegal", "take 2: there is only one coin", 2 },
      { result.winner, result.reason, result.why, result.actions })
  end)

  it("by an action that the game refuses, in the words of its labels", function()
    local function left()
      return "drop 1"
    end
    local result = game(left, left, { game = connect4,
      map = "...../o..../x..../o..../x..../o..x." })
    assert.same({ "a", "illegal", "drop in column 1: the column is full", 1 },
      { result.winner, result.reason, result.why, result.actions })
    assert.equal("drop 1", result.moves)
  end)

  it("by a function that takes too long, whatever it catches", function()
    local limit = { think = 0.05 }
    lost("time", "no move within 0.05 s", function() while true do end end, limit)
    lost("time", "no move within 0.05 s", function()
      while true do
        pcall(function() while true do end end)
      end
    end, limit)
    lost("time", "no move within 0.05 s", function()
      error(setmetatable({}, { __tostring = function() while true do end end }))
    end, limit)
  end)

  it("by nobody, if it is too long, or nobody can move", function()
    assert.same({ winner = "draw", reason = "length", actions = 2, moves = "take 1, take 1" },
      game(one, one, { max_actions = 2 }))
    local stuck = tessera.game { name = "stuck", players = 2, legend = { ["."] = "empty", x = "x" },
      map = "..", moves = { "put <column>" },
      rules = { { "put <column>", "[ empty ] -> [ x ]" } },
      ends = { { "Never", "count x = 3", score = 1 } } }
    assert.same({ winner = "draw", reason = "stuck", actions = 2, moves = "put 1, put 2" },
      game(one, one, { game = stuck }))
    assert.same({ "draw", "draw" }, { game(one, one, { winner = function() return 0 end }).winner,
      game(one, one, { winner = function() return 0 end }).reason })
  end)

  it("by no player, if the rules of the game fail", function()
    local broken = tessera.game { name = "broken", players = 2, legend = { ["."] = "empty" },
      map = ".", moves = { "break" }, apply = function() error "the rules are broken" end }
    local row = study.try(cup { game = broken, winner = function() return 0 end }, 1)
    assert.equal("error", row.status)
    assert.truthy(row.message:find("the rules are broken", 1, true))
  end)
end)

describe("a search as a player", function()
  local searches = {
    ["alpha-beta, 1 deep"] = { search = "alpha-beta", depth = 1 },
    ["alpha-beta, 6 deep"] = { search = "alpha-beta", depth = 6 },
    ["alpha-beta, few nodes"] = { search = "alpha-beta", nodes = 20 },
    mcts = { search = "mcts", nodes = 300 },
    ["mcts with a seed"] = { search = "mcts", nodes = 300, seed = 3 },
  }

  for name, player in pairs(searches) do
    it("takes the last coins, from either side: " .. name, function()
      assert.same({ "a", "take 2" }, { game(player, one, { map = "oo" }).winner,
        game(player, one, { map = "oo" }).moves })
      assert.same({ "b", "take 1, take 2" }, { game(one, player, { map = "ooo" }).winner,
        game(one, player, { map = "ooo" }).moves })
    end)
  end

  it("wins a won game from either side, deep enough", function()
    for coins = 3, 11 do
      local map = ("o"):rep(coins)
      for _, player in ipairs { { search = "alpha-beta", depth = 12 },
        { search = "mcts", nodes = 20000 } } do
        assert.equal(coins % 3 == 0 and "b" or "a", game(player, perfect, { map = map }).winner)
        assert.equal(coins % 3 == 0 and "b" or "a", game(perfect, player, { map = map }).winner)
      end
    end
  end)

  it("looks as deep as `depth` says", function()
    local function fewest(depth)
      local least = 8
      game({ search = "alpha-beta", depth = depth, value = function(state)
        least = math.min(least, state.board:count "coin")
        return 0
      end }, one, { map = "oooooooo", max_actions = 1 })
      return least
    end
    -- Of 8 coins at most 2 each time; alpha-beta need not look at all.
    for depth, bound in ipairs { 6, 4, 2 } do
      assert.is_true(fewest(depth) >= bound)
      assert.is_true(depth == 1 or fewest(depth) < fewest(depth - 1))
    end
  end)

  it("of Horizontally wins what can be won, from either side", function()
    local perfectly = { search = "best_move", perfect = true }
    local changes = { game = "horizontally", options = { fields = 2, rows = 4, columns = 4 } }
    assert.equal("a", game(perfectly, "random", changes).winner) -- who moves first wins on 4 x 4
    changes = { game = "horizontally", options = { fields = 2, rows = 4, columns = 4,
      first = "right" } }
    assert.equal("b", game({ search = "best_move" }, perfectly, changes).winner)
  end)

  it("plays the statement's rule in Horizontally", function()
    local changes = { game = "horizontally", options = { fields = 2, rows = 4, columns = 4 },
      max_actions = 1 }
    assert.equal("Aa", game({ search = "best_move" }, one, changes).moves)
    assert.equal("Ba", game({ search = "best_move", select = 1 }, one, changes).moves)
  end)
end)

describe("a wrong tournament", function()
  local function refused(message, changes)
    local fine, err = pcall(function()
      cup(changes)
    end)
    assert.is_false(fine)
    assert.truthy(err:find(message, 1, true), err)
    assert.truthy(err:find("^spec/tournament/tournament_spec.lua:%d+: tournament"), err)
  end

  it("is refused at its line", function()
    refused("unknown key 'player' (did you mean 'players'?)", { player = {} })
    refused("name: expected a value of type string, got 5", { name = 5 })
    refused("there is no game 'horizontaly' (did you mean 'horizontally'?)",
      { game = "horizontaly" })
    refused("a tournament is for two players; tower has 1", { game = "tower",
      map = "...G/S.##/####" })
    refused("a tournament is for two players; sokoban has 1",
      { game = dofile "samples/games/sokoban.lua" })
    refused("tournament: the number of rows is 2, expected 3..2000",
      { game = "tower", map = "S.G/###" })
    refused("tournament: nim: map: line 1, column 3: unknown cell 'x'", { map = "oox" })
    refused("the table is no game", { game = {} })
    refused("expected 2..100 of them, got 1", { players = { a = one } })
    refused("expected 2..100 of them, got 0", { players = {} })
    refused("'draw' is what", { players = { draw = one, a = one } })
    refused("expected a name", { players = { ["a b"] = one, a = one } })
    refused("expected a name", { players = { one, one } })
    refused("player a: expected a function", { players = { a = "randm", b = one } })
    refused("(did you mean 'random'?)", { players = { a = "randm", b = one } })
    refused("--program a=COMMAND", { players = { a = "program", b = one } })
    refused("there is no search 'alpha_beta' (did you mean 'alpha-beta'?)",
      { players = { a = { search = "alpha_beta" }, b = one } })
    refused("unknown key 'seconds'", { players = { a = { search = "mcts", seconds = 1 },
      b = one } })
    refused("unknown key 'depth'", { players = { a = { search = "mcts", depth = 1 }, b = one } })
    refused("depth must be an integer of 1..400",
      { players = { a = { search = "alpha-beta", depth = 0 }, b = one } })
    refused("nim has no method best_move", { players = { a = { search = "best_move" },
      b = one } })
    refused("player a: range must be", { players = { a = { search = "mcts", range = { 1 } },
      b = one } })
    refused("seeds must be an integer of 1..1000000", { seeds = 0 })
    refused("seeds must be an integer of 1..1000000", { seeds = 1e9 })
    refused("seeds: 3 is there twice", { seeds = { 3, 3 } })
    refused("expected 1..1000000 of them, got 0", { seeds = {} })
    refused("opening must be an integer of 0..1000", { opening = -1 })
    refused("max_actions must be an integer of 1..100000", { max_actions = 0 })
    refused("think must be a number", { think = 0 })
    refused("think must be a number", { think = 0 / 0 })
    refused("leave out map and options", { start = one, map = "o" })
    refused("start: expected a state of a game, got nil", { start = function() end })
    refused("the game is over before it begins", { start = function()
      local state = nim.new "o"
      state:apply "take 1"
      return state
    end })
  end)

  it("tells the ratings what the game calls the first player", function()
    local function report(changes)
      return definitions.of(cup(changes)).report
    end
    local mine = { kind = "ratings", first = "Ann" }
    assert.same({ { kind = "ratings" }, { kind = "cross" } }, report())
    assert.same({ { kind = "ratings", first = "Red" }, { kind = "cross" } },
      report { game = connect4 })
    assert.same({ { kind = "ratings", first = "Red", title = "Cup" }, mine },
      report { game = connect4, report = { { kind = "ratings", title = "Cup" }, mine } })
    assert.same({ { kind = "ratings", first = "Red" } },
      report { game = connect4, report = { kind = "ratings" } })
    assert.has_error(function()
      report { game = connect4, report = { { kind = "ratings", colour = 1 } } }
    end)
  end)

  it("has a message at its line, whatever its keys hold", function()
    local endless = setmetatable({}, { __index = function() error "looked at" end,
      __pairs = function() error "looked at" end, __len = function() error "looked at" end })
    local wild = { true, false, 0, -1, 0.5, 1 / 0, 0 / 0, math.maxinteger, "", "x", "\0\27", {},
      { {} }, { 1, 2, x = 3 }, { [{}] = 1 }, endless, type, coroutine.create(type), nim,
      nim.new(), ("x"):rep(100000) }
    local keys = { "game", "map", "max_actions", "memory", "name", "opening", "options", "players",
      "report", "seconds", "seeds", "start", "think", "winner", "other" }
    local tried = 0
    local function try(changes)
      tried = tried + 1
      local fine, err = pcall(function()
        cup(changes)
      end)
      assert.is_true(fine or type(err) == "string"
        and (err:find "^spec/tournament/tournament_spec.lua:%d+: " or err:find "looked at") ~= nil,
        err)
    end
    for _, key in ipairs(keys) do
      for _, value in ipairs(wild) do
        try { [key] = value }
      end
    end
    for _, value in ipairs(wild) do
      try { players = { a = value, b = one } }
      try { players = { a = { search = value }, b = one } }
      for _, key in ipairs { "depth", "nodes", "range", "seed", "select", "perfect", "value" } do
        for _, search in ipairs { "alpha-beta", "mcts" } do
          try { players = { a = { search = search, [key] = value }, b = one } }
        end
        try { game = "horizontally", options = { fields = 2, rows = 3, columns = 3 },
          players = { a = { search = "best_move", [key] = value }, b = one } }
      end
    end
    assert.is_true(tried > 700)
  end)

  it("is refused if nobody could tell who has won", function()
    local game_without = tessera.game { name = "scoreless", players = 2,
      legend = { ["."] = "empty" }, map = ".", moves = { "wait" }, apply = function() end }
    refused("scoreless has no score: tell with `winner` who has won", { game = game_without })
    refused("tell with `value`", { game = game_without, winner = function() return 0 end,
      players = { a = { search = "mcts" }, b = one } })
    local row = study.try(cup { winner = function() return 3 end }, 1)
    assert.truthy(row.message:find("expected 1, 2 or 0 for a draw, got 3", 1, true))
  end)
end)
