--- Specifies how games in PuzzleScript are played in a terminal, and replayed.

local run = require "spec.support.run"
local terminal = require "spec.support.terminal"
local view = require "tessera.run.terminal.view"

local restored = "alternate, cursor, mouse: 0 1 0; icanon isig"
local crates = "samples/puzzlescript/crates.txt"

describe("a message that has the screen for itself", function()
  local function lines(message, width, height)
    local shown, fits, rest = view.message({ title = "T", mark = "level 1", message = message,
      keys = "any key: go on", fore = "#ffffff", back = "#000000" }, width, height, "none")
    for i, line in ipairs(shown) do
      shown[i] = line:gsub("\27%[[%d;]*m", ""):gsub(" +$", "")
    end
    return shown, fits, rest
  end

  it("stands in the middle, below the title", function()
    assert.same({ " T      level 1", "", "   Push every", "   crate.", "", " any key: go on" },
      (lines("Push every crate.", 16, 6)))
  end)

  it("goes on with what did not fit", function()
    local shown, fits, rest = lines("One two three four five six", 16, 4)
    assert.same({ " T      level 1", "   One two", "   three four", " any key: go on" }, shown)
    assert.same({ "One two three four", "five six" }, { fits, rest })
  end)

  it("fits into any window", function()
    for width = 1, 20 do
      for height = 1, 6 do
        local shown = lines("A message with averylongwordinit.", width, height)
        assert.equal(math.max(3, height), #shown)
      end
    end
  end)
end)

describe("run.lua with a game in PuzzleScript", function()
  local screen = terminal.each(_ENV)
  if not screen then
    return
  end

  it("plays its levels, with the messages between them", function()
    screen:run("play " .. crates)
    screen:wait "Crates and Marks by Tessera project +level 1/3"
    screen:wait "Push every crate onto a mark%."
    screen:wait "any key: go on"
    screen:keys "Space"
    screen:wait "# +h +%* +#"
    screen:wait "moves 0\n"
    screen:wait "z undo  r restart  n next"
    screen:keys("Right", "Right", "Up", "Right", "Down")
    screen:wait "# +@ +#"
    screen:wait "Won in 5 moves%. n: next level, r: again"
    screen:wait "level 1/3 %[solved, best 5%]"
    screen:keys "n"
    screen:wait "Iron only slides up and down%."
    screen:keys "x"
    screen:wait "level 2/3"
    screen:keys "h"
    screen:wait "Hint: %l+ %(the first of %d+ to the goal%)"
    screen:keys "v"
    screen:wait "Won in %d+ moves"
    screen:keys "q"
    screen:wait "status=0"
    assert.equal(restored, screen:modes())
  end)

  it("needs no command, and restores the terminal as for one", function()
    screen:run("samples/puzzlescript/vault.txt --level 3")
    screen:wait "The Vault by Tessera project +level 3/3"
    assert.equal("alternate, cursor, mouse: 1 0 1; -icanon -isig", screen:modes())
    screen:keys "Down"
    screen:wait "moves 1"
    screen:keys "r"
    screen:wait "moves 0"
    screen:keys "u"
    screen:wait "moves 1"
    screen:kill "TERM"
    screen:wait "status=143"
    assert.equal(restored, screen:modes())
  end)

  it("shows a part of the board where the game says so", function()
    run.write_file(screen.folder .. "/g.txt", (run.read_file(crates):gsub("zoomscreen 9x7",
      "flickscreen 5x5"):gsub("message [^\n]*\n", "")))
    screen:resize(40, 9)
    screen:run("play " .. screen.folder .. "/g.txt")
    screen:wait "# # # # #\n[ #]+\n *#   h %*\n[ #]+\n *# # # # #\n"
    assert.is_nil(screen:screen():find("seen:", 1, true))
    screen:keys("Down", "Right", "Right")
    screen:wait "# +%*\n *# +h\n"
    screen:keys "Right"
    screen:wait "\n +# #\n +#\n +#\n +%+ #\n +# #\n"
  end)

  it("shows only a part of a larger board on a small terminal", function()
    screen:resize(20, 8)
    screen:run("play " .. crates .. " --level 3")
    screen:wait "level 3/3"
    screen:wait "seen: rows 1%-5 of"
  end)

  it("loses no message to keys that were pressed before it came", function()
    screen:run("play " .. crates)
    screen:wait "Push every crate"
    screen:keys("Space", "Right", "n", "n")
    screen:wait "Iron only slides"
    screen:keys "q"
    screen:wait "status=0"
  end)
end)

describe("a recording of a game in PuzzleScript", function()
  local function folder_with(use)
    run.in_folder(function(folder)
      local puzzlescript, session = require "tessera.puzzlescript", require "tessera.session"
      local module = assert(puzzlescript.open(crates))
      local text = session.record(module.new(1), { "right", "right", "up", "right", "down" })
      run.write_file(folder .. "/my.play", text)
      run.write_file(folder .. "/notes.txt", "title Crates and Marks, which is no game\n")
      run.write_file(folder .. "/some.txt", (run.read_file(crates)))
      use(folder)
    end)
  end

  it("finds its file by the title", function()
    folder_with(function(folder)
      local stdout, stderr = run { "replay", folder .. "/my.play", "--svg", "-" }
      assert.equal("", stderr)
      assert.truthy(stdout:find(">Crates and Marks: my, step 5 of 5</title>", 1, true))
      assert.truthy(stdout:find("outcome: Won", 1, true))
      assert.is_nil(stdout:find("score", 1, true))
      os.remove(folder .. "/some.txt")
      local _, err, status = run { "replay", folder .. "/my.play", "--svg", "-" }
      assert.truthy(err:find("no file of the game 'crates_and_marks' is beside", 1, true))
      assert.equal(1, status)
    end)
  end)

  it("finds the file that is called like it, of two with one title", function()
    folder_with(function(folder)
      os.rename(folder .. "/my.play", folder .. "/some-1.play")
      run.write_file(folder .. "/other.txt", (run.read_file(crates):gsub("> Crate %]", "Crate ]")))
      local _, stderr, status = run { "replay", folder .. "/some-1.play", "--svg", "-" }
      assert.same({ "", 0 }, { stderr, status })
    end)
  end)

  it("is drawn with its sprites, and recorded again", function()
    folder_with(function(folder)
      local page = run { "replay", folder .. "/my.play", "--html", "-" }
      assert.truthy(page:find('viewBox="0 0 5 5"', 1, true))
      local moving = run { "replay", folder .. "/my.play", "--cast", "-" }
      assert.equal('{"height":28,"title":"Crates and Marks: my","version":2,"width":70}',
        moving:match "^[^\n]*")
      local text = run.read_file(folder .. "/my.play")
      run.write_file(folder .. "/my.play", (text:gsub("< ok: Won", "< ok")))
      local _, err, status = run { "replay", "--update", folder .. "/my.play" }
      assert.same({ "", 0 }, { err, status })
      assert.equal(text, run.read_file(folder .. "/my.play"))
    end)
  end)
end)
