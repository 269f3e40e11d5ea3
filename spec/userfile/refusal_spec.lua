--- Specifies that a refusal holds where Lua can hardly do anything any more: deep in its C stack,
--- at the limit of memory, in the handlers of such errors. The script never goes on: it is refused,
--- or it ends by the lack itself, which no pcall catches either, unless a __close raises another
--- error.

local run = require "spec.support.run"
local seeds = require "spec.support.seeds"
local wording = require "tessera.base.wording"

local REFUSED, FAILS, LIMIT = 4, 1, 3

-- Runs a script with an argument, within some megabytes.
local function play(code, number, memory)
  return run.with_files({ ["my.lua"] = code }, { "@my.lua", "--max-memory",
    tostring(memory or 200), "--max-seconds", "20", tostring(number) })
end

-- In each script `nosy` reads what is refused, in the first line, and `deep(n)` calls itself n
-- times in some way.
local head = "local function nosy() return io end local n = math.tointeger(arg[1]) "
local refused = "run.lua: my.lua:1: io is refused to a script (--trust allows it): print writes"
  .. " lines\n"

local ways = {
  ["pcall"] = "pcall(deep, n - 1)",
  ["xpcall"] = "xpcall(deep, print, n - 1)",
  ["__index"] = "return setmetatable({}, { __index = function() return deep(n - 1) end }).x",
  ["__add"] = "return setmetatable({}, { __add = function() return deep(n - 1) end }) + 1",
  ["__tostring"] = [[return tostring(setmetatable({}, { __tostring = function()
    deep(n - 1) return "" end }))]],
  ["__close"] = "local x <close> = setmetatable({}, { __close = function() deep(n - 1) end })",
  ["string.gsub"] = "(('x'):gsub('x', function() deep(n - 1) end))",
  ["table.sort"] = "table.sort({ 1, 2 }, function() deep(n - 1) return false end)",
  ["load"] = "load(function() deep(n - 1) end)",
  ["coroutine.wrap"] = "coroutine.wrap(deep)(n - 1)",
  ["coroutine.resume"] = "coroutine.resume(coroutine.create(deep), n - 1)",
  ["a metamethod for a loop"] = [[
    for _ in pairs(setmetatable({}, { __pairs = function() deep(n - 1) return next, {} end })) do
    end]],
}

-- The largest number up to which the script is refused; it ends in another way beyond `most`.
local function last_refused(code, most)
  local low, high = 0, most
  assert.same({ "", refused, REFUSED }, { play(code, low) })
  assert.are_not.equal(REFUSED, (select(3, play(code, high))))
  while high - low > 1 do
    local middle = (low + high) // 2
    if select(3, play(code, middle)) == REFUSED then
      low = middle
    else
      high = middle
    end
  end
  return low
end

