--- `run.lua study merge`, and what is done with a file of results alone.

local cli = require "tessera.run.cli"
local export = require "tessera.study.export"
local process = require "tessera.process"
local results = require "tessera.study.results"
local run = require "tessera.study.run"
local usage = require "tessera.base.usage"

local merge = {}

-- Takes over the rows of a part.
local function take(kept, path)
  if not kept:get "hash" then
    local part = results.open(path)
    if part:get "hash" then
      kept:adopt(part)
    end
    part:close()
  end
  kept:merge(path)
end

--- Takes the rows of parts over into one file. A part that cannot be read, such as that of a task
--- which was killed before it had a result, is told on stderr, and the others are taken.
---@param output string
---@param parts string[]
---@return integer status 1 if something could not be read
function merge.run(output, parts)
  local kept, status = results.make(output), 0
  for _, path in ipairs(parts) do
    local fine, err = pcall(take, kept, path)
    if not fine then
      cli.say("study", usage.message(err))
      status = 1
    end
  end
  if not kept:get "hash" then
    error({ message = output .. ": no part has results" }, 0)
  end
  kept:view()
  run.summary(kept)
  return status
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
