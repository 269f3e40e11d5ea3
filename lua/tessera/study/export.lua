--- The rows of results as CSV and as JSON lines.

local errors = require "tessera.base.errors"
local output = require "tessera.base.output"
local values = require "tessera.base.values"

local export = {}

-- A field of CSV (RFC 4180; lines end as they do on Unix).
local function field(value)
  if value == nil then
    return ""
  end
  local text = type(value) == "string" and value or values.digits(value)
  return text:find '[",\r\n]' and '"' .. text:gsub('"', '""') .. '"' or text
end

local function csv(results, write)
  local parameters, fields = results:get "parameters", results:fields()
  local head = { "number", "key" }
  table.move(parameters, 1, #parameters, 3, head)
  table.move(fields, 1, #fields, #head + 1, head)
  table.move({ "status", "message", "seconds" }, 1, 3, #head + 1, head)
  for i, name in ipairs(head) do
    head[i] = field(name)
  end
  write(table.concat(head, ",") .. "\n")
  for row in results:rows() do
    local line = { tostring(row.number), field(row.key) }
    for _, name in ipairs(parameters) do
      line[#line + 1] = field(row.point[name])
    end
    for _, name in ipairs(fields) do
      line[#line + 1] = field(row.result and row.result[name])
    end
    line[#line + 1] = field(row.status)
    line[#line + 1] = field(row.message)
    line[#line + 1] = field(row.seconds)
    write(table.concat(line, ",") .. "\n")
  end
end

local function jsonl(results, write)
  for row in results:rows() do
    write(('{"number":%d,"key":%s,"point":%s,"status":%s'):format(row.number,
      values.quote(row.key), row.point_text, values.quote(row.status))
      .. (row.result and ',"result":' .. row.result_text or "")
      .. (row.message and ',"message":' .. values.quote(row.message) or "")
      .. (',"seconds":%s}\n'):format(values.digits(row.seconds)))
  end
end

local formats = { csv = csv, jsonl = jsonl }

-- Calls `format(results, write)`; what it writes goes to a file.
local function put(results, path, format)
  if path == "-" then
    return format(results, output.data)
  end
  local file, why = io.open(path, "w")
  if not file then
    errors.raise("cannot write %s", why)
  end
  local fault
  format(results, function(text)
    if not fault then
      local done, message = file:write(text)
      fault = not done and message or nil
    end
  end)
  local closed, message = file:close()
  if fault or not closed then
    errors.raise("cannot write %s: %s", path, fault or message)
  end
end

--- Writes the files that options ask for.
---
--- Errors: a file cannot be written.
---@param results tessera.study.Results
---@param options { csv?: string, jsonl?: string } paths; "-" is the standard output
function export.write(results, options)
  for name, format in pairs(formats) do
    if options[name] then
      put(results, options[name], format)
    end
  end
end

return export
