--- Prints the report of `make coverage`: for each source file how many lines the specs have run,
--- and which they have not. Fails below 95 % of the core or of the bindings.
---
---     lua5.4 spec/coverage.lua OBJECTS     the folder of the object files and gcov's data

local least = 95

-- Counts by file and line, summed over all objects, because several include the same header.
local function read_counts(objects)
  local files = {}
  local command = ("find '%s' -name '*.gcda' | xargs gcov --stdout"):format(objects)
  local pipe, file = assert(io.popen(command)), nil
  for line in pipe:lines() do
    local count, number, text = line:match "^ *([^:]+): *(%d+):(.*)$"
    local source = number == "0" and text:match "^Source:(.*)$"
    if source then
      file = files[source] or { name = source, lines = {} }
      files[source] = file
    elseif number and number ~= "0" and count ~= "-" then
      local known = file.lines[tonumber(number)]
      file.lines[tonumber(number)] = { text = text, run = known and known.run
        or count:find "^%d" ~= nil }
    end
  end
  assert(pipe:close(), command)
  return files
end

-- The project's files with their numbers of lines, the least covered first.
local function summed(files)
  local list = {}
  for name, file in pairs(files) do
    file.all, file.run = 0, 0
    for _, line in pairs(file.lines) do
      file.all = file.all + 1
      file.run = file.run + (line.run and 1 or 0)
    end
    list[#list + 1] = name:find "^src/" and file.all > 0 and file or nil
  end
  table.sort(list, function(a, b)
    local left, right = a.run / a.all, b.run / b.all
    return left < right or left == right and a.name < b.name
  end)
  return list
end

local function print_row(name, all, run)
  print(("%-34s %6d %6d %7.1f"):format(name, all, run, 100 * run / all))
end

local function print_missed(list)
  for _, file in ipairs(list) do
    local numbers = {}
    for number, line in pairs(file.lines) do
      numbers[#numbers + 1] = not line.run and number or nil
    end
    table.sort(numbers)
    for _, number in ipairs(numbers) do
      print(("%s:%d: %s"):format(file.name, number, file.lines[number].text))
    end
  end
end

-- Prints a total and returns whether it is enough.
local function print_total(title, list, belongs)
  local all, run = 0, 0
  for _, file in ipairs(list) do
    if belongs(file.name) then
      all, run = all + file.all, run + file.run
    end
  end
  assert(all > 0, title)
  print_row(title, all, run)
  return 100 * run >= least * all
end

local function is_binding(name)
  return name:find "^src/bind/" ~= nil
end

-- What the specs of commands run (spec/run, spec/userfile), in processes that end by a signal, or
-- that may write no file. Nothing is asked of it here.
local function is_system(name)
  return name:find "^src/bind/system/" ~= nil
end

local list = summed(read_counts(arg[1]))
print_missed(list)
print(("\n%-34s %6s %6s %7s"):format("file", "lines", "run", "%"))
for _, file in ipairs(list) do
  print_row(file.name, file.all, file.run)
end
local core = print_total("the core", list, function(name)
  return not is_binding(name)
end)
local bindings = print_total("the bindings", list, function(name)
  return is_binding(name) and not is_system(name)
end)
if not (core and bindings) then
  io.stderr:write(("less than %d %% of the lines were run\n"):format(least))
  os.exit(1)
end
