--- Specifies `run.lua play` as a person meets it: in a terminal, by keys and the mouse.

local run = require "spec.support.run"
local terminal = require "spec.support.terminal"

local restored = "alternate, cursor, mouse: 0 1 0; icanon isig"

-- A game with one key; `body` is the code of its rule.
local function game(body, more)
  return ([[
    local tessera = require "tessera"
    return tessera.game { name = "g", legend = { ["."] = "empty", o = "stone" }, map = "...",
      moves = { "go", "stay" }, %s apply = function(state, word)
        %s
      end }]]):format(more or "", body)
end

describe("run.lua play", function()
  local screen = terminal.each(_ENV)
  if not screen then
    return
  end

  local function file(name, text)
    run.write_file(screen.folder .. "/" .. name, text)
    return screen.folder .. "/" .. name
  end

  it("does not carry out an action whose rule does not return, and goes on", function()
    local path = file("g.lua", game([[
      if word == "go" then while true do pcall(function() while true do end end) end end
      state.board:set(1, state.board:count "stone" + 1, "stone")]]))
    screen:run("play " .. path .. " --rule-seconds 0.05")
    screen:wait "moves 0"
    screen:keys(":", "s", "t", "a", "y", "Enter")
    screen:wait "moves 1"
    screen:keys(":", "g", "o", "Enter")
    screen:wait "the rule apply"
    screen:wait "is%s+not%s+carried"
    screen:wait "moves 1"
    screen:keys(":", "s", "t", "a", "y", "Enter")
    screen:wait "moves 2"
    screen:keys("q")
    screen:wait "status=0"
    assert.equal(restored, screen:modes())
  end)

  it("plays Sokoban by the arrows, with undo, redo, levels and progress", function()
    screen:run "play samples/games/sokoban.lua"
    local start, last, over = "# *· +■ ", "# *· +■ +@", "# *■ +@ "
    screen:wait(start)
    screen:keys("Right", "Up", "Left", "Left", "Left")
    screen:wait "Solved in 5 moves%."
    screen:wait "1/%d+ Round the corner %[solved, best 5%]"
    screen:wait(over)
    screen:keys "z"
    screen:wait(last)
    screen:wait "moves 4   pushes 2"
    screen:keys "y"
    screen:wait(over)
    screen:keys "r"
    screen:wait(start)
    screen:keys "z"
    screen:wait(over)
    screen:keys "y"
    screen:wait(start)
    screen:keys "Down"
    screen:wait "down: a wall is in the way"
    screen:keys "n"
    screen:wait "2/%d+"
    screen:keys "p"
    screen:wait "1/%d+ Round the corner %[solved, best 5%]"
    screen:keys "q"
    screen:wait "status=0"
    assert.equal(restored, screen:modes())
    screen:run "play samples/games/sokoban.lua"
    screen:wait "Round the corner %[solved, best 5%]"
  end)

  it("gives a hint, and shows a solution", function()
    screen:run "play samples/games/sokoban.lua --level 2"
    screen:wait "2/%d+"
    screen:keys "h"
    screen:wait "Hint: %l+ %(the first of %d+ to the goal%)"
    screen:keys "v"
    screen:wait "Solution: 2 of %d+"
    screen:keys "x"
    screen:wait "Stopped after %d+ of %d+"
    screen:keys "v"
    screen:wait "Solved in %d+ moves"
    assert.is_nil(screen:screen():find("solved, best", 1, true))
  end)

  it("plays SameGame by the mouse", function()
    screen:run "play samegame"
    screen:wait "1/%d First steps"
    local row = 1
    for line in (screen:screen() .. "\n"):gmatch "([^\n]*)\n" do
      local column = line:find "1[ %[]+1[ %]]+2 +2"
      if column then
        screen:click(row, column)
        break
      end
      row = row + 1
    end
    screen:wait "moves 1   score 4"
  end)

  it("draws again when the size changes, and scrolls a board that is larger", function()
    screen:run "play horizontally --level 5"
    screen:wait "5/5 The whole board"
    screen:wait "seen: rows %d+%-%d+ of 26"
    screen:resize(80, 40)
    screen:wait "to move: player 1   moves 0   score 0 : 0\n"
    screen:resize(30, 12)
    screen:wait "seen: rows"
    screen:keys("Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up", "Up")
    screen:wait "seen: rows 1%-%d+ of 26"
  end)

  it("ends with Ctrl-C and gives the terminal back", function()
    screen:run "play tower"
    screen:wait "1/%d A step"
    assert.equal("alternate, cursor, mouse: 1 0 1; -icanon -isig", screen:modes())
    screen:keys "C-c"
    screen:wait "status=0"
    assert.equal(restored, screen:modes())
  end)

  it("stops with Ctrl-Z and goes on with fg", function()
    screen:run "play tower"
    screen:wait "1/%d A step"
    screen:keys "d"
    screen:wait "moves 1"
    screen:keys "C-z"
    screen:wait "Stopped"
    assert.equal(restored, screen:modes())
    screen:keys("fg", "Enter")
    screen:wait "moves 1"
    screen:keys "z"
    screen:wait "moves 0"
    assert.equal("alternate, cursor, mouse: 1 0 1; -icanon -isig", screen:modes())
    screen:keys "q"
    screen:wait "%$$"
    assert.equal(restored, screen:modes())
  end)

  it("gives the terminal back after SIGTERM and SIGHUP", function()
    for name, status in pairs { TERM = 143, HUP = 129 } do
      screen:run "play tower"
      screen:wait "1/%d A step"
      screen:kill(name)
      screen:wait("status=" .. status)
      assert.equal(restored, screen:modes())
    end
  end)

  it("gives the terminal back after SIGTERM in the middle of a rule", function()
    screen:run("play " .. file("g.lua", game "while true do end"))
    screen:wait "%? keys"
    screen:keys "g"
    screen:kill "TERM"
    screen:wait "status=143"
    assert.equal(restored, screen:modes())
  end)

  it("goes on after an error in a rule, as if the action had not been", function()
    screen:run("play " .. file("g.lua", game('if word == "go" then state.n = 9 error "no rule" end '
      .. 'state.n = state.n + 1', "fields = { n = 0 },")))
    screen:wait "%? keys"
    screen:keys "s"
    screen:wait "n 1"
    screen:keys "g"
    screen:wait "go was not played: [^ ]*g%.lua:4: no rule"
    screen:wait "moves 1   n 1"
    screen:keys "s"
    screen:wait "moves 2   n 2"
    screen:keys("g", "z", "q")
    screen:wait "^run%.lua: [^ ]*g%.lua:4: no rule\nstatus=1"
    assert.equal(restored, screen:modes())
  end)

  it("shows an error in a tick, and that of a search", function()
    screen:run("play " .. file("g.lua", [[
      local tessera = require "tessera"
      return tessera.game { name = "g", legend = { ["."] = "empty", ["@"] = "player" }, map = "@.",
        moves = { "tick", "go" }, tick = 0.02, goal = "Won", fields = { n = 0 },
        outcome = function(state) return state.n > 9 and "Won" or nil end,
        apply = function(state, word)
          if word == "tick" then error "no tick" end
          if state.n == 1 then error "no rule" end
          state.n = state.n + 1
        end }]]))
    screen:wait "Any key starts"
    screen:keys "x"
    screen:wait "tick was not played: [^ ]*g%.lua:6: no tick"
    screen:keys "Space"
    screen:wait "Paused"
    screen:keys "h"
    screen:wait "\n [^ ]*g%.lua:[67]: no [tr]"
    screen:keys "q"
    screen:wait "status=1"
  end)

  it("saves the play if an error comes from what draws the board", function()
    screen:tmux("send-keys", "-l", ("P=$PWD; cd %s; ln -s $P/* ."):format(screen.folder))
    screen:keys "Enter"
    screen:run("play " .. file("g.lua", game("state.n = state.n + 1", "fields = { n = 0 }, "
      .. 'score = function(state) if state.n == 2 then error "no score" end return state.n end,')))
    screen:wait "%? keys"
    screen:keys "g"
    screen:wait "n 1"
    screen:keys "g"
    screen:wait "play: Saved as g%-1%.play"
    screen:wait "g%.lua:3: no score"
    screen:wait "status=1"
    assert.equal(restored, screen:modes())
    assert.truthy(run.read_file(screen.folder .. "/g-1.play"):find("> go\n< ok\n", 1, true))
  end)

  it("says no error in the file of a game that has none", function()
    screen:run("play " .. file("g.lua", game "state.board:set(1, 1, 'stone')"))
    screen:wait "%? keys"
    screen:keys("g", "q")
    screen:wait "status=0"
  end)

  it("plays ticks when nobody presses a key, and can be paused", function()
    screen:run("play " .. file("g.lua", game("if word == 'tick' then state.n = state.n + 1 end",
      "fields = { n = 0 }, tick = 0.05,"):gsub('"stay"', '"tick"')))
    screen:wait "Any key starts"
    screen:keys "Space"
    screen:wait "n [3-9]"
    screen:keys "Space"
    screen:wait "Paused: press space to go on"
    screen:keys "Space"
    screen:wait "n %d%d"
    screen:keys "q"
    screen:wait "status=0"
  end)

  it("plays for one of two players", function()
    screen:run "play horizontally --against alpha-beta --nodes 2000"
    screen:wait "to move: player 1 %(you%)"
    screen:keys "Enter"
    screen:wait "The computer played row %l, column %u"
    screen:wait "moves 2"
    screen:keys "z"
    screen:wait "moves 0"
    screen:keys "q"
    screen:wait "status=0"
    screen:run "play horizontally --against random --as 2"
    screen:wait "The computer played column %u, row %l"
    screen:wait "to move: player 2 %(you%)"
  end)

  it("plays for all others where players act together", function()
    screen:run "play samples/games/relay.lua --against mcts --nodes 100"
    screen:wait "to move: player 1 %(you%)"
    screen:keys "Right"
    screen:wait "The computer played 2: %l+"
    screen:wait "moves 2"
    screen:wait "to move: player 1 %(you%)"
    screen:keys "q"
    screen:wait "status=0"
    screen:run "play samples/games/relay.lua --against alpha-beta"
    screen:wait "say mcts, best%-reply or random"
  end)

  it("says who is to move, and what, by their labels", function()
    screen:run "play samples/games/connect4.lua --against alpha-beta --nodes 500"
    screen:wait "to move: Red %(you%)"
    screen:keys "4"
    screen:wait "The computer played drop in column %d"
    screen:keys "h"
    screen:wait "Hint: drop in column %d"
    screen:keys(":", "d")
    screen:keys "Tab"
    screen:wait ":drop _"
  end)

  it("takes actions that are typed, completes them, and saves the play", function()
    screen:run "play tower"
    screen:wait "1/%d A step"
    screen:keys(":", "p")
    screen:keys "Tab"
    screen:wait ":PUSH RIGHT_"
    screen:keys "Enter"
    screen:wait "moves 1"
    screen:keys(":", "x", "Enter")
    screen:wait "x is no action"
    screen:keys "?"
    screen:wait "a, shift%-left +push left"
    screen:keys "Escape"
    screen:wait "moves 1"
  end)

  it("saves the play under a name that is free", function()
    screen:tmux("send-keys", "-l", ("P=$PWD; cd %s; ln -s $P/* .; touch tower-1.play"):format(
      screen.folder))
    screen:keys "Enter"
    screen:run "play tower"
    screen:wait "1/%d A step"
    screen:keys("d", "o")
    screen:wait "Saved as tower%-2%.play"
    local text = run.read_file(screen.folder .. "/tower-2.play")
    assert.equal("tessera play 1\n", text:sub(1, 15))
    assert.truthy(text:find("> PUSH RIGHT\n< ok\n", 1, true))
    assert.equal("", run.read_file(screen.folder .. "/tower-1.play"))
  end)

  it("begins with the first position of a saved play of a game in Lua", function()
    screen:run "play samples/games/sokoban.lua samples/games/levels/sokoban.play"
    screen:wait "Sokoban +sokoban%.play"
    screen:keys "q"
    screen:wait "status=0"
    screen:run "play samples/games/rush.lua samples/games/levels/sokoban.play"
    screen:wait "rush: samples/games/levels/sokoban%.play: line 2: expected the saved state"
  end)
end)

