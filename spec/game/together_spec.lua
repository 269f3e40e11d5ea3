-- Players who act together (docs/together.md): boards that can be checked by eye.

local tessera = require "tessera"

local function definition(changes)
  local all = {
    name = "tag",
    players = 2,
    together = true,
    layers = { "ground", "things" },
    legend = { ["."] = { ground = "floor" }, ["#"] = { ground = "wall" },
      ["_"] = { ground = "home" }, a = { ground = "floor", things = "apple" } },
    groups = { avatar = { each = "player", facing = true, layer = "things",
      characters = { "^>v<", "nesw" } }, open = { "floor", "home" } },
    fields = { frozen = { each = "player", timer = true } },
    moves = { "forward", "left", "right", "zap", "wait" },
    rules = {
      { "forward", "ahead of mine [ mine | open no things ] -> [ | mine ]", when = "frozen = 0" },
      { "forward", "ahead of mine [ mine | open apple ] -> [ | mine no apple ]", reward = 1,
        when = "frozen = 0" },
      { "left", "[ mine ] -> [ mine turned left ]" },
      { "right", "[ mine ] -> [ mine turned right ]" },
      { "zap", "ahead of mine [ mine | theirs ] -> [ mine | theirs ]",
        add = { frozen = { theirs = 3 } }, reward = { mine = -1, theirs = -5, all = 2 } },
      { "zap", "ahead of mine [ mine | 1..2 open no things | theirs ] -> [ mine | 1..2 open | ]",
        add = { frozen = { theirs = 3 } } },
      { "wait" },
    },
    after = {
      { "first [ home no things ] -> [ home mine ]", each = "player",
        when = "frozen = 0 and no mine" },
    },
    ends = { { "Eaten", "no apple" } },
  }
  for key, value in pairs(changes or {}) do
    all[key] = value
  end
  return all
end

local function rows(state)
  return (tostring(state):gsub("\n$", ""):gsub("\n", "/"))
end

-- Plays a step of both players. Returns what the last choice answers.
local function step(state, first, second)
  assert.is_true(state:apply("1: " .. first))
  return state:apply("2: " .. second)
end

local function board_after(map, first, second, changes)
  local state = tessera.game(definition(changes)).new(map)
  step(state, first, second)
  return rows(state)
end

