--- Specifies PuzzleScript rules in games written in Lua.

local parse = require "tessera.puzzlescript.parse"
local puzzlescript = require "tessera.puzzlescript"
local pure_games = require "spec.support.puzzlescript"
local raised = require "spec.support.raised"
local random = require "spec.support.puzzlescript_random"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

-- A game of crates; marks lie on the ground.
local function game(rules, more)
  local definition = {
    name = "crates", layers = { "ground", "things" },
    legend = { ["."] = { ground = "floor" }, x = { ground = "mark" },
      ["#"] = { ground = "floor", things = "wall" },
      ["@"] = { ground = "floor", things = "player" },
      ["+"] = { ground = "mark", things = "player" },
      ["$"] = { ground = "floor", things = "crate" },
      ["*"] = { ground = "mark", things = "crate" } },
    moves = { "<direction>", "action" }, rules = rules,
  }
  for key, value in pairs(more or {}) do
    definition[key] = value
  end
  return tessera.game(definition)
end

-- The boards to which actions lead, "/" between rows; the reason of an action that is refused.
local function boards(module, map, ...)
  local state, list = module.new(map), {}
  for i, action in ipairs { ... } do
    local done, why = state:apply(action)
    list[i] = done and tostring(state):gsub("\n$", ""):gsub("\n", "/") or why
  end
  return list
end

local push = "[ > player | crate ] -> [ > player | > crate ]"

