--- Specifies the ratings of players: scores, strengths, and the kinds `ratings` and `cross`.

local cross = require "tessera.report.kinds.cross"
local ratings = require "tessera.report.kinds.ratings"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"
local strengths = require "tessera.report.strengths"

local elo = 400 / math.log(10)

-- Rows of results from lines such as "ann bob ann won": first, second, winner, reason, and what
-- else there is. "ann bob !time text": a row that failed.
local function rows_of(text)
  local list = {}
  for line in text:gmatch "[^\n]+" do
    local first, second, winner, reason, rest = line:match "^%s*(%S+) (%S+) (%S+) ?(%S*) ?(.*)$"
    local row = { number = #list + 1, key = line, point = { first = first, second = second,
      seed = 1 }, status = "done" }
    if winner:find "^!" then
      row.status, row.message = winner:sub(2), (reason .. " " .. rest)
    else
      row.result = { winner = winner, reason = reason ~= "" and reason or nil,
        why = rest ~= "" and rest or nil }
    end
    list[#list + 1] = row
  end
  return list
end

local function each(list)
  local i = 0
  return function()
    i = i + 1
    return list[i]
  end
end

local function compute(kind, text, entry)
  return kind.compute(entry or {}, each(type(text) == "string" and rows_of(text) or text))
end

local function repeated(text, count)
  return (text .. "\n"):rep(count)
end

-- A player's row as a table by the names of the columns.
local function row_of(block, name)
  for _, row in ipairs(block.rows) do
    if row[1] == name then
      local named = {}
      for i, column in ipairs(block.columns) do
        named[column.name] = row[i]
      end
      return named
    end
  end
end

describe("strengths", function()
  local function game(first, second, won, drawn, lost)
    return { first = first, second = second, won = won, drawn = drawn, lost = lost }
  end

  it("of two players are in closed form without the virtual games", function()
    -- 3 of 4 games are won, from either side: odds of 3 to 1. Of many games the virtual ones do
    -- not matter.
    local n = 4000000
    local fitted = strengths.fit(2, { game(1, 2, 3 * n, 0, n), game(2, 1, n, 0, 3 * n) })
    assert.near(math.log(3) / 2, fitted.strength[1], 1e-6)
    assert.near(-math.log(3) / 2, fitted.strength[2], 1e-6)
    assert.near(0, fitted.advantage, 1e-6)
    -- The variance of a difference is 1 / (games p q), that of each strength a quarter of it.
    assert.near(math.sqrt(1 / (8 * n * 3 / 16) / 4), fitted.deviation[1], 1e-8)
    -- Both win 3 of 4 games as the first player.
    fitted = strengths.fit(2, { game(1, 2, 3 * n, 0, n), game(2, 1, 3 * n, 0, n) })
    assert.near(math.log(3), fitted.advantage, 1e-6)
    assert.near(0, fitted.strength[1], 1e-6)
  end)

  it("take a draw for half a win", function()
    local n = 1000000
    local fitted = strengths.fit(2, { game(1, 2, 50 * n, 20 * n, 30 * n),
      game(2, 1, 30 * n, 20 * n, 50 * n) })
    local x = fitted.strength[1] - fitted.strength[2]
    -- win : loss = exp(x)
    assert.near(math.log(50 / 30), x, 1e-6)
    -- It is as sure as from the 160 games that are not drawn, of which 5 of 8 are won.
    assert.near(math.sqrt(1 / (160 * n * 5 / 8 * 3 / 8) / 4), fitted.deviation[1], 1e-8)
  end)

  -- The same model, fitted by climbing along the gradient, which is taken by differences.
  local function climb(n, games)
    local draws = false
    for _, met in ipairs(games) do
      draws = draws or met.drawn > 0
    end
    local at = {}
    for i = 1, n + (draws and 2 or 1) do
      at[i] = 0
    end
    local function likelihood(x)
      local sum = 0
      for i = 1, #x do
        sum = sum + math.log(1 / (1 + math.exp(-x[i]))) / 2 + math.log(1 / (1 + math.exp(x[i]))) / 2
      end
      for _, met in ipairs(games) do
        local half = (x[met.first] - x[met.second] + (met.forfeited and 0 or x[n + 1])) / 2
        local win, draw, loss = math.exp(half), draws and not met.forfeited
          and math.exp(x[n + 2]) or 0, math.exp(-half)
        local all = win + draw + loss
        sum = sum + met.won * math.log(win / all) + met.lost * math.log(loss / all)
          + (met.drawn > 0 and met.drawn * math.log(draw / all) or 0)
      end
      return sum
    end
    local rate, value = 0.5, likelihood(at)
    for _ = 1, 600 do
      local to = {}
      for i = 1, #at do
        local kept = at[i]
        at[i] = kept + 1e-5
        local above = likelihood(at)
        at[i] = kept - 1e-5
        to[i] = kept + rate * (above - likelihood(at)) / 2e-5
        at[i] = kept
      end
      local reached = likelihood(to)
      if reached > value then
        at, value, rate = to, reached, rate * 1.3
      else
        rate = rate / 2
      end
    end
    local mean = 0
    for i = 1, n do
      mean = mean + at[i] / n
    end
    for i = 1, n do
      at[i] = at[i] - mean
    end
    return at
  end

  -- Games of every two players, at random.
  local function simulated(random, truth, advantage, draw, count)
    local games = {}
    for first = 1, #truth do
      for second = 1, #truth do
        local half = (truth[first] - truth[second] + advantage) / 2
        local win, even, loss = math.exp(half), draw and math.exp(draw) or 0, math.exp(-half)
        local met = game(first, second, 0, 0, 0)
        for _ = 1, first ~= second and count or 0 do
          local thrown = random:below(1 << 30) / (1 << 30) * (win + even + loss)
          local how = thrown < win and "won" or thrown < win + even and "drawn" or "lost"
          met[how] = met[how] + 1
        end
        games[#games + 1] = first ~= second and met or nil
      end
    end
    return games
  end

  -- Games that were forfeited: of the same players, without an advantage and draws.
  local function add_forfeits(games, random, truth, count)
    for _, met in ipairs(simulated(random, truth, 0, nil, count)) do
      met.forfeited = true
      games[#games + 1] = met
    end
    return games
  end

  it("are those of a slow twin", function()
    local random = rng.new(1)
    for round = 1, 6 do
      local n = round % 3 + 2
      local truth = {}
      for i = 1, n do
        truth[i] = random:below(3000) / 1000 - 1.5
      end
      local games = simulated(random, truth, 0.4, round % 2 == 0 and -0.5 or nil, 4)
      if round > 2 then
        add_forfeits(games, random, truth, 3)
      end
      local fitted, twin = strengths.fit(n, games), climb(n, games)
      for i = 1, n do
        assert.near(twin[i], fitted.strength[i], 1e-4)
      end
      assert.near(twin[n + 1], fitted.advantage, 1e-4)
    end
  end)

  local worlds = {
    { "few games", { -1, 0, 1 }, 0.3, nil, 10 },
    { "many games", { -1, 0, 1 }, 0.3, nil, 40 },
    { "draws", { -1.5, -0.5, 0.5, 1.5 }, 0.3, -0.5, 10 },
    { "almost only draws", { -0.3, 0, 0.3 }, 0, 2, 30 },
    { "far differences", { -3, -1, 1, 3 }, 0.2, nil, 20 },
    { "two players", { -0.2, 0.2 }, 0, nil, 50 },
    { "half of the games forfeited", { -1, 0, 1 }, 0.8, nil, 10, 10 },
    { "draws, and games forfeited", { -1, 0, 1 }, 0.8, -0.5, 10, 10 },
  }

  for n = 1, seeds.all and #worlds or 2 do
    local world = worlds[n]
    it("are within the interval of 95 % in 92 to 98 % of all cases: " .. world[1], function()
      local random, hits, asked, hits_advantage, rounds = rng.new(7), 0, 0, 0, 400
      for _ = 1, rounds do
        local games = simulated(random, table.unpack(world, 2, 5))
        add_forfeits(games, random, world[2], world[6] or 0)
        local fitted = strengths.fit(#world[2], games)
        for i, truth in ipairs(world[2]) do
          asked = asked + 1
          local off = math.abs(fitted.strength[i] - truth)
          hits = hits + (off <= 1.96 * fitted.deviation[i] and 1 or 0)
        end
        local off = math.abs(fitted.advantage - world[3])
        hits_advantage = hits_advantage + (off <= 1.96 * fitted.advantage_deviation and 1 or 0)
      end
      assert.is_true(hits / asked > 0.92 and hits / asked < 0.98, hits / asked)
      assert.is_true(hits_advantage / rounds > 0.92 and hits_advantage / rounds < 0.98,
        hits_advantage / rounds)
    end)
  end

  it("are finite whatever the games are", function()
    for _, games in ipairs { {}, { game(1, 2, 1000000, 0, 0) }, { game(1, 2, 0, 1000000, 0) },
      { game(1, 2, 1000000000000, 0, 0), game(2, 3, 1, 0, 0) }, { game(2, 1, 0, 1, 0) } } do
      local fitted = strengths.fit(3, games)
      for i = 1, 3 do
        assert.is_true(fitted.strength[i] - fitted.strength[i] == 0)
        assert.is_true(fitted.deviation[i] > 0 and fitted.deviation[i] < math.huge)
      end
      assert.is_true(fitted.advantage - fitted.advantage == 0)
    end
  end)
end)

describe("the kind ratings", function()
  it("counts games, and rates the players on the scale of Elo", function()
    local block = compute(ratings, repeated("ann bob ann won", 300) .. repeated(
      "ann bob bob won", 100) .. repeated("bob ann ann won", 300)
      .. repeated("bob ann bob won", 100))
    assert.same({ "ann", "bob" }, { block.rows[1][1], block.rows[2][1] })
    local ann, bob = row_of(block, "ann"), row_of(block, "bob")
    assert.same({ 800, 600, 0, 200, 75.0 }, { ann.games, ann.won, ann.drawn, ann.lost,
      ann["points %"] })
    assert.same({ 800, 200, 0, 600, 25.0 }, { bob.games, bob.won, bob.drawn, bob.lost,
      bob["points %"] })
    -- 3 to 1 are 191 points of Elo, one half for each; the deviation of a difference is
    -- sqrt(1 / (800 * 3/16)).
    local half = 1.96 * math.sqrt(1 / (800 * 3 / 16)) * elo / 2
    assert.near(95.4, ann.rating.value, 1)
    assert.near(95.4 - half, ann.rating.low, 1.5)
    assert.near(95.4 + half, ann.rating.high, 1.5)
    assert.near(0, ann.rating.value + bob.rating.value, 1)
    assert.same({ { "ann", ann.rating.value, ann.rating.low, ann.rating.high },
      { "bob", bob.rating.value, bob.rating.low, bob.rating.high } },
      block.plots[1].series[1].points)
    assert.equal("interval", block.plots[1].kind)
    assert.truthy(block.notes[1]:find "To be player 1 is worth %-?0 ")
  end)

  -- The note of what it is worth to be player 1.
  local function advantage(text)
    return compute(ratings, text).notes[1]:match "confidence%. (.*)$"
  end

  it("does not take a game that was forfeited for the work of a side", function()
    -- Of 60 games that were played out, player 1 has won half.
    local played = repeated("ann bob ann won\nann bob bob won\nbob ann ann won\nbob ann bob won",
      15)
    assert.equal("To be player 1 is worth 0 (-87 to 87).", advantage(played))
    -- Two players who crash with their first action: player 1 always loses.
    local crashes = repeated("eve fay fay crash\nfay eve eve crash", 50)
    for _, more in ipairs { crashes, (crashes:gsub("crash", "illegal")),
      (crashes:gsub("crash", "time")), repeated("eve fay !crash crashed (signal 11): to move: eve\n"
        .. "fay eve !memory not enough memory: to move: fay", 50) } do
      assert.equal("To be player 1 is worth 0 (-87 to 87), by the 60 games that nobody forfeited"
        .. " (by a crash, an illegal action or a time limit).", advantage(played .. more))
      assert.equal("What it is worth to be player 1 is not known: every game was forfeited (a"
        .. " crash, an illegal action, a time limit).", advantage(more))
    end
    -- A loss by a reason of the game's own counts.
    assert.truthy(advantage(crashes:gsub("crash", "resigned")):find("worth %-%d"))
  end)

  it("calls the first player as it is told", function()
    local rows = repeated("ann bob ann won\nbob ann bob won", 3)
    local entry = { kind = "ratings", first = "Red" }
    assert.truthy(compute(ratings, rows, entry).notes[1]:find("To be Red is worth ", 1, true))
    rows = "ann bob bob crash"
    assert.truthy(compute(ratings, rows, entry).notes[1]
      :find("What it is worth to be Red is not known", 1, true))
  end)

  it("still rates by games that were forfeited", function()
    local block = compute(ratings, repeated("ann bob ann crash\nbob ann ann crash", 10))
    assert.is_true(row_of(block, "ann").rating.value > 100)
    assert.same({ 20, 20 }, { row_of(block, "ann").won, row_of(block, "bob").crash })
  end)

  it("tells why games were lost, with an example", function()
    local block = compute(ratings, [[
      ann bob ann won
      ann bob ann crash no idea
      bob ann ann illegal drop 9
      bob ann ann illegal drop 8
      ann bob draw draw
      bob ann bob time]])
    assert.same({ crash = 1, illegal = 2, time = 0 }, { crash = row_of(block, "bob").crash,
      illegal = row_of(block, "bob").illegal, time = row_of(block, "bob").time })
    assert.same({ 0, 0, 1 }, { row_of(block, "ann").crash, row_of(block, "ann").illegal,
      row_of(block, "ann").time })
    local notes = table.concat(block.notes, "\n")
    assert.truthy(notes:find("bob has lost 2 games by 'illegal'; point 3: drop 9.", 1, true), notes)
    assert.truthy(notes:find("bob has lost 1 game by 'crash'; point 2: no idea.", 1, true), notes)
    assert.truthy(notes:find("ann has lost 1 game by 'time'; point 6.", 1, true), notes)
  end)

  it("takes a point that failed for lost by the player who was to move", function()
    local block = compute(ratings, [[
      ann bob ann won
      ann bob !time stopped after 3 s of CPU time: to move: ann
      ann bob !crash crashed (signal 11): to move: bob
      ann bob !error bob.lua:3: the rules are broken
      ann bob !time stopped after 3 s of CPU time: to move: eve]])
    assert.same({ 3, 2, 1, 1 }, { row_of(block, "ann").games, row_of(block, "ann").won,
      row_of(block, "ann").lost, row_of(block, "ann").time })
    assert.same({ 1, 0 }, { row_of(block, "bob").crash, row_of(block, "bob").time })
    local notes = table.concat(block.notes, "\n")
    assert.truthy(notes:find("point 2: stopped after 3 s of CPU time.", 1, true), notes)
    assert.truthy(notes:find("Not counted: 2 points; the first is point 4: bob.lua:3: the rules are"
      .. " broken", 1, true), notes)
  end)

  it("warns of games that are alike, and of players who have won or lost all", function()
    local list = rows_of "a b a won\na b a won\nb a a won\na b a won"
    for i, moves in ipairs { "x, y", "x, y", "x, y", "x, z" } do
      list[i].result.moves = moves
    end
    local notes = table.concat(compute(ratings, list).notes, "\n")
    assert.truthy(notes:find("1 game is the same as another one before", 1, true), notes)
    assert.truthy(notes:find("a has won all games", 1, true), notes)
    assert.truthy(notes:find("b has lost all games", 1, true), notes)
  end)

  it("says so if there are no games", function()
    assert.same({ title = "Ratings", notes = { "There are no games yet." } }, compute(ratings, ""))
    local block = compute(ratings, { { number = 1, point = { size = 3 }, status = "done",
      result = {} }, { number = 2, point = { first = "a", second = 5 }, status = "done" },
      { number = 3, point = { first = "a", second = "a" }, status = "done",
        result = { winner = "a" } },
      { number = 4, point = { first = "a", second = "b" }, status = "done",
        result = { winner = "c" } } })
    assert.same({ "There are no games yet.",
      "Not counted: 4 points; the first is point 1: it is no game" }, block.notes)
  end)

  it("stays quick when every game has other players", function()
    local list = {}
    for i = 1, 2000 do
      list[i] = { number = i, point = { first = "a" .. i, second = "b" .. i }, status = "done",
        result = { winner = "a" .. i, reason = "won" } }
    end
    local block = compute(ratings, list)
    assert.equal(100, #block.rows)
    assert.equal("Only the first 100 players are counted.", block.notes[#block.notes])
  end)

  it("has a title, and no other keys", function()
    assert.same({ kind = "ratings", title = "t", first = "Red" }, ratings.check("x",
      { kind = "ratings", title = "t", first = "Red" }))
    assert.has_error(function()
      ratings.check("report: entry 1", { kind = "ratings", by = "x" })
    end)
  end)
end)

describe("the kind cross", function()
  it("has won-drawn-lost games of all pairs, the best player first", function()
    local block = compute(cross, [[
      ann bob ann won
      bob ann ann won
      ann bob draw draw
      ann bob bob won
      bob eve bob crash
      eve bob bob won]])
    assert.same({ "player", "ann", "bob", "eve" }, { block.columns[1].name, block.columns[2].name,
      block.columns[3].name, block.columns[4].name })
    assert.same({
      { "ann", "", "2-1-1", "" },
      { "bob", "1-1-2", "", "2-0-0" },
      { "eve", "", "0-0-2", "" },
    }, block.rows)
  end)

  it("is left out if there are no games", function()
    assert.is_nil(compute(cross, ""))
  end)
end)
