--- Specifies how scenarios are written as Lua source, and how the start of one is found.

local games = require "spec.support.games"
local lua_games = require "spec.support.lua_games"
local rng = require "tessera.rng"
local scenario_text = require "tessera.check.scenario_text"
local tessera = require "tessera"

-- The definition that a source makes.
local function loaded(source)
  local env = { tessera = { scenario = function(definition) return definition end },
    require = function(name) return assert(lua_games[name], name) end }
  return assert(load("return " .. source, "=source", "t", env))()
end

local function longest(source)
  local most = 0
  for line in source:gmatch "[^\n]+" do
    most = math.max(most, #line)
  end
  return most
end

local brackets = tessera.game {
  name = "brackets",
  legend = { [" "] = "floor", ["]"] = "wall", ["["] = "door", ["="] = "bar", ["@"] = "player" },
  options = { title = "none" },
  moves = { "<direction>" },
  rules = { { "<direction>", "[ player | floor ] -> [ floor | player ]" } },
}

describe("the source of a scenario", function()
  it("has its keys in a fixed order, pictures indented, lists in lines of 100 columns", function()
    local play = {}
    for i = 1, 14 do
      play[i] = "PUSH RIGHT"
    end
    assert.equal([==[
tessera.scenario {
  name = "mine",
  game = "tower",
  map = [[
    ...G
    S.##
    ####
  ]],
  play = {
    "PUSH RIGHT", "PUSH RIGHT", "PUSH RIGHT", "PUSH RIGHT", "PUSH RIGHT", "PUSH RIGHT",
    "PUSH RIGHT", "PUSH RIGHT", "PUSH RIGHT", "PUSH RIGHT", "PUSH RIGHT", "PUSH RIGHT",
    "PUSH RIGHT", "PUSH RIGHT",
  },
  expect = {
    outcome = false,
    moves = 0,
    boards = {
      [0] = "...G/S.##/####",
      [2] = [[
        ...G
        S.##
        ####
      ]],
    },
    board = "?",
  },
}]==], scenario_text.of { expect = { board = "?", moves = 0, outcome = false, boards = {
      [2] = "...G\nS.##\n####\n", [0] = "...G/S.##/####" } }, play = play,
      map = "\n ...G\n S.##\n ####", game = "tower", name = "mine" })
  end)

  it("holds any text: quotes, brackets, blanks, control characters, long lines", function()
    local definition = { name = 'a "name"\\\n\0\127\255é', game = brackets,
      map = "  ]] ]]\n ]=] @\n\n  ]", level = -1 / 3,
      options = { title = "one\n  two", ["end"] = 1, ["a b"] = { {}, { x = true } }, [1] = "first",
        [7] = math.mininteger, wide = ("word "):rep(60) },
      play = { "left", 12, "\tup" }, expect = { outcome = "]]", check = false,
        board = ("."):rep(200) .. "\n" .. (" "):rep(200), boards = { [0] = "a\n\tb\r\n" } } }
    local source = scenario_text.of(definition)
    assert.equal([===[
tessera.scenario {
  name = "a \"name\"\\\n\x00\x7F\xFF\xC3\xA9",
  game = require "brackets",
  map = [==[
     ]] ]]
    ]=] @

     ]
  ]==],
  level = -0x1.5555555555555p-2,
  options = {
    "first",
    [7] = 0x8000000000000000,
    ["a b"] = { {}, { x = true } },
    ["end"] = 1,
    title = "one\n  two",
    wide = "word word word word word word word word word word word word word word \z
           word word word word word word word word word word word word word word \z
           word word word word word word word word word word word word word word \z
           word word word word word word word word word word word word word word \z
           word word word word ",
  },
  play = { "left", 12, "\x09up" },
  expect = {
    outcome = "]]",
]===], source:match "^.-outcome = .-\n")
    lua_games.brackets = brackets
    local again = loaded(source)
    lua_games.brackets = nil
    assert.equal(" ]] ]]\n]=] @\n\n ]", (again.map:gsub("\n    ", "\n"):match "^    (.-)\n *$"))
    again.map = definition.map
    assert.same(definition, again)
    assert.is_true(longest(source) <= 100, source)
  end)

  it("names a game as it was required", function()
    package.loaded["my.brackets"] = brackets
    local source = scenario_text.of { name = "x", game = brackets }
    package.loaded["my.brackets"] = nil
    assert.equal('tessera.scenario {\n  name = "x",\n  game = require "my.brackets",\n}', source)
    assert.equal('tessera.scenario {\n  name = "x",\n  game = dofile "a.lua",\n}',
      scenario_text.of({ name = "x", game = brackets }, 'dofile "a.lua"'))
  end)

  it("cannot be written of a function, or a table that holds itself", function()
    local endless = {}
    endless[1] = endless
    for message, definition in pairs {
      ["play cannot be written: a value of type function"] = { play = print },
      ["a table that holds itself cannot be written"] = { options = endless },
      ["board cannot be written: a value of type userdata"] =
        { expect = { board = tessera.grid.new(1, 1) } },
    } do
      local fine, err = pcall(scenario_text.of, definition)
      assert.same({ false, message }, { fine, err })
    end
  end)
