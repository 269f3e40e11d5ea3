--- Runs `make bench`: first the parts that measure time or strength of play, each with the command
--- that repeats it; then for each game the instructions of the whole process for seeded inputs,
--- counted by valgrind's callgrind, which do not depend on how busy the machine is.
--- BENCH_ARGS: "full" for the long run; or a part with its arguments; or names of games.

local build = os.getenv "TESSERA_BUILD" or "build"
package.path = "lua/?.lua;?.lua;" .. package.path
package.cpath = build .. "/?.so;" .. package.cpath

local bench = {}

local function write_file(text)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

local function capture(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read "a"
end

--- Instructions of `lua5.4 run.lua ARGS < input`.
---@param args string
---@param input string
---@return integer
function bench.instructions(args, input)
  local path = write_file(input)
  local report = capture(("valgrind --tool=callgrind --callgrind-out-file=/dev/null "
    .. "lua5.4 run.lua %s < %s 2>&1 >/dev/null"):format(args, path))
  os.remove(path)
  local count = report:match "Collected : (%d+)"
  assert(count, report)
  return math.tointeger(count)
end

local function grouped(n)
  return (tostring(n):reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

--- Measures an input and prints a line: instructions in all, and for each of its `units`.
---@param title string
---@param args string
---@param input string
---@param units integer
---@param unit string
function bench.case(title, args, input, units, unit)
  local count = bench.instructions(args, input)
  print(("%-44s %16s %12s each %s"):format(title, grouped(count), grouped(count // units), unit))
end

--- The instructions for one more repetition, from the difference of 2 * `times` and `times`
--- repetitions.
---@param args string
---@param input fun(times: integer): string
---@param times integer
---@return integer
function bench.marginal(args, input, times)
  local once = bench.instructions(args, input(times))
  return (bench.instructions(args, input(2 * times)) - once) // times
end

--- Prints the instructions for a repetition, and their ratio to `base`.
---@param title string
---@param cost integer
---@param base? integer
function bench.line(title, cost, base)
  local ratio = base and ("%.2f times the first"):format(cost / base) or ""
  print(("%-44s %16s %s"):format(title, grouped(cost), ratio))
end

-- The parts that measure time or strength of play, with their arguments for a short and a full run;
-- those apart are measured if they are named, for they download what is beside them.
local parts = {
  { "speed" },
  { "twins" },
  { "pictures" },
  { "studies" },
  { "towers" },
  { "shortest" },
  { "puzzlescript" },
  { "batch" },
  { "python", apart = true },
  { "planner", quick = { 100 }, full = { 1000 } },
  { "expectation", quick = { 20 }, full = { 1000 } },
  { "perfect", quick = { 1 }, full = { 120 } },
  { "proofs", quick = { 2, 30, "7x9" }, full = { 20, 44 } },
  { "boards", quick = { 200000 }, full = { 4700000 } },
  { "optimal", quick = { 10 }, full = { 100 } },
  { "solver", quick = { 1 }, full = { 10 } },
  { "solver_two", quick = { 1 }, full = { 5 } },
  { "clearing", quick = { 2 }, full = { 20 } },
  { "threads", quick = { 2 }, full = { 2, "count" } },
}

local function measure(name, args)
  print(("$ make bench BENCH_ARGS=%q"):format(table.concat({ name, table.unpack(args) }, " ")))
  require("spec.bench." .. name)(table.unpack(args))
  print()
end

local function measure_instructions(names)
  print(("%-44s %16s"):format("instructions of the whole process", "in all"))
  print(("%-44s %16s"):format("an empty run", grouped(bench.instructions("tower", ""))))
  for _, name in ipairs(names) do
    require("spec.bench." .. name)(bench)
  end
end

-- The games that have cases, whose instructions are counted.
local function games()
  local is_part, names = { bench = true }, {}
  for _, part in ipairs(parts) do
    is_part[part[1]] = true
  end
  for name in capture("ls spec/bench"):gmatch "([%w_]+)%.lua" do
    names[#names + 1] = not is_part[name] and name or nil
  end
  return names, is_part
end

local names, is_part = games()
local first = arg[1] or os.getenv "BOARDS" and "boards" or "quick"
if is_part[first] then
  measure(first, { table.unpack(arg, 2) })
elseif first == "quick" or first == "full" then
  for _, part in ipairs(parts) do
    if not part.apart then
      measure(part[1], part[first] or {})
    end
  end
  measure_instructions(names)
else
  measure_instructions(arg)
end
