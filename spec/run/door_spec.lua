--- Specifies what a file's texts may write to the terminal: nothing but text.

local run = require "spec.support.run"

-- What a terminal would obey, turn around or not show.
local EVIL = "\27]0;pwn\7\27[31m\u{9B}m\u{202E}\u{200F}\u{61C}\u{200E}\u{200B}\u{FEFF}\r"

local function lua(text)
  return ("%q"):format(text):gsub("\\\n", "\\n")
end

-- Runs a file, g.lua, in which E is the text, and K its beginning. Nothing of it comes out as it
-- is.
local function written(code, args, input)
  local stdout, stderr, status
  run.in_folder(function(folder)
    local head = "local tessera, E, K = require 'tessera', %s, %s\n"
    run.write_file(folder .. "/g.lua", head:format(lua(EVIL), lua(EVIL:sub(1, 8))) .. code)
    local words = {}
    for i, word in ipairs(args or {}) do
      words[i] = word == "FILE" and folder .. "/g.lua" or word
    end
    if not args then
      words = { folder .. "/g.lua" }
    end
    stdout, stderr, status = run(words, input)
  end)
  for _, text in ipairs { stdout, stderr } do
    assert.is_nil(text:find "[\0-\8\11-\31\127]", text)
    for _, code_point in utf8.codes(text) do
      local sign = utf8.char(code_point)
      assert.is_nil(code_point > 127 and EVIL:find(sign, 1, true) or nil)
    end
  end
  return stdout, stderr, status
end

-- A game with the text wherever a game may have one.
local GAME = [[
  local game = tessera.game { name = "g", summary = "S" .. E .. ": x", help = "H" .. E,
    legend = { ["."] = "empty", ["@"] = "player" }, options = { o = "d" .. E },
    moves = { "go" .. K, "<direction>" }, counters = { n = 0 }, goal = "O" .. E,
    outcome = function(state) return state.n > 1 and "O" .. E or nil end,
    apply = function(state, word)
      if word == "left" then return nil, "why" .. E end
      state.n = state.n + 1
      state:event("changed", "@", 1, 1)
    end }
]]

describe("no text of a file is more than text", function()
  it("in --trace", function()
    local stdout, _, status = written(GAME .. [[
      return tessera.scenario { name = "a" .. E, game = game, map = "@.",
        play = { "left", "go" .. K }, expect = { moves = 1 } }]], { "FILE", "--trace" })
    assert.matches("^a\\x1B%]0;pwn\\x07", stdout)
    assert.matches("\n1%. ignored: left: why\\x1B%]0;pwn", stdout)
    assert.matches("\n2%. go\\x1B%]0;pwn", stdout)
    assert.equal(0, status)
  end)

  it("in --trace of a game's input", function()
    local stdout = written(GAME .. "return game", { "FILE", "--trace" },
      "; name: a" .. EVIL .. "\n@.\n\nleft, up\n")
    assert.matches("1%. ignored: left: why\\x1B", stdout)
  end)

  it("in --help", function()
    local stdout, _, status = written(GAME .. "return game", { "FILE", "--help" })
    for _, what in ipairs { "S", "H", "go", "o=d" } do
      assert.truthy(stdout:find(what .. "\\x1B]0;pwn\\x07", 1, true), what)
    end
    assert.equal(0, status)
  end)

  it("in the names of levels that are solved", function()
    local stdout = written(GAME .. "return game", { "solve", "FILE" },
      "; name: a" .. EVIL:gsub("\r", "") .. "\n@.\n\nup\n")
    assert.matches("^; name: a\\x1B%]0;pwn\\x07\\x1B%[31m", stdout)
  end)

  it("in errors", function()
    local _, stderr, status = written "error('a' .. E, 0)"
    assert.equal([[run.lua: a\x1B]0;pwn\x07\x1B[31m\xC2\x9Bm\xE2\x80\xAE\xE2\x80\x8F\xD8\x9C]]
      .. [[\xE2\x80\x8E\xE2\x80\x8B\xEF\xBB\xBF\x0D]] .. "\n", stderr)
    assert.equal(1, status)
  end)

  it("in what scenarios and laws say", function()
    written(GAME .. [[
      return tessera.scenario { name = "a" .. E, game = game, map = "@.", play = { "left" },
        expect = { refused = E, outcome = "O" .. E } }]])
    written(GAME .. "return game", { "check", "FILE", "--games", "3" })
    written(GAME .. "return game", { "check", "FILE", "--levels" }, "; name: a" .. EVIL
      .. "\n; expect: " .. EVIL .. "\n@.\n")
  end)
end)

describe("what a file prints", function()
  it("reaches a file as it is, and a terminal as text", function()
    if select(3, run.shell "script -qec true /dev/null") ~= 0 then
      return pending "script(1) cannot open a terminal"
    end
    run.in_folder(function(folder)
      run.write_file(folder .. "/p.lua", "print('a\\27[31mb')")
      local command = run.command { folder .. "/p.lua" }
      assert.equal("a\27[31mb\n", (run.shell(command)))
      assert.equal("a\\x1B[31mb\r\n", (run.shell(("script -qec %s /dev/null </dev/null"):format(
        run.quote(command)))))
    end)
  end)
end)
