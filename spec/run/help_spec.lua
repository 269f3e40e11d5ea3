--- Specifies what the command line says of itself: --help of commands and subcommands, the lists of
--- commands and games, and colours on a terminal.

local characters = require "tessera.base.characters"
local choose = require "tessera.run.choose"
local help = require "tessera.run.help"
local output = require "tessera.base.output"
local process = require "tessera.process"
local run = require "spec.support.run"

describe("--help", function()
  it("has lines of at most 90 columns", function()
    local names = { "", "samples/games/mines.lua", "study report", "study merge" }
    for name in run({ "list" }):gmatch "([%w_]+) [^\n]+" do
      names[#names + 1] = name:find "^%l" and name or nil
    end
    for _, name in ipairs(names) do
      local words = {}
      for word in name:gmatch "%S+" do
        words[#words + 1] = word
      end
      words[#words + 1] = "--help"
      for line in run(words):gmatch "[^\n]+" do
        assert.is_true(utf8.len(line) <= 90, name .. ": " .. line)
      end
    end
  end)

  it("of a subcommand is its own", function()
    local text = run { "study", "report", "--help" }
    assert.equal("Usage: run.lua study report [-h] ", text:match "^.- %[%-h%] ")
    assert.truthy(text:find "%-%-markdown")
    assert.is_nil(text:find "%-%-slurm")
    assert.is_nil(run({ "study", "merge", "-h" }):find "%-%-csv")
    assert.truthy(run({ "study", "--help" }):find "%-%-slurm")
  end)

  it("has its paragraphs filled, and keeps what is indented", function()
    local long = ("word "):rep(20)
    assert.equal(("word "):rep(17) .. "word\nword word\n\n   " .. long .. "\n\nshort\nlines",
      help.fitted(long .. "\n\n   " .. long .. "\n\nshort\nlines"))
  end)
end)

describe("run.lua without anything", function()
  it("lists the commands", function()
    local text, err, status = run {}
    assert.same({ "", 0 }, { err, status })
    assert.truthy(text:find "\nplay +Play a game at the terminal\n")
  end)
end)

describe("run.lua play without a game", function()
  it("names the games in one line, where there is no terminal", function()
    assert.same({ "", "play: name a game: horizontally, jewelry, robots, samegame, tower, or a "
      .. "file such as my.lua (try --help)\n", 2 }, { run { "play" } })
  end)

  local games = { { path = "tower", name = "tower", title = "The Tower: climb" },
    { path = "g/mines.lua", name = "mines", title = "Minesweeper: dig" },
    { path = "g/rogue.lua", name = "rogue", title = "Into the mines" } }

  local function seen(self, width, height)
    local lines = choose.lines(self, width, height)
    for i, line in ipairs(lines) do
      lines[i] = line:gsub("\27%[1m", ""):gsub("\27%[7m", "")
    end
    return lines
  end

  it("shows a list", function()
    local self = choose.new(games)
    choose.press(self, "down")
    assert.same({
      " Which game? _",
      "  tower  The Tower: climb",
      "> mines  Minesweeper: dig",
      "  rogue  Into the mines",
      "",
      " arrows choose  Enter plays  letters search  Esc quit",
    }, seen(self, 80, 24))
    assert.equal("chosen", choose.press(self, "enter"))
  end)

  it("says where the samples are if none are installed", function()
    local self = choose.new { games[1] }
    assert.same({ " Which game? _", "> tower  The Tower: climb",
      " More are in the folder samples of the sources: play FILE." },
      table.move(seen(self, 80, 24), 1, 3, 1, {}))
    assert.equal(" More are", seen(self, 9, 24)[3])
  end)

  it("finds what is typed, first in names, then in titles", function()
    local self = choose.new(games)
    for key in ("mine"):gmatch "." do
      assert.is_nil(choose.press(self, key))
    end
    assert.same({ " Which game? mine_", "> mines  Minesweeper: dig", "  rogue  Into the mines" },
      table.move(seen(self, 80, 24), 1, 3, 1, {}))
    choose.press(self, "x")
    assert.same({ " Which game? minex_", " No game has this in its name." },
      table.move(seen(self, 80, 24), 1, 2, 1, {}))
    assert.is_nil(choose.press(self, "enter"))
    choose.press(self, "backspace")
    assert.equal("mines", self.list[self.at].name)
  end)

  it("scrolls, stays inside, and can be left", function()
    local self = choose.new(games)
    for _, key in ipairs { "up", "end", "down", "pagedown" } do
      choose.press(self, key)
    end
    assert.same({ " Which game? _", "> rogue  Into the" }, table.move(seen(self, 17, 4), 1, 2, 1,
      {}))
    assert.equal("quit", choose.press(self, "esc"))
    assert.equal("quit", choose.press(self, "ctrl-c"))
  end)

  it("lists the samples, but not their scenarios and studies", function()
    local names = {}
    for _, game in ipairs(choose.games "scripts/") do
      names[game.name] = game.title
    end
    assert.equal("Minesweeper: dig where no mines are", names.mines)
    assert.equal("The Vault: take all the gold past doors and spikes, unseen by the guard, and get "
      .. "out", names.vault)
    assert.is_nil(names.mines_scenarios)
    assert.is_nil(names.rush_study)
  end)
end)

describe("colours", function()
  local told, real, terminal

  before_each(function()
    told, terminal = {}, true
    real = { process.is_terminal, process.write, process.say, os.getenv }
    process.is_terminal = function()
      return terminal
    end
    process.write = function(...)
      told[#told + 1] = table.concat { ... }
    end
    process.say = process.write
    os.getenv = function(name) -- luacheck: ignore 122
      return name == "TERM" and "xterm" or nil
    end
  end)

  after_each(function()
    process.is_terminal, process.write, process.say = real[1], real[2], real[3]
    os.getenv = real[4] -- luacheck: ignore 122
  end)

  local function written(f, ...)
    f(...)
    local text = table.concat(told):gsub("\27%[([%d;]*)m", "<%1>")
    told = {}
    return text
  end

  it("are those of good and bad news, and of what changes", function()
    assert.equal("<32>ok<0>\n", written(output.paint, "good", "ok\n"))
    assert.equal("<1;31>failed<0>", written(output.paint, "bad", "fai", "led"))
    assert.equal("<32>+.x<0>\n", written(output.difference, "+.x"))
    assert.equal("<1;31>-.o<0>\n", written(output.difference, "-.o"))
    assert.equal("<36>@@ -1 +1 @@<0>\n", written(output.difference, "@@ -1 +1 @@"))
    assert.equal(" same\n", written(output.difference, " same"))
    assert.equal("<1;31>tower:<0> wrong\n", written(output.say, "tower", "wrong"))
  end)

  it("mark headings and options in a help", function()
    assert.equal("<1>Usage:<0> run.lua [-h]\n\n<1>Options:<0>\n   <36>-h, --help<0>   Show.\n",
      written(help.write, "Usage: run.lua [-h]\n\nOptions:\n   -h, --help   Show.\n"))
  end)

  it("are none without a terminal, with NO_COLOR, and where TERM is dumb", function()
    terminal = false
    assert.equal("ok\n", written(output.paint, "good", "ok\n"))
    assert.equal("tower: wrong\n", written(output.say, "tower", "wrong"))
    terminal = true
    for name, value in pairs { NO_COLOR = "1", TERM = "dumb" } do
      os.getenv = function(asked) -- luacheck: ignore 122
        return asked == name and value or nil
      end
      assert.equal("ok\n", written(output.paint, "good", "ok\n"))
    end
  end)

  it("let no colour of a file's text through", function()
    assert.equal("<32>" .. characters.lines "a\27[31mb" .. "<0>\n", written(output.paint, "good",
      "a\27[31mb\n"))
  end)
end)
