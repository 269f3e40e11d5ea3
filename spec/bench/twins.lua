--- Games in Lua, played with the engine and by programs without one (spec/bench/twins): steps a
--- second of random games, and positions a second of walks breadth first. The rules with the engine
--- are functions that use the board cell by cell, functions that call what does the work in C, or
--- pictures; their columns say how many times as fast they are as the program without it. CPU time,
--- slices of 0.15 s in turns, the median of 7. BENCH_ARGS="twins rush boulder" measures those only.

local search = require "tessera.search"
local all = require "spec.bench.twins.all"
local walk = require "spec.bench.twins.walk"

local slices, slice = 7, 0.15
local versions = { "cells", "calls", "pictures" }

-- How much of what `work` counts it does in a second.
local function rate(work)
  collectgarbage()
  local begin, done = os.clock(), 0
  repeat
    done = done + work()
  until os.clock() - begin >= slice
  return done / (os.clock() - begin)
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

-- Measures the program without an engine, and each version of the game against it.
local function compare(name, what, alone, engine)
  local rates, ratios = {}, {}
  for i = 1, slices do
    rates[i] = rate(alone)
    for version, work in pairs(engine) do
      ratios[version] = ratios[version] or {}
      ratios[version][i] = rate(work) / rates[i]
    end
  end
  local line = ("%-12s %-8s %12.0f"):format(name, what, median(rates))
  for _, version in ipairs(versions) do
    local list = ratios[version]
    line = line .. (" %8s"):format(list and ("%.2f"):format(median(list)) or "")
  end
  print((line:gsub("%s+$", "")))
  io.stdout:flush()
end

local function sum(counts)
  local total = 0
  for _, count in ipairs(counts) do
    total = total + count
  end
  return total
end

-- What plays random games of an entry's game, and what walks through it.
local function works(entry, cap)
  local root, seed = dofile(entry.game).new(entry.map), 0
  return function()
    seed = seed + 1
    return root:playout(seed, 4, cap).steps
  end, function()
    return sum((search.walk(root, entry.depth)))
  end
end

local function measure(name, entries)
  local twin, first, players, walkers = require("spec.bench.twins." .. name), entries[1], {}, {}
  local start, cap = twin.new(first.map), first.cap or 1000
  for _, entry in ipairs(entries) do
    players[entry.rules], walkers[entry.rules] = works(entry, cap)
  end
  compare(name, "playouts", function()
    return twin.playout(start, cap)
  end, players)
  if first.depth then
    compare(name, "walk", function()
      return sum(walk(twin)(start, first.depth))
    end, walkers)
  end
end

return function(...)
  local wanted, names, entries = {}, {}, {}
  for _, name in ipairs { ... } do
    wanted[name] = true
  end
  for _, entry in ipairs(all) do
    if not entries[entry.twin] and (not next(wanted) or wanted[entry.twin]) then
      names[#names + 1], entries[entry.twin] = entry.twin, {}
    end
    table.insert(entries[entry.twin] or {}, entry)
  end
  print(("%-12s %-8s %12s %8s %8s %8s"):format("a second", "", "plain Lua", table.unpack(versions)))
  for _, name in ipairs(names) do
    measure(name, entries[name])
  end
end
