--- Specifies what is said of a misspelt keyword.

local errors = require "tessera.base.errors"
local variables = require "tessera.userfile.variables"

local function told(text)
  return select(2, errors.load(text, "my.lua", {}))
end

describe("a misspelt keyword", function()
  it("is named where Lua stumbles over what follows", function()
    local unknown = "my.lua:%d: syntax error near '%s': unknown word '%s' (did you mean '%s'?)"
    assert.equal(unknown:format(2, "x", "retrun", "return"), told "local x = 1\nretrun x\n")
    assert.equal(unknown:format(1, "f", "funciton", "function"), told "funciton f() end")
    assert.equal(unknown:format(3, "a", "loacl", "local"), told "-- first\n\nloacl a = 2")
    assert.equal(unknown:format(1, "x", "whlie", "while"), told "local y = 1 whlie x do end")
    assert.equal("my.lua:2: syntax error near <eof>: unknown word 'ned' (did you mean 'end'?)",
      told "if x then\nned")
  end)

  it("may be a comma that is missing", function()
    local missing = "my.lua:2: '}' expected (to close '{' at line 1) near '%s' (is a comma missing "
      .. "in front of it?)"
    assert.equal(missing:format "b", told "return {\n a = 1 b = 2 }")
    assert.equal(missing:format "[", told "return { a = 1\n ['.'] = 2 }")
    assert.equal("my.lua:1: '}' expected near <eof>", told "return { a = 1")
  end)

  it("is not seen in other words", function()
    assert.equal("my.lua:1: syntax error near 'is'", told "this is no Lua")
    assert.equal("my.lua:2: syntax error near 'of'", told "x = 1\n  and_so = 2 kinds of")
    assert.is_nil(told "local retrun = 1")
  end)

  it("may be a variable that there is not", function()
    local index, newindex = variables.strict()
    local env = setmetatable({}, { __index = index, __newindex = newindex })
    local fine, wrong = pcall(assert(errors.load("retrun { 1 }", "my.lua", env)))
    assert.is_false(fine)
    assert.matches("no variable 'retrun', which may lack its quotes (did you mean 'return'?)",
      wrong, 1, true)
  end)
end)
