--- Specifies `run.lua replay`, and --html of the commands that play.

local run = require "spec.support.run"

local PLAY = "samples/tower/cleared.play"

local HALL = [[
local tessera = require "tessera"
return tessera.game {
  name = "hall", legend = { ["."] = "empty", ["@"] = "player" }, moves = { "<direction>" },
  rules = { { "<direction>", "[ player | empty ] -> [ | player ]" } },
}
]]


-- A recording of two steps, as this version of the library writes it.
local function hall_play(folder)
  run.write_file(folder .. "/make.lua", [[
local tessera = require "tessera"
local text = tessera.session.record(require("hall").new "@..", { "right", "up" })
print((text:gsub("\n$", "")))
]])
  local text, stderr = run { folder .. "/make.lua" }
  assert.equal("", stderr)
  return text
end

local function in_hall(use)
  run.in_folder(function(folder)
    run.write_file(folder .. "/hall.lua", HALL)
    run.write_file(folder .. "/hall.play", hall_play(folder))
    use(folder)
  end)
end

local function refused(args, message, status)
  local stdout, stderr, code = run(args)
  assert.same({ "", message .. "\n", status }, { stdout, stderr, code })
end

describe("a recording", function()
  it("becomes a page, pictures and a recording of a terminal", function()
    run.in_folder(function(folder)
      local args = { "replay", PLAY }
      local begins = { html = "<!doctype html>\n", svg = "<svg xmlns=",
        ["svg-animated"] = "<svg xmlns=",
        cast = '{"height":9,"title":"tower: cleared","version":2,' }
      for name in pairs(begins) do
        args[#args + 1] = "--" .. name
        args[#args + 1] = folder .. "/" .. name
      end
      assert.same({ "", "", 0 }, { run(args) })
      for name, first in pairs(begins) do
        assert.equal(first, run.read_file(folder .. "/" .. name):sub(1, #first), name)
      end
    end)
  end)

  -- Whether ImageMagick is there, and not another program called convert.
  local function draws_gif()
    return run.installed "convert"
      and run.shell("convert -version 2>/dev/null"):find("^Version: ImageMagick") ~= nil
  end

  it("becomes a PNG and a GIF, and leaves nothing behind", function()
    if not run.installed "rsvg-convert" then
      pending "rsvg-convert is not installed"
    end
    run.in_folder(function(folder)
      local gif = draws_gif()
      assert.same({ "", "", 0 }, { run({ "replay", PLAY, "--png", folder .. "/a.png",
        gif and "--gif" or nil, gif and folder .. "/a.gif" or nil,
        gif and "--delay" or nil, gif and "100" or nil, gif and "--smooth" or nil }, nil,
        { env = "TMPDIR=" .. run.quote(folder) }) })
      assert.equal("\137PNG\r\n", run.read_file(folder .. "/a.png"):sub(1, 6))
      assert.equal((gif and "a.gif\n" or "") .. "a.png\n", (run.shell("ls " .. run.quote(folder))))
      if gif then
        assert.equal("GIF89a", run.read_file(folder .. "/a.gif"):sub(1, 6))
      end
    end)
  end)

  it("is drawn after so many steps", function()
    local stdout = run { "replay", PLAY, "--svg", "-", "--frame", "0" }
    assert.truthy(stdout:find('<title id="title">tower: cleared, step 0 of 11</title>', 1, true))
    assert.truthy(stdout:find('<desc id="desc">.....\n.....\n.....\n.S...\n##...\n##3#G\n'
      .. "moves: 0\n", 1, true))
    stdout = run { "replay", PLAY, "--svg", "-" }
    assert.truthy(stdout:find("step 11 of 11", 1, true))
    refused({ "replay", PLAY, "--svg", "-", "--frame", "12" },
      "replay: --frame: the recording has 11 steps, not 12", 1)
    refused({ "replay", PLAY, "--svg", "" }, "replay: cannot write a file without a name", 1)
    refused({ "replay", PLAY, "--svg", "-", "--smooth" },
      "replay: --smooth is for moving pictures: --svg-animated, --gif", 2)
    refused({ "replay", PLAY, "--svg-animated", "-", "--frame", "3" },
      "replay: --frame is for pictures of one board: --svg, --png", 2)
    for _, other in ipairs { "--svg", "--html", "--lurd" } do
      refused({ "replay", PLAY, other, "-", "--delay", "100" },
        "replay: --delay is for moving pictures: --svg-animated, --gif, --cast", 2)
    end
  end)

  it("may come from the standard input", function()
    local stdout, stderr, status = run({ "replay", "--svg", "-" }, run.read_file(PLAY))
    assert.same({ "", 0 }, { stderr, status })
    assert.truthy(stdout:find("tower: a recording, step 11 of 11", 1, true))
  end)

  it("that does not replay is an error with its line", function()
    run.in_folder(function(folder)
      local path = folder .. "/wrong.play"
      run.write_file(path, (run.read_file(PLAY):gsub("moves 2\n", "moves 7\n")))
      local _, stderr, status = run { "replay", path, "--svg", "-" }
      assert.equal(1, status)
      assert.matches("^replay: .*/wrong%.play: line %d+: expected 'moves 7', found 'moves 2'"
        .. " %(replay %-%-update records it again%)\n$",
        stderr)
    end)
  end)

  it("must be one", function()
    refused({ "replay", "README.md", "--svg", "-" }, "replay: README.md: it is no recording"
      .. " (expected the lines 'tessera play 1' and 'tessera GAME 1')", 1)
    refused({ "replay", "no/such.play" },
      "replay: cannot open no/such.play: No such file or directory", 1)
    refused({ "replay", ".", "--svg", "-" }, "replay: cannot read .: Is a directory", 1)
  end)

  it("is played in a terminal only if there is one", function()
    refused({ "replay", PLAY }, "replay: there is no terminal to play in (--html, --svg and others"
      .. " write files: try --help)", 2)
  end)

  it("says which file cannot be written, and which program is missing", function()
    refused({ "replay", PLAY, "--svg", "/no/such/file.svg" },
      "replay: cannot write /no/such/file.svg: No such file or directory", 1)
    run.in_folder(function(folder)
      local lua = run.shell "command -v lua5.4":gsub("\n", "")
      local _, stderr, status = run({ "replay", PLAY, "--png", folder .. "/a.png" }, nil,
        { env = "PATH=" .. run.quote(folder), lua = lua })
      assert.same({ "replay: rsvg-convert is not installed: install librsvg2-bin\n", 1 },
        { stderr, status })
    end)
  end)
end)

describe("a recording of a game in Lua", function()
  it("finds the game beside it, or in the folder above", function()
    in_hall(function(folder)
      local stdout, stderr = run { "replay", folder .. "/hall.play", "--svg", "-" }
      assert.equal("", stderr)
      assert.truthy(stdout:find(">hall, step 2 of 2", 1, true))
      run.shell(("mkdir %s/plays && mv %s/hall.play %s/plays/"):format(folder, folder, folder))
      run.shell(("mv %s/hall.lua %s/other.lua"):format(folder, folder))
      stdout = run { "replay", folder .. "/plays/hall.play", "--svg", "-" }
      assert.truthy(stdout:find(">hall, step 2 of 2", 1, true))
    end)
  end)

  it("says if there is none, or if it is another game", function()
    in_hall(function(folder)
      os.remove(folder .. "/hall.lua")
      local play = folder .. "/hall.play"
      refused({ "replay", play, "--svg", "-" }, "replay: " .. play .. ": no file of the game 'hall'"
        .. " is beside the recording or in the folder above (--game FILE.lua names it)", 1)
      refused({ "replay", play, "--svg", "-", "--game", "samples/games/sokoban.lua" }, "run.lua: "
        .. play .. ": the recording is of 'hall', and samples/games/sokoban.lua has 'sokoban'", 1)
      run.write_file(folder .. "/none.lua", "return 7")
      refused({ "replay", play, "--svg", "-", "--game", folder .. "/none.lua" }, "run.lua: " .. play
        .. ": the recording is of 'hall', and " .. folder .. "/none.lua has no game", 1)
    end)
  end)

  it("stays in the sandbox", function()
    in_hall(function(folder)
      run.write_file(folder .. "/hall.lua", "io.open('x')\n" .. HALL)
      local stdout, stderr, status = run { "replay", folder .. "/hall.play", "--html",
        folder .. "/out.html" }
      assert.same({ "", 4 }, { stdout, status })
      assert.matches("hall%.lua:1: io is refused to a script", stderr)
      assert.equal("", (run.shell("ls " .. run.quote(folder) .. " | grep out")))
    end)
  end)

  it("is stopped at a limit", function()
    in_hall(function(folder)
      run.write_file(folder .. "/hall.lua", "while true do end\n" .. HALL)
      local _, stderr, status = run { "replay", folder .. "/hall.play", "--svg", "-",
        "--max-seconds", "1" }
      assert.equal(3, status)
      assert.matches("stopped after 1 s of CPU time", stderr)
    end)
  end)

  it("cannot write a control character anywhere", function()
    in_hall(function(folder)
      run.write_file(folder .. "/hall.lua", [[
        local tessera = require "tessera"
        return tessera.game {
          name = "hall", legend = { ["."] = "empty", ["@"] = "player" }, moves = { "<direction>" },
          look = { empty = { "<", "grey", label = "</desc>" } },
          apply = function()
            return nil, "\27[2J</script>"
          end,
        }]])
      run.write_file(folder .. "/hall.play", hall_play(folder))
      for _, option in ipairs { "--html", "--svg", "--svg-animated", "--cast" } do
        local stdout, stderr = run { "replay", folder .. "/hall.play", option, "-" }
        assert.equal("", stderr)
        assert.is_nil(stdout:find "[%z\1-\9\11-\31\127]", option)
        local _, scripts = stdout:gsub("</script>", "")
        assert.equal(option == "--html" and 2 or 0, scripts)
      end
    end)
  end)
end)

describe("--html", function()
  local function page(args, input)
    local text, stdout, stderr, status
    run.in_folder(function(folder)
      local path = folder .. "/out.html"
      local words = table.move(args, 1, #args, 1, {})
      words[#words + 1] = "--html"
      words[#words + 1] = path
      stdout, stderr, status = run(words, input)
      local file = io.open(path)
      text = file and file:read "a"
      if file then
        file:close()
      end
    end)
    return text, stdout, stderr, status
  end

  local function titles(text)
    local list = {}
    for title in text:match('id="data">(.-)</script>'):gmatch '"title":"([^"]*)"' do
      list[#list + 1] = title
    end
    return list
  end

  for _, game in ipairs { "tower", "jewelry", "robots", "samegame" } do
    it("of a run leaves its output as it is: " .. game, function()
      local input = run.read_file(("samples/%s/statement.in"):format(game))
      local text, stdout, stderr, status = page({ game }, input)
      assert.same({ run.read_file(("samples/%s/statement.out"):format(game)), "", 0 },
        { stdout, stderr, status })
      assert.is_true(#titles(text) >= 1)
    end)
  end

  it("has every dataset, with its commands", function()
    local text = page({ "tower" }, run.read_file "samples/tower/statement.in")
    assert.equal(3, #titles(text))
    assert.truthy(text:find('"action":"push right"', 1, true))
    assert.truthy(text:find('["outcome","Cleared"]', 1, true))
  end)

  it("shows both players of Horizontally", function()
    local text = page({ "horizontally", "--rows", "6", "--columns", "6", "--fields", "2" },
      "Aa\n.\n")
    assert.truthy(text:find('"action":"Left: Aa', 1, true))
    assert.truthy(text:find('"action":"Right: ', 1, true))
  end)

  it("may go with --trace", function()
    local input = run.read_file "samples/tower/statement.in"
    local text, stdout = page({ "tower", "--trace" }, input)
    assert.equal((run({ "tower", "--trace" }, input)), stdout)
    assert.equal(3, #titles(text))
  end)

  it("of an input with an error has what came before it", function()
    local text, stdout, _, status = page({ "tower" }, "3 3 ... .S. .G. 0\n3 3 ... .x. .G. 0\n")
    assert.same({ "Game Over : Cleared\n", 1 }, { stdout, status })
    assert.equal(1, #titles(text))
  end)

  it("of a game in Lua has its levels", function()
    local text, stdout, stderr, status = page({ "samples/games/sokoban.lua" },
      "; name: One\n######\n#@ $.#\n######\n\nright\nleft\n")
    assert.same({ "", 0 }, { stderr, status })
    assert.matches("Moves: 2", stdout)
    assert.same({ "Game 1 'One'" }, titles(text))
  end)

  it("of scenarios begins with the first that fails, up to where it went wrong", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/s.lua", [[
        local scenario = require("tessera").scenario
        local map = "...G/S.##/####"
        return {
          scenario { name = "fine", game = "tower", map = map, play = { "MOVETO 2" },
            expect = { moves = 1 } },
          scenario { name = "wrong", game = "tower", map = map,
            play = { "MOVETO 2", "MOVETO 9", "JUMP" }, expect = { moves = 3 } },
          scenario { name = "broken", game = "tower", map = "x", expect = { moves = 3 } },
        }]])
      local text, stdout, _, status = page { folder .. "/s.lua" }
      assert.equal(1, status)
      assert.matches("1 ok, 2 failed", stdout)
      assert.same({ "fine", "failed: wrong" }, titles(text))
      assert.truthy(text:find('"first":2', 1, true))
      assert.truthy(text:find('"action":"move to column 9"', 1, true))
      assert.truthy(text:find([["result":["action 3: 'JUMP' is no action of tower]], 1, true))
    end)
  end)

  it("of solve has the solutions, with --report what there is to know of a level", function()
    local input = "3 4 .... S#.G #### 0\n0 0\n"
    local text, stdout = page({ "solve", "tower", "--report" }, input)
    assert.matches("\n2\nMOVETO 3\nCLIMB RIGHT\n", stdout)
    assert.same({ "dataset 1" }, titles(text))
    assert.truthy(text:find('"report":{"depths":[1,3,4,6,3,2,3],'
      .. '"facts":[["can be solved","yes"]', 1, true))
    refused({ "solve", "tower", "--report" },
      "solve: --report is shown on a page: --html FILE is needed", 2)
  end)

  it("is not written over what the command reads, nor over a program", function()
    in_hall(function(folder)
      local game, play, level = folder .. "/hall.lua", folder .. "/hall.play", folder .. "/level"
      local told = "cannot write %s: this command reads it"
      local lost = "cannot write %s: it is a program in Lua, which would be lost"
      run.write_file(level, "@..\n")
      run.write_file(folder .. "/other.svg", "old")
      refused({ game, level, "--html", folder .. "/./hall.lua" },
        game .. ": " .. told:format(folder .. "/./hall.lua"), 1)
      refused({ game, level, "--html=" .. level }, game .. ": " .. told:format(level), 1)
      refused({ "solve", game, level, "--html", level }, game .. ": " .. told:format(level), 1)
      refused({ "replay", play, "--svg", play }, "run.lua: " .. told:format(play), 1)
      refused({ "replay", play, "--svg", game }, "run.lua: " .. lost:format(game), 1)
      assert.equal(HALL, run.read_file(game))
      assert.equal("@..\n", run.read_file(level))
      assert.same({ "", "", 0 }, { run { "replay", play, "--svg", folder .. "/other.svg" } })
      assert.matches("^<svg", run.read_file(folder .. "/other.svg"))
    end)
  end)

  it("needs a file, and boards that are not too large", function()
    refused({ "tower", "--html", "-" }, "tower: --html: the page needs a file of its own", 2)
    local row = ("#"):rep(300) .. "\n"
    local _, _, stderr, status = page({ "tower" }, "200 300\n" .. row:rep(198)
      .. "S" .. ("."):rep(298) .. "G\n" .. row .. "0\n0 0\n")
    assert.same({ "tower: a board of 200 x 300 cells is too large to be drawn (at most 40000"
      .. " cells)\n", 1 }, { stderr, status })
  end)
end)
