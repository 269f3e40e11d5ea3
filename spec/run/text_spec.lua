--- Specifies what a user sees of texts in any language, and which marks and line ends files may
--- have.

local run = require "spec.support.run"

local SOKOBAN = "samples/games/sokoban.lua"
local MAP = "#####\n#@$.#\n#####\n"
local NAMED = "; name: Größe ☃\n" .. MAP

local function with_file(text, use)
  run.in_folder(function(folder)
    run.write_file(folder .. "/x.txt", text)
    use(folder .. "/x.txt", folder)
  end)
end

describe("a name of a level", function()
  it("is shown as it is, in columns", function()
    with_file(NAMED .. "\n; name: 家\n" .. MAP .. "\n; name: abcdefgh\n######\n#@ $.#\n######\n",
      function(path)
        local stdout, stderr = run { "check", SOKOBAN, path, "--levels" }
        assert.equal("", stderr)
        assert.matches("^level         length  .*\n1 'Größe ☃'        1  ", stdout)
        assert.is_truthy(stdout:find("\n2 '家'             1  ", 1, true))
        assert.is_truthy(stdout:find("\n3 'abcdefgh'       2  ", 1, true))
      end)
  end)

  it("is found, and kept by what is solved, drawn and recorded", function()
    with_file(NAMED, function(path, folder)
      assert.equal(NAMED .. "\nright\n", (run { "solve", SOKOBAN, path, "--level", "Größe ☃" }))
      local _, none = run { "solve", SOKOBAN, path, "--level", "Größe" }
      assert.equal("sokoban: " .. path .. ": there is no level 'Größe' (the levels: 1 'Größe ☃')\n",
        none)
      run { "solve", SOKOBAN, path, "--html", folder .. "/x.html" }
      local file <close> = assert(io.open(folder .. "/x.html"))
      local page = file:read "a"
      assert.is_truthy(page:find("Größe ☃", 1, true))
      assert.is_nil(page:find("\\xC3", 1, true))
    end)
  end)
end)

describe("a file of levels", function()
  it("may have a byte order mark, and lines that end with CR LF or CR", function()
    local expected = run({ "solve", SOKOBAN }, NAMED)
    for _, text in ipairs { "\u{FEFF}" .. NAMED, NAMED:gsub("\n", "\r"), NAMED:gsub("\n", "\r\n"),
      "\u{FEFF}" .. NAMED:gsub("\n", "\r") } do
      assert.equal(expected, (run({ "solve", SOKOBAN }, text)))
      with_file(text, function(path)
        assert.equal(expected, (run { "solve", SOKOBAN, path }))
      end)
      local _, stderr = run({ SOKOBAN }, (text:gsub("@", "x")))
      assert.is_truthy(stderr:find("line 3, column 2: unknown cell 'x'", 1, true), stderr)
    end
  end)

  it("has its errors named by their lines, and whole characters in the messages", function()
    local plain = run.read_file(SOKOBAN):gsub("  formats = [^\n]*\n", "") -- paragraphs alone
    for text, message in pairs {
      [MAP .. "Solution: " .. ("r"):rep(2100) .. "\n"] = "line 4, column 1: unknown cell 'S' ",
      [MAP .. "Lösung\n"] = "line 4, column 1: unknown cell 'L' ",
      [MAP .. ("#"):rep(2001) .. "\n"] =
        "line 4, column 2001: the map has more than 2000 columns\n",
      [MAP .. ("#\n"):rep(1998)] = "line 2001, column 1: the map has more than 2000 rows\n",
      ["#####\n#@☃.#\n"] = "line 2, column 3: unknown cell '☃' ",
    } do
      local _, stderr, status = run.with_files({ ["my.lua"] = plain }, { "@my.lua" }, text)
      assert.equal(1, status)
      assert.is_truthy(stderr:find("sokoban: " .. message, 1, true), stderr)
    end
  end)
end)

describe("a message", function()
  it("is cut between characters", function()
    local _, stderr = run({ SOKOBAN }, MAP .. "\nright," .. ("ü"):rep(50))
    assert.equal(("sokoban: line 5, column 7: '%s...' is no action of sokoban\n"):format(
      ("ü"):rep(40)), stderr)
    _, stderr = run({ "tower" }, ("ü"):rep(50))
    assert.equal(("tower: line 1, column 1: expected the height, a whole number, found '%s...'\n")
      :format(("ü"):rep(20)), stderr)
  end)
end)

describe("a recording", function()
  it("may have a byte order mark, and lines that end with CR LF or CR", function()
    local path = "samples/tower/picture.play"
    local file <close> = assert(io.open(path))
    local text = file:read "a"
    for _, ending in ipairs { "\n", "\r\n", "\r" } do
      with_file("\u{FEFF}" .. text:gsub("\n", ending), function(copy, folder)
        local _, stderr, status = run { "replay", copy, "--svg", folder .. "/x.svg" }
        assert.same({ "", 0 }, { stderr, status })
      end)
    end
  end)
end)
