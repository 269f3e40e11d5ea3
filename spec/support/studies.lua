--- Rows and results of studies, for the specs of their reports.

local entries = require "tessera.report.entries"
local results = require "tessera.study.results"
local terminal = require "tessera.report.render.terminal"
local values = require "tessera.base.values"

local studies = {}

local function sorted_names(t)
  local names = {}
  for name in pairs(t) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- Rows as a study has them. A row is written as { point, result }, or as { point, status,
--- message } if it has failed.
---@param list table[]
---@return table[]
function studies.rows(list)
  local rows = {}
  for i, each in ipairs(list) do
    local point, failed = each[1], type(each[2]) == "string"
    rows[i] = { number = i, key = values.key(point, sorted_names(point)), point = point,
      status = failed and each[2] or "done", result = not failed and each[2] or nil,
      message = failed and each[3] or nil, seconds = 0 }
  end
  return rows
end

--- The block of an entry.
---@param entry table
---@param rows table[]
---@return tessera.study.Block|nil
function studies.block(entry, rows)
  local i = 0
  return entries.compute(entries.check(entry)[1], function()
    i = i + 1
    return rows[i]
  end, { name = "a study", parameters = {} })
end

--- An entry as a terminal shows it.
---@param entry table
---@param rows table[]
---@return string
function studies.shown(entry, rows)
  return terminal.of(studies.block(entry, rows))
end

--- Writes results as a study does.
---@param path string
---@param about { name?: string, points?: integer, parameters?: string[], report?: table }
---@param rows table[]
function studies.write(path, about, rows)
  local kept = results.make(path)
  kept:begin { name = about.name or "a study", file = "my.lua", text = "", hash = "0",
    version = "1", created = 0, points = about.points or #rows,
    parameters = about.parameters or {}, report = entries.check(about.report), seconds = 60,
    memory = 1024 }
  kept:start { uid = "host:1:1", host = "host", system = "none", cores = 1, jobs = 1,
    version = "1" }
  for _, row in ipairs(rows) do
    kept:add { number = row.number, key = row.key, status = row.status, message = row.message,
      point = values.encode(row.point, sorted_names(row.point)), seconds = 0,
      result = row.result and values.encode(row.result, sorted_names(row.result)) or nil }
  end
  kept:write()
  kept:finish()
  kept:close()
end

--- A long string without the indentation of its first line.
---@param text string
---@return string
function studies.picture(text)
  local indent = text:match "^ *"
  return (("\n" .. text):gsub("\n" .. indent, "\n"):gsub("\n *$", "\n"):sub(2))
end

return studies
