--- Specifies which characters reach a terminal, a page or a file that people read.

local characters = require "tessera.base.characters"

local function bytes(text)
  return (text:gsub(".", function(c)
    return ("\\x%02X"):format(c:byte())
  end))
end

describe("a text", function()
  it("stays as it is, whatever the language", function()
    for _, text in ipairs { "", "plain [text] ~", "häuser 家 🎲 עברית عربي ไทย e\u{301}",
      "\u{E01B}" } do
      assert.equal(text, characters.line(text))
      assert.equal(text, characters.frame(text))
    end
    assert.equal("a\tb\nc", characters.lines "a\tb\nc")
  end)

  it("shows control characters as bytes, as one line also tabs and ends of lines", function()
    for byte = 0, 31 do
      local c = string.char(byte)
      assert.equal("a" .. bytes(c), characters.line("a" .. c))
      assert.equal((c == "\n" or c == "\t") and c or bytes(c), characters.lines(c))
    end
    assert.equal([[\x7F]], characters.lines "\127")
    for code = 0x80, 0x9F do
      assert.equal(bytes(utf8.char(code)), characters.lines(utf8.char(code)))
    end
  end)

  it("shows as bytes what nobody sees, and what turns a line around", function()
    for _, range in ipairs { { 0xAD, 0xAD }, { 0x61C, 0x61C }, { 0x200B, 0x200F },
      { 0x2028, 0x202E }, { 0x2060, 0x206F }, { 0xFE00, 0xFE0F }, { 0xFEFF, 0xFEFF },
      { 0xE0001, 0xE007F }, { 0xFFFE, 0xFFFF } } do
      for code = range[1], range[2] do
        local char = utf8.char(code)
        assert.equal("é" .. bytes(char) .. "é", characters.line("é" .. char .. "é"))
        assert.equal(bytes(char), characters.lines(char))
        assert.equal(bytes(char), characters.frame(char))
        assert.is_false(characters.is_glyph(char))
      end
    end
  end)

  it("shows as bytes what is no UTF-8", function()
    for text, shown in pairs { ["a\xFF\xC3("] = [[a\xFF\xC3(]], ["\xED\xA0\x80"] = [[\xED\xA0\x80]],
      ["\xC0\xAF"] = [[\xC0\xAF]], ["é\x80é"] = [[é\x80é]], ["\xE2\x80"] = [[\xE2\x80]],
      ["\xF4\x90\x80\x80"] = [[\xF4\x90\x80\x80]] } do
      assert.equal(shown, characters.line(text))
      assert.equal(shown, characters.frame(text))
    end
  end)
end)

describe("a part of a text", function()
  it("has whole characters, and bytes that are none", function()
    for _, case in ipairs { { "", 0, "" }, { "ab", 2, "ab" }, { "abc", 2, "ab..." },
      { "äöü", 3, "äöü" }, { "äöü", 2, "äö..." }, { "ä\xFF\xC3ü", 3, "ä\xFF\xC3..." },
      { "a\x80\x80", 2, "a\x80..." }, { "家家", 1, "家..." } } do
      assert.equal(case[3], characters.cut(case[1], case[2]))
    end
    assert.equal(5, characters.count "ä\xFF\xC3üx")
    assert.same({ 1, 2, 2, 4, 5 }, { characters.first_of("aäx\x80", 1),
      characters.first_of("aäx\x80", 2), characters.first_of("aäx\x80", 3),
      characters.first_of("aäx\x80", 4), characters.first_of("aäx\x80", 5) })
  end)

  it("is padded by columns", function()
    for text, columns in pairs { [""] = 0, ["Größe"] = 5, ["☃·█"] = 3, ["e\u{301}"] = 1,
      ["家🎲"] = 4, ["हिं"] = 1 } do
      assert.equal(columns, characters.columns(text))
      assert.equal(text .. (" "):rep(9 - columns), characters.padded(text, 9))
    end
  end)
end)

describe("lines", function()
  it("end with LF, and no mark is in front", function()
    for text, unified in pairs { [""] = "", ["a\r\nb\rc\n\r\n"] = "a\nb\nc\n\n", ["\r\r"] = "\n\n",
      ["\u{FEFF}a\u{FEFF}"] = "a\u{FEFF}" } do
      assert.equal(unified, characters.unified(text))
    end
  end)
end)

describe("a frame", function()
  it("keeps the engine's own sequences", function()
    for _, own in ipairs { "\27[0m", "\27[38;2;1;2;3m", "\27[12;1H", "\27[7G", "\27[K", "\27[2K",
      "\27[2J", "\27[?1049h\27[?25l\27[?1000h\27[?1006h\27[?2004l\27[?7l", "\27[?1049l" } do
      assert.equal("a" .. own .. "b\r\n", characters.frame("a" .. own .. "b\r\n"))
    end
  end)

  it("keeps no others", function()
    for _, other in ipairs { "\27]0;title\7", "\27[6n", "\27[?1049s", "\27[?9h", "\27[4h", "\27c",
      "\27[3J", "\27[;H", "\27P1$q\27\\", "\27[>c", "\27", "\27[", "\27[38", "\u{9B}31m", "\7",
      "\27[?25\27[mh" } do
      local shown = characters.frame(other):gsub("\27%[m", "")
      assert.is_nil(shown:find "[%c\127]", shown)
      assert.is_nil(shown:find("\u{9B}", 1, true))
    end
  end)
end)

describe("a glyph", function()
  it("is seen, and stands for itself", function()
    for glyph, fine in pairs { ["#"] = true, ["█"] = true, ["家"] = true, ["é"] = true,
      ["@>"] = true, ["\u{301}"] = false, ["e\u{301}"] = false, ["\27"] = false,
      ["\u{200D}"] = false, ["ि"] = false,
      ["❤\u{FE0F}"] = false, ["\xFF"] = false } do
      assert.equal(fine, characters.is_glyph(glyph), glyph)
    end
  end)
end)
