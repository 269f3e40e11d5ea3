--- Specifies how the reader reads words, phrases, numbers and lines, and its errors. Blocks of
--- cells are in reader_cells_spec.lua, files in reader_file_spec.lua.

local raised = require "spec.support.raised"
local sources = require "spec.support.sources"

-- The error that a method of the reader raises, as a text.
local function fault(reader, method, ...)
  return raised(reader[method], reader, ...)
end

local function specify(open)
  describe("word", function()
    it("returns words between blanks of any kind", function()
      local reader = open " one\ttwo\r\n\r\nthree\vfour\ffive  "
      for _, word in ipairs { "one", "two", "three", "four", "five" } do
        assert.equal(word, reader:word())
      end
      assert.is_true(reader:at_end())
    end)

    it("returns a last word with nothing behind it", function()
      local reader = open "a b"
      assert.same({ "a", "b" }, { reader:word(), reader:word() })
      assert.is_true(reader:at_end())
    end)

    it("names the value that is missing at the end of the input, and the place", function()
      assert.equal("line 1, column 1: the input ends where the word is expected",
        fault(open "", "word"))
      local reader = open "one\n  \n "
      reader:word()
      assert.equal("line 3, column 2: the input ends where the colour is expected",
        fault(reader, "word", "colour"))
    end)

    it("has up to 255 bytes", function()
      local reader = open(("w"):rep(255) .. " x\n " .. ("v"):rep(256))
      assert.equal(("w"):rep(255), reader:word())
      assert.equal("x", reader:word())
      assert.equal("line 2, column 2: the name is longer than 255 characters",
        fault(reader, "word", "name"))
      assert.equal(("w"):rep(255), (open(("w"):rep(255)):word()))
    end)

    it("may contain any byte except blanks", function()
      local reader = open "a\0b \x80\xff\n\x7f\x01"
      assert.equal("a\0b", reader:word())
      assert.equal("\x80\xff", reader:word())
      assert.equal("\x7f\x01", reader:word())
      assert.is_true(reader:at_end())
    end)
  end)

  describe("a line end", function()
    it("is LF, CR LF or CR, for words, numbers and words that are skipped", function()
      for _, text in ipairs { "a\r\rb\r\n 3\n\r 4\rc\r\n\rd", "a\n\nb\n 3\n\n 4\nc\n\nd" } do
        local reader = open(text)
        local places = {}
        local function note()
          local line, column = reader:position()
          places[#places + 1] = line .. ":" .. column
        end
        reader:word()
        note()
        reader:word()
        note()
        reader:integer()
        note()
        reader:skip(2)
        reader:word()
        note()
        assert.same({ "1:1", "3:1", "4:2", "9:1" }, places)
      end
    end)

    it("is the same wherever a buffer ends", function()
      for length = 4090, 4098 do
        local reader = open(("x"):rep(length) .. "\r\ny\r\n")
        assert.equal(("x"):rep(length), reader:line())
        assert.equal("y", reader:line())
        assert.same({ 2, 1 }, { reader:position() })
        assert.is_nil(reader:line())
      end
    end)
  end)

  describe("a byte order mark", function()
    it("is skipped in front of the input, and nowhere else", function()
      local reader = open "\u{FEFF}a \u{FEFF}b"
      assert.equal("a", reader:word())
      assert.same({ 1, 1 }, { reader:position() })
      assert.equal("\u{FEFF}b", reader:word())
      assert.is_true(open "\u{FEFF}":at_end())
      for _, text in ipairs { "\xEF", "\xEF\xBB", "\xEF\xBBx", "\xEFx", "\u{FEFE}" } do
        assert.equal(text, open(text):word())
      end
      assert.equal("x", open "\u{FEFF}x\ny":line())
    end)
  end)

  describe("phrase", function()
    it("joins words by single blanks", function()
      local reader = open "PUSH\r\n  RIGHT\tMOVETO 3 a b c d e"
      assert.equal("PUSH RIGHT", reader:phrase())
      assert.equal("MOVETO 3", reader:phrase "command")
      assert.equal("a b c d", reader:phrase("command", 4))
      assert.equal("e", reader:phrase("command", 1))
    end)

    it("has the position of its first word; each word can be picked", function()
      local reader = open "\n one\n  two  three"
      reader:phrase("thing", 3)
      assert.same({ 2, 2 }, { reader:position() })
      assert.equal("three", reader:pick(3))
      assert.same({ 3, 8 }, { reader:position() })
      assert.equal("one", reader:pick(1))
      assert.same({ 2, 2 }, { reader:position() })
      assert.equal("two", reader:pick(2))
      assert.equal("line 3, column 3: not this", fault(reader, "fail", "not this"))
    end)

    it("is an error if a word is missing", function()
      assert.equal("line 1, column 1: the input ends where the command is expected",
        fault(open "", "phrase", "command"))
      assert.equal("line 1, column 6: the input ends where the rest of the command is expected",
        fault(open "PUSH ", "phrase", "command"))
    end)

    it("has up to 255 bytes", function()
      local reader = open(("v"):rep(200) .. " " .. ("w"):rep(54))
      assert.equal(("v"):rep(200) .. " " .. ("w"):rep(54), reader:phrase())
      assert.equal("line 1, column 202: the command is longer than 255 characters",
        fault(open(("v"):rep(200) .. " " .. ("w"):rep(55)), "phrase", "command"))
      assert.equal("line 2, column 1: the command is longer than 255 characters",
        fault(open("\n" .. ("v"):rep(300) .. " w"), "phrase", "command"))
    end)

    it("is of 1 to 4 words", function()
      assert.equal("bad argument #2 to 'phrase' (expected 1..4, got 5)",
        raised(function() open("a b"):phrase("thing", 5) end))
      assert.equal("bad argument #2 to 'phrase' (expected 1..4, got 0)",
        raised(function() open("a b"):phrase("thing", 0) end))
    end)

    it("has no words to pick beyond its own", function()
      local reader = open "PUSH RIGHT"
      reader:phrase()
      assert.matches("expected 1%.%.2, got 3", raised(function() reader:pick(3) end) or "no error")
      assert.matches("got 0", raised(function() reader:pick(0) end) or "no error")
    end)

    it("gives its words one by one, also if they hold NUL bytes", function()
      local reader = open "A\0B C\0"
      assert.equal("A\0B C\0", reader:phrase())
      assert.equal("A\0B", reader:pick(1))
      assert.equal("C\0", reader:pick(2))
    end)
  end)

  describe("phrases", function()
    it("iterates over a given number of phrases", function()
      local reader, found = open "PUSH LEFT\nMOVETO\n2 more", {}
      for phrase in reader:phrases("command", 2) do
        found[#found + 1] = phrase
      end
      assert.same({ "PUSH LEFT", "MOVETO 2" }, found)
      assert.equal("more", reader:word())
    end)

    it("can be left early, and the other phrases can be skipped", function()
      local reader = open "a b c d e f g h i rest"
      local next_phrase, state = reader:phrases("thing", 3, 3)
      assert.equal("a b c", next_phrase(state))
      reader:skip_phrases()
      assert.equal("rest", reader:word())
      reader:skip_phrases()
      assert.is_true(reader:at_end())
    end)

    it("may be none", function()
      local reader = open "rest"
      for _ in reader:phrases("thing", 0) do
        error "there is none"
      end
      assert.equal("rest", reader:word())
    end)

    it("are an error if they are missing at the end, also while they are skipped", function()
      local reader = open "a b c"
      assert.equal("line 1, column 6: the input ends where the rest of the thing is expected",
        raised(function()
          for _ in reader:phrases("thing", 2) do end
        end))
      reader = open "a b c\n"
      reader:phrases("thing", 2)
      assert.equal("line 2, column 1: the input ends where the thing is expected",
        fault(reader, "skip_phrases"))
    end)
  end)

  describe("integer", function()
    it("returns whole numbers with an optional sign", function()
      local reader = open "0 7 -7 +7 007 -0"
      for _, number in ipairs { 0, 7, -7, 7, 7, 0 } do
        local value = reader:integer()
        assert.equal(number, value)
        assert.equal("integer", math.type(value))
      end
    end)

    it("checks the range", function()
      local reader = open "3 2000 2"
      assert.equal(3, reader:integer("height", 3, 2000))
      assert.equal(2000, reader:integer("height", 3, 2000))
      assert.equal("line 1, column 8: the height must be 3..2000, not 2",
        fault(reader, "integer", "height", 3, 2000))
      assert.equal("line 2, column 1: the zero must be 0, not -1",
        fault(open "\n-1", "integer", "zero", 0, 0))
    end)

    it("refuses everything that is no whole number", function()
      for _, word in ipairs {
        "x", "1x", "1.5", "1e3", "0x10", "-", "+", "--1", "+-1", "1-", "\u{661}", "1,2",
      } do
        local message = fault(open(" " .. word .. " 5"), "integer", "height", 1, 9)
        assert.equal("line 1, column 2: expected the height, a whole number, found '"
          .. word .. "'", message)
      end
      assert.equal("line 1, column 1: expected the number, a whole number, found '1\\x002'",
        fault(open "1\0002", "integer"))
      assert.equal("line 1, column 1: the input ends where the height is expected",
        fault(open "", "integer", "height"))
    end)

    it("shows the beginning of a long word", function()
      assert.equal("line 1, column 1: expected the number, a whole number, "
        .. "found 'abcdefghijklmnopqrst...'", fault(open "abcdefghijklmnopqrstu", "integer"))
      assert.equal("line 1, column 1: expected the number, a whole number, "
        .. "found 'abcdefghijklmnopqrst'", fault(open "abcdefghijklmnopqrst", "integer"))
    end)

    it("covers the whole range of 64 bits", function()
      local reader = open "9223372036854775807 -9223372036854775808 00000000000000000000000000005"
      assert.equal(math.maxinteger, reader:integer())
      assert.equal(math.mininteger, reader:integer())
      assert.equal(5, reader:integer())
    end)

    it("refuses numbers beyond 64 bits", function()
      local range = "the number must fit into 64 bits, not "
      assert.equal("line 1, column 1: " .. range .. "9223372036854775808",
        fault(open "9223372036854775808", "integer"))
      assert.equal("line 1, column 1: " .. range .. "9999999999999999999",
        fault(open "9999999999999999999 9", "integer"))
      assert.equal("line 1, column 1: " .. range .. "-9223372036854775809",
        fault(open "-9223372036854775809", "integer"))
      assert.equal("line 1, column 1: " .. range .. "a number of so many digits",
        fault(open(("9"):rep(200)), "integer"))
      assert.equal("line 1, column 1: the age must be 1..99, not a number of so many digits",
        fault(open(("9"):rep(30)), "integer", "age", 1, 99))
    end)

    it("may be the end of the input instead", function()
      local reader = open "5\n \n"
      assert.equal(5, reader:integer_or_end("height", 1, 9))
      assert.is_nil(reader:integer_or_end("height", 1, 9))
      assert.equal("line 1, column 1: the height must be 1..9, not 0",
        fault(open "0", "integer_or_end", "height", 1, 9))
      assert.equal("line 1, column 1: expected the height, a whole number, found 'x'",
        fault(open "x", "integer_or_end", "height", 1, 9))
    end)
  end)

  describe("value", function()
    it("reads the last word as a number", function()
      local reader = open "MOVETO 12 x"
      reader:phrase()
      reader:pick(2)
      assert.equal(12, reader:value())
      assert.equal("line 1, column 8: the column must be 1..9, not 12",
        fault(reader, "value", "column", 1, 9))
    end)

    it("is an error if the word is no number", function()
      local reader = open "MOVETO x"
      reader:phrase()
      reader:pick(2)
      assert.equal("line 1, column 8: expected the column, a whole number, found 'x'",
        fault(reader, "value", "column", 1, 9))
    end)
  end)

  describe("line", function()
    it("returns the rest of a line, without its end", function()
      local reader = open "one two \n\n three\r\n\r\n\rx"
      assert.equal("one", reader:word())
      for _, line in ipairs { " two ", "", " three", "", "", "x" } do
        assert.equal(line, reader:line())
      end
    end)

    it("is nil at the end", function()
      local reader = open "a\n"
      assert.equal("a", reader:line())
      assert.is_nil(reader:line())
      assert.is_nil(reader:line())
      assert.is_nil(open "":line())
    end)

    it("ends with LF, CR LF or CR", function()
      local reader = open "a\r\n\r\nb\rc\r\rd\n\re\r"
      for number, line in ipairs { "a", "", "b", "c", "", "d", "", "e" } do
        assert.equal(line, reader:line())
        assert.same({ number, 1 }, { reader:position() })
      end
      assert.is_nil(reader:line())
    end)

    it("counts lines as reading words does", function()
      local reader = open "a\nb\n  c"
      reader:line()
      reader:line()
      reader:word()
      assert.same({ 3, 3 }, { reader:position() })
    end)

    it("has up to 65536 bytes, whatever they are", function()
      for _, length in ipairs { 1023, 1024, 1025, 4096, 65536 } do
        local line = ("\0\x80z "):rep(length):sub(1, length)
        local reader = open(line .. "\nnext")
        assert.is_true(line == reader:line(), length)
        assert.same({ 1, 1 }, { reader:position() })
        assert.equal("next", reader:line())
        assert.same({ 2, 1 }, { reader:position() })
      end
      assert.equal("line 2, column 1: the line is longer than 65536 bytes",
        fault((function()
          local reader = open("x\n" .. ("y"):rep(65537) .. "\n")
          reader:line()
          return reader
        end)(), "line"))
    end)
  end)

  describe("skip", function()
    it("skips words of any length", function()
      local reader = open("a\n" .. ("b"):rep(100000) .. "\n\n c d")
      reader:skip(3)
      assert.equal("d", reader:word())
      assert.same({ 4, 4 }, { reader:position() })
      reader:skip(0)
      assert.is_true(reader:at_end())
    end)

    it("may skip up to the end of the input", function()
      local reader = open "a b"
      reader:skip(2)
      assert.is_true(reader:at_end())
      reader = open "a b\n"
      reader:skip(2)
      assert.is_true(reader:at_end())
    end)

    it("names the value that is missing", function()
      assert.equal("line 2, column 3: the input ends where the word is expected",
        fault(open "a\nb ", "skip", 3))
      assert.equal("line 1, column 4: the input ends where the command is expected",
        fault(open "a b", "skip", 9223372036854775807, "command"))
    end)
  end)

  describe("fail", function()
    it("gives the position of the last word", function()
      local reader = open "one\n  two three"
      reader:word()
      reader:word()
      local fine, err = pcall(reader.fail, reader, "this is wrong")
      assert.is_false(fine)
      assert.same({ "this is wrong", 2, 3 }, { err.message, err.line, err.column })
      assert.equal("line 2, column 3: this is wrong", tostring(err))
    end)

    it("counts a tab and each byte as one column", function()
      local reader = open "\t\u{e9}\u{e9}\tx"
      reader:word()
      reader:word()
      assert.equal("line 1, column 7: here", fault(reader, "fail", "here"))
    end)

    it("can list the expected words", function()
      local reader = open "UP"
      reader:word()
      assert.equal("line 1, column 1: unknown direction 'UP' (expected one of LEFT RIGHT)",
        fault(reader, "unknown", "direction", "LEFT RIGHT"))
      reader = open "a\0\xff\x1b'"
      reader:word()
      assert.equal("line 1, column 1: unknown thing 'a\\x00\\xFF\\x1B'' (expected one of A)",
        fault(reader, "unknown", "thing", "A"))
    end)

    it("is final: nothing can be read after it", function()
      local reader = open "x 1 2 3"
      local message = fault(reader, "integer", "height")
      assert.equal("line 1, column 1: expected the height, a whole number, found 'x'", message)
      for _, method in ipairs {
        "word", "phrase", "integer", "integer_or_end", "line", "at_end", "position", "value",
      } do
        assert.equal(message, fault(reader, method))
      end
      assert.equal(message, fault(reader, "skip", 1))
      assert.equal(message, fault(reader, "fail", "something else"))
    end)
  end)
end

for _, source in ipairs(sources) do
  describe("the reader over " .. source.name .. ":", function()
    specify(source.open)
  end)
end
