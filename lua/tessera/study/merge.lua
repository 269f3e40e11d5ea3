--- `run.lua study merge`, and what is done with a file of results alone.

local export = require "tessera.study.export"
local process = require "tessera.process"
local results = require "tessera.study.results"
local run = require "tessera.study.run"

local merge = {}

--- Takes the rows of parts over into one file. Parts that are not there are an error, but those
--- before them have been taken over.
---@param output string
---@param parts string[]
---@return integer status
function merge.run(output, parts)
  local first = results.open(parts[1])
  local kept = results.make(output)
  if not kept:get "hash" then
    kept:adopt(first)
  end
  first:close()
  for _, path in ipairs(parts) do
    kept:merge(path)
  end
  kept:view()
  run.summary(kept)
  return 0
end

--- Says how far a study is, and exports its results.
---@param path string
---@param options { csv?: string, jsonl?: string }
---@return integer status
function merge.show(path, options)
  local kept = results.open(path)
  if not kept:get "hash" then
    error({ message = path .. ": there are no results in it" }, 0)
  elseif options.csv or options.jsonl then
    export.write(kept, options)
  else
    run.summary(kept)
  end
  process.flush()
  return 0
end

return merge
