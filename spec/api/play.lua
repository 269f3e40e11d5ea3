--- Specifies how the C library plays games in batches (batch_api.c, environment_api.c): what is
--- seen agrees with the same actions in Lua; the numbers do not depend on threads; positions are
--- saved, loaded, drawn and solved; wrong arguments and foreign bytes are refused; a game of a
--- stranger ends no call but its own. `make test-lib` compiles play.c for it.

-- luacheck: no max line length

local run = require "spec.support.run"

local programs = os.getenv "TRY_PROGRAMS"
local sokoban = "levels=samples/games/levels/sokoban.txt samples/games/sokoban.lua"

local function play(arguments)
  local out, err, status = run.shell(("ulimit -t 100; exec %s/play %s"):format(programs, arguments))
  assert.same({ "", 0 }, { err, status })
  return (out:gsub("\n$", ""))
end

-- The steps of environment 0: each with its action, numbers, and board.
local function traced(arguments)
  local out = play("trace=1 count=2 observation=1 " .. arguments)
  local steps, step = {}, nil
  for line in (out .. "\n"):gmatch "([^\n]*)\n" do
    local action, reward, rest = line:match "^%d+ (.-) reward (%S+) (.*)$"
    if action then
      step = { action = action, reward = tonumber(reward), rest = rest, board = "" }
      steps[#steps + 1] = step
    elseif step and not line:find "^%d+ ended, %x+$" then
      step.board = step.board .. line .. "\n"
    end
  end
  return steps
end

describe("a batch", function()
  for _, case in ipairs {
    { "samples/games/connect4.lua" }, { "samples/games/othello.lua" }, { "samples/games/peg.lua" },
    { "samples/puzzlescript/crates.txt" }, { "tower" }, { "samegame" },
    { "samples/games/relay.lua" },
    { sokoban, "samples/games/sokoban.lua", "samples/games/levels/sokoban.txt" },
  } do
    it("plays as Lua does: " .. case[1], function()
      local steps = traced("masks=2 autoreset=2 steps=60 " .. case[1])
      run.in_folder(function(folder)
        local list = {}
        for i, step in ipairs(steps) do
          list[i] = ("%q"):format(step.action)
        end
        run.write_file(folder .. "/replay.lua", ([[
          local open = require "tessera.api.open"
          local state = open.open({ name = %q, levels = %s, trusted = true }).start(1, 0)
          for _, action in ipairs { %s } do
            for one in (state:outcome() and "" or action):gmatch "[^,]+" do
              assert(state:apply((one:gsub("^ ", ""))))
            end
            io.write(tostring(state), state:outcome() and "over" or "on", "\n")
          end]]):format(case[2] or case[1], case[3] and ("%q"):format(case[3]) or "nil",
            table.concat(list, ", ")))
        local out, err, status = run.shell(("%s %s %s/replay.lua"):format(run.paths, run.lua or "lua5.4", folder))
        assert.same({ "", 0 }, { err, status })
        local expected = {}
        for i, step in ipairs(steps) do
          expected[i] = step.board .. (step.rest:find "terminated" and "over" or "on") .. "\n"
          if step.rest:find "terminated" then
            for k = i + 1, #steps do
              expected[k] = expected[i]
            end
            break
          end
        end
        assert.equal(table.concat(expected), out)
      end)
    end)
  end

  it("has the same numbers in any number of threads", function()
    for _, rest in ipairs { "samples/games/connect4.lua", "samples/games/2048.lua", "tower", sokoban,
      "samples/puzzlescript/crates.txt", "samples/games/commons.lua" } do
      local options = "count=30 observation=1 masks=2 autoreset=1 level=-1 steps=50 max_steps=20 "
      local one = play(options .. "threads=1 " .. rest)
      assert.equal(one, play(options .. "threads=2 " .. rest))
      assert.equal(one, play(options .. "threads=7 " .. rest))
    end
  end)

  it("plays PuzzleScript's chance by the seed", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/random.txt", [[
OBJECTS
background
black
player
white
gem
red
LEGEND
. = background
@ = player
SOUNDS
COLLISIONLAYERS
background
player, gem
RULES
random [ no player no gem ] -> [ gem ]
WINCONDITIONS
LEVELS
...
.@.
...
]])
      local seen, count = {}, 0
      for seed = 1, 20 do
        local step = traced(("steps=1 seed=%d %s/random.txt"):format(seed, folder))[1]
        count = count + (seen[step.board] and 0 or 1)
        seen[step.board] = true
      end
      assert.is_true(count > 4, count .. " of 8 places")
    end)
  end)

  it("knows its actions and planes by number", function()
    assert.equal("7 actions, 4 planes, 168 bytes", play("observation=1 steps=0 samples/games/connect4.lua"):match "^[^\n]*")
    assert.equal("7 actions, 4 planes, 24 bytes", play("observation=3 steps=0 samples/games/connect4.lua"):match "^[^\n]*")
  end)

  it("draws and solves", function()
    assert.truthy(play("solve=2 steps=0 samegame"):find("\n2: 1 1 1 1", 1, true))
    assert.truthy(play("solve=1 picture=1 steps=0 samples/puzzlescript/crates.txt"):find "\n105 bytes: a4 64 22 .*\n5: right right up right down\nreport: 1 5 1 ")
    assert.truthy(play("picture=2 steps=1 samples/games/mines.lua"):find("\nlevel 0, 9 x 9 cells\n972 bytes: c3 c7 cd c3", 1, true))
  end)

  it("records an episode, which plays as Lua does", function()
    local session = require "tessera.session"
    run.in_folder(function(folder)
      run.write_file(folder .. "/level.txt", "######\n#@$ .#\n######\n")
      local out = play(("record=1 steps=0 levels=%s/level.txt samples/games/sokoban.lua"):format(folder))
      local text, rest = out:match "(tessera play 1\n.*\nend\n)(.*)$"
      local start = dofile "samples/games/sokoban.lua".new "######\n#@$ .#\n######"
      local function seedless(recording)
        return (recording:gsub("\nrng [^\n]*", "\nrng"))
      end
      assert.equal(seedless(text), seedless((session.record(start, { "up", "down", "up" }))))
      assert.equal("there is no action 77\nactions is NULL\ncount is negative\nthere is no environment 99",
        rest:match "^%d+\n(.*)$")
    end)
    local text = play("record=1 count=1 steps=0 tower"):match "(tessera play 1\n.*\nend\n)"
    assert.is_truthy(session.replay(text))
    assert.equal(3, select(2, text:gsub("\n> ", "")))
  end)

  it("shows players who act together what each sees, and says who would be idle", function()
    -- 8 players: 5 actions of each, 35 planes of 11 x 11 cells.
    local options = "count=3 observation=1 masks=2 seed=4 steps=30 max_steps=12 "
    local by = {}
    for observer = -2, 1 do
      by[observer] = play(options .. ("observer=%d samples/games/commons.lua"):format(observer))
    end
    local planes, bytes = by[0]:match "^5 actions, (%d+) planes, (%d+) bytes\n"
    assert.equal(8 * planes * 11 * 11, math.tointeger(bytes))
    assert.truthy(by[0]:find "\n6 ended, %x+")
    assert.equal(by[0], by[-1]) -- zero-initialised options are fine
    assert.equal(by[0], by[-2]) -- nothing but the window hides something
    assert.truthy(by[1]:find("each is shown what he sees: leave it out (0 or -1 in C)", 1, true), by[1])
    for _, autoreset in ipairs { 0, 1, 2 } do
      local out = play(options .. ("autoreset=%d samples/games/commons.lua"):format(autoreset))
      assert.is_nil(out:find "loaded otherwise" or out:find "another hash" or out:find "without words")
    end
    local out = play "idle=1 count=1 steps=0 samples/games/relay.lua"
    assert.truthy(out:find("42: 1: up: row 1, column 2 is wall, not 'exit'", 1, true), out)
    assert.truthy(out:find("environment 0: player 1: action 77 is not in 0..4", 1, true), out)
    assert.is_nil(out:find "not refused" or out:find "changed" or out:find "otherwise")
    assert.truthy(play("idle=1 count=1 steps=0 tower"):find "the players take turns")
  end)

  it("refuses wrong arguments", function()
    local out = play "misuse=1 steps=1 observation=1 samples/games/connect4.lua"
    assert.truthy(out:find("\nan action beyond the list: -1 environment 0: action 7 is not in 0..6\n", 1, true))
    assert.equal([[
count 0: tessera_options: count is 0, not in 1..16777216
count 2147483647: tessera_options: count is 2147483647, not in 1..16777216
threads -1: tessera_options: threads is -1, not in 0..64
threads 1000: tessera_options: threads is 1000, not in 0..64
observation 9: tessera_options: observation is 9, not in 0..3
observer 5: tessera_options: observer is 5, not in -2..1
observer -3: tessera_options: observer is -3, not in -2..1
masks 3: tessera_options: masks is 3, not in 0..2
autoreset -1: tessera_options: autoreset is -1, not in 0..2
illegal 7: tessera_options: illegal is 7, not in 0..2
max_steps -1: tessera_options: max_steps is -1, not in 0..2147483647
all_players 5: tessera_options: all_players is 5, not in 0..1
illegal_reward: -1 tessera_options: illegal_reward is -inf, no finite number
win_reward: -1 tessera_options: win_reward is nan, no finite number
step_reward: -1 tessera_options: step_reward is inf, no finite number
level 99: tessera_options: level is 99, not in -1..0
no game: -1 the game is NULL
no options: -1 tessera_options is NULL
no batch: -1 the batch is NULL
no arrays: -1 tessera_arrays: no actions
arrays without a size: -1 tessera_arrays: its size is 0, not sizeof(struct tessera_arrays)
no actions: -1 tessera_arrays: no actions
nothing but a reset: 0
]], (out:match "(count 0:.*)an action beyond":gsub(" +\n", "\n")))
    assert.equal([[
a level that is none: -1 environment 0: there is no level 99
environment -1: -1 there is no environment -1
environment 10^6: -1 there is no environment 1000000
no text: -1 the text is NULL
]], out:match "(a level that is none:.*)an empty text")
    assert.equal([[
copy to nowhere: -1 there is no environment 99
copy from nothing: -1 the batch is NULL
a picture without pixels: -1 a cell has 1..64 pixels, not 0
a picture of nothing: -1 there is no environment 77
a solution of nothing: -1 there is no environment 77
a solution in -1 s: -1 seconds must be 0..10^9
a report without a size: -1 tessera_report: its size is 0, not sizeof(struct tessera_report)
a report of nothing: -1 there is no environment 77
no report: -1 tessera_report is NULL
-1
-1 -1 0 -1 -1
-1 -1 0 0
6 'dr' -1]], out:match "(copy to nowhere:.*)$")
  end)

  it("survives what a stranger's game does in a step", function()
    for what, expected in pairs {
      ['error "oh"'] = "game.lua:4:0:apply:game.lua:4: oh",
      ["while true do pcall(function() while true do end end) end"] = "game.lua:4:0:apply:game.lua:4: the rule apply (game.lua:3) to 'go' has not returned after 1000000 instructions (`instructions`), on the board @.",
      ['io.open "/etc/hostname"'] = "game.lua:4:0:apply:game.lua:4: io is refused to a script (`trusted` allows it): print writes lines",
      ["error(setmetatable({}, { __tostring = function() while true do end end }))"]
        = "game.lua:0:0:apply:game.lua: an error that cannot be shown",
      ["for i = 1, 1e6 do string.format('%99.99f', i) end"] = "game.lua:4:0:apply:game.lua:4: the rule apply "
        .. "(game.lua:3) to 'go' has not returned after 1000000 instructions (`instructions`), on the board @.",
      ["local t = {} while true do t[#t + 1] = ('x'):rep(1 << 20) .. #t end"] = "game.lua:0:0:apply:game.lua: the game has used up its memory (the option `memory` gives it more)",
    } do
      run.in_folder(function(folder)
        run.write_file(folder .. "/game.lua", ([[
          return require "tessera".game { name = "line", legend = { ["."] = "empty",
            ["@"] = "player" }, map = "@.", moves = { "go" }, actions = function(_, add) add "go" end,
            apply = function(state)
              %s end }]]):format(what))
        local limit = what:find "rep" and "" or "instructions=1000000 "
        local out = play(("%ssteps=9 %s/game.lua"):format(limit, folder)):gsub(folder:gsub("%p", "%%%0") .. "/", "")
        assert.equal(expected, out:match "\n(.*)$")
      end)
    end
  end)
