--- Specifies how the C library opens games (src/api/open.c): by name, file and text; what is told
--- of errors; that no game of a stranger gets at the machine, goes on for ever or eats memory; that
--- nothing leaks and no allocation is taken for granted. `make test-lib` compiles try.c for it.

-- luacheck: no max line length

local run = require "spec.support.run"

local programs = os.getenv "TRY_PROGRAMS"

local function try(arguments, program)
  local out, err, status = run.shell(("ulimit -t 60; exec %s/%s %s"):format(programs, program or "try", arguments))
  assert.same({ "", 0 }, { err, status })
  return (out:gsub("\n$", ""))
end

-- A folder with these files.
local function folder(files)
  local name = os.tmpname()
  os.remove(name)
  assert(os.execute("mkdir " .. name))
  for path, text in pairs(files) do
    run.write_file(name .. "/" .. path, text)
  end
  return name, function()
    os.execute("rm -r " .. run.quote(name))
  end
end

-- What is told of a game with this text.
local function told(text, options, name)
  local at, remove = folder { [name or "game.lua"] = text }
  local out = try(("%s %s/%s"):format(options or "", at, name or "game.lua"))
  remove()
  return (out:gsub(at:gsub("%p", "%%%0") .. "/", ""))
end

-- A game, on one line but for what is added.
local function game(rest)
  return 'return require "tessera".game { name = "line", legend = { ["."] = "empty", ["@"] = "player" '
    .. '}, map = "@.", moves = { "go" }, ' .. rest .. " }"
end

local plain = game "apply = function() end"

