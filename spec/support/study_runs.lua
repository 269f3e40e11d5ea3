--- Studies in folders of their own, run by the command, for specs.

local run = require "spec.support.run"

local sqlite = require("luasql.sqlite3").sqlite3()

local study_runs = {}

--- The rows of a query, as lines of values between bars.
function study_runs.query(path, text)
  local connection = assert(sqlite:connect(path))
  local cursor = assert(connection:execute(text))
  local lines, row = {}, cursor:fetch({}, "n")
  while row do
    for i = 1, #cursor:getcolnames() do
      row[i] = tostring(row[i])
    end
    lines[#lines + 1] = table.concat(row, "|")
    row = cursor:fetch({}, "n")
  end
  connection:close()
  return lines
end

--- All that does not depend on time and place.
function study_runs.answers(path)
  return study_runs.query(path, "SELECT number, key, point, status, result, message FROM points"
    .. " ORDER BY number")
end

--- Runs a script of the shell in the folder of a study; there, `$study` stands for the command that
--- runs the study.
function study_runs.shell(file, script)
  local command = ("lua5.4 %s study my.lua"):format(run.quote(run.root .. "/run.lua"))
  script = script:gsub("%$study", function()
    return command
  end)
  return run.shell(("cd %s; %s"):format(run.quote(file ""), script))
end

study_runs.header = 'local tessera = require "tessera"\n'

--- Calls `use(study, file)` in a new folder that has the study's file. `study(...)` runs the
--- command with words behind "study"; `file(name)` is a path in the folder.
function study_runs.with(text, use)
  run.in_folder(function(folder)
    local function file(name)
      return folder .. "/" .. name
    end
    run.write_file(file "my.lua", study_runs.header .. text)
    use(function(...)
      local words = { "study", ... }
      return run(words, nil, { folder = folder, script = run.root .. "/run.lua" })
    end, file)
  end)
end

--- A study of 40 points.
study_runs.dice = [[
return tessera.study { name = "dice", points = { sides = { 6, 20 }, seed = tessera.range(1, 20) },
  run = function(point, random)
    local sum = random:below(point.sides) + math.random(point.sides)
    return { sum = sum, half = sum / 2, even = sum % 2 == 0, word = ("x"):rep(sum % 3) }
  end }
]]

return study_runs
