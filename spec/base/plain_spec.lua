--- Specifies what a terminal gets of the output of a child (src/base/plain.h). Its twin is
--- tessera.base.characters, which does the same for the texts that the library itself writes.

local characters = require "tessera.base.characters"
local process = require "tessera.process"
local rng = require "tessera.rng"

describe("the output of a child at a terminal", function()
  it("has all characters that the library shows, and no others", function()
    local parts = {}
    for code = 0, 0x10FFFF do
      if (code < 0xD800 or code > 0xDFFF) and code ~= 0x1B then
        parts[#parts + 1] = utf8.char(code)
      end
      if #parts == 4096 or code == 0x10FFFF then
        local text = table.concat(parts)
        assert.equal(characters.lines(text), process.plain(text), ("up to U+%04X"):format(code))
        parts = {}
      end
    end
  end)

  it("is the same as the library's for any bytes", function()
    local random = rng.new(7)
    for _ = 1, 3000 do
      local bytes = {}
      for i = 1, random:below(40) do
        local c = random:below(4) > 0 and 0x80 + random:below(128) or random:below(128)
        bytes[i] = string.char(c == 0x1B and 0x41 or c)
      end
      local text = table.concat(bytes)
      assert.equal(characters.lines(text), process.plain(text))
    end
  end)

  it("keeps colours, and ends in the usual one", function()
    assert.equal("a\27[31mb\27[0mc", process.plain "a\27[31mb\27[0mc")
    assert.equal("\27[1;38;5;7mb\27[0m", process.plain "\27[1;38;5;7mb")
    assert.equal("\27[38:2:1:2:3mb\27[mc", process.plain "\27[38:2:1:2:3mb\27[mc")
  end)

  local hostile = {
    ["a title"] = { "\27]0;title\7", "\\x1B]0;title\\x07" },
    ["the clipboard"] = { "\27]52;c;eA==\27\\", "\\x1B]52;c;eA==\\x1B\\" },
    ["a question to the terminal"] = { "\27[6n", "\\x1B[6n" },
    ["a device control string"] = { "\27P1$r\27\\", "\\x1BP1$r\\x1B\\" },
    ["the cursor"] = { "\27[2A\27[1;1H", "\\x1B[2A\\x1B[1;1H" },
    ["a colour with a private mark"] = { "\27[?31m\27[>4m", "\\x1B[?31m\\x1B[>4m" },
    ["a sequence in a sequence"] = { "\27[3\27[1mx", "\\x1B[3\27[1mx\27[0m" },
    ["a sequence without end"] = { "\27[" .. ("1"):rep(100), "\\x1B[" .. ("1"):rep(100) },
    ["a beginning"] = { "a\27", "a\\x1B" },
    ["the C1 controls"] = { "\xC2\x9B31m\x9B31m", "\\xC2\\x9B31m\\x9B31m" },
  }
  for name, case in pairs(hostile) do
    it("shows " .. name .. " as bytes", function()
      assert.equal(case[2], process.plain(case[1]))
    end)
  end

  it("writes a line over and over on stderr, and does no more", function()
    assert.equal("\r\27[K1 of 2\r\27[K", process.plain("\r\27[K1 of 2\r\27[K", "progress"))
    assert.equal("\\x1B[2K\\x1B[1A\\x1B[2J", process.plain("\27[2K\27[1A\27[2J", "progress"))
  end)

  it("draws on the screen of a game, and does no more", function()
    local drawn = "\27[?1049h\27[?25l\27[2J\27[3;1H\27[0m\27[2Kx\27[?25h\27[?1049l"
    assert.equal(drawn, process.plain(drawn, "screen"))
    assert.equal("\27[?7l\27[?25l\27[?1000h\27[?1049hx\27[?7h\27[?25h\27[?1000l\27[?1049l",
      process.plain("\27[?7l\27[?25l\27[?1000h\27[?1049hx", "screen"))
    assert.equal("\\x1B[?1003h\\x1B]52;c;x\\x07\\x1B[5n\\x1Bc",
      process.plain("\27[?1003h\27]52;c;x\7\27[5n\27c", "screen"))
  end)
end)