describe("a hostile game at the terminal", function()
  local screen = terminal.each(_ENV)
  if not screen then
    return
  end

  local function play(text, options)
    run.write_file(screen.folder .. "/g.lua", text)
    screen:run(("play %s/g.lua %s"):format(screen.folder, options or ""))
  end

  it("is stopped when a rule does not end", function()
    play(game "while true do end", "--max-seconds 1")
    screen:wait "%? keys"
    screen:keys "g"
    screen:wait "g%.lua: stopped after 1 s of CPU time"
    screen:wait "status=3"
    assert.equal(restored, screen:modes())
  end)

  it("is stopped when a rule takes all memory", function()
    play(game "local t = {} while true do t[#t + 1] = ('x'):rep(1000000) .. #t end",
      "--max-memory 200")
    screen:wait "%? keys"
    screen:keys "g"
    screen:wait "stopped at 200 MB of memory"
    assert.equal(restored, screen:modes())
  end)

  it("may think for long in all, if it answers every key in time", function()
    play(game([[local stop = os.clock() + 1.1
      while os.clock() < stop do end
      state.n = state.n + 1]], "fields = { n = 0 },"), "--max-seconds 2")
    screen:wait "%? keys"
    for n = 1, 4 do
      screen:keys "g"
      screen:wait("moves " .. n)
    end
    screen:keys "q"
    screen:wait "status=0"
  end)

  it("gets no luv", function()
    play(game 'require "luv"')
    screen:wait "%? keys"
    screen:keys "g"
    screen:wait "g%.lua:4: the module 'luv' is refused to a script"
    screen:wait "status=4"
    assert.equal(restored, screen:modes())
  end)

  it("loses no play when it is refused something", function()
    screen:tmux("send-keys", "-l", ("P=$PWD; cd %s; ln -s $P/* ."):format(screen.folder))
    screen:keys "Enter"
    play(game('if word == "go" then io.open "x" end state.board:set(1, 1, "stone")'))
    screen:wait "%? keys"
    screen:keys "s"
    screen:wait "moves 1"
    screen:keys "g"
    screen:wait "play: Saved as g%-1%.play"
    screen:wait "io is refused to a script"
    screen:wait "status=4"
    assert.truthy(run.read_file(screen.folder .. "/g-1.play"):find("> stay\n< ok\n", 1, true))
  end)

  -- A rule that no hook can stop: the second "go" hangs in a function of C.
  local stuck = game([[
    state.n, state.t = state.n + (word == "go" and 1 or 0), state.t + 1
    if state.n == 2 then return (("a"):rep(50000)):find((".-"):rep(50) .. "b") end]],
    "fields = { n = 0, t = 0 },")

  it("loses no play when a rule cannot be stopped, also below a hint", function()
    screen:resize(200, 24)
    screen:tmux("send-keys", "-l", ("P=$PWD; cd %s; ln -s $P/* ."):format(screen.folder))
    screen:keys "Enter"
    for number, key in ipairs { "g", "h" } do
      play(stuck:gsub("moves =", "goal = 'Won', outcome = function() end, %0"),
        "--rule-seconds 0.05")
      screen:wait "%? keys"
      screen:keys("s", "g", "s", "s", "z")
      screen:wait "moves 3   n 1   t 3"
      screen:keys(key)
      screen:wait(("^play: Saved as g%%-%d%%.play; 'run%%.lua replay g%%-%d%%.play %%-%%-game .*' "
        .. "shows it%%.\nrun%%.lua: [^ ]*g%%.lua:%%d+: the rule apply to 'go' has not returned "
        .. "after three times its CPU time %%(%%-%%-rule%%-seconds%%), and cannot be stopped "
        .. "%%(level 1%%)\nstatus=1")
        :format(number, number))
      assert.equal(restored, screen:modes())
      local name = ("%s/g-%d.play"):format(screen.folder, number)
      local actions = {}
      for action in run.read_file(name):gmatch "\n> (%l+)\n< ok\n" do
        actions[#actions + 1] = action
      end
      assert.same({ "stay", "go", "stay" }, actions)
      local _, err, status = run { "replay", name, "--game", screen.folder .. "/g.lua", "--svg",
        screen.folder .. "/g.svg" }
      assert.same({ "", 0 }, { err, status })
    end
  end)

  it("saves nothing if a rule cannot be stopped before anything was played", function()
    play(stuck:gsub("n = 0", "n = 1"), "--rule-seconds 0.05")
    screen:wait "%? keys"
    screen:keys "g"
    screen:wait "^run%.lua: [^ ]*g%.lua:%d+: the rule apply to 'go' has not"
    screen:wait "status=1"
    assert.equal(restored, screen:modes())
  end)

  it("writes nothing to the screen itself", function()
    play(game([[print("\27[2Jprinted\27]0;title\7"); return nil, "why\27[31m not"]],
      'look = { stone = { "o", "red", label = "s" } }, '
      .. [[outcome = function(state) return state.board:count("stone") == 3
        and "\27[1mOver" or nil end,]]))
    screen:wait "%? keys"
    screen:keys "g"
    screen:wait "go: why\\x1B%[31m not"
    screen:keys "q"
    screen:wait "status=0"
    play(game [[print("\27[2Jprinted"); state.board:set(1, 1, "stone")]])
    screen:wait "%? keys"
    screen:keys "g"
    screen:wait "\\x1B%[2Jprinted"
  end)

  it("writes nothing by what the library prints, either", function()
    local before = screen:title()
    play [[
      local tessera = require "tessera"
      local evil, game = "\27]0;forged\7\27[31mFORGED", nil
      local function others()
        tessera.scenario.run_all({ tessera.scenario { name = evil, game = game, map = ".",
          play = { "stay" }, expect = { moves = 1 } } }, { trace = true })
      end
      game = tessera.game { name = "g", legend = { ["."] = "empty", ["@"] = "player" },
        map = ".", moves = { "go", "stay" }, counters = { n = 0 },
        apply = function(state, word)
          state.n = state.n + 1
          if word == "go" then others() end
        end }
      print(evil)
      others()
      return game]]
    screen:wait "%? keys"
    assert.is_nil(screen:screen():find "FORGED")
    screen:keys "g"
    screen:wait "1 ok, 0 failed"
    assert.is_nil(screen:screen():find "FORGED")
    screen:keys "q"
    screen:wait "status=0"
    assert.equal(before, screen:title())
  end)

  it("cannot yield out of a rule", function()
    play(game "coroutine.yield()")
    screen:wait "%? keys"
    screen:keys "g"
    screen:wait "go was not played: .*yield"
    screen:keys "q"
    screen:wait "status=1"
    assert.equal(restored, screen:modes())
  end)
end)

describe("run.lua play without a terminal", function()
  it("says what it needs", function()
    local out, err, status = run { "play", "tower" }
    assert.equal("", out)
    local needs = "play: needs a terminal: its standard input and output must not be files or pipes"
    assert.equal(needs .. "\n", err)
    assert.equal(2, status)
  end)
end)