describe("PuzzleScript rules in a game in Lua", function()
  it("push by forces", function()
    local module = game(puzzlescript(push))
    assert.same({ ".@$.", "..@$", "right: not possible here" },
      boards(module, "@$..", "right", "right", "right"))
    assert.same({ ".+$/...", ".x$/.@." }, boards(module, "@x$/...", "right", "down"))
    assert.same({ "right: not possible here" }, boards(module, "@$$.", "right"))
    local rows = push .. "\n[ > crate | crate ] -> [ > crate | > crate ]"
    assert.same({ ".@$$" }, boards(game(puzzlescript(rows)), "@$$.", "right"))
  end)

  it("know kinds, groups and layers by their names, in capital or small letters", function()
    local module = game(puzzlescript [[
      [ > PLAYER | Heavy ] -> cancel
      [ > player | things ] -> [ > player | ]
    ]], { groups = { heavy = { "wall" } } })
    assert.same({ "right: not possible here" }, boards(module, "@#", "right"))
    assert.same({ ".@" }, boards(module, "@$", "right"))
  end)

  it("mean all kinds of a name, in whatever layer they are", function()
    local module = tessera.game { name = "double", layers = { "low", "high" },
      legend = { ["."] = {}, ["@"] = { high = "player" }, b = { low = "bomb" },
        B = { high = "bomb" } },
      moves = { "action" },
      rules = puzzlescript "[ bomb ] [ action player ] -> [ ] [ action player ]" }
    assert.same({ "@..." }, boards(module, "@b.B", "action"))
  end)

  it("leave other actions to other rules, and to functions", function()
    local module = game({ puzzlescript(push), { "blow", "[ crate ] -> [ no things ]" } }, {
      moves = { "<direction>", "blow", "put <column>" },
      apply = function(state, _, column) state.things:set(1, column, "crate") end })
    assert.same({ ".@$.", ".@..", ".@.$" },
      boards(module, "@$..", "right", "blow", "put 4"))
  end)

  it("are tried in their place among the rules", function()
    local module = game { { "left", "[ player | no things ] -> [ player | crate ]" },
      puzzlescript(push) }
    assert.same({ ".$@.", "$@.." }, boards(module, "..@.", "left", "left"))
  end)

  it("count, and call a function with the words of the action", function()
    local told = {}
    local module = game(puzzlescript { push, count = "moves", call = function(state, word)
      told[#told + 1] = word .. " " .. tostring(state)
      if word == "up" then
        return nil, "up is not allowed"
      end
    end }, { counters = { moves = 0 } })
    local state = module.new ".../.@$"
    assert.same({ nil, "up: up is not allowed" }, { state:apply "up" })
    assert.is_true(state:apply "left")
    assert.is_nil(state:apply "left")
    assert.equal(1, state.moves)
    assert.same({ "up .@.\n..$\n", "left ...\n@.$\n" }, told)
  end)

  it("are followed by steps and ends", function()
    local module = game(puzzlescript(push), { after = { "each [ crate ] -> [ no things ]" },
      ends = { { "Alone", "no crate" } } })
    local state = module.new "@$.."
    assert.same({ true, "Alone" }, { state:apply "right" })
    assert.equal(".@..\n", tostring(state))
  end)

  it("refuse by cancel, and by a message that comes without a change", function()
    local module = game(puzzlescript [[
      [ > player | wall ] -> message A wall.
      [ > player | crate ] -> cancel
      [ left player ] -> message To the left!
    ]])
    assert.same({ "right: A wall.", "down: not possible here", "@.#/$$." },
      boards(module, ".@#/$$.", "right", "down", "left"))
  end)

  it("end the game with its goal when they say win", function()
    local rules = puzzlescript "[ > player | wall ] -> win"
    local state = game(rules).new "@#"
    assert.same({ true, "Won" }, { state:apply "right" })
    assert.equal("@#\n", tostring(state))
    state = game(rules, { goal = "Out", ends = { { "Lost", "count player = 0" } } }).new "@#"
    assert.same({ true, "Out" }, { state:apply "right" })
  end)

  it("go on by themselves when they say again", function()
    local module = game(puzzlescript [[
      [ right player ] -> [ right player ] again
      right [ stationary player | no things ] -> [ > player | ] again
    ]])
    assert.same({ "...@#" }, boards(module, "@...#", "right"))
    assert.same({ "up: not possible here" }, boards(module, "@...#", "up"))
  end)

  it("are possible whatever the dice say, and so want a counter where they draw", function()
    local text = "random [ > player ] -> [ randomdir player ]\n[ > player | wall ] -> cancel"
    local module = game(puzzlescript { text, count = "keys" }, { counters = { keys = 0 } })
    local stayed = 0
    for seed = 1, 20 do
      local state = module.new("###/#@./###", { seed = seed })
      assert.same({ "up", "down", "left", "right" }, state:actions())
      assert.is_true(state:apply "up")
      assert.equal(1, state.keys)
      stayed = stayed + (state.things:is(2, 2, "player") and 1 or 0)
    end
    assert.is_true(stayed > 0 and stayed < 20)
    assert.error_matches(function()
      game(puzzlescript(text))
    end, "puzzlescript: rules with chance may change nothing: count the actions %(count = %.%.%.%)")
  end)

  it("draw the game's dice, and only where they draw", function()
    local module = game(puzzlescript { "[ action player | no things ] -> [ player | random thing ]",
      count = "keys" }, { groups = { thing = { "crate", "wall" } }, counters = { keys = 0 } })
    local seen = {}
    for seed = 1, 20 do
      local state = module.new("@.", { seed = seed })
      assert.is_true(state:apply "action")
      seen[tostring(state)] = true
    end
    assert.same({ ["@$\n"] = true, ["@#\n"] = true }, seen)
    local one, other = module.new("@..", { seed = 1 }), module.new("@..", { seed = 1 })
    one:apply_all { "right", "left" }
    one:apply "action"
    other:apply "action"
    assert.equal(other:key(), one:key())
  end)

  it("raise an error where a layer without a blank is left empty", function()
    local module = game(puzzlescript "[ action player floor ] -> [ player ]")
    local state = module.new ".@"
    local fine, message = pcall(state.apply, state, "action")
    assert.is_false(fine)
    assert.equal("the rules leave row 1, column 2 of layer 'ground' empty, which has no kind "
      .. "'nothing' or 'empty'", message:match "the rules.*")
    assert.equal(".@\n", tostring(state))
  end)

  it("tell errors by the line of the text", function()
    local function wrong(rules, more)
      return (raised(game, rules, more):gsub("^game 'crates': ", ""))
    end
    local places = {
      ["line 1, column 14: 'crat' is not defined (did you mean 'crate'?)"] =
        "[ > player | crat ] -> [ > player | > crate ]",
      ["line 2, column 14: 'nothing' is the blank of layer 'things', which rules do not name: "
        .. "'no things' has it"] = push .. "\n[ > player | nothing ] -> cancel",
      ["line 1, column 20: expected ']' at the end"] = "[ > player ] -> [ > ",
      ["line 2: expected rules, got the section LEVELS"] = push .. "\nLevels",
      ["there are no rules"] = "(nothing)",
      ["the command 'restart' is not for a game in Lua"] = "[ > player | crate ] -> restart",
    }
    for message, text in pairs(places) do
      assert.match(message, (wrong(puzzlescript(text))), 1, true)
    end
    assert.equal("puzzlescript: none of the moves is <direction> or one of up, down, left, right, "
      .. "action, tick", (wrong(puzzlescript(push), { moves = { "go" } })))
    assert.equal("puzzlescript: no kind, group or layer is called player: the keys push it",
      (wrong(puzzlescript "[ a ] -> [ ]", { legend = { a = "a" }, layers = { "board" } })))
    assert.equal("puzzlescript: win: a game with a function outcome ends by it alone",
      (wrong(puzzlescript "[ > player | wall ] -> win", { outcome = function() end })))
    assert.match("rule 1: unknown key 'cuont'", (wrong(puzzlescript { push, cuont = "moves" })), 1,
      true)
    for _, given in ipairs { 7, {}, { push, squash = {} }, { push, call = 1 } } do
      assert.is_false(pcall(puzzlescript, given))
    end
  end)
end)

-- ---- any text ----

local words = {}
for word in ([=[[ ] [ ] | -> > < v ^ player crate things floor nothing no late rigid random
  randomdir moving stationary parallel ... cancel again win message + startloop endloop ( ) up
  right horizontal sfx0 = levels objects checkpoint action and or é]=]):gmatch "%S+" do
  words[#words + 1] = word
end

-- A rule whose cells are words at random, or words at random.
local function some_text(dice)
  local list, sides = {}, { {}, {} }
  if dice:below(2) == 0 then
    for i = 1, 1 + dice:below(14) do
      list[i] = dice:below(8) == 0 and "\n" or words[dice:below(#words) + 1]
    end
    return table.concat(list, " ")
  end
  for i = 1, 1 + dice:below(3) do
    for _, side in ipairs(sides) do
      local cell = {}
      for k = 1, dice:below(3) do
        cell[k] = words[7 + dice:below(12)]
      end
      side[i] = table.concat(cell, " ")
    end
  end
  return ("[ %s ] -> [ %s ]"):format(table.concat(sides[1], " | "), table.concat(sides[2], " | "))
end

describe("any text as PuzzleScript rules", function()
  it("is rules that can be played, or has an error in one line", function()
    local dice, played, refused = rng.new(1), 0, 0
    for seed in seeds(4000) do
      local text = some_text(dice)
      local fine, module = pcall(game, puzzlescript(text))
      if fine then
        local state = module.new("@$./.$./...", { seed = seed })
        for _, action in ipairs { "right", "down", "left", "action" } do
          local applied, message = pcall(state.apply, state, action)
          assert.is_true(applied or message:find "the rules leave" ~= nil, text)
        end
        played = played + 1
      else
        assert.match("game 'crates': puzzlescript[^\n]*$", module, 1, false)
        refused = refused + 1
      end
    end
    assert.is_true(seeds.often(played, 50, refused, 1000), played .. " " .. refused)
  end)
end)

-- ---- the same as in PuzzleScript ----

-- A game in Lua with the objects and rules of a PuzzleScript game, whose background is its first
-- layer.
local function translated(text, read)
  local layers, legend, groups = {}, { ["."] = {} }, {}
  for _, object in ipairs(read.objects) do
    if object.layer > 0 then
      layers[object.layer] = "l" .. object.layer
      legend[object.name:sub(1, 1)] = { ["l" .. object.layer] = object.name }
    end
  end
  for name, members in pairs(read.properties) do
    groups[name] = members
  end
  for name, member in pairs(read.synonyms) do
    groups[name] = #name > 1 and { member } or nil
  end
  return tessera.game { name = "translated", layers = layers, legend = legend, groups = groups,
    moves = { "<direction>", "action", "tick" },
    rules = puzzlescript(text:match "\nRULES\n(.-)WINCONDITIONS\n") }
end

-- The names in all cells but those of the background.
local function cells_of(read, at, rows, columns)
  local list = {}
  for row = 1, rows do
    for column = 1, columns do
      local names = {}
      for _, name in ipairs(at(row, column)) do
        names[#names + 1] = name ~= "nothing" and read.id_of[name]
          and read.objects[read.id_of[name] + 1].layer > 0 and name or nil
      end
      table.sort(names)
      list[#list + 1] = table.concat(names, "+")
    end
  end
  return table.concat(list, " ")
end

local keys = { U = "up", D = "down", L = "left", R = "right", A = "action", ["."] = "tick" }

-- Plays the keys on both; the first difference, and how many keys changed the board.
local function compare(text, read, letters)
  local pure = pure_games.hasty(text, 256).new(1) -- the patience of the mixed one
  local mixed = translated(text, read).new(text:match "LEVELS\n(.*)\n")
  local rows, columns, changes = pure:rows(), pure:columns(), 0
  local function look()
    local names = {}
    for i = 1, read.layers - 1 do
      names[i] = mixed["l" .. i]
    end
    return cells_of(read, function(row, column) return pure:at(row, column) end, rows, columns),
      cells_of(read, function(row, column)
        local cell = {}
        for i, layer in ipairs(names) do
          cell[i] = layer:get(row, column)
        end
        return cell
      end, rows, columns)
  end
  for letter in letters:gmatch "." do
    local key = keys[letter]
    local a, b = pure:apply(key), mixed:apply(key)
    local expected, found = look()
    if a ~= b or expected ~= found or pure:outcome() ~= mixed:outcome() then
      return ("%s of %s: %s, %s"):format(letter, letters, expected, found), changes
    end
    changes = changes + (a and 1 or 0)
    if pure:outcome() then
      break
    end
  end
  return nil, changes
end

describe("PuzzleScript rules on the layers of a game in Lua", function()
  it("lead to the same boards as a game in PuzzleScript", function()
    local games, changes = 0, 0
    for seed in seeds(500) do
      local text, letters = random.game(seed)
      text = text:gsub("^.-OBJECTS", "realtime_interval 1\nOBJECTS")
        :gsub("WINCONDITIONS\n.-LEVELS", "WINCONDITIONS\nLEVELS")
      letters = letters:gsub("[ZX]", "A")
      local read = parse(text)
      local module = read.errors == 0 and read.playable and puzzlescript.read(text)
      local rules = text:match "RULES\n.*"
      local sound = true
      for _, warning in ipairs(module and module.warnings or {}) do
        sound = sound and tostring(warning):find "has a sound" ~= nil
      end
      if module and sound and not rules:find "restart"
        and not rules:find "checkpoint" and not rules:find "random" then
        local differs, changed = compare(text, read, letters)
        assert.is_nil(differs and ("seed %d, %s\n%s"):format(seed, differs, text))
        games, changes = games + 1, changes + changed
      end
    end
    assert.is_true(seeds.often(games, 150, changes, 400),
      games .. " games, " .. changes .. " changes")
  end)
end)