describe("opening a game in another program", function()
  it("finds it by its name, its file or its text", function()
    assert.equal("tower 1 5 6 9 9", try "tower")
    assert.equal("samegame 1 4 10 15 9", try "samegame")
    assert.equal("line 1 1 1 2 2", told(plain))
    assert.equal("line 1 1 1 2 2", told(plain, "-t"))
    assert.equal("crates_and_marks 1 3 7 9 8", try "samples/puzzlescript/crates.txt")
    assert.equal("mines 1 1 9 9 6", try "samples/games/mines.lua")
  end)

  it("says whether steps draw numbers: where a rule does, or a function may", function()
    local function chance(rest, options, name)
      local said = told(rest, options, name)
      return assert(tonumber(said:match "^%l+ 1 1 .* (%d+)$"), said) & 2 ~= 0
    end
    assert.is_true(chance(plain))
    for rules, draws in pairs {
      ['rules = { { "go", "[ player | empty ] -> [ | player ]" } }'] = false,
      ['rules = { { "go", "[ empty ] -> [ player or empty ]" } }'] = true,
      ['rules = { { "go", "[ empty ] -> [ player 100% ]" } }'] = false,
      ['groups = { one = { "player" } }, rules = { { "go", "[ empty ] -> [ random one ]" } }'] = false,
      ['groups = { any = { "player", "empty" } }, rules = { { "go", "[ empty ] -> [ random any ]" } }'] = true,
      ['fields = { k = 5 }, rules = { { "go", "[ empty ] -> [ player k% or empty ]" } }'] = true,
      ['rules = { { "go", "random [ empty ] -> [ player ]" } }'] = true,
      ['rules = { { "go", "[ empty ] -> [ player ]" } }, after = { "random [ player ] -> [ empty ]" }'] = true,
      ['rules = { { "go", "[ empty ] -> [ player ]" } }, after = { function() end }'] = true,
    } do
      assert.equal(draws, chance(game(rules)), rules)
    end
    local text = [[
objects
background
black
player
white
gem
red
legend
. = background
@ = player
sounds
collisionlayers
background
player, gem
rules
[ > player | gem ] -> [ | player ]
winconditions
no gem
levels
@.
]]
    assert.is_false(chance(text, nil, "game.txt"))
    assert.is_true(chance(text:gsub("%[ > player", "random %0"), nil, "game.txt"))
  end)

  it("reads levels in any format of the game", function()
    assert.equal("sokoban 1 5 7 9 8",
      try "-l samples/games/levels/sokoban.txt samples/games/sokoban.lua")
    local at, remove = folder { ["levels.txt"] = "112\n221\n\n1111\n2222\n1111\n" }
    assert.equal("samegame 1 2 3 4 9", try(("-l %s/levels.txt samegame"):format(at)))
    remove()
  end)

  it("plays the levels that lie beside a game without any, and names a file that has none", function()
    local at, remove = folder { ["line.lua"] = plain:gsub('map = "@%.", ', ""),
      ["empty.txt"] = "\n\n" }
    local function write(name, text)
      run.write_file(at .. "/" .. name, text)
    end
    assert.equal(("%s/line.lua:0:0::there is no level: name a file of levels, or make "
      .. "%s/levels/line.txt"):format(at, at), try(at .. "/line.lua"))
    assert.equal(("%s/empty.txt:0:0::%s/empty.txt has no level"):format(at, at),
      try(("-l %s/empty.txt %s/line.lua"):format(at, at)))
    assert(os.execute("mkdir " .. at .. "/levels"))
    write("levels/line.txt", "@..\n\n@...\n")
    assert.truthy(try(at .. "/line.lua"):find("^line 1 2 "), try(at .. "/line.lua"))
    write("levels/line.txt", "@?\n")
    assert.truthy(try(at .. "/line.lua"):find(at .. "/levels/line.txt:1:2:", 1, true))
    remove()
  end)

  it("tells what is wrong, and where", function()
    assert.equal(":0:0::there is no game 'towr' (did you mean 'tower'?); one in Lua is named by its "
      .. "file, such as my.lua", try "towr")
    assert.equal("none.lua:0:0::cannot open none.lua: No such file or directory", try "none.lua")
    assert.equal("game.lua:1:0::game.lua:1: syntax error near 'is'", told "this is no Lua")
    assert.equal("game.lua:2:0::game.lua:2: syntax error near 'made': unknown word 'retrun' (did you "
      .. "mean 'return'?)", told "local made = {}\nretrun made")
    assert.equal("game.lua:2:0::game.lua:2: oh", told '\nerror "oh"')
    assert.equal("game.lua:0:0::game.lua returned nil, which is no game (is `return` "
      .. "missing?)", told "local a = 1")
    assert.equal("game.lua:1:0::game.lua:1: game 'line' is made, but the file does not return it: "
      .. "write `return tessera.game {`", told((plain:gsub("^return", "local made ="))))
    assert.equal("game.lua:1:45::game.lua:1:45: game 'x': unknown key 'nam' (did you mean 'name'?)",
      told 'return require "tessera".game { name = "x", nam = "x" }')
    assert.equal("game.txt:3:1::game.txt:3:1", told("title x\n\nnonsense\n", nil, "game.txt")
      :match "^[^:]*:%d+:%d+::" .. "game.txt:3:1")
    assert.equal("game.lua:0:0::there is no level: name a file of levels, or make levels/game.txt",
      told((plain:gsub('map = "@%.", ', ""))))
    assert.equal("game.lua:2:0:setup:game.lua:2: no start",
      told(game 'apply = function() end, setup =\nfunction() error "no start" end'))
  end)

  -- Each has the functions of Lua under the same names.
  it("leaves a host's own Lua alone, linked with either library", function()
    local at, remove = folder { ["host.lua"] = [[
assert(require "string" == string and math.type(1) == "integer")
shared = { "host" }
local step = coroutine.wrap(function()
  coroutine.yield(open "tower")
  print(pcall(open, "towr"))
  coroutine.yield(open "samples/games/mines.lua")
end)
print(step())
collectgarbage()
print(step())
print(#shared, package.loaded["tessera.game"], package.preload["tessera.grid"], os.exit ~= nil)
]] }
    for _, kind in ipairs { "host", "host_static" } do
      assert.equal([[
tower	5
false	there is no game 'towr' (did you mean 'tower'?); one in Lua is named by its file, such as my.lua
mines	1
1	nil	nil	true]], try(at .. "/host.lua", kind))
    end
    remove()
  end)

  it("refuses wrong arguments", function()
    assert.equal([[
NULL: tessera_source is NULL
no size: tessera_source: its size is 0, not sizeof(struct tessera_source)
a small size: tessera_source: its size is 4, not sizeof(struct tessera_source)
a large size: tessera_source: its size is 18446744073709551615, not sizeof(struct tessera_source)
no name: tessera_source: name is NULL
an empty name: there is no game '' (expected one of horizontally jewelry robots samegame tower); one in Lua is named by its file, such as my.lua
a length without a text: tessera_source: text is NULL, length is 3
a length beyond all memory: tessera_source: length is 18446744073709551615, but a text has 67108864 bytes at most
one byte of memory: tessera_source: memory is 1, but Lua needs 4194304 bytes
negative instructions: tessera_source: instructions must be 0 or 1..2^50
too many instructions: tessera_source: instructions must be 0 or 1..2^50
a newer program: there is no game 'nothing' (expected one of horizontally jewelry robots samegame tower); one in Lua is named by its file, such as my.lua
a newer program that asks for more: tessera_source: it has a field that this version of the library does not know
an older program: there is no game 'nothing' (expected one of horizontally jewelry robots samegame tower); one in Lua is named by its file, such as my.lua
'' 0 0 0 0 0]], try "misuse")
  end)
end)

-- Each of these tries to get at the machine. `trusted` allows them.
local refused = {
  io = 'io.open "/etc/hostname"', debug = "debug.getregistry()", package = "local p = package",
  dofile = 'dofile "/etc/hostname"', loadfile = 'loadfile "/etc/hostname"',
  ["os.execute"] = 'os.execute "true"', ["os.exit"] = "os.exit()", ["os.getenv"] = 'os.getenv "A"',
  ["os.remove"] = 'os.remove "x"', ["string.dump"] = "string.dump(print)",
  ["the module 'tessera.process'"] = 'require "tessera.process"', ["__gc"] = "setmetatable({}, { __gc = 1 })",
  bytecode = 'load("x", "x", "b")',
}

describe("a stranger's game", function()
  for what, code in pairs(refused) do
    it("is refused " .. what, function()
      local expected = ("game.lua:1:0::game.lua:1: %s is refused to a script (`trusted` allows it)%s")
        :format(what, what == "io" and ": print writes lines" or "")
      assert.equal(expected, told(code))
      assert.equal(expected, told(code, "-t"))
      -- It cannot catch it and go on.
      assert.equal(expected, told(("while true do pcall(function() local a = %s end) end")
        :format((code:gsub("^local p = ", "")))))
      assert.equal(expected, told(("coroutine.wrap(function() local a = %s end)()")
        :format((code:gsub("^local p = ", "")))))
    end)
  end

  it("may do all that if it is trusted, but for ending the process", function()
    assert.equal("line 1 1 1 2 2", told("assert(io and debug and package)\n" .. plain, "-T"))
    assert.equal("game.lua:1:0::game.lua:1: os.exit: the process is not the game's",
      told("os.exit(3)", "-T"))
  end)

  it("may require files beside it, and no others", function()
    local at, remove = folder { ["game.lua"] = 'require "beside"\n' .. plain,
      ["beside.lua"] = "x = 1" }
    assert.equal("line 1 1 1 2 2", try(at .. "/game.lua"))
    assert.truthy(try(("-t %s/game.lua"):format(at)):find("there is no module 'beside'", 1, true))
    remove()
  end)

  it("writes nothing", function()
    assert.equal("line 1 1 1 2 2", told('print "hello"\n' .. plain))
  end)
end)

-- What never ends, or needs more and more; with what is said of it.
local endless = {
  "while true do end",
  "local function f() return f() end f()",
  "while true do pcall(function() while true do end end) end",
  "while true do pcall(error) end",
  "xpcall(function() while true do end end, function() while true do end end)",
  "coroutine.wrap(function() while true do end end)()",
  "while true do coroutine.wrap(function() end)() end",
  "while true do local c = coroutine.create(function() while true do end end) coroutine.resume(c) end",
  "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
  "coroutine.wrap(function() local a <close> = setmetatable({}, { __close = function() while true do "
    .. "end end }) while true do end end)()",
  "local c = coroutine.create(function() local a <close> = setmetatable({}, { __close = function() "
    .. "while true do end end }) coroutine.yield() end) coroutine.resume(c) coroutine.close(c)",
  "local a <close> = setmetatable({}, { __close = function() while true do end end })",
  "return setmetatable({}, { __index = function(t, k) while true do end end }).x",
  "tostring(setmetatable({}, { __tostring = function() while true do end end }))",
  "table.sort({ 3, 2, 1 }, function() while true do end end)",
  "table.move({}, 1, 1 << 61, 1)",
  "table.insert(setmetatable({}, { __len = function() return 1 << 61 end }), 1, 1)",
  "table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, 1 << 61)",
  "string.rep('', 1 << 61)",
  "string.find(('a'):rep(1000), ('a*'):rep(50) .. 'b')",
  "string.find(('a'):rep(1000000), '.-b')",
  "string.gsub(('a'):rep(1000000), '(.*)%1b', '')",
  "string.find(('('):rep(1000000), '%b()')",
  "string.find(('a'):rep(1000000), ('a'):rep(500000) .. 'b', 1, true)",
  "string.find(('a'):rep(1000000), '[' .. ('b'):rep(100000) .. ']')",
  "local s = ('a'):rep(1 << 20) while true do s = s:upper():lower() end",
  "load(function() return ' ' end)",
  "for _ in string.gmatch(('a'):rep(1000000), '.-b') do end",
}

describe("a game that does not end", function()
  for _, code in ipairs(endless) do
    it("is ended: " .. code, function()
      local out = told(code, "-i 1000000")
      assert.equal("game.lua:1:0::game.lua:1: opening the game has not returned after 1000000 "
        .. "instructions (`instructions`)", out)
    end)
  end

  it("is ended where its setup or a check of its runs", function()
    local late = "game.lua:2:0:%s:game.lua:2: opening the game has not returned after 1000000 "
      .. "instructions (`instructions`)"
    assert.equal(late:format "setup", told(game "apply = function() end, setup = function()\nwhile true do end end",
      "-i 1000000"))
    assert.equal(late:format "", told(game "apply = function() end, outcome = function()\nwhile true do end end",
      "-i 1000000"))
  end)
end)

describe("a game that eats memory", function()
  for _, code in ipairs {
    "local t = {} while true do t[#t + 1] = {} end",
    "local s = 'a' while true do s = s .. s end",
    "local t = {} while true do pcall(function() while true do t[#t + 1] = ('x'):rep(1000) .. #t "
      .. "end end) end",
    "string.rep('x', 1 << 40)",
    "local t = {} for i = 1, math.huge do t[i] = coroutine.create(print) end",
  } do
    it("is ended: " .. code, function()
      local out = told(code, "-m 16000000")
      assert.truthy(out:find "used up its memory" or out:find "resulting string too large", out)
    end)
  end

  it("is told that memory is used up", function()
    assert.equal("game.lua:1:0::game.lua:1: stack overflow",
      (told("local function f() return 1 + f() end f()"):gsub(" %(.*", "")))
  end)
end)

it("opening and playing survive failed allocations, and leak nothing", function()
  local at, remove = folder { ["game.lua"] = plain }
  -- Texts have no error to fill in.
  local told_of = "not enough memory\nopened\na batch: not enough memory\na batch: \n"
    .. "a batch: not enough memory\nplayed"
  assert.equal(told_of, try(("-f 997 %s/game.lua"):format(at), "try_wrapped"))
  remove()
  assert.equal(told_of, try("-f 4999 tower", "try_wrapped"))
end)

it("games in several threads have nothing in common", function()
  assert.equal(("opened\n"):rep(7) .. "opened", try "threads samples/games/connect4.lua")
end)
