--- Specifies the tables that are kept from one search to the next (lua/tessera/base/tables.lua): a
--- search that finds them answers as one that makes them, and a file that was damaged is noticed.

local core = require "tessera.search_core"
local fifteen = require("spec.support.lua_games").fifteen
local rng = require "tessera.rng"
local run = require "spec.support.run"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local tables = require "tessera.base.tables"
local tower = require "tessera.tower"

local limits = { nodes = 0, memory = 1 << 28, disk = 0 }

-- Three tables of four tiles each, 65,536 entries, are large enough to be kept; a fourth is not.
local entries = 1 << 16

-- The bound of a puzzle by tables that a function keeps, or by none.
local function rest_of(state, ask)
  return core.exchange(state, limits, entries, nil, nil, nil, nil, nil, nil, ask).rest
end

-- Keeps tables in a Lua table, and counts.
local function keeper()
  local kept, counts = {}, { found = 0, made = 0 }
  return function(key, bytes, made)
    assert(bytes == entries + 1 and #(made or kept[key] or "") % bytes == 0)
    counts.made = counts.made + (made and 1 or 0)
    counts.found = counts.found + (not made and kept[key] and 1 or 0)
    kept[key] = made or kept[key]
    return kept[key]
  end, counts
end

-- A puzzle some slides from where the tiles are in order.
local function mixed(seed, rows)
  local random, state = rng.new(seed), fifteen.new(rows or "1234/5678/9abc/de.f")
  for _ = 1, 60 do
    local actions, before = state:actions(), state
    state = state:clone()
    state:apply(actions[1 + random:below(#actions)])
    state = state:outcome() and before or state
  end
  return state
end

-- Another game has tables now, so those of this one are forgotten.
local function forget()
  tables.of(tower.new "..../S#.G/####")("key", 5, "table")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

-- The files in a folder, sorted.
local function files_in(folder)
  local names = {}
  for name in (run.shell(("ls '%s'"):format(folder))):gmatch "[^\n]+" do
    names[#names + 1] = folder .. "/" .. name
  end
  return names
end

describe("tables that are kept", function()
  it("say the same as those that are made, for all puzzles of a board", function()
    local ask, counts = keeper()
    for seed in seeds(12, 3) do
      local state = mixed(seed)
      assert.are.equal(rest_of(state), rest_of(state, ask))
    end
    assert.are.equal(3, counts.made)
    assert.is_true(seeds.often(counts.found, 30))
  end)

  it("are of this board and goal alone", function()
    local ask, counts = keeper()
    rest_of(fifteen.new "1234/5678/9abc/de.f", ask)
    local wide = "1234/5678/9a.b"
    assert.are.equal(rest_of(mixed(1, wide)), core.exchange(mixed(1, wide), limits, entries, nil,
      nil, nil, nil, nil, nil, function(key, bytes, made)
        assert.is_true(bytes < entries) -- 12 cells: 20,736 are too few to be kept
        return ask(key, bytes, made)
      end).rest)
    assert.are.same({ found = 0, made = 3 }, counts)
  end)

  it("may be refused, or of another size: then they are made anew", function()
    local state = mixed(2)
    local rest = rest_of(state)
    for _, answer in ipairs { false, "", ("\0"):rep(entries), 7 } do
      assert.are.equal(rest, rest_of(state, function() return answer or nil end))
    end
    assert.is_false((pcall(rest_of, state, function() error "no more" end)))
  end)

  it("stay in memory: the newest ones, of the last game", function()
    local ask = tables.of(mixed(3))
    local large = 20 << 20
    for i = 1, 3 do
      ask("key " .. i, large, tostring(i):rep(large))
    end
    local again = tables.of(mixed(4))
    assert.is_nil(again("key 1", large))
    for i = 2, 3 do
      assert.is_true(again("key " .. i, large) == tostring(i):rep(large))
    end
    forget()
    assert.is_nil(tables.of(mixed(4))("key 3", large))
  end)

  it("spare the next search its time, and change nothing else", function()
    local state = fifteen.new "bd43/2918/.a67/e5fc"
    forget()
    local first, info = search.solve(state, { optimal = true })
    local second, more = search.solve(state, { optimal = true })
    assert.are.same(first, second)
    assert.are.same({ 42, "optimal", info.nodes }, { #second, more.proven, more.nodes })
    assert.is_true(more.memory < 1 << 20 and info.memory > 4 << 20)
  end)
end)

describe("tables in a folder", function()
  -- Damage to a file, by seeds: other bytes, some more or fewer of them, another file's.
  local function damaged(random, text, other)
    local at = 1 + random:below(random:below(2) == 0 and #text or 120)
    local ways = {
      function() return text:sub(1, at - 1) .. string.char(text:byte(at) ~ 1 << random:below(8))
        .. text:sub(at + 1) end,
      function() return text:sub(1, at - 1) end,
      function() return text .. "\n" end,
      function() return text:sub(1, at - 1) .. text:sub(at + 1) .. "x" end,
      function() return other end,
      function() return "" end,
    }
    return ways[1 + random:below(#ways)]()
  end

  it("are found by another process, and noticed to be damaged", function()
    run.in_folder(function(folder)
      local state = mixed(5)
      local rest = rest_of(state)
      local function ask()
        forget()
        local find, faults = tables.of(state, folder)
        assert.are.equal(rest, rest_of(state, find))
        return faults
      end
      assert.are.same({}, ask())
      local paths, texts = files_in(folder), {}
      assert.are.equal(3, #paths)
      for i, path in ipairs(paths) do
        texts[i] = read(path)
        assert.are.equal("tessera table 1\n", texts[i]:sub(1, 16))
      end
      assert.are.same({}, ask())
      for seed in seeds(30, 8) do
        local random = rng.new(seed)
        local i = 1 + random:below(3)
        local text = damaged(random, texts[i], texts[i % 3 + 1])
        if text ~= texts[i] then -- a byte that was taken away may come back
          write(paths[i], text)
          local faults = ask()
          assert.are.equal(1, #faults)
          assert.is_true(faults[1]:sub(1, #paths[i] + 2) == paths[i] .. ": ")
          assert.is_true(read(paths[i]) == texts[i])
          assert.are.same(paths, files_in(folder))
        end
      end
    end)
  end)

  it("are written when the search has found them in memory, too", function()
    run.in_folder(function(folder)
      forget()
      local state = mixed(6)
      rest_of(state, (tables.of(state)))
      rest_of(state, (tables.of(state, folder)))
      assert.are.equal(3, #files_in(folder))
    end)
  end)

  it("that cannot be written are told", function()
    run.in_folder(function(folder)
      local state = mixed(7)
      local find, faults = tables.of(state, folder .. "/none")
      forget()
      assert.are.equal(rest_of(state), rest_of(state, find))
      assert.are.equal(3, #faults)
      assert.matches("none/%x+%.table%.%x+: No such file or directory", faults[1])
      local fine, why = pcall(search.solve, state, { tables = folder .. "/none" })
      assert.is_false(fine)
      assert.matches("search.solve: tables: there is no folder '" .. folder .. "/none'", why, 1,
        true)
    end)
  end)

  it("are named on the command line", function()
    run.in_folder(function(folder)
      write(folder .. "/level.txt", "bd43\n2918\n.a67\ne5fc\n")
      local command = { "run.lua", "solve", "samples/games/fifteen.lua", folder .. "/level.txt",
        "--optimal", "--tables", folder .. "/tables", "--trust", "--wall", "off" }
      local function solve()
        local _, told, status = run.shell("lua5.4 " .. table.concat(command, " "))
        assert.are.equal(0, status)
        return (told:gsub("level 1: %d+ positions[^\n]*\n", "")) -- how far it is after 10 s
      end
      assert.are.equal(1, (select(3, run.shell("lua5.4 " .. table.concat(command, " ")))))
      run.shell(("mkdir '%s/tables'"):format(folder))
      local said = "fifteen: level 1: 42 actions (IDA*), proven to be the fewest\n"
      assert.are.equal(said, solve())
      local paths = files_in(folder .. "/tables")
      assert.are.equal(3, #paths)
      write(paths[2], "something else")
      assert.are.equal("fifteen: " .. paths[2] .. ": not a table of this puzzle, or cut off\n"
        .. said, solve())
      assert.are.equal(said, solve())
      table.remove(command, 8)
      local _, told, status = run.shell("lua5.4 " .. table.concat(command, " "))
      assert.are.same({ 2, "solve: --tables writes files, which a script may with --trust and"
        .. " --wall off alone\n" }, { status, told })
    end)
  end)

  it("are refused to a script", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/my.lua", [[local tower = require "tessera.tower"
        require("tessera.search").solve(tower.new "..../S#.G/####", { tables = "." })]])
      local _, message, status = run.shell(run.command { folder .. "/my.lua" })
      assert.matches("my.lua:2: the option tables of a search is refused to a script "
        .. "(--trust allows it)", message, 1, true)
      assert.equal(4, status)
    end)
  end)
end)
