--- `run.lua study merge`, and what is done with a file of results alone.

local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local export = require "tessera.study.export"
local process = require "tessera.process"
local results = require "tessera.study.results"
local run = require "tessera.study.run"

local merge = {}

-- Takes over the rows of a part. The first part that can be read creates the output.
local function take(kept, output, path)
  local part = results.open(path)
  if not part:get "hash" then
    errors.raise("%s: there are no results in it", path)
  end
  kept = kept or results.make(output)
  if not kept:get "hash" then
    kept:adopt(part)
  end
  part:close()
  kept:merge(path)
  return kept
end

--- Takes the rows of parts over into one file. A part that cannot be read, such as that of a task
--- which was killed before it had a result, is told on stderr, and the others are taken.
---
--- Errors: none can be read.
---@param output string
---@param parts string[]
---@return integer status 1 if one could not be read
function merge.run(output, parts)
  local kept, faults = nil, {}
  for _, path in ipairs(parts) do
    if process.real_path(path) and process.real_path(path) == process.real_path(output) then
      errors.raise("%s: this is the file that is written", path)
    end
    local fine, taken = pcall(take, kept, output, path)
    kept = fine and taken or kept
    faults[#faults + 1] = not fine and taken or nil
  end
  if not kept then
    error(faults[1], 0)
  end
  for _, fault in ipairs(faults) do
    console.say("study", errors.message(fault))
  end
  kept:view()
  run.summary(kept)
  return faults[1] and 1 or 0
end

--- Says how far a study is, and exports its results.
---@param path string
---@param options { csv?: string, jsonl?: string }
---@return integer status
function merge.show(path, options)
  local kept = results.open(path)
  if not kept:get "hash" then
    errors.raise("%s: there are no results in it", path)
  elseif options.csv or options.jsonl then
    export.write(kept, options)
  else
    run.summary(kept)
  end
  process.flush()
  return 0
end

return merge