end)

describe("the samples in C", function()
  local root = run.root
  for _, compiler in ipairs { "gcc -std=c11", "clang -std=c11", "g++ -x c++", "clang++ -x c++" } do
    it("are built by " .. compiler, function()
      run.in_folder(function(folder)
        for _, name in ipairs { "play", "many", "trees" } do
          local _, err, status = run.shell(("%s -Wall -Wpedantic -Werror %s %s/samples/embed/%s.c -x none -I%s/src/api -L%s/.. -Wl,-rpath,%s/.. -ltessera -o %s/%s")
            :format(compiler, os.getenv "TRY_FLAGS" or "", root, name, root, programs, programs, folder, name))
          assert.same({ "", 0 }, { err, status })
        end
        assert.equal("1122\n1122\n22..\n22..\nThere is no action 'nonsense'.\n....\n....\nGame Won\n",
          (run.shell(folder .. "/play samegame", "1 1\nnonsense\n1 1\n")))
        assert.matches("^connect4: 409600 steps, %d+ games ended, 0%.%d+ points a step\n$",
          (run.shell(("%s/many %s/samples/games/connect4.lua"):format(folder, root))))
        run.write_file(folder .. "/level.txt", ".......\n.......\n.......\n.......\nooo....\nxxx....\n")
        assert.equal("drop 4\nRed wins\n",
          (run.shell(("%s/trees %s/samples/games/connect4.lua %s/level.txt"):format(folder, root, folder))))
      end)
    end)
  end
end)