describe("a refusal", function()
  for i, name in ipairs(wording.sorted(ways)) do
    local way, taken = ways[name], seeds.takes(i, 3) and it or function() end
    taken("holds at the limit of the C stack, in " .. name, function()
      local code = ([[
        %s
        local function deep(n)
          if n == 0 then
            pcall(nosy)
            print "went on"
          end
          %s
        end
        pcall(deep, n)
        print "went on"]]):format(head, way:find "^%(" and "local _ = " .. way or way)
      code = code:gsub("local function deep%(n%)\n", "%0if n < 0 then return end\n")
      local last = last_refused(code, 300)
      for n = last - 1, last + 2 do
        local out, err, status = play(code, n)
        assert.are.equal("", out)
        if status == REFUSED then
          assert.are.equal(refused, err)
        else
          assert.are.equal(FAILS, status)
          assert.matches("^run%.lua: my%.lua:%d*:? ?C? ?stack overflow\n$", err)
        end
      end
    end)
  end

  it("holds at the limit of memory", function()
    local code = head .. [[
      local kept = {}
      for i = 1, n >> 12 do
        kept[i] = ("x"):rep(1 << 16) .. i
      end
      local list
      for _ = 1, n & 4095 do
        list = { list }
      end
      pcall(nosy)
      print "went on"]]
    local low, high = 0, 1000
    while high - low > 1 do
      local middle = (low + high) // 2
      local status = select(3, play(code, middle << 12, 32))
      low, high = status == REFUSED and middle or low, status == REFUSED and high or middle
    end
    for few = 0, 4000, seeds.all and 250 or 1000 do
      local out, err, status = play(code, (low << 12) + few, 32)
      assert.are.equal("", out)
      assert.is_true(status == LIMIT or status == REFUSED and err == refused, err)
    end
  end)

  local closing = {
    ["a variable"] = [[
      local x <close> = mine
      gained = at(n)]],
    ["the value of a loop"] = [[
      for _ in function(_, last) return not last or nil end, nil, nil, mine do
        gained = at(n)
      end]],
  }
  local deeper = {
    ["string.gsub"] = "local _ = (('x'):gsub('.', function() r = at(n - 1) end))",
    ["coroutine.wrap"] = "coroutine.wrap(function() r = at(n - 1) end)()",
  }
  for name, code in pairs(closing) do
    for what, way in pairs(deeper) do
      it(("holds below an error that takes the place of the lack: %s, %s"):format(name, what),
        function()
          local caught = 0
          for n = 150, 205, 5 do
            local out, err, status = play(([[%s
              local mine = setmetatable({}, { __close = function() error("mine", 0) end })
              local gained
              local function at(n)
                if n <= 0 then return nosy() end
                local r
                %s
                return r
              end
              local fine, why = pcall(function()
                %s
              end)
              print(fine, why, gained)
              nosy()]]):format(head, way, code), n)
            assert.same({ refused, REFUSED }, { err, status })
            assert.is_true(out == "" or out == "false\tmine\tnil\n", out)
            caught = caught + (out == "" and 0 or 1)
          end
          assert.is_true(caught > 0)
        end)
    end
  end

  local handlers = {
    ["a handler of the overflow"] = "xpcall(deep, nosy)",
    ["a handler of the handler"] = "xpcall(deep, function() return xpcall(deep, nosy) end)",
    ["a variable that is closed by it"] = [[
      pcall(function()
        local x <close> = setmetatable({}, { __close = nosy })
        deep()
      end)]],
    ["a coroutine that is closed by it"] = [[
      coroutine.wrap(function()
        local x <close> = setmetatable({}, { __close = nosy })
        deep()
      end)()]],
  }
  for name, code in pairs(handlers) do
    for what, way in pairs { stack = "return 1 + deep()",
      ["C stack"] = "return (('x'):gsub('x', deep))" } do
      it(("holds in %s of the %s"):format(name, what), function()
        local out, err, status = play(("%s local function deep() %s end\n%s\nprint 'went on'")
          :format(head, way, code), 0)
        assert.same({ "", true }, { out, status == REFUSED or status == FAILS })
        assert.is_truthy(err == refused or err:find "overflow\n$", err)
        assert.matches("^run%.lua: my%.lua:%d+: [^\n]*\n$", err)
      end)
    end
  end

  it("holds in rules and goals that a search calls, and in coroutines of theirs", function()
    for _, place in ipairs { "apply = function() pcall(nosy) end",
      "apply = function(s) coroutine.resume(coroutine.create(nosy)) end",
      "apply = function(s) s.n = s.n + 1 end, score = function() pcall(nosy) return 0 end",
      "apply = function(s) s.n = s.n + 1 end, outcome = function() pcall(nosy) end",
      "apply = function(s) s.n = s.n + 1 end, actions = function() pcall(nosy) end" } do
      local out, err, status = play(([[%s
        local game = require("tessera").game { name = "g", legend = { a = "a" }, fields = { n = 0 },
          moves = { "go" }, %s }
        pcall(function()
          local state = game.new "a"
          pcall(require("tessera").search.shortest, state, function(s) return s.n > 5 end)
          state:score()
        end)
        print "went on"]]):format(head, place), 0)
      assert.same({ "", refused, REFUSED }, { out, err, status })
    end
    assert.same({ "", refused, REFUSED }, { play(head .. [[
      local state = require("tessera").samegame.new "11/11"
      pcall(require("tessera").search.shortest, state, function() pcall(nosy) end)]], 0) })
  end)

  it("is told with the place outside of the coroutine whose function is none of the script's",
    function()
      assert.same({ "", "run.lua: my.lua:2: the module 'io' is refused to a script "
        .. "(--trust allows it)\n", REFUSED }, { play(head .. [[
        local _ = 1
        coroutine.wrap(require)("io")]], 0) })
    end)
end)