end)

describe("the start of a scenario", function()
  it("is a map, with options if it takes them, or what was saved", function()
    local state = tessera.tower.new "...G/S.##/####"
    assert.same({ game = "tower", map = "...G\nS.##\n####" }, scenario_text.start(state))
    state:apply "MOVETO 2"
    assert.same({ game = "tower", saved = state:save() }, scenario_text.start(state))
    state = tessera.horizontally.new("..../....", { fields = 2 })
    assert.same({ game = "horizontally", map = "....\n....", options = { fields = 2 } },
      scenario_text.start(state))
    state:apply "Aa"
    assert.same({ game = "horizontally", saved = state:save() }, scenario_text.start(state))
    assert.same({ game = lua_games.sokoban, map = "#####\n#@$.#\n#####" },
      scenario_text.start(lua_games.sokoban.new "#####\n#@$.#\n#####"))
    state = lua_games.mines.new("../..", { mines = 2, seed = 7 })
    assert.same({ game = lua_games.mines, saved = state:save() }, scenario_text.start(state))
  end)

  it("is saved if the map would lose blanks around it", function()
    local state = brackets.new "@ ]"
    assert.same({ game = brackets, map = "@ ]" }, scenario_text.start(state))
    state:apply "right"
    assert.equal(" @]\n", tostring(state))
    assert.same({ game = brackets, saved = state:save() }, scenario_text.start(state))
  end)

  local starts = {}
  for _, name in ipairs(games) do
    starts[name] = require("spec.conformance." .. name)
  end
  for _, game in ipairs(lua_games) do
    starts[game.name] = require("spec.conformance." .. game.name)
  end
  for name, start in pairs(starts) do
    it("makes the same state again, also in the middle of a game: " .. name, function()
      for seed = 1, 30 do
        local random = rng.new(seed)
        local state, played = start(random), {}
        for _ = 1, random:below(4) do
          local actions = state:actions()
          local action = actions[1 + random:below(math.max(#actions, 1))]
          if action then
            state:apply(action)
          end
        end
        local definition = scenario_text.start(state)
        for i, action in ipairs(state:actions()) do
          played[i] = i <= 3 and action or nil
        end
        local last = state:clone()
        last:apply_all(played)
        definition.name, definition.play = name .. " " .. seed, played
        definition.expect = { board = tostring(last), boards = { [0] = tostring(state) } }
        local source = scenario_text.of(definition)
        assert.is_true(longest(source) <= 100, source)
        local again = loaded(source)
        assert.same(definition.play, again.play)
        local play, same = again.play, nil
        again.play = function(now)
          same = now == state and now:save() == state:save()
          now:apply_all(play)
        end
        again.expect.boards = nil
        again.expect.check = function(now)
          return now == last
        end
        assert.same({}, tessera.scenario.run(tessera.scenario(again)), source)
        assert.is_true(same, source)
      end
    end)
  end
end)
