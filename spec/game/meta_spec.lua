--- Specifies that the types in lua/tessera/meta declare exactly the functions of the C modules.

local games = require "spec.support.games"
local grid = require "tessera.grid"
local reader = require "tessera.reader"
local rng = require "tessera.rng"

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

-- The functions declared for a name of a meta file: `function NAME.f(` or `function NAME:f(`.
local function declared(module, name)
  local found = {}
  local text = read("lua/tessera/meta/" .. module .. ".lua")
  for f in text:gmatch("\nfunction " .. name .. "[.:]([%w_]+)%(") do
    found[f] = true
  end
  return found
end

local function functions_of(module)
  local found = {}
  for name, value in pairs(module) do
    if type(value) == "function" then
      found[name] = true
    end
  end
  return found
end

local function methods_of(object)
  return functions_of(debug.getmetatable(object).__index)
end

describe("the types", function()
  it("name the functions of the small modules", function()
    assert.are.same(functions_of(grid), declared("grid", "grid"))
    assert.are.same(methods_of(grid.new(1, 1)), declared("grid", "Grid"))
    assert.are.same(methods_of(grid.new("x"):piece(1, 1)), declared("piece", "Piece"))
    assert.are.same(functions_of(reader), declared("reader", "reader"))
    assert.are.same(methods_of(reader.new ""), declared("reader", "Reader"))
    assert.are.same(functions_of(rng), declared("rng", "rng"))
    assert.are.same(methods_of(rng.new(1)), declared("rng", "Rng"))
    assert.are.same(functions_of(require "tessera.process"), declared("process", "process"))
    assert.are.same(functions_of(require "tessera.states"), declared("states", "states"))
  end)

  it("name the functions of games written in Lua", function()
    assert.are.same(functions_of(require "tessera.lua_game"), declared("lua_game", "lua_game"))
    local types = declared("lua_game", "LuaState")
    for method in pairs(declared("state", "State")) do
      types[method] = true
    end
    assert.are.same(functions_of(dofile("samples/games/clobber.lua").methods), types)
  end)

  for _, name in ipairs(games) do
    it("name the functions of " .. name, function()
      local module = require("tessera." .. name)
      local class = name:gsub("^%l", string.upper)
      local types = declared(name, class)
      for method in pairs(declared("state", "State")) do
        assert.is_nil(types[method], method .. " belongs to the protocol")
        types[method] = true
      end
      assert.are.same(functions_of(module.methods), types)
      assert.are.same(functions_of(module), declared(name, name))
    end)
  end
end)
