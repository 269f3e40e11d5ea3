--- Specifies how the reader shares a file with Lua's io and with other readers, and how it keeps
--- its file or string alive.

local raised = require "spec.support.raised"
local reader = require "tessera.reader"
local run = require "spec.support.run"

local function file_with(text)
  local file = assert(io.tmpfile())
  file:write(text)
  file:seek "set"
  return file
end

describe("the reader of a file", function()
  it("takes turns with Lua's own functions", function()
    local file = file_with "one two\nthree\n 4 five\nsix seven\n8"
    local ours = reader.new(file)
    assert.equal("one", file:read(3))
    assert.equal("two", ours:word())
    assert.equal("\n", file:read(1))
    assert.equal("three", file:read "l")
    assert.equal(4, ours:integer())
    assert.equal(" five", file:read "l")
    assert.equal("six seven", ours:line())
    assert.equal(8, file:read "n")
    assert.is_true(ours:at_end())
    assert.is_nil(file:read "l")
  end)

  it("takes no byte beyond its token, wherever a buffer ends", function()
    for _, buffering in ipairs { "full", "no" } do
      for length = 4090, 4100 do
        local file = file_with(("w"):rep(200):rep(length // 200, " ") .. (" "):rep(length % 200)
          .. "word rest")
        file:setvbuf(buffering)
        local ours = reader.new(file)
        ours:skip(length // 200)
        assert.equal("word", ours:word())
        assert.equal(" rest", file:read "a")
      end
    end
  end)

  it("shares the file with other readers", function()
    local file = file_with "a b c"
    local one, other = reader.new(file), reader.new(file)
    assert.equal("a", one:word())
    assert.equal("b", other:word())
    assert.equal("c", one:word())
    assert.is_true(other:at_end())
  end)

  it("takes turns with io.read on the standard input", function()
    local script = [[
      local reader = require("tessera.reader").new(io.stdin)
      print(io.read("l"), reader:word(), reader:integer(), io.read(2), reader:word(), io.read("a"))
    ]]
    run.in_folder(function(folder)
      run.write_file(folder .. "/turns.lua", script)
      local stdout, stderr = run({ folder .. "/turns.lua", "--trust" }, "one\ntwo 3 four five\nsix")
      assert.equal("one\ttwo\t3\t f\tour\t five\nsix\n", stdout)
      assert.equal("", stderr)
    end)
  end)

  it("keeps the file open while the reader lives", function()
    local ours = reader.new(file_with(("word "):rep(10000)))
    for _ = 1, 10000 do
      assert(ours:word() == "word")
    end
    collectgarbage()
    collectgarbage()
    assert.is_true(ours:at_end())
  end)

  it("does not read a closed file", function()
    local file = file_with "one two"
    local ours = reader.new(file)
    assert.equal("one", ours:word())
    file:close()
    assert.matches("the reader's file is closed", raised(function() ours:word() end))
    assert.equal("bad argument #1 to 'new' (the file is closed)",
      raised(function() reader.new(file) end))
  end)

  it("gives the system's message if a file cannot be read", function()
    local folder = assert(io.open ".")
    local ours = reader.new(folder)
    local fine, err = pcall(ours.word, ours)
    assert.is_false(fine)
    assert.equal("cannot read the input: Is a directory", err.message)
    assert.is_nil(err.line)
    assert.equal("cannot read the input: Is a directory", tostring(err))
    assert.equal("cannot read the input: Is a directory", raised(ours.at_end, ours))
    folder:close()
  end)

  it("reads only files and strings", function()
    assert.equal("bad argument #1 to 'new' (string expected, got no value)",
      raised(function() reader.new() end))
    assert.equal("bad argument #1 to 'new' (string expected, got table)",
      raised(function() reader.new {} end))
    assert.equal("bad argument #1 to 'word' (tessera.reader expected, got string)",
      raised(function()
        local word = reader.new("").word
        word "text"
      end))
  end)
end)

describe("the reader of a string", function()
  it("is unchanged by a call with wrong arguments", function()
    local words = reader.new "a b"
    words:phrases("command", 5)
    for _, wrong in ipairs { { -1 }, { "x" }, { 1, 9 } } do
      assert.is_false(pcall(words.phrases, words, ("x"):rep(100000), table.unpack(wrong)))
    end
    collectgarbage()
    local _, message = pcall(words.skip_phrases, words)
    assert.equal("line 1, column 4: the input ends where the command is expected",
      tostring(message))
  end)

  it("has no words of a phrase to pick after another token", function()
    local words = reader.new "alpha beta gamma"
    words:phrase "pair"
    words:word()
    local ok, message = pcall(words.pick, words, 1)
    assert.is_false(ok)
    assert.matches("there is no phrase", message)
  end)

  it("keeps the string while it lives", function()
    local ours = reader.new(("ab "):rep(3000) .. tostring {})
    collectgarbage()
    for _ = 1, 3000 do
      assert(ours:word() == "ab")
    end
    assert.matches("^table:$", ours:word())
  end)
end)