describe("players who act together", function()
  it("choose in turn, and act with the last choice", function()
    local state = tessera.game(definition()).new ">..a/...s"
    assert.are.same({ "1: forward", "1: left", "1: right", "1: wait" }, state:actions())
    assert.is_true(state:apply "forward")
    assert.are.equal(2, state:turn())
    assert.are.equal(">..a/...s", rows(state))
    assert.are.same({ nil, "2: forward: player 1 chooses now" },
      { tessera.game(definition()).new(">..a"):apply "2: forward" })
    assert.is_true(state:apply "2: right")
    assert.are.equal(1, state:turn())
    assert.are.equal(".>.a/...w", rows(state))
  end)

  it("have pieces that look somewhere", function()
    assert.are.equal(".>a/.w./...", board_after(">.a/..w/...", "forward", "forward"))
    assert.are.equal("^..a/...n", board_after(">..a/...e", "left", "left"))
    assert.are.equal("v..a/...s", board_after(">..a/...e", "right", "right"))
  end)

  it("earn rewards for themselves, for others, for all", function()
    local state = tessera.game(definition()).new ">aea/...a"
    step(state, "forward", "forward")
    assert.are.equal(".>.e/...a", rows(state))
    assert.are.same({ 1, 1 }, { state.reward[1], state.reward[2] })
    step(state, "wait", "wait")
    assert.are.same({ 0, 0 }, { state.reward[1], state.reward[2] })
    assert.are.same({ 1, 1 }, { state:score(1), state:score(2) })
    local near = tessera.game(definition()).new ">w.a"
    step(near, "zap", "wait")
    assert.are.same({ 1, -3 }, { near.reward[1], near.reward[2] })
    assert.are.same({ 0, 2 }, { near.frozen[1], near.frozen[2] })
  end)

  it("go in directions that their actions name", function()
    local state = tessera.game({ name = "walk", players = 2, together = true,
      legend = { ["."] = "empty", E = "exit" }, groups = { runner = { each = "player" } },
      moves = { "<direction>", "wait" },
      rules = { { "<direction>", "[ mine | empty ] -> [ | mine ]" }, { "wait" } },
      ends = { { "Out", "no exit" } } }).new "1.E/..2"
    assert.are.same({ "1: down", "1: right", "1: wait" }, state:actions())
    step(state, "right", "left")
    assert.are.equal(".1E/.2.", rows(state))
  end)

  it("are hit by a beam of a greatest length, and come back when their time is over", function()
    local state = tessera.game(definition()).new ">..wa_"
    step(state, "zap", "wait")
    assert.are.equal(">...a_", rows(state))
    step(state, "wait", "forward")
    assert.are.equal(">...a_", rows(state))
    step(state, "wait", "forward")
    assert.are.equal(">...an", rows(state))
    local far = tessera.game(definition()).new ">...wa"
    local done, outcome, idle = step(far, "zap", "wait")
    assert.are.equal(">...wa", rows(far))
    assert.are.same({ true, nil, "1: zap: row 1, column 4 is floor, not 'theirs'" },
      { done, outcome, idle })
  end)

  it("may do nothing, and hear why", function()
    local state = tessera.game(definition()).new ">#.a/...n"
    local events = {}
    assert.is_true(state:apply("forward"))
    local done, outcome, idle = state:apply("zap", events)
    assert.are.same({ true, nil, "1: forward: row 1, column 2 is wall, not 'open no things'; "
      .. "2: zap: row 1, column 4 is floor and apple, not 'theirs'" }, { done, outcome, idle })
    assert.are.same({ { kind = "idle", what = ">", to = { 1, 1 } },
      { kind = "idle", what = "n", to = { 2, 4 } } }, events)
  end)

  it("act in the order of their numbers", function()
    assert.are.equal(".>w.a", board_after(">.w.a", "forward", "forward"))
    assert.are.equal("..e>.a", board_after(".e>..a", "forward", "forward"))
    assert.are.equal(".>.e.a", board_after(".>e..a", "forward", "forward"))
  end)

  it("act at once: who follows does not see that room is made", function()
    local changes = { order = "at once" }
    assert.are.equal(".>w.a", board_after(">.w.a", "forward", "forward", changes))
    assert.are.equal(".e.>.a", board_after(".e>..a", "forward", "forward", changes))
    assert.are.equal(".>.e.a", board_after(".>e..a", "forward", "forward", changes))
    local state = tessera.game(definition(changes)).new ">.w.a"
    local _, _, idle = step(state, "forward", "forward")
    assert.are.equal("2: forward: another player was faster", idle)
  end)

  it("hit all that are found in every direction, each of them once", function()
    local changes = definition()
    changes.rules[5] = { "zap", "every orthogonal [ mine | theirs ] -> [ mine | ]",
      reward = { theirs = -5 } }
    changes.rules[6] = { "zap" }
    changes.players, changes.groups.avatar.characters = 3, { "^>v<", "nesw", "8642" }
    local state = tessera.game(changes).new ".8.a/s^.a/.n.a"
    step(state, "zap", "wait")
    state:apply "wait"
    assert.are.equal("...a/.^.a/...a", rows(state))
    assert.are.same({ 0, -5, -5 }, { state.reward[1], state.reward[2], state.reward[3] })
  end)

  it("move in a sweep where each looks, whoever they are", function()
    local changes = { after = { { each = "player", at_once = true,
      sweep = { "[ apple ] -> [ ]", "ahead of mine [ mine | open no things ] -> [ | mine ]" } } } }
    assert.are.equal(".>w../.....", board_after(">..w./a....", "wait", "wait", changes))
  end)

  it("have more than one kind of piece, each its own", function()
    local function after(map, first, ...)
      local changes = { pieces = "avatar", moves = { "go", "wait" },
        groups = { open = { "floor", "home" },
          avatar = { each = "player", facing = true, characters = { "^>v<", "nesw" } },
          trail = { each = "player", facing = true, characters = { "urdl", "2468" } } },
        rules = { { "go", ... }, { "wait" } }, after = {}, ends = {} }
      return board_after(map, first, "wait", changes)
    end
    local mine = "ahead of mine [ mine | my trail ] -> [ my trail | mine ]"
    assert.equal("r>", after(">r", "go", mine))
    assert.equal(">6", after(">6", "go", mine))
    local theirs = "[ mine | their trail ] -> [ mine | ]"
    assert.equal(">.", after(">6", "go", theirs))
    assert.equal(">r", after(">r", "go", theirs))
    local left = "first ahead of mine [ mine as m | open no things ] -> [ trail like m | m ]"
    assert.equal("r>", after(">.", "go", left))
    assert.equal("v/d", after("d/v", "go", "first [ my trail as t | mine ] -> [ mine | t ]"))
    assert.equal(".r>/2..", after("r.>/2..", "go",
      "first ahead of my trail [ my trail | no things ] -> [ | my trail ]"))
    assert.equal("dr>/2..", after("r.>/2..", "go",
      "first ahead of my trail [ my trail | no things ] -> [ my trail turned right | my trail ]"))
    assert.equal("6.>", after("2.>", "go", "first [ their trail ] -> [ their trail turned back ]"))
    assert.equal("u.>", after("a.>", "go", "first [ apple ] -> [ my trail ]"))
  end)

  it("ask for what the others have whom they meet", function()
    local function meets(map, when, order)
      local state = tessera.game(definition { order = order, after = {}, ends = {},
        fields = { gold = { each = "player" }, frozen = { each = "player" } }, players = 3,
        groups = { open = { "floor", "home" },
          avatar = { each = "player", facing = true, characters = { "^>v<", "nesw", "8642" } } },
        moves = { "take", "dig", "wait" },
        rules = { { "dig", add = { gold = 1 } },
          { "take", "ahead of mine [ mine | theirs ] -> [ mine | ]", when = when, reward = 1 },
          { "take", "ahead of mine [ mine | 1+ open no things | theirs ] -> "
            .. "[ mine | 1+ open no things | ]", when = when, reward = 1 },
          { "wait" } } }).new(map)
      for action in ("dig wait dig wait wait dig take wait wait"):gmatch "%l+" do
        state:apply(action)
      end
      return rows(state)
    end
    for _, order in ipairs { "fixed", "at once" } do
      assert.equal(">n8", meets(">n8", "their gold > 0", order))
      assert.equal(">.n", meets(">8n", "their gold > 0", order))
      assert.equal(">.n", meets(">8n", "gold < their gold * 2", order))
      assert.equal(">8n", meets(">8n", "gold > their gold", order))
      assert.equal(">...n", meets(">..8n", "their gold = 2", order))
      assert.equal(">..n8", meets(">..n8", "(their gold = 2) or (their frozen > 0)", order))
    end
  end)

  it("do what a rule says before they do nothing", function()
    local changes = definition()
    table.insert(changes.rules, 1, { "wait", "[ apple ] -> [ ]" })
    local state = tessera.game(changes).new ">as.a"
    step(state, "wait", "left")
    assert.are.equal(">.e.a", rows(state))
  end)

  it("act in an order that is drawn", function()
    local tag, met = tessera.game(definition { order = "random" }), {}
    for seed = 1, 20 do
      local state = tag.new(">.w.a", { seed = seed })
      step(state, "forward", "forward")
      met[rows(state)] = true
    end
    assert.are.same({ [".>w.a"] = true, [">w..a"] = true }, met)
    local given = tag.new(">.w.a", { chance = { 1 } }) -- the last one changes places with the first
    step(given, "forward", "forward")
    assert.are.equal(">w..a", rows(given))
  end)

  it("may end the game for all, or one of them", function()
    local state = tessera.game(definition { ends = { { { "First", "Second" }, "frozen > 0" } } })
      .new ">w.a"
    step(state, "zap", "wait")
    assert.are.equal("Second", state:outcome())
    assert.is_nil(state:turn())
    assert.are.same({}, state:actions())
  end)

  it("are refused by searches that would see what others have chosen", function()
    local search = require "tessera.search"
    local state = tessera.game(definition()).new ">..a/...s"
    for _, method in ipairs { "alpha-beta", "proof-number", "nrpa" } do
      assert.has_error(function() search.best(state, { method = method, nodes = 10 }) end,
        ("search.best: players act together in tag, so %s would see what the others have chosen: "
          .. "say mcts or best-reply"):format(method))
    end
    local actions = search.shortest(state)
    assert.are.equal("1: forward, 2: forward", table.concat(actions, ", ", 1, 2))
    state:apply_all(actions)
    assert.are.equal("Eaten", state:outcome())
  end)

  it("keep the laws of games, whoever is idle", function()
    local check = require "tessera.check"
    for _, order in ipairs { "fixed", "random", "at once" } do
      local tag, states = tessera.game(definition { order = order }), {}
      for i, map in ipairs { ">.w.a", ">#ea_/....s", ">w.a" } do
        states[i] = tag.new(map)
      end
      assert.are.same({}, (check.run(states, { games = 30 })))
    end
  end)

  it("hide what they have chosen, save it, and load it", function()
    local tag = tessera.game(definition())
    local state = tag.new ">..a/...s"
    state:apply "forward"
    local text = state:save()
    assert.truthy(text:find("\nchosen.1 1\n", 1, true))
    assert.falsy(state:view(2):save():find("chosen.1 1", 1, true))
    assert.are.equal(text, tag.load(text):save())
    assert.has_error(function() tag.load((text:gsub("chosen.1 1", "chosen.1 0"))) end)
    assert.has_error(function() tag.load((text:gsub("chosen.1 1", "chosen.1 999"))) end)
    assert.has_error(function() tag.load((text:gsub("chosen.2 0", "chosen.2 1"))) end)
  end)

  it("are told what is wrong with their definition", function()
    local function refused(changes, why)
      local done, message = pcall(tessera.game, definition(changes))
      assert.is_false(done)
      assert.truthy(tostring(message):find(why, 1, true), message)
    end
    local function rules(first)
      return { rules = { first, { "wait" } }, moves = { first[1], "wait" } }
    end
    refused({ order = "fixd" }, "there is no order 'fixd' (did you mean 'fixed'?)")
    refused({ order = "random", together = false },
      "order: it is for players who act together: say together = true")
    refused({ players = 1 }, "together: it is for two players or more: say players = 2")
    refused({ turn = function() end }, "without a function turn")
    refused({ score = function() end }, "the score is a field or a count, not a function")
    refused({ after = { function() end } }, "step 1: a game whose players act together has no "
      .. "function here")
    refused(rules { "go", "[ mine ] -> [ ]", keep_turn = true },
      "rule 1: a game whose players act together has no keep_turn")
    refused({ rules = { { "go", "[ mine ] -> [ ]" } }, moves = { "go" } },
      'a player must be able to do nothing: write a rule { "wait" }')
    for _, word in ipairs { "each", "random" } do
      local changes = rules { "go", word .. " [ mine ] -> [ ]" }
      changes.order = "at once"
      refused(changes, 'rule 1: order = "at once" is for rules that change one place, without '
        .. word)
    end
    refused({ fields = { chosen = 0 } }, "the name 'chosen' is used twice")
    refused({ fields = { frozen = { each = "team" } } }, 'each: expected "player", got \'team\'')
    refused({ fields = { frozen = { each = "player", size = 2 } } }, "no size")
    refused({ fields = { frozen = { timer = true, min = 1 } } },
      "a timer counts down to 0, so its min cannot be 1")
    refused({ groups = { avatar = { each = "team" } } }, 'each: expected "player", got \'team\'')
    refused({ groups = { avatar = { each = "player", layer = "thing" } } },
      "layer: there is no layer 'thing' (did you mean 'things'?)")
    refused({ groups = { avatar = { each = "player", facing = true, characters = { "^>v", "nesw" },
      layer = "things" } } }, "expected four characters, for up, right, down and left")
    refused({ groups = { avatar = { each = "player", facing = true, characters = { "^>v<", "nasw" },
      layer = "things" } } }, "the character 'a' is taken")
    refused({ pieces = "avatars" }, 'there is no group \'avatars\' with each = "player"')
    refused({ after = { { "first [ mine ] -> [ ]" } } }, "all have acted, so nobody is meant")
    refused({ after = { { "first [ apple ] -> [ ]", reward = 1 } } },
      "all have acted, so nobody is meant")
    refused({ after = { { "first [ apple ] -> [ ]", each = "team" } } },
      'each: expected "player", got \'team\'')
    refused(rules { "go", "[ my avatr ] -> [ ]" },
      "column 6: expected a group with each = \"player\", got 'avatr' (did you mean 'avatar'?)")
    refused(rules { "go", "[ mine ] -> [ my open ]" },
      "column 18: 'open' is no group with each = \"player\" (expected one of avatar)")
    refused(rules { "go", "ahead of my open [ mine ] -> [ ]" },
      "column 13: 'open' is no group with each = \"player\"")
    refused(rules { "go", "[ mine as m ] -> [ open like m ]" },
      "'m' is of no group with as many kinds in the same order")
    refused({ after = { { "first [ my avatar ] -> [ ]" } } }, "all have acted, so nobody is meant")
    local zap = "ahead of mine [ mine | theirs ] -> [ mine | ]"
    refused(rules { "go", zap, when = "their frozn > 0" },
      "column 7: expected a field of each player after 'their', got 'frozn' "
        .. "(did you mean 'frozen'?)")
    refused(rules { "go", "[ mine ] -> [ ]", when = "their frozen > 0" },
      "column 7: 'their frozen' is for the rule of an action whose pattern names 'theirs'")
    refused(rules { "go", "each " .. zap, when = "0 < their frozen" },
      "column 11: 'their frozen' is that of the first place: leave each and random out")
    refused({ after = { { "first " .. zap, each = "player", when = "their frozen > 0" } } },
      "'their frozen' is for the rule of an action")
    refused({ fields = { frozen = 0 }, rules = { { "go", zap, when = "their frozen > 0" },
      { "wait" } }, moves = { "go", "wait" } }, "'frozen' is no field of each player")
    refused({ ends = { { "Done", "frozen > 1" } } },
      "'frozen' is a field of each player, and nobody acts here")
    refused(rules { "go", "[ mine ] -> [ ]", reward = { theirs = 1 } },
      "its pattern names no 'theirs' that could be meant")
    refused(rules { "go", "[ mine ] -> [ ]", reward = { his = 1 } }, "'his'")
    refused(rules { "go", "[ mine ] -> [ ]", add = { gold = { mine = 1 } } }, "'gold'")
  end)
end)
