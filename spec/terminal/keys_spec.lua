--- Specifies how bytes of a terminal become names of keys.

local keys = require "tessera.run.terminal.keys"

-- The names of keys in these pieces of bytes, which arrive one after the other.
local function names(...)
  local decoder, all = keys.new(), {}
  for _, bytes in ipairs { ... } do
    for _, name in ipairs(keys.read(decoder, bytes)) do
      all[#all + 1] = name
    end
  end
  for _, name in ipairs(keys.flush(decoder)) do
    all[#all + 1] = name
  end
  return table.concat(all, ", ")
end

describe("keys", function()
  it("are characters as they are, and names for others", function()
    assert.equal("a, Z, ?, space, enter, tab, backspace, ctrl-c, ctrl-z, ctrl-space",
      names "aZ? \r\t\127\3\26\0")
  end)

  it("are characters of several bytes, also in pieces", function()
    assert.equal("ä, €, 😀", names("ä", "\xE2", "\x82\xAC\xF0\x9F", "\x98\x80"))
  end)

  it("pass over bytes that are no text", function()
    assert.equal("a, b, c", names "\x80a\xFFb\xC0\xAFc")
    assert.equal("x", names "\xE2x")
  end)

  it("are arrows and others, in both spellings", function()
    assert.equal("up, down, right, left", names "\27[A\27[B\27OC\27OD")
    assert.equal("home, end, pageup, pagedown, insert, delete, back-tab",
      names "\27[H\27[4~\27[5~\27[6~\27[2~\27[3~\27[Z")
    assert.equal("f1, f4, f5, f10, f12", names "\27OP\27OS\27[15~\27[21~\27[24~")
  end)

  it("have modifiers", function()
    assert.equal("shift-left, ctrl-right, ctrl-alt-shift-up, alt-f5",
      names "\27[1;2D\27[1;5C\27[1;8A\27[15;3~")
    assert.equal("alt-x", names "\27x")
  end)

  it("may come in pieces", function()
    assert.equal("up, shift-left, q", names("\27", "[A\27[", "1;2", "Dq"))
  end)

  it("are ESC if nothing follows it", function()
    assert.equal("esc", names "\27")
    assert.equal("esc, esc", names "\27\27")
    assert.equal("esc, up", names "\27\27[A")
    assert.equal("esc, [", names "\27[")
  end)

  it("are clicks, with row and column", function()
    assert.equal("click 5 12, right-click 1 1, wheel-up, wheel-down",
      names "\27[<0;12;5M\27[<0;12;5m\27[<2;1;1M\27[<64;3;3M\27[<65;3;3M\27[<35;4;4M")
  end)

  it("pass over sequences that are no keys", function()
    assert.equal("a", names "\27[?1;2c\27[<1Ma")
    assert.equal("b", names("\27[" .. ("1;"):rep(20), "x", "b"):match ".$")
  end)
end)

describe("the colours of a terminal", function()
  local screen = require "tessera.run.terminal.screen"
  local function depth(variables)
    return screen.depth(function(name)
      return variables[name]
    end)
  end

  it("follow COLORTERM, TERM and NO_COLOR", function()
    assert.equal("truecolor", depth { TERM = "xterm-256color", COLORTERM = "truecolor" })
    assert.equal("256", depth { TERM = "screen-256color" })
    assert.equal("16", depth { TERM = "xterm" })
    assert.equal("none", depth { TERM = "xterm", COLORTERM = "truecolor", NO_COLOR = "1" })
    assert.equal("16", depth { TERM = "xterm", NO_COLOR = "" })
    assert.equal("none", depth { TERM = "dumb" })
    assert.equal("none", depth { TERM = "vt100" })
  end)
end)

describe("the file of solved levels", function()
  local solved_levels = require "tessera.run.terminal.solved_levels"
  local collection = require "tessera.levels.collection"
  local run = require "spec.support.run"

  it("lies below XDG_STATE_HOME, or in the home folder", function()
    local function path(variables)
      return solved_levels.path(function(name)
        return variables[name]
      end)
    end
    assert.equal("/s/tessera/progress", path { XDG_STATE_HOME = "/s", HOME = "/h" })
    assert.equal("/h/.local/state/tessera/progress", path { HOME = "/h" })
    assert.equal("/h/.local/state/tessera/progress", path { XDG_STATE_HOME = "s", HOME = "/h" })
    assert.is_nil(path {})
  end)

  it("keeps the least number of moves of each level", function()
    run.in_folder(function(folder)
      local path = folder .. "/it's/progress"
      local one, two = collection.key("g", "@$."), collection.key("g", "@ $.")
      assert.equal("g ", one:sub(1, 2))
      assert.not_equal(one, two)
      local solved = {}
      for _, step in ipairs { { one, 7 }, { two, 3 }, { one, 5 }, { one, 9 } } do
        assert.is_true(solved_levels.note(path, solved, step[1], step[2]))
      end
      assert.same({ [one] = 5, [two] = 3 }, solved)
      assert.same({ [one] = 5, [two] = 3 }, solved_levels.read(path))
    end)
  end)

  it("keeps what two players note who do not know of each other", function()
    run.in_folder(function(folder)
      local path = folder .. "/progress"
      local mine, yours = solved_levels.read(path), solved_levels.read(path)
      assert.is_true(solved_levels.note(path, mine, "g 01", 4))
      assert.is_true(solved_levels.note(path, yours, "g 02", 5))
      assert.is_true(solved_levels.note(path, mine, "g 03", 6))
      assert.same({ ["g 01"] = 4, ["g 02"] = 5, ["g 03"] = 6 }, solved_levels.read(path))
    end)
  end)

  it("may hold anything", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/p", "\0\255\ng 00ff 12\ng 00ff\ng 00ff 99999999999999999999\n"
        .. "g zz 3\n\27[2J ff 3\ng 00ff 11 \n")
      assert.same({ ["g 00ff"] = 12 }, solved_levels.read(folder .. "/p"))
      assert.same({}, solved_levels.read(folder))
      assert.same({}, solved_levels.read(nil))
      assert.is_false(solved_levels.note(folder, {}, "g 01", 1))
      assert.is_false(solved_levels.add(folder .. "/p", "g zz 3"))
      run.write_file(folder .. "/cut", "g 01 1")
      assert.is_true(solved_levels.note(folder .. "/cut", {}, "g 02", 2))
      assert.same({ ["g 01"] = 1, ["g 02"] = 2 }, solved_levels.read(folder .. "/cut"))
    end)
  end)
end)
